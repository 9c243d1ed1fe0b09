//! A turn in a room: [`position`] and [`remember`] are what Bid, Play and Follow ask when a request names a room.

use std::sync::Arc;

use rules::Chair;
use wire::v1::Decision;

use super::decide;
use super::rooms::deps;
use crate::call::context::Call;
use crate::call::rpc::Rpc;
use crate::convert::ask::{Options, RoomTurn};
use crate::convert::cached::{repeated, to_cached, to_watched};
use crate::convert::cards::{CardReader, SentHand};
use crate::convert::inbound::Position;
use crate::convert::legal::LegalPlays;
use crate::convert::outbound::{self, Wants};
use crate::error::{Reason, Refusal};
use crate::room::state::CachedDecision;
use crate::room::untracked::Standing;
use crate::room::{LoadedRoom, Next, OpenTurn, RoomState};
use crate::state::App;

/// What a room answers when a bot's turn is asked for.
pub enum TurnState {
    /// The answer is there: the same was asked before, or there is nothing to think about.
    Decided(Box<Decision>),
    /// To be decided, as long as no event ends the turn meanwhile.
    Open {
        /// As which RPC it is decided.
        rpc: Rpc,
        /// What the bot knows.
        position: Box<Position>,
        /// The plays that the backend accepts, where it lists them.
        legal: Option<LegalPlays>,
        /// The room as it was seen.
        seen: Box<LoadedRoom>,
        /// That it is thought about.
        open: OpenTurn,
    },
}

/// What the bot of `turn` knows, or the answer that the room has stored for it.
pub async fn position(app: &Arc<App>, call: &Call, turn: &RoomTurn, options: &Options) -> Result<TurnState, Refusal> {
    let at = |refusal: Refusal| refusal.within("room");
    let chair = turn.chair;
    if turn.version.is_none() {
        app.metrics.unversioned(call.rpc);
    }
    // Before the room is looked at: whatever happens after that ends the turn.
    let room = call.caller.room_key(&turn.room);
    let open = app.rooms.open_turn(&room);
    let seen = app.rooms.load_with_revision(deps(app), &room).await.map_err(at)?;
    let state = &seen.state;
    state.expect_turn(turn.version).map_err(|refusal| at(refusal.at("version")))?;
    let (position, standing) =
        known(state, chair).map_err(|refusal| refusal.in_room().with("version", state.version))?;
    if let Some(decision) = pass_on_unrecognised(state, standing, &position, call.rpc)? {
        return Ok(TurnState::Decided(Box::new(decision)));
    }
    // The phase before the stored answer: that one does not depend on the RPC, and the wrong one is refused always.
    let rpc = decide::check_phase(call.rpc, &position.view).map_err(Refusal::in_room)?;
    let legal = options.legal_plays(&CardReader::of(position.codec), &position)?;
    // A review judges a play, whatever the bot would have done.
    if call.rpc != Rpc::ReviewPlay
        && let Some(decision) = cached(state, chair, key(legal.as_ref()), options.wants)?
    {
        return Ok(TurnState::Decided(Box::new(decision)));
    }
    Ok(TurnState::Open { rpc, position: Box::new(position), legal, seen: Box::new(seen), open })
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
        habits: state.habits_by_seat(&facts, chair),
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
    repeated(state, cached, wants).map(Some)
}

/// Stores what was decided in `turn`, if the room is still at the version that was seen; the decision that counts comes back.
pub async fn remember(
    app: &Arc<App>,
    call: &Call,
    turn: &RoomTurn,
    seen: LoadedRoom,
    key: u64,
    wants: Wants,
    decision: Decision,
) -> Result<Decision, Refusal> {
    let (version, turn_version, chair) = (seen.state.version, seen.state.turn_version(), turn.chair);
    let stored = CachedDecision { version, chair, digest: key, decision: to_cached(&decision) };
    let keep = |state: &RoomState| {
        if state.turn_version() != turn_version {
            let message = format!("the room went from version {version} to {} meanwhile", state.version);
            return Err(Refusal::new(Reason::SUPERSEDED, message).with("version", state.version));
        }
        if let Some(before) = cached(state, chair, key, wants)? {
            return Ok((None, Some(before)));
        }
        Ok((Some(Next::Cached(CachedDecision { version: state.version, ..stored.clone() })), None))
    };
    let room = call.caller.room_key(&turn.room);
    let (_, before) = app.rooms.change(deps(app), &room, Some(seen), keep).await?;
    if let Some(before) = before {
        return Ok(before);
    }
    app.rooms.notify_decision(&room, || CachedDecision { decision: to_watched(&decision), ..stored.clone() });
    Ok(decision)
}
