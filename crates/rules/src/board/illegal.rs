//! The reasons why an event cannot happen.

use super::{Raise, Stage};
use crate::auction::BadCall;
use crate::course::BadPlay;
use crate::hand::Hand;
use crate::seat::{Chair, Seat};
use crate::wild::BadWild;

/// The reason why an event cannot happen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The hand is at another stage.
    #[error("{what} does not belong to the stage {stage}")]
    WrongStage {
        /// The step that was tried.
        what: &'static str,
        /// The stage of the hand.
        stage: Stage,
    },
    /// The rank cannot be shown as wild.
    #[error(transparent)]
    Wild(#[from] BadWild),
    /// The gift does not have three cards.
    #[error("the {chair} chair cannot pass on {cards}: it gives 3 cards")]
    PassSize {
        /// The giver.
        chair: Chair,
        /// The cards that it would give.
        cards: Hand,
    },
    /// Another chair's gift is next: the events of gifts come in the order of the chairs.
    #[error("the {chair} chair cannot pass cards on, the gift of the {turn} chair is told first")]
    NotYourGift {
        /// The chair that was named.
        chair: Chair,
        /// The chair whose gift is next.
        turn: Chair,
    },
    /// The event of the gift lacks the cards, although the viewing chair must see them.
    #[error("the cards that the {chair} chair passes on are missing, and the chair that looks sees them")]
    GiftHidden {
        /// The giver.
        chair: Chair,
    },
    /// The chair was not dealt the cards that it gives.
    #[error("the {chair} chair cannot pass on {cards}, it was dealt {dealt}")]
    NotDealt {
        /// The giver.
        chair: Chair,
        /// The cards that it would give.
        cards: Hand,
        /// The cards that it was dealt.
        dealt: Hand,
    },
    /// The gift and the known cards do not fit into one deck.
    #[error("the {chair} chair cannot pass on {cards}: one deck cannot also hold {held}")]
    GiftElsewhere {
        /// The giver.
        chair: Chair,
        /// The cards that it would give.
        cards: Hand,
        /// Known cards.
        held: Hand,
    },
    /// The receiver does not have the cards of the gift.
    #[error("the {chair} chair got {cards}, but they are not in its hand {hand}")]
    GiftNotHeld {
        /// The receiver.
        chair: Chair,
        /// The cards that it got.
        cards: Hand,
        /// The hand that lacks them.
        hand: Hand,
    },
    /// It is another chair's turn to call.
    #[error("the {chair} chair cannot call, the {turn} chair has the word")]
    NotYourCall {
        /// The chair that tried.
        chair: Chair,
        /// The chair on turn.
        turn: Chair,
    },
    /// The auction does not allow the call.
    #[error(transparent)]
    Call(#[from] BadCall),
    /// The bottom does not have three cards.
    #[error("the bottom has 3 cards, not {}: {bottom}", bottom.len())]
    BottomSize {
        /// The cards that were given.
        bottom: Hand,
    },
    /// Another chair is the landlord.
    #[error("the {chair} chair is not the landlord, the auction chose the {landlord} chair")]
    NotLandlord {
        /// The chair that was named.
        chair: Chair,
        /// The landlord's chair.
        landlord: Chair,
    },
    /// It is another seat's turn to double.
    #[error("{seat} is not asked to double now")]
    NotAsked {
        /// The seat that tried.
        seat: Seat,
    },
    /// The ruleset has no such raise.
    #[error("ruleset {ruleset} does not know a raise of {raise} times")]
    UnknownRaise {
        /// The raise that was tried.
        raise: Raise,
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// The landlord's open hand does not have 20 cards, or lacks the bottom.
    #[error("{shown} cannot be the landlord's whole hand with the bottom {bottom}")]
    BadShow {
        /// The cards that were shown.
        shown: Hand,
        /// The known bottom cards.
        bottom: Hand,
    },
    /// The open hand does not have 17 cards, and its chair has no bottom cards.
    #[error("the {chair} chair cannot lay {shown} open: a dealt hand has 17 cards, not {}", shown.len())]
    ShowSize {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
    },
    /// The hand is open already.
    #[error("the hand of the {chair} chair lies open already")]
    AlreadyOpen {
        /// The chair that tried.
        chair: Chair,
    },
    /// The factor is too high: the ruleset never allows it, or only earlier in the hand.
    #[error("an open hand cannot count {factor} times any more: {most} at most")]
    FactorTooHigh {
        /// The factor that was given.
        factor: u8,
        /// The highest factor that is still allowed.
        most: u8,
    },
    /// The shown cards are not the hand of the viewing chair.
    #[error("the {chair} chair cannot lay {shown} open, its hand is {hand}")]
    ShowNotHeld {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
        /// The hand of the chair.
        hand: Hand,
    },
    /// Cards of the open hand are in another hand.
    #[error("the {chair} chair cannot lay {shown} open: {held} lies in other hands")]
    ShowElsewhere {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
        /// Known cards of other hands.
        held: Hand,
    },
    /// The open hand lacks cards that the chair is known to hold.
    #[error("{shown} cannot be the whole hand of the {chair} chair: {known} is known to be there")]
    ShowLacks {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
        /// The cards that the hand must hold.
        known: Hand,
    },
    /// The play breaks a rule that depends on public facts only.
    #[error(transparent)]
    Play(#[from] BadPlay),
    /// The seat does not hold these cards.
    #[error("{seat} does not hold {cards}, its hand is {hand}")]
    NotHeld {
        /// The seat that tried.
        seat: Seat,
        /// The play that was tried.
        cards: Hand,
        /// The hand of the seat.
        hand: Hand,
    },
    /// Some cards of the seat are known, and its unknown cards are too few for the play.
    #[error("{seat} cannot play {cards}: of its {left} cards {known} are known to be there")]
    NotAmongKnown {
        /// The seat that tried.
        seat: Seat,
        /// The play that was tried.
        cards: Hand,
        /// The cards that the seat certainly holds.
        known: Hand,
        /// The number of cards that the seat has left.
        left: u32,
    },
    /// Cards of the play or of the bottom are elsewhere.
    #[error("{seat} cannot have {cards}: {held} lies elsewhere")]
    HeldElsewhere {
        /// The seat.
        seat: Seat,
        /// The play of the seat, or the bottom cards that it takes.
        cards: Hand,
        /// The part of these cards that is elsewhere.
        held: Hand,
    },
}

impl Illegal {
    /// Returns the same error with each chair replaced by `place(chair)`. The rules name chairs by the order of speaking; a backend's table
    /// has fixed names.
    #[must_use]
    pub fn map_chairs(mut self, place: impl Fn(Chair) -> Chair) -> Illegal {
        match &mut self {
            Illegal::PassSize { chair, .. }
            | Illegal::GiftHidden { chair }
            | Illegal::NotDealt { chair, .. }
            | Illegal::GiftElsewhere { chair, .. }
            | Illegal::GiftNotHeld { chair, .. }
            | Illegal::ShowSize { chair, .. }
            | Illegal::AlreadyOpen { chair }
            | Illegal::ShowNotHeld { chair, .. }
            | Illegal::ShowElsewhere { chair, .. }
            | Illegal::ShowLacks { chair, .. } => *chair = place(*chair),
            Illegal::NotYourGift { chair, turn: other }
            | Illegal::NotYourCall { chair, turn: other }
            | Illegal::NotLandlord { chair, landlord: other } => [*chair, *other] = [place(*chair), place(*other)],
            Illegal::WrongStage { .. }
            | Illegal::Wild(_)
            | Illegal::Call(_)
            | Illegal::BottomSize { .. }
            | Illegal::NotAsked { .. }
            | Illegal::UnknownRaise { .. }
            | Illegal::BadShow { .. }
            | Illegal::FactorTooHigh { .. }
            | Illegal::Play(_)
            | Illegal::NotHeld { .. }
            | Illegal::NotAmongKnown { .. }
            | Illegal::HeldElsewhere { .. } => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_chairs_renames_both_chairs_of_an_error() {
        let fault = Illegal::NotYourCall { chair: Chair::Second, turn: Chair::First };
        let placed = fault.map_chairs(|chair| Chair::ALL[(chair.index() + 1) % 3]);
        assert_eq!(placed.to_string(), "the third chair cannot call, the second chair has the word");
    }
}
