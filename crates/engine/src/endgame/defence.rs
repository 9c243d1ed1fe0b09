//! The longest defence and the soonest win: the line in which the winner hurries and the loser resists longest. To find this line takes
//! longer than to find only the winner.

use std::collections::BTreeMap;

use rules::{Combo, Grade, Hand, Kind, Seat, Side};

use crate::endgame::game::{AfterPlay, Endgame};
use crate::endgame::memory::Memory;
use crate::endgame::meter::{Meter, SolveLimits, Stopped};
use crate::endgame::solve::Solver;

/// Finds the longest defence of the side that loses: the plays to the end, `None` being a pass. The winning side takes as few turns as it can, the
/// losing side delays the win as long as it can; a pass counts as a turn.
///
/// ```
/// use engine::endgame::{Endgame, SolveLimits, Memory, longest_defence};
/// use rules::Ruleset;
/// let level = Endgame::two_seats(Ruleset::CLASSIC, "2KQ8877664".parse()?, "2KQ554433".parse()?)?;
/// let line = longest_defence(&level, &mut Memory::default(), SolveLimits::NONE, &mut || false)?;
/// assert_eq!(line.len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest_defence(
    game: &Endgame,
    memory: &mut Memory,
    limits: SolveLimits,
    halt: &mut dyn FnMut() -> bool,
) -> Result<Vec<(Seat, Option<Combo>)>, Stopped> {
    let mut solver = Solver::new(game, memory, Meter::of(game.rules(), limits, halt));
    SoonestWinSearch::of(game, &mut solver)?.find_line(game)
}

struct SoonestWinSearch<'s, 'a> {
    solver: &'s mut Solver<'a>,
    winner: Side,
    /// The bounds of each position: the win takes more plies than the first number, and no more than the second.
    known: BTreeMap<PositionKey, (u32, u32)>,
}

type PositionKey = ([Hand; 3], Seat, Option<(Seat, Kind, u8, usize, u32, Grade)>);

fn position_key(game: &Endgame) -> PositionKey {
    let standing = game
        .standing()
        .map(|(seat, combo)| (seat, combo.kind(), combo.run(), combo.key().index(), combo.len(), combo.grade()));
    (Seat::ALL.map(|seat| game.hand(seat)), game.turn(), standing)
}

/// A number of plies that no game reaches.
const NEVER: u32 = u32::MAX;

impl<'s, 'a> SoonestWinSearch<'s, 'a> {
    fn of(game: &Endgame, solver: &'s mut Solver<'a>) -> Result<SoonestWinSearch<'s, 'a>, Stopped> {
        let mine = game.turn().side();
        let winner = if solver.wins(game)? { mine } else { mine.other() };
        Ok(SoonestWinSearch { solver, winner, known: BTreeMap::new() })
    }

    /// True if the winner goes out within `plies` more plies against every defence.
    fn wins_within(&mut self, game: &Endgame, plies: u32) -> Result<bool, Stopped> {
        if plies == 0 {
            return Ok(false);
        }
        let (too_few, enough) = self.known.get(&position_key(game)).copied().unwrap_or((0, NEVER));
        if plies >= enough {
            return Ok(true);
        }
        if plies <= too_few {
            return Ok(false);
        }
        self.solver.meter().tick()?;
        let chases = game.turn().side() == self.winner;
        let mut within = !chases;
        for (play, is_worth_trying) in self.solver.ordered_plays(game) {
            if is_worth_trying && self.play_wins_within(game, play, plies)? == chases {
                within = chases;
                break;
            }
        }
        let known = self.known.entry(position_key(game)).or_insert((0, NEVER));
        if within {
            known.1 = known.1.min(plies);
        } else {
            known.0 = known.0.max(plies);
        }
        Ok(within)
    }

    /// True if [`SoonestWinSearch::wins_within`] holds with `play` as the first ply.
    fn play_wins_within(&mut self, game: &Endgame, play: Option<Combo>, plies: u32) -> Result<bool, Stopped> {
        let chases = game.turn().side() == self.winner;
        match game.after(play) {
            AfterPlay::Over(seat) => Ok(seat.side() == self.winner),
            AfterPlay::Position(_) if chases && (plies == 1 || !self.solver.wins_with(game, play)?) => Ok(false),
            AfterPlay::Position(next) => self.wins_within(&next, plies - 1),
        }
    }

    fn find_line(mut self, game: &Endgame) -> Result<Vec<(Seat, Option<Combo>)>, Stopped> {
        let mut plies = 1;
        while !self.wins_within(game, plies)? {
            plies += 1;
        }
        let (mut game, mut line) = (*game, Vec::new());
        loop {
            let chases = game.turn().side() == self.winner;
            let mut chosen = None;
            for (play, is_worth_trying) in self.solver.ordered_plays(&game) {
                // The winner keeps to the plies that are left, the loser uses them up.
                let within = if chases { plies } else { plies - 1 };
                if is_worth_trying && self.play_wins_within(&game, play, within)? == chases {
                    chosen = Some(play);
                    break;
                }
            }
            let play = chosen.expect("the line is as long as was found out");
            line.push((game.turn(), play));
            plies -= 1;
            match game.after(play) {
                AfterPlay::Over(_) => return Ok(line),
                AfterPlay::Position(next) => game = next,
            }
        }
    }
}
