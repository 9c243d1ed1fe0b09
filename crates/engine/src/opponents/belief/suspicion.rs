//! That somebody may be of a certain kind of player, and what its acts make of that.

use rules::Rng;

use super::evidence::{ONE, logarithm, power};

/// Of 1,000 players so many are thought to be of a kind, until their acts tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspicion(i32);

/// The most of 1,000 players that may be suspected.
pub const SUSPICION_MAX: i32 = 900;

impl Suspicion {
    /// Nobody is suspected.
    pub const NONE: Suspicion = Suspicion(0);

    /// So many of 1,000; at most [`SUSPICION_MAX`].
    pub const fn of(of_1000: i32) -> Suspicion {
        assert!(0 <= of_1000 && of_1000 <= SUSPICION_MAX, "a share of 1,000 players");
        Suspicion(of_1000)
    }

    /// How much likelier a world is, in 64ths of a doubling, for what its cards say for somebody's being of the kind: `odds`, in
    /// the same unit.
    #[inline]
    pub(crate) fn mixed(self, odds: i32) -> i32 {
        let (others, suspects) = self.shares();
        let part = |share: u32, odds: i32| (u64::from(share) * u64::from(power(odds)) / u64::from(ONE)) as u32;
        if odds <= 0 {
            logarithm(others + part(suspects, odds))
        } else {
            odds + logarithm(suspects + part(others, -odds))
        }
    }

    /// Whether it is of the kind, drawn as likely as its acts make it.
    #[inline]
    pub(crate) fn strikes(self, odds: i32, rng: &mut Rng) -> bool {
        rng.below(ONE) < self.chance(odds)
    }

    /// The chance that it is, of 2²⁰.
    fn chance(self, odds: i32) -> u32 {
        let (others, suspects) = self.shares();
        let weigh = |share: u32, odds: i32| u64::from(share) * u64::from(power(odds.min(0)));
        let (for_it, against) = (weigh(suspects, odds), weigh(others, -odds));
        (for_it * u64::from(ONE) / (for_it + against)) as u32
    }

    /// The others and the suspects, of 2²⁰.
    const fn shares(self) -> (u32, u32) {
        let suspects = ONE / 1000 * self.0 as u32;
        (ONE - suspects, suspects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_are_mixed_as_chances_are() {
        for of_1000 in [1, 100, 500, 900] {
            let suspicion = Suspicion::of(of_1000);
            for odds in [-3000, -400, -64, -1, 0, 1, 64, 400, 3000] {
                let share = f64::from(of_1000) / 1000.0;
                let ratio = (f64::from(odds) / 64.0).exp2();
                let sum = (1.0 - share) + share * ratio;
                assert!((f64::from(suspicion.mixed(odds)) - sum.log2() * 64.0).abs() <= 2.5, "{of_1000} {odds}");
                let found = f64::from(suspicion.chance(odds)) / f64::from(ONE);
                assert!((found - share * ratio / sum).abs() < 0.001, "{of_1000} {odds}: {found}");
            }
        }
    }
}
