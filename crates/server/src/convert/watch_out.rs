//! Updates for those who watch a room: to each audience what it may see.

use prost::Message;
use wire::v1::watch_room_response::Update;
use wire::v1::{BotDecision, Decision, RoomClosed, WatchRoomResponse};

use super::names;
use super::outbound::count;
use super::room_out::{self, Audience};
use crate::room::RoomState;
use crate::room::event::RoomEvent;
use crate::room::react::Reaction;
use crate::room::state::CachedDecision;

/// What a watcher may see of a room.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The room's name.
    pub room: String,
    /// Who looks.
    pub audience: Audience,
}

fn update(version: u64, update: Update) -> WatchRoomResponse {
    WatchRoomResponse { version: count(version), update: Some(update) }
}

impl Watched {
    /// The room as it is.
    pub fn room(&self, state: &RoomState) -> WatchRoomResponse {
        update(state.version, Update::Room(room_out::room(&self.room, state, self.audience)))
    }

    /// An event, which made `version`.
    pub fn event(&self, version: u64, state: &RoomState, event: &RoomEvent) -> WatchRoomResponse {
        update(version, Update::Event(room_out::room_event(state, event, self.audience)))
    }

    /// What a bot decided: shown to the bot itself and to the operator. The table sees only what bots do, as events.
    pub fn decision(&self, version: u64, cached: &CachedDecision) -> Option<WatchRoomResponse> {
        let sees_trace = match self.audience {
            Audience::Operator => true,
            Audience::Seat(chair) if chair == cached.chair => false,
            Audience::Seat(_) | Audience::Public => return None,
        };
        let decision = Decision::decode(&*cached.decision).ok()?;
        let trace = decision.trace.clone().filter(|_| sees_trace);
        let chair = names::to_chair(cached.chair) as i32;
        let shown = BotDecision { chair, decision: Some(Decision { trace, ..decision }) };
        Some(update(version, Update::Decision(shown)))
    }

    /// What a bot shows.
    pub fn reaction(&self, version: u64, reaction: &Reaction) -> WatchRoomResponse {
        update(version, Update::Reaction(room_out::reaction(reaction)))
    }

    /// The room is gone.
    pub fn closed(&self, version: u64, reason: &str) -> WatchRoomResponse {
        update(version, Update::Closed(RoomClosed { reason: reason.to_owned() }))
    }
}
