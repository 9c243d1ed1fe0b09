//! A world: a guess at all hands.

use rules::{Hand, Seat, View};

/// A guess that agrees with a [`View`]: its own hand, the counts, every card played and every card that a seat is known
/// to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct World {
    hands: [Hand; 3],
    gone: Hand,
}

/// Why hands do not agree with a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadWorld {
    /// Worlds speak of seats, and there are none before the landlord is known.
    #[error("no seat is the landlord yet")]
    NoSeats,
    /// Not the hand of the seat that looks.
    #[error("{seat} looks and holds {held}, not {guessed}")]
    NotMine {
        /// The seat that looks.
        seat: Seat,
        /// Its cards.
        held: Hand,
        /// The guess.
        guessed: Hand,
    },
    /// Another number of cards.
    #[error("{seat} holds {expected} cards, the guess gives it {found}")]
    Count {
        /// The seat of the hand.
        seat: Seat,
        /// Cards guessed.
        found: u32,
        /// Cards that it holds.
        expected: u32,
    },
    /// The cards are known to lie elsewhere.
    #[error("{seat} is known to hold {known}, the guess gives it {guessed}")]
    Known {
        /// The seat of the hand.
        seat: Seat,
        /// The cards that it certainly holds.
        known: Hand,
        /// The guess.
        guessed: Hand,
    },
    /// Cards that lie elsewhere.
    #[error("the guess gives {seat} {guessed}, but of that only {unseen} is unseen")]
    Seen {
        /// The seat of the hand.
        seat: Seat,
        /// The guess.
        guessed: Hand,
        /// The cards that it could be made of.
        unseen: Hand,
    },
}

impl World {
    /// Makes the guess that the seats hold `hands`, in the order of [`Seat::ALL`].
    pub fn new(view: &View, hands: [Hand; 3]) -> Result<World, BadWorld> {
        let me = view.seat().ok_or(BadWorld::NoSeats)?;
        if hands[me.index()] != view.hand() {
            return Err(BadWorld::NotMine { seat: me, held: view.hand(), guessed: hands[me.index()] });
        }
        let mut gone = view.unseen();
        for seat in [me.next(), me.previous()] {
            let guessed = hands[seat.index()];
            let (found, expected) = (guessed.len(), view.course().left(seat));
            if found != expected {
                return Err(BadWorld::Count { seat, found, expected });
            }
            if !guessed.contains(view.known(seat)) {
                return Err(BadWorld::Known { seat, known: view.known(seat), guessed });
            }
            gone = gone.minus(guessed).ok_or(BadWorld::Seen { seat, guessed, unseen: gone })?;
        }
        Ok(World { hands, gone })
    }

    /// Makes a world that the caller has dealt from what a view leaves open, by its counts.
    pub(super) const fn dealt(hands: [Hand; 3], gone: Hand) -> World {
        World { hands, gone }
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

    /// Returns the cards that were played before the history that was told; none with a full history.
    #[inline]
    pub const fn gone(&self) -> Hand {
        self.gone
    }
}
