//! The common part of Decide, Bid, Play and Follow: from a request to an answer that is on record. `think` decides, `answer` makes the
//! message and keeps the record.

mod answer;
mod think;

use std::sync::Arc;

use rules::{Stage, Trick, View};
use wire::v1::{DecideRequest, Decision};

use super::room_turn::{self, Look, TurnState};
use crate::call::context::Call;
use crate::call::rpc::Rpc;
use crate::config::OnStoreDown;
use crate::convert::ask::{self, Ask, Options, RoomTurn, Source, room_turn};
use crate::convert::inbound::Position;
use crate::convert::outbound;
use crate::error::{Reason, Refusal};
use crate::observe::metrics::Degradation;
use crate::room::LoadedRoom;
use crate::state::App;
use answer::Answer;
use think::InRoom;
pub(super) use think::{Decided, chance, cost, grade, reading, think};

/// Decide, Bid, Play and Follow.
pub(super) async fn answer(app: &Arc<App>, call: &Call, request: DecideRequest) -> Result<Decision, Refusal> {
    decide(app, call, request.try_into()?).await
}

/// Decides for any of these RPCs. What may have to wait has a box of its own: a future has room for all that it may ever wait for, eleven
/// kilobytes in one piece, and moving those for every call cost a fifth of a decision.
pub(super) async fn decide(app: &Arc<App>, call: &Call, ask: Ask) -> Result<Decision, Refusal> {
    let Ask { chair, source, options, action } = ask;
    if action.is_some() {
        return Err(Refusal::new(Reason::FIELD_CONFLICT, "is for ReviewPlay alone").at("action"));
    }
    match source {
        Source::Hand(hand) => {
            let position = ask::position(&app.roster, chair, (&*hand, "hand"), &options)?;
            let decision = Box::pin(decide_told(app, call, &position, &options, None)).await?;
            Ok(outbound::said_in(options.language, decision))
        }
        Source::Room(turn) => {
            if turn.fallback.is_none() {
                check_persona(&options)?;
            }
            decide_in_room(app, call, &room_turn(chair, turn)?, &options, None).await
        }
    }
}

/// Decides a hand that the request tells: its own, or the fallback of a turn in a room whose store is away.
async fn decide_told(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &Options,
    lost_room: Option<&str>,
) -> Result<Decision, Refusal> {
    if let Some(decision) = pass_on_unrecognised(position, call.rpc, None)? {
        return Ok(decision);
    }
    let of_fallback = |refusal: Refusal| if lost_room.is_some() { refusal.within("room.fallback") } else { refusal };
    let call = &call.as_rpc(check_phase(call.rpc, &position.view).map_err(of_fallback)?);
    let legal = options.legal_plays(position)?;
    let decided = think(app, call, position, options, None).await?;
    let degraded = if lost_room.is_some() { Some(Degradation::Store) } else { decided.degraded };
    let answer = Answer::of(position, options, legal.as_ref(), Decided { degraded, ..decided }, None);
    answer.record(app, call, position, lost_room);
    Ok(answer.message)
}

/// Refuses another persona or strength than that of the bot that sat down.
pub(super) fn check_persona(options: &Options) -> Result<(), Refusal> {
    let given = [(!options.persona.is_empty(), "options.persona"), (options.strength.is_some(), "options.strength")];
    let Some((_, field)) = given.into_iter().find(|(is_given, _)| *is_given) else { return Ok(()) };
    let message = "is given, but a room's bots are fixed when they sit down";
    Err(Refusal::new(Reason::PERSONA_FIXED, message).at(field))
}

/// Decides a turn in a room, which the caller may have seen.
pub(super) async fn decide_in_room(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    options: &Options,
    seen: Option<LoadedRoom>,
) -> Result<Decision, Refusal> {
    let decided = match Box::pin(in_room(app, call, turn, options, seen)).await {
        Err(refusal) if refusal.reason() == Reason::STORE_UNAVAILABLE => {
            Box::pin(without_store(app, call, turn, options, refusal)).await
        }
        decided => decided.map(|decision| outbound::warned(decision, turn.version.is_some())),
    };
    decided.map(|decision| outbound::said_in(options.language, decision))
}

/// Decides a bot's turn in a room, and has the room remember it. Only an answer that counts is put on record: not one whose turn
/// was over, or that another caller had already, or that the store did not take.
///
/// A caller that can do without the store never waits for it beyond the budget: half of that is there for reading the room, and what
/// is decided goes out in time though its write has not been confirmed.
async fn in_room(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    options: &Options,
    seen: Option<LoadedRoom>,
) -> Result<Decision, Refusal> {
    let budget = think::budget(app, call, options);
    let may_go_without = can_do_without_store(app, turn);
    let look = match seen {
        Some(room) => Look::Seen(Box::new(room)),
        None if may_go_without => Look::Until(call.arrival.at + budget.total / 2),
        None => Look::Load,
    };
    let (rpc, position, legal, seen, open) = match room_turn::position(app, call, turn, options, look).await? {
        TurnState::Decided(decision) => return Ok(*decision),
        TurnState::Open { rpc, position, legal, seen, open } => (rpc, position, legal, seen, open),
    };
    let call = &call.as_rpc(rpc);
    let in_room = InRoom { superseded: Arc::clone(open.superseded()), write: seen.took };
    let decided = think(app, call, &position, options, Some(in_room)).await?;
    let mut answer = Answer::of(&position, options, legal.as_ref(), decided, Some(seen.state.version));
    let message = std::mem::take(&mut answer.message);
    let unconfirmed = may_go_without.then(|| outbound::without_store(message.clone()));
    let key = room_turn::key(legal.as_ref());
    let remembered = room_turn::remember(app, call, turn, *seen, key, options.wants, message);
    let decision = match unconfirmed {
        None => remembered.await?,
        Some(unconfirmed) => match tokio::time::timeout_at(budget.latest.into(), remembered).await {
            Ok(remembered) => remembered?,
            Err(_) => {
                answer.meta.degraded = Some(Degradation::Store);
                unconfirmed
            }
        },
    };
    if !decision.source().repeated {
        answer.record(app, call, &position, Some(&turn.room));
    }
    Ok(decision)
}

/// True if the turn comes with what to decide by while the store is away, and the operator wants that.
fn can_do_without_store(app: &App, turn: &RoomTurn) -> bool {
    turn.fallback.is_some() && app.config.rooms.redis.on_store_down == OnStoreDown::Stateless
}

/// The store of the rooms is away or late: the turn is decided by its fallback where that may be, and refused otherwise.
async fn without_store(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    options: &Options,
    refusal: Refusal,
) -> Result<Decision, Refusal> {
    let may_go_without = can_do_without_store(app, turn);
    let Some(fallback) = turn.fallback.as_ref().filter(|_| may_go_without) else { return Err(refusal) };
    let position = ask::position(&app.roster, turn.chair, (fallback, "room.fallback"), options)?;
    decide_told(app, call, &position, options, Some(&turn.room)).await
}

/// The pass of a bot that faces cards which are no combo of the ruleset.
pub(super) fn pass_on_unrecognised(
    position: &Position,
    rpc: Rpc,
    room_version: Option<u64>,
) -> Result<Option<Decision>, Refusal> {
    if !position.odd_standing {
        return Ok(None);
    }
    if !matches!(rpc, Rpc::Follow | Rpc::Decide) {
        let message = format!("{} does not fit cards that stand: ask Follow", rpc.name());
        return Err(Refusal::new(Reason::WRONG_PHASE, message).at("hand").with("expected_rpc", "Follow"));
    }
    Ok(Some(outbound::pass_on_unrecognised(position, room_version)))
}

/// As which RPC the call is decided: Decide as the one that fits the phase. Refuses what does not fit it: the wrong RPC is told the
/// right one.
pub(super) fn check_phase(rpc: Rpc, view: &View) -> Result<Rpc, Refusal> {
    let stage = view.board().stage();
    let fits = match (stage, view.trick()) {
        (Stage::PassOn | Stage::Auction | Stage::Doubling | Stage::Showing, _) => Rpc::Bid,
        (Stage::Play, Trick::Lead) => Rpc::Play,
        (Stage::Play, Trick::Follow(_)) => Rpc::Follow,
        (Stage::Wild | Stage::Bottom | Stage::Over | Stage::Redeal, _) => {
            let message = format!("the hand is at the stage {stage}: no chair is to act");
            return Err(Refusal::new(Reason::WRONG_PHASE, message).at("hand"));
        }
    };
    match rpc {
        Rpc::Decide => Ok(fits),
        Rpc::ReviewPlay => Ok(rpc),
        _ if rpc == fits => Ok(rpc),
        _ => {
            let (asked, fits) = (rpc.name(), fits.name());
            let message = format!("{asked} does not fit the stage {stage} with {}: ask {fits}", facing(view));
            Err(Refusal::new(Reason::WRONG_PHASE, message).at("hand").with("expected_rpc", fits))
        }
    }
}

fn facing(view: &View) -> String {
    match view.trick() {
        Trick::Lead => String::from("nothing to beat"),
        Trick::Follow(combo) => format!("{combo} to beat"),
    }
}
