//! Endgames over the wire: solved, made as puzzles, with wild ranks, with an exchange of cards 换三张.

use std::time::Duration;

use wire::v1::*;

use crate::contract::harness::*;

async fn solve(client: &mut Client, asked: SolveEndgameRequest) -> SolveEndgameResponse {
    client.solve_endgame(asked).await.unwrap().into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_repeatable_and_solved_as_promised() {
    let (_server, mut client) = serve(LONG_BUDGETS).await;
    for (ruleset, wild_ranks, card_codec, grade, seed) in [
        ("classic", 0, CardCodec::RanksFrom0, Grade::Beginner, 3),
        ("laizi", 1, CardCodec::Unspecified, Grade::Medium, 9),
        ("laizi-tiandi", 2, CardCodec::Unspecified, Grade::Medium, 9),
    ] {
        let request = GenerateEndgameRequest {
            ruleset: ruleset.to_owned(),
            card_codec: card_codec as i32,
            grade: grade as i32,
            seed,
            ..GenerateEndgameRequest::default()
        };
        let puzzle = client.generate_endgame(request.clone()).await.unwrap().into_inner();
        if wild_ranks < 2 {
            let again = client.generate_endgame(request).await.unwrap().into_inner();
            assert_eq!(again.hand, puzzle.hand);
        }
        let (hand, made) = (puzzle.hand.unwrap(), puzzle.solution.unwrap());
        let wilds = hand.present.as_ref().unwrap().wilds.len();
        assert_eq!((wilds, made.grade(), made.hints.len()), (wild_ranks, grade, 3), "{made:?}");
        let is_numbered = |held: &ChairCards| !held.cards.as_ref().unwrap().ids.is_empty();
        assert!(hand.holds.iter().all(|held| is_numbered(held) == (card_codec == CardCodec::RanksFrom0)));
        let ask = SolveEndgameRequest { hand: Some(hand.clone()), want_all_first_plays: true, ..Default::default() };
        let solved = solve(&mut client, SolveEndgameRequest { want_hints: true, ..ask.clone() }).await;
        let wins: Vec<_> = solved.first_plays.iter().filter(|first| first.wins == Some(true)).cloned().collect();
        assert_eq!((solved.winner, &wins), (made.winner, &made.first_plays));
        assert_eq!((&solved.hints, solved.grade), (&made.hints, made.grade));
        if wild_ranks > 0 {
            assert_eq!(wins.len(), 1, "{made:?}");
            continue;
        }
        // The same without hints, and the line of the longest defence.
        let longest = solve(&mut client, SolveEndgameRequest { want_line: true, ..ask.clone() }).await;
        assert_eq!((longest.hints.len(), longest.grade()), (0, Grade::Unspecified));
        assert_eq!((longest.winner, &longest.first_plays), (solved.winner, &solved.first_plays));
        assert_eq!(longest.line.len(), made.line.len());
        // If a peasant leads, there are no hints.
        let mut hand = hand;
        hand.present.as_mut().unwrap().turn = Chair::Second as i32;
        let defended = SolveEndgameRequest { want_hints: true, hand: Some(hand), ..ask };
        assert_eq!(solve(&mut client, defended).await.hints.len(), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endgame_answers_with_the_cards_that_were_sent() {
    let (_server, mut client) = serve(LONG_BUDGETS).await;
    let mut asked = endgame("classic", &["", ""]);
    let hand = asked.hand.as_mut().unwrap();
    hand.card_codec = CardCodec::RanksFrom0 as i32;
    let held = [vec![3, 7, 11, 53], vec![6, 15, 19]]; // 3♦ 4♦ 5♦ D and 4♣ 6♦ 7♦
    for (cards, ids) in hand.holds.iter_mut().zip(&held) {
        cards.cards = Some(Cards { ids: ids.clone(), text: String::new() });
    }
    let ids = |action: &Option<Action>| match &action.as_ref().unwrap().what {
        Some(action::What::Play(combo)) => combo.cards.clone().unwrap().ids,
        Some(action::What::PassOn(cards)) => cards.ids.clone(),
        _ => Vec::new(),
    };
    for pass_on in [false, true] {
        let asked = SolveEndgameRequest { pass_on, want_line: !pass_on, want_all_first_plays: true, ..asked.clone() };
        let solved = solve(&mut client, asked).await;
        let replies =
            solved.first_plays.iter().flat_map(|first| first.reply.iter().map(|cards| (1, cards.ids.clone())));
        let firsts = solved.first_plays.iter().map(|first| (0, ids(&first.action)));
        let line = solved.line.iter().map(|event| match &event.what {
            Some(event::What::Action(action)) => (event.chair as usize - 1, ids(&Some(action.clone()))),
            what => panic!("{what:?} is no play"),
        });
        let line: Vec<(usize, Vec<u32>)> = line.collect();
        let mut played: Vec<u32> = line.iter().flat_map(|(_, ids)| ids.clone()).collect();
        played.sort_unstable();
        assert!(played.is_sorted_by(|one, next| one < next) && played.is_empty() == pass_on, "{line:?}");
        for (owner, ids) in firsts.chain(replies).chain(line) {
            assert!(ids.iter().all(|id| held[owner].contains(id)), "{ids:?} of {:?}", held[owner]);
        }
    }
}

/// The landlord and the chair on turn follow from the events.
#[tokio::test(flavor = "multi_thread")]
async fn an_endgame_may_be_given_by_its_events() {
    let (_server, mut client) = serve(LONG_BUDGETS).await;
    let mut asked = endgame("classic", &["33334444555566667", "AAAA2222KKKKQQQQJJXD", "77788889999TTTTJJ"]);
    asked.hand.as_mut().unwrap().events =
        vec![calls(Chair::First, Call::Pass), calls(Chair::Second, Call::Score3), takes(Chair::Second, "JJX")];
    let solved = solve(&mut client, SolveEndgameRequest { nodes_max: 1, ..asked }).await;
    let text = |first: &FirstPlay| match first.action.clone().unwrap().what {
        Some(action::What::Play(combo)) => combo.cards.unwrap().text,
        what => panic!("{what:?} is no lead"),
    };
    assert!(solved.first_plays.iter().map(text).any(|cards| cards == "XD"), "the second chair leads: {solved:?}");
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
async fn endgames_are_solved_with_their_wild_ranks_and_without() {
    let (_server, mut client) = serve(LONG_BUDGETS).await;
    let two = wild_endgame("classic", "", &["2KQ8877664", "2KQ554433"]);
    let solved = solve(&mut client, two.clone()).await;
    assert_eq!((solved.winner, solved.stopped), (Side::Landlord as i32, 0));
    assert!(!readings(&solved.first_plays, true).is_empty() && !solved.line.is_empty());
    let stopped = solve(&mut client, SolveEndgameRequest { nodes_max: 2, ..two }).await;
    assert_eq!((stopped.winner, stopped.stopped), (0, SolveStopped::Nodes as i32));
    // With the wild 7 as a 4, 444+5 goes out. As natural cards the 4s, the 5 and the 7 are three turns.
    let out = solve(&mut client, wild_endgame("laizi", "7", &["4457", "99"])).await;
    assert_eq!(
        (out.winner(), readings(&out.first_plays, true).contains(&String::from("444+5"))),
        (Side::Landlord, true)
    );
    assert_eq!(out.line.len(), 1);
    let natural = solve(&mut client, wild_endgame("classic", "", &["4457", "99"])).await;
    assert_eq!(natural.winner(), Side::Peasants);
    // The reading of the standing cards decides what beats them.
    let facing = |stands_for: &str| {
        let combo = Combo { cards: as_cards("8887"), stands_for: stands_for.to_owned(), ..Combo::default() };
        let mut ask = wild_endgame("laizi-tiandi", "79", &["TTT79", "3", "4"]);
        let standing = ComboToBeat { chair: Chair::Second as i32, combo: Some(combo) };
        ask.hand.as_mut().unwrap().present.as_mut().unwrap().standing = Some(standing);
        ask
    };
    let as_triple = solve(&mut client, facing("888+7")).await;
    let as_bomb = solve(&mut client, facing("8888")).await;
    assert!(as_triple.first_plays.len() > as_bomb.first_plays.len(), "{as_triple:?} {as_bomb:?}");
    assert_eq!((as_triple.winner(), as_bomb.winner()), (Side::Landlord, Side::Landlord));
    assert!(readings(&as_bomb.first_plays, true).contains(&String::from("TTTTT")), "{as_bomb:?}");
}

/// Thousands of plays in a node do not outlast the budget.
#[tokio::test(flavor = "multi_thread")]
async fn a_wide_endgame_keeps_its_budget() {
    let (_server, mut client) = serve(&[]).await;
    let hands = ["34567899TJQKAAAA2222", "33344455566677788", "899TTTJJJQQQKKKXD"];
    let wide = SolveEndgameRequest { budget_ms: Some(100), ..wild_endgame("laizi-tiandi", "A2", &hands) };
    // The budget is too short for its whole solution. The winner is not checked, because a fast machine may find it in time.
    let solved = tokio::time::timeout(Duration::from_secs(60), solve(&mut client, wide)).await;
    let solved = solved.expect("it keeps to its budget");
    assert_eq!(solved.stopped(), SolveStopped::Budget);
    assert!(solved.nodes > 0);
    assert!(solved.first_plays_total > 10_000 && solved.first_plays.len() == 4096, "{}", solved.first_plays_total);
}

fn pass_on_endgame(landlord: &str, down: &str) -> SolveEndgameRequest {
    SolveEndgameRequest { pass_on: true, ..endgame("classic", &[landlord, down]) }
}

fn gift_text(gift: &FirstPlay) -> &str {
    let Some(action::What::PassOn(cards)) = &gift.action.as_ref().unwrap().what else { panic!("{gift:?}") };
    &cards.text
}

#[tokio::test(flavor = "multi_thread")]
async fn winning_gifts_are_found_and_replies_to_losing_ones() {
    let (_server, mut client) = serve(&[]).await;
    let found = solve(&mut client, pass_on_endgame("345D", "467")).await;
    // The landlord plays D, 7, 6 and 4 one after the other.
    assert_eq!((found.winner(), found.first_plays.len()), (Side::Landlord, 4));
    assert_eq!((gift_text(&found.first_plays[0]), found.first_plays[0].wins), ("345", Some(true)));
    // After a winning gift, the others are not tried.
    assert!(found.first_plays[1..].iter().all(|gift| gift.wins.is_none() && gift.reply.is_none()), "{found:?}");
    let all = SolveEndgameRequest { want_all_first_plays: true, ..pass_on_endgame("345D", "467") };
    let all = solve(&mut client, all).await;
    let won = |gift: &FirstPlay| gift.wins == Some(true);
    assert_eq!((all.first_plays.len(), all.first_plays.iter().filter(|gift| won(gift)).count()), (4, 3));
    for gift in &all.first_plays {
        assert_eq!(gift.reply.is_none(), won(gift), "{gift:?}");
    }
    assert!(all.first_plays_total == 4 && all.nodes > 0);
}
