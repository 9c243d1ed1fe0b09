//! The laws of the rules, and the house rules of the repository. `THIRDSEAT_FULL=1` tries many more positions.

mod slow;

mod codecs;
mod conformance;
mod dealers;
mod deck_counts;
mod fuzz_smoke;
mod game;
mod journey;
mod laws;
mod open_hand;
mod oracle;
mod pass_on;
mod table;
mod wild;

// The whole repository.
mod crate_graph;
mod documented;
mod tidy;
