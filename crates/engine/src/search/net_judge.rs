//! The nets as judges of worlds: the value of a position, and the next play in a world.

use rules::{Combo, Plays, Ruleset, Side, Trick};

use super::race::Score;
use crate::game_state::GameState;
use crate::net::{Accumulator, CHANCE_ONE, NetInput, Objective, Past, SCORE_ONE, Weights};

/// A judge of what `side` may expect in a world, as the full-information net of the seat to play sees it.
#[derive(Clone, Copy)]
pub(super) struct NetJudge<'a> {
    pub(super) weights: &'a Weights,
    pub(super) side: Side,
    pub(super) objective: Objective,
}

/// The value of one stake for [`Objective::Score`]: fine enough, and sums of such values fit.
const STAKE_ONE: i32 = 1 << 12;

impl<'a> NetJudge<'a> {
    pub(super) fn accumulate<'b>(&self, state: &GameState, past: &'b Past) -> Accumulator<'b>
    where
        'a: 'b,
    {
        Accumulator::new(self.weights, NetInput::full_information(state, past))
    }

    /// Returns the best play by the seat-view net of the seat to play; a hand that can go out goes out.
    pub(super) fn best_play(
        &self,
        rules: &Ruleset,
        state: &GameState,
        past: &Past,
        plays: &mut Plays,
    ) -> Option<Combo> {
        let (hand, trick) = (state.hand(state.turn()), state.trick());
        let plays = plays.fill(rules, hand, trick);
        if plays.is_empty() || (plays.len() == 1 && trick == Trick::Lead) {
            return plays.first().copied();
        }
        if let Some(&out) = plays.iter().find(|play| play.len() == hand.len()) {
            return Some(out);
        }
        let accumulator = Accumulator::new(self.weights, NetInput::seat_view(state, past));
        let pass = (trick != Trick::Lead).then_some(None);
        let all = plays.iter().copied().map(Some).chain(pass);
        let value = |play: Option<Combo>| match self.objective {
            // The other heads would cost time and change nothing.
            Objective::Wins => accumulator.value(play).0,
            Objective::Score => accumulator.prediction(play).value(self.objective, play),
        };
        all.max_by_key(|&play| value(play)).expect("there is a choice")
    }

    /// Returns the value in one world that is worth as much as this number of wins in 1,000.
    pub(super) fn value_of_wins(&self, wins: i32) -> i64 {
        let one = match self.objective {
            Objective::Wins => CHANCE_ONE,
            Objective::Score => 2 * STAKE_ONE,
        };
        i64::from(one) * i64::from(wins) / 1000
    }

    pub(super) fn reported_value(&self, values: i64, worlds: u32) -> Option<i32> {
        // As in `Unit::Score`.
        let half = || values * 500 / i64::from(STAKE_ONE) / i64::from(worlds);
        (self.objective == Objective::Score).then(|| 500 + half() as i32)
    }

    pub(super) fn score_of_end(&self, winner: Side, bombs: u32) -> Score {
        let is_mine = winner == self.side;
        let wins = if is_mine { CHANCE_ONE } else { 0 };
        match self.objective {
            Objective::Wins => Score::wins(wins),
            Objective::Score => Score { value: if is_mine { STAKE_ONE << bombs } else { -(STAKE_ONE << bombs) }, wins },
        }
    }

    pub(super) fn score_after(
        &self,
        net: &Accumulator<'_>,
        state: &GameState,
        play: Option<Combo>,
        bombs: u32,
    ) -> Score {
        let mover = state.turn();
        if let Some(out) = play.filter(|play| play.len() == state.hand(mover).len()) {
            return self.score_of_end(mover.side(), bombs + u32::from(out.is_bomb()));
        }
        let is_mine = mover.side() == self.side;
        let of_side = |chance: i32| if is_mine { chance } else { CHANCE_ONE - chance };
        match self.objective {
            Objective::Wins => Score::wins(of_side(net.value(play).chance())),
            Objective::Score => {
                let prediction = net.prediction(play);
                let value = (prediction.value(Objective::Score, play) / (SCORE_ONE / STAKE_ONE)) << bombs;
                Score { value: if is_mine { value } else { -value }, wins: of_side(prediction.logit.chance()) }
            }
        }
    }
}
