//! Figures: how they are estimated ([`stats`], [`sprt`]), counted ([`tally`]) and shown.

pub(crate) mod stats;
pub(crate) mod sprt;
pub(crate) mod tally;
pub(crate) mod origin;
pub(crate) mod progress;
