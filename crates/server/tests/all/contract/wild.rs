//! Rulesets with wild ranks over the wire: readings in both directions, lists, endgames and refusals.

use rules::{Ruleset, Trick};
use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rpcs::differs;

fn ask(told: Told) -> DecideRequest {
    told.asked(by("skilled"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_present_names_its_wild_ranks() {
    let (_server, mut client) = serve(&[]).await;
    let laizi = |wilds: &str, hand: &str| wild("laizi", wilds, hand, "99");
    let decision = client.decide(ask(laizi("7", "3TT77"))).await.unwrap().into_inner();
    assert_eq!(played(&decision), "TT");
    // The last two cards: a 7 and a T are a pair of T.
    let decision = client.decide(ask(laizi("7", "7T"))).await.unwrap().into_inner();
    let action::What::Play(combo) = decision.action.unwrap().what.unwrap() else { panic!("it goes out") };
    assert_eq!((combo.cards.unwrap().text.as_str(), combo.stands_for.as_str()), ("7T", "TT"));
}

/// Makes a turn in a present hand with these wild ranks.
fn wild(ruleset: &str, wilds: &str, cards: &str, standing: &str) -> Told {
    let told = present(cards, [5, 4, cards.len() as u32], standing);
    let told = told.with(|hand| hand.ruleset = ruleset.to_owned());
    told.with_present(|present| present.wilds = wilds.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn both_readings_are_listed_and_told() {
    let (_server, mut client) = serve(&[]).await;
    let request = ClassifyPlayRequest {
        ruleset: String::from("laizi"),
        cards: text("4447"),
        wilds: String::from("7"),
        ..ClassifyPlayRequest::default()
    };
    let answer = client.classify_play(request.clone()).await.unwrap().into_inner();
    let told: Vec<&str> = answer.readings.iter().map(|combo| combo.stands_for.as_str()).collect();
    assert_eq!((told, answer.played_as.unwrap().kind.as_str()), (vec!["4444", "444+7"], "bomb"));
    let standing =
        |stands_for: &str| Combo { cards: text("3337"), stands_for: stands_for.to_owned(), ..Combo::default() };
    let facing = |stands_for: &str| ClassifyPlayRequest { standing: Some(standing(stands_for)), ..request.clone() };
    let answer = client.classify_play(facing("333+7")).await.unwrap().into_inner();
    assert_eq!(answer.played_as.unwrap().stands_for, "444+7");
    let answer = client.classify_play(facing("3333")).await.unwrap().into_inner();
    assert_eq!(answer.played_as.unwrap().stands_for, "4444");
    let status = client.classify_play(facing("888+7")).await.unwrap_err();
    assert_eq!(refused(&status).1, "ILLEGAL_PLAY");
    let list = crate::contract::rpcs::listing(crate::contract::rpcs::bare("laizi", "33347", "7"));
    let listed = client.list_legal_plays(list).await.unwrap().into_inner();
    // 3 singles, 3 pairs, 2 triples, a bomb, 3 triples with one, one with a pair.
    assert_eq!(listed.plays.len(), 13);
    let rules = Ruleset::LAIZI.showing(rules::Rank::from_letter('7').unwrap()).unwrap();
    for combo in listed.plays {
        let cards = combo.cards.as_ref().unwrap().text.clone();
        let written = if combo.stands_for.is_empty() { cards } else { format!("{cards}~{}", combo.stands_for) };
        assert!(rules.read_play(&written, Trick::Lead).is_ok(), "{written}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_name_their_wild_ranks_and_are_solved_as_promised() {
    let (_server, mut client) = serve(UNHURRIED).await;
    for (ruleset, ranks) in [("laizi", 1), ("laizi-tiandi", 2)] {
        let generate = GenerateEndgameRequest {
            ruleset: ruleset.to_owned(),
            grade: Grade::Medium as i32,
            seed: 5,
            ..GenerateEndgameRequest::default()
        };
        let puzzle = client.generate_endgame(generate.clone()).await.unwrap().into_inner();
        if ranks == 1 {
            let again = client.generate_endgame(generate).await.unwrap().into_inner();
            assert_eq!(again.hand, puzzle.hand);
        }
        let wilds = puzzle.hand.as_ref().unwrap().present.as_ref().unwrap().wilds.len();
        let solution = puzzle.solution.unwrap();
        assert_eq!((wilds, solution.first_plays.len(), solution.hints.len()), (ranks, 1, 3), "{solution:?}");
        let ask = SolveEndgameRequest {
            hand: puzzle.hand,
            want_all_first_plays: true,
            want_hints: true,
            ..SolveEndgameRequest::default()
        };
        let solved = client.solve_endgame(ask).await.unwrap().into_inner();
        let wins = solved.first_plays.iter().filter(|first| first.wins == Some(true));
        assert_eq!(wins.cloned().collect::<Vec<_>>(), solution.first_plays);
        assert_eq!((solved.hints, solved.grade), (solution.hints, solution.grade));
    }
}

fn wild_endgame(ruleset: &str, wilds: &str, hands: &[&str]) -> SolveEndgameRequest {
    let mut asked = endgame(ruleset, hands);
    asked.hand.as_mut().unwrap().present = Some(Box::new(Present { wilds: wilds.to_owned(), ..Present::default() }));
    SolveEndgameRequest { want_all_first_plays: true, want_line: true, ..asked }
}

fn readings(plays: &[FirstPlay], wins: bool) -> Vec<String> {
    let of = |play: &FirstPlay| match play.action.clone()?.what? {
        action::What::Play(combo) if combo.stands_for.is_empty() => Some(combo.cards?.text),
        action::What::Play(combo) => Some(combo.stands_for),
        _ => Some(String::from("pass")),
    };
    let mut all: Vec<String> = plays.iter().filter(|play| play.wins == Some(wins)).filter_map(of).collect();
    all.sort();
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn endgames_are_solved_with_their_wild_ranks() {
    let (_server, mut client) = serve(&[]).await;
    // Two pairs of 4 with the wild 7 as a 4: 444+5 goes out; as natural cards the 4s, the 5 and the 7 are three turns.
    let out = client.solve_endgame(wild_endgame("laizi", "7", &["4457", "99"])).await.unwrap().into_inner();
    assert_eq!(
        (out.winner(), readings(&out.first_plays, true).contains(&String::from("444+5"))),
        (Side::Landlord, true)
    );
    assert_eq!(out.line.len(), 1);
    let natural = client.solve_endgame(wild_endgame("classic", "", &["4457", "99"])).await.unwrap().into_inner();
    assert_eq!(natural.winner(), Side::Peasants);
    // Against a 9 the wild 7 is itself; against a pair it completes one. The reading of the standing cards decides.
    let facing = |cards: &str, stands_for: &str| {
        let combo = Combo { cards: text(cards), stands_for: stands_for.to_owned(), ..Combo::default() };
        let mut ask = wild_endgame("laizi-tiandi", "79", &["TTT79", "3", "4"]);
        let standing = ComboToBeat { chair: Chair::Second as i32, combo: Some(combo) };
        ask.hand.as_mut().unwrap().present.as_mut().unwrap().standing = Some(standing);
        ask
    };
    let as_triple = client.solve_endgame(facing("8887", "888+7")).await.unwrap().into_inner();
    let as_bomb = client.solve_endgame(facing("8887", "8888")).await.unwrap().into_inner();
    assert!(as_triple.first_plays.len() > as_bomb.first_plays.len(), "{as_triple:?} {as_bomb:?}");
    assert_eq!((as_triple.winner(), as_bomb.winner()), (Side::Landlord, Side::Landlord));
    assert!(readings(&as_bomb.first_plays, true).contains(&String::from("TTTTT")), "{as_bomb:?}");
    for (ask, reason, field) in [
        (wild_endgame("laizi", "", &["4457", "99"]), "FIELD_MISSING", "hand.present.wilds"),
        (wild_endgame("laizi-tiandi", "7", &["4457", "99"]), "FIELD_MISSING", "hand.present.wilds"),
        (wild_endgame("laizi", "79", &["4457", "99"]), "VALUE_UNKNOWN", "hand.present.wilds"),
        (wild_endgame("classic", "7", &["4457", "99"]), "VALUE_UNKNOWN", "hand.present.wilds"),
        (facing("8887", "999+7"), "NO_COMBO", "hand.present.standing.combo.stands_for"),
    ] {
        let (_, found, place) = refused(&client.solve_endgame(ask).await.unwrap_err());
        assert_eq!((found.as_str(), place.as_str()), (reason, field));
    }
}

/// Thousands of plays in a node do not outlast the budget.
#[tokio::test(flavor = "multi_thread")]
async fn a_wide_endgame_keeps_its_budget() {
    let (_server, mut client) = serve(&[]).await;
    let hands = ["34567899TJQKAAAA2222", "33344455566677788", "899TTTJJJQQQKKKXD"];
    let wide = SolveEndgameRequest { budget_ms: Some(100), ..wild_endgame("laizi-tiandi", "A2", &hands) };
    // Solved to its end it takes hours.
    let solved = tokio::time::timeout(std::time::Duration::from_secs(60), client.solve_endgame(wide)).await;
    let solved = solved.expect("it keeps to its budget").unwrap().into_inner();
    assert!(solved.first_plays_total > 10_000 && solved.first_plays.len() == 4096, "{}", solved.first_plays_total);
}

/// Returns the number of plays that a list lacks, by the warning of the answer.
fn lacks(decision: &Decision) -> usize {
    let told = differs(decision).expect("they differ");
    told.split_once("lacks ").expect("something is missing").1.split(';').next().unwrap().split(", ").count()
}

/// A list of legal plays may have several readings of the same cards.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_legal_plays_names_readings() {
    let (_server, mut client) = serve(&[("GRPC__MESSAGE_BYTES_MAX", "4194304")]).await;
    let listed =
        |stands_for: &str| Combo { cards: text("4447"), stands_for: stands_for.to_owned(), ..Combo::default() };
    let ask =
        |hand: &str, legal: LegalPlays| DecideRequest { legal_plays: Some(legal), ..ask(wild("laizi", "7", hand, "")) };
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
        assert_eq!(lacks(&decision), 7);
    }
    // Cards without a reading stand for all their readings.
    let cards = only(vec![combo("4447").unwrap()]);
    assert_eq!(lacks(&decide(ask("4447", cards)).await.unwrap()), 6);
    // A reading that the ruleset does not know is named, and comes back as it was sent.
    let decision = decide(ask("4447", only(vec![listed("4447")]))).await.unwrap();
    assert_eq!((decision.reason().code.as_str(), played(&decision).1.as_str()), ("listed-unknown", "4447"));
    assert!(!decision.reason().text.contains("plays as"), "the reading is not known: {}", decision.reason().text);
    assert!(differs(&decision).unwrap().ends_with("; the ruleset does not allow 4447 as 4447"), "{decision:?}");
    // The hand goes out as an airplane, and the list has three cards of it.
    let three = only(vec![combo("347").unwrap()]);
    let decision = decide(ask("33344477", three)).await.unwrap();
    assert_eq!((decision.reason().code.as_str(), decision.emote()), ("listed-unknown", Emote::Unspecified));
    assert!(!decision.reason().text.contains("plays as"), "another play's reading: {}", decision.reason().text);
    // A list of all plays agrees.
    let hand = "345678TJQKA2227";
    let request = crate::contract::rpcs::listing(crate::contract::rpcs::bare("laizi-tiandi", hand, "27"));
    let mut all = client.list_legal_plays(request).await.unwrap().into_inner().plays;
    assert!((4097..10_000).contains(&all.len()), "{}", all.len());
    let tiandi = |legal: LegalPlays| DecideRequest {
        legal_plays: Some(legal),
        ..self::ask(wild("laizi-tiandi", "27", hand, ""))
    };
    let decision = client.decide(tiandi(only(all.clone()))).await.unwrap().into_inner();
    assert_eq!(differs(&decision), None);
    assert_ne!(decision.source().degraded(), Degraded::LegalPlays);
    all.remove(0);
    let decision = client.decide(tiandi(only(all))).await.unwrap().into_inner();
    assert_eq!(lacks(&decision), 1);
    // The limits: of natural rulesets and of wild ones.
    for (ruleset, wilds, plays, expected) in [
        ("classic", "", 4096, ""),
        ("classic", "", 4097, "TOO_LONG"),
        ("laizi", "7", 4097, ""),
        ("laizi", "7", 131_073, "TOO_LONG"),
    ] {
        let legal_plays = Some(only(vec![combo("3").unwrap(); plays]));
        let answer = client.decide(DecideRequest { legal_plays, ..by_rules(wild(ruleset, wilds, "3344JJ", "")) }).await;
        assert_eq!(answer.map_or_else(|status| refused(&status).1, |_| String::new()), expected, "{ruleset}: {plays}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_without_its_wild_rank_is_told_which_event_is_missing() {
    let (_server, mut client) = serve(&[]).await;
    let view = history("laizi", Chair::First, "34456789TJQKKA22X", &[]);
    let status = client.bid(by_rules(view)).await.unwrap_err();
    assert_eq!(refused(&status).1, "WRONG_PHASE");
    assert!(status.message().contains("wild_shown"), "{}", status.message());
}
