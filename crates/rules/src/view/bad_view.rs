//! The reasons to refuse an observation.

use crate::combo::Combo;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::seat::Seat;

/// The reason why an observation cannot be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadView {
    /// A dealt hand of another size.
    #[error("the deal gives {expected} cards, not {found}")]
    HandSize {
        /// Its size.
        found: u32,
        /// The right size.
        expected: u32,
    },
    /// The bottom does not have three cards.
    #[error("the bottom has {found} cards, a deal leaves 3")]
    BottomSize {
        /// Its size.
        found: u32,
    },
    /// A hand that should hold the bottom cards does not.
    #[error("the landlord took the bottom {bottom}, but the hand {hand} does not hold it")]
    BottomNotHeld {
        /// The bottom cards.
        bottom: Hand,
        /// The landlord's hand.
        hand: Hand,
    },
    /// More of the bottom is unplayed than the landlord has cards.
    #[error("{unplayed} of the bottom is unplayed, but the landlord has {left} cards left")]
    BottomTooLarge {
        /// The part of the bottom that was not seen played.
        unplayed: Hand,
        /// Number of cards that the landlord has.
        left: u8,
    },
    /// The hand's size and the count differ.
    #[error("{seat} holds {found} cards but is counted with {counted}")]
    CountMismatch {
        /// The owner of the hand.
        seat: Seat,
        /// Cards in the hand.
        found: u32,
        /// The count given for it.
        counted: u8,
    },
    /// A seat is counted with too many cards, or with none while the hand goes on.
    #[error("{seat} is counted with {counted} cards, it has 1 to {max} while the hand goes on")]
    BadCount {
        /// The owner of the count.
        seat: Seat,
        /// The count.
        counted: u8,
        /// The most it can be.
        max: u8,
    },
    /// More of a rank than the deck has, over hand, played cards and the standing combo.
    #[error("{rank} was seen more often than the deck has it ({})", rank.copies())]
    TooMany {
        /// The rank.
        rank: Rank,
    },
    /// The others hold more cards than are unseen.
    #[error("the others hold {held} cards, but only {unseen} are unseen")]
    TooFewUnseen {
        /// The sum of their counts.
        held: u32,
        /// Cards not seen.
        unseen: u32,
    },
    /// A seat started with fewer cards than it holds and has played.
    #[error("{seat} holds {left} cards and played {played}, more than the {dealt} it was given")]
    PlayedTooMany {
        /// The owner of the cards.
        seat: Seat,
        /// Cards left.
        left: u8,
        /// Cards played.
        played: u32,
        /// Cards given.
        dealt: u8,
    },
    /// The seat on turn faces its own combo.
    #[error("{seat} is to play on its own standing combo: then it leads, and nothing stands")]
    OwnStanding {
        /// The seat.
        seat: Seat,
    },
    /// Not every wild rank of the ruleset is told.
    #[error("wild ranks told: {found}; in ruleset {ruleset} their number is {expected}")]
    WildsMissing {
        /// The ruleset's name.
        ruleset: &'static str,
        /// Number of wild ranks that are told.
        found: u32,
        /// Number of wild ranks that the ruleset has.
        expected: u8,
    },
    /// A hand lies open that the ruleset keeps closed.
    #[error("the hand of {seat} lies open, which ruleset {ruleset} does not have")]
    NeverOpen {
        /// The owner of the hand.
        seat: Seat,
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// The viewing seat holds other cards than those that lie open.
    #[error("{open} lies open, but the hand is {hand}")]
    OpenNotHeld {
        /// The cards that lie open.
        open: Hand,
        /// The hand.
        hand: Hand,
    },
    /// The standing combo is none in this ruleset.
    #[error("the standing {play} is no combo in ruleset {ruleset}")]
    NoCombo {
        /// The standing combo.
        play: Combo,
        /// The ruleset's name.
        ruleset: &'static str,
    },
}
