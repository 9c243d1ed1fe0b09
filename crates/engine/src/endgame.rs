//! Endgames with open hands, solved exactly: the winner, the first plays that win, and a line to the end. The solver is pure, as all of the
//! engine: the caller brings limits, the time and the threads. `docs/measured.md` has its times.

mod game;
mod solve;
mod gifts;
mod defence;
mod puzzle;
mod search;
mod trio;
mod category;
mod dominance;
mod turns;
mod key;
mod memory;
mod meter;

pub use defence::longest_defence;
pub use game::{AfterPlay, BadEndgame, Endgame, HAND_MAX};
pub use gifts::{GIFT_HAND_MAX, Gift, exchange};
pub use memory::{MEMORY_BYTES_MAX, Memory};
pub use meter::{SolveLimits, Stopped};
pub use puzzle::{Features, Grade, Hint, Puzzle, Theme};
pub use solve::{FirstPlay, Outcome, solve};

pub(crate) use meter::Meter;
