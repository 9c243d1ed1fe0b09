//! Why an event cannot happen, told with what was tried and what stands against it.

use super::{Raise, Stage};
use crate::auction::BadCall;
use crate::course::BadPlay;
use crate::hand::Hand;
use crate::seat::{Chair, Seat};
use crate::wild::BadWild;

/// Why an event cannot happen.
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
    /// The rank cannot be wild.
    #[error(transparent)]
    Wild(#[from] BadWild),
    /// Another number of cards than three.
    #[error("the {chair} chair cannot pass on {cards}: it gives 3 cards")]
    PassSize {
        /// The giver.
        chair: Chair,
        /// The cards that it would give.
        cards: Hand,
    },
    /// The gifts are told in the order of the chairs.
    #[error("the {chair} chair cannot pass cards on, the gift of the {turn} chair is told first")]
    NotYourGift {
        /// The chair that was named.
        chair: Chair,
        /// The chair whose gift is next.
        turn: Chair,
    },
    /// A chair sees what it gives and what it gets.
    #[error("the cards that the {chair} chair passes on are missing, and the chair that looks sees them")]
    GiftHidden {
        /// The giver.
        chair: Chair,
    },
    /// A chair gives of the cards that it was dealt.
    #[error("the {chair} chair cannot pass on {cards}, it was dealt {dealt}")]
    NotDealt {
        /// The giver.
        chair: Chair,
        /// The cards that it would give.
        cards: Hand,
        /// The cards that it was dealt.
        dealt: Hand,
    },
    /// The cards that come lie elsewhere.
    #[error("the {chair} chair cannot pass on {cards}: {held} lies in another hand")]
    GiftElsewhere {
        /// The giver.
        chair: Chair,
        /// The cards that it would give.
        cards: Hand,
        /// The hand in which such cards are known to lie.
        held: Hand,
    },
    /// Cards that came cannot have gone before the hand is played.
    #[error("the {chair} chair got {cards}, but they are not in its hand {hand}")]
    GiftLost {
        /// The receiver.
        chair: Chair,
        /// The cards that it got.
        cards: Hand,
        /// The cards that it holds, played cards included.
        hand: Hand,
    },
    /// Another chair has the word.
    #[error("the {chair} chair cannot call, the {turn} chair has the word")]
    NotYourWord {
        /// The chair that tried.
        chair: Chair,
        /// The chair whose word it is.
        turn: Chair,
    },
    /// The auction does not allow it.
    #[error(transparent)]
    Call(#[from] BadCall),
    /// The bottom has three cards.
    #[error("the bottom has 3 cards, not {}: {bottom}", bottom.len())]
    BottomSize {
        /// The cards that were given.
        bottom: Hand,
    },
    /// The auction made another chair the landlord.
    #[error("the {chair} chair is not the landlord, the auction chose the {landlord} chair")]
    NotLandlord {
        /// The chair that was named.
        chair: Chair,
        /// The landlord's chair.
        landlord: Chair,
    },
    /// Another seat is asked.
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
    /// An open hand must show the landlord's 20 cards, the bottom among them.
    #[error("{shown} cannot be the landlord's whole hand with the bottom {bottom}")]
    BadShow {
        /// The cards that were shown.
        shown: Hand,
        /// The bottom cards.
        bottom: Hand,
    },
    /// Before the bottom is shown a hand has 17 cards.
    #[error("the {chair} chair cannot lay {shown} open: a dealt hand has 17 cards, not {}", shown.len())]
    ShowSize {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
    },
    /// A hand is laid open once.
    #[error("the hand of the {chair} chair lies open already")]
    AlreadyOpen {
        /// The chair that tried.
        chair: Chair,
    },
    /// A factor of an earlier time.
    #[error("an open hand cannot count {factor} times any more: {most} at most")]
    LateFactor {
        /// The factor that was given.
        factor: u8,
        /// The highest one that is left.
        most: u8,
    },
    /// The seat that looks holds other cards.
    #[error("the {chair} chair cannot lay {shown} open, its hand is {hand}")]
    ShowNotHeld {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
        /// The hand of the chair.
        hand: Hand,
    },
    /// Cards of an open hand lie in another one.
    #[error("the {chair} chair cannot lay {shown} open: {held} lies in other hands")]
    ShowElsewhere {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
        /// The hands in which such cards are known to lie, together.
        held: Hand,
    },
    /// An open hand without cards that the chair was given.
    #[error("{shown} cannot be the whole hand of the {chair} chair: {known} is known to be there")]
    ShowLacks {
        /// The chair that lays its hand open.
        chair: Chair,
        /// The cards that were shown.
        shown: Hand,
        /// The cards that the hand must hold.
        known: Hand,
    },
    /// The cards on the table forbid it.
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
    /// Some of a seat's cards are known, and the others are too few for this.
    #[error("{seat} cannot play {cards}: of its {left} cards {known} are known to be there")]
    NotAmongKnown {
        /// The seat that tried.
        seat: Seat,
        /// The play that was tried.
        cards: Hand,
        /// Cards that it certainly holds.
        known: Hand,
        /// Number of cards that it has left.
        left: u32,
    },
    /// Cards of an open or own hand turned up elsewhere.
    #[error("{seat} cannot have {cards}: {held} lies elsewhere")]
    HeldElsewhere {
        /// The seat.
        seat: Seat,
        /// Its play, or the bottom that it takes.
        cards: Hand,
        /// The part of them that lies elsewhere.
        held: Hand,
    },
}

impl Illegal {
    /// Returns the same fault at a table whose chairs have other names than those of the rules, which count them in the order of speaking.
    #[must_use]
    pub fn placed(mut self, place: impl Fn(Chair) -> Chair) -> Illegal {
        match &mut self {
            Illegal::PassSize { chair, .. }
            | Illegal::GiftHidden { chair }
            | Illegal::NotDealt { chair, .. }
            | Illegal::GiftElsewhere { chair, .. }
            | Illegal::GiftLost { chair, .. }
            | Illegal::ShowSize { chair, .. }
            | Illegal::AlreadyOpen { chair }
            | Illegal::ShowNotHeld { chair, .. }
            | Illegal::ShowElsewhere { chair, .. }
            | Illegal::ShowLacks { chair, .. } => *chair = place(*chair),
            Illegal::NotYourGift { chair, turn: other }
            | Illegal::NotYourWord { chair, turn: other }
            | Illegal::NotLandlord { chair, landlord: other } => [*chair, *other] = [place(*chair), place(*other)],
            Illegal::WrongStage { .. }
            | Illegal::Wild(_)
            | Illegal::Call(_)
            | Illegal::BottomSize { .. }
            | Illegal::NotAsked { .. }
            | Illegal::UnknownRaise { .. }
            | Illegal::BadShow { .. }
            | Illegal::LateFactor { .. }
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
    fn chairs_have_the_names_of_the_table() {
        let fault = Illegal::NotYourWord { chair: Chair::Second, turn: Chair::First };
        let placed = fault.placed(|chair| Chair::ALL[(chair.index() + 1) % 3]);
        assert_eq!(placed.to_string(), "the third chair cannot call, the second chair has the word");
    }
}
