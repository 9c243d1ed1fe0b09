//! The assumptions of a belief.

use rules::Seat;

use super::habit_likelihood::HabitLikelihood;
use super::type_prior::TypePrior;
use crate::opponents::habits::Habits;
use crate::profile::Profile;

/// The assumptions of a belief: what counts as evidence, the players' habits, and how common each player type is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeliefConfig {
    /// True if the acts of the others, and the cards that they keep, count.
    pub(super) reads_acts: bool,
    /// True if the dealer of the ruleset counts as evidence.
    pub(super) knows_dealer: bool,
    /// The effect of habits on the reading of each seat's acts.
    pub(super) habits: [HabitLikelihood; 3],
    /// Share of naive players.
    pub(super) prior_naive: TypePrior,
    /// Trust in the nets to say how natural the others' plays are with a guessed hand, in percent. The belief itself does not weigh
    /// this: the opponent model does.
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
    pub(super) const fn of_evidence_alone(self) -> BeliefConfig {
        BeliefConfig { habits: [HabitLikelihood::NONE; 3], ..self.without_types() }
    }

    /// Returns the configuration with the players' habits, by seat. The entry of the seat that believes has its own
    /// guesses about all players that it met. Empty habits change nothing.
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

    /// Returns the configuration with that trust in the nets, in percent.
    #[must_use]
    pub(crate) const fn with_net_trust(mut self, percent: i32) -> BeliefConfig {
        self.net_trust = percent;
        self
    }
}
