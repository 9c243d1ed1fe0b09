//! Many decisions over one stream, answered as they finish. Each has a budget from the arrival of its message, and a status
//! of its own: one bad question does not end the stream.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};
use tracing::Instrument;
use wire::v1::{DecideRequest, TurnDecision};

use super::{Answers, decide};
use crate::call::caller::{Caller, Using};
use crate::call::context::{Arrival, Call, Peer};
use crate::call::rpc::Rpc;
use crate::convert::ask::question;
use crate::convert::outbound;
use crate::error::{Reason, Refusal, readable};
use crate::observe::lines;
use crate::observe::metrics::Inflight;
use crate::state::App;

/// Answers that wait to be sent: a reader that is slower holds its own questions up.
const ANSWERS_MAX: usize = 16;

pub(super) fn decide_many(
    app: Arc<App>,
    call: Call,
    peer: Option<&Peer>,
    questions: Streaming<DecideRequest>,
) -> Result<Answers<TurnDecision>, Refusal> {
    let permit = StreamPermit::take(&app, &call.caller, peer)?;
    let (answers, answered) = mpsc::channel(ANSWERS_MAX);
    // When the reader goes away, sending fails or the stream of questions breaks off: either ends the task.
    tokio::spawn(async move {
        run(&app, call, questions, &answers).await;
        drop(permit);
    });
    Ok(Box::pin(ReceiverStream::new(answered)))
}

/// A stream's permit among all, among its caller's where there are several callers, and among those of its connection: an empty stream costs kilobytes, and opening one costs its
/// caller nothing.
struct StreamPermit {
    _of_all: OwnedSemaphorePermit,
    _of_caller: Option<Using>,
    _of_connection: Option<OwnedSemaphorePermit>,
    _open: Inflight,
}

impl StreamPermit {
    fn take(app: &App, caller: &Arc<Caller>, peer: Option<&Peer>) -> Result<StreamPermit, Refusal> {
        let full = |most: usize, whose: &str| {
            let message = format!("{most} DecideMany streams are open {whose} already");
            Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_secs(1))
        };
        let config = &app.config.fixed;
        let take = |places: &Arc<Semaphore>| Arc::clone(places).try_acquire_owned();
        let of_connection = peer.map(|peer| take(&peer.streams)).transpose();
        let of_connection =
            of_connection.map_err(|_| full(config.decide_streams_per_connection, "on this connection"))?;
        let is_full = || full(config.decide_streams_max, "at this replica");
        let free = app.decide_streams.available_permits();
        let of_all = take(&app.decide_streams).map_err(|_| is_full())?;
        let of_caller =
            app.callers.are_many().then(|| caller.begin_decide_stream(free).ok_or_else(is_full)).transpose()?;
        let open = app.metrics.open_stream(Rpc::DecideMany);
        Ok(StreamPermit { _of_all: of_all, _of_caller: of_caller, _of_connection: of_connection, _open: open })
    }
}

type Sender = mpsc::Sender<Result<TurnDecision, Status>>;

async fn run(app: &Arc<App>, call: Call, mut questions: Streaming<DecideRequest>, answers: &Sender) {
    let most = app.config.fixed.stream_inflight_max;
    let idle = Duration::from_secs(app.config.fixed.decide_stream_idle_s);
    let places = Arc::new(Semaphore::new(most));
    // Dropping the set stops whatever still thinks.
    let mut tasks = JoinSet::new();
    loop {
        // A place first: a stream that asks faster than it is answered waits here, by its own flow control.
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place.expect("the semaphore is never closed"),
            () = answers.closed() => return,
        };
        let question = loop {
            tokio::select! {
                question = questions.message() => break question,
                () = app.stopping.cancelled() => return stop(tasks, answers).await,
                () = answers.closed() => return,
                () = tokio::time::sleep(idle) => {}
            }
            // A stream whose questions are being decided is not idle.
            if places.available_permits() + 1 == most {
                let message = format!("nothing was asked for {} s", idle.as_secs());
                let _ = answers.send(Err(Refusal::new(Reason::STREAM_IDLE, message).into_status())).await;
                return;
            }
        };
        match question {
            Ok(Some(question)) => {
                let arrival = Arrival { at: Instant::now(), ..call.arrival };
                let (app, answers, call) = (Arc::clone(app), answers.clone(), Call { arrival, ..call.clone() });
                let span = call.span();
                let item = async move {
                    let _inflight = app.metrics.begin(call.rpc);
                    let answer = answer(&app, &call, question).await;
                    // The reader may have gone.
                    let _ = answers.send(Ok(answer)).await;
                    drop(place);
                };
                match span {
                    Some(span) => tasks.spawn(item.instrument(span)),
                    None => tasks.spawn(item),
                };
                while tasks.try_join_next().is_some() {}
            }
            Ok(None) => break,
            Err(status) => {
                let _ = answers.send(Err(readable(status))).await;
                return;
            }
        }
    }
    tokio::select! {
        () = async { while tasks.join_next().await.is_some() {} } => {}
        () = answers.closed() => {}
    }
}

/// The replica is about to stop: what was asked is answered, and no more is asked.
async fn stop(mut tasks: JoinSet<()>, answers: &Sender) {
    while tasks.join_next().await.is_some() {}
    let refusal = Refusal::new(Reason::SHUTTING_DOWN, "this replica is about to stop");
    let _ = answers.send(Err(refusal.into_status())).await;
}

async fn answer(app: &Arc<App>, call: &Call, sent: DecideRequest) -> TurnDecision {
    let chair = sent.chair;
    let (id, asked) = question(sent);
    let decision = match asked {
        // The series of quotas has whole calls, so that it can be taken from those that failed.
        Ok(ask) => match call.caller.begin_call(call.arrival.at) {
            Ok(_using) => decide::decide(app, &call.as_rpc(Rpc::Decide), ask).await,
            Err((_, refusal)) => Err(refusal),
        },
        Err(refusal) => Err(refusal),
    };
    let decision = decision.map_err(|refusal| {
        let (reason, status) = (refusal.reason(), refusal.into_status());
        app.metrics.refused(Some(reason));
        lines::call_failed(call.rpc.name(), &status, &call.tags());
        status
    });
    outbound::turn_decision(chair, id, decision)
}
