//! The data that is kept of players beyond a room: counted when a hand ends, looked up when one begins, deleted when it is asked for.

use std::sync::Arc;

use engine::Habits;
use wire::v1::{ForgetPlayerRequest, ForgetPlayerResponse};

use super::rooms::deps;
use crate::call::context::Call;
use crate::convert::digest::of_opening;
use crate::convert::room_in::NAME_BYTES_MAX;
use crate::error::{Reason, Refusal};
use crate::room::event::RoomEventKind;
use crate::room::state::Recorded;
use crate::state::App;

/// True if a hand began.
pub(super) fn is_dealt(recorded: &Recorded) -> bool {
    recorded.fresh.iter().any(|event| matches!(event.what, RoomEventKind::Dealt(_)))
}

/// Counts what hands that ended showed of the players, before the room stores their ends; then looks up who plays the hand that
/// began, or the hand of a new room.
pub(super) async fn meet(
    app: &Arc<App>,
    call: &Call,
    room: &str,
    recorded: &Recorded,
    is_new: bool,
) -> Vec<(String, Habits)> {
    let state = &recorded.state;
    let key = |player: &str| call.caller.player_key(player);
    app.rooms.count_shown(deps(app), of_opening(room, state.request_id), &recorded.shown, key).await;
    let mut known = Vec::new();
    if !is_new && !is_dealt(recorded) {
        return known;
    }
    for name in state.remembered() {
        if let Some(habits) = app.rooms.known(deps(app), &key(&name)).await {
            known.push((name.into_owned(), habits));
        }
    }
    known
}

pub(super) async fn forget_player(
    app: &Arc<App>,
    call: &Call,
    request: ForgetPlayerRequest,
) -> Result<ForgetPlayerResponse, Refusal> {
    let player = request.player_id.as_str();
    if player.is_empty() {
        return Err(Refusal::missing("player_id"));
    }
    if player.len() > NAME_BYTES_MAX {
        let message = format!("{} bytes, {NAME_BYTES_MAX} are allowed", player.len());
        return Err(Refusal::new(Reason::ROOM_ID_INVALID, message).at("player_id"));
    }
    let was_known = app.rooms.forget(deps(app), &call.caller.player_key(player)).await?;
    Ok(ForgetPlayerResponse { was_known })
}
