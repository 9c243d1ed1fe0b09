//! `Decide`, decisions in the answer of RecordEvents, rooms that are opened again in the middle of a session, and what a decision depends
//! on: seeds, limits of worlds, players' habits, and the strength of a bot as one number.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{dealt_event, decision_of, get_request, numbered, recording};

#[tokio::test(flavor = "multi_thread")]
async fn decide_answers_as_the_rpc_of_the_phase_does() {
    let (server, mut client) = serve(&[]).await;
    let auction = history("classic", Chair::First, "344567889TTJJQKK2", &[]);
    let (lead, answer) = (present("3344JJ", [5, 4, 6], ""), present("3344JJ", [5, 4, 6], "99"));
    let bid = client.bid(rules_request(auction.clone())).await.unwrap().into_inner();
    let led = client.play(rules_request(lead.clone())).await.unwrap().into_inner();
    let followed = client.follow(rules_request(answer.clone())).await.unwrap().into_inner();
    for (told, expected) in [(auction, bid), (lead, led), (answer, followed)] {
        let found = client.decide(rules_request(told)).await.unwrap().into_inner();
        assert_eq!(without_time(found), without_time(expected));
    }
    let counted = |line: &str| metric(&server.app, line);
    assert_eq!(counted("thirdseat_rpc_total{rpc=\"Decide\",code=\"OK\"}"), 3.0);
    assert_eq!(counted("thirdseat_rpc_total{rpc=\"Follow\",code=\"OK\"}"), 1.0);
}

fn opening(room: &str) -> OpenRoomRequest {
    seating(room, "classic", "rules", &CHAIRS)
}

fn deal_event() -> room_event::What {
    dealt_event(&CHAIRS.into_iter().zip(HANDS).collect::<Vec<_>>())
}

#[tokio::test(flavor = "multi_thread")]
async fn events_stay_recorded_when_there_is_no_decision() {
    let (server, mut client) = serve(&[("THINKING__INFLIGHT_MAX", "1")]).await;
    client.open_room(opening("r")).await.unwrap();
    let request = RecordEventsRequest { decide: true, ..recording("r", vec![numbered(1, 1, deal_event())]) };
    let anyone = server.app.callers.check(&http::HeaderMap::new(), &[]).unwrap();
    let busy = server.app.admit(&anyone.caller).unwrap();
    let told = client.record_events(request.clone()).await.unwrap().into_inner();
    let Some(TurnDecision { chair, result: Some(turn_decision::Result::Status(status)), .. }) = told.next else {
        panic!("{:?}", told.next)
    };
    assert_eq!((told.sequence, chair, status.code), (1, Chair::First as i32, tonic::Code::ResourceExhausted as i32));
    drop(busy);
    // The same call again: nothing new to record, and now a decision. The third call gets the stored one.
    for repeated in [false, true] {
        let told = client.record_events(request.clone()).await.unwrap().into_inner();
        let decision = decision_of(told.next);
        assert_eq!((told.version, decision.source().repeated, decision.source().room_version), (2, repeated, Some(2)));
    }
}

/// A room that was lost in the third hand: one call restores it and decides for the bot on turn.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_room_is_opened_again_in_one_call() {
    let (_server, mut client) = serve(&[]).await;
    let told = present("3344JJ", [5, 4, 6], "99").with(|hand| hand.ruleset.clear());
    let request = OpenRoomRequest {
        hand: Some(told.hand),
        hand_number: 3,
        sequence: 140,
        decide: true,
        ..seating("lost", "classic", "rules", &[Chair::Third])
    };
    let recorded = client.open_room(request.clone()).await.unwrap().into_inner();
    let room = recorded.room.unwrap();
    let place = (room.sequence, room.state().hand_number, room.state().stage(), room.state().turn());
    assert_eq!(place, (140, 3, Stage::Play, Chair::Third));
    let decision = decision_of(recorded.next);
    assert_eq!(play_text(&decision), "JJ");
    // The same call again finds the same room and the same answer.
    let again = client.open_room(request).await.unwrap().into_inner();
    assert_eq!(decision_of(again.next), repeated(decision));
    let passed = room_event::What::Table(plays(Chair::Unspecified, ""));
    let request = recording("lost", vec![numbered(141, 3, passed)]);
    assert_eq!(client.record_events(request).await.unwrap().into_inner().sequence, 141);

    // An event that is refused opens no room.
    let events = vec![numbered(5, 1, deal_event())];
    let status = client.open_room(OpenRoomRequest { events, ..opening("gap") }).await.unwrap_err();
    assert_eq!(refusal(&status).1, "SEQUENCE_GAP");
    assert_eq!(refusal(&client.get_room(get_request("gap")).await.unwrap_err()).1, "ROOM_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_agree_without_a_seed_and_with_any_budget() {
    let (_one, mut one) = serve(&[]).await;
    let (_two, mut two) = serve(&[("THINKING__THREADS", "1")]).await;
    for persona in ["casual", "beginner-hasty", "skilled"] {
        let mut request = present("3445566789TJQKA22", [20, 17, 17], "").decide(by_bot(persona));
        let first = without_time(one.play(request.clone()).await.unwrap().into_inner());
        let options = request.options.as_mut().unwrap();
        (options.budget_ms, options.want_trace, options.want_alternatives) = (Some(400), true, true);
        let second = two.play(request).await.unwrap().into_inner();
        assert_eq!(without_time(Decision { trace: None, alternatives: Vec::new(), ..second }), first, "{persona}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_worlds_is_kept_and_decisions_repeat() {
    let (_server, mut client) = serve(&[("BUDGETS__DECIDE_MS", "60000")]).await;
    let played = ["3334445556667778", "888999TTTJJJJQQ", "QQKKAAA222D"];
    let mut request = with_played(present("3479KK", [4, 2, 6], ""), played).decide(by_bot("skilled"));
    let free = client.play(request.clone()).await.unwrap().into_inner();
    assert!(free.source().worlds > 0 && free.source().nodes > 0, "{free:?}");
    request.options.as_mut().unwrap().worlds_max = 1;
    let limited = client.play(request.clone()).await.unwrap().into_inner();
    assert!(limited.source().worlds <= 1, "{limited:?}");
    let again = client.play(request).await.unwrap().into_inner();
    assert_eq!(without_time(limited), without_time(again));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_or_a_seat_sets_the_strength_of_its_persona() {
    let (_server, mut client) = serve(&[]).await;
    for strength in [None, Some(0), Some(40), Some(100)] {
        let options = Some(DecisionOptions { strength, ..by_bot("casual-patient").unwrap() });
        let asked = present("3344JJ", [5, 4, 6], "99").decide(options);
        let decision = client.follow(asked).await.unwrap().into_inner();
        let known = (decision.source().persona.as_str(), decision.source().strength);
        assert_eq!(known, ("casual-patient", strength));
    }

    let dealt = numbered(1, 1, dealt_event(&[(Chair::First, "34456789TJQKKA22X")]));
    let mut opening = seating("strong", "classic", "casual-patient", &[Chair::First]);
    (opening.bots[0].strength, opening.bots[0].disclosed) = (Some(85), false);
    let told = client.open_room(OpenRoomRequest { events: vec![dealt], decide: true, ..opening }).await.unwrap();
    assert_eq!(decision_of(told.into_inner().next).source().strength, Some(85));
    let operator = client.get_room(get_request("strong")).await.unwrap().into_inner();
    let public = GetRoomRequest { audience: Audience::Public as i32, ..get_request("strong") };
    let public = client.get_room(public).await.unwrap().into_inner();
    assert_eq!((public.bots.len(), operator.bots[0].strength), (0, Some(85)));
}

#[tokio::test(flavor = "multi_thread")]
async fn strong_habits_are_weighed_and_usual_ones_are_not() {
    // Only the count of worlds ends a search, even on a busy machine.
    let (_server, mut client) = serve(&[("BUDGETS__DECIDE_MS", "60000")]).await;
    let told = history("classic", Chair::Third, "3445566789TJQKA22", &[]).with(|hand| {
        hand.events = vec![takes(Chair::First, "8JT"), plays(Chair::First, "3"), plays(Chair::Second, "K")];
    });
    let options =
        DecisionOptions { hand_seed: Some(7), worlds_max: 24, want_alternatives: true, ..by_bot("advanced").unwrap() };
    let mut decided = async |highest: Option<u32>| {
        let of = |highest| Habits { chair: Chair::Second as i32, choices: 30, highest, ..Habits::default() };
        let told = told.clone().with(|hand| hand.habits.extend(highest.map(of)));
        without_time(client.follow(told.decide(Some(options.clone()))).await.unwrap().into_inner())
    };
    let (plain, known) = (decided(None).await, decided(Some(30)).await);
    assert_eq!(plain.source().worlds, 24, "{plain:?}");
    assert_ne!(plain.alternatives, known.alternatives, "a partner that answers with its highest holds nothing above K");
    assert_eq!(known, decided(Some(30)).await);
    assert_eq!(plain, decided(Some(5)).await);
}
