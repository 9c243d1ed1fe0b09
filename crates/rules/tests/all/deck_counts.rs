//! The number of combos of many kinds in the whole deck, with the sum that gives it. Only combos of at most 20 cards are counted, because
//! no seat holds more. Also the most plays of a hand: lists of fixed size are large enough.

use std::collections::BTreeMap;

use rules::movegen::{HAND_MAX, PLAYS_MAX};
use rules::{Hand, Kind, Plays, Ruleset, Seed, Trick};

/// Counts the ways to choose `k` of `n`: C(n, k).
fn c(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |ways, taken| ways * (n - k + taken) / taken)
}

fn count_leads(rules: &Ruleset) -> BTreeMap<(Kind, u8), u64> {
    let mut counts = BTreeMap::new();
    rules.each_lead(Hand::DECK, |combo| {
        if combo.len() <= HAND_MAX {
            *counts.entry((combo.kind(), combo.run())).or_insert(0) += 1;
        }
    });
    counts
}

fn run_counts(counts: &BTreeMap<(Kind, u8), u64>, kind: Kind) -> Vec<u64> {
    counts.iter().filter(|((found, _), _)| *found == kind).map(|(_, &count)| count).collect()
}

#[track_caller]
fn check(name: &str, kind: Kind, sums: &[u64]) {
    let rules: Ruleset = name.parse().expect("a ruleset");
    assert_eq!(run_counts(&count_leads(&rules), kind), sums, "{name}: {kind}");
}

#[test]
fn simple_kinds_have_the_derived_counts() {
    for rules in Ruleset::DISTINCT_PLAYS {
        let name = rules.name();
        check(name, Kind::Single, &[15]);
        check(name, Kind::Pair, &[13]);
        check(name, Kind::Triple, &[13]);
        check(name, Kind::Bomb, &[13]);
        check(name, Kind::Rocket, &[1]);
        // 5 to 12 ranks from 3 to ace: 36 straights.
        check(name, Kind::Straight, &[8, 7, 6, 5, 4, 3, 2, 1]);
        // 3 to 10 ranks, 20 cards being 10 pairs: 52 chains.
        check(name, Kind::PairChain, &[10, 9, 8, 7, 6, 5, 4, 3]);
        // 2 to 6 ranks, 18 cards being 6 triples: 45 airplanes.
        check(name, Kind::Airplane, &[11, 10, 9, 8, 7]);
        if rules.fives_carry() {
            continue;
        }
        // A triple and any other rank, jokers among them; or any other rank that has a pair.
        check(name, Kind::TripleSingle, &[13 * 14]);
        check(name, Kind::TriplePair, &[13 * 12]);
        // 11 bodies and 2 of 11 ranks, 10 and 3 of 10, 9 and 4 of 9; 5 triples with 5 pairs are 25 cards.
        check(name, Kind::AirplanePairs, &[11 * c(11, 2), 10 * c(10, 3), 9 * c(9, 4)]);
    }
    assert_eq!(11 * c(11, 2) + 10 * c(10, 3) + 9 * c(9, 4), 2_939);
}

/// The wings of a chain of n triples come from the other 13 - n ranks and the two jokers. `c(12, 3)` means three different ones of 10 ranks
/// and 2 jokers.
#[test]
fn airplanes_with_singles_have_the_derived_counts() {
    // Both jokers are never wings together. Up to three wings are equal, but no triple stands beside the chain. The two chains at the ends
    // of 3 to ace have one neighbour, the others two.
    let two = 11 * ((c(13, 2) - 1) + 11); // 77 different, 11 equal
    let three_to_a_kind = 2 * (10 - 1) + 8 * (10 - 2); // 82 lone triples
    let three = 10 * ((c(12, 3) - 10) + 10 * 11) + three_to_a_kind; // 210 different, 110 pair and single
    let four = 9 * ((c(11, 4) - c(9, 2)) + 9 * (c(10, 2) - 1) + c(9, 2)) // 294 different, 396 one pair, 36 two pairs
        + (2 * (9 - 1) + 7 * (9 - 2)) * 10; // 65 triples with one of 10 others
    let five = 8 * ((c(10, 5) - c(8, 3)) + 8 * (c(9, 3) - 7) + c(8, 2) * 8) // 196 different, 616 one pair, 224 two pairs
        + (2 * (8 - 1) + 6 * (8 - 2)) * ((c(9, 2) - 1) + 7); // 50 triples, with two different or a pair
    assert_eq!([two, three, four, five], [968, 3_282, 7_184, 10_388]);
    assert_eq!(two + three + four + five, 21_822);
    for name in ["classic", "shuttle"] {
        check(name, Kind::AirplaneSingles, &[two, three, four, five]);
    }

    // All wings different; `botzone` allows both jokers as wings, `pagat` does not.
    check("botzone", Kind::AirplaneSingles, &[11 * c(13, 2), 10 * c(12, 3), 9 * c(11, 4), 8 * c(10, 5)]);
    let no_rocket = [11 * (c(13, 2) - 1), 10 * (c(12, 3) - 10), 9 * (c(11, 4) - c(9, 2)), 8 * (c(10, 5) - c(8, 3))];
    check("pagat", Kind::AirplaneSingles, &no_rocket);

    // At most two equal ones, both jokers too.
    let ratel = [
        11 * (c(13, 2) + 11),
        10 * (c(12, 3) + 10 * 11),
        9 * (c(11, 4) + 9 * c(10, 2) + c(9, 2)),
        8 * (c(10, 5) + 8 * c(9, 3) + c(8, 2) * 8),
    ];
    check("ratel", Kind::AirplaneSingles, &ratel);
}

/// DouZero's wings may lengthen the chain, so cards may have several readings. The test counts the readings (body and wings), then the
/// plays (each multiset of cards once).
#[test]
fn douzero_readings_and_plays_have_the_derived_counts() {
    // Any cards of other ranks, both jokers and four of a kind among them.
    let three = 10 * (c(12, 3) + 10 * 11 + 10); // different; pair and single; triple
    let four = 9 * (c(11, 4) + 9 * c(10, 2) + c(9, 2) + 9 * 10 + 9); // …; two pairs; triple and single; quad
    let five = 8 * (c(10, 5) + 8 * c(9, 3) + c(8, 2) * 8 + 8 * c(9, 2) + 8 * 7 + 8 * 9); // …; quad and single
    let readings = [11 * (c(13, 2) + 11), three, four, five];
    assert_eq!(readings, [979, 3_400, 7_830, 12_512]);
    assert_eq!(readings.iter().sum::<u64>(), 24_721);
    assert_eq!(run_counts(&count_readings("douzero"), Kind::AirplaneSingles), readings);

    // Without four equal wings: each of 9 chains loses 9 quads, each of 8 longer chains 8 × 9 quads with a single.
    assert_eq!(24_721 - 9 * 9 - 8 * 72, 24_064);
    assert_eq!(run_counts(&count_readings("douzero wing-copies=3"), Kind::AirplaneSingles).iter().sum::<u64>(), 24_064);

    // Three triples with the next one as wings are led as a chain of four: 9 chains, each read twice. Four triples with the next one and
    // another card have two readings but are one play: 8 chains of five × 10 cards. The same holds for the 7 chains of six with two more
    // cards out of 7 ranks and 2 jokers.
    let plays = [979, 3_400 - 9 * 2, 7_830 - 8 * 10, 12_512 - 7 * (c(9, 2) + 7)];
    assert_eq!(plays.iter().sum::<u64>(), 24_322);
    check("douzero", Kind::AirplaneSingles, &plays);
}

fn count_readings(name: &str) -> BTreeMap<(Kind, u8), u64> {
    let rules: Ruleset = name.parse().expect("a ruleset");
    let mut counts = BTreeMap::new();
    rules.each_lead(Hand::DECK, |combo| {
        if combo.len() <= HAND_MAX {
            for reading in rules.readings(combo.cards()).as_slice() {
                *counts.entry((reading.kind(), reading.run())).or_insert(0) += 1;
            }
        }
    });
    counts
}

/// A ruleset with every permission. A permission only adds combos and readings, so `PLAYS_MAX` holds under each ruleset without wild ranks.
/// The order of ranks, the pass card and `triple-over-small` change only answers, and answers are leads too.
const PERMISSIVE_RULESET: &str = "classic wing-copies=4 wings-rocket=yes wings-lengthen=yes wings-quad-as-pairs=yes \
                        four-rocket=yes shuttle=yes shuttle-wings=yes";

pub(crate) fn permissive_ruleset() -> Ruleset {
    PERMISSIVE_RULESET.parse().expect("a ruleset")
}

/// Each row has a ruleset and a hand with the most leads, found by going through all hands of 20 cards (the example `widest_lead`).
/// The first one has exactly [`PLAYS_MAX`]: the list is just large enough.
#[test]
fn hands_with_the_most_leads_have_the_documented_number() {
    let rows = [
        (PERMISSIVE_RULESET, "3456666777789TJQKAXD", PLAYS_MAX),
        ("classic", "3456789TJJJQQQKKKAAA", 519),
        ("douzero", "3456789TJJJQQQKKKAAA", 519),
        ("botzone", "3456666777789TJQKAXD", 804),
        ("ratel", "3456666777789TJQKAXD", 804),
        ("pagat", "3456789TJJJQQQKKKAAA", 497),
        ("shuttle", "3456666777789TJQKA2D", 805),
        ("journey", "344555566778899TJQKA", 152),
    ];
    let mut plays = Plays::new();
    for (name, hand, leads) in rows {
        let (rules, hand): (Ruleset, Hand) = (name.parse().expect("a ruleset"), hand.parse().expect("a hand"));
        assert_eq!(hand.len(), HAND_MAX);
        assert_eq!(plays.fill(&rules, hand, Trick::Lead).len(), leads, "{name}: {hand}");
    }
}

/// `PLAYS_MAX` rests on two facts: a part of a hand has no lead that the hand lacks, and a permission takes none away.
#[test]
fn more_cards_and_more_permissions_remove_no_lead() {
    for number in 0..300 {
        let mut rng = Seed(12).stream(number).rng();
        let hand = rng.draw(Hand::DECK, HAND_MAX);
        let part = rng.draw(hand, HAND_MAX - 3);
        let cards = |rules: &Ruleset, hand: Hand| {
            let mut cards: Vec<Hand> = rules.plays(hand, Trick::Lead).iter().map(|lead| lead.cards()).collect();
            cards.sort_unstable();
            cards
        };
        let most = cards(&permissive_ruleset(), hand);
        for rules in Ruleset::DISTINCT_PLAYS {
            let leads = cards(rules, hand);
            assert!(leads.iter().all(|lead| most.binary_search(lead).is_ok()), "{rules}: {hand}");
            assert!(cards(rules, part).iter().all(|lead| leads.binary_search(lead).is_ok()), "{rules}: {part}");
        }
    }
}
