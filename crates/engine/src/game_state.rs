//! The full state of the play: all three hands, the seat on turn, and the standing combo. It is small, copied freely, and has no history;
//! [`rules::Table`] is the record of a whole hand with its log.

use rules::{Combo, Hand, Rank, Seat, Side, Trick};

/// Three hands, the seat on turn, and the standing combo. No hand is empty until [`GameState::act`] returns a winner.
#[derive(Clone, Copy, Debug)]
pub struct GameState {
    hands: [Hand; 3],
    turn: Seat,
    standing: Option<(Seat, Combo)>,
}

impl GameState {
    /// Makes a state in which `turn` faces `standing`, or leads. The owner of the standing combo is another seat. The hands come from one
    /// deck, except that natural cards may stand in for wild ones.
    pub fn new(hands: [Hand; 3], turn: Seat, standing: Option<(Seat, Combo)>) -> GameState {
        debug_assert!(standing.is_none_or(|(owner, _)| owner != turn));
        GameState { hands, turn, standing }
    }

    /// Returns the seat on turn.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the hand of a seat.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Returns the standing combo and its owner.
    #[inline]
    pub fn standing(&self) -> Option<(Seat, Combo)> {
        self.standing
    }

    /// Returns the trick that the seat to play faces.
    #[inline]
    pub fn trick(&self) -> Trick {
        self.standing.map_or(Trick::Lead, |(_, combo)| Trick::Follow(combo))
    }

    /// Returns the cards of the two others together. With stand-ins for wild cards there may be more of a rank than a deck has: then the
    /// deck's number counts.
    #[inline]
    pub fn unseen(&self) -> Hand {
        let [next, previous] = [self.turn.next(), self.turn.previous()].map(|seat| self.hand(seat));
        next.plus(previous).unwrap_or_else(|| capped_sum(next, previous))
    }

    /// Plays, or passes. Returns the winner if the hand went out.
    #[inline]
    pub fn act(&mut self, play: Option<Combo>) -> Option<Side> {
        let me = self.turn;
        self.turn = me.next();
        match play {
            Some(combo) => {
                let hand = &mut self.hands[me.index()];
                *hand = hand.minus(combo.cards()).expect("a play comes from the hand");
                if hand.is_empty() {
                    return Some(me.side());
                }
                self.standing = Some((me, combo));
            }
            // The trick comes back to its owner.
            None if self.standing.is_some_and(|(owner, _)| owner == self.turn) => self.standing = None,
            None => {}
        }
        None
    }
}

#[cold]
fn capped_sum(one: Hand, other: Hand) -> Hand {
    let capped = |rank: Rank| Hand::of(rank, (one.count(rank) + other.count(rank)).min(rank.copies()));
    let ranks = one.ranks().or(other.ranks());
    ranks.filter_map(capped).fold(Hand::EMPTY, |sum, part| sum.plus(part).expect("ranks differ"))
}
