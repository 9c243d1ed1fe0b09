//! A turn in a room: [`open`] and [`remember`] are what Bid, Play and Follow ask when a request names a room.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use game::refusal::{AtField, Reason, Refusal};
use prost::Message;
use rules::Chair;
use wire::v1::Decision;

use crate::call::context::Call;
use crate::call::rpc::Rpc;
use crate::convert::inbound::{self, Decides, Options, Position, RoomTurn, Wants, check_phase};
use crate::convert::legal::LegalPlays;
use crate::convert::outbound::on_odd_standing;
use crate::room::store::{Answer, Kept};
use crate::room::watch::Update;
use crate::room::{LoadedRoom, OpenTurn, RoomState};
use crate::state::App;

/// A bot's turn that is to be decided, as long as no event ends it meanwhile.
pub struct TurnToDecide {
    /// The RPC by which it is decided.
    pub rpc: Rpc,
    /// The knowledge of the bot.
    pub position: Position,
    /// The plays that the backend accepts, where it lists them.
    pub legal: Option<LegalPlays>,
    /// The room as it was seen.
    pub seen: LoadedRoom,
    /// The note that this turn is thought about.
    pub open: OpenTurn,
}

/// Returns the turn as it is to be decided; or its answer, where the same was asked before or there is nothing to think about. The room is
/// loaded unless the caller has just written it; a store that does not answer by `until` counts as away.
pub async fn open(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    options: &Options,
    seen: Option<LoadedRoom>,
    until: Option<Instant>,
) -> Result<ControlFlow<Decision, Box<TurnToDecide>>, Refusal> {
    let chair = turn.chair;
    if turn.version.is_none() {
        app.metrics.unversioned(call.rpc);
    }
    // Before the room is looked at: whatever happens after that ends the turn.
    let room = call.caller.room_key(&turn.room);
    let open = app.rooms.open_turn(&room);
    let seen = match seen.filter(|seen| seen.is_new_turn) {
        Some(seen) => Ok(seen),
        None => {
            let (app, room) = (Arc::clone(app), room.clone().into_owned());
            in_time(until, async move { app.rooms.load_with_answer(&room).await }).await
        }
    };
    let seen = seen?;
    let state = &seen.state;
    state.expect_turn(turn.version).at("room_version")?;
    let position = known(state, chair).map_err(|refusal| refusal.in_room().with("version", state.version))?;
    let odd = on_odd_standing(&position, call.rpc, options, Some(state.version));
    if let Some(decision) = odd.map_err(of_room)? {
        return Ok(ControlFlow::Break(decision));
    }
    // The phase before the stored answer: that one does not depend on the RPC, and the wrong one is refused always.
    let rpc = check_phase(call.rpc, &position.view).map_err(of_room)?;
    let legal = options.legal_plays(&position)?;
    if let Some(kept) = &seen.answer
        && state.is_answered_by(kept)
        && (kept.chair, kept.question) == (chair, key(legal.as_ref()))
        && let Some(decision) = repeated(state, kept, options.wants())
    {
        return Ok(ControlFlow::Break(decision));
    }
    Ok(ControlFlow::Continue(Box::new(TurnToDecide { rpc, position, legal, seen, open })))
}

/// Waits for work on the store until `until`, where the call has such a time, and refuses with STORE_UNAVAILABLE after it: the caller then
/// asks without the room. The work goes on beside the call, so that a late write is whole, and a silent store is known to be silent.
pub async fn in_time<T: Send + 'static>(
    until: Option<Instant>,
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    let Some(until) = until else { return work.await };
    let answer = match tokio::time::timeout_at(until.into(), tokio::spawn(work)).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(panicked)) => std::panic::resume_unwind(panicked.into_panic()),
        Err(_) => {
            let message = "the store of the rooms did not answer within its share of the call's time";
            Err(Refusal::new(Reason::STORE_UNAVAILABLE, message))
        }
    };
    answer.map_err(|refusal| match refusal.reason() {
        Reason::STORE_UNAVAILABLE => refusal.for_caller(),
        _ => refusal,
    })
}

/// Returns the mark that tells one question from another at the same version and chair: the plays that the backend accepts, and nothing
/// else. How long the first answer could take, or what it showed, does not change what the bot does.
pub fn key(legal: Option<&LegalPlays>) -> u64 {
    legal.map_or(0, LegalPlays::digest)
}

/// Names the room's hand in a refusal.
fn of_room(refusal: Refusal) -> Refusal {
    refusal.or_at("room_id").in_room()
}

/// Returns the position of a bot whose turn it is, as of a hand that a request tells.
fn known(state: &RoomState, chair: Chair) -> Result<Position, Refusal> {
    let bot = state.chairs[chair.index()]
        .bot()
        .ok_or_else(|| Refusal::new(Reason::NOT_A_BOT, format!("no bot sits on the {chair} chair")).at("chair"))?;
    let Some(hand) = &state.hand else {
        return Err(Refusal::new(Reason::HAND_MISMATCH, "no hand was dealt yet").at("room_id"));
    };
    if hand.settled.is_some() {
        return Err(Refusal::new(Reason::HAND_CLOSED, format!("hand {} is over", state.hand_number)).at("room_id"));
    }
    let decides = Decides {
        companion: Arc::clone(&bot.companion),
        sent: None,
        codec: state.codec.clone(),
        hand_seed: Some(bot.hand_seed(state.hand_number)),
        disclosed: bot.disclosed,
    };
    let habits = |other| state.habits_of(chair, other).unwrap_or_default();
    inbound::position(hand, &state.rules, chair, decides, habits).map_err(of_room)
}

/// Keeps what was decided in `turn` for a retry, if the turn goes on; an earlier answer, which counts in its place, comes back. An earlier one
/// that cannot be read counts as none.
pub async fn remember(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    mut seen: LoadedRoom,
    key: u64,
    wants: Wants,
    decision: &Decision,
) -> Result<Option<Decision>, Refusal> {
    let room = call.caller.room_key(&turn.room);
    let (version, turn_version) = (seen.state.version, seen.state.turn_version());
    let mut answer = Answer {
        request_id: seen.state.request_id,
        turn: turn_version,
        chair: turn.chair,
        question: key,
        decision: to_kept(decision),
    };
    let before = loop {
        match app.rooms.keep(&room, &seen, &answer).await? {
            Kept::Written => break None,
            Kept::Found(before) => break repeated(&seen.state, &before, wants),
            // What players said changes the room and not the turn.
            Kept::Changed => seen = app.rooms.load_with_revision(&room).await?,
        }
        if seen.state.turn_version() != turn_version {
            let message = format!("the room went from version {version} to {} meanwhile", seen.state.version);
            return Err(Refusal::new(Reason::SUPERSEDED, message).with("version", seen.state.version));
        }
    };
    if before.is_none() {
        answer.decision = decision.encode_to_vec();
        app.rooms.watchers.send(&room, || Update::Decided(Arc::new(answer)));
    }
    Ok(before)
}

/// Writes the answer as it is kept: without what follows from the room.
fn to_kept(decision: &Decision) -> Vec<u8> {
    let mut decision = decision.clone();
    if let Some(trace) = &mut decision.trace {
        trace.position.clear();
    }
    decision.encode_to_vec()
}

/// Reads the kept answer, with what this caller wants of it; `None` if its bytes are no answer.
fn repeated(state: &RoomState, kept: &Answer, wants: Wants) -> Option<Decision> {
    let mut decision = Decision::decode(&*kept.decision).ok()?;
    if let (Some(trace), Some(view)) = (&mut decision.trace, state.view(kept.chair)) {
        trace.position = view.to_string();
    }
    if !wants.trace {
        decision.trace = None;
        decision.alternatives.iter_mut().for_each(|alternative| alternative.covered = None);
    }
    if !wants.alternatives {
        decision.alternatives.clear();
    }
    if let Some(source) = &mut decision.source {
        source.repeated = true;
    }
    Some(decision)
}
