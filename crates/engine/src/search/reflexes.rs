//! Who plays by reflex in a world that is played out, as far as their acts so far say.

use rules::{Combo, Ruleset};

use super::playing::Playing;
use crate::belief::{Belief, World};
use crate::reflex;

/// One world's players by reflex.
#[derive(Clone, Copy)]
pub(super) struct Reflexes {
    pub(super) seats: [bool; 3],
    /// Whether they bomb without need: every other world they do.
    pub(super) in_the_mood: bool,
}

impl Reflexes {
    /// Those of the world of that number.
    pub(super) fn of(belief: &Belief, index: u32, world: &World) -> Reflexes {
        Reflexes { seats: belief.by_reflex(index, world), in_the_mood: index.is_multiple_of(2) }
    }

    /// Adds this world to how many there were for each seat.
    pub(super) fn count(&self, worlds: &mut [u32; 3]) {
        worlds.iter_mut().zip(self.seats).for_each(|(worlds, has)| *worlds += u32::from(has));
    }

    /// What the seat to play does, if it plays by reflex.
    #[inline]
    pub(super) fn play(&self, rules: &Ruleset, now: &Playing) -> Option<Option<Combo>> {
        let me = now.turn();
        let plays = || reflex::play(rules, me, now.hand(me), now.standing(), self.in_the_mood);
        self.seats[me.index()].then(plays)
    }
}
