//! Trees of cases as text: a written tree can be read again, and a damaged file is refused with its line and the reason.

use engine::cases::{Advice, Cases, DEPTH_MAX, FACTS, MOVES, Metadata, NODES_MAX, Tree};
use rules::{Rng, Ruleset, Seed};

const HEAD: &str = "cases 1\nruleset classic\ncommand by hand\nsupport 10\npurity 50\n\n";

fn metadata() -> Metadata {
    Metadata { ruleset: Ruleset::CLASSIC, command: "by hand".to_owned(), support: 10, purity: 50 }
}

/// Draws a random tree.
fn random(rng: &mut Rng, depth: u32) -> Tree {
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
    Tree::Ask { fact, at_most, ways: Box::new([random(rng, depth - 1), random(rng, depth - 1)]) }
}

/// Returns the advice of a tree, question by question.
fn slowly<'a>(tree: &'a Tree, facts: &[i16]) -> Option<&'a Advice> {
    match tree {
        Tree::Leaf(advice) => advice.as_ref(),
        Tree::Ask { fact, at_most, ways } => slowly(&ways[usize::from(facts[*fact] > *at_most)], facts),
    }
}

#[test]
fn what_is_written_is_read_and_walked() {
    let mut rng = Seed(70).rng();
    let mut spoke = 0;
    for _ in 0..200 {
        let grown = random(&mut rng, 8);
        let cases = Cases::new(metadata(), &grown).unwrap();
        assert_eq!(cases.to_string().parse::<Cases>().as_ref(), Ok(&cases), "{cases}");
        for _ in 0..50 {
            let facts: Vec<i16> = FACTS
                .iter()
                .map(|fact| fact.range.0 + rng.below((fact.range.1 - fact.range.0) as u32 + 1) as i16)
                .collect();
            assert_eq!(cases.leaf(&facts), slowly(&grown, &facts), "{facts:?}\n{cases}");
            spoke += u32::from(cases.leaf(&facts).is_some());
        }
    }
    assert!(spoke > 1_000, "{spoke}");
}

#[test]
fn facts_and_moves_are_named_once_and_explained() {
    let facts = FACTS.iter().map(|fact| (fact.name, fact.about));
    let rows: Vec<_> = facts.chain(MOVES.iter().map(|row| (row.name, row.about))).collect();
    for (place, (name, about)) in rows.iter().enumerate() {
        assert!(about.ends_with('.'), "{name}");
        assert!(name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{name}");
        assert!(rows[..place].iter().all(|(other, _)| other != name || *name == "second"), "{name}");
    }
    for fact in FACTS {
        assert!(fact.range.0 < fact.range.1 && fact.range.1 - fact.range.0 < 64, "{}", fact.name);
    }
}

#[test]
fn the_shipped_trees_are_what_they_say() {
    let mut shipped = 0;
    for rules in Ruleset::ALL {
        let Some(cases) = Cases::shipped(rules) else { continue };
        shipped += 1;
        assert_eq!(cases.metadata().ruleset, *rules);
        assert!(cases.metadata().command.starts_with("lab grow-cases --ruleset"), "{}", cases.metadata().command);
        assert_eq!(cases.to_string().parse::<Cases>().as_ref(), Ok(&cases));
        assert!(cases.size().1 > 10, "{rules}: {:?}", cases.size());
        assert!(cases.advice().all(|advice| advice.gain > 0), "{rules}: a leaf speaks for a loss");
    }
    assert!(shipped >= 1);
}

#[test]
fn damaged_files_are_refused_by_line() {
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
        ("pass cases 9 better 60 gain 5\n", "line 7: 9 cases, 60% better: the head promises 10 cases and 50% to 100%"),
        (
            "pass cases 10 better 49 gain 5\n",
            "line 7: 10 cases, 49% better: the head promises 10 cases and 50% to 100%",
        ),
        (
            "pass cases 10 better 101 gain 5\n",
            "line 7: 10 cases, 101% better: the head promises 10 cases and 50% to 100%",
        ),
        (
            "pass cases many better 60 gain 5\n",
            "line 7: \"pass cases many better 60 gain 5\" is neither a question (`FACT <= NUMBER`) nor a leaf (`silent`, or \
             `MOVE cases N better N gain N`)",
        ),
    ] {
        assert_eq!(refused(&format!("{HEAD}{nodes}")), wanted);
    }
    assert_eq!(refused("tree"), "line 1: \"tree\" stands where \"cases\" and its value are due");
    assert_eq!(refused("cases x"), "line 1: \"x\" is no cases");
    assert_eq!(refused("cases 2"), "line 1: version 2 of the format; this build reads version 1");
    assert_eq!(refused("cases 1\nruleset mahjong"), "line 2: \"mahjong\" is no ruleset");
    assert_eq!(
        refused("cases 1\nruleset classic\n\nsupport 5"),
        "line 4: \"support 5\" stands where \"command\" and its value are due"
    );
}

#[test]
fn trees_have_limits() {
    let question = |ways: [Tree; 2]| Tree::Ask { fact: 0, at_most: 0, ways: Box::new(ways) };
    let deep = (0..=DEPTH_MAX).fold(Tree::Leaf(None), |tree, _| question([tree, Tree::Leaf(None)]));
    let error = Cases::new(metadata(), &deep).unwrap_err().to_string();
    assert!(error.contains("at most 4095 nodes, and 24 of them one below the other"), "{error}");
    let broad = |levels: u32| (0..levels).fold(Tree::Leaf(None), |tree, _| question([tree.clone(), tree]));
    assert_eq!(Cases::new(metadata(), &broad(11)).unwrap().size().0, NODES_MAX);
    assert!(Cases::new(metadata(), &broad(12)).is_err());
}
