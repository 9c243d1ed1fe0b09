//! Updates for those who watch a room: to each audience what it may see.

use engine::words::Lang;
use prost::Message;
use rules::Chair;
use wire::v1::watch_room_response::Update;
use wire::v1::{Decision, RoomEnd, WatchRoomResponse};

use super::names;
use super::outbound::{count, said_in, turn_decision};
use super::progress;
use super::room_out::{self, Audience};
use crate::room::RoomState;
use crate::room::event::Announcement::{PassedOn, Shown};
use crate::room::event::{RoomEvent, RoomEventKind};
use crate::room::hand::{Entry, Step};
use crate::room::react::Reaction;
use crate::room::state::CachedDecision;
use crate::room::store::Gone;

/// The view of a watcher of a room.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The room's name.
    pub room: String,
    /// The seat that looks.
    pub audience: Audience,
    /// The language of reasons.
    pub language: Lang,
}

fn update(version: u64, update: Update) -> WatchRoomResponse {
    WatchRoomResponse { version: count(version), update: Some(update), state: None }
}

impl Watched {
    /// The room as it is.
    pub fn room(&self, state: &RoomState) -> WatchRoomResponse {
        update(state.version, Update::Room(room_out::room(&self.room, state, self.audience)))
    }

    /// An event, which made `version`.
    pub fn event(&self, version: u64, state: &RoomState, event: &RoomEvent) -> WatchRoomResponse {
        // A change keeps the table as it was after its last event alone.
        let table = (version == state.version).then(|| progress::table(state));
        let event = Update::Event(room_out::room_event(state, event, self.audience));
        WatchRoomResponse { state: table, ..update(version, event) }
    }

    /// True if the room as it is takes the place of these events. The last gift moves what was passed on, in hands that the audience sees,
    /// and the gifts before it were shown while they were secret. An open hand that broke a rule is no part of the hand.
    pub fn needs_room<'a>(&self, state: &RoomState, events: impl IntoIterator<Item = &'a RoomEvent>) -> bool {
        let Some(hand) = state.hand.as_ref() else { return false };
        let last = hand.placed(Chair::Third);
        let has_moved = self.audience != Audience::Public && hand.has_passed_on();
        let is_told_otherwise = |event: &RoomEvent| match &event.what {
            RoomEventKind::Announced(Some(chair), PassedOn(_)) => has_moved && *chair == last,
            RoomEventKind::Announced(_, said @ Shown(_)) => {
                let is_it = |entry: &&Entry| matches!(&entry.step, Step::Announced(_, other) if other == said);
                hand.log.iter().filter(is_it).any(Entry::is_void)
            }
            _ => false,
        };
        events.into_iter().any(is_told_otherwise)
    }

    /// The decision of a bot: shown to the bot itself and to the operator. The table sees only what bots do, as events.
    pub fn decision(&self, version: u64, cached: &CachedDecision) -> Option<WatchRoomResponse> {
        let sees_trace = match self.audience {
            Audience::Operator => true,
            Audience::Seat(chair) if chair == cached.chair => false,
            Audience::Seat(_) | Audience::Public => return None,
        };
        let decision = said_in(self.language, Decision::decode(&*cached.decision).ok()?);
        let trace = decision.trace.clone().filter(|_| sees_trace);
        let decided =
            turn_decision(names::to_chair(cached.chair) as i32, String::new(), Ok(Decision { trace, ..decision }));
        Some(update(version, Update::Decision(decided)))
    }

    /// The signal of a bot.
    pub fn reaction(&self, version: u64, reaction: &Reaction) -> WatchRoomResponse {
        update(version, Update::Reaction(room_out::reaction(reaction)))
    }

    /// The room is gone.
    pub fn closed(&self, version: u64, gone: Gone) -> WatchRoomResponse {
        let end = match gone {
            Gone::Closed => RoomEnd::Closed,
            Gone::Expired => RoomEnd::Expired,
            Gone::Evicted => RoomEnd::Evicted,
        };
        update(version, Update::Closed(end as i32))
    }
}
