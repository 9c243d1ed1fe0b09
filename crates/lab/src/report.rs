//! Figures: how they are estimated ([`stats`], [`sprt`]), counted ([`tally`]) and shown (pages, pictures, a progress bar).

pub(crate) mod stats;
pub(crate) mod sprt;
pub(crate) mod tally;
pub(crate) mod page;
pub(crate) mod svg;
pub(crate) mod charts;
pub(crate) mod progress;
