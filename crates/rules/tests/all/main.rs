//! The laws of the rules, and the house rules of the repository. `THIRDSEAT_FULL=1` tries many more positions.

mod slow;

mod codecs;
mod conformance;
mod dealers;
mod deck_counts;
mod game;
mod laws;
mod open_hand;
mod oracle;
mod pass_on;
mod table;
mod wild;

// Beyond this crate.
mod documented;
mod tidy;
