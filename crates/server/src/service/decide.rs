//! What Bid, Play and Follow share: from a request to an answer that is on record. `think` decides, `phase` says which RPC
//! fits, `log` keeps the record.

mod phase;
mod think;
mod log;

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Decision, Habits};
use rules::{Seed, View};
use wire::v1;

use super::rooms::{self, Turn};
use crate::call::context::Call;
use crate::config::OnStoreDown;
use crate::convert::cards::CardReader;
use crate::convert::inbound::{self, Position};
use crate::convert::legal::{Chosen, LegalPlays};
use crate::convert::outbound::{self, AnswerMeta, Wants};
use crate::error::{Reason, Refusal};
use crate::roster::Companion;
use crate::state::App;
use log::{LoggedDecision, count, log_decision};
pub(super) use phase::check_phase;
use think::try_inline;
pub(super) use think::{Decided, think};

/// Where a request says that the bot stands.
pub(super) enum Source<'a> {
    View(&'a v1::View),
    Room(v1::RoomTurn),
}

/// A request of any of the three RPCs.
pub(super) struct Ask<'a> {
    pub(super) source: Option<Source<'a>>,
    pub(super) options: v1::DecisionOptions,
    pub(super) legal_plays: Option<v1::LegalPlays>,
}

/// The room of a turn, and whether an event has ended the turn meanwhile.
struct RoomTurnInfo<'a> {
    room: &'a str,
    superseded: Arc<AtomicBool>,
}

/// An answer to come.
type Pending<'a> = Pin<Box<dyn Future<Output = Result<v1::Decision, Refusal>> + Send + 'a>>;

/// An answer, or a job that will give it.
pub(super) enum Started<'a> {
    Decided(Box<v1::Decision>),
    Pending(Pending<'a>),
}

impl Started<'_> {
    /// The answer.
    pub(super) async fn decision(self) -> Result<v1::Decision, Refusal> {
        match self {
            Started::Decided(decision) => Ok(*decision),
            Started::Pending(thinking) => thinking.await,
        }
    }
}

/// Decides for any of the three RPCs. Answers at once where that takes microseconds. What may have to wait gets a box of its
/// own: a future has room for all that it may ever wait for, eleven kilobytes in one piece, and moving those for every call cost a fifth of a decision.
pub(super) fn start<'a>(app: &'a Arc<App>, call: &'a Call, ask: Ask<'_>) -> Result<Started<'a>, Refusal> {
    let Ask { source, options, legal_plays } = ask;
    match source.ok_or_else(|| Refusal::new(Reason::FIELD_MISSING, "is needed: view, or room").at("view"))? {
        Source::View(view) => {
            let (position, reader) = stateless(app, view, &options)?;
            let call = Call { rpc: check_phase(call.rpc, &position.view)?, ..*call };
            let legal = read_legal(&reader, &position, legal_plays.as_ref())?;
            if let Some(decided) = try_inline(app, &call, &position, &options)? {
                let decision = finish(app, &call, &position, &options, legal.as_ref(), decided, None);
                return Ok(Started::Decided(Box::new(decision)));
            }
            Ok(Started::Pending(Box::pin(async move {
                answer(app, &call, &position, &options, legal.as_ref(), None).await
            })))
        }
        Source::Room(turn) => {
            if !options.persona.is_empty() {
                let message = "is told, but a room's bots are fixed when they sit down";
                return Err(Refusal::new(Reason::PERSONA_FIXED, message).at("options.persona"));
            }
            Ok(Started::Pending(Box::pin(async move {
                match in_room(app, call, &turn, &options, legal_plays.as_ref()).await {
                    Err(refusal) if refusal.reason() == Reason::STORE_UNAVAILABLE => {
                        Box::pin(without_store(app, call, turn, options, legal_plays.as_ref(), refusal)).await
                    }
                    decided => decided,
                }
            })))
        }
    }
}

/// Decides a bot's turn in a room, and has the room remember it.
async fn in_room(
    app: &Arc<App>,
    call: &Call,
    turn: &v1::RoomTurn,
    options: &v1::DecisionOptions,
    legal_plays: Option<&v1::LegalPlays>,
) -> Result<v1::Decision, Refusal> {
    let (rpc, position, legal, seen, open) = match rooms::position(app, call, turn, options, legal_plays).await? {
        Turn::Decided(decision) => return Ok(*decision),
        Turn::Open { rpc, position, legal, seen, open } => (rpc, position, legal, seen, open),
    };
    let call = &Call { rpc, ..*call };
    let seated = RoomTurnInfo { room: &turn.room_id, superseded: Arc::clone(open.superseded()) };
    let decision = answer(app, call, &position, options, legal.as_ref(), Some(seated)).await?;
    let decision = v1::Decision { room_version: Some(outbound::count(seen.state.version)), ..decision };
    rooms::remember(app, turn, *seen, rooms::key(legal.as_ref()), wants(options), decision).await
}

/// The store of the rooms is away: the turn is decided by its fallback where the operator wants that, and refused otherwise.
async fn without_store(
    app: &Arc<App>,
    call: &Call,
    turn: v1::RoomTurn,
    options: v1::DecisionOptions,
    legal_plays: Option<&v1::LegalPlays>,
    refusal: Refusal,
) -> Result<v1::Decision, Refusal> {
    let is_wanted = app.config.rooms.redis.on_store_down == OnStoreDown::Stateless;
    let Some(fallback) = turn.fallback.filter(|_| is_wanted) else { return Err(refusal) };
    let v1::RoomFallback { view, persona } = *fallback;
    let within = |refusal: Refusal| refusal.within("room.fallback");
    let view = view.ok_or_else(|| within(Refusal::missing("view")))?;
    let options = v1::DecisionOptions { persona, ..options };
    let (position, reader) = stateless(app, &view, &options).map_err(within)?;
    let call = &Call { rpc: check_phase(call.rpc, &position.view).map_err(within)?, ..*call };
    let legal = read_legal(&reader, &position, legal_plays)?;
    let decided = think(app, call, &position, &options, None).await?;
    let decided = Decided { degraded: v1::Degraded::Store, ..decided };
    Ok(finish(app, call, &position, &options, legal.as_ref(), decided, Some(&turn.room_id)))
}

/// Decides a view that came another way than by gRPC, within the budget of `call`.
pub async fn decide_view(
    app: &Arc<App>,
    call: &Call,
    view: View,
    companion: Arc<Companion>,
) -> Result<Decision, Refusal> {
    let hand_seed = inbound::present_seed(&view);
    let hand = inbound::SentHand::Text(view.hand());
    let habits = [Habits::default(); 3];
    let position = Position { view, hand, codec: None, companion, hand_seed, habits, disclosed: false };
    let Decided { decision, degraded, took, budget } =
        think(app, call, &position, &v1::DecisionOptions::default(), None).await?;
    let compute_us = micros(took);
    let meta = AnswerMeta { degraded, compute_us, chosen: Chosen::Decided, mismatch: None };
    let is_degraded = count(app, call, &decision, &meta, budget);
    log_decision(app, call, &position, &decision, LoggedDecision { is_degraded, budget, room: None });
    Ok(decision)
}

/// A position that carries all that it needs.
pub(super) fn stateless(
    app: &App,
    view: &v1::View,
    options: &v1::DecisionOptions,
) -> Result<(Position, CardReader), Refusal> {
    let sent = inbound::view(view).map_err(|refusal| refusal.within("view"))?;
    let companion = app.roster.named(&options.persona).map_err(|refusal| refusal.within("options"))?;
    let reader = CardReader::new(view.card_codec).map_err(|refusal| refusal.within("view"))?;
    let position = Position {
        view: sent.view,
        hand: sent.hand,
        codec: reader.codec(),
        companion,
        hand_seed: options.hand_seed.map_or(sent.seed, Seed),
        habits: sent.habits,
        disclosed: options.disclosed,
    };
    Ok((position, reader))
}

pub(super) fn read_legal(
    reader: &CardReader,
    position: &Position,
    legal: Option<&v1::LegalPlays>,
) -> Result<Option<LegalPlays>, Refusal> {
    legal.map(|legal| LegalPlays::read(reader, position.view.hand(), legal)).transpose()
}

/// Thinks, and makes the answer of what was thought.
async fn answer(
    app: &Arc<App>,
    call: &Call,
    position: &Position,
    options: &v1::DecisionOptions,
    legal: Option<&LegalPlays>,
    seated: Option<RoomTurnInfo<'_>>,
) -> Result<v1::Decision, Refusal> {
    let (room, superseded) = seated.map_or((None, None), |seated| (Some(seated.room), Some(seated.superseded)));
    let decided = think(app, call, position, options, superseded).await?;
    Ok(finish(app, call, position, options, legal, decided, room))
}

/// The answer of what was decided, with the backend's own list heard and everything on record.
fn finish(
    app: &App,
    call: &Call,
    position: &Position,
    options: &v1::DecisionOptions,
    legal: Option<&LegalPlays>,
    decided: Decided,
    room: Option<&str>,
) -> v1::Decision {
    let Decided { mut decision, degraded, took, budget } = decided;
    let (mut chosen, mut mismatch) = (Chosen::Decided, None);
    if let Some(legal) = legal {
        chosen = legal.choose(&position.view, &mut decision);
        mismatch = legal.mismatch(&position.view, &position.hand);
    }
    let meta = AnswerMeta { degraded, compute_us: micros(took), chosen, mismatch };
    let is_degraded = count(app, call, &decision, &meta, budget);
    log_decision(app, call, position, &decision, LoggedDecision { is_degraded, budget, room });
    outbound::decision(position, &decision, wants(options), meta)
}

/// What the answer shows beside the action.
pub(super) fn wants(options: &v1::DecisionOptions) -> Wants {
    Wants { alternatives: options.want_alternatives, trace: options.want_trace }
}

/// Whole microseconds, to the nearest: cut off, the mean of what takes ten would come out half a microsecond short.
fn micros(took: Duration) -> u32 {
    (took + Duration::from_nanos(500)).as_micros() as u32
}
