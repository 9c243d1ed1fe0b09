//! Search by lookahead: in many likely worlds every candidate is played, the seat-view nets play on for some turns, and the
//! full-information net says how likely a win is from there.

use rules::{Combo, Plays, Seed, Side};

use super::race::{Evaluator, Noise, Race, Rules, SearchConfig, SearchResult, Trial};
use crate::game_state::GameState;
use crate::net::{Accumulator, CHANCE_ONE, Past, Scene, Weights, best_play, chance};
use crate::opponents::opponent_model::OpponentModel;
use crate::rule_player::situation::Situation;

/// `expert` looks into 1,024 worlds at most. With a margin of one standard error at all limits, 64,000 nodes gained nothing
/// over 16,000 (docs/develop/search.md), so the margin shrinks beyond that.
const RULES: Rules = Rules {
    worlds_per_look: 16,
    noise: Noise::AgainstBaseline,
    full_margin_worlds: 1024,
    in_1000: |sum, worlds| (sum / i64::from(worlds) * 1000 / i64::from(CHANCE_ONE)) as i32,
};

/// Buffers that decisions reuse. They save time and change no decision.
pub(crate) struct LookaheadSearch {
    plays: Box<Plays>,
    model: OpponentModel,
    race: Race,
}

impl LookaheadSearch {
    /// Empty buffers.
    pub(crate) fn new() -> LookaheadSearch {
        LookaheadSearch { plays: Box::default(), model: OpponentModel::new(), race: Race::new(RULES) }
    }

    /// Races `candidates`, the baseline first; `None` when no world was finished, or there is no challenger.
    pub(crate) fn decide(
        &mut self,
        now: &Situation,
        weights: &Weights,
        candidates: impl Iterator<Item = Option<Combo>>,
        seed: Seed,
        config: &SearchConfig,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<SearchResult> {
        let LookaheadSearch { plays, model, race } = self;
        race.enter(candidates, config.width);
        if race.len() < 2 || config.worlds_max == 0 || config.nodes_max == 0 || halt() {
            return None;
        }
        model.update(now.view, seed, config.belief, halt)?;
        let past = Past::of(now.view);
        let mut play_on = PlayOn { weights, past: &past, plies: config.plies, side: now.me.side(), plays };
        race.run(now, model, config, &mut play_on, halt)
    }
}

/// Plays worlds on for some turns, and scores the chance of `side` there, as the full-information net of the seat to play
/// sees it.
struct PlayOn<'a> {
    weights: &'a Weights,
    past: &'a Past,
    plies: u32,
    side: Side,
    plays: &'a mut Plays,
}

impl<'a> Evaluator for PlayOn<'a> {
    /// The net's view of the position itself, where no turn is played on.
    type Shared = Option<Accumulator<'a>>;

    fn shared(&mut self, start: &GameState) -> Option<Accumulator<'a>> {
        (self.plies == 0).then(|| Accumulator::new(self.weights, Scene::full_information(start, self.past)))
    }

    fn score(&mut self, play: Option<Combo>, trial: Trial<'_>, shared: &Option<Accumulator<'a>>) -> i32 {
        match shared {
            Some(accumulator) => {
                *trial.nodes += 1;
                chance_after(accumulator, trial.start, play)
            }
            None => self.play_on(play, trial),
        }
    }
}

impl PlayOn<'_> {
    fn play_on(&mut self, first: Option<Combo>, trial: Trial<'_>) -> i32 {
        let Trial { start, policies, policy, nodes } = trial;
        let (mut state, mut past, mut play) = (*start, *self.past, first);
        let of_side = |mover: Side, chance: i32| if mover == self.side { chance } else { CHANCE_ONE - chance };
        *nodes += 1;
        let mut left = self.plies;
        loop {
            past.see(state.turn(), state.standing(), play);
            if let Some(winner) = state.act(play) {
                return of_side(winner, CHANCE_ONE);
            }
            *nodes += 1;
            let modelled = policies.play(&state, policy);
            play = modelled.unwrap_or_else(|| best_play(policy.rules(), self.weights, &state, &past, self.plays));
            left -= 1;
            if left == 0 {
                let accumulator = Accumulator::new(self.weights, Scene::full_information(&state, &past));
                return of_side(state.turn().side(), chance_after(&accumulator, &state, play));
            }
        }
    }
}

/// The chance of the seat to play after `play`.
fn chance_after(accumulator: &Accumulator<'_>, state: &GameState, play: Option<Combo>) -> i32 {
    let goes_out = play.is_some_and(|play| play.len() == state.hand(state.turn()).len());
    if goes_out { CHANCE_ONE } else { chance(accumulator.value(play)) }
}
