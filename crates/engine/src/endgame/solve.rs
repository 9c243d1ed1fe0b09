//! Questions to the searches and their answers: who wins, and which first plays win.

use rules::{Combo, Hand, Seat, Side};

use crate::endgame::game::Endgame;
use crate::endgame::memory::Memory;
use crate::endgame::meter::{Meter, SolveLimits, Stopped};
use crate::endgame::search::TwoSeatSearch;
use crate::endgame::trio::ThreeSeatSearch;

/// A first play and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstPlay {
    /// The play; `None` is a pass.
    pub play: Option<Combo>,
    /// True if the side to play wins with it; `None` when that was not found out.
    pub wins: Option<bool>,
}

/// The findings of a solve. After an exchange of cards, the first plays are its gifts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome<F = FirstPlay> {
    /// The winner with best play; `None` when the solve was stopped before it knew.
    pub winner: Option<Side>,
    /// The legal first plays: first those that win, then those without a known result, then those that lose. Gifts: low ones first.
    pub first_plays: Vec<F>,
    /// The number of positions that were entered.
    pub nodes: u64,
    /// The reason why a result that was asked for is missing.
    pub stopped: Option<Stopped>,
}

impl Outcome {
    /// Returns the first plays that are known to win.
    pub fn winning_plays(&self) -> impl Iterator<Item = Option<Combo>> {
        self.first_plays.iter().filter(|first| first.wins == Some(true)).map(|first| first.play)
    }

    /// Returns the play to choose: a known win, otherwise a play not known to lose, otherwise the most promising one.
    pub fn best_play(&self) -> Option<Option<Combo>> {
        self.first_plays.first().map(|first| first.play)
    }

    /// Sorts the first plays into the order of [`Outcome::first_plays`].
    pub(crate) fn in_order(mut self) -> Outcome {
        self.first_plays.sort_by_key(|first| match first.wins {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        });
        self
    }
}

/// Solves an endgame. Tries first plays until one wins; if `all` is true, finds the result of each. `halt` is asked from time to time: true
/// stops the solve. A stopped solve returns the results so far, and never names a winner that it has not proved.
///
/// ```
/// use engine::endgame::{Endgame, SolveLimits, Memory, solve};
/// use rules::{Ruleset, Side};
/// // The published level: eleven first plays, of which one wins.
/// let level = Endgame::two_seats(Ruleset::CLASSIC, "2KQ8877664".parse()?, "2KQ554433".parse()?)?;
/// let outcome = solve(&level, true, &mut Memory::default(), SolveLimits::NONE, &mut || false);
/// assert_eq!(outcome.winner, Some(Side::Landlord));
/// assert_eq!(outcome.winning_plays().map(|play| play.expect("a lead").to_string()).collect::<Vec<_>>(), ["4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    game: &Endgame,
    all: bool,
    memory: &mut Memory,
    limits: SolveLimits,
    halt: &mut dyn FnMut() -> bool,
) -> Outcome {
    let mut solver = Solver::new(game, memory, Meter::of(game.rules(), limits, halt));
    let order = solver.ordered_plays(game);
    let mut outcome = Outcome {
        winner: None,
        first_plays: order.iter().map(|&(play, _)| FirstPlay { play, wins: None }).collect(),
        nodes: 0,
        stopped: None,
    };
    let worth_trying = order.iter().filter(|(_, is_worth_trying)| *is_worth_trying).count();
    outcome.stopped = solve_first_plays(game, all, worth_trying, &mut solver, &mut outcome).err();
    outcome.nodes = solver.meter().nodes();
    outcome.in_order()
}

fn solve_first_plays(
    game: &Endgame,
    all: bool,
    worth_trying: usize,
    solver: &mut Solver<'_>,
    outcome: &mut Outcome,
) -> Result<(), Stopped> {
    let mine = game.turn().side();
    let (first, later) = outcome.first_plays.split_at_mut(worth_trying);
    for play in first.iter_mut() {
        let wins = solver.wins_with(game, play.play)?;
        play.wins = Some(wins);
        if wins {
            outcome.winner = Some(mine);
            if !all {
                break;
            }
        }
    }
    if outcome.winner.is_none() {
        outcome.winner = Some(mine.other());
        later.iter_mut().for_each(|play| play.wins = Some(false));
    } else if all {
        for play in later {
            play.wins = Some(solver.wins_with(game, play.play)?);
        }
    }
    Ok(())
}

/// The search that fits the rules and the number of seats.
pub(crate) enum Solver<'a> {
    Two(TwoSeatSearch<'a>),
    Three(ThreeSeatSearch<'a>),
}

/// A play, and true if it is worth trying. A play that is not worth trying wins only if one of the others wins.
pub(crate) type OrderedPlay = (Option<Combo>, bool);

impl<'a> Solver<'a> {
    pub(crate) fn new(game: &'a Endgame, memory: &'a mut Memory, meter: Meter<'a>) -> Solver<'a> {
        match game.has(Seat::Up) {
            false if game.rules().is_plain() => Solver::Two(TwoSeatSearch::new(game.rules(), memory, meter)),
            _ => Solver::Three(ThreeSeatSearch::new(game.rules(), memory, meter)),
        }
    }

    pub(crate) fn meter(&mut self) -> &mut Meter<'a> {
        match self {
            Solver::Two(search) => &mut search.meter,
            Solver::Three(search) => &mut search.meter,
        }
    }

    /// Returns the legal plays, those not worth trying last.
    pub(crate) fn ordered_plays(&mut self, game: &Endgame) -> Vec<OrderedPlay> {
        match self {
            Solver::Two(search) => {
                let (mover, other) = mover_and_other(game);
                search.ordered_plays(mover, other, game.trick())
            }
            Solver::Three(search) => search.ordered_plays(hands(game), game.turn(), game.standing()),
        }
    }

    pub(crate) fn wins_with(&mut self, game: &Endgame, play: Option<Combo>) -> Result<bool, Stopped> {
        match self {
            Solver::Two(search) => {
                let (mover, other) = mover_and_other(game);
                search.wins_with(mover, other, play)
            }
            Solver::Three(search) => {
                let winner = search.winner_after(hands(game), game.turn(), game.standing(), play)?;
                Ok(winner == game.turn().side())
            }
        }
    }

    pub(crate) fn wins(&mut self, game: &Endgame) -> Result<bool, Stopped> {
        for (play, is_worth_trying) in self.ordered_plays(game) {
            if is_worth_trying && self.wins_with(game, play)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn mover_and_other(game: &Endgame) -> (Hand, Hand) {
    (game.hand(game.turn()), game.hand(game.next(game.turn())))
}

fn hands(game: &Endgame) -> [Hand; 3] {
    Seat::ALL.map(|seat| game.hand(seat))
}
