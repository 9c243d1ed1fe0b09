//! One interface for both searches.

use rules::{Combo, Hand};

use crate::endgame::game::{Endgame, Seats};
use crate::endgame::memory::Memory;
use crate::endgame::meter::{Meter, Stopped};
use crate::endgame::search::Search;
use crate::endgame::trio::TrioSearch;

/// The search that fits the rules and the number of seats.
pub(crate) enum Solver<'a> {
    Two(Search<'a>),
    Three(TrioSearch<'a>),
}

/// A play, and true if it is worth trying: the others win only if one of those does.
pub(crate) type Ordered = (Option<Combo>, bool);

impl<'a> Solver<'a> {
    pub(crate) fn new(game: &'a Endgame, memory: &'a mut Memory, meter: Meter<'a>) -> Solver<'a> {
        match game.seats() {
            Seats::Two if game.rules().is_plain() => Solver::Two(Search::new(game.rules(), memory, meter)),
            _ => Solver::Three(TrioSearch::new(game.rules(), memory, meter)),
        }
    }

    /// Returns the meter of the search, which counts positions of the caller's own too.
    pub(crate) fn meter(&mut self) -> &mut Meter<'a> {
        match self {
            Solver::Two(search) => &mut search.meter,
            Solver::Three(search) => &mut search.meter,
        }
    }

    /// Returns every legal play, the most promising first, those not worth trying last.
    pub(crate) fn in_order(&mut self, game: &Endgame) -> Vec<Ordered> {
        match self {
            Solver::Two(search) => {
                let (mover, other) = duel(game);
                search.in_order(mover, other, game.trick())
            }
            Solver::Three(search) => search.in_order(hands(game), game.turn(), game.standing()),
        }
    }

    /// True if the side to play wins with `play`, which is legal.
    pub(crate) fn wins_with(&mut self, game: &Endgame, play: Option<Combo>) -> Result<bool, Stopped> {
        match self {
            Solver::Two(search) => {
                let (mover, other) = duel(game);
                search.wins_with(mover, other, play)
            }
            Solver::Three(search) => {
                let winner = search.winner_after(hands(game), game.turn(), game.standing(), play)?;
                Ok(winner == game.turn().side())
            }
        }
    }

    /// True if the side to play wins.
    pub(crate) fn wins(&mut self, game: &Endgame) -> Result<bool, Stopped> {
        for (play, is_worth_trying) in self.in_order(game) {
            if is_worth_trying && self.wins_with(game, play)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the hand to play and the other.
fn duel(game: &Endgame) -> (Hand, Hand) {
    (game.hand(game.turn()), game.hand(game.next(game.turn())))
}

fn hands(game: &Endgame) -> [Hand; 3] {
    rules::Seat::ALL.map(|seat| game.hand(seat))
}
