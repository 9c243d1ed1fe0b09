//! Budgets, deadlines, cancelled calls and overload.

use std::sync::Arc;
use std::time::{Duration, Instant};

use server::pool::{JobSpec, StopSignal};
use server::server::serve::Running;
use tonic::{Code, Request, Status};
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::harness::*;

/// Makes a whole deal for three with open hands, which takes hours to solve.
fn endless() -> SolveEndgameRequest {
    let hands = ["33444668TJJQKKKAAA2D", "3455567889TJQKA22", "3567778999TTJQQ2X"];
    SolveEndgameRequest { want_all_first_plays: true, ..endgame("classic", &hands) }
}

/// Starts a job that holds a thread of the pool for decisions, or a place in its queue, until it is aborted.
fn hold(server: &Running) -> tokio::task::JoinHandle<()> {
    let app = Arc::clone(&server.app);
    let until = Instant::now() + Duration::from_secs(600);
    let spec = JobSpec { caller: 0, until, superseded: None, expected: Duration::from_millis(1) };
    tokio::spawn(async move {
        let spin = |_: &mut _, stop: &StopSignal| {
            while !stop.is_due() {
                std::thread::yield_now();
            }
        };
        let _ = app.pool.think(spec, spin).await;
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_budget_ends_the_thinking() {
    let (_server, mut client) = serve(&[]).await;
    let request = SolveEndgameRequest { budget_ms: Some(30), ..endless() };
    let answer = client.solve_endgame(request).await.unwrap().into_inner();
    assert_eq!((answer.winner, answer.stopped), (0, SolveStopped::Budget as i32));
    assert!(answer.nodes > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_a_budget_too_and_the_answer_comes_before_it() {
    // A wide margin, so that a busy machine changes nothing.
    let (_server, mut client) = serve(&[("FIXED__REPLY_MARGIN_US", "4000000"), ("BUDGETS__SOLVE_MS", "600000")]).await;
    let mut request = Request::new(endless());
    request.set_timeout(Duration::from_millis(4_200));
    let answer = client.solve_endgame(request).await.unwrap().into_inner();
    assert_eq!(answer.stopped, SolveStopped::Budget as i32);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_has_passed_is_named() {
    let (server, mut client) = serve(&[]).await;
    // The client has the same deadline and may end first, on a busy machine nearly always. Then its status is
    // CANCELLED, and the test tries again.
    let mut status = Status::cancelled("");
    for _ in 0..1_000 {
        let mut request = Request::new(by_rules(present("3344JJ", [5, 4, 6], "")));
        request.metadata_mut().insert("grpc-timeout", "0m".parse().unwrap());
        status = client.play(request).await.unwrap_err();
        if status.code() != Code::Cancelled {
            break;
        }
    }
    assert_eq!(refused(&status), (Code::DeadlineExceeded, String::from("DEADLINE_PASSED"), String::new()));
    assert!(metric(&server.app, "thirdseat_refused_total{reason=\"DEADLINE_PASSED\"}") >= 1.0);
}

/// Without the stop the job would run for its whole budget, ten minutes; `until` fails after a minute.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_goes_away_stops_the_thinking() {
    let (server, mut client) = serve(&[("FIXED__ENDGAME_THREADS", "1"), ("BUDGETS__SOLVE_MS", "600000")]).await;
    for _ in 0..10 {
        let mut caller = client.clone();
        let call = tokio::spawn(async move { caller.solve_endgame(endless()).await.map(|_| ()) });
        until("thinking", || server.app.endgame_pool.busy() == 1).await;
        call.abort();
        until("the end of the call", || server.app.deciding() == 0).await;
        until("the end of thinking", || server.app.endgame_pool.busy() == 0).await;
    }
    assert!(client.play(by_rules(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
    let cancelled = "thirdseat_rpc_total{rpc=\"SolveEndgame\",code=\"CANCELLED\"}";
    assert_eq!(metric(&server.app, cancelled), 10.0);
    assert_eq!(metric(&server.app, "thirdseat_inflight{rpc=\"SolveEndgame\"}"), 0.0);
}

/// When all threads are busy, a simpler player answers for a persona that needs a thread. A call that no simpler player can
/// answer is refused with a retry time.
#[tokio::test(flavor = "multi_thread")]
async fn overload_makes_play_simpler_before_anything_is_refused() {
    let small = [
        ("THINKING__THREADS", "1"),
        ("FIXED__ENDGAME_THREADS", "1"),
        ("FIXED__QUEUE", "1"),
        ("BUDGETS__SOLVE_MS", "600000"),
    ];
    let (server, mut client) = serve(&small).await;
    let mut held = Vec::new();
    // The second must not come before the first has left the queue, which has one place.
    for waiting in 0..=1 {
        let mut caller = client.clone();
        held.push(tokio::spawn(async move { caller.solve_endgame(endless()).await.map(drop).unwrap_or_default() }));
        held.push(hold(&server));
        for pool in [&server.app.pool, &server.app.endgame_pool] {
            until("a full pool", || (pool.busy(), pool.waiting()) == (1, waiting)).await;
        }
    }
    let request = DecideRequest { options: by("skilled"), ..by_rules(present("3344JJ", [5, 4, 6], "")) };
    let decision = client.play(request).await.unwrap().into_inner();
    assert_eq!(
        (decision.source().degraded, decision.source().persona.as_str()),
        (Degraded::Overload as i32, "skilled")
    );
    assert!(!played(&decision).is_empty());
    assert_eq!(metric(&server.app, "thirdseat_degraded_total{caller=\"default\",reason=\"overload\"}"), 1.0);
    let status = client.solve_endgame(endless()).await.unwrap_err();
    assert_eq!(refused(&status).1, "OVERLOADED");
    assert!(status.get_error_details().retry_info().unwrap().retry_delay.unwrap() > Duration::ZERO);
    held.iter().for_each(|call| call.abort());
    until("an idle pool", || server.app.pool.busy() + server.app.pool.waiting() == 0).await;
    until("idle solvers", || server.app.endgame_pool.busy() + server.app.endgame_pool.waiting() == 0).await;
    // Afterwards decisions are not degraded.
    let request = DecideRequest { options: by("skilled"), ..by_rules(present("3344JJ", [5, 4, 6], "")) };
    let decision = client.play(request).await.unwrap().into_inner();
    assert_eq!(decision.source().degraded, 0);
}

/// The answer comes in time even if no thread becomes free as expected.
#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_a_thread_in_vain_is_answered_in_time() {
    let (server, mut client) = serve(&[("THINKING__THREADS", "1"), ("BUDGETS__DECIDE_MS", "2000")]).await;
    let held = hold(&server);
    until("thinking", || server.app.pool.busy() == 1).await;
    // A job that has run for a moment is expected to run for another moment.
    let request = DecideRequest { options: by("skilled"), ..by_rules(present("3344JJ", [5, 4, 6], "")) };
    let decision = client.play(request).await.unwrap().into_inner();
    // Not `Overload`: it waited for the thread until its budget ended.
    assert_eq!(decision.source().degraded, Degraded::Budget as i32);
    assert!(!played(&decision).is_empty());
    assert_eq!(server.app.pool.busy(), 1, "the other one thinks on");
    held.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_decide_are_capped() {
    let (server, mut client) = serve(&[("THINKING__INFLIGHT_MAX", "1"), ("BUDGETS__SOLVE_MS", "600000")]).await;
    let mut caller = client.clone();
    let call = tokio::spawn(async move { caller.solve_endgame(endless()).await.map(|_| ()) });
    until("thinking", || server.app.endgame_pool.busy() == 1).await;
    let status = client.play(by_rules(present("3344JJ", [5, 4, 6], ""))).await.unwrap_err();
    assert_eq!((status.code(), refused(&status).1.as_str()), (Code::ResourceExhausted, "OVERLOADED"));
    assert!(status.get_error_details().retry_info().is_some());
    call.abort();
    until("the end of the call", || server.app.deciding() == 0).await;
    assert!(client.play(by_rules(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn no_time_at_all_is_answered_by_the_tables() {
    let (_server, mut client) = serve(&[]).await;
    let mut request = DecideRequest { options: by("skilled"), ..by_rules(present("3344JJ", [5, 4, 6], "")) };
    request.options.as_mut().unwrap().budget_ms = Some(0);
    let decision = client.play(request).await.unwrap().into_inner();
    assert_eq!(decision.source().degraded, Degraded::Budget as i32);
    assert!(!played(&decision).is_empty());
}
