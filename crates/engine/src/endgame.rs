//! Endgames with open hands, exactly: who wins, which first plays win, how it goes on. Pure as all of the engine: the
//! caller brings limits, the time and the threads. `docs/ENDGAME.md` tells what the parts are worth.

mod game;
mod category;
mod key;
mod table;
mod turns;
mod dominance;
mod meter;
mod search;
mod solve;

pub use game::{BadEndgame, BadPlay, Endgame, HAND_MAX, Next, Seats};
pub use meter::{Limits, Stopped};
pub use solve::{Ask, FirstPlay, Memory, Outcome, solve};
pub use table::TABLE_BYTES_MAX;
