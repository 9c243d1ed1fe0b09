//! Rooms over gRPC, and the session form of decisions: [`position`] and [`remember`] are what Bid, Play and Follow ask when a
//! request names a room.

use std::sync::Arc;

use prost::Message;
use rules::Chair;
use wire::v1::{self, *};

use super::Answers;
use super::decide::{self, Ask, Source};
use super::watching;
use crate::call::context::Call;
use crate::call::rpc::{Rpc, Scope};
use crate::convert::cards::{CardReader, SentHand};
use crate::convert::inbound::Position;
use crate::convert::legal::LegalPlays;
use crate::convert::names::{self, needed};
use crate::convert::outbound::{self, Wants, count};
use crate::convert::room_in;
use crate::convert::room_out::{self, Audience};
use crate::error::{Reason, Refusal};
use crate::room::event::RoomEventKind;
use crate::room::react::react;
use crate::room::state::{Bot, CachedDecision, Recorded};
use crate::room::untracked::Standing;
use crate::room::watch::{Change, Decided};
use crate::room::{LoadedRoom, Next, OpenTurn, RoomDeps, RoomState};
use crate::state::App;

/// What a room answers when a bot's turn is asked for.
pub enum Turn {
    /// The answer is there: the same was asked before, or there is nothing to think about.
    Decided(Box<Decision>),
    /// To be decided, as long as no event ends the turn meanwhile.
    Open {
        /// As which RPC it is decided.
        rpc: Rpc,
        /// What the bot knows.
        position: Box<Position>,
        /// The plays that the backend accepts, where it told them.
        legal: Option<LegalPlays>,
        /// The room as it was seen.
        seen: Box<LoadedRoom>,
        /// That it is thought about.
        open: OpenTurn,
    },
}

pub(super) fn deps(app: &App) -> RoomDeps<'_> {
    RoomDeps { catalogue: &app.roster, metrics: &app.metrics }
}

/// What the bot of `turn` knows, or the answer that the room has stored for it.
pub async fn position(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    options: &DecisionOptions,
    legal_plays: Option<&v1::LegalPlays>,
) -> Result<Turn, Refusal> {
    let at = |refusal: Refusal| refusal.within("room");
    let name = room_in::room_name(&turn.room_id).map_err(at)?;
    let chair = needed(names::chair(turn.chair), "chair").map_err(at)?;
    // Before the room is looked at: whatever happens after that ends the turn.
    let open = app.rooms.open_turn(name);
    let seen = app.rooms.load_with_revision(deps(app), name).await.map_err(at)?;
    let state = &seen.state;
    state.expect(turn.version.map(u64::from)).map_err(|refusal| at(refusal.at("version")))?;
    let (position, standing) =
        known(state, chair).map_err(|refusal| refusal.in_room().with("version", state.version))?;
    if let Some(decision) = pass_on_unrecognised(state, standing, &position, call.rpc)? {
        return Ok(Turn::Decided(Box::new(decision)));
    }
    // The phase before the stored answer: that one does not depend on the RPC, and the wrong one is refused always.
    let rpc = decide::check_phase(call.rpc, &position.view).map_err(Refusal::in_room)?;
    let legal = decide::read_legal(&CardReader::of(position.codec), &position, legal_plays)?;
    // A review judges a play, whatever the bot would have done.
    if call.rpc != Rpc::ReviewPlay
        && let Some(decision) = cached(state, chair, key(legal.as_ref()), decide::wants(options))?
    {
        return Ok(Turn::Decided(Box::new(decision)));
    }
    Ok(Turn::Open { rpc, position: Box::new(position), legal, seen: Box::new(seen), open })
}

/// What tells one question from another at the same version and chair: the plays that the backend accepts, and nothing else. How
/// long the first answer could take, or what it showed, does not change what the bot does.
pub fn key(legal: Option<&LegalPlays>) -> u64 {
    legal.map_or(0, LegalPlays::digest)
}

/// The position of a bot whose turn it is, what the form without a room would have told; and what stands.
fn known(state: &RoomState, chair: Chair) -> Result<(Position, Standing), Refusal> {
    let bot = state.chairs[chair.index()]
        .bot()
        .ok_or_else(|| Refusal::new(Reason::NOT_A_BOT, format!("no bot sits on the {chair} chair")).at("room.chair"))?;
    let Some(hand) = &state.hand else {
        return Err(Refusal::new(Reason::NO_HAND, "no hand was dealt yet").at("room"));
    };
    if hand.end.is_some() {
        return Err(Refusal::new(Reason::HAND_CLOSED, format!("hand {} is over", state.hand_number)).at("room"));
    }
    let (facts, view) = hand.look(&state.rules, chair);
    if facts.turn != Some(chair) {
        let (turn, message) = match facts.turn {
            Some(turn) => (turn.name(), format!("it is the turn of the {turn} chair")),
            None => ("", format!("at the stage {} no chair has the turn", facts.stage)),
        };
        return Err(Refusal::new(Reason::NOT_YOUR_TURN, message).at("room.chair").with("turn", turn));
    }
    let held = hand.held[chair.index()].as_ref().expect("a bot's cards are always told");
    let sent = state.codec.and_then(|codec| codec.decode(&held.ids(codec)?).ok());
    let position = Position {
        view: view.expect("the seat to act has a view"),
        hand: sent.map_or_else(|| SentHand::Text(held.hand()), SentHand::Ids),
        codec: state.codec,
        companion: Arc::clone(&bot.companion),
        hand_seed: bot.hand_seed(state.hand_number),
        habits: state.habits_by_seat(&facts),
        disclosed: bot.disclosed,
    };
    Ok((position, facts.standing))
}

/// Cards stand that are no combo of the ruleset: what beats them is not defined, and a pass is always legal.
fn pass_on_unrecognised(
    state: &RoomState,
    standing: Standing,
    position: &Position,
    rpc: Rpc,
) -> Result<Option<Decision>, Refusal> {
    if !matches!(standing, Standing::Unrecognised(..)) {
        return Ok(None);
    }
    if !matches!(rpc, Rpc::Follow | Rpc::Decide) {
        let message = format!("{} does not fit cards that stand: ask Follow", rpc.name());
        return Err(Refusal::new(Reason::WRONG_PHASE, message).in_room().at("room").with("expected_rpc", "Follow"));
    }
    Ok(Some(outbound::pass_on_unrecognised(position, state.version)))
}

/// The stored answer of the turn; refused when other plays were allowed then.
fn cached(state: &RoomState, chair: Chair, key: u64, wants: Wants) -> Result<Option<Decision>, Refusal> {
    let Some(cached) = state.cached.as_ref().filter(|one| one.version == state.version && one.chair == chair) else {
        return Ok(None);
    };
    if cached.digest != key {
        let message =
            "this turn was asked before with other legal plays: its answer stands until an event ends the turn";
        return Err(Refusal::new(Reason::DECISION_CONFLICT, message).at("legal_plays").with("version", state.version));
    }
    let mut decision = Decision::decode(&*cached.decision)
        .map_err(|error| Refusal::new(Reason::FAULT, format!("the stored decision cannot be read: {error}")))?;
    if let (Some(trace), Some(view)) = (&mut decision.trace, state.view(chair)) {
        trace.position = view.to_string();
    }
    if !wants.trace {
        decision.trace = None;
    }
    if !wants.alternatives {
        decision.alternatives.clear();
    }
    Ok(Some(Decision { repeated: true, ..decision }))
}

/// Stores what was decided in `turn`, if the room is still at the version that was seen; the decision that counts comes back.
pub async fn remember(
    app: &Arc<App>,
    turn: &RoomTurn,
    seen: LoadedRoom,
    key: u64,
    wants: Wants,
    decision: Decision,
) -> Result<Decision, Refusal> {
    let version = seen.state.version;
    let chair = needed(names::chair(turn.chair), "room.chair")?;
    let mut stored = decision.clone();
    if let Some(trace) = &mut stored.trace {
        // It follows from the room.
        trace.position.clear();
    }
    let stored = stored.encode_to_vec();
    let keep = |state: &RoomState| {
        if state.version != version {
            let message = format!("the room went from version {version} to {} meanwhile", state.version);
            return Err(Refusal::new(Reason::SUPERSEDED, message).with("version", state.version));
        }
        if let Some(before) = cached(state, chair, key, wants)? {
            return Ok((None, Some(before)));
        }
        Ok((Some(Next::Cached(CachedDecision { version, chair, digest: key, decision: stored.clone() })), None))
    };
    let (_, before) = app.rooms.change(deps(app), &turn.room_id, Some(seen), keep).await?;
    if let Some(before) = before {
        return Ok(before);
    }
    app.rooms.notify_decision(&turn.room_id, || Decided { version, chair, decision: decision.clone() });
    Ok(decision)
}

pub(super) async fn open_room(
    app: &Arc<App>,
    call: &Call,
    request: OpenRoomRequest,
) -> Result<OpenRoomResponse, Refusal> {
    check_decide(call, request.decide, None)?;
    let opening = room_in::opening(&app.roster, &request)?;
    let name = opening.name;
    // The hand is told before the room is stored: it is opened with it, or not at all.
    let told = tell(app, &opening.state, request.snapshot.as_ref(), &request.events)?;
    let (fresh, warnings) = match told {
        Some(Told { recorded, .. }) => (recorded.state, recorded.warnings),
        None => (opening.state, Vec::new()),
    };
    let same = |found: &RoomState| match (found.request_id == fresh.request_id, found.request == fresh.request) {
        (true, true) => Ok(()),
        (true, false) => {
            let message = "the same request_id opened this room with another request";
            Err(Refusal::new(Reason::REQUEST_ID_REUSED, message).at("request_id"))
        }
        (false, _) => {
            let message = format!("another request opened the room {name:?}");
            Err(Refusal::new(Reason::ROOM_EXISTS, message).at("room_id"))
        }
    };
    let state = app.rooms.open(deps(app), &name, &fresh, same).await?;
    let is_told = request.decide || request.snapshot.is_some() || !request.events.is_empty();
    let recorded = match is_told {
        false => None,
        true => {
            let warnings = warnings.into_iter().map(room_out::warning).collect();
            let next = next_decision(app, call, request.decide, &name, &state, DecisionOptions::default()).await;
            Some(RecordEventsResponse { warnings, next, ..room_out::progress(&state) })
        }
    };
    Ok(OpenRoomResponse { room: Some(room_out::room(&name, &state, Audience::Public)), recorded })
}

/// What a snapshot and events make of a room.
struct Told {
    replaced: bool,
    recorded: Recorded,
}

/// `None` where they change nothing.
fn tell(
    app: &App,
    state: &RoomState,
    snapshot: Option<&Snapshot>,
    events: &[RoomEvent],
) -> Result<Option<Told>, Refusal> {
    let snapshot = snapshot.map(|sent| room_in::snapshot(state, sent).map_err(|refusal| refusal.within("snapshot")));
    let replaced = snapshot.transpose()?.map(|snapshot| state.replace(snapshot));
    let base = replaced.as_ref().unwrap_or(state);
    let recorded = base.record(&room_in::events(&app.roster, base, events)?)?;
    let replaced = replaced.is_some();
    Ok((replaced || !recorded.fresh.is_empty()).then_some(Told { replaced, recorded }))
}

/// Refuses before anything is stored: an answer without the decision would be an answer to half of the call.
fn check_decide(call: &Call, decide: bool, options: Option<&DecisionOptions>) -> Result<(), Refusal> {
    if decide {
        call.need(Scope::Decide)?;
    }
    if options.is_some_and(|options| !options.persona.is_empty()) {
        let message = "is told, but a room's bots are fixed when they sit down";
        return Err(Refusal::new(Reason::PERSONA_FIXED, message).at("options.persona"));
    }
    Ok(())
}

/// What the bot whose turn it is does, where that is asked for. What was recorded stays recorded, whatever comes of it.
async fn next_decision(
    app: &Arc<App>,
    call: &Call,
    decide: bool,
    name: &str,
    state: &RoomState,
    options: DecisionOptions,
) -> Option<TurnDecision> {
    let chair = room_out::bot_to_act(state).filter(|_| decide)?;
    let chair = names::to_chair(chair) as i32;
    let turn = RoomTurn { room_id: name.to_owned(), chair, version: Some(count(state.version)), ..RoomTurn::default() };
    let ask = Ask { source: Some(Source::Room(turn)), options, legal_plays: None };
    let call = Call { rpc: Rpc::Decide, ..*call };
    let decided = match decide::start(app, &call, ask) {
        Ok(started) => started.decision().await,
        Err(refusal) => Err(refusal),
    };
    let result = match decided {
        Ok(decision) => turn_decision::Result::Decision(decision),
        Err(refusal) => turn_decision::Result::Status(outbound::item_status(&refusal.into_status())),
    };
    Some(TurnDecision { chair, result: Some(result) })
}

/// What one attempt to record events comes to.
struct Attempt {
    before: u64,
    /// `None` where nothing changed.
    told: Option<Told>,
}

pub(super) async fn record_events(
    app: &Arc<App>,
    call: &Call,
    request: RecordEventsRequest,
) -> Result<RecordEventsResponse, Refusal> {
    check_decide(call, request.decide, request.options.as_ref())?;
    let name = room_in::room_name(&request.room_id)?;
    if request.snapshot.is_some() && request.expected_version.is_none() {
        let message = "is needed with a snapshot: it must not replace what the caller has not seen";
        return Err(Refusal::new(Reason::FIELD_MISSING, message).at("expected_version"));
    }
    let attempt = |state: &RoomState| {
        state.expect(request.expected_version.map(u64::from)).map_err(|refusal| refusal.at("expected_version"))?;
        let told = tell(app, state, request.snapshot.as_ref(), &request.events)?;
        let next = told.as_ref().map(|told| Next::State(Box::new(told.recorded.state.clone())));
        Ok((next, Attempt { before: state.version, told }))
    };
    let (state, Attempt { before, told }) = app.rooms.change(deps(app), name, None, attempt).await?;
    let (replaced, fresh, warnings) = match told {
        Some(Told { replaced, recorded }) => (replaced, recorded.fresh, recorded.warnings),
        None => (false, Vec::new(), Vec::new()),
    };
    fresh.iter().for_each(|event| app.metrics.room_event(kind(&event.what)));
    let reactions = match request.want_reactions {
        true => react(&state, &fresh).iter().map(room_out::reaction).collect(),
        false => Vec::new(),
    };
    if state.version != before {
        let (state, events) = (state.clone(), (!replaced).then_some(fresh));
        app.rooms.notify_change(name, || Change { before, state, events });
    }
    let options = request.options.unwrap_or_default();
    let next = next_decision(app, call, request.decide, name, &state, options).await;
    let warnings = warnings.into_iter().map(room_out::warning).collect();
    Ok(RecordEventsResponse { warnings, reactions, next, ..room_out::progress(&state) })
}

/// The name by which an event is counted.
fn kind(what: &RoomEventKind) -> &'static str {
    match what {
        RoomEventKind::Dealt(_) => "dealt",
        RoomEventKind::Called(..) => "called",
        RoomEventKind::LandlordFound(..) => "landlord_found",
        RoomEventKind::Raised(..) => "raised",
        RoomEventKind::Shown(_) => "shown",
        RoomEventKind::Played(..) | RoomEventKind::Passed(_) => "played",
        RoomEventKind::Settled(_) => "settled",
        RoomEventKind::Redealt => "redealt",
        RoomEventKind::SeatChanged(..) => "seat_changed",
    }
}

/// Who looks, as far as the call's token lets it. Looking through one bot's eyes takes no more than asking that bot to play.
pub(super) fn audience(call: &Call, audience: i32, chair: i32) -> Result<Audience, Refusal> {
    let unknown = |_| Refusal::new(Reason::VALUE_UNKNOWN, format!("{audience} is no audience")).at("audience");
    Ok(match wire::v1::Audience::try_from(audience).map_err(unknown)? {
        wire::v1::Audience::Unspecified | wire::v1::Audience::Public => Audience::Public,
        wire::v1::Audience::Seat => {
            call.need(Scope::Rooms)?;
            Audience::Seat(needed(names::chair(chair), "chair")?)
        }
        wire::v1::Audience::Operator => {
            call.need(Scope::Operator)?;
            Audience::Operator
        }
    })
}

/// Only bots' eyes are at hand.
pub(super) fn check_audience(state: &RoomState, audience: Audience) -> Result<(), Refusal> {
    let bot = |chair: Chair| -> Option<&Bot> { state.chairs[chair.index()].bot() };
    match audience {
        Audience::Seat(chair) if bot(chair).is_none() => {
            let message = format!("no bot sits on the {chair} chair: there is no view of that seat");
            Err(Refusal::new(Reason::NOT_A_BOT, message).at("chair"))
        }
        _ => Ok(()),
    }
}

pub(super) async fn get_room(app: &Arc<App>, call: &Call, request: GetRoomRequest) -> Result<GetRoomResponse, Refusal> {
    let name = room_in::room_name(&request.room_id)?;
    let audience = audience(call, request.audience, request.chair)?;
    let state = app.rooms.load(deps(app), name).await?;
    check_audience(&state, audience)?;
    Ok(GetRoomResponse { room: Some(room_out::room(name, &state, audience)) })
}

pub(super) async fn close_room(
    app: &Arc<App>,
    _call: &Call,
    request: CloseRoomRequest,
) -> Result<CloseRoomResponse, Refusal> {
    let name = room_in::room_name(&request.room_id)?;
    let closed = app.rooms.close(deps(app), name).await?;
    Ok(CloseRoomResponse { was_open: closed.is_some(), version: closed.map_or(0, |state| count(state.version)) })
}

pub(super) async fn watch_room(
    app: &Arc<App>,
    call: &Call,
    request: WatchRoomRequest,
) -> Result<Answers<WatchRoomResponse>, Refusal> {
    let name = room_in::room_name(&request.room_id)?;
    let audience = audience(call, request.audience, request.chair)?;
    watching::watch(app, name, audience, request.after_version.map(u64::from)).await
}
