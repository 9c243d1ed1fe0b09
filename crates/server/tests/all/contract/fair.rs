//! A flood by one caller costs another at most a tenth of its searches, counted by answers of a simpler player, which show that no
//! thread was free. Searches end by their count of worlds, and the flood's by a distant deadline, so that the load of the machine
//! does not matter.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use server::server::serve::Running;
use tokio::task::JoinSet;
use wire::v1::*;

use crate::contract::callers::{LOBBY, TABLES, by_token};
use crate::contract::harness::*;
use crate::support::papers::Folder;

/// Searches that are counted.
const SEARCHES: u64 = 20;

async fn serve_two(name: &str) -> (Folder, Running, Client) {
    let folder = Folder::new(name);
    let file = folder.write("tokens", &format!("{LOBBY} decide caller=flood\n{TABLES} decide caller=tables\n"));
    let long = ("BUDGETS__DECIDE_MS", "60000");
    let (server, client) = serve(&[("GRPC__TOKENS__FILE", &file), ("THINKING__THREADS", "2"), long]).await;
    (folder, server, client)
}

/// Makes the first lead of a hand, which is known from its beginning: a search uses all its worlds.
fn search(budget_ms: u32, worlds: u32) -> DecideRequest {
    let options = DecisionOptions { budget_ms: Some(budget_ms), worlds_max: worlds, ..by("expert").unwrap() };
    DecideRequest { options: Some(options), ..by_rules(seated("334567799TTJQQKKAA2X", "347")) }
}

/// Counts the other caller's searches that a simpler player answered.
async fn searches_lost(client: &mut Client) -> u64 {
    let mut lost = 0;
    for _ in 0..SEARCHES {
        let answer = client.play(by_token(TABLES, search(20_000, 8))).await;
        let decision = answer.unwrap().into_inner();
        let is_lost = decision.source().degraded != 0 || decision.source().worlds == 0;
        if is_lost {
            println!(
                "{:?}: {} worlds in {} µs",
                decision.source().degraded(),
                decision.source().worlds,
                decision.source().compute_us
            );
        }
        lost += u64::from(is_lost);
    }
    lost
}

/// Floods from a number of tasks while the other caller searches. Returns how many of its searches were lost, and how many of the
/// flood's were.
async fn flooded<F: Future<Output = bool> + Send + 'static>(
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
    let lost = searches_lost(client).await;
    stop.store(true, Ordering::Relaxed);
    flood.abort_all();
    while flood.join_next().await.is_some() {}
    (lost, refused.load(Ordering::Relaxed))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_searches_costs_another_caller_next_to_nothing() {
    let (_folder, server, mut client) = serve_two("fair-searches").await;
    let ask = |mut client: Client| async move {
        let answer = client.play(by_token(LOBBY, search(60_000, 0))).await;
        // A quick answer in place of a search counts as refused: the task asks again at once.
        answer.is_ok_and(|answer| answer.into_inner().source().degraded == 0)
    };
    let (lost, degraded) = flooded(20, &mut client, ask).await;
    println!("{lost} of {SEARCHES} searches were lost; {degraded} of the flood's were");
    assert!(lost * 10 <= SEARCHES, "{lost} of {SEARCHES} searches were lost");
    let counted = metric(&server.app, "thirdseat_degraded_total{caller=\"flood\",reason=\"overload\"}");
    assert!(counted > SEARCHES as f64, "{counted} of {degraded} of the flood were degraded by it");
    let own = metric(&server.app, "thirdseat_degraded_total{caller=\"tables\",reason=\"overload\"}");
    assert!(own <= lost as f64, "{own}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_puzzles_costs_another_caller_next_to_nothing() {
    let (_folder, server, mut client) = serve_two("fair-puzzles").await;
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
    let (lost, refused) = flooded(20, &mut client, ask).await;
    println!("{lost} of {SEARCHES} searches were lost; {refused} puzzles were refused");
    assert!(lost * 10 <= SEARCHES, "{lost} of {SEARCHES} searches were lost");
    let counted = metric(&server.app, "thirdseat_refused_total{reason=\"OVERLOADED\"}");
    assert!(counted > SEARCHES as f64, "{counted} of {refused} were refused for lack of a thread");
}
