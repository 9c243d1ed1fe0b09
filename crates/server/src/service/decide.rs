//! The common part of Bid, Play and Follow: from a request to an answer that is on record. `think` decides, `phase` says which RPC
//! fits, `log` keeps the record.

mod phase;
mod think;
mod log;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use engine::Decider;
use rules::Action;
use wire::v1::{DecideRequest, Decision};

use super::room_turn::{self, Look, TurnState};
use crate::call::budget::Budget;
use crate::call::context::Call;
use crate::call::rpc::Rpc;
use crate::config::OnStoreDown;
use crate::convert::ask::{self, Ask, Options, RoomTurn, Source, room_turn};
use crate::convert::inbound::Position;
use crate::convert::legal::{Chosen, LegalPlays};
use crate::convert::outbound::{self, AnswerMeta};
use crate::error::{Reason, Refusal};
use crate::observe::metrics::Degradation;
use crate::room::LoadedRoom;
use crate::state::App;
use log::{LoggedDecision, count, log_decision};
pub(super) use phase::check_phase;
use think::InRoom;
use think::try_inline;
pub(super) use think::{Decided, chance, cost, grade, reading, think};

/// An answer to come.
type Pending<'a> = Pin<Box<dyn Future<Output = Result<Decision, Refusal>> + Send + 'a>>;

/// An answer, or a job that will give it.
pub(super) enum Started<'a> {
    Decided(Box<Decision>),
    Pending(Pending<'a>),
}

impl Started<'_> {
    /// The answer.
    pub(super) async fn decision(self) -> Result<Decision, Refusal> {
        match self {
            Started::Decided(decision) => Ok(*decision),
            Started::Pending(thinking) => thinking.await,
        }
    }
}

/// Decide, Bid, Play and Follow.
pub(super) async fn answer(app: &Arc<App>, call: &Call, request: DecideRequest) -> Result<Decision, Refusal> {
    start(app, call, request.try_into()?)?.decision().await
}

/// Decides for any of these RPCs. Answers at once where that takes microseconds. What may have to wait gets a box of its own: a future has
/// room for all that it may ever wait for, eleven kilobytes in one piece, and moving those for every call cost a fifth of a decision.
pub(super) fn start<'a>(app: &'a Arc<App>, call: &'a Call, ask: Ask) -> Result<Started<'a>, Refusal> {
    let Ask { chair, source, options, action } = ask;
    if action.is_some() {
        return Err(Refusal::new(Reason::FIELD_CONFLICT, "is for ReviewPlay alone").at("action"));
    }
    match source {
        Source::Hand(hand) => {
            let (position, reader) = ask::position(&app.roster, chair, (&*hand, "hand"), &options)?;
            if let Some(decision) = pass_on_unrecognised(&position, call.rpc, None)? {
                return Ok(Started::Decided(Box::new(outbound::said_in(options.language, decision))));
            }
            let call = call.as_rpc(check_phase(call.rpc, &position.view)?);
            let legal = options.legal_plays(&reader, &position)?;
            if let Some(decided) = try_inline(app, &call, &position, &options)? {
                let answer = Answer::of(&position, &options, legal.as_ref(), decided, None);
                answer.record(app, &call, &position, None);
                return Ok(Started::Decided(Box::new(outbound::said_in(options.language, answer.message))));
            }
            Ok(Started::Pending(Box::pin(async move {
                let decided = think(app, &call, &position, &options, None).await?;
                let answer = Answer::of(&position, &options, legal.as_ref(), decided, None);
                answer.record(app, &call, &position, None);
                Ok(outbound::said_in(options.language, answer.message))
            })))
        }
        Source::Room(turn) => {
            if turn.fallback.is_none() {
                check_persona(&options)?;
            }
            start_in_room(app, call, room_turn(chair, turn)?, options, None)
        }
    }
}

/// Refuses another persona or strength than that of the bot that sat down.
pub(super) fn check_persona(options: &Options) -> Result<(), Refusal> {
    let given = [(!options.persona.is_empty(), "options.persona"), (options.strength.is_some(), "options.strength")];
    let Some((_, field)) = given.into_iter().find(|(is_given, _)| *is_given) else { return Ok(()) };
    let message = "is given, but a room's bots are fixed when they sit down";
    Err(Refusal::new(Reason::PERSONA_FIXED, message).at(field))
}

/// Decides a turn in a room, which the caller may have seen.
pub(super) fn start_in_room<'a>(
    app: &'a Arc<App>,
    call: &'a Call,
    turn: RoomTurn,
    options: Options,
    seen: Option<LoadedRoom>,
) -> Result<Started<'a>, Refusal> {
    let (has_version, language) = (turn.version.is_some(), options.language);
    Ok(Started::Pending(Box::pin(async move {
        let decided = match in_room(app, call, &turn, &options, seen).await {
            Err(refusal) if refusal.reason() == Reason::STORE_UNAVAILABLE => {
                Box::pin(without_store(app, call, turn, options, refusal)).await
            }
            decided => decided.map(|decision| outbound::warned(decision, has_version)),
        };
        decided.map(|decision| outbound::said_in(language, decision))
    })))
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
    turn: RoomTurn,
    options: Options,
    refusal: Refusal,
) -> Result<Decision, Refusal> {
    let may_go_without = can_do_without_store(app, &turn);
    let Some(fallback) = turn.fallback.filter(|_| may_go_without) else { return Err(refusal) };
    let (position, reader) = ask::position(&app.roster, turn.chair, (&*fallback, "room.fallback"), &options)?;
    if let Some(decision) = pass_on_unrecognised(&position, call.rpc, None)? {
        return Ok(decision);
    }
    let rpc = check_phase(call.rpc, &position.view).map_err(|refusal| refusal.within("room.fallback"))?;
    let call = &call.as_rpc(rpc);
    let legal = options.legal_plays(&reader, &position)?;
    let decided = think(app, call, &position, &options, None).await?;
    let decided = Decided { degraded: Some(Degradation::Store), ..decided };
    let answer = Answer::of(&position, &options, legal.as_ref(), decided, None);
    answer.record(app, call, &position, Some(&turn.room));
    Ok(answer.message)
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

/// The decision, with the backend's own list heard.
struct Answer {
    /// The persona's decision, and the part of it: the list may have put another play in its place.
    decided: (Action, Decider),
    decision: engine::Decision,
    budget: Budget,
    meta: AnswerMeta,
    message: Decision,
}

impl Answer {
    fn of(
        position: &Position,
        options: &Options,
        legal: Option<&LegalPlays>,
        decided: Decided,
        room_version: Option<u64>,
    ) -> Answer {
        let Decided { mut decision, degraded, took, budget } = decided;
        let (mut chosen, mut mismatch) = (Chosen::Decided, None);
        let before = (decision.action, decision.decider);
        if let Some(legal) = legal {
            chosen = legal.choose(&position.view, &mut decision);
            mismatch = legal.mismatch(&position.view, &position.hand);
        }
        let reading = reading(position, options, &decision);
        let meta = AnswerMeta { degraded, compute_us: micros(took), chosen, mismatch, room_version, reading };
        let message = outbound::decision(position, &decision, options.wants, &meta);
        Answer { decided: before, decision, budget, meta, message }
    }

    /// Puts it on record: the series, the call's span, the replay line.
    fn record(&self, app: &App, call: &Call, position: &Position, room: Option<&str>) {
        count(app, call, &self.decision, &self.meta, self.budget);
        let logged = LoggedDecision {
            decided: self.decided,
            is_replaced: self.meta.chosen != Chosen::Decided,
            is_degraded: self.meta.degradation().is_some(),
            budget: self.budget,
            room,
        };
        log_decision(app, call, position, &self.decision, logged);
    }
}

/// Whole microseconds, to the nearest: cut off, the mean of what takes ten would come out half a microsecond short.
fn micros(took: Duration) -> u32 {
    (took + Duration::from_nanos(500)).as_micros() as u32
}
