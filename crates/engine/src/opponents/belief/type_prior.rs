//! The prior share of a type of player, and its posterior after the acts.

use rules::Rng;

use super::fixed_log::{ONE, exp2, log2};

/// The prior share of one type of player, in 1,000: what is assumed before its acts say more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypePrior(i32);

/// The largest prior, in 1,000.
pub const TYPE_PRIOR_MAX: i32 = 900;

impl TypePrior {
    /// The type is not modelled.
    pub const NONE: TypePrior = TypePrior(0);

    /// Makes the prior of that many players in 1,000; at most [`TYPE_PRIOR_MAX`].
    pub const fn of(of_1000: i32) -> TypePrior {
        assert!(0 <= of_1000 && of_1000 <= TYPE_PRIOR_MAX, "a share of 1,000 players");
        TypePrior(of_1000)
    }

    /// Returns the log likelihood of a mixture of this type and all others, relative to the others alone. `odds` are the log odds of
    /// the acts for this type, in 64ths of a doubling; so is the result.
    #[inline]
    pub(crate) fn log_mixture(self, odds: i32) -> i32 {
        let (others, of_type) = self.shares();
        let part = |share: u32, odds: i32| (u64::from(share) * u64::from(exp2(odds)) / u64::from(ONE)) as u32;
        if odds <= 0 { log2(others + part(of_type, odds)) } else { odds + log2(of_type + part(others, -odds)) }
    }

    /// Draws if a player is of this type, with the posterior chance.
    #[inline]
    pub(crate) fn sample(self, odds: i32, rng: &mut Rng) -> bool {
        rng.below(ONE) < self.posterior(odds)
    }

    /// Returns the posterior chance, of 2²⁰.
    fn posterior(self, odds: i32) -> u32 {
        let (others, of_type) = self.shares();
        let weigh = |share: u32, odds: i32| u64::from(share) * u64::from(exp2(odds.min(0)));
        let (for_it, against) = (weigh(of_type, odds), weigh(others, -odds));
        (for_it * u64::from(ONE) / (for_it + against)) as u32
    }

    /// Returns the share of other players and of this type, of 2²⁰.
    const fn shares(self) -> (u32, u32) {
        let of_type = ONE / 1000 * self.0 as u32;
        (ONE - of_type, of_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_mixed_as_chances_are() {
        for of_1000 in [1, 100, 500, 900] {
            let type_prior = TypePrior::of(of_1000);
            for odds in [-3000, -400, -64, -1, 0, 1, 64, 400, 3000] {
                let share = f64::from(of_1000) / 1000.0;
                let ratio = (f64::from(odds) / 64.0).exp2();
                let sum = (1.0 - share) + share * ratio;
                assert!((f64::from(type_prior.log_mixture(odds)) - sum.log2() * 64.0).abs() <= 2.5, "{of_1000} {odds}");
                let found = f64::from(type_prior.posterior(odds)) / f64::from(ONE);
                assert!((found - share * ratio / sum).abs() < 0.001, "{of_1000} {odds}: {found}");
            }
        }
    }
}
