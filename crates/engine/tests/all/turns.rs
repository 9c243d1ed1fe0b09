//! The fewest turns against a plain search: take each combo with the lowest card, and search the rest.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own texts fails")]

use std::collections::HashMap;

use engine::hand::split::{TurnsMemo, count_turns};
use rules::{Hand, Ruleset, Seed, Trick};

use crate::game::rounds;

fn fewest(hand: Hand, rules: &Ruleset, known: &mut HashMap<Hand, u8>) -> u8 {
    let Some(lowest) = hand.lowest() else { return 0 };
    if let Some(&turns) = known.get(&hand) {
        return turns;
    }
    let mut best = u8::MAX;
    for combo in rules.plays(hand, Trick::Lead) {
        if combo.cards().count(lowest) > 0 {
            best = best.min(1 + fewest(hand.minus(combo.cards()).unwrap(), rules, known));
        }
    }
    known.insert(hand, best);
    best
}

/// Checks random hands. Half of them come from a deck of fewer ranks, where airplanes, fours and shuttles are common.
fn check_hands(rules: &Ruleset, sizes: std::ops::RangeInclusive<u32>, count: u32, seed: u64) {
    let mut rng = Seed(seed).rng();
    let dense: [Hand; 3] = ["33334444555566667777XD", "3333444455556666777788889999XD", "TTTTJJJJQQQQKKKKAAAA2222XD"]
        .map(|cards| cards.parse().unwrap());
    let mut known = HashMap::new();
    let mut memo = TurnsMemo::new(rules);
    for case in 0..count {
        let size = sizes.start() + rng.below(sizes.end() - sizes.start() + 1);
        let deck = if case % 2 == 0 { Hand::DECK } else { *rng.pick(&dense).unwrap() };
        let hand = rng.draw(deck, size);
        if known.len() > 400_000 {
            known.clear();
        }
        let expected = fewest(hand, rules, &mut known);
        assert_eq!(count_turns(hand, rules), expected, "{hand} in {rules}, seed {seed}, case {case}");
        assert_eq!(memo.turns(hand), expected, "{hand} in {rules} remembered");
        assert_eq!(memo.turns(hand), expected, "{hand} in {rules} remembered twice");
    }
}

#[test]
fn small_hands_take_as_few_turns_as_the_plain_search_finds() {
    let count = rounds(2_000, 40_000);
    for rules in Ruleset::ALL {
        check_hands(rules, 1..=10, count, 1);
    }
}

#[test]
fn large_hands_take_as_few_turns_as_the_plain_search_finds() {
    let count = rounds(20, 1_000);
    for rules in Ruleset::ALL {
        check_hands(rules, 16..=17, count, 2);
    }
}

#[test]
fn overridden_rulesets_are_counted_exactly() {
    let count = rounds(500, 10_000);
    for text in [
        "classic four-singles=no",
        "classic four-pairs=no four-rocket=yes",
        "shuttle shuttle=no wings-quad-as-pairs=yes",
        "pagat four-singles=no",
        "pagat four-pair-as-singles=yes",
    ] {
        check_hands(&text.parse().unwrap(), 8..=13, count, 3);
    }
}
