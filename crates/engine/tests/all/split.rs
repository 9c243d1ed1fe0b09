//! Splitters step by step, and their laws on random hands. The fewest turns and the partitions of few turns are compared with plain
//! searches.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use engine::hand::eval::{self, Context, Matrix, PointTable};
use engine::hand::split::{
    self, EnumerationEnd, Kickers, Partition, TurnsMemo, attach_kickers, count_turns, each_partition,
};
use rules::{Combo, Hand, Kind, Ruleset, Seat, Seed, Trick};

use crate::game::rounds;

const CLASSIC: &Ruleset = &Ruleset::CLASSIC;

fn hand(cards: &str) -> Hand {
    cards.parse().unwrap()
}

fn rule_split(cards: &str) -> String {
    split::rule_split(hand(cards), CLASSIC).to_string()
}

fn split_with_kickers(rules: &Ruleset, cards: &str, kickers: Kickers) -> String {
    format!("{:#}", attach_kickers(&split::rule_split(hand(cards), rules), rules, kickers))
}

#[test]
fn every_step_changes_one_hand_and_not_another() {
    let table = [
        ("1 rocket", "3XD", "3 XD", "3D", "3 D"),
        ("2 bombs", "33334567", "3333 4 5 6 7", "3334567", "34567 33"),
        ("3 twos", "TJQKA22", "TJQKA 22", "TJQKA", "TJQKA"),
        ("4 airplanes", "3334445567", "333444 55 6 7", "3334567", "34567 33"),
        ("5 straights", "3456789J", "3456789 J", "3456J", "3 4 5 6 J"),
        ("6a split", "345667789T", "34567 6789T", "34567789T", "3456789T 7"),
        ("6b release a pair chain", "3344556789T", "334455 6789T", "334455 78", "334455 7 8"),
        ("6c release a triple", "34567888", "34567 888", "45678 88", "45678 88"),
        ("6d dissolve", "33445567", "334455 6 7", "3344567", "34567 3 4"),
        ("6e release end pairs", "9TJQKAA", "9TJQK AA", "TJQKAA", "TJQKA A"),
        ("7 pair chains", "334455", "334455", "3344", "33 44"),
        ("8 give a triple back", "333445566", "445566 333", "3334455", "334455 3"),
        ("9 triples", "333", "333", "33", "33"),
        ("10 extend", "3456788", "345678 8", "56789TT", "56789 TT"),
        ("11 merge", "3344556677", "3344556677", "3456745678", "34567 45678"),
        ("11 merge end to end", "4556789TTTJQKKA", "456789TJQKA 5 TT K", "34567889TJQ", "345678 89TJQ"),
        ("12 the rest", "344", "3 44", "", ""),
    ];
    for (step, fires, expected, silent, expected_silent) in table {
        assert_eq!(rule_split(fires), expected, "step {step} fires on {fires}");
        assert_eq!(rule_split(silent), expected_silent, "step {step} is silent on {silent}");
    }
}

fn check_split(parts: &Partition, hand: Hand, rules: &Ruleset, who: &str) {
    assert_eq!(parts.cards(), hand, "{who} on {hand} in {rules}: {parts:#}");
    for combo in parts.iter() {
        let readings = rules.readings(combo.cards());
        assert!(readings.as_slice().contains(combo), "{who} on {hand} in {rules}: {combo:?} is no combo");
    }
}

#[test]
fn splits_are_whole_and_legal() {
    let count = rounds(500);
    let dense = hand("33334444555566667777888XD");
    for (stream, rules) in (0..).zip(Ruleset::DISTINCT_PLAYS) {
        let mut rng = Seed(20).stream(stream).rng();
        let mut memo = TurnsMemo::new(rules);
        for case in 0..count {
            let size = case % 20 + 1;
            let hand = rng.draw(if case % 7 == 0 { dense } else { Hand::DECK }, size);
            let (rule, singles) = (split::rule_split(hand, rules), split::few_singles_split(hand, rules));
            check_split(&rule, hand, rules, "rule");
            check_split(&singles, hand, rules, "fewest-singles");
            check_split(&attach_kickers(&rule, rules, Kickers::Smallest), hand, rules, "kickers");
            check_split(&attach_kickers(&singles, rules, Kickers::SinglesFirst), hand, rules, "kickers, singles first");
            if case % 10 == 0 {
                let fewest = u32::from(memo.turns(hand));
                let turns = split::turn_split(hand, &mut memo, &PointTable::DEFAULT);
                let context = Context::opening(Seat::Landlord);
                let matrix = split::matrix_split(hand, &mut memo, &Matrix::DEFAULT, &context);
                let compared = split::turn_candidates(hand, rules);
                compared.iter().for_each(|plan| check_split(plan, hand, rules, "compared"));
                check_split(&turns, hand, rules, "turns");
                check_split(&matrix, hand, rules, "matrix");
                assert_eq!((turns.turns(), matrix.turns()), (fewest, fewest), "{hand} in {rules}");
            }
        }
    }
}

#[test]
fn kickers_are_the_smallest() {
    let carry = |cards| split_with_kickers(CLASSIC, cards, Kickers::Smallest);
    assert_eq!(carry("KKK35"), "5 KKK+3");
    assert_eq!(carry("KKK335"), "5 KKK+33");
    assert_eq!(split_with_kickers(CLASSIC, "KKK335", Kickers::SinglesFirst), "33 KKK+5");
    // The wings of a chain are all singles or all pairs; a pair may count as two singles if the ruleset allows it.
    assert_eq!(carry("33344468"), "333444+68");
    assert_eq!(carry("33344466"), "333444+66");
    assert_eq!(split_with_kickers(&Ruleset::PAGAT, "33344466", Kickers::Smallest), "333444 66");
    assert_eq!(carry("3334446688"), "333444+6688");
    assert_eq!(carry("333444688"), "333444+68 8");
    // The lowest triple carries first: a bare high one is worth more.
    assert_eq!(carry("555KKK8"), "555+8 KKK");
}

#[test]
fn twos_and_jokers_are_the_last_kickers_and_the_rocket_stays_whole() {
    let carry = |cards| split_with_kickers(CLASSIC, cards, Kickers::Smallest);
    assert_eq!(carry("3332K"), "333+K 2");
    assert_eq!(carry("333XD"), "333 XD");
    assert_eq!(carry("333KK2X"), "333+KK 2 X");
    assert_eq!(carry("33352X"), "333+5 2 X");
    // A 2 rides if the hand is then one combo.
    assert_eq!(carry("3332"), "333+2");
    assert_eq!(carry("33322"), "333+22");
    assert_eq!(carry("3332X"), "333 2 X");
}

/// Step 10 of the rule splitter breaks a pair of each of these hands.
#[test]
fn fewest_singles_breaks_no_pair_to_lengthen_a_straight() {
    let split = ["3456788", "6TQ789J6Q"].map(|cards| split::few_singles_split(hand(cards), CLASSIC).to_string());
    assert_eq!(split, ["34567 88", "789TJ 66 QQ"]);
}

#[test]
fn the_published_hand_has_the_six_published_plans() {
    let text = |parts: &Partition| format!("{parts:#}: {} in {}", eval::turn_weight(parts), parts.turns());
    let plans: Vec<_> = split::turn_candidates(hand("QQQJT98766544"), CLASSIC).iter().map(text).collect();
    assert_eq!(
        plans,
        [
            "456789TJ 6 QQQ+4: 12 in 3",
            "56789TJ 6 QQQ+44: 12 in 3",
            "456789TJQ 4 6 QQ: 12 in 4",
            "56789TJQ 44 6 QQ: 12 in 4",
            "789TJ 5 66 QQQ+44: 12 in 4",
            "789TJQ 44 5 66 QQ: 12 in 5",
        ]
    );
}

#[test]
fn the_matrix_weighs_the_hands_of_the_others() {
    let weight = |parts: &str, context| {
        let parts: Vec<_> = parts.split(' ').map(|text| CLASSIC.read_text(text).unwrap()).collect();
        eval::mean_weight(&parts, &Matrix::DEFAULT, &context)
    };
    // Long runs gain as the others' hands shrink, and lose against enemies who cover more.
    let start = Context::opening(Seat::Up);
    assert!(weight("3456789", Context { others_cards: 5, ..start }) > weight("3456789", start));
    assert!(weight("3456789", Context { experience: 200, ..start }) < weight("3456789", start));
}

/// Counts the fewest turns by a plain search: takes each combo with the lowest card, and searches the rest.
pub(crate) fn min_turns(hand: Hand, rules: &Ruleset, known: &mut HashMap<Hand, u8>) -> u8 {
    let Some(lowest) = hand.lowest() else { return 0 };
    if let Some(&turns) = known.get(&hand) {
        return turns;
    }
    let mut best = u8::MAX;
    for combo in rules.plays(hand, Trick::Lead) {
        if combo.cards().count(lowest) > 0 {
            best = best.min(1 + min_turns(hand.minus(combo.cards()).unwrap(), rules, known));
        }
    }
    known.insert(hand, best);
    best
}

/// Checks random hands. Half of them come from a deck of fewer ranks, where airplanes, fours and shuttles are common.
fn check_turn_counts(rules: &Ruleset, sizes: std::ops::RangeInclusive<u32>, count: u32, seed: u64) {
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
        let expected = min_turns(hand, rules, &mut known);
        assert_eq!(count_turns(hand, rules), expected, "{hand} in {rules}, seed {seed}, case {case}");
        assert_eq!(memo.turns(hand), expected, "{hand} in {rules} remembered");
        assert_eq!(memo.turns(hand), expected, "{hand} in {rules} remembered twice");
    }
}

#[test]
fn hands_take_as_few_turns_as_the_plain_search_finds() {
    for rules in Ruleset::DISTINCT_PLAYS {
        check_turn_counts(rules, 1..=10, rounds(2_000), 1);
        check_turn_counts(rules, 16..=17, rounds(20), 2);
    }
    for text in [
        "classic four-singles=no",
        "classic four-pairs=no four-rocket=yes",
        "shuttle shuttle=no wings-quad-as-pairs=yes",
        "pagat four-singles=no",
        "pagat four-pair-as-singles=yes",
    ] {
        check_turn_counts(&text.parse().unwrap(), 8..=13, rounds(500), 3);
    }
}

type PartTexts = Vec<String>;

/// Lists every way to cut the hand into combos, each as sorted text.
fn collect_partitions(hand: Hand, rules: &Ruleset, parts: &mut Vec<Combo>, found: &mut BTreeSet<PartTexts>) {
    let Some(lowest) = hand.lowest() else {
        found.insert(part_texts(parts));
        return;
    };
    for combo in rules.plays(hand, Trick::Lead) {
        if combo.cards().count(lowest) > 0 {
            parts.push(combo);
            collect_partitions(hand.minus(combo.cards()).unwrap(), rules, parts, found);
            parts.pop();
        }
    }
}

fn part_texts(parts: &[Combo]) -> PartTexts {
    let mut text: PartTexts = parts.iter().map(Combo::to_string).collect();
    text.sort();
    text
}

#[test]
fn every_partition_of_few_turns_comes_once() {
    let count = rounds(150);
    let dense: Hand = "3333444455556666XD".parse().unwrap();
    for (stream, rules) in (0..).zip(Ruleset::DISTINCT_PLAYS) {
        let mut rng = Seed(30).stream(stream).rng();
        let mut memo = TurnsMemo::new(rules);
        for case in 0..count {
            let hand = rng.draw(if case % 2 == 0 { dense } else { Hand::DECK }, 1 + case % 10);
            let mut expected = BTreeSet::new();
            collect_partitions(hand, rules, &mut Vec::new(), &mut expected);
            let fewest = u32::from(memo.turns(hand));
            let turns_max = fewest + case % 3;
            expected.retain(|parts| parts.len() <= turns_max as usize);
            let mut found = BTreeSet::new();
            let answer = each_partition(hand, &mut memo, turns_max as u8, u32::MAX, |parts| {
                assert!(found.insert(part_texts(parts)), "{parts:#} of {hand} comes twice in {rules}");
                ControlFlow::Continue(())
            });
            assert_eq!(
                (answer, &found),
                (EnumerationEnd::All, &expected),
                "{hand} in at most {turns_max} turns in {rules}"
            );
        }
    }
}

#[test]
fn the_turn_splitter_finds_the_best_of_all_partitions() {
    let count = rounds(150);
    let (rules, weights) = (&Ruleset::CLASSIC, &PointTable::DEFAULT);
    let mut rng = Seed(31).rng();
    let mut memo = TurnsMemo::new(rules);
    for case in 0..count {
        let hand = rng.draw("33334444555566667777888899XD".parse().unwrap(), 1 + case % 11);
        let mut everything = BTreeSet::new();
        collect_partitions(hand, rules, &mut Vec::new(), &mut everything);
        let rank = |parts: &[Combo]| {
            let straight = parts.iter().filter(|combo| combo.kind() == Kind::Straight).map(|combo| combo.len()).max();
            (-(parts.len() as i32), eval::turn_weight(parts), eval::points(parts, weights), straight)
        };
        let read = |parts: &PartTexts| parts.iter().map(|text| rules.read_text(text).unwrap()).collect::<Vec<_>>();
        let best = everything.iter().map(|parts| rank(&read(parts))).max();
        let found = split::turn_split(hand, &mut memo, weights);
        assert_eq!(Some(rank(&found)), best, "{hand} was split into {found:#}");
    }
}

#[test]
fn the_enumeration_stops_on_break_and_at_its_work_limit() {
    let rules = &Ruleset::CLASSIC;
    let hand: Hand = "33344455566678TJQK22".parse().unwrap();
    let mut memo = TurnsMemo::new(rules);
    let turns = memo.turns(hand);
    let mut seen = 0;
    let stopped = each_partition(hand, &mut memo, turns, u32::MAX, |_| {
        seen += 1;
        if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped, seen), (EnumerationEnd::Stopped, 2));
    let short = each_partition(hand, &mut memo, turns, 1, |_| ControlFlow::Continue(()));
    assert_eq!(short, EnumerationEnd::OutOfWork);
    let impossible = each_partition(hand, &mut memo, turns - 1, 0, |_| panic!("nothing is that short"));
    assert_eq!(impossible, EnumerationEnd::All);
}
