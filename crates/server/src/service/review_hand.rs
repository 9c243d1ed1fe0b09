//! A whole hand reviewed: each turn as ReviewPlay would judge it, with what every seat thought of its chances and who would have won
//! with open cards.

use std::sync::Arc;
use std::time::Instant;

use engine::endgame::Endgame;
use rules::{Seat, Side};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use wire::v1::{ReviewHandRequest, ReviewHandResponse};

use super::{Answers, decide, endgame, review};
use crate::call::context::{Arrival, Call};
use crate::convert::ask::Options;
use crate::convert::hand_review::{HandReview, Judged, Turn, hand_review};
use crate::error::Refusal;
use crate::state::App;

/// Turns that wait to be sent: a reader that is slower holds the review up.
const AHEAD: usize = 4;

pub(super) async fn review_hand(
    app: &Arc<App>,
    call: &Call,
    request: ReviewHandRequest,
) -> Result<Answers<ReviewHandResponse>, Refusal> {
    let review = hand_review(&app.roster, request)?;
    let (out, stream) = mpsc::channel(AHEAD);
    let (app, call) = (Arc::clone(app), call.clone());
    // When the reader goes away, sending fails or ends the task while it thinks.
    tokio::spawn(async move {
        tokio::select! {
            () = run(&app, call, review, &out) => {}
            () = out.closed() => {}
        }
    });
    Ok(Box::pin(ReceiverStream::new(stream)))
}

type Out = mpsc::Sender<Result<ReviewHandResponse, Status>>;

async fn run(app: &Arc<App>, call: Call, review: HandReview, out: &Out) {
    let HandReview { turns, options, open_nodes_max } = review;
    let mut before = [None; 3];
    let mut open_winner = None;
    for (place, turn) in turns.iter().enumerate() {
        // Each turn has a budget of its own, within the deadline of the call.
        let call = Call { arrival: Arrival { at: Instant::now(), ..call.arrival }, ..call.clone() };
        if let Some(seat) = turn.position.view.seat() {
            before[seat.index()] = decide::chance(&turn.position.view).or(before[seat.index()]);
        }
        let winner = |game: Option<Endgame>| {
            let game = game.filter(|_| open_nodes_max > 0);
            let call = &call;
            async move { endgame::winner(app, call, game?, open_nodes_max).await }
        };
        if place == 0 || turns[place - 1].after.is_none() {
            open_winner = winner(turn.open).await;
        }
        let after = winner(turn.after).await;
        let side = turn.position.view.seat().map(Seat::side);
        let is_thrown = side.is_some() && open_winner == side && after == side.map(Side::other);
        let judged = Judged { before, open_winner, is_thrown };
        let answer = one(app, &call, &options, turn, judged).await.map_err(Refusal::into_status);
        let is_over = answer.is_err();
        if out.send(answer).await.is_err() || is_over {
            return;
        }
        open_winner = after;
    }
}

async fn one(
    app: &Arc<App>,
    call: &Call,
    options: &Options,
    turn: &Turn,
    judged: Judged,
) -> Result<ReviewHandResponse, Refusal> {
    let review = review::judge(app, call, &turn.position, options, turn.action).await?;
    Ok(turn.answer(review, &judged))
}
