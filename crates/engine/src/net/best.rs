//! The nets' play when nothing but their word counts: how search plays worlds on.

use rules::{Combo, Plays, Ruleset, Trick};

use super::{Accumulator, NetInput, Objective, Past, Weights};
use crate::game_state::GameState;

/// Returns the best play by the seat-view net of the seat to play; a hand that can go out goes out.
pub fn best_play(
    rules: &Ruleset,
    weights: &Weights,
    objective: Objective,
    playing: &GameState,
    past: &Past,
    plays: &mut Plays,
) -> Option<Combo> {
    let hand = playing.hand(playing.turn());
    let trick = playing.trick();
    let plays = plays.fill(rules, hand, trick);
    if plays.is_empty() || (plays.len() == 1 && trick == Trick::Lead) {
        return plays.first().copied();
    }
    if let Some(&out) = plays.iter().find(|play| play.len() == hand.len()) {
        return Some(out);
    }
    let accumulator = Accumulator::new(weights, NetInput::seat_view(playing, past));
    let pass = (trick != Trick::Lead).then_some(None);
    let all = plays.iter().copied().map(Some).chain(pass);
    let value = |play: Option<Combo>| match objective {
        // The other heads would cost time and change nothing.
        Objective::Wins => accumulator.value(play).0,
        Objective::Score => accumulator.prediction(play).value(objective, play),
    };
    all.max_by_key(|&play| value(play)).expect("there is a choice")
}
