//! The RPCs of rooms.

use std::sync::Arc;

use engine::words::Lang;
use game::event::{Emote, RuleViolation, What};
use game::refusal::{AtField, Reason, Refusal};
use rules::{Chair, PlayerGains};
use wire::v1::{
    CloseRoomRequest, GetRoomRequest, OpenRoomRequest, OpenRoomResponse, RecordEventsRequest, RecordEventsResponse,
    Room, TurnDecision, WatchRoomRequest, WatchRoomResponse,
};

use super::decide::{self, wait_on};
use super::{players, watching};
use crate::call::{AnswerStream, Call, Scope};
use crate::convert::inbound::{Options, language};
use crate::convert::outbound::{turn_decision, wire_count};
use crate::convert::room::{self, Audience};
use crate::observe::metrics::{BotKind, BotOutcome, Metrics, PlayerAct};
use crate::room::people::{Bot, Occupant, OutsideData};
use crate::room::react::{Reaction, react};
use crate::room::state::{self, RecordedEvents};
use crate::room::watch::{Change, Update};
use crate::room::{LoadedRoom, RoomState};
use crate::state::App;

pub(super) async fn open_room(
    app: &Arc<App>,
    call: &Call,
    request: OpenRoomRequest,
) -> Result<OpenRoomResponse, Refusal> {
    check_decide_scope(call, request.decide)?;
    let decide = request.decide;
    let options = Options { legal_plays: request.legal_plays.clone(), ..Options::default() };
    let until = if decide { app.store_deadline(call, None) } else { None };
    let (own, context) = (Arc::clone(app), call.clone());
    // Boxed, because the future is large, and `wait_on` has places for two.
    let opening = Box::pin(async move { open_in_store(&own, &context, request).await });
    let (name, opened, warnings) = wait_on(until, opening).await?;
    let next = next_decision(app, call, decide, &name, &opened, options, true).await;
    Ok(OpenRoomResponse {
        room: Some(room::to_room(&name, &opened.state, Audience::Public)),
        next,
        warnings: warnings.iter().map(RuleViolation::to_warning).collect(),
    })
}

async fn open_in_store(
    app: &Arc<App>,
    call: &Call,
    mut request: OpenRoomRequest,
) -> Result<(String, LoadedRoom, Vec<RuleViolation>), Refusal> {
    let (name, state) = room::read_opening(&app.roster, &request)?;
    // Hand and events are applied before the room is stored, so that bad ones open no room.
    let (state, mut warnings) = match &mut request.hand {
        Some(hand) => room::with_hand(&state, hand, request.hand_number, request.sequence)?,
        None => (state, Vec::new()),
    };
    let mut recorded = state.record(&room::read_events(&app.roster, request.events)?)?;
    let key = call.caller.room_key(&name);
    if request.hand.is_some() || !recorded.fresh.is_empty() {
        let known = players::count_hands_and_load(app, call, &key, &recorded, true).await;
        recorded.state.people.add_outside_data(&known);
    }
    let fresh = Arc::new(recorded.state);
    warnings.append(&mut recorded.warnings);
    let same = |found: &RoomState| {
        let (message, field) = match (found.request_id == fresh.request_id, found.request == fresh.request) {
            (true, true) => return Ok(()),
            (true, false) => (String::from("the same request_id opened this room with another request"), "request_id"),
            (false, _) => (format!("another request opened the room {name:?}"), "room_id"),
        };
        Err(Refusal::new(Reason::ROOM_EXISTS, message).at(field))
    };
    let opened = app.rooms.open(&key, &fresh, same).await?;
    Ok((name, opened, warnings))
}

/// Refuses a request for a decision without the scope for it, before anything is stored.
fn check_decide_scope(call: &Call, decide: bool) -> Result<(), Refusal> {
    if decide { call.scopes.require(Scope::Decide) } else { Ok(()) }
}

/// Decides for the bot on turn, if the call asks for it. The recorded events stay, even if the decision fails. `has_version`: the call told the
/// version of the room.
async fn next_decision(
    app: &Arc<App>,
    call: &Call,
    decide: bool,
    name: &str,
    room: &LoadedRoom,
    options: Options,
    has_version: bool,
) -> Option<TurnDecision> {
    let chair = room.state.bot_to_act().filter(|_| decide)?;
    let version = has_version.then_some(room.state.version);
    let decided = decide::decide_in_room(app, call, name, chair, version, &options, Some(room.clone()));
    Some(turn_decision(chair, Box::pin(decided).await))
}

pub(super) async fn record_events(
    app: &Arc<App>,
    call: &Call,
    mut request: RecordEventsRequest,
) -> Result<RecordEventsResponse, Refusal> {
    check_decide_scope(call, request.decide)?;
    let options = Options { sent: request.options.take().unwrap_or_default(), legal_plays: request.legal_plays.take() };
    decide::check_persona(&options)?;
    let name = room::check_room_name(&request.room_id)?.to_owned();
    let decide = request.decide;
    // The numbers of events count as a version too.
    let has_version = request.expected_version.is_some() || !request.events.is_empty();
    let until = if decide { app.store_deadline(call, options.sent.budget_ms) } else { None };
    let (own, context) = (Arc::clone(app), call.clone());
    let storing = Box::pin(async move { store_events(&own, &context, request).await });
    let (room, warnings, reactions) = wait_on(until, storing).await?;
    let next = next_decision(app, call, decide, &name, &room, options, has_version).await;
    Ok(RecordEventsResponse {
        version: wire_count(room.state.version),
        sequence: wire_count(room.state.sequence),
        state: Some(room::to_table(&room.state)),
        next,
        warnings: warnings.iter().map(RuleViolation::to_warning).collect(),
        reactions: reactions.iter().map(room::to_reaction).collect(),
    })
}

async fn store_events(
    app: &Arc<App>,
    call: &Call,
    request: RecordEventsRequest,
) -> Result<(LoadedRoom, Vec<RuleViolation>, Vec<Reaction>), Refusal> {
    let name = &request.room_id;
    let room = call.caller.room_key(name);
    let concerns_players = app.config.rooms.players.keep && room::concerns_players(&request.events);
    let events = room::read_events(&app.roster, request.events)?;
    // `None` if no event is new.
    let attempt = |state: &RoomState| -> Result<_, Refusal> {
        state.check_version(request.expected_version.map(u64::from)).at("expected_version")?;
        let recorded = state.record(&events)?;
        Ok((!recorded.fresh.is_empty()).then_some(recorded))
    };
    let (mut seen, mut first, mut known) = (None, None, OutsideData::default());
    if concerns_players {
        // Habits of ended hands are stored before the room, and only from a freshly loaded room.
        let plain_deal = |room: LoadedRoom| {
            let recorded = attempt(&room.state).ok()?.filter(|recorded| recorded.ended.player_hands.is_empty())?;
            Some((room, Some(recorded)))
        };
        let (loaded, recorded) = match app.rooms.take_recent(&room).and_then(plain_deal) {
            Some(recent) => recent,
            None => {
                let loaded = app.rooms.load_with_revision(&room).await?;
                let recorded = attempt(&loaded.state)?;
                (loaded, recorded)
            }
        };
        if let Some(recorded) = &recorded {
            known = players::count_hands_and_load(app, call, &room, recorded, false).await;
        }
        (seen, first) = (Some(loaded), Some(recorded));
    }
    let step = |state: &RoomState| {
        // The first attempt may have its result already: from above.
        let Some(mut recorded) = first.take().map_or_else(|| attempt(state), Ok)? else {
            return Ok((None, (state.version, Vec::new(), Vec::new(), Vec::new())));
        };
        if recorded.needs_outside_data() {
            recorded.state.people.add_outside_data(&known);
        }
        let RecordedEvents { state: next, warnings, fresh, ended } = recorded;
        Ok((Some(Arc::new(next)), (state.version, warnings, fresh, ended.results)))
    };
    let (after, (before, warnings, fresh, results)) = app.rooms.change(&room, seen, step).await?;
    let state = &after.state;
    count_outcomes(&app.metrics, state, &fresh, &results);
    let reactions = if request.want_reactions { react(state, &fresh) } else { Vec::new() };
    if state.version != before {
        let state = Arc::clone(state);
        app.rooms.watchers.send(&room, || Update::Changed(Arc::new(Change { before, state, events: fresh })));
    }
    Ok((after, warnings, reactions))
}

fn count_outcomes(metrics: &Metrics, state: &RoomState, fresh: &[state::RoomEvent], results: &[(Bot, PlayerGains)]) {
    for (bot, earned) in results {
        let outcome = match (earned.landlord == 1, earned.won == 1) {
            (true, true) => BotOutcome::LandlordWon,
            (true, false) => BotOutcome::LandlordLost,
            (false, true) => BotOutcome::PeasantWon,
            (false, false) => BotOutcome::PeasantLost,
        };
        metrics.bot_hands.of_kind(kind(bot), outcome as usize).increment(1);
    }
    let count_act = |bot: &Bot, act: PlayerAct| metrics.player_acts.of_kind(kind(bot), act as usize).increment(1);
    for event in fresh {
        match (&event.entry.told, &event.seated) {
            // A bot that sits down counts as a player who left; during a hand it brings cards. The act counts for the other bots at
            // the table.
            (What::SeatChanged(change), Some((chair, Occupant::Bot(_)))) => {
                let when = if change.holds.is_some() { PlayerAct::LeftDuring } else { PlayerAct::LeftAfter };
                let company = Chair::ALL.into_iter().filter(|other| other != chair);
                company.filter_map(|at| state.people.bot(at)).for_each(|bot| count_act(bot, when));
            }
            (What::Said(said), _) if said.emote() == Emote::Hurry => {
                let urged = state.turn().and_then(|chair| state.people.bot(chair));
                urged.into_iter().for_each(|bot| count_act(bot, PlayerAct::Urged));
            }
            _ => {}
        }
    }
}

fn kind(bot: &Bot) -> BotKind<'_> {
    let persona = &bot.companion.persona;
    [persona.name(), persona.skill().name()]
}

pub(super) async fn get_room(app: &Arc<App>, call: &Call, request: GetRoomRequest) -> Result<Room, Refusal> {
    let name = room::check_room_name(&request.room_id)?;
    let audience = room::read_audience(call.scopes, request.audience, request.chair)?;
    let state = app.rooms.load(&call.caller.room_key(name)).await?;
    watching::check_audience(&state, audience)?;
    Ok(room::to_room(name, &state, audience))
}

pub(super) async fn close_room(app: &Arc<App>, call: &Call, request: CloseRoomRequest) -> Result<Room, Refusal> {
    let name = room::check_room_name(&request.room_id)?;
    let (own, key) = (Arc::clone(app), call.caller.room_key(name).into_owned());
    // A backend may close a room between two turns. A store that is silent must not hold the call for its whole time.
    let closed = wait_on(app.store_deadline(call, None), async move { own.rooms.close(&key).await }).await?;
    Ok(closed.map_or_else(Room::default, |state| room::to_room(name, &state, Audience::Public)))
}

pub(super) async fn watch_room(
    app: &Arc<App>,
    call: &Call,
    request: WatchRoomRequest,
) -> Result<AnswerStream<WatchRoomResponse>, Refusal> {
    let name = room::check_room_name(&request.room_id)?;
    let audience = room::read_audience(call.scopes, request.audience, request.chair)?;
    let after = request.after_version.map(u64::from);
    let language = language(&request.language).unwrap_or(Lang::En);
    watching::watch(app, call, name, audience, after, language).await
}
