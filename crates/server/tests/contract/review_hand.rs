//! A hand reviewed in one call says of each turn what ReviewPlay says of it.

use engine::{Persona, Scratch, decide};
use rules::{Deal, Ruleset, Seed, Stage, Table};
use server::convert::events::to_event;
use server::convert::names::to_chair;
use tonic::Code;
use wire::v1::*;

use crate::harness::*;

/// A hand that bots have played to its end, as a backend has it on record.
fn recorded(rules: Ruleset, seed: u64) -> (Table, ReviewHandRequest) {
    let deal = Deal::shuffled(&mut Seed(seed).rng());
    let mut table = Table::new(rules, deal, rules::Chair::First);
    let (casual, mut scratch) = (Persona::named("casual").unwrap(), Scratch::new());
    while let Some(chair) = table.board().turn() {
        let decision = decide(&table.view(chair), &casual, Seed(seed), &mut scratch).unwrap();
        table.act(decision.action).unwrap();
    }
    let hand = |chair| text(&deal.hand(chair).to_string()).unwrap();
    let request = ReviewHandRequest {
        ruleset: rules.to_string(),
        hands: rules::Chair::ALL.map(hand).to_vec(),
        bottom: text(&deal.bottom().to_string()),
        events: table.log().iter().map(|event| to_event(None, table.board().rules(), *event)).collect(),
        options: by("net"),
        ..ReviewHandRequest::default()
    };
    (table, request)
}

async fn reviewed(client: &mut Client, request: ReviewHandRequest) -> Vec<ReviewHandResponse> {
    let mut stream = client.review_hand(request).await.unwrap().into_inner();
    let mut turns = Vec::new();
    while let Some(turn) = stream.message().await.unwrap() {
        turns.push(turn);
    }
    turns
}

fn timeless(mut review: ReviewPlayResponse) -> ReviewPlayResponse {
    review.best = review.best.map(untimed);
    review
}

fn action(rules: &Ruleset, event: rules::Event) -> Option<Action> {
    let what = match event {
        rules::Event::Call(_, call) => action::What::Call(server::convert::names::to_call(call) as i32),
        rules::Event::Raise(_, raise) => action::What::Doubling(server::convert::names::to_raise(raise) as i32),
        rules::Event::Show(hand) => action::What::Show(hand.is_some()),
        rules::Event::Play(_, None) => action::What::Passed(Pass {}),
        rules::Event::Play(_, Some(combo)) => {
            let cards = text(&combo.cards().to_string());
            let (kind, key) = (combo.kind().name().to_owned(), String::from(combo.key().letter()));
            let stands_for = if combo.wild_cards() > 0 { rules.stands_for(combo) } else { String::new() };
            action::What::Play(Combo { cards, kind, key, length: u32::from(combo.run()), stands_for })
        }
        rules::Event::PassedOn(_, cards) => action::What::PassOn(text(&cards.unwrap().to_string()).unwrap()),
        rules::Event::Wild(_) | rules::Event::Landlord(..) => return None,
    };
    Some(Action { what: Some(what) })
}

/// What a chair has seen of a hand: gifts once all are given.
fn seen_by(rules: &Ruleset, chair: rules::Chair, log: &[rules::Event]) -> Vec<Event> {
    let is_gift = |event: &&rules::Event| matches!(event, rules::Event::PassedOn(..));
    let has_moved = log.iter().filter(is_gift).count() == 3;
    let seen = log.iter().filter(|event| has_moved || !is_gift(event));
    seen.map(|event| to_event(None, rules, event.seen_by(chair, rules))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_is_judged_as_review_play_judges_it() {
    let (_server, mut client) = serve(&[("BUDGETS__REVIEW_MS", "600000")]).await;
    let mut turns_with_chances = 0;
    for (ruleset, seed) in [
        ("classic", 1),
        ("classic auction=call-rob doubling=super open-hand=yes", 2),
        ("journey", 3),
        ("laizi", 4),
        ("laizi-tiandi", 5),
        ("classic pass-on=next", 6),
        ("laizi pass-on=previous", 7),
    ] {
        let rules: Ruleset = ruleset.parse().unwrap();
        let (table, request) = recorded(rules, seed);
        let turns = reviewed(&mut client, request.clone()).await;
        let mut replay = Table::new(rules, *table.deal(), rules::Chair::First);
        let mut turns = turns.into_iter();
        let mut last = [None; 3];
        for (index, event) in table.log().iter().enumerate() {
            let Some(action) = action(table.board().rules(), *event) else { continue };
            let turn = turns.next().expect("every action is a turn");
            let chair = replay.board().turn().unwrap();
            assert_eq!((turn.turn, turn.chair()), (index as u32, to_chair(chair)));
            let view = View {
                ruleset: ruleset.to_owned(),
                chair: turn.chair,
                hand: text(&replay.hand(chair).to_string()),
                events: seen_by(&rules, chair, &table.log()[..index]),
                events_complete: true,
                ..View::default()
            };
            let position = Some(review_play_request::Position::View(view));
            let alone = ReviewPlayRequest { position, options: by("net"), action: Some(action) };
            let alone = client.review_play(alone).await.unwrap().into_inner();
            assert_eq!(timeless(turn.review.unwrap()), timeless(alone), "{ruleset}: turn {index}");
            if replay.board().stage() == Stage::Play && (rules.is_plain() || rules.wild_ranks() > 0) {
                let before = turn.before.unwrap();
                let seat = turn.seat as usize - 1;
                let now = [before.landlord, before.down, before.up];
                last[seat] = now[seat];
                assert!(now[seat].is_some_and(|chance| (0.0..=1.0).contains(&chance)), "{ruleset}: turn {index}");
                assert_eq!(now, last, "the others see it as at their own last turn");
                turns_with_chances += 1;
            }
            assert!(!turn.thrown_away && turn.open_winner == 0, "nothing was solved");
            let what = match *event {
                rules::Event::Call(_, call) => rules::Action::Call(call),
                rules::Event::Raise(_, raise) => rules::Action::Raise(raise),
                rules::Event::Show(hand) => rules::Action::Show(hand.is_some()),
                rules::Event::Play(_, play) => rules::Action::Play(play),
                rules::Event::PassedOn(_, cards) => rules::Action::PassOn(cards.unwrap()),
                rules::Event::Wild(_) | rules::Event::Landlord(..) => unreachable!(),
            };
            replay.act(what).unwrap();
        }
        assert_eq!(turns.next(), None);
    }
    assert!(turns_with_chances > 30, "{turns_with_chances}");
}

#[tokio::test(flavor = "multi_thread")]
async fn open_cards_say_who_won_and_where_it_was_thrown_away() {
    let (_server, mut client) = serve(&[("BUDGETS__REVIEW_MS", "600000")]).await;
    let (mut known, mut thrown) = (0, 0);
    for seed in 1..=6 {
        let (table, request) = recorded(Ruleset::CLASSIC, seed);
        let Some(settled) = table.settlement(1) else { continue };
        let winner = server::convert::names::to_side(settled.winner);
        let turns = reviewed(&mut client, ReviewHandRequest { open_nodes_max: 20_000, ..request }).await;
        for pair in turns.windows(2) {
            let [now, next] = pair else { unreachable!() };
            let side = if now.seat() == Seat::Landlord { Side::Landlord } else { Side::Peasants };
            let was_thrown = now.open_winner() == side && next.open_winner != 0 && next.open_winner() != side;
            assert_eq!(now.thrown_away, was_thrown, "seed {seed}, turn {}", now.turn);
            // Who wins changes by a mistake alone.
            let changes = now.open_winner != 0 && next.open_winner != 0 && now.open_winner != next.open_winner;
            assert_eq!(changes, now.thrown_away);
            known += usize::from(now.open_winner != 0);
            thrown += usize::from(now.thrown_away);
        }
        assert_eq!(turns.last().unwrap().open_winner(), winner, "the side that goes out had won");
    }
    assert!(known > 60 && thrown > 0, "{known} {thrown}");
}

/// Wild ranks are told where they are shown: what a play is follows from them.
#[tokio::test(flavor = "multi_thread")]
async fn wild_ranks_are_taken_from_the_events() {
    let (_server, mut client) = serve(&[("BUDGETS__REVIEW_MS", "600000")]).await;
    let (table, request) = recorded(Ruleset::LAIZI_TIANDI, 5);
    let shown = |event: &&Event| matches!(event.what, Some(event::What::WildShown(_)));
    let places: Vec<usize> =
        request.events.iter().enumerate().filter(|(_, event)| shown(event)).map(|(place, _)| place).collect();
    let [first, second] = places[..] else { panic!("two ranks are shown: {places:?}") };
    assert!(first == 0 && matches!(request.events[second - 1].what, Some(event::What::LandlordFound(_))));
    // Open cards are solved with them.
    let turns = reviewed(&mut client, ReviewHandRequest { open_nodes_max: 500, ..request.clone() }).await;
    let winner = server::convert::names::to_side(table.settlement(1).unwrap().winner);
    assert_eq!(turns.last().unwrap().open_winner(), winner);
    assert!(turns.iter().filter(|turn| turn.open_winner != 0).count() > 1);
    let without = |places: &[usize]| {
        let mut events = request.events.clone();
        places.iter().rev().for_each(|&place| drop(events.remove(place)));
        ReviewHandRequest { events, ..request.clone() }
    };
    let mut moved = request.clone();
    moved.events.swap(second, second + 1);
    let mut other = request.clone();
    other.ruleset = String::from("laizi");
    let mut natural = request.clone();
    natural.ruleset = String::from("classic");
    for (request, reason, field) in [
        (without(&[second]), "ILLEGAL_EVENT", format!("events[{second}]")),
        (without(&[first, second]), "ILLEGAL_EVENT", String::from("events[0]")),
        (moved, "ILLEGAL_EVENT", format!("events[{second}]")),
        (other, "VALUE_UNKNOWN", String::from("events")),
        (natural, "VALUE_UNKNOWN", String::from("events")),
    ] {
        let (_, found, place) = refused(&client.review_hand(request).await.unwrap_err());
        assert_eq!((found.as_str(), place), (reason, field));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_that_cannot_be_is_refused_before_anything_is_judged() {
    let (_server, client) = serve(&[]).await;
    let (_, request) = recorded(Ruleset::CLASSIC, 1);
    let refuse = |request: ReviewHandRequest| {
        let mut client = client.clone();
        async move { refused(&client.review_hand(request).await.unwrap_err()) }
    };
    let two = ReviewHandRequest { hands: request.hands[..2].to_vec(), ..request.clone() };
    assert_eq!(refuse(two).await, (Code::InvalidArgument, String::from("HAND_SIZE"), String::from("hands")));
    let twice = ReviewHandRequest { bottom: text("DDD"), ..request.clone() };
    assert_eq!(refuse(twice).await.2, "bottom.text");
    let mut late = request.clone();
    late.events.remove(0);
    assert_eq!(refuse(late).await.1, "ILLEGAL_EVENT");
    let persona = ReviewHandRequest { options: by("nobody"), ..request.clone() };
    assert_eq!(refuse(persona).await.2, "options.persona");
    let mut after = request.clone();
    after.events.push(after.events.last().unwrap().clone());
    let (_, reason, field) = refuse(after).await;
    assert_eq!((reason.as_str(), field), ("ILLEGAL_EVENT", format!("events[{}]", request.events.len())));
}
