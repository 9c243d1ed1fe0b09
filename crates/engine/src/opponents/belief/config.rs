//! The assumptions of a belief, and the share of a type of player before and after its acts.

use rules::{Rng, Seat};

use super::fixed_log::{ONE, exp2, log2};
use super::habit_likelihood::HabitLikelihood;
use crate::opponents::habits::Habits;
use crate::profile::Profile;

/// The assumptions of a belief: what counts as evidence, the players' habits, and how common naive players are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeliefConfig {
    /// True if the acts of the others, and the cards that they keep, count.
    pub(super) reads_acts: bool,
    pub(super) knows_dealer: bool,
    pub(super) habits: [HabitLikelihood; 3],
    pub(super) prior_naive: TypePrior,
    /// The trust, in percent, in the nets' judgement of how natural the others' plays are with a guessed hand. The opponent model uses it;
    /// the belief itself does not.
    pub(crate) net_trust: i32,
}

impl BeliefConfig {
    /// All evidence, as fitted.
    pub const FITTED: BeliefConfig = BeliefConfig {
        reads_acts: true,
        knows_dealer: true,
        habits: [HabitLikelihood::NONE; 3],
        prior_naive: TypePrior::NONE,
        net_trust: 0,
    };
    /// No evidence: every deal of the unseen cards is equally likely.
    pub const UNIFORM: BeliefConfig = BeliefConfig { reads_acts: false, knows_dealer: false, ..BeliefConfig::FITTED };

    /// Returns the configuration in which the deck counts as shuffled, for any dealer.
    #[must_use]
    pub const fn with_shuffled_deck(self) -> BeliefConfig {
        BeliefConfig { knows_dealer: false, ..self }
    }

    /// Returns the configuration without types of players and without the nets' judgement of their plays.
    pub(crate) const fn without_types(self) -> BeliefConfig {
        BeliefConfig { prior_naive: TypePrior::NONE, net_trust: 0, ..self }
    }

    /// Returns the configuration without habits and types of players.
    pub(super) const fn with_evidence_only(self) -> BeliefConfig {
        BeliefConfig { habits: [HabitLikelihood::NONE; 3], ..self.without_types() }
    }

    /// Returns the configuration with the players' habits, by seat. `habits[me]` counts how often this persona's own guesses came true.
    #[must_use]
    pub fn with_experience(mut self, habits: &[Habits; 3], profile: Profile, me: Seat) -> BeliefConfig {
        let usual_fourths = profile.usual_rates().fourths;
        self.habits = habits.each_ref().map(|one| HabitLikelihood::of(one, &habits[me.index()], usual_fourths));
        self
    }

    /// Returns the configuration with a prior for naive players.
    #[must_use]
    pub const fn with_naive_prior(mut self, prior: TypePrior) -> BeliefConfig {
        self.prior_naive = prior;
        self
    }

    #[must_use]
    pub(crate) const fn with_net_trust(mut self, percent: i32) -> BeliefConfig {
        self.net_trust = percent;
        self
    }
}

/// The prior share of one type of player, in 1,000: the assumption before a player's acts are counted.
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

    /// Returns the log likelihood of a mixture of this type and all others, relative to the others alone. `odds` are the log odds of the
    /// acts for this type. Both numbers are in 64ths of a doubling.
    #[inline]
    pub(crate) fn log_mixture(self, odds: i32) -> i32 {
        let (others, of_type) = self.shares();
        let part = |share: u32, odds: i32| (u64::from(share) * u64::from(exp2(odds)) / u64::from(ONE)) as u32;
        if odds <= 0 { log2(others + part(of_type, odds)) } else { odds + log2(of_type + part(others, -odds)) }
    }

    /// Draws true with the posterior chance that a player is of this type.
    #[inline]
    pub(crate) fn sample(self, odds: i32, rng: &mut Rng) -> bool {
        rng.below(ONE) < self.posterior(odds)
    }

    /// Returns the posterior chance of this type, in units of 2⁻²⁰.
    fn posterior(self, odds: i32) -> u32 {
        let (others, of_type) = self.shares();
        let weigh = |share: u32, odds: i32| u64::from(share) * u64::from(exp2(odds.min(0)));
        let (weight, weight_of_others) = (weigh(of_type, odds), weigh(others, -odds));
        (weight * u64::from(ONE) / (weight + weight_of_others)) as u32
    }

    /// Returns the shares of other players and of this type, in units of 2⁻²⁰.
    const fn shares(self) -> (u32, u32) {
        let of_type = ONE / 1000 * self.0 as u32;
        (ONE - of_type, of_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_mixture_and_posterior_are_close_to_exact() {
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
