//! The rules of DouDizhu (斗地主): cards, combos, rulesets, the whole game from deal to settlement, and the text
//! formats. The engine decides whether a play is good.
//!
//! The modules are listed in the order in which a newcomer should read them.

// No clock, thread, entropy, input or output: `clippy.toml` beside this crate's manifest lists the forbidden items.
#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

pub mod rank;
pub mod hand;
pub mod order;
pub mod card;
pub mod shape;
pub mod ruleset;
pub mod combo;
pub mod classify;
pub mod movegen;
pub mod wild;
pub mod seat;
pub mod auction;
pub mod course;
pub mod score;
pub mod board;
pub mod plays;
pub mod seed;
pub mod table;
pub mod dealer;
pub mod view;
pub mod external_history;
pub mod position;
pub mod notation;

pub use auction::{Bidding, Call};
pub use board::{Board, Event, Illegal, OpenedHand, Raise, Stage};
pub use combo::{Combo, Trick};
pub use course::{BadPlay, Course};
pub use dealer::{Dealer, Deck};
pub use external_history::ExternalHistory;
pub use hand::{Hand, Ranks};
pub use movegen::Plays;
pub use notation::TextError;
pub use order::Order;
pub use plays::LogPlay;
pub use position::PositionError;
pub use rank::Rank;
pub use ruleset::{Auction, Doubling, OpenFactor, OpenRule, PassOn, Ruleset, RulesetError, Scoring};
pub use score::{PlayerGains, Settlement, Stakes};
pub use seat::{Chair, Seat, Side};
pub use seed::{Rng, Seed};
pub use shape::{Kind, SHAPES, Shape, Wing};
pub use table::{Action, Deal, Table};
pub use view::{Present, View};
pub use wild::{BadWild, Grade, Wilds};
