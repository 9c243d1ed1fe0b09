//! ReviewHand reviews turns as ReviewPlay does.

use engine::{Persona, Scratch, decide};
use game::names::{to_chair, to_side};
use rules::{Ruleset, Seed, Stage};
use serde_json::Value;
use tonic::Code;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::http_calls::change_objects;
use crate::rooms::forms::hand;
use crate::rooms::rpc::{cards, table_event};
use crate::rooms::table::Backend;

struct Turn {
    event: usize,
    told: BotTurn,
    action: action::What,
    is_play: bool,
}

/// Plays a hand of bots to its end. Returns the backend, the review request, and the turns.
fn play_hand(rules: Ruleset, seed: u64) -> (Backend, ReviewHandRequest, Vec<Turn>) {
    let mut backend = Backend::deal(rules, rules::Chair::First, &mut Seed(seed).rng());
    let (casual, mut scratch) = (Persona::named("casual").unwrap(), Scratch::new());
    // The deal is no event of a hand.
    let (mut happened, mut turns) = (backend.opening([true; 3]).split_off(1), Vec::new());
    while let Some(chair) = backend.turn() {
        let knew = hand(&backend, &happened, chair, Vec::new());
        let is_play = backend.board().stage() == Stage::Play;
        let decision = decide(&backend.table.view(chair), &casual, Seed(seed), &mut scratch).unwrap();
        let acted = backend.act(decision.action);
        let Some(Event { what: Some(event::What::Action(Action { what: Some(action) })), .. }) = table_event(&acted[0])
        else {
            panic!("{acted:?}")
        };
        let told = BotTurn { chair: to_chair(chair), hand: knew };
        turns.push(Turn { event: happened.len(), told, action, is_play });
        happened.extend(acted);
    }
    let left = rules::Chair::ALL.map(|chair| holds(to_chair(chair), Some(cards(&backend.cards[chair.index()]))));
    let hand = Hand {
        holds: left.to_vec(),
        events: happened.iter().filter_map(table_event).collect(),
        ..hand(&backend, &[], rules::Chair::First, Vec::new())
    };
    let request = ReviewHandRequest { hand: Some(hand), options: by_bot("net"), ..ReviewHandRequest::default() };
    (backend, request, turns)
}

async fn review_turns(client: &mut Client, request: ReviewHandRequest) -> Vec<ReviewHandResponse> {
    let mut stream = client.review_hand(request).await.unwrap().into_inner();
    let mut turns = Vec::new();
    while let Some(turn) = stream.message().await.unwrap() {
        turns.push(turn);
    }
    turns
}

/// Returns a review without its time and its card numbers, which may differ.
fn comparable(review: &ReviewPlayResponse) -> Value {
    let mut value = serde_json::to_value(review).unwrap();
    change_objects(&mut value, &|fields| fields.retain(|name, _| name != "computeUs" && name != "ids"));
    value
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_are_judged_as_review_play_judges_them() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let (mut turns_with_chances, mut plays) = (0, 0);
    for (ruleset, seed) in [
        ("classic", 1),
        ("classic auction=call-rob doubling=super open-hand=yes", 2),
        ("journey", 3),
        ("laizi", 4),
        ("laizi-tiandi", 5),
        ("classic pass-on=next", 6),
        ("laizi pass-on=previous", 7),
        ("classic open-hand=deal", 8),
    ] {
        let rules: Ruleset = ruleset.parse().unwrap();
        let (_, request, turns) = play_hand(rules, seed);
        let reviews = review_turns(&mut client, request).await;
        assert_eq!(reviews.len(), turns.len());
        for (found, turn) in reviews.into_iter().zip(turns) {
            let at = format!("{ruleset}: turn {}", turn.event);
            assert_eq!((found.turn as usize, found.chair()), (turn.event, turn.told.chair), "{at}");
            // Gifts and open hands need no value.
            let is_valued = !matches!(turn.action, action::What::PassOn(_) | action::What::Show(_));
            let review = found.review.unwrap();
            assert!(!is_valued || review.value_lost.is_some(), "{at}: {review:?}");
            plays += check_card_numbers(review.best.as_ref().unwrap(), &turn, &at);
            // About a third of the plays, and all actions that are no play, are also reviewed alone.
            if !turn.is_play || turn.event % 3 == 0 {
                let lone = client.review_play(turn.told.review(turn.action, by_bot("net"))).await.unwrap().into_inner();
                assert_eq!(comparable(&review), comparable(&lone), "{at}");
            }
            if turn.is_play && (rules.is_plain() || rules.wild_ranks() > 0) {
                assert!(found.chance.is_some_and(|chance| (0.0..=1.0).contains(&chance)), "{at}");
                turns_with_chances += 1;
            }
            assert!(!found.thrown_away && found.open_winner == 0, "nothing was solved");
        }
    }
    assert!(turns_with_chances > 30 && plays > 200, "{turns_with_chances} {plays}");
}

/// Checks that the plays have card numbers that the chair held. Returns the number of plays.
fn check_card_numbers(best: &Decision, turn: &Turn, at: &str) -> usize {
    assert!(best.win_chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{at}: {best:?}");
    let held = &turn.told.hand.holds[0].cards.as_ref().unwrap().ids;
    let actions = best.alternatives.iter().map(|one| &one.action).chain([&best.action]).flatten();
    let plays = actions.filter_map(|action| match &action.what {
        Some(action::What::Play(combo)) => combo.cards.as_ref(),
        _ => None,
    });
    plays
        .inspect(|cards| {
            assert!(!cards.ids.is_empty() && cards.ids.iter().all(|id| held.contains(id)), "{at}: {cards:?}");
        })
        .count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_counts_as_a_call_for_each_turn() {
    let (_server, mut client) = serve(&[("CALLERS__CALLS_PER_S", "2")]).await;
    let (_, request, _) = play_hand(Ruleset::CLASSIC, 1);
    let mut first = client.review_hand(request.clone()).await.unwrap().into_inner();
    assert!(first.message().await.unwrap().is_some());
    let next = client.review_hand(request).await.map(drop).unwrap_err();
    assert_eq!(refusal(&next).1, "QUOTA_EXCEEDED");
}

#[tokio::test(flavor = "multi_thread")]
async fn open_cards_show_the_winner_and_the_turn_that_loses_the_win() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let (mut known, mut thrown) = (0, 0);
    for seed in 7..=18 {
        let (backend, request, _) = play_hand(Ruleset::CLASSIC, seed);
        let Some(settled) = backend.table.settlement(1) else { continue };
        let winner = to_side(settled.winner);
        let landlord = to_chair(backend.board().landlord().unwrap());
        let turns = review_turns(&mut client, ReviewHandRequest { open_nodes_max: 4_000, ..request }).await;
        for pair in turns.windows(2) {
            let [now, next] = pair else { unreachable!() };
            let side = if now.chair() == landlord { Side::Landlord } else { Side::Peasants };
            let was_thrown = now.open_winner() == side && next.open_winner != 0 && next.open_winner() != side;
            assert_eq!(now.thrown_away, was_thrown, "seed {seed}, turn {}", now.turn);
            // The winner changes when a win is thrown away.
            let changes = now.open_winner != 0 && next.open_winner != 0 && now.open_winner != next.open_winner;
            assert_eq!(changes, now.thrown_away);
            known += usize::from(now.open_winner != 0);
            thrown += usize::from(now.thrown_away);
        }
        assert_eq!(turns.last().unwrap().open_winner(), winner, "the side that goes out had won");
        if known > 60 && thrown > 0 {
            return;
        }
    }
    panic!("{known} turns are solved, and {thrown} throw a win away");
}

/// Wild ranks come from the events that show them, and decide what a play is.
#[tokio::test(flavor = "multi_thread")]
async fn wild_ranks_are_taken_from_the_events() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let (backend, request, _) = play_hand(Ruleset::LAIZI_TIANDI, 5);
    let events = request.hand.as_ref().unwrap().events.clone();
    let shown = |event: &&Event| matches!(event.what, Some(event::What::WildShown(_)));
    let places: Vec<usize> =
        events.iter().enumerate().filter(|(_, event)| shown(event)).map(|(place, _)| place).collect();
    let [first, second] = places[..] else { panic!("two ranks are shown: {places:?}") };
    assert!(first == 0 && matches!(events[second - 1].what, Some(event::What::LandlordFound(_))));
    // Open cards are solved with the wild ranks.
    let turns = review_turns(&mut client, ReviewHandRequest { open_nodes_max: 40, ..request.clone() }).await;
    let winner = to_side(backend.table.settlement(1).unwrap().winner);
    assert_eq!(turns.last().unwrap().open_winner(), winner);
    assert!(turns.iter().filter(|turn| turn.open_winner != 0).count() > 1);
    let changed = |change: &dyn Fn(&mut Hand)| {
        let mut request = request.clone();
        change(request.hand.as_mut().unwrap());
        request
    };
    // A hand that lacks a wild rank is refused, and a strict one with wild ranks that its ruleset lacks.
    let missing = changed(&|hand| drop(hand.events.remove(second)));
    let place = format!("hand.events[{second}]");
    let status = client.review_hand(missing).await.unwrap_err();
    assert_eq!(refusal(&status).1, "EVENT_IMPOSSIBLE");
    assert!(status.message().starts_with(&place), "{status}");
    let strict = changed(&|hand| {
        hand.ruleset = String::from("classic");
        hand.strict = true;
    });
    let status = client.review_hand(strict).await.unwrap_err();
    assert_eq!(refusal(&status).1, "STRICT_EVENT");
    assert!(status.message().starts_with("hand.events[0]"), "{status}");
}

/// An event that breaks a rule is not judged, but the other turns are; `strict` refuses it.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_against_the_rules_is_not_judged_and_later_turns_warn() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let is_found = |event: &Event| matches!(event.what, Some(event::What::LandlordFound(_)));
    for (ruleset, seed, broken) in [("classic", 1, "OUT_OF_STAGE"), ("classic open-hand=deal", 8, "BAD_SHOW")] {
        let (backend, mut request, _) = play_hand(ruleset.parse().unwrap(), seed);
        let usual = review_turns(&mut client, request.clone()).await;
        let hand = request.hand.as_mut().unwrap();
        let found = hand.events.iter().position(is_found).unwrap();
        let cards = as_cards(&backend.table.deal().hand(rules::Chair::Second).to_string());
        let show = acts(Chair::Second, action::What::Show(Show { open: true, hand: cards, factor: 5 }));
        let (place, event) = if broken == "BAD_SHOW" { (1, show) } else { (found, calls(Chair::First, Call::Score3)) };
        hand.events.insert(place, event);
        let turns = review_turns(&mut client, request.clone()).await;
        assert_eq!(turns.len(), usual.len());
        let warned = |turn: &ReviewHandResponse| turn.review.clone().unwrap().best.unwrap().warnings;
        assert!(turns.iter().all(|turn| warned(turn).len() == usize::from(turn.turn as usize > place)), "{ruleset}");
        let warning = warned(turns.last().unwrap()).remove(0);
        assert!(
            warning.rule == broken && warning.message.starts_with(&format!("hand.events[{place}]: ")),
            "{warning:?}"
        );
        request.hand.as_mut().unwrap().strict = true;
        assert_eq!(refusal(&client.review_hand(request).await.unwrap_err()).1, "STRICT_EVENT");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_impossible_hand_is_refused_before_any_turn_is_judged() {
    let (_server, client) = serve(&[]).await;
    let (_, request, _) = play_hand(Ruleset::CLASSIC, 1);
    let refuse = |request: ReviewHandRequest| {
        let mut client = client.clone();
        async move { refusal(&client.review_hand(request).await.unwrap_err()) }
    };
    let changed = |change: &dyn Fn(&mut Hand)| {
        let mut request = request.clone();
        change(request.hand.as_mut().unwrap());
        request
    };
    // A chair that is left out has no cards.
    let two = changed(&|hand| hand.holds.retain(|held| held.cards.as_ref().unwrap().ids.is_empty()));
    assert_eq!(refuse(two).await, (Code::InvalidArgument, String::from("COUNT_MISMATCH"), String::from("hand.holds")));
    let twice = changed(&|hand| hand.holds[1].chair = Chair::First as i32);
    assert_eq!(refuse(twice).await.2, "hand.holds[1]");
    let now = changed(&|hand| (hand.events, hand.present) = (Vec::new(), Some(Box::default())));
    assert_eq!(refuse(now).await.2, "hand.present");
    let persona = ReviewHandRequest { options: by_bot("nobody"), ..request.clone() };
    assert_eq!(refuse(persona).await.2, "options.persona");
    let after = changed(&|hand| hand.events.push(plays(Chair::Unspecified, "")));
    assert_eq!(refuse(after).await.1, "HAND_CLOSED");
}
