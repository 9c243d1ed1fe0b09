//! The open hands 明牌, by chair, and their factor on the stakes.

use super::{Board, Illegal, Stage};
use crate::course::Course;
use crate::hand::Hand;
use crate::ruleset::{OpenFactor, OpenRule};
use crate::seat::{Chair, Seat};

/// All cards of a hand that a chair opens, and the factor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenedHand {
    /// The cards.
    pub hand: Hand,
    /// The factor on the stakes.
    pub factor: OpenFactor,
}

/// The open hands. Together they fit into one deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct OpenHands {
    /// The cards of each open hand, with known played cards; empty for a closed hand.
    hands: [Hand; 3],
    factor: u16,
}

impl OpenHands {
    pub(super) const NONE: OpenHands = OpenHands { hands: [Hand::EMPTY; 3], factor: 1 };

    /// Restores open hands in the middle of a hand: `unplayed` has the cards that are left in each. The factor stays 1, because it is not
    /// known.
    pub(super) fn resume(course: &Course, unplayed: [Hand; 3]) -> OpenHands {
        let whole = |seat: Seat| match unplayed[seat.index()] {
            closed if closed.is_empty() => closed,
            open => open.plus(course.played(seat)).expect("a view holds one deck"),
        };
        OpenHands { hands: Seat::ALL.map(whole), ..OpenHands::NONE }
    }

    pub(super) const fn factor(&self) -> u16 {
        self.factor
    }

    /// Returns the cards of an open hand, with known played cards.
    pub(super) fn of(&self, chair: Chair) -> Option<Hand> {
        Some(self.hands[chair.index()]).filter(|hand| !hand.is_empty())
    }

    pub(super) fn all_cards(&self) -> Hand {
        self.hands.into_iter().fold(Hand::EMPTY, |sum, hand| sum.plus(hand).expect("open hands come from one deck"))
    }

    /// Opens a hand if it fits into one deck with the open hands and `beside`, the known cards of a closed hand.
    fn add(&mut self, chair: Chair, shown: OpenedHand, beside: Hand) -> Result<(), Illegal> {
        let held = self.all_cards();
        if held.plus(beside).and_then(|held| held.plus(shown.hand)).is_none() {
            let held = held.plus(beside).unwrap_or(held);
            return Err(Illegal::ShowElsewhere { chair, shown: shown.hand, held });
        }
        self.hands[chair.index()] = shown.hand;
        self.factor *= u16::from(shown.factor.number());
        Ok(())
    }

    pub(super) fn take_bottom(&mut self, chair: Chair, bottom: Hand) {
        if let Some(hand) = self.of(chair) {
            self.hands[chair.index()] = hand.plus(bottom).expect("checked when the bottom was shown");
        }
    }
}

impl Board {
    /// True if the hand of `chair` is closed and the chair may open it without being asked. [`OpenRule::Deal`] allows this to every chair
    /// during the auction, or, in a hand without an auction, until the first lead. [`OpenRule::Landlord`] allows it to the landlord in a
    /// hand without an auction, until the first lead.
    pub fn may_open(&self, chair: Chair) -> bool {
        self.allows_opening(chair) && self.open.of(chair).is_none()
    }

    fn allows_opening(&self, chair: Chair) -> bool {
        let is_before_lead = self.has_no_auction() && self.course.left(Seat::Landlord) == 20;
        match self.rules.open_hand {
            OpenRule::No => false,
            OpenRule::Landlord => is_before_lead && self.landlord() == Some(chair),
            OpenRule::Deal => is_before_lead || self.stage == Stage::Auction,
        }
    }

    /// Returns the highest factor that an open hand may have now. A factor above two needs [`OpenRule::Deal`] and comes before the first
    /// call.
    pub fn open_factor_max(&self) -> OpenFactor {
        let has_begun = Chair::ALL.into_iter().any(|chair| self.bidding.last_call(chair).is_some());
        if has_begun || self.rules.open_hand != OpenRule::Deal { OpenFactor::Two } else { OpenFactor::Five }
    }

    pub(super) fn show(&mut self, chair: Chair, shown: Option<OpenedHand>) -> Result<(), Illegal> {
        if self.allows_opening(chair) {
            return self.open_unasked(chair, shown);
        }
        self.expect_stage(Stage::Showing, "opening the hand")?;
        if let Some(landlord) = self.landlord().filter(|&landlord| landlord != chair) {
            return Err(Illegal::NotLandlord { chair, landlord });
        }
        shown.map_or(Ok(()), |shown| self.open_landlord_hand(chair, shown))?;
        self.stage = Stage::Play;
        Ok(())
    }

    fn open_landlord_hand(&mut self, chair: Chair, shown: OpenedHand) -> Result<(), Illegal> {
        let (hand, bottom) = (shown.hand, self.bottom.unwrap_or_default());
        if hand.len() != 20 || !hand.contains(bottom) {
            return Err(Illegal::BadShow { shown: hand, bottom });
        }
        self.check_factor(shown)?;
        self.open.add(chair, shown, Hand::EMPTY)
    }

    fn open_unasked(&mut self, chair: Chair, shown: Option<OpenedHand>) -> Result<(), Illegal> {
        let shown = shown.ok_or(Illegal::WrongStage { what: "keeping the hand closed", stage: self.stage })?;
        if !self.may_open(chair) {
            return Err(Illegal::AlreadyOpen { chair });
        }
        if self.landlord() == Some(chair) {
            return self.open_landlord_hand(chair, shown);
        }
        if shown.hand.len() != 17 {
            return Err(Illegal::ShowSize { chair, shown: shown.hand });
        }
        self.check_factor(shown)?;
        let is_closed = |&landlord: &Chair| self.open.of(landlord).is_none();
        let beside = self.landlord().filter(is_closed).and(self.bottom).unwrap_or_default();
        self.open.add(chair, shown, beside)
    }

    fn check_factor(&self, shown: OpenedHand) -> Result<(), Illegal> {
        let (factor, most) = (shown.factor.number(), self.open_factor_max().number());
        if factor > most { Err(Illegal::FactorTooHigh { factor, most }) } else { Ok(()) }
    }
}
