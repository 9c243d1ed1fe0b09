//! The review of a whole hand: its turns as in ReviewPlay, with the chance of the side on turn, and the winner with open cards.

use std::sync::Arc;
use std::time::Instant;

use engine::Habits;
use engine::endgame::Endgame;
use game::event::LogEntry;
use game::names;
use game::refusal::{AtField, Reason, Refusal};
use rules::{Action, Chair, Event, OpenFactor, Seat, Seed, Side};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use wire::v1::{ReviewHandRequest, ReviewHandResponse};

use super::{endgame, review};
use crate::call::{AnswerStream, Call};
use crate::convert::inbound::{self, Options, Position};
use crate::convert::outbound;
use crate::pool::with_scratch;
use crate::roster::Companion;
use crate::state::App;
use game::cards::Cards;
use game::read as told;

/// The length of the queue of reviewed turns: a slow reader delays the review.
const QUEUED_TURNS_MAX: usize = 4;

/// A turn of the hand. Turns that break the ruleset, and answers to cards that are no combo, are left out.
struct Turn {
    event: u32,
    chair: Chair,
    position: Position,
    action: Action,
    /// All cards before the turn, if they form an endgame that can be solved.
    open: Option<Endgame>,
    /// All cards after it.
    after: Option<Endgame>,
}

pub(super) async fn review_hand(
    app: &Arc<App>,
    call: &Call,
    mut request: ReviewHandRequest,
) -> Result<AnswerStream<ReviewHandResponse>, Refusal> {
    let sent = request.hand.as_mut().ok_or_else(|| Refusal::missing("hand"))?;
    let mut hand = told::hand(sent).within("hand")?;
    inbound::habits(&sent.habits).within("hand")?;
    if hand.present.is_some() {
        let message = "is told, but a review needs the hand from the deal on";
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("present").within("hand"));
    }
    let options = Options { sent: request.options.unwrap_or_default(), legal_plays: None };
    let companion = options.companion(&app.roster)?;
    // A chair whose cards are not told holds none at the end.
    hand.holds = hand.holds.map(|held| held.or(Some(Cards::NONE)));
    let turns = read_turns(&mut hand, &companion, &options).within("hand")?;
    // Each turn costs as much as a decision.
    call.caller.charge(turns.len().saturating_sub(1), Instant::now());
    let (out, stream) = mpsc::channel(QUEUED_TURNS_MAX);
    let (app, call) = (Arc::clone(app), call.clone());
    // When the reader leaves, the task ends, even while it thinks.
    tokio::spawn(async move {
        tokio::select! {
            () = send_all(&app, call, &turns, &options, request.open_nodes_max, &out) => {}
            () = out.closed() => {}
        }
    });
    Ok(Box::pin(ReceiverStream::new(stream)))
}

type ReviewSender = mpsc::Sender<Result<ReviewHandResponse, Status>>;

/// Sends a review of each turn, until one fails. For each winner that it looks for, the solver visits at most `nodes_max` positions;
/// with 0 it does not run.
async fn send_all(app: &Arc<App>, call: Call, turns: &[Turn], options: &Options, nodes_max: u64, out: &ReviewSender) {
    let mut open_winner = None;
    for (place, turn) in turns.iter().enumerate() {
        let Turn { position, .. } = turn;
        // Each turn has its own budget, within the deadline of the call.
        let call = Call { at: Instant::now(), ..call.clone() };
        let side = position.view.seat().map(Seat::side);
        let chance = with_scratch(|scratch| engine::win_chance(&position.view, scratch));
        let winner = |game: Option<Endgame>| {
            let game = game.filter(|_| nodes_max > 0);
            let call = &call;
            async move { endgame::winner(app, call, game?, nodes_max).await }
        };
        if place == 0 || turns[place - 1].after.is_none() {
            open_winner = winner(turn.open).await;
        }
        let after = winner(turn.after).await;
        let answer = review::judge(app, &call, position, options, turn.action).await;
        let answer = answer.map(|review| ReviewHandResponse {
            turn: turn.event,
            chair: names::to_chair(turn.chair) as i32,
            review: Some(review),
            chance: chance.map(outbound::share),
            open_winner: open_winner.map_or(0, |side| names::to_side(side) as i32),
            thrown_away: side.is_some() && open_winner == side && after == side.map(Side::other),
        });
        let is_over = answer.is_err();
        if out.send(answer.map_err(Refusal::into_status)).await.is_err() || is_over {
            return;
        }
        open_winner = after;
    }
}

fn read_turns(told: &mut told::Hand, companion: &Arc<Companion>, options: &Options) -> Result<Vec<Turn>, Refusal> {
    let rules = &told.rules.clone();
    let mut hand = told.start()?;
    let mut turns = Vec::new();
    let mut warnings = Vec::new();
    for event in 0..told.events.len() {
        let chair = hand.facts(rules).turn;
        let open = endgame::endgame_of_hand(&hand, rules);
        let position = chair.map(|chair| {
            let (form, seed) = (told.form.clone(), options.sent.hand_seed.map(Seed));
            inbound::position(&hand, rules, chair, companion, form, seed, &[Habits::default(); 3])
        });
        let position = position.transpose()?.filter(|position| !position.odd_standing);
        if let Some(broken) = told.step(&mut hand, event)? {
            warnings.push(broken.to_warning());
            continue;
        }
        let action = hand.log.last().and_then(|entry| action_of(entry, chair));
        let Some(((chair, position), action)) = chair.zip(position).zip(action) else { continue };
        let position = Position { warnings: warnings.clone(), ..position };
        let after = endgame::endgame_of_hand(&hand, rules);
        turns.push(Turn { event: event as u32, chair, position, action, open, after });
    }
    hand.check_deck()?;
    Ok(turns)
}

/// Returns the action of an event, if it is a decision of the chair on turn, and known.
fn action_of(entry: &LogEntry, turn: Option<Chair>) -> Option<Action> {
    Some(match entry.rules? {
        Event::PassedOn(_, cards) => Action::PassOn(cards?),
        Event::Call(_, call) => Action::Call(call),
        Event::Raise(_, raise) => Action::Raise(raise),
        // A hand laid open out of turn, or before its chair saw all its cards, is no decision of the turn.
        Event::Show(..) if entry.chair() != turn => return None,
        Event::Show(_, Some(open)) if open.factor > OpenFactor::Two => return None,
        Event::Show(_, open) => Action::Show(open.is_some()),
        Event::Play(_, play) => Action::Play(play),
        Event::Wild(_) | Event::Landlord(..) => return None,
    })
}
