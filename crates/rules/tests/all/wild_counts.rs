//! The combos that wild ranks add: the number of each kind in the whole deck, with the sums that give it.

use std::collections::BTreeMap;

use rules::movegen::HAND_MAX;
use rules::{Hand, Kind, Rank, Ruleset};

fn showing(rules: Ruleset, wilds: &str) -> Ruleset {
    let ranks = wilds.chars().map(|letter| Rank::from_letter(letter).expect("a rank"));
    ranks.fold(rules, |rules, rank| rules.showing(rank).expect("a wild rank"))
}

/// Counts the plays of at most 20 cards in the whole deck, each reading once, by kind and by the number of wild cards.
fn counted(wild: &str) -> BTreeMap<Kind, [u64; 5]> {
    let mut counts = BTreeMap::new();
    showing(Ruleset::LAIZI, wild).each_lead(Hand::DECK, |combo| {
        if combo.len() <= HAND_MAX {
            counts.entry(combo.kind()).or_insert([0; 5])[combo.wild_cards() as usize] += 1;
        }
    });
    counts
}

/// Counts the ways to choose `k` of `n`.
fn c(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |ways, taken| ways * (n - k + taken) / taken)
}

/// Counts bare chains by the number of wild cards. In each run every natural rank lacks zero to all of its copies, and the wild rank lacks
/// all; wild cards replace exactly the missing ones.
fn chains(kind: Kind, wild: usize) -> [u64; 5] {
    let (shape, mut counts) = (kind.shape(), [0; 5]);
    for run in usize::from(shape.run_min)..=usize::from(shape.run_max) {
        for start in (0..=12 - run).filter(|_| u32::from(shape.cards(run as u8)) <= HAND_MAX) {
            let mut ways = [1, 0, 0, 0, 0];
            for rank in start..start + run {
                let copies = usize::from(shape.body);
                let lacks = if rank == wild { copies..=copies } else { 0..=copies };
                let add =
                    |total: usize| lacks.clone().filter(|&some| some <= total).map(|some| ways[total - some]).sum();
                ways = std::array::from_fn(add);
            }
            (0..5).for_each(|lacking| counts[lacking] += ways[lacking]);
        }
    }
    counts
}

#[test]
fn every_kind_of_the_deck_by_its_wild_cards() {
    // Twelve natural ranks and two jokers. Wild cards in the body, then as kickers.
    let singles = c(13, 2) - 1 + 11; // beside a four: two different ones but both jokers, or a pair
    let halves = 12 * 11 * 10; // a four, a single card that a wild one makes a pair, and a pair
    let all_wild_four = c(12, 2) * 11 + 12 * 2 * 12 + 12 * 12; // two ranks, a rank and a joker, a pair; times the keys left
    let rows = [
        (Kind::Single, [14, 1, 0, 0, 0]),
        (Kind::Pair, [12, 12, 1, 0, 0]),
        (Kind::Triple, [12, 12, 12, 1, 0]),
        (Kind::Bomb, [12, 12, 12, 12, 1]),
        (Kind::Rocket, [1, 0, 0, 0, 0]),
        // Three wild ones: with a natural kicker each other rank is the key, with a joker each rank; or one is the kicker.
        (Kind::TripleSingle, [12 * 13, 12 * 13 + 12, 12 * 13 + 12, 12 * 12 + 2 * 13 + 12, 0]),
        // In the body; one fills the pair; two are the pair.
        (Kind::TriplePair, [12 * 11, 2 * 12 * 11, 2 * 12 * 11 + 12, 12 * 12 + 12 * 11 + 12, 12 * 12 + 12]),
        (
            Kind::FourSingles,
            [
                12 * singles,
                12 * singles + 12 * 13,
                12 * singles + 12 * 13 + 12,
                12 * singles + 12 * 13 + 12,
                all_wild_four + 12 * 13 + 12,
            ],
        ),
        // A whole pair each; one half; two halves; two wild ones and a pair; two wild ones and a half; four wild ones.
        (
            Kind::FourPairs,
            [
                12 * c(11, 2),
                12 * c(11, 2) + halves,
                12 * c(11, 2) + halves + 12 * c(11, 2) + 12 * 11,
                12 * c(11, 2) + halves + 12 * c(11, 2) + 12 * 11 + 12 * 11,
                c(12, 2) * 11 + halves + 12 * c(11, 2) + 12 * 11 + 12 * 11 + 12,
            ],
        ),
        (Kind::Straight, chains(Kind::Straight, 4)),
        (Kind::PairChain, chains(Kind::PairChain, 4)),
        (Kind::Airplane, chains(Kind::Airplane, 4)),
        // Counted by a separate walker.
        (Kind::AirplaneSingles, [7_531, 31_908, 86_632, 200_048, 373_471]),
        (Kind::AirplanePairs, [1_343, 7_948, 25_646, 62_468, 125_110]),
    ];
    let found = counted("7");
    for (kind, expected) in rows {
        assert_eq!(found[&kind], expected, "{kind}");
    }
    assert_eq!((found.len(), chains(Kind::Straight, 4)), (rows.len(), [6, 64, 281, 730, 1_306]));
    assert_eq!(found.values().flatten().sum::<u64>(), 947_487);
}
