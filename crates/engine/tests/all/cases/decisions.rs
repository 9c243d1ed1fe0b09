//! A persona with cases: the strategies decide where the cases are silent, the guards always hold, and the same turn gets the
//! same decision.

use engine::cases::{Cases, MOVES};
use engine::decide::case;
use engine::{Decider, Decision, Habits, Limits, Scratch, decide, decide_within};
use rules::{Ruleset, Seed, Stage, Trick, View};

use crate::game::{each_turn, options, persona, random, rounds, seated};

/// Makes a tree with these nodes.
fn tree(nodes: &str) -> Cases {
    let text = format!("cases 1\nruleset classic\ncommand by hand\nsupport 10\npurity 50\n\n{nodes}");
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the decision of a player with cases whose tree gives this advice in every turn.
fn always(advice: &str, view: &str) -> Decision {
    let view: View = view.parse().unwrap();
    let player = persona("rules").with("cases", 1).unwrap();
    let said = tree(&format!("{advice} cases 10 better 60 gain 5\n"));
    decide(&view, &player, Seed(1), &mut Scratch::new().with_cases(said)).unwrap()
}

#[test]
fn a_leaf_that_speaks_is_heeded() {
    for (advice, view, wanted) in [
        ("pass", "me=up hand=3344JJ left=5,4,6 standing=landlord:99", "pass"),
        ("top", "me=down hand=34567TQKA left=12,9,9 standing=landlord:8", "A"),
        ("bomb", "me=down hand=55556789TQ left=12,10,9 standing=landlord:KK", "5555"),
        ("top-single", "me=landlord hand=3456799JQA left=10,9,9", "A"),
        ("top-pair", "me=landlord hand=33446799JQ left=10,9,9", "99"),
    ] {
        let decision = always(advice, view);
        let play = decision.play().map_or("pass".to_owned(), |play| play.to_string());
        assert_eq!(
            (decision.decider, decision.reason, play.as_str()),
            (Decider::Cases, "cases", wanted),
            "{advice} in {view}"
        );
        assert!(decision.candidates.as_slice().iter().any(|each| each.play == decision.play()), "{advice} in {view}");
    }
}

#[test]
fn wins_guards_and_want_of_such_a_move_leave_the_tables_choice() {
    for (advice, view) in [
        // The last combo, and the second to last, which nothing covers.
        ("low-single", "me=landlord hand=34567 left=5,4,6"),
        ("low-single", "me=landlord hand=34XD left=4,9,4"),
        // A partner about to go out is not overtaken; no single is led to an enemy with one card.
        ("top", "me=down hand=2K99 left=8,4,1 standing=up:Q"),
        ("low-single", "me=landlord hand=4499J left=5,1,9"),
        // There is no bomb, and no lead while a combo stands.
        ("bomb", "me=up hand=3344JJ left=5,4,6 standing=landlord:99"),
        ("low-single", "me=up hand=3344JJ left=5,4,6 standing=landlord:99"),
    ] {
        let decision = always(advice, view);
        let view: View = view.parse().unwrap();
        let usual = decide(&view, &persona("rules"), Seed(1), &mut Scratch::new()).unwrap();
        assert_eq!(decision, usual, "{advice} in {view}");
        assert_ne!(decision.decider, Decider::Cases, "{advice} in {view}");
    }
}

/// Recorded cases are of usual players.
#[test]
fn cases_have_no_say_against_a_player_unlike_those_of_the_cases() {
    let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
    let player = persona("rules").with("cases", 1).unwrap();
    let mut scratch = Scratch::new().with_cases(tree("pass cases 10 better 60 gain 5\n"));
    let mut decider = |landlord: Habits| {
        let mut halt = || false;
        let limits = Limits { habits: [landlord, Habits::default(), Habits::default()], ..Limits::until(&mut halt) };
        decide_within(&view, &player, Seed(1), limits, &mut scratch).unwrap().decider
    };
    // First as most players answer, then always with the highest card.
    assert_eq!(decider(Habits { choices: 120, highest: 18, ..Habits::default() }), Decider::Cases);
    assert_ne!(decider(Habits { choices: 120, highest: 120, ..Habits::default() }), Decider::Cases);
}

#[test]
fn a_slip_stays_a_slip() {
    // The player slips in most turns: cases with other advice do not correct that.
    let clumsy = persona("rules").with("noise", 400).unwrap();
    let player = clumsy.clone().with("cases", 1).unwrap();
    let mut scratch = Scratch::new()
        .with_cases(tree("facing <= 0\n  low-single cases 10 better 60 gain 5\n  pass cases 10 better 60 gain 5\n"));
    let (mut slips, mut by_cases) = (0, 0);
    for game in 0..u64::from(rounds(30, 200)) {
        let seed = Seed(71).stream(game);
        each_turn(&mut seated(seed), |_, view| {
            let (usual, decision) = (
                decide(view, &clumsy, seed, &mut scratch).unwrap(),
                decide(view, &player, seed, &mut scratch).unwrap(),
            );
            let candidates = usual.candidates.as_slice();
            let value = candidates.iter().find(|each| each.play == usual.play()).map(|each| each.value);
            if value.is_some_and(|value| value < candidates[0].value) {
                slips += 1;
                assert_eq!(decision, usual, "{view}");
            }
            by_cases += u32::from(decision.decider == Decider::Cases);
            usual.action
        });
    }
    assert!(slips > 100 && by_cases > 100, "{slips} slips, {by_cases} by cases");
}

#[test]
fn what_is_recorded_is_what_is_decided_by() {
    // The facts of a recorded case give, in the tree, exactly the move that the persona makes.
    let (rules, player) = (persona("rules"), persona("cases"));
    let shipped = Cases::shipped(&Ruleset::CLASSIC).unwrap();
    let mut scratch = Scratch::new();
    let (mut spoken, mut silent) = (0, 0);
    for game in 0..u64::from(rounds(25, 2_000)) {
        let seed = Seed(72).stream(game);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut seated(seed), |_, view| {
            let (usual, decision) =
                (decide(view, &rules, seed, &mut scratch).unwrap(), decide(view, &player, seed, &mut scratch).unwrap());
            assert!(options(view).contains(&decision.action), "{:?} in {view}", decision.action);
            let said = case(view, &player, seed, &mut scratch).and_then(|case| {
                assert_eq!(case.usual, usual.play(), "{view}");
                case.moves[shipped.leaf(&case.facts)?.class]
            });
            match said {
                Some(play) => {
                    spoken += 1;
                    assert_eq!((decision.decider, decision.play()), (Decider::Cases, play), "{view}");
                }
                None => {
                    silent += 1;
                    assert_eq!(decision.action, usual.action, "{view}");
                }
            }
            random(view, &mut rng)
        });
    }
    assert!(spoken > 40 && silent > 40, "{spoken} by cases, {silent} not");
}

#[test]
fn every_move_comes_up_and_is_legal() {
    let player = persona("rules");
    let mut scratch = Scratch::new();
    let mut seen = vec![0; MOVES.len()];
    for game in 0..u64::from(rounds(60, 1_000)) {
        let seed = Seed(73).stream(game);
        each_turn(&mut seated(seed), |_, view| {
            if let Some(case) = case(view, &player, seed, &mut scratch) {
                let legal = view.rules().plays(view.hand(), view.trick());
                for (place, play) in case.moves.iter().enumerate().filter_map(|(place, play)| Some((place, (*play)?))) {
                    seen[place] += 1;
                    assert_eq!(MOVES[place].leads, view.trick() == Trick::Lead);
                    assert_ne!(play, case.usual, "{} in {view}", MOVES[place].name);
                    let is_legal = play.map_or(view.trick() != Trick::Lead, |play| legal.contains(&play));
                    assert!(is_legal, "{}: {play:?} in {view}", MOVES[place].name);
                }
            }
            decide(view, &player, seed, &mut scratch).unwrap().action
        });
    }
    for (row, seen) in MOVES.iter().zip(seen) {
        assert!(seen > 0, "{} never comes up", row.name);
    }
}

#[test]
fn other_rulesets_have_the_tree_that_fits() {
    // Rulesets with printed ranks share the tree of `classic` if they have no tree of their own.
    let said = tree("pass cases 10 better 60 gain 5\n");
    let player = persona("rules").with("cases", 1).unwrap();
    let mut scratch = Scratch::new().with_cases(said);
    for rules in Ruleset::ALL {
        let view: View =
            format!("rules={} me=up hand=3344JJ left=5,4,6 standing=landlord:99", rules.name()).parse().unwrap();
        assert_eq!(view.board().stage(), Stage::Play);
        let decision = decide(&view, &player, Seed(1), &mut scratch).unwrap();
        if rules.is_plain() && (rules.name() == "classic" || Cases::shipped(rules).is_none()) {
            assert_eq!((decision.decider, decision.play()), (Decider::Cases, None), "{rules}");
        }
        if !rules.is_plain() && Cases::shipped(rules).is_none() {
            assert_ne!(decision.decider, Decider::Cases, "{rules}");
        }
    }
}
