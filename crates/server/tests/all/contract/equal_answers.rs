//! The same request has the same answer, on each replica and at each repetition.

use wire::v1::*;

use crate::contract::harness::*;

#[tokio::test(flavor = "multi_thread")]
async fn replicas_agree_without_a_seed_and_whatever_the_budget() {
    let (_one, mut one) = serve(&[]).await;
    let (_two, mut two) = serve(&[("THINKING__THREADS", "1")]).await;
    for persona in ["casual", "beginner-hasty", "skilled"] {
        let mut request = by_rules(present("3445566789TJQKA22", [20, 17, 17], ""));
        request.options = by(persona);
        let first = untimed(one.play(request.clone()).await.unwrap().into_inner());
        let options = request.options.as_mut().unwrap();
        (options.budget_ms, options.want_trace, options.want_alternatives) = (Some(400), true, true);
        let second = two.play(request).await.unwrap().into_inner();
        assert_eq!(untimed(Decision { trace: None, alternatives: Vec::new(), ..second }), first, "{persona}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_as_counts_are_kept_and_repeat() {
    let (_server, mut client) = serve(&[("BUDGETS__DECIDE_MS", "60000")]).await;
    // Few deals remain, so this persona solves them.
    let played = ["3334445556667778", "888999TTTJJJJQQ", "QQKKAAA222D"];
    let told = with_played(present("3479KK", [4, 2, 6], ""), played);
    let mut request = by_rules(told);
    request.options = by("skilled");
    let free = client.play(request.clone()).await.unwrap().into_inner();
    assert!(free.source().worlds > 0 && free.source().nodes > 0, "{free:?}");
    request.options.as_mut().unwrap().worlds_max = 1;
    let limited = client.play(request.clone()).await.unwrap().into_inner();
    assert!(limited.source().worlds <= 1, "{limited:?}");
    let again = client.play(request).await.unwrap().into_inner();
    assert_eq!(untimed(limited), untimed(again));
}
