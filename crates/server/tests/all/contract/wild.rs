//! Rulesets with wild ranks over the wire: readings in both directions, lists, and rooms before the first wild rank is shown.

use rules::{Ruleset, Trick};
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{numbered, recording};

fn ask(told: BotTurn) -> DecideRequest {
    told.decide(by_bot("skilled"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_present_names_its_wild_ranks() {
    let (_server, mut client) = serve(&[]).await;
    let laizi = |wilds: &str, hand: &str| turn("laizi", wilds, hand, "99");
    let decision = client.decide(ask(laizi("7", "3TT77"))).await.unwrap().into_inner();
    assert_eq!(play_text(&decision), "TT");
    // The last two cards: a 7 and a T are a pair of T.
    let decision = client.decide(ask(laizi("7", "7T"))).await.unwrap().into_inner();
    let action::What::Play(combo) = decision.action.unwrap().what.unwrap() else { panic!("it goes out") };
    assert_eq!((combo.cards.unwrap().text.as_str(), combo.stands_for.as_str()), ("7T", "TT"));
}

fn turn(ruleset: &str, wilds: &str, cards: &str, standing: &str) -> BotTurn {
    let told = present(cards, [5, 4, cards.len() as u32], standing);
    let told = told.with(|hand| hand.ruleset = ruleset.to_owned());
    told.with_present(|present| present.wilds = wilds.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn both_readings_are_listed_and_told() {
    let (_server, mut client) = serve(&[]).await;
    let request = ClassifyPlayRequest {
        ruleset: String::from("laizi"),
        cards: as_cards("4447"),
        wilds: String::from("7"),
        ..ClassifyPlayRequest::default()
    };
    let answer = client.classify_play(request.clone()).await.unwrap().into_inner();
    let told: Vec<&str> = answer.readings.iter().map(|combo| combo.stands_for.as_str()).collect();
    assert_eq!((told, answer.played_as.unwrap().kind.as_str()), (vec!["4444", "444+7"], "bomb"));
    let standing =
        |stands_for: &str| Combo { cards: as_cards("3337"), stands_for: stands_for.to_owned(), ..Combo::default() };
    let facing = |stands_for: &str| ClassifyPlayRequest { standing: Some(standing(stands_for)), ..request.clone() };
    let answer = client.classify_play(facing("333+7")).await.unwrap().into_inner();
    assert_eq!(answer.played_as.unwrap().stands_for, "444+7");
    let answer = client.classify_play(facing("3333")).await.unwrap().into_inner();
    assert_eq!(answer.played_as.unwrap().stands_for, "4444");
    let status = client.classify_play(facing("888+7")).await.unwrap_err();
    assert_eq!(refusal(&status).1, "ILLEGAL_PLAY");
    let list = list_request(bare_turn("laizi", "33347", "7"));
    let listed = client.list_legal_plays(list).await.unwrap().into_inner();
    // 3 singles, 3 pairs, 2 triples, a bomb, 3 triples with one, one with a pair.
    assert_eq!(listed.plays.len(), 13);
    let rules = Ruleset::LAIZI.with_wild(rules::Rank::from_letter('7').unwrap()).unwrap();
    for combo in listed.plays {
        let cards = combo.cards.as_ref().unwrap().text.clone();
        let written = if combo.stands_for.is_empty() { cards } else { format!("{cards}~{}", combo.stands_for) };
        assert!(rules.read_play(&written, Trick::Lead).is_ok(), "{written}");
    }
}

/// Returns the number of plays that a list lacks, by the warning of the answer.
fn count_missing(decision: &Decision) -> usize {
    let told = list_warning(decision).expect("they differ");
    told.split_once("lacks ").expect("something is missing").1.split(';').next().unwrap().split(", ").count()
}

/// A list of legal plays may have several readings of the same cards.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_legal_plays_names_readings() {
    let (_server, mut client) = serve(&[("GRPC__MESSAGE_BYTES_MAX", "4194304")]).await;
    let listed =
        |stands_for: &str| Combo { cards: as_cards("4447"), stands_for: stands_for.to_owned(), ..Combo::default() };
    let ask =
        |hand: &str, legal: LegalPlays| DecideRequest { legal_plays: Some(legal), ..ask(turn("laizi", "7", hand, "")) };
    let only = |plays: Vec<Combo>| LegalPlays { plays, may_pass: false };
    let mut decide = async |request| client.decide(request).await.map(|answer| answer.into_inner());
    let played = |decision: &Decision| match decision.action.clone().unwrap().what.unwrap() {
        action::What::Play(combo) => (combo.kind, combo.stands_for),
        other => panic!("{other:?}"),
    };
    for (reading, kind) in [("444+7", "triple-single"), ("4444", "bomb")] {
        let decision = decide(ask("4447", only(vec![listed(reading)]))).await.unwrap();
        assert_eq!(played(&decision), (kind.to_owned(), reading.to_owned()));
        let by_kind = Combo { stands_for: String::new(), kind: kind.to_owned(), ..listed("") };
        let decision = decide(ask("4447", only(vec![by_kind]))).await.unwrap();
        assert_eq!(played(&decision), (kind.to_owned(), reading.to_owned()));
        // Missing: the other reading, 444, 447, 44, 47, 4, 7.
        assert_eq!(count_missing(&decision), 7);
    }
    // Cards without a reading stand for all their readings.
    let cards = only(vec![combo("4447").unwrap()]);
    assert_eq!(count_missing(&decide(ask("4447", cards)).await.unwrap()), 6);
    // A reading that the ruleset does not know is named, and comes back as it was sent.
    let decision = decide(ask("4447", only(vec![listed("4447")]))).await.unwrap();
    assert_eq!((decision.reason().code.as_str(), played(&decision).1.as_str()), ("listed-unknown", "4447"));
    assert!(!decision.reason().text.contains("plays as"), "the reading is not known: {}", decision.reason().text);
    assert!(list_warning(&decision).unwrap().ends_with("; the ruleset does not allow 4447 as 4447"), "{decision:?}");
    // The hand goes out as an airplane, and the list has three cards of it.
    let three = only(vec![combo("347").unwrap()]);
    let decision = decide(ask("33344477", three)).await.unwrap();
    assert_eq!((decision.reason().code.as_str(), decision.emote()), ("listed-unknown", Emote::Unspecified));
    assert!(!decision.reason().text.contains("plays as"), "another play's reading: {}", decision.reason().text);
    // A list of all plays agrees.
    let hand = "345678TJQKA2227";
    let request = list_request(bare_turn("laizi-tiandi", hand, "27"));
    let mut all = client.list_legal_plays(request).await.unwrap().into_inner().plays;
    assert!((4097..10_000).contains(&all.len()), "{}", all.len());
    let tiandi = |legal: LegalPlays| DecideRequest {
        legal_plays: Some(legal),
        ..self::ask(turn("laizi-tiandi", "27", hand, ""))
    };
    let decision = client.decide(tiandi(only(all.clone()))).await.unwrap().into_inner();
    assert_eq!(list_warning(&decision), None);
    assert_ne!(decision.source().degraded(), Degraded::LegalPlays);
    all.remove(0);
    let decision = client.decide(tiandi(only(all))).await.unwrap().into_inner();
    assert_eq!(count_missing(&decision), 1);
    // The limits: of natural rulesets and of wild ones.
    for (rules, wilds, plays, expected) in [
        ("classic", "", 4096, ""),
        ("classic", "", 4097, "TOO_LONG"),
        ("laizi", "7", 4097, ""),
        ("laizi", "7", 131_073, "TOO_LONG"),
    ] {
        let legal_plays = Some(only(vec![combo("3").unwrap(); plays]));
        let answer =
            client.decide(DecideRequest { legal_plays, ..rules_request(turn(rules, wilds, "3344JJ", "")) }).await;
        assert_eq!(answer.map_or_else(|status| refusal(&status).1, |_| String::new()), expected, "{rules}: {plays}");
    }
}

/// A table that loses its room before the first wild rank is shown opens it again in one call. A joker is never wild: the room refuses
/// it, and goes on with the rank that is shown next.
#[tokio::test(flavor = "multi_thread")]
async fn a_room_is_opened_without_a_wild_rank_yet_and_takes_no_joker_for_it() {
    let (_server, mut client) = serve(&[]).await;
    for ruleset in ["laizi", "laizi-tiandi"] {
        let opening = OpenRoomRequest {
            hand: Some(history("", Chair::First, "34456789TJQKKA22X", &[]).hand),
            sequence: 1,
            ..seating(ruleset, ruleset, "casual", &[Chair::First])
        };
        client.open_room(opening).await.unwrap_or_else(|status| panic!("{ruleset}: {status}"));
    }
    let shown = |rank: &str| {
        let event = Event { chair: 0, what: Some(event::What::WildShown(String::from(rank))) };
        recording("laizi", vec![numbered(2, 1, room_event::What::Table(event))])
    };
    for joker in ["X", "D"] {
        let (_, reason, field) = refusal(&client.record_events(shown(joker)).await.unwrap_err());
        assert_eq!((reason.as_str(), field.as_str()), ("VALUE_UNKNOWN", "events[0].table.wild_shown"));
    }
    let answer = client.record_events(shown("7")).await.unwrap().into_inner();
    assert_eq!(answer.state().stage(), Stage::Auction);
}
