//! Partitions of few turns against the list of all partitions.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own texts fails")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use engine::hand::eval::{self, PointTable};
use engine::hand::split::{self, Enumeration, TurnsMemo, each_partition};
use rules::{Combo, Hand, Kind, Ruleset, Seed, Trick};

use crate::game::rounds;

type Parts = Vec<String>;

/// Lists every way to cut the hand into combos, each as sorted text.
fn all(hand: Hand, rules: &Ruleset, parts: &mut Vec<Combo>, found: &mut BTreeSet<Parts>) {
    let Some(lowest) = hand.lowest() else {
        found.insert(as_text(parts));
        return;
    };
    for combo in rules.plays(hand, Trick::Lead) {
        if combo.cards().count(lowest) > 0 {
            parts.push(combo);
            all(hand.minus(combo.cards()).unwrap(), rules, parts, found);
            parts.pop();
        }
    }
}

fn as_text(parts: &[Combo]) -> Parts {
    let mut text: Parts = parts.iter().map(Combo::to_string).collect();
    text.sort();
    text
}

#[test]
fn every_partition_of_few_turns_comes_once() {
    let count = rounds(150, 4_000);
    let dense: Hand = "3333444455556666XD".parse().unwrap();
    for (stream, rules) in (0..).zip(Ruleset::ALL) {
        let mut rng = Seed(30).stream(stream).rng();
        let mut memo = TurnsMemo::new(rules);
        for case in 0..count {
            let hand = rng.draw(if case % 2 == 0 { dense } else { Hand::DECK }, 1 + case % 10);
            let mut expected = BTreeSet::new();
            all(hand, rules, &mut Vec::new(), &mut expected);
            let fewest = u32::from(memo.turns(hand));
            let turns_max = fewest + case % 3;
            expected.retain(|parts| parts.len() <= turns_max as usize);
            let mut found = BTreeSet::new();
            let answer = each_partition(hand, &mut memo, turns_max as u8, u32::MAX, |parts| {
                assert!(found.insert(as_text(parts)), "{parts:#} of {hand} comes twice in {rules}");
                ControlFlow::Continue(())
            });
            assert_eq!(
                (answer, &found),
                (Enumeration::All, &expected),
                "{hand} in at most {turns_max} turns in {rules}"
            );
        }
    }
}

/// The order of preference, checked on every partition.
#[test]
fn the_turn_splitter_finds_the_best_of_all_partitions() {
    let count = rounds(150, 4_000);
    let (rules, weights) = (&Ruleset::CLASSIC, &PointTable::DEFAULT);
    let mut rng = Seed(31).rng();
    let mut memo = TurnsMemo::new(rules);
    for case in 0..count {
        let hand = rng.draw("33334444555566667777888899XD".parse().unwrap(), 1 + case % 11);
        let mut everything = BTreeSet::new();
        all(hand, rules, &mut Vec::new(), &mut everything);
        let rank = |parts: &[Combo]| {
            let straight = parts.iter().filter(|combo| combo.kind() == Kind::Straight).map(|combo| combo.len()).max();
            (-(parts.len() as i32), eval::turn_weight(parts), eval::points(parts, weights), straight)
        };
        let read = |parts: &Parts| parts.iter().map(|text| rules.read_text(text).unwrap()).collect::<Vec<_>>();
        let best = everything.iter().map(|parts| rank(&read(parts))).max();
        let found = split::turns(hand, &mut memo, weights);
        assert_eq!(Some(rank(&found)), best, "{hand} was split into {found:#}");
    }
}

#[test]
fn the_walk_stops_when_told_and_when_out_of_work() {
    let rules = &Ruleset::CLASSIC;
    let hand: Hand = "33344455566678TJQK22".parse().unwrap();
    let mut memo = TurnsMemo::new(rules);
    let turns = memo.turns(hand);
    let mut seen = 0;
    let stopped = each_partition(hand, &mut memo, turns, u32::MAX, |_| {
        seen += 1;
        if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped, seen), (Enumeration::Stopped, 2));
    let short = each_partition(hand, &mut memo, turns, 1, |_| ControlFlow::Continue(()));
    assert_eq!(short, Enumeration::OutOfWork);
    let impossible = each_partition(hand, &mut memo, turns - 1, 0, |_| panic!("nothing is that short"));
    assert_eq!(impossible, Enumeration::All);
}
