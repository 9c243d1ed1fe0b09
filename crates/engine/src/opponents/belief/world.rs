//! A world: a guess at all hands.

use rules::{Hand, Seat, View};

/// A guess that agrees with a [`View`]: its own hand, the counts, every card played and every card that a seat is known
/// to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct World {
    hands: [Hand; 3],
}

impl World {
    /// Makes the guess that the seats hold `hands`, in the order of [`Seat::ALL`]. `None` if the view contradicts it, or if the landlord is
    /// not known yet.
    pub fn new(view: &View, hands: [Hand; 3]) -> Option<World> {
        let me = view.seat().filter(|me| hands[me.index()] == view.hand())?;
        let mut unseen = view.unseen();
        for seat in [me.next(), me.previous()] {
            let guessed = hands[seat.index()];
            let agrees = guessed.len() == view.course().left(seat) && guessed.contains(view.known(seat));
            unseen = unseen.minus(guessed).filter(|_| agrees)?;
        }
        Some(World { hands })
    }

    /// Makes a world from hands that the caller has dealt in agreement with a view.
    pub(super) const fn dealt(hands: [Hand; 3]) -> World {
        World { hands }
    }

    /// Returns the hand of a seat in this guess.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Returns all hands, in the order of [`Seat::ALL`].
    #[inline]
    pub const fn hands(&self) -> [Hand; 3] {
        self.hands
    }
}
