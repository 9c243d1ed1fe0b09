//! The integration tests of the engine, except those that count allocations. `THIRDSEAT_FULL=1` looks at more positions.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod game;

mod belief;
mod cases;
mod cover;
mod endgame;
mod endgame_brute;
mod experience;
mod explain;
mod minimax;
mod net;
mod open_hand;
mod published;
mod rule_player;
mod search;
mod split;
mod temperaments;
mod wild;
