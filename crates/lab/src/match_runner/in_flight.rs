//! A deal that a worker is playing: its current hand, and its name in errors.

use std::ops::ControlFlow;

use rules::Seat;

use super::game::{Game, HandResult, Team};
use super::{DealResult, MatchRunner};

/// A deal under way.
pub(super) struct InFlightDeal {
    pub(super) number: u64,
    pub(super) game: Game,
    /// The result of the hand with A alone, once it is over.
    first: Option<FinishedHand>,
    /// The number of the request that a program has not answered yet.
    pub(super) request: u64,
    /// The number of illegal answers of programs.
    pub(super) illegal: u32,
}

struct FinishedHand {
    result: HandResult,
    /// The hand as text, if hands are recorded.
    line: Option<String>,
}

impl InFlightDeal {
    /// Begins a deal, with the hand in which A is alone.
    pub(super) fn new(number: u64, runner: &MatchRunner) -> InFlightDeal {
        InFlightDeal { number, game: runner.setup.game(number, Team::A), first: None, request: 0, illegal: 0 }
    }

    /// Ends a hand: continues with the second hand of the deal, or breaks with the deal's result.
    pub(super) fn finish_hand(mut self, runner: &MatchRunner) -> ControlFlow<DealResult, InFlightDeal> {
        let line = runner.record.then(|| self.game.table().to_string());
        let finished = FinishedHand { result: self.game.result(), line };
        let Some(first) = self.first.take() else {
            let game = runner.setup.game(self.number, Team::B);
            return ControlFlow::Continue(InFlightDeal { game, first: Some(finished), ..self });
        };
        let hands = [first.result, finished.result];
        let lines = [first.line, finished.line].into_iter().flatten().collect();
        ControlFlow::Break(DealResult { number: self.number, hands, lines, illegal: self.illegal })
    }

    /// True if a player of this team has the turn.
    pub(super) fn is_turn_of(&self, team: Team) -> bool {
        self.game.turn().is_some_and(|chair| self.game.team(chair) == team)
    }

    /// Returns seat, hand and deal as text, which follows a player's name in an error.
    pub(super) fn place(&self) -> String {
        let half = if self.first.is_none() { "first" } else { "second" };
        let seat = self.game.turn().and_then(|chair| self.game.seat(chair)).map_or("", Seat::name);
        format!(" as {seat} in the {half} hand of deal {}", self.number)
    }
}
