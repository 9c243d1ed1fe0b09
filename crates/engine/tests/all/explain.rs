//! The reasons of choices: positions of each concept, and every fact against a slow check.

mod positions;
mod ranking;
mod slow;
mod fuzz;
mod calls;
mod contrasts;
