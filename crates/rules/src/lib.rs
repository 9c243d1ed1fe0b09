//! What is legal in DouDizhu (斗地主): cards, combos, rulesets, the whole game from deal to settlement, and the text in
//! which all of it is written. What is good play is the engine's business.
//!
//! The modules are listed in the order in which a newcomer should read them.

pub mod rank;
pub mod hand;
pub mod card;
pub mod shape;
pub mod ruleset;
pub mod combo;
pub mod classify;
pub mod movegen;
pub mod seed;
pub mod notation;

pub use combo::{Combo, Trick};
pub use hand::{Hand, Ranks};
pub use movegen::Plays;
pub use notation::TextError;
pub use rank::Rank;
pub use ruleset::{Auction, Doubling, Ruleset, RulesetError};
pub use seed::{Rng, Seed};
pub use shape::{Kind, SHAPES, Shape, Wing};
