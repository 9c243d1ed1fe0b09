//! A long solve has help from threads that would play, and play does not wait for it.

use std::time::Duration;

use rules::{Deal, Seed};
use wire::v1::*;

use crate::contract::harness::*;

/// 17 cards against 17, every first play judged: seconds of work for a debug build.
fn long(seed: u64) -> SolveEndgameRequest {
    let deal = Deal::shuffled(&mut Seed(seed).rng());
    let hands = [rules::Chair::First, rules::Chair::Second].map(|chair| deal.hand(chair).to_string());
    SolveEndgameRequest { want_all_first_plays: true, ..endgame("classic", &hands.each_ref().map(String::as_str)) }
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_threads_that_play_help_to_solve_and_give_way() {
    let threads = [("THINKING__THREADS", "4"), ("THINKING__ENDGAME_THREADS", "1"), ("BUDGETS__PLAY_MS", "60000")];
    let (server, client) = serve(&threads).await;
    let mut met = 0;
    for seed in 0..40 {
        let mut solving = client.clone();
        let solve = tokio::spawn(async move { solving.solve_endgame(long(seed)).await });
        while !solve.is_finished() && server.app.pool.busy() < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        if !solve.is_finished() {
            // One thread stays free beside that of the core which the solve has, and another decision takes a thread from the help.
            assert!(server.app.pool.busy() <= 2, "{:?}", server.app.pool);
            let ask = || async {
                let request =
                    DecideRequest { options: by("skilled"), ..by_rules(present("3445578TJQKKA2", [9, 8, 14], "")) };
                client.clone().play(request).await.unwrap().into_inner()
            };
            let (one, two, three) = tokio::join!(ask(), ask(), ask());
            assert_eq!([&one, &two, &three].map(|decision| decision.source().degraded), [0; 3]);
            met += 1;
        }
        let solved = solve.await.unwrap().unwrap().into_inner();
        assert!(!solved.first_plays.is_empty());
        if met >= 2 {
            // Help ends with the solve.
            while server.app.pool.busy() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            return;
        }
    }
    panic!("no solve took long enough to be helped");
}
