//! A win path is reported with its full order, and in that order the hand goes out when all others pass.

use engine::{Scratch, decide};
use rules::{Action, Seed, Table};

use crate::game::{decide_fresh, each_turn, persona, play_text, rounds, seated_table, view};

fn check(name: &str, line: &str, path: &str) {
    let decision = decide_fresh(&view(line), &persona(name), Seed(1));
    let order = decision.trace.win_path.unwrap_or_else(|| panic!("{name}, {line}: {} shows no path", decision.reason));
    assert_eq!(order.iter().map(|part| part.to_string()).collect::<Vec<_>>().join(" "), path, "{name}, {line}");
    assert_eq!(path.split(' ').next(), Some(play_text(&decision).as_str()), "{name}, {line}");
}

/// Enemies can beat the 4 and the 6. The rocket wins the lead back after the 4, and the 6 is the last combo.
#[test]
fn a_path_may_have_two_beatable_combos() {
    for name in ["casual", "rules", "skilled", "net", "advanced", "expert"] {
        check(name, "me=up hand=QQ2246XD left=9,9,8 standing=down:JJ", "QQ 22 4 XD 6");
    }
}

#[test]
fn the_trace_shows_the_whole_order() {
    check("rules", "me=landlord hand=XD5 left=3,9,9", "XD 5");
    check("rules", "me=landlord hand=XD57 left=4,9,9", "5 XD 7");
    check("rules", "me=up hand=66227 left=9,9,5 standing=landlord:55", "66 22 7");
    // A straight that three cards cannot answer goes before the 9 that they can.
    check("rules", "me=up hand=345679 left=3,9,6 unseen=33445588TTQQ", "34567 9");
    // Of two equal cards one takes the lead back, and the other is still in the order.
    check("rules", "me=landlord hand=2257 left=4,6,6 unseen=33445588TTQQ", "5 2 2 7");
    // The 2 beats the answer, and not the joker that stands.
    let plays = "played=333XD229TJQK/256789TJQ/556789TJQKA";
    let line =
        format!("me=up hand=444572 rules=classic,pass-card=yes left=8,8,6 turn=up standing=landlord:333+X {plays}");
    check("rules", &line, "4445 2 7");
    // The joker beats the 2, and not the pair that stands.
    let plays = "played=33D2JJJJQQQ/334455KKKKT/66778899TTAAA";
    check("rules", &format!("me=up hand=244X rules=journey left=9,6,4 turn=up standing=down:33 {plays}"), "2 X 44");
    // The bomb wins nearly any trick, so it waits.
    check("rules", "me=landlord hand=3336888844 left=10,4,3 unseen=5559977", "33344 8888 6");
}

fn replay_path(table: &Table, path: &[rules::Combo]) {
    let me = table.board().turn().unwrap();
    let (mut table, mut steps) = (table.clone(), path.iter());
    let line = table.to_string();
    while let Some(chair) = table.board().turn() {
        let play = if chair == me { steps.next().copied() } else { None };
        table.act(Action::Play(play)).unwrap_or_else(|error| panic!("{path:?}: {error}\n{line}"));
    }
    let seat = table.board().course().winner().unwrap();
    assert_eq!(seat.chair(table.board().landlord().unwrap()), me, "{path:?}\n{line}");
    assert_eq!(steps.len(), 0, "{path:?}\n{line}");
}

#[test]
fn a_path_wins_if_all_others_pass() {
    let (mut leads, mut follows) = (0, 0);
    let mut scratch = Scratch::new();
    for (name, games) in [("rules", rounds(50)), ("beginner-hasty", rounds(20))] {
        let player = persona(name);
        for game in 0..games {
            let seed = Seed(3).stream(u64::from(game));
            each_turn(&mut seated_table(seed), |table, view| {
                let decision = decide(view, &player, seed, &mut scratch).unwrap();
                if let Some(path) = &decision.trace.win_path {
                    assert_eq!(path.first().copied(), decision.play(), "{view}");
                    assert_eq!(path.cards(), view.hand(), "{view}");
                    assert!(["win-path", "answer-and-win"].contains(&decision.reason), "{}", decision.reason);
                    replay_path(table, path);
                    *(if view.trick() == rules::Trick::Lead { &mut leads } else { &mut follows }) += 1;
                }
                decision.action
            });
        }
    }
    assert!(leads > 25 && follows > 25, "{leads} leads and {follows} follows had a path");
}

#[test]
fn a_winning_order_of_the_net_holds_against_random_play() {
    let (net, mut scratch, mut decided) = (persona("net"), Scratch::new(), 0);
    for game in 0..rounds(60) {
        let seed = Seed(6).stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        let mut steps: Option<std::vec::IntoIter<rules::Combo>> = None;
        let mut table = seated_table(seed);
        each_turn(&mut table, |_, view| {
            if view.seat() != Some(rules::Seat::Landlord) {
                // The others play at random once there is an order, so that any answer may come.
                return match steps.is_some() {
                    true => crate::game::random_action(view, &mut rng),
                    false => decide(view, &net, seed, &mut scratch).unwrap().action,
                };
            }
            if steps.is_none() {
                let decision = decide(view, &net, seed, &mut scratch).unwrap();
                let Some(path) = &decision.trace.win_path else { return decision.action };
                assert_eq!((decision.decider, decision.win_chance), (engine::Decider::Rules, Some(1000)), "{view}");
                steps = Some(path.iter().copied().collect::<Vec<_>>().into_iter());
                decided += 1;
            }
            Action::Play(steps.as_mut().expect("an order was found").next())
        });
        if steps.is_some() {
            let winner = table.board().course().winner();
            assert_eq!(winner, Some(rules::Seat::Landlord), "{table}");
        }
    }
    assert!(decided > 6, "{decided} orders are too few to tell");
}
