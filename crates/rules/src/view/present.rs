//! A view that begins without history.

use super::{BadView, View, check_deck, start_count, too_many};
use crate::board::Board;
use crate::combo::Combo;
use crate::course::Course;
use crate::hand::Hand;
use crate::ruleset::Ruleset;
use crate::seat::{Chair, Seat};

/// The present of a hand, without history: the cards of a seat, the number of cards that each seat has left, and the standing combo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Present {
    /// The ruleset, with its wild ranks shown.
    pub rules: Ruleset,
    /// The viewing seat.
    pub seat: Seat,
    /// The cards that the viewing seat holds now.
    pub hand: Hand,
    /// The seat on turn.
    pub turn: Seat,
    /// The number of cards that each seat has left, in the order of [`Seat::ALL`].
    pub left: [u8; 3],
    /// The standing combo and the seat that played it.
    pub standing: Option<(Seat, Combo)>,
    /// The bottom cards, if they are known.
    pub bottom: Option<Hand>,
    /// The cards that each seat is known to have played, in the order of [`Seat::ALL`]. A seat may have played more cards.
    pub played: [Hand; 3],
    /// The cards that are left in each open hand, in the order of [`Seat::ALL`]; empty for a closed hand.
    pub open: [Hand; 3],
}

impl Present {
    /// Refuses an open hand that the ruleset does not allow, that has another number of cards than `left`, or that is the viewing seat's but
    /// not equal to `hand`.
    fn check_open_hands(&self) -> Result<(), BadView> {
        for seat in Seat::ALL {
            let (open, counted) = (self.open[seat.index()], self.left[seat.index()]);
            if open.is_empty() {
                continue;
            }
            if !self.rules.open_hand().may_be_open(seat) {
                return Err(BadView::NeverOpen { seat, ruleset: self.rules.name() });
            }
            if open.len() != u32::from(counted) {
                return Err(BadView::CountMismatch { seat, found: open.len(), counted });
            }
            if seat == self.seat && open != self.hand {
                return Err(BadView::OpenNotHeld { open, hand: self.hand });
            }
        }
        Ok(())
    }
}

impl View {
    /// Makes a view of the present, without history.
    pub fn from_present(now: &Present) -> Result<View, BadView> {
        let Present { rules, seat, hand, turn, left, standing, bottom, played, open } = *now;
        if rules.awaits_wild() {
            let (found, expected) = (rules.wilds().len(), rules.wild_ranks());
            return Err(BadView::WildsMissing { ruleset: rules.name(), found, expected });
        }
        for seat in Seat::ALL {
            let (counted, max) = (left[seat.index()], start_count(seat));
            if counted == 0 || counted > max {
                return Err(BadView::BadCount { seat, counted, max });
            }
            let sum = u32::from(counted) + played[seat.index()].len();
            if sum > u32::from(max) {
                let played = played[seat.index()].len();
                return Err(BadView::PlayedTooMany { seat, left: counted, played, dealt: max });
            }
        }
        if hand.len() != u32::from(left[seat.index()]) {
            return Err(BadView::CountMismatch { seat, found: hand.len(), counted: left[seat.index()] });
        }
        let mut played = played;
        if let Some((owner, combo)) = standing {
            if owner == turn {
                return Err(BadView::OwnStanding { seat: turn });
            }
            if !rules.is_reading(combo) {
                return Err(BadView::NoCombo { play: combo, ruleset: rules.name() });
            }
            // The standing combo was played, so its cards that the owner's played cards lack are added.
            let owners = &mut played[owner.index()];
            if !owners.contains(combo.cards()) {
                let missing = combo.cards().minus(owners.overlap(combo.cards())).expect("an overlap lies within");
                *owners = owners.plus(missing).ok_or_else(|| too_many(&[*owners, missing]))?;
            }
            let (counted, dealt) = (left[owner.index()], start_count(owner));
            if u32::from(counted) + owners.len() > u32::from(dealt) {
                return Err(BadView::PlayedTooMany { seat: owner, left: counted, played: owners.len(), dealt });
            }
        }
        now.check_open_hands()?;
        // The known hands are the viewing seat's hand and the open hands.
        let held = Seat::ALL.map(|other| if other == seat { hand } else { open[other.index()] });
        let seen = [held[0], held[1], held[2], played[0], played[1], played[2]];
        check_deck(&seen)?;
        if let Some(bottom) = bottom {
            if bottom.len() != 3 {
                return Err(BadView::BottomSize { found: bottom.len() });
            }
            // The landlord still holds the bottom cards that are not known to be played, or has played them unseen.
            let unplayed = bottom.minus(bottom.overlap(played[0])).expect("an overlap lies within");
            let hand = held[Seat::Landlord.index()];
            if hand.is_empty() {
                let [_, down, up, ..] = held;
                check_deck(&[down, up, played[0], played[1], played[2], unplayed])?;
            } else if left[0] as u32 + played[0].len() == 20 && !hand.contains(unplayed) {
                return Err(BadView::BottomNotHeld { bottom, hand });
            }
        }
        let seen = hand.len() + played.iter().map(|cards| cards.len()).sum::<u32>();
        let held: u32 =
            Seat::ALL.into_iter().filter(|&other| other != seat).map(|other| u32::from(left[other.index()])).sum();
        if held > 54 - seen {
            return Err(BadView::TooFewUnseen { held, unseen: 54 - seen });
        }
        let complete_cards = held == 54 - seen;
        // If some played cards are unknown, the bottom cards may be among them.
        let bottom = bottom.filter(|_| complete_cards);
        let unplayed = bottom.map(|bottom| bottom.minus(bottom.overlap(played[0])).expect("an overlap lies within"));
        if let Some(unplayed) = unplayed.filter(|unplayed| unplayed.len() > u32::from(left[0])) {
            return Err(BadView::BottomTooLarge { unplayed, left: left[0] });
        }
        let course = Course::resume(turn, standing, left, played);
        let board = Board::resume(rules, bottom, course, open);
        let (gave, got) = (Hand::EMPTY, Hand::EMPTY);
        Ok(View { chair: seat.chair(Chair::First), hand, board, log: Vec::new(), complete: false, gave, got })
    }
}
