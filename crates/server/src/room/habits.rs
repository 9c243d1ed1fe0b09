//! What the hands of a room showed of its players. The engine counts; here the room's chairs become those of the hand.

use engine::Habits;
use engine::opponents::habits;
use rules::{Chair, Hand, Ruleset};

use super::cards::Cards;
use super::hand::{End, RoomHand};

/// What a hand showed of each of the room's chairs. Of an untracked hand only the events that follow the ruleset count.
pub fn of_hand(hand: &RoomHand, rules: &Ruleset) -> [Habits; 3] {
    let mut shown = [Hand::EMPTY; 3];
    if let Some(End::Settled(settled)) = &hand.end {
        for chair in Chair::ALL {
            let cards = settled.remaining[chair.index()].as_ref();
            shown[hand.spoken(chair).index()] = cards.map_or(Hand::EMPTY, Cards::hand);
        }
    }
    let landlord = hand.seated.as_ref().map(|_| Chair::First);
    let counts = habits::of_hand(&hand.rules(rules), landlord, hand.events(), shown);
    Chair::ALL.map(|chair| counts[hand.spoken(chair).index()])
}
