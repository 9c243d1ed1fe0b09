//! The events in a room, in the table's words. A chair is a place at the table and keeps its name from hand to hand.

use game::cards::Cards;
pub use game::cards::Hint;
pub use game::event::{Announcement, Emote, Settled, TableEvent, TakenOver};
use rules::Chair;

use super::people::Occupant;

/// An event that a backend reports.
#[derive(Clone, PartialEq, Debug)]
pub struct RoomEvent {
    /// Its number in the room, from 1 without gaps.
    pub sequence: u64,
    /// The number of the hand.
    pub hand_number: u32,
    /// A digest of the event as it was sent: a repeat has the same digest.
    pub digest: u32,
    /// The event.
    pub what: RoomEventKind,
}

/// The content of an event.
#[derive(Clone, PartialEq, Debug)]
pub enum RoomEventKind {
    /// A hand begins.
    Dealt(Dealt),
    /// A step of the hand.
    Table(TableEvent),
    /// The hand is over, with its payment if there is one.
    Settled(Settled),
    /// Another occupant sits on a chair; a bot brings the cards of the chair when a hand is being played.
    SeatChanged(Chair, Occupant, Option<TakenOver>),
    /// A player shows a feeling.
    Said(Chair, Emote),
}

/// A hand begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The first chair to speak.
    pub first: Chair,
    /// The cards of the bots, by chair.
    pub holds: [Option<Cards>; 3],
}

impl From<TableEvent> for RoomEventKind {
    fn from(event: TableEvent) -> RoomEventKind {
        RoomEventKind::Table(event)
    }
}
