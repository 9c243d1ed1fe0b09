//! A hand reviewed in one call says of each turn what ReviewPlay says of it.

use engine::{Persona, Scratch, decide};
use rules::{Deal, Ruleset, Seed, Stage, Table};
use server::convert::names::to_chair;
use tonic::Code;
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::wild::{told_event, turn_of};

/// Returns a hand that bots have played to its end, as a backend has it on record.
fn recorded(rules: Ruleset, seed: u64) -> (Table, ReviewHandRequest) {
    let deal = Deal::shuffled(&mut Seed(seed).rng());
    let mut table = Table::new(rules, deal, rules::Chair::First);
    let (casual, mut scratch) = (Persona::named("casual").unwrap(), Scratch::new());
    while let Some(chair) = table.board().turn() {
        let decision = decide(&table.view(chair), &casual, Seed(seed), &mut scratch).unwrap();
        table.act(decision.action).unwrap();
    }
    let board = table.board();
    // The rest, the bottom with the landlord once it is shown.
    let left = |chair: rules::Chair| {
        let hand = board.landlord().and_then(|landlord| table.hand_of(chair.seat(landlord)));
        held(to_chair(chair), text(&hand.unwrap_or(table.hand(chair)).to_string()))
    };
    let hand = Hand {
        ruleset: rules.to_string(),
        holds: rules::Chair::ALL.map(left).to_vec(),
        events: table.log().iter().map(|event| told_event(board.rules(), board.landlord(), *event)).collect(),
        ..Hand::default()
    };
    let request = ReviewHandRequest { hand: Some(hand), options: by("net"), ..ReviewHandRequest::default() };
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

/// Returns the action that the caller of ReviewPlay tells; nothing where the table acted.
fn action(table: &Table, event: rules::Event) -> Option<action::What> {
    match told_event(table.board().rules(), table.board().landlord(), event).what? {
        event::What::Action(action) => action.what,
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_turn_is_judged_as_review_play_judges_it() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let mut turns_with_chances = 0;
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
        let (table, request) = recorded(rules, seed);
        let turns = reviewed(&mut client, request.clone()).await;
        let mut replay = Table::new(rules, *table.deal(), rules::Chair::First);
        let mut turns = turns.into_iter();
        for (index, event) in table.log().iter().enumerate() {
            let Some(action) = action(&table, *event) else { continue };
            let turn = turns.next().expect("every action is a turn");
            let chair = replay.board().turn().unwrap();
            assert_eq!((turn.turn, turn.chair()), (index as u32, to_chair(chair)));
            // Whatever was played, called or doubled has a cost; nothing says that of gifts and open hands.
            let is_valued = !matches!(action, action::What::PassOn(_) | action::What::Show(_));
            let review = turn.review.as_ref().unwrap();
            assert!(!is_valued || review.value_lost.is_some(), "{ruleset}: turn {index}: {review:?}");
            let alone = turn_of(&replay, chair).review(action, by("net"));
            let alone = client.review_play(alone).await.unwrap().into_inner();
            assert_eq!(timeless(turn.review.unwrap()), timeless(alone), "{ruleset}: turn {index}");
            if replay.board().stage() == Stage::Play && (rules.is_plain() || rules.wild_ranks() > 0) {
                assert!(turn.chance.is_some_and(|chance| (0.0..=1.0).contains(&chance)), "{ruleset}: turn {index}");
                turns_with_chances += 1;
            }
            assert!(!turn.thrown_away && turn.open_winner == 0, "nothing was solved");
            replay.repeat(*event).unwrap();
        }
        assert_eq!(turns.next(), None);
    }
    assert!(turns_with_chances > 30, "{turns_with_chances}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_counts_as_a_call_for_each_turn() {
    let (_server, mut client) = serve(&[("CALLERS__CALLS_PER_S", "2")]).await;
    let (_, request) = recorded(Ruleset::CLASSIC, 1);
    let mut first = client.review_hand(request.clone()).await.unwrap().into_inner();
    assert!(first.message().await.unwrap().is_some());
    let next = client.review_hand(request).await.map(drop).unwrap_err();
    assert_eq!(refused(&next).1, "QUOTA_EXCEEDED");
}

#[tokio::test(flavor = "multi_thread")]
async fn open_cards_say_who_won_and_where_it_was_thrown_away() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let (mut known, mut thrown) = (0, 0);
    for seed in 1..=12 {
        let (table, request) = recorded(Ruleset::CLASSIC, seed);
        let Some(settled) = table.settlement(1) else { continue };
        let winner = server::convert::names::to_side(settled.winner);
        let landlord = server::convert::names::to_chair(table.board().landlord().unwrap());
        let turns = reviewed(&mut client, ReviewHandRequest { open_nodes_max: 20_000, ..request }).await;
        for pair in turns.windows(2) {
            let [now, next] = pair else { unreachable!() };
            let side = if now.chair() == landlord { Side::Landlord } else { Side::Peasants };
            let was_thrown = now.open_winner() == side && next.open_winner != 0 && next.open_winner() != side;
            assert_eq!(now.thrown_away, was_thrown, "seed {seed}, turn {}", now.turn);
            // The winner changes by a mistake alone.
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
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let (table, request) = recorded(Ruleset::LAIZI_TIANDI, 5);
    let events = request.hand.as_ref().unwrap().events.clone();
    let shown = |event: &&Event| matches!(event.what, Some(event::What::WildShown(_)));
    let places: Vec<usize> =
        events.iter().enumerate().filter(|(_, event)| shown(event)).map(|(place, _)| place).collect();
    let [first, second] = places[..] else { panic!("two ranks are shown: {places:?}") };
    assert!(first == 0 && matches!(events[second - 1].what, Some(event::What::LandlordFound(_))));
    // Open cards are solved with them.
    let turns = reviewed(&mut client, ReviewHandRequest { open_nodes_max: 500, ..request.clone() }).await;
    let winner = server::convert::names::to_side(table.settlement(1).unwrap().winner);
    assert_eq!(turns.last().unwrap().open_winner(), winner);
    assert!(turns.iter().filter(|turn| turn.open_winner != 0).count() > 1);
    let told = |change: &dyn Fn(&mut Hand)| {
        let mut request = request.clone();
        change(request.hand.as_mut().unwrap());
        request
    };
    // A rank that is missing stops the play; ranks that the ruleset does not have are warned of, or refused.
    let missing = told(&|hand| drop(hand.events.remove(second)));
    let place = format!("hand.events[{second}]");
    let status = client.review_hand(missing).await.unwrap_err();
    assert_eq!(refused(&status).1, "EVENT_IMPOSSIBLE");
    assert!(status.message().starts_with(&place), "{status}");
    let strict = told(&|hand| {
        hand.ruleset = String::from("classic");
        hand.strict = true;
    });
    let status = client.review_hand(strict).await.unwrap_err();
    assert_eq!(refused(&status).1, "STRICT_EVENT");
    assert!(status.message().starts_with("hand.events[0]"), "{status}");
}

/// An event of another table, or one that breaks a rule, is no turn that can be judged, and the rest is; `strict` refuses it.
#[tokio::test(flavor = "multi_thread")]
async fn a_foreign_event_is_not_judged_and_the_turns_after_it_are_warned() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let is_found = |event: &Event| matches!(event.what, Some(event::What::LandlordFound(_)));
    for (ruleset, seed, broken) in [("classic", 1, "OUT_OF_STAGE"), ("classic open-hand=deal", 8, "BAD_SHOW")] {
        let (table, mut request) = recorded(ruleset.parse().unwrap(), seed);
        let usual = reviewed(&mut client, request.clone()).await;
        let hand = request.hand.as_mut().unwrap();
        let found = hand.events.iter().position(is_found).unwrap();
        let cards = text(&table.deal().hand(rules::Chair::Second).to_string());
        let show = acts(Chair::Second, action::What::Show(Show { open: true, hand: cards, factor: 5 }));
        let (place, event) = if broken == "BAD_SHOW" { (1, show) } else { (found, calls(Chair::First, Call::Score3)) };
        hand.events.insert(place, event);
        let turns = reviewed(&mut client, request.clone()).await;
        assert_eq!(turns.len(), usual.len());
        let warned = |turn: &ReviewHandResponse| turn.review.clone().unwrap().best.unwrap().warnings;
        assert!(turns.iter().all(|turn| warned(turn).len() == usize::from(turn.turn as usize > place)), "{ruleset}");
        let warning = warned(turns.last().unwrap()).remove(0);
        assert!(
            warning.rule == broken && warning.message.starts_with(&format!("hand.events[{place}]: ")),
            "{warning:?}"
        );
        request.hand.as_mut().unwrap().strict = true;
        assert_eq!(refused(&client.review_hand(request).await.unwrap_err()).1, "STRICT_EVENT");
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
    let told = |change: &dyn Fn(&mut Hand)| {
        let mut request = request.clone();
        change(request.hand.as_mut().unwrap());
        request
    };
    // A chair that is left out has no cards.
    let two = told(&|hand| hand.holds.retain(|held| held.cards.as_ref().unwrap().text.is_empty()));
    assert_eq!(refuse(two).await, (Code::InvalidArgument, String::from("COUNT_MISMATCH"), String::from("hand.holds")));
    let twice = told(&|hand| hand.holds[1].chair = Chair::First as i32);
    assert_eq!(refuse(twice).await.2, "hand.holds[1]");
    let now = told(&|hand| (hand.events, hand.present) = (Vec::new(), Some(Box::default())));
    assert_eq!(refuse(now).await.2, "hand.present");
    let persona = ReviewHandRequest { options: by("nobody"), ..request.clone() };
    assert_eq!(refuse(persona).await.2, "options.persona");
    let after = told(&|hand| hand.events.push(plays(Chair::Unspecified, "")));
    assert_eq!(refuse(after).await.1, "HAND_CLOSED");
}

/// Writes the hand in a codec with suits: each chair's cards, wherever they went, are the very cards that it was dealt.
fn in_numbers(table: &Table, mut hand: Hand) -> Hand {
    let mut copies = [0; 15];
    let mut dealt = |cards: rules::Hand| -> Vec<u32> {
        let number = |rank: rules::Rank| {
            copies[rank.index()] += 1;
            // Four cards a rank from the 3s on, then the jokers.
            if rank.is_joker() {
                52 + u32::from(rank.letter() == 'D')
            } else {
                4 * rank.index() as u32 + copies[rank.index()] - 1
            }
        };
        cards.ranks().flat_map(|rank| (0..cards.count(rank)).map(move |_| rank)).map(number).collect()
    };
    let mut own = rules::Chair::ALL.map(|chair| dealt(table.deal().hand(chair)));
    let bottom = dealt(table.deal().bottom());
    let rank = |id: u32| if id < 52 { id / 4 } else { id - 39 };
    let take = |from: &mut Vec<u32>, cards: &mut Cards| {
        let wanted: rules::Hand = cards.text.parse().unwrap();
        for one in wanted.ranks().flat_map(|rank| (0..wanted.count(rank)).map(move |_| rank)) {
            let place = from.iter().position(|&id| rank(id) == one.index() as u32).unwrap();
            cards.ids.push(from.remove(place));
        }
        cards.text.clear();
    };
    for event in &mut hand.events {
        let chair = (event.chair - 1) as usize;
        match event.what.as_mut().unwrap() {
            event::What::LandlordFound(cards) => {
                own[chair].extend(&bottom);
                *cards = Cards { ids: bottom.clone(), text: String::new() };
            }
            event::What::Action(Action { what: Some(action::What::Play(combo)) }) => {
                take(&mut own[chair], combo.cards.as_mut().unwrap());
            }
            _ => {}
        }
    }
    for (one, left) in hand.holds.iter_mut().zip(own) {
        one.cards = ids(&left);
    }
    hand.card_codec = CardCodec::RanksFrom0 as i32;
    hand
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_that_came_as_numbers_are_answered_as_numbers() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    let (table, request) = recorded(Ruleset::CLASSIC, 1);
    let hand = in_numbers(&table, request.hand.clone().unwrap());
    let turns = reviewed(&mut client, ReviewHandRequest { hand: Some(hand.clone()), ..request }).await;
    let mut plays = 0;
    for turn in turns {
        let best = turn.review.unwrap().best.unwrap();
        assert!(best.win_chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{best:?}");
        let actions = best.alternatives.into_iter().map(|one| one.action).chain([best.action]);
        for action in actions.flatten() {
            let Some(action::What::Play(combo)) = action.what else { continue };
            let cards = combo.cards.unwrap();
            assert_eq!(cards.ids.len(), cards.text.replace(['+', '~'], "").len(), "turn {}: {cards:?}", turn.turn);
            plays += 1;
        }
    }
    assert!(plays > 20, "{plays}");
}

/// After an auction the landlord is known, so the event that shows the bottom need not name it.
#[tokio::test(flavor = "multi_thread")]
async fn an_auction_says_who_the_landlord_is() {
    let (_server, mut client) = serve(&[("FIXED__REVIEW_MS", "600000")]).await;
    for (ruleset, seed) in [("classic", 1), ("classic auction=call-rob", 2), ("classic pass-on=next", 6)] {
        let (_, request) = recorded(ruleset.parse().unwrap(), seed);
        let mut open = request.clone();
        for event in &mut open.hand.as_mut().unwrap().events {
            event.chair = 0;
        }
        let judged = |turns: Vec<ReviewHandResponse>| -> Vec<_> {
            turns.into_iter().map(|turn| (turn.turn, turn.chair, turn.review.map(timeless))).collect()
        };
        let (named, unnamed) = (reviewed(&mut client, request).await, reviewed(&mut client, open).await);
        assert_eq!(judged(named), judged(unnamed), "{ruleset}");
    }
}
