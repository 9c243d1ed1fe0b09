//! Search by rollouts: in many likely worlds every candidate is played out to the end, where the rule-based policy plays on
//! for every seat that the opponent model does not play otherwise.

use rules::{Combo, Side};

use super::race::{Noise, Race, Score, Scorer, Scoring, SearchConfig, SearchResult, Trial, WIDTH_MAX};
use crate::game_state::GameState;
use crate::opponents::opponent_model::OpponentModel;
use crate::rule_player::{guard, taste};
use crate::turn::Turn;

/// A look costs about as much as a rollout.
pub(super) const SCORING: Scoring = Scoring {
    worlds_per_look: 64,
    noise: Noise::Paired,
    full_margin_worlds: u32::MAX,
    in_1000: |sum, worlds| (sum / i64::from(worlds)) as i32,
};
/// The value of a world that is won.
pub(super) const WON: i32 = 1000;

/// Buffers that decisions reuse. They save time and change no decision.
pub(crate) struct RolloutSearch {
    model: OpponentModel,
    race: Race,
    order: Vec<(i32, Option<Combo>)>,
}

impl RolloutSearch {
    /// Empty buffers.
    pub(crate) fn new() -> RolloutSearch {
        let order = Vec::with_capacity(rules::movegen::PLAYS_MAX + 1);
        RolloutSearch { model: OpponentModel::new(), race: Race::new(SCORING), order }
    }

    /// Races the baseline against its challengers; `None` when no world was finished, or there is no challenger.
    pub(crate) fn decide(
        &mut self,
        now: &Turn,
        baseline: Option<Combo>,
        config: &SearchConfig,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<SearchResult> {
        if config.worlds_max == 0 || config.nodes_max == 0 || halt() {
            return None;
        }
        self.model.update(now.view, config.seed, config.belief, halt)?;
        self.enter(now, baseline, config, halt)?;
        if self.race.len() < 2 {
            return None;
        }
        let (race, side) = (&mut self.race, now.me.side());
        race.run(now.view, &mut self.model, config, &mut PlayOut { side }, halt)
    }

    /// Enters the baseline, then its challengers in the order of the policy.
    fn enter(
        &mut self,
        now: &Turn,
        baseline: Option<Combo>,
        config: &SearchConfig,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let RolloutSearch { model, race, order } = self;
        let world = model.world(0, None, &mut 0, halt)?.0;
        let start = GameState::new(world.hands(), now.me, now.course().standing());
        order.clear();
        model.policy.weigh(&start, now.plays, |play, value| order.push((value, play)));
        // The sort is stable, so plays of equal value stay in the order of listing.
        order.sort_by_key(|&(value, _)| -value);
        let challengers = order.iter().map(|&(_, play)| play).filter(|&play| play != baseline);
        let allowed = challengers.filter(|&play| guard::broken(now, play).is_none());
        let liked = |play| (play, taste::WINS_OF_POINT * taste::of(now, play));
        race.enter(std::iter::once(baseline).chain(allowed).map(liked), config.width.min(WIDTH_MAX));
        Some(())
    }
}

/// Plays worlds out: [`WON`] for a win of this side, else 0.
struct PlayOut {
    side: Side,
}

impl Scorer for PlayOut {
    type Shared = ();

    fn shared(&mut self, _: &GameState) {}

    fn score(&mut self, play: Option<Combo>, trial: Trial<'_>, (): &()) -> Option<Score> {
        let Trial { start, policies, policy, nodes, .. } = trial;
        let mut state = *start;
        let mut winner = state.act(play);
        loop {
            if let Some(side) = winner {
                return Some(Score::wins(if side == self.side { WON } else { 0 }));
            }
            *nodes += 1;
            let modelled = policies.play(&state, policy);
            winner = state.act(modelled.unwrap_or_else(|| policy.choose(&state)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::naive;
    use crate::opponents::opponent_model::SeatPolicies;
    use crate::opponents::rule_based::RulePolicy;
    use rules::{Deal, Ruleset, Seat, Seed, Table};

    /// The winner when every seat is naive.
    fn naive_winner(mut state: GameState, bombs_freely: bool) -> Side {
        loop {
            let me = state.turn();
            let play = naive::play(&Ruleset::CLASSIC, me, state.hand(me), state.standing(), bombs_freely);
            if let Some(side) = state.act(play) {
                return side;
            }
        }
    }

    #[test]
    fn naive_seats_are_played_out_naively() {
        let mut policy = RulePolicy::new(&Ruleset::CLASSIC);
        let mut otherwise = 0;
        for seed in 0..200 {
            let table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(seed).rng()));
            let start = GameState::new(Seat::ALL.map(|seat| table.hand_of(seat).unwrap()), Seat::Landlord, None);
            let first = naive::lead(&Ruleset::CLASSIC, start.hand(Seat::Landlord));
            let mut play_out = |seats| {
                let policies = SeatPolicies::new(seats, [false; 3], seed as u32);
                let trial = Trial { start: &start, policies, policy: &mut policy, nodes: &mut 0, halt: &mut || false };
                PlayOut { side: Side::Landlord }.score(first, trial, &()) == Some(Score::wins(WON))
            };
            let expected = naive_winner(start, seed % 2 == 0) == Side::Landlord;
            assert_eq!(play_out([true; 3]), expected, "deal {seed}");
            otherwise += u32::from(play_out([false; 3]) != expected);
        }
        assert!(otherwise > 10, "{otherwise}");
    }
}
