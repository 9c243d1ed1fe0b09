//! Budgets, deadlines, cancelled calls, overload, fair shares of threads, and the drain of a server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use server::pool::JobSpec;
use server::server::serve::RunningServer;
use tokio::task::JoinSet;
use tonic::{Code, Request};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::callers::{LOBBY, TABLES};
use crate::contract::harness::*;
use crate::support::papers::Folder;
use crate::support::wait_for;

/// Makes a whole deal for three with open hands, which takes too long to solve.
pub(crate) fn whole_deal() -> SolveEndgameRequest {
    let hands = ["33444668TJJQKKKAAA2D", "3455567889TJQKA22", "3567778999TTJQQ2X"];
    SolveEndgameRequest { want_all_first_plays: true, ..endgame("classic", &hands) }
}

/// Starts a job that holds a thread of the pool for decisions, or a place in its queue, until it is aborted.
fn hold_thread(server: &RunningServer) -> tokio::task::JoinHandle<()> {
    let app = Arc::clone(&server.app);
    let until = Instant::now() + Duration::from_secs(600);
    let spec = JobSpec { caller: 0, until, superseded: None, expected: Duration::from_millis(1) };
    tokio::spawn(async move {
        let job = app.pool.think(spec, |_, stop| {
            while !stop() {
                std::thread::yield_now();
            }
        });
        let _ = job.await;
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_is_a_budget_too_and_the_answer_comes_before_it() {
    // A wide margin, so that a busy machine changes nothing.
    let (_server, mut client) = serve(&[("FIXED__REPLY_MARGIN_US", "4000000"), ("BUDGETS__SOLVE_MS", "600000")]).await;
    let mut request = Request::new(whole_deal());
    request.set_timeout(Duration::from_millis(4_200));
    let answer = client.solve_endgame(request).await.unwrap().into_inner();
    assert_eq!(answer.stopped, SolveStopped::Budget as i32);
}

/// Without the stop the job would run for its whole budget, ten minutes; `wait_for` fails after a minute.
#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_goes_away_stops_the_thinking() {
    let (server, mut client) = serve(&[("FIXED__ENDGAME_THREADS", "1"), ("BUDGETS__SOLVE_MS", "600000")]).await;
    for _ in 0..10 {
        let mut caller = client.clone();
        let call = tokio::spawn(async move { caller.solve_endgame(whole_deal()).await.map(|_| ()) });
        wait_for("thinking", async || server.app.endgame_pool.busy_threads() == 1).await;
        call.abort();
        wait_for("the end of the call", async || server.app.deciding_calls() == 0).await;
        wait_for("the end of thinking", async || server.app.endgame_pool.busy_threads() == 0).await;
    }
    assert!(client.play(rules_request(present("3344JJ", [5, 4, 6], ""))).await.is_ok());
    let cancelled = "thirdseat_rpc_total{rpc=\"SolveEndgame\",code=\"CANCELLED\"}";
    assert_eq!(metric(&server.app, cancelled), 10.0);
    assert_eq!(metric(&server.app, "thirdseat_inflight{rpc=\"SolveEndgame\"}"), 0.0);
}

/// When no thread will be free in time, a simpler player answers for a persona that needs one. A call that no simpler player can
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
        held.push(tokio::spawn(async move { caller.solve_endgame(whole_deal()).await.map(drop).unwrap_or_default() }));
        held.push(hold_thread(&server));
        for pool in [&server.app.pool, &server.app.endgame_pool] {
            wait_for("a full pool", async || (pool.busy_threads(), pool.waiting_jobs()) == (1, waiting)).await;
        }
    }
    let skilled = || present("3344JJ", [5, 4, 6], "").decide(by_bot("skilled"));
    let decision = client.play(skilled()).await.unwrap().into_inner();
    assert_eq!(
        (decision.source().degraded, decision.source().persona.as_str()),
        (Degraded::Overload as i32, "skilled")
    );
    assert!(!play_text(&decision).is_empty());
    assert_eq!(metric(&server.app, "thirdseat_degraded_total{caller=\"default\",reason=\"overload\"}"), 1.0);
    let status = client.solve_endgame(whole_deal()).await.unwrap_err();
    assert_eq!(refusal(&status).1, "OVERLOADED");
    assert!(status.get_error_details().retry_info().unwrap().retry_delay.unwrap() > Duration::ZERO);
    held.iter().for_each(|call| call.abort());
    wait_for("an idle pool", async || server.app.pool.busy_threads() + server.app.pool.waiting_jobs() == 0).await;
    wait_for("idle solvers", async || {
        server.app.endgame_pool.busy_threads() + server.app.endgame_pool.waiting_jobs() == 0
    })
    .await;
    let decision = client.play(skilled()).await.unwrap().into_inner();
    assert_eq!(decision.source().degraded, 0);
}

/// The answer comes in time even if no thread becomes free as expected.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_waits_for_a_thread_in_vain_is_answered_in_time() {
    let (server, mut client) = serve(&[("THINKING__THREADS", "1"), ("BUDGETS__DECIDE_MS", "1000")]).await;
    let mut ask = async |budget_ms: Option<u32>| {
        let options = Some(DecisionOptions { budget_ms, ..by_bot("skilled").unwrap() });
        let decision = client.play(present("3344JJ", [5, 4, 6], "").decide(options)).await.unwrap().into_inner();
        assert_eq!(decision.source().degraded, Degraded::Budget as i32);
        assert!(!play_text(&decision).is_empty());
    };
    // Without any time a simpler player answers.
    ask(Some(0)).await;
    let held = hold_thread(&server);
    wait_for("thinking", async || server.app.pool.busy_threads() == 1).await;
    // A job that has run for a moment is expected to run for another moment. So the call is no `Overload`: it waits for the thread until
    // its budget ends.
    ask(None).await;
    assert_eq!(server.app.pool.busy_threads(), 1, "the other one thinks on");
    held.abort();
}

/// Four callers never pause while the server is stopped. The server answers each call that it took. Only calls that never reached it fail, because
/// their connection was refused or closing.
#[tokio::test(flavor = "multi_thread")]
async fn a_drain_under_load_fails_no_call_that_reached_the_server() {
    let (server, _client) = serve(&[]).await;
    let (answered, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let mut callers = Vec::new();
    for _ in 0..4 {
        let (answered, stop, mut client) = (Arc::clone(&answered), Arc::clone(&stop), connect(&server).await);
        callers.push(tokio::spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                match client.follow(rules_request(present("3344JJ", [5, 4, 6], "99"))).await {
                    Ok(_) => {
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(status) if never_reached_the_server(&status) => return Ok(()),
                    Err(status) => return Err(status),
                }
            }
            Ok(())
        }));
    }
    while answered.load(Ordering::Relaxed) < 200 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let app = Arc::clone(&server.app);
    assert!(server.drain().await);
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        caller.await.unwrap().unwrap_or_else(|status| panic!("a call failed: {status:?}"));
    }
    // By the server's metrics, it answered every call that it began, and every answer arrived.
    let page = app.metrics_page();
    let ended = page.lines().filter(|line| line.starts_with("thirdseat_rpc_total{rpc=\"Follow\""));
    // Some counters exist at zero from the start.
    let ended: Vec<&str> = ended.filter(|line| !line.ends_with(" 0")).collect();
    assert_eq!(
        ended,
        [format!("thirdseat_rpc_total{{rpc=\"Follow\",code=\"OK\"}} {}", answered.load(Ordering::Relaxed))]
    );
}

/// True for a status that the client made because its transport failed.
fn never_reached_the_server(status: &tonic::Status) -> bool {
    std::error::Error::source(status).is_some()
        && matches!(status.code(), Code::Unavailable | Code::Unknown | Code::Cancelled | Code::Internal)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drain_ends_after_the_grace_period() {
    let (server, _client) = serve(&[("GRPC__DRAIN_S", "1")]).await;
    // A silent connection, and a client that watches the health service.
    let _idle = tokio::net::TcpStream::connect(server.grpc).await.unwrap();
    let channel = channel(&server).await;
    let mut watches = Vec::new();
    for service in ["", wire::SERVICE_NAME] {
        let request = HealthCheckRequest { service: service.to_owned() };
        let mut watch = HealthClient::new(channel.clone()).watch(request).await.unwrap().into_inner();
        assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving);
        watches.push(watch);
    }
    tokio::time::timeout(Duration::from_secs(60), server.drain()).await.expect("the silent ones are not waited for");
    for mut watch in watches {
        assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::NotServing);
    }
}

/// The number of the other caller's searches during a flood.
const SEARCH_COUNT: u64 = 20;

async fn serve_two_callers(name: &str) -> (Folder, RunningServer, Client) {
    let folder = Folder::new(name);
    let file = folder.write("tokens", &format!("{LOBBY} decide caller=flood\n{TABLES} decide caller=tables\n"));
    let long = ("BUDGETS__DECIDE_MS", "60000");
    let (server, client) = serve(&[("GRPC__TOKENS__FILE", &file), ("THINKING__THREADS", "2"), long]).await;
    (folder, server, client)
}

fn search_request(budget_ms: u32, worlds: u32) -> DecideRequest {
    let options = DecisionOptions { budget_ms: Some(budget_ms), worlds_max: worlds, ..by_bot("expert").unwrap() };
    DecideRequest { options: Some(options), ..rules_request(turn_before_the_lead("334567799TTJQQKKAA2X", "347")) }
}

/// Counts the other caller's degraded searches, and those without a world.
async fn count_lost_searches(client: &mut Client) -> u64 {
    let mut lost = 0;
    for _ in 0..SEARCH_COUNT {
        let answer = client.play(by_token(TABLES, search_request(20_000, 2))).await;
        let decision = answer.unwrap().into_inner();
        lost += u64::from(decision.source().degraded != 0 || decision.source().worlds == 0);
    }
    lost
}

/// Floods from a number of tasks while the other caller searches. Returns the other caller's lost searches and the flood's refused calls.
async fn flood<F: Future<Output = bool> + Send + 'static>(
    tasks: usize,
    client: &mut Client,
    ask: impl Fn(Client) -> F + Clone + Send + 'static,
) -> (u64, u64) {
    let (stop, refused) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let mut flood = JoinSet::new();
    for _ in 0..tasks {
        let (client, ask, stop, refused) = (client.clone(), ask.clone(), Arc::clone(&stop), Arc::clone(&refused));
        flood.spawn(async move {
            while !stop.load(Ordering::Relaxed) {
                if !ask(client.clone()).await {
                    refused.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        });
    }
    // The flood has begun when as many calls were refused as there are tasks.
    while refused.load(Ordering::Relaxed) < tasks as u64 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let lost = count_lost_searches(client).await;
    stop.store(true, Ordering::Relaxed);
    flood.abort_all();
    while flood.join_next().await.is_some() {}
    (lost, refused.load(Ordering::Relaxed))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_searches_costs_another_caller_next_to_nothing() {
    let (_folder, server, mut client) = serve_two_callers("fair-searches").await;
    let ask = |mut client: Client| async move {
        let answer = client.play(by_token(LOBBY, search_request(60_000, 0))).await;
        // A degraded answer in place of a search counts as refused.
        answer.is_ok_and(|answer| answer.into_inner().source().degraded == 0)
    };
    let (lost, degraded) = flood(20, &mut client, ask).await;
    assert!(lost * 10 <= SEARCH_COUNT, "{lost} of {SEARCH_COUNT} searches were lost");
    let counted = metric(&server.app, "thirdseat_degraded_total{caller=\"flood\",reason=\"overload\"}");
    assert!(counted > SEARCH_COUNT as f64, "{counted} of {degraded} of the flood were degraded by it");
    let own = metric(&server.app, "thirdseat_degraded_total{caller=\"tables\",reason=\"overload\"}");
    assert!(own <= lost as f64, "{own}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_puzzles_costs_another_caller_next_to_nothing() {
    let (_folder, server, mut client) = serve_two_callers("fair-puzzles").await;
    let seed = Arc::new(AtomicU64::new(0));
    let ask = move |mut client: Client| {
        let seed = seed.fetch_add(1, Ordering::Relaxed);
        async move {
            let request = GenerateEndgameRequest {
                ruleset: String::from("classic"),
                grade: Grade::Hard as i32,
                seed,
                ..Default::default()
            };
            client.generate_endgame(by_token(LOBBY, request)).await.is_ok()
        }
    };
    let (lost, refused) = flood(20, &mut client, ask).await;
    assert!(lost * 10 <= SEARCH_COUNT, "{lost} of {SEARCH_COUNT} searches were lost");
    let counted = metric(&server.app, "thirdseat_refused_total{reason=\"OVERLOADED\"}");
    assert!(counted > SEARCH_COUNT as f64, "{counted} of {refused} were refused for lack of a thread");
}
