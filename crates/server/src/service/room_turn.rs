//! A turn in a room: decisions in a room call [`open`] before and [`remember`] after the thinking.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use game::refusal::{AtField, Reason, Refusal};
use prost::Message;
use rules::Chair;
use wire::v1::Decision;

use crate::call::Call;
use crate::call::Rpc;
use crate::convert::inbound::{self, Decides, Options, Position, RoomTurn, Wants, check_phase};
use crate::convert::legal::LegalPlays;
use crate::convert::outbound::on_odd_standing;
use crate::room::store::Answer;
use crate::room::watch::Update;
use crate::room::{Kept, LoadedRoom, OpenTurn, RoomState};
use crate::state::App;

/// A bot's turn that is to be decided.
pub struct TurnToDecide {
    /// The RPC by which it is decided.
    pub rpc: Rpc,
    /// The knowledge of the bot.
    pub position: Position,
    /// The plays that the backend accepts, if it lists them.
    pub legal: Option<LegalPlays>,
    /// The room as it was loaded.
    pub seen: LoadedRoom,
    /// The mark that this turn is being decided; an event sets its flag.
    pub open: OpenTurn,
}

/// Returns the turn to decide; or its answer, if the same was asked before or nothing has to be decided. Loads the room unless it is `seen`;
/// a store that does not answer by `until` counts as down.
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
    // This comes before the load, so that any later event ends the turn.
    let room = call.caller.room_key(&turn.room);
    let open = app.rooms.open_turn(&room);
    let seen = match seen {
        Some(seen) => seen,
        None => {
            let (app, room) = (Arc::clone(app), room.clone().into_owned());
            in_time(until, async move { app.rooms.load_with_revision(&room).await }).await?
        }
    };
    let state = &seen.state;
    state.expect_turn(turn.version).at("room_version")?;
    let position = known(state, chair).map_err(|refusal| refusal.in_room().with("version", state.version))?;
    let odd = on_odd_standing(&position, call.rpc, options, Some(state.version));
    if let Some(decision) = odd.map_err(of_room)? {
        return Ok(ControlFlow::Break(decision));
    }
    // The phase is checked before the stored answer is used: the answer does not depend on the RPC, and a wrong RPC is
    // always refused.
    let rpc = check_phase(call.rpc, &position.view).map_err(of_room)?;
    let legal = options.legal_plays(&position)?;
    // To decide quickly and then find the earlier answer costs less than to ask for it.
    if !seen.is_new_turn && !position.companion.persona.is_quick() {
        let (app, room, now) = (Arc::clone(app), room.into_owned(), Arc::clone(state));
        let kept = in_time(until, async move { app.rooms.answer(&room, &now).await }).await?;
        let asked = (chair, key(legal.as_ref()));
        if let Some(decision) = kept.and_then(|kept| repeated(state, &kept, asked, options.wants())) {
            return Ok(ControlFlow::Break(decision));
        }
    }
    Ok(ControlFlow::Continue(Box::new(TurnToDecide { rpc, position, legal, seen, open })))
}

/// Waits for work on the store, at most until `until`, and then refuses with STORE_UNAVAILABLE, so that the caller can ask without the
/// room. The work continues after that, so that a late write completes and a silent store is noticed.
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

/// Returns the key of a question at one version and chair: a digest of the plays that the backend accepts. Budget and wanted extras are
/// not part of it, because they do not change the kept action.
pub fn key(legal: Option<&LegalPlays>) -> u64 {
    legal.map_or(0, LegalPlays::digest)
}

/// Puts `room_id` into a refusal that names no field.
fn of_room(refusal: Refusal) -> Refusal {
    refusal.or_at("room_id").in_room()
}

/// Returns the position of a bot whose turn it is, from the room's hand.
fn known(state: &RoomState, chair: Chair) -> Result<Position, Refusal> {
    let bot = state
        .people
        .bot(chair)
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
    let habits = |other| state.people.habits_of(chair, other).unwrap_or_default();
    inbound::position(hand, &state.rules, chair, decides, habits).map_err(of_room)
}

/// Keeps the decision of `turn` for a retry, if the turn goes on. Returns an earlier answer, if there is one: it counts instead. An unreadable
/// earlier one is ignored.
pub async fn remember(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    seen: LoadedRoom,
    key: u64,
    wants: Wants,
    decision: &Decision,
) -> Result<Option<Decision>, Refusal> {
    let room = call.caller.room_key(&turn.room);
    let state = &seen.state;
    let mut answer =
        Answer { turn: state.turn_version(), chair: turn.chair, question: key, decision: to_kept(decision) };
    let before = match app.rooms.keep(&room, state, &answer).await? {
        Kept::Written => None,
        Kept::Found(before) => repeated(state, &before, (turn.chair, key), wants),
        Kept::Over => {
            let now = app.rooms.load(&room).await?;
            let message = format!("the room went from version {} to {} meanwhile", state.version, now.version);
            return Err(Refusal::new(Reason::SUPERSEDED, message).with("version", now.version));
        }
    };
    if before.is_none() {
        answer.decision = decision.encode_to_vec();
        app.rooms.watchers.send(&room, || Update::Decided(Arc::new(answer)));
    }
    Ok(before)
}

/// Writes the answer to keep, without the position in the trace, which follows from the room.
fn to_kept(decision: &Decision) -> Vec<u8> {
    let mut decision = decision.clone();
    if let Some(trace) = &mut decision.trace {
        trace.position.clear();
    }
    decision.encode_to_vec()
}

/// Reads the kept answer, with the extras that this caller wants; `None` if it answers another question, or if its bytes are no answer.
fn repeated(state: &RoomState, kept: &Answer, asked: (Chair, u64), wants: Wants) -> Option<Decision> {
    let mut decision = Decision::decode(&*kept.decision).ok().filter(|_| (kept.chair, kept.question) == asked)?;
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
