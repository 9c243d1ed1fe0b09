//! The reasons why a view cannot be made.

use crate::combo::Combo;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::seat::Seat;

/// The reason why a view cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadView {
    /// The hand has another number of cards than the deal and the plays leave.
    #[error("the deal gives {expected} cards, not {found}")]
    HandSize {
        /// The size of the hand.
        found: u32,
        /// The right size.
        expected: u32,
    },
    /// The bottom does not have three cards.
    #[error("the bottom has {found} cards, a deal leaves 3")]
    BottomSize {
        /// The size of the bottom.
        found: u32,
    },
    /// The landlord's hand lacks the bottom cards that it must hold.
    #[error("the landlord took the bottom {bottom}, but the hand {hand} does not hold it")]
    BottomNotHeld {
        /// The bottom cards.
        bottom: Hand,
        /// The landlord's hand.
        hand: Hand,
    },
    /// The unplayed bottom cards are more than the landlord has cards left.
    #[error("{unplayed} of the bottom is unplayed, but the landlord has {left} cards left")]
    BottomTooLarge {
        /// The bottom cards that are not known to be played.
        unplayed: Hand,
        /// The number of cards that the landlord has left.
        left: u8,
    },
    /// The size of a hand differs from the number of cards that its seat has left.
    #[error("{seat} holds {found} cards but is counted with {counted}")]
    CountMismatch {
        /// The owner of the hand.
        seat: Seat,
        /// The number of cards in the hand.
        found: u32,
        /// The number of cards left that was given for the seat.
        counted: u8,
    },
    /// The number of cards left of a seat is too high, or it is 0 although the hand goes on.
    #[error("{seat} is counted with {counted} cards, it has 1 to {max} while the hand goes on")]
    BadCount {
        /// The seat.
        seat: Seat,
        /// The number of cards left that was given.
        counted: u8,
        /// The highest possible number.
        max: u8,
    },
    /// The known cards together have more cards of a rank than the deck.
    #[error("{rank} was seen more often than the deck has it ({})", rank.copies())]
    TooMany {
        /// The rank.
        rank: Rank,
    },
    /// The others hold more cards than there are unseen cards.
    #[error("the others hold {held} cards, but only {unseen} are unseen")]
    TooFewUnseen {
        /// The number of cards that the others hold together.
        held: u32,
        /// The number of unseen cards.
        unseen: u32,
    },
    /// The cards that a seat holds and has played are more than it had at the first lead.
    #[error("{seat} holds {left} cards and played {played}, more than the {dealt} it was given")]
    PlayedTooMany {
        /// The owner of the cards.
        seat: Seat,
        /// The number of cards left.
        left: u8,
        /// The number of cards played.
        played: u32,
        /// The number of cards at the first lead.
        dealt: u8,
    },
    /// The standing combo belongs to the seat on turn.
    #[error("{seat} is to play on its own standing combo: then it leads, and nothing stands")]
    OwnStanding {
        /// The seat.
        seat: Seat,
    },
    /// Not every wild rank of the ruleset is given.
    #[error("wild ranks told: {found}; in ruleset {ruleset} their number is {expected}")]
    WildsMissing {
        /// The ruleset's name.
        ruleset: &'static str,
        /// The number of wild ranks that are given.
        found: u32,
        /// The number of wild ranks that the ruleset has.
        expected: u8,
    },
    /// A hand is open that must be closed under the ruleset.
    #[error("the hand of {seat} lies open, which ruleset {ruleset} does not have")]
    NeverOpen {
        /// The owner of the hand.
        seat: Seat,
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// The open cards of the viewing seat are not its hand.
    #[error("{open} lies open, but the hand is {hand}")]
    OpenNotHeld {
        /// The open cards.
        open: Hand,
        /// The hand.
        hand: Hand,
    },
    /// The standing combo is no combo of the ruleset.
    #[error("the standing {play} is no combo in ruleset {ruleset}")]
    NoCombo {
        /// The standing combo.
        play: Combo,
        /// The ruleset's name.
        ruleset: &'static str,
    },
}
