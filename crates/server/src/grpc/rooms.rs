//! Rooms over gRPC, and the session form of decisions: [`position`] and [`remember`] are what Bid, Play and Follow ask when a
//! request names a room.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use wire::v1::*;

use super::Answers;
use super::call::Call;
use crate::app::App;
use crate::convert::inbound::Position;
use crate::error::{Reason, Refusal};

/// What a room answers when a bot's turn is asked for.
pub enum Turn {
    /// The same was asked before: this was the answer.
    Decided(Box<Decision>),
    /// To be decided; `superseded` becomes true when an event ends the turn meanwhile.
    Open {
        /// What the bot knows.
        position: Box<Position>,
        /// The room's version.
        version: u64,
        /// Whether thinking has become pointless.
        superseded: Arc<AtomicBool>,
    },
}

fn not_built() -> Refusal {
    Refusal::new(Reason::NOT_BUILT, "this build has no rooms")
}

/// What the bot of `turn` knows. `digest` is that of the whole request: the same turn with another one is refused.
pub async fn position(_app: &Arc<App>, _call: &Call, _turn: &RoomTurn, _digest: u64) -> Result<Turn, Refusal> {
    Err(not_built())
}

/// Stores what was decided in `turn`, if the room is still at `version`; the decision that counts comes back.
pub async fn remember(
    _app: &Arc<App>,
    _turn: &RoomTurn,
    _version: u64,
    _digest: u64,
    _decision: Decision,
) -> Result<Decision, Refusal> {
    Err(not_built())
}

pub(super) async fn open_room(
    _app: &Arc<App>,
    _call: &Call,
    _request: OpenRoomRequest,
) -> Result<OpenRoomResponse, Refusal> {
    Err(not_built())
}

pub(super) async fn record_events(
    _app: &Arc<App>,
    _call: &Call,
    _request: RecordEventsRequest,
) -> Result<RecordEventsResponse, Refusal> {
    Err(not_built())
}

pub(super) async fn get_room(
    _app: &Arc<App>,
    _call: &Call,
    _request: GetRoomRequest,
) -> Result<GetRoomResponse, Refusal> {
    Err(not_built())
}

pub(super) async fn close_room(
    _app: &Arc<App>,
    _call: &Call,
    _request: CloseRoomRequest,
) -> Result<CloseRoomResponse, Refusal> {
    Err(not_built())
}

pub(super) async fn watch_room(
    _app: &Arc<App>,
    _call: &Call,
    _request: WatchRoomRequest,
) -> Result<Answers<WatchRoomResponse>, Refusal> {
    Err(not_built())
}
