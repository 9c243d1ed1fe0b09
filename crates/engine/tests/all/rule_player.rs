//! The rule player seen from outside: views in, decisions out. One binary, so that the games which every part needs are
//! written and linked once. The default run takes seconds; `THIRDSEAT_FULL=1` takes many more cases.

mod bids;
mod determinism;
mod examples;
mod follows;
mod guards;
mod honesty;
mod inference;
mod leads;
mod memory;
mod mended;
mod pace;
mod persona_files;
mod published;
mod reach;
mod rows;
mod slips;
mod win_paths;
