//! The judgement of play: splitting a hand, judging it, choosing a play. It is pure: no clock, no entropy, no I/O.
//!
//! The modules are listed roughly from the ground up. A newcomer reads downwards, or starts with [`mod@decide`] and looks up what it uses.

// No clock, thread, entropy, input or output: `clippy.toml` beside this crate's manifest lists the forbidden items.
#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod words;
pub mod profile;
mod data;
pub mod hand;
pub mod turn_facts;
pub mod game_state;
pub mod net;
pub mod persona;
pub mod manners;
pub mod decision;
pub(crate) mod judge;
pub(crate) mod answer;
pub mod opponents;
pub mod turn;
pub mod explain;
pub mod endgame;
pub mod rule_player;
pub(crate) mod wild_player;
pub mod bid;
pub mod pass_on;
pub mod cases;
pub mod search;
pub mod decide;
pub mod level;

pub use decide::{
    Cost, HandTrace, Limits, NotMyTurn, Scratch, cost, decide, decide_within, grade, hand_plans, hand_trace,
    think_ms_max, win_chance,
};
pub use decision::{Candidate, Candidates, Decider, Decision, Strength, Trace};
pub use opponents::habits::Habits;
pub use persona::Persona;
pub use profile::Profile;
pub use wild_player::{WildSplit, wild_split};
