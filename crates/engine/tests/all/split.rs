//! Splitters on published hands, step by step, and their laws on random ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its own texts fails")]

use engine::hand::eval::{self, Matrix, PointTable, Relation};
use engine::hand::split::{self, Kickers, Partition, TurnsMemo, attach_kickers};
use rules::{Hand, Ruleset, Seat, Seed};

use crate::game::rounds;

const CLASSIC: &Ruleset = &Ruleset::CLASSIC;

fn hand(cards: &str) -> Hand {
    cards.parse().unwrap()
}

fn rule(cards: &str) -> String {
    split::rule(hand(cards), CLASSIC).to_string()
}

fn fewest_singles(cards: &str) -> String {
    split::fewest_singles(hand(cards), CLASSIC).to_string()
}

fn turns(cards: &str) -> String {
    format!("{:#}", split::turns(hand(cards), &mut TurnsMemo::new(CLASSIC), &PointTable::DEFAULT))
}

/// Writes the rule splitter's parts of `cards` with their kickers and readings.
fn carried(rules: &Ruleset, cards: &str, kickers: Kickers) -> String {
    format!("{:#}", attach_kickers(&split::rule(hand(cards), rules), rules, kickers))
}

/// Each step of the rule splitter: a hand that it changes, and one that it does not.
#[test]
fn every_step_fires_and_stays_silent() {
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
        assert_eq!(rule(fires), expected, "step {step} fires on {fires}");
        assert_eq!(rule(silent), expected_silent, "step {step} is silent on {silent}");
    }
}

fn check_laws(parts: &Partition, hand: Hand, rules: &Ruleset, who: &str) {
    assert_eq!(parts.cards(), hand, "{who} on {hand} in {rules}: {parts:#}");
    for combo in parts.iter() {
        let readings = rules.readings(combo.cards());
        assert!(readings.as_slice().contains(combo), "{who} on {hand} in {rules}: {combo:?} is no combo");
    }
}

/// The cards of every split are the hand's, and each part is legal. A hand has no order of cards, so the written order cannot matter.
#[test]
fn splits_are_whole_and_legal() {
    let count = rounds(500, 100_000);
    let dense = hand("33334444555566667777888XD");
    for (stream, rules) in (0..).zip(Ruleset::ALL) {
        let mut rng = Seed(20).stream(stream).rng();
        let mut memo = TurnsMemo::new(rules);
        for case in 0..count {
            let size = case % 20 + 1;
            let hand = rng.draw(if case % 7 == 0 { dense } else { Hand::DECK }, size);
            let (rule, singles) = (split::rule(hand, rules), split::fewest_singles(hand, rules));
            check_laws(&rule, hand, rules, "rule");
            check_laws(&singles, hand, rules, "fewest-singles");
            check_laws(&attach_kickers(&rule, rules, Kickers::Smallest), hand, rules, "kickers");
            check_laws(&attach_kickers(&singles, rules, Kickers::SinglesFirst), hand, rules, "kickers, singles first");
            if case % 10 == 0 {
                let fewest = u32::from(memo.turns(hand));
                let turns = split::turns(hand, &mut memo, &PointTable::DEFAULT);
                let relation = Relation::opening(Seat::Landlord);
                let matrix = split::matrix(hand, &mut memo, &Matrix::DEFAULT, &relation);
                check_laws(&turns, hand, rules, "turns");
                check_laws(&matrix, hand, rules, "matrix");
                assert_eq!((turns.turns(), matrix.turns()), (fewest, fewest), "{hand} in {rules}");
            }
        }
    }
}

#[test]
fn kickers_are_the_smallest() {
    let carry = |cards| carried(CLASSIC, cards, Kickers::Smallest);
    assert_eq!(carry("KKK35"), "5 KKK+3");
    assert_eq!(carry("KKK335"), "5 KKK+33");
    assert_eq!(carried(CLASSIC, "KKK335", Kickers::SinglesFirst), "33 KKK+5");
    // The wings of a chain are all singles or all pairs; a pair may count as two singles if the ruleset allows it.
    assert_eq!(carry("33344468"), "333444+68");
    assert_eq!(carry("33344466"), "333444+66");
    assert_eq!(carried(&Ruleset::PAGAT, "33344466", Kickers::Smallest), "333444 66");
    assert_eq!(carry("3334446688"), "333444+6688");
    assert_eq!(carry("333444688"), "333444+68 8");
    // The lowest triple carries first: a bare high one is worth more.
    assert_eq!(carry("555KKK8"), "555+8 KKK");
}

#[test]
fn twos_and_jokers_ride_last_and_the_rocket_stays_whole() {
    let carry = |cards| carried(CLASSIC, cards, Kickers::Smallest);
    assert_eq!(carry("3332K"), "333+K 2");
    assert_eq!(carry("333XD"), "333 XD");
    assert_eq!(carry("333KK2X"), "333+KK 2 X");
    assert_eq!(carry("33352X"), "333+5 2 X");
    // With nothing but the triple left, it makes the hand one combo.
    assert_eq!(carry("3332"), "333+2");
    assert_eq!(carry("33322"), "333+22");
    assert_eq!(carry("3332X"), "333 2 X");
}

#[test]
fn fewest_singles_does_not_break_a_pair_to_grow() {
    assert_eq!((rule("3456788").as_str(), fewest_singles("3456788").as_str()), ("345678 8", "34567 88"));
    assert_eq!(fewest_singles("6TQ789J6Q"), "789TJ 66 QQ");
}

#[test]
fn weight_then_points_then_length_then_low_cards() {
    // Both ways take two turns, 333 and 444+3 too. A whole bomb weighs 7, a broken one 4.
    assert_eq!(turns("3333444"), "3333 444");
    // The lower of two singles is the kicker: the other one is worth more alone.
    assert_eq!(turns("44456"), "444+5 6");
}

#[test]
fn the_matrix_prefers_what_wins_the_lead_back() {
    let matrix = |parts: &str, seat| {
        let parts: Vec<_> = parts.split(' ').map(|text| CLASSIC.read_text(text).unwrap()).collect();
        eval::matrix(&parts, &Matrix::DEFAULT, &Relation::opening(seat))
    };
    // A straight that a higher one wins back counts for more than two that do not.
    assert!(matrix("34567 56789", Seat::Landlord) > matrix("34567 34567", Seat::Landlord));
    // A lost lead hurts the landlord most and the peasant after him least.
    let lost = |seat| matrix("34567 8", seat);
    let opening = |seat| Relation { leads: true, ..Relation::opening(seat) };
    let lead = |seat| eval::matrix(&[CLASSIC.read_text("34567").unwrap()], &Matrix::DEFAULT, &opening(seat));
    assert!(lead(Seat::Landlord) < lead(Seat::Up) && lead(Seat::Up) < lead(Seat::Down));
    assert!(lost(Seat::Landlord) < lost(Seat::Down));
    // Long runs gain as the others' hands shrink, and lose against enemies who cover more.
    let straight = [CLASSIC.read_text("3456789").unwrap()];
    let with = |relation| eval::matrix(&straight, &Matrix::DEFAULT, &relation);
    let start = Relation::opening(Seat::Up);
    assert!(with(Relation { others_cards: 5, ..start }) > with(start));
    assert!(with(Relation { experience: 200, ..start }) < with(start));
}
