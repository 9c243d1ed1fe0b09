//! Decisions from cases: trees as text, trees that a persona file names, and personas that ask trees. Where a tree is silent the strategies decide,
//! and the guards hold.

use engine::cases::{Advice, Cases, DEPTH_MAX, FACTS, MOVES, Metadata, NODES_MAX, Tree, read_personas_and_cases};
use engine::decide::case;
use engine::persona::read_personas;
use engine::{Decider, Decision, Habits, Limits, Persona, Scratch, decide, decide_within};
use rules::{Action, Rng, Ruleset, Seed, Stage, Trick, View};

use crate::game::{
    decide_fresh, each_turn, legal_actions, persona, play_text, random_action, rounds, seated_table, view,
};

const TREE_HEAD: &str = "cases 1\nruleset classic\ncommand by hand\nsupport 10\npurity 50\n\n";

fn metadata() -> Metadata {
    Metadata { ruleset: Ruleset::CLASSIC, command: "by hand".to_owned(), support: 10, purity: 50 }
}

fn random_tree(rng: &mut Rng, depth: u32) -> Tree {
    if depth == 0 || rng.below(4) == 0 {
        let advice = |rng: &mut Rng| Advice {
            class: rng.below(MOVES.len() as u32) as usize,
            cases: 10 + rng.below(1000),
            better: 50 + rng.below(51),
            gain: rng.below(2000) as i32 - 500,
        };
        return Tree::Leaf((rng.below(2) == 0).then(|| advice(rng)));
    }
    let fact = rng.below(FACTS.len() as u32) as usize;
    let (least, most) = FACTS[fact].range;
    let at_most = least + rng.below((most - least) as u32) as i16;
    Tree::Ask { fact, at_most, ways: Box::new([random_tree(rng, depth - 1), random_tree(rng, depth - 1)]) }
}

fn advice_by_recursion<'a>(tree: &'a Tree, facts: &[i16]) -> Option<&'a Advice> {
    match tree {
        Tree::Leaf(advice) => advice.as_ref(),
        Tree::Ask { fact, at_most, ways } => advice_by_recursion(&ways[usize::from(facts[*fact] > *at_most)], facts),
    }
}

#[test]
fn written_trees_are_read_back() {
    let mut rng = Seed(70).rng();
    let mut spoke = 0;
    for _ in 0..200 {
        let grown = random_tree(&mut rng, 8);
        let cases = Cases::new(metadata(), &grown).unwrap();
        assert_eq!(cases.to_string().parse::<Cases>().as_ref(), Ok(&cases), "{cases}");
        for _ in 0..50 {
            let facts: Vec<i16> = FACTS
                .iter()
                .map(|fact| fact.range.0 + rng.below((fact.range.1 - fact.range.0) as u32 + 1) as i16)
                .collect();
            assert_eq!(cases.advice_for(&facts), advice_by_recursion(&grown, &facts), "{facts:?}\n{cases}");
            spoke += u32::from(cases.advice_for(&facts).is_some());
        }
    }
    assert!(spoke > 1_000, "{spoke}");
}

#[test]
fn the_shipped_trees_name_their_ruleset_and_advise_gains() {
    let mut shipped = 0;
    for rules in Ruleset::DISTINCT_PLAYS {
        let Some(cases) = Cases::shipped(rules) else { continue };
        shipped += 1;
        assert_eq!(cases.metadata().ruleset, *rules);
        assert!(cases.metadata().command.starts_with("lab grow-cases --ruleset"), "{}", cases.metadata().command);
        assert!(cases.size().1 > 10, "{rules}: {:?}", cases.size());
        assert!(cases.advice().all(|advice| advice.gain > 0), "{rules}: a leaf speaks for a loss");
    }
    assert!(shipped >= 1);
}

#[test]
fn errors_of_damaged_trees_name_the_line() {
    let refused = |text: &str| text.parse::<Cases>().expect_err(text).to_string();
    for (nodes, wanted) in [
        ("", "line 6: the tree ends here, and a part of it is missing"),
        ("my-cards <= 5\n  silent\n", "line 8: the tree ends here, and a part of it is missing"),
        ("silent\nsilent\n", "line 8: \"silent\" follows, and the tree is complete"),
        ("my-cards <= 5\nsilent\n", "line 8: 0 spaces before it; 2 are due here"),
        ("my-luck <= 5\n", "line 7: there is no fact \"my-luck\"; `lab grow-cases --list` shows them all"),
        (
            "dance cases 10 better 60 gain 5\n",
            "line 7: there is no move \"dance\"; `lab grow-cases --list` shows them all",
        ),
        ("seat <= 2\n", "line 7: seat <= 2 asks nothing: the bound may be 0 to 1"),
        ("seat <= -1\n", "line 7: seat <= -1 asks nothing: the bound may be 0 to 1"),
        (
            "pass cases many better 60 gain 5\n",
            "line 7: \"pass cases many better 60 gain 5\" is neither a question (`FACT <= NUMBER`) nor a leaf (`silent`, or \
             `MOVE cases N better N gain N`)",
        ),
    ] {
        assert_eq!(refused(&format!("{TREE_HEAD}{nodes}")), wanted);
    }
    for (cases, better) in [(9, 60), (10, 49), (10, 101)] {
        let wanted = format!("line 7: {cases} cases, {better}% better: the head promises 10 cases and 50% to 100%");
        assert_eq!(refused(&format!("{TREE_HEAD}pass cases {cases} better {better} gain 5\n")), wanted);
    }
    assert_eq!(refused("tree"), "line 1: \"tree\" stands where \"cases\" and its value are due");
    assert_eq!(refused("cases x"), "line 1: \"x\" is no cases");
    assert_eq!(refused("cases 1\nruleset mahjong"), "line 2: \"mahjong\" is no ruleset");
    assert_eq!(
        refused("cases 1\nruleset classic\n\nsupport 5"),
        "line 4: \"support 5\" stands where \"command\" and its value are due"
    );
}

#[test]
fn trees_have_limits_of_depth_and_size() {
    let question = |ways: [Tree; 2]| Tree::Ask { fact: 0, at_most: 0, ways: Box::new(ways) };
    let deep = (0..=DEPTH_MAX).fold(Tree::Leaf(None), |tree, _| question([tree, Tree::Leaf(None)]));
    let error = Cases::new(metadata(), &deep).unwrap_err().to_string();
    assert!(error.contains("at most 4095 nodes, and 24 questions one below the other"), "{error}");
    let broad = |levels: u32| (0..levels).fold(Tree::Leaf(None), |tree, _| question([tree.clone(), tree]));
    assert_eq!(Cases::new(metadata(), &broad(11)).unwrap().size().0, NODES_MAX);
    assert!(Cases::new(metadata(), &broad(12)).is_err());
}

/// A lead at which `rules` does not lead its highest single.
const LEAD_LINE: &str = "me=landlord hand=3456799JQA left=10,9,9";

fn read(text: &str, tree: &str) -> Result<Vec<Persona>, String> {
    let open = |file: &str| if file == "mine.txt" { Ok(tree.to_owned()) } else { Err(format!("no file {file}")) };
    read_personas_and_cases(text, &open).map_err(|error| error.to_string())
}

fn decision(persona: &Persona, line: &str) -> (Decider, String) {
    let decision = decide_fresh(&view(line), persona, Seed(1));
    (decision.decider, play_text(&decision))
}

#[test]
fn a_tree_of_the_file_decides_and_is_part_of_the_persona() {
    let tree = format!("{TREE_HEAD}top-single cases 10 better 60 gain 5\n");
    let own =
        read("[ming]\nbase = \"rules\"\ncases-file = \"mine.txt\"\n[hong]\nbase = \"ming\"\ncases = 0", &tree).unwrap();
    assert_eq!(decision(&own[0], LEAD_LINE), (Decider::Cases, "A".to_owned()));
    assert_eq!(decision(&own[1], LEAD_LINE), decision(&persona("rules"), LEAD_LINE), "a switch behind the tree counts");
    // Another tree under the same name is another player.
    let other = read("[ming]\nbase = \"rules\"\ncases-file = \"mine.txt\"", &format!("{TREE_HEAD}silent\n")).unwrap();
    assert_eq!(decision(&other[0], LEAD_LINE), decision(&persona("rules"), LEAD_LINE));
    assert_ne!(own[0].digest(), other[0].digest());
    // Both share one scratch: neither uses the other's tree.
    let (view, mut scratch): (View, _) = (LEAD_LINE.parse().unwrap(), Scratch::new());
    for _ in 0..2 {
        for (player, by) in [(&own[0], Decider::Cases), (&other[0], Decider::Rules)] {
            assert_eq!(decide(&view, player, Seed(1), &mut scratch).unwrap().decider, by);
        }
    }
}

#[test]
fn a_ruleset_that_does_not_fit_the_tree_uses_the_shipped_one() {
    let tree = format!("{TREE_HEAD}silent\n");
    let own = read("[ming]\nbase = \"rules\"\ncases-file = \"mine.txt\"", &tree).unwrap();
    let (mut scratch, mut rng) = (Scratch::new(), Seed(3).rng());
    let speaks = |_| {
        let hand = rng.draw(rules::Hand::DECK, 20);
        let bottom = rng.draw(hand, 3);
        let view = view(&format!("rules=journey me=landlord hand={hand} bottom={bottom} plays="));
        decide(&view, &own[0], Seed(1), &mut scratch).unwrap().decider == Decider::Cases
    };
    assert!((0..200).any(speaks), "the shipped tree speaks");
}

#[test]
fn a_tree_that_cannot_be_used_is_refused_by_its_line() {
    let check = |text: &str, tree: &str, message: &str| assert_eq!(read(text, tree).unwrap_err(), message);
    let named = "[ming]\nnoise = 1\ncases-file = \"mine.txt\"";
    check(
        named,
        "cases 9\n",
        "line 3: cases-file \"mine.txt\": line 1: version 9 of the format; this build reads version 1",
    );
    check("[ming]\ncases-file = \"no.txt\"", "", "line 2: cases-file \"no.txt\": no file no.txt");
    check("[ming]\ncases-file = 1", "", "line 2: cases-file is 1, but has to be a text in quotes");
    let alone = read_personas(named).unwrap_err().to_string();
    assert_eq!(alone, "line 3: cases-file \"mine.txt\": no other file is read here");
}

fn cases(nodes: &str) -> Cases {
    let text = format!("{TREE_HEAD}{nodes}");
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Returns the decision of a player with cases whose tree gives this advice in every turn.
fn decide_with_advice(advice: &str, line: &str) -> Decision {
    let player = persona("rules").with("cases", 1).unwrap();
    let cases = cases(&format!("{advice} cases 10 better 60 gain 5\n"));
    decide(&view(line), &player, Seed(1), &mut Scratch::new().with_cases(cases)).unwrap()
}

#[test]
fn advice_of_a_leaf_is_followed() {
    for (advice, view, wanted) in [
        ("pass", "me=up hand=3344JJ left=5,4,6 standing=landlord:99", "pass"),
        ("top", "me=down hand=34567TQKA left=12,9,9 standing=landlord:8", "A"),
        ("bomb", "me=down hand=55556789TQ left=12,10,9 standing=landlord:KK", "5555"),
        ("top-single", "me=landlord hand=3456799JQA left=10,9,9", "A"),
        ("top-pair", "me=landlord hand=33446799JQ left=10,9,9", "99"),
    ] {
        let decision = decide_with_advice(advice, view);
        assert_eq!(
            (decision.decider, decision.reason, play_text(&decision).as_str()),
            (Decider::Cases, "cases", wanted),
            "{advice} in {view}"
        );
        assert!(decision.candidates.as_slice().iter().any(|each| each.play == decision.play()), "{advice} in {view}");
    }
}

#[test]
fn a_win_a_guard_or_a_missing_move_keeps_the_strategies_play() {
    for (advice, line) in [
        // The hand goes out, or has a winning order.
        ("low-single", "me=landlord hand=34567 left=5,4,6"),
        ("low-single", "me=landlord hand=34XD left=4,9,4"),
        // A partner about to go out is not overtaken; no single is led to an enemy with one card.
        ("top", "me=down hand=2K99 left=8,4,1 standing=up:Q"),
        ("low-single", "me=landlord hand=4499J left=5,1,9"),
        // There is no bomb, and no lead while a combo stands.
        ("bomb", "me=up hand=3344JJ left=5,4,6 standing=landlord:99"),
        ("low-single", "me=up hand=3344JJ left=5,4,6 standing=landlord:99"),
    ] {
        let decision = decide_with_advice(advice, line);
        assert_eq!(decision, decide_fresh(&view(line), &persona("rules"), Seed(1)), "{advice} in {line}");
        assert_ne!(decision.decider, Decider::Cases, "{advice} in {line}");
    }
}

/// Recorded cases are of usual players.
#[test]
fn cases_are_not_asked_against_unusual_players() {
    let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
    let player = persona("rules").with("cases", 1).unwrap();
    let mut scratch = Scratch::new().with_cases(cases("pass cases 10 better 60 gain 5\n"));
    let mut decider = |landlord: Habits| {
        let mut halt = || false;
        let limits = Limits { habits: [landlord, Habits::default(), Habits::default()], ..Limits::of(&mut halt) };
        decide_within(&view, &player, Seed(1), limits, &mut scratch).unwrap().decider
    };
    // The second landlord always answers with its highest card.
    assert_eq!(decider(Habits { choices: 120, highest: 18, ..Habits::default() }), Decider::Cases);
    assert_ne!(decider(Habits { choices: 120, highest: 120, ..Habits::default() }), Decider::Cases);
}

#[test]
fn cases_do_not_correct_slips() {
    let clumsy = persona("rules").with("noise", 400).unwrap();
    let player = clumsy.clone().with("cases", 1).unwrap();
    let mut scratch = Scratch::new()
        .with_cases(cases("facing <= 0\n  low-single cases 10 better 60 gain 5\n  pass cases 10 better 60 gain 5\n"));
    let (mut slips, mut by_cases) = (0, 0);
    for game in 0..u64::from(rounds(30)) {
        let seed = Seed(71).stream(game);
        each_turn(&mut seated_table(seed), |_, view| {
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
fn recorded_cases_give_the_decided_move_and_every_move_comes_up() {
    // A persona with cases makes the move that the tree gives for the facts of its case.
    let (rules, player) = (persona("rules"), persona("cases"));
    let shipped = Cases::shipped(&Ruleset::CLASSIC).unwrap();
    let mut scratch = Scratch::new();
    let (mut spoken, mut silent, mut seen) = (0, 0, vec![0; MOVES.len()]);
    for game in 0..u64::from(rounds(90)) {
        let seed = Seed(73).stream(game);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut seated_table(seed), |_, view| {
            let (usual, decision) =
                (decide(view, &rules, seed, &mut scratch).unwrap(), decide(view, &player, seed, &mut scratch).unwrap());
            let allowed = legal_actions(view);
            assert!(allowed.contains(&decision.action), "{:?} in {view}", decision.action);
            let case = case(view, &player, seed, &mut scratch);
            for (place, (row, play)) in case.iter().flat_map(|case| MOVES.iter().zip(&case.moves)).enumerate() {
                let Some(play) = *play else { continue };
                seen[place] += 1;
                assert_eq!(row.leads, view.trick() == Trick::Lead);
                assert_ne!(play, usual.play(), "{} in {view}", row.name);
                assert!(allowed.contains(&Action::Play(play)), "{}: {play:?} in {view}", row.name);
            }
            let advised = case.and_then(|case| {
                assert_eq!(case.usual, usual.play(), "{view}");
                case.moves[shipped.advice_for(&case.facts)?.class]
            });
            match advised {
                Some(play) => {
                    spoken += 1;
                    assert_eq!((decision.decider, decision.play()), (Decider::Cases, play), "{view}");
                }
                None => {
                    silent += 1;
                    assert_eq!(decision.action, usual.action, "{view}");
                }
            }
            // A third of the hands is played at random.
            if game % 3 == 0 { random_action(view, &mut rng) } else { usual.action }
        });
    }
    assert!(spoken > 40 && silent > 40, "{spoken} by cases, {silent} not");
    for (row, seen) in MOVES.iter().zip(seen) {
        assert!(seen > 0, "{} never comes up", row.name);
    }
}

#[test]
fn only_plain_rulesets_share_the_tree_of_classic() {
    let cases = cases("pass cases 10 better 60 gain 5\n");
    let player = persona("rules").with("cases", 1).unwrap();
    let mut scratch = Scratch::new().with_cases(cases);
    for rules in Ruleset::DISTINCT_PLAYS {
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
