//! What the hands of a room showed of its players: counts of what the table saw, nothing else.

use rules::{Call, Chair, Rank, Seat};

use super::event::Settled;
use super::hand::{End, RoomHand, Step};

/// Somebody is still far from going out with more cards than this.
const MANY_CARDS: u32 = 10;

/// Counts of one player, over all hands that it played in the room.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Habits {
    /// Hands in which it spoke in the auction.
    pub auctions: u32,
    /// Those in which it wanted the landlord's seat.
    pub wanted: u32,
    /// Turns at which a combo of the other side stood.
    pub answerable: u32,
    /// Those at which it played.
    pub answered: u32,
    /// Hands in which the table came to see a bomb of its.
    pub bombs: u32,
    /// Those in which it played one while somebody still held more than ten cards.
    pub bombs_early: u32,
}

impl Habits {
    /// These and `more`.
    pub fn plus(self, more: Habits) -> Habits {
        Habits {
            auctions: self.auctions.saturating_add(more.auctions),
            wanted: self.wanted.saturating_add(more.wanted),
            answerable: self.answerable.saturating_add(more.answerable),
            answered: self.answered.saturating_add(more.answered),
            bombs: self.bombs.saturating_add(more.bombs),
            bombs_early: self.bombs_early.saturating_add(more.bombs_early),
        }
    }
}

/// What a hand showed of each of the room's chairs.
pub fn of_hand(hand: &RoomHand) -> [Habits; 3] {
    let mut counts = [Habits::default(); 3];
    let mut landlord = hand.seated.as_ref().map(|_| hand.first);
    let mut left = [20u32, 17, 17];
    let mut standing: Option<Seat> = None;
    for entry in hand.log.iter().filter(|entry| !entry.skipped) {
        match &entry.step {
            Step::Called(chair, call) => {
                let count = &mut counts[chair.index()];
                count.auctions = 1;
                count.wanted |= u32::from(*call != Call::Pass);
            }
            Step::Landlord(chair, _) => landlord = Some(*chair),
            Step::Played(..) | Step::Passed(_) => {
                let Some(landlord) = landlord else { continue };
                let (seat, play) = match &entry.step {
                    Step::Played(seat, cards, combo) => (*seat, Some((cards, combo))),
                    Step::Passed(seat) => (*seat, None),
                    _ => continue,
                };
                let count = &mut counts[seat.chair(landlord).index()];
                if standing.is_some_and(|owner| owner.side() != seat.side()) {
                    count.answerable += 1;
                    count.answered += u32::from(play.is_some());
                }
                match play {
                    Some((cards, combo)) => {
                        standing = Some(seat);
                        if combo.is_some_and(|combo| combo.is_bomb()) {
                            count.bombs = 1;
                            count.bombs_early |= u32::from(left.iter().any(|&left| left > MANY_CARDS));
                        }
                        let left = &mut left[seat.index()];
                        *left = left.saturating_sub(cards.len());
                    }
                    None if standing == Some(seat.next()) => standing = None,
                    None => {}
                }
            }
            _ => {}
        }
    }
    if let Some(End::Settled(settled)) = &hand.end {
        count_kept_bombs(settled, &mut counts);
    }
    counts
}

/// Bombs that lay unplayed in hands that were shown at the end.
fn count_kept_bombs(settled: &Settled, counts: &mut [Habits; 3]) {
    for chair in Chair::ALL {
        let Some(cards) = &settled.remaining[chair.index()] else { continue };
        let hand = cards.hand();
        let four = Rank::all().any(|rank| hand.count(rank) == 4);
        if four || hand.contains(rules::Hand::ROCKET) {
            counts[chair.index()].bombs = 1;
        }
    }
}
