//! The strategies, and decisions of all personas: views in, decisions out.

mod bids;
mod guards;
mod honesty;
mod memory;
mod mended;
mod pace;
mod persona_files;
mod published;
mod rows;
mod slips;
mod win_paths;
