//! The reasons of choices: positions of each concept, every fact against a slow check, and what hidden cards may not change.

mod positions;
mod ranking;
mod slow;
mod fuzz;
mod calls;
mod contrasts;
