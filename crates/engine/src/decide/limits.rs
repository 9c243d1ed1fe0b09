//! The outside limits of a decision.

use crate::opponents::habits::Habits;

/// The outside limits of one decision: bounds on top of the persona's own, and what is known of the players.
pub struct Limits<'a> {
    /// The turn's clock, when the players have one: thinking time is advised within 60% of it.
    pub clock_ms: Option<u32>,
    /// At most this many worlds are solved or played out, and at most the persona's own number; 0 leaves the decision to
    /// the strategies, or to the bare net. The number in a trace repeats a decision that a clock cut short.
    pub worlds_max: u32,
    /// The same for the positions that solving or searching enters.
    pub nodes_max: u64,
    /// The record of the players by earlier hands, by seat; by chair before there is a landlord. It moves a persona's own numbers and what
    /// it believes of their cards.
    pub habits: [Habits; 3],
    /// Called now and then while endings are solved or plays are searched. `true` ends that: the finished part decides, or
    /// the strategies.
    pub halt: &'a mut dyn FnMut() -> bool,
}

impl<'a> Limits<'a> {
    /// Returns limits with the persona's own bounds, `halt`, and unknown players.
    pub fn until(halt: &'a mut dyn FnMut() -> bool) -> Limits<'a> {
        let habits = [Habits::default(); 3];
        Limits { clock_ms: None, worlds_max: u32::MAX, nodes_max: u64::MAX, habits, halt }
    }
}
