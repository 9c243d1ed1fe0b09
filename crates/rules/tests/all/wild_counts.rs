//! The combos that wild ranks add: combos of each kind in the whole deck with the sums that say why, how many wild cards and bombs a
//! hand has, and how often cards have several readings. Rates are counted in random hands: 3 standard errors are allowed.

use std::collections::BTreeMap;

use rules::movegen::HAND_MAX;
use rules::{Combo, Hand, Kind, Rank, Ruleset, SHAPES, Seed, Trick};

const SEED: Seed = Seed(20_263);

fn showing(rules: Ruleset, wilds: &str) -> Ruleset {
    let ranks = wilds.chars().map(|letter| Rank::from_letter(letter).expect("a rank"));
    ranks.fold(rules, |rules, rank| rules.showing(rank).expect("a wild rank"))
}

/// Plays of at most 20 cards in the whole deck, each reading of its own, by kind and by the number of wild cards.
fn counted(wild: &str) -> BTreeMap<Kind, [u64; 5]> {
    let mut counts = BTreeMap::new();
    showing(Ruleset::LAIZI, wild).each_lead(Hand::DECK, |combo| {
        if combo.len() <= HAND_MAX {
            counts.entry(combo.kind()).or_insert([0; 5])[combo.wild_cards() as usize] += 1;
        }
    });
    counts
}

/// n choose k
fn c(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |ways, taken| ways * (n - k + taken) / taken)
}

/// Bare chains by the number of wild cards: in each window of ranks every natural rank lacks none to all of its copies, the wild
/// rank lacks all, and the wild cards are as many as all lack together.
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
        // Counted by a walker that was written apart.
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

/// A wild 2 is missed in no chain, so there are more.
#[test]
fn a_wild_two_makes_twice_as_many() {
    let found = counted("2");
    let sums: Vec<u64> = SHAPES.iter().filter_map(|shape| found.get(&shape.kind)).map(|row| row.iter().sum()).collect();
    let expected = [15, 25, 37, 674, 1_116, 6_156, 11_556, 3_453, 1_420_738, 349_670, 6_042, 11_298, 49, 1];
    assert_eq!(sums, expected);
    assert_eq!(sums.iter().sum::<u64>(), 1_810_830);
    for kind in [Kind::Straight, Kind::PairChain, Kind::Airplane] {
        assert_eq!(found[&kind], chains(kind, 12), "{kind}");
    }
}

/// Number of hands that a rate is counted in.
fn rounds(quick: u64) -> u64 {
    if std::env::var_os("THIRDSEAT_FULL").is_some() { 20 * quick } else { quick }
}

/// Random hands of a number of cards, the wild ranks drawn with each.
fn hands(base: Ruleset, size: u32, count: u64) -> impl Iterator<Item = (Ruleset, Hand)> {
    (0..count).map(move |number| {
        let mut rng = SEED.stream(number).rng();
        let first = rng.below(13);
        let second = (first + 1 + rng.below(12)) % 13;
        let wilds = [first, second].into_iter().take(base.wild_ranks().into());
        let ranks = wilds.map(|index| Rank::from_index(index as usize).expect("a rank"));
        let rules = ranks.fold(base, |rules, rank| rules.showing(rank).expect("a wild rank"));
        (rules, rng.draw(Hand::DECK, size))
    })
}

#[track_caller]
fn check(name: &str, samples: &[f64], expected: f64) {
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    let variance = samples.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / count;
    // The expected figure is rounded in its third digit.
    let allowed = 3.0 * (variance / count).sqrt() + if expected < 1.0 { 0.0006 } else { 0.006 };
    assert!((mean - expected).abs() <= allowed, "{name}: {mean:.4}, expected {expected} ± {allowed:.4}");
}

/// The cards that a rank's bomb may be made of: its own and the wild ones.
fn longest_bomb(rules: &Ruleset, hand: Hand) -> u32 {
    let wilds = rules.wilds().ranks();
    let wild = hand.only(wilds).len();
    let natural = hand.without(wilds).ranks().filter(|rank| !rank.is_joker()).map(|rank| hand.count(rank).into());
    natural.max().map_or(wild, |held: u32| held + wild)
}

#[test]
fn hands_hold_as_many_wild_cards_and_bombs_as_simulated() {
    for (base, size, wild_cards, fours) in [
        (Ruleset::LAIZI, 17, 1.26, 0.717),
        (Ruleset::LAIZI_TIANDI, 17, 2.52, 0.939),
        (Ruleset::LAIZI, 20, 1.48, 0.864),
        (Ruleset::LAIZI_TIANDI, 20, 2.96, 0.985),
    ] {
        let (mut held, mut bombs, mut long) = (Vec::new(), Vec::new(), Vec::new());
        for (rules, hand) in hands(base, size, rounds(20_000)) {
            let most = longest_bomb(&rules, hand);
            held.push(f64::from(hand.only(rules.wilds().ranks()).len()));
            bombs.push(f64::from(u8::from(most >= 4)));
            long.push(f64::from(u8::from(most >= 5)));
        }
        check(&format!("{base} {size}: wild cards"), &held, wild_cards);
        check(&format!("{base} {size}: a four"), &bombs, fours);
        if base == Ruleset::LAIZI_TIANDI {
            check(&format!("{base} {size}: five and more"), &long, if size == 17 { 0.739 } else { 0.888 });
        }
    }
}

/// A bomb is listed where cards for one are held, and of that size.
#[test]
fn the_longest_bomb_of_a_hand_is_listed() {
    for base in [Ruleset::LAIZI, Ruleset::LAIZI_TIANDI] {
        for (rules, hand) in hands(base, 17, 300) {
            let mut longest = 0;
            rules.each_lead(hand, |combo| {
                if combo.kind() == Kind::Bomb {
                    longest = longest.max(combo.len());
                }
            });
            let cards = longest_bomb(&rules, hand).min(rules.bomb_max());
            assert_eq!(longest, if cards < 4 { 0 } else { cards }, "{:?} {hand}", rules.wilds());
        }
    }
}

/// Of all card sets that may be led from hands of 17 with a number of wild cards: the share with several readings, and the most.
fn several_readings(base: Ruleset, wild_cards: u32, count: usize) -> (f64, usize) {
    let fitting = hands(base, 17, u64::MAX).filter(|(rules, hand)| {
        let wilds = rules.wilds();
        hand.only(wilds.ranks()).len() == wild_cards && wilds.in_order().all(|rank| hand.count(rank) > 0)
    });
    let (mut sets, mut several, mut most) = (0, 0, 0);
    for (rules, hand) in fitting.take(count) {
        let mut cards: Vec<Hand> = rules.plays(hand, Trick::Lead).into_iter().map(Combo::cards).collect();
        cards.sort_unstable();
        for same in cards.chunk_by(|one, other| one == other) {
            sets += 1;
            several += usize::from(same.len() > 1);
            most = most.max(same.len());
        }
    }
    (several as f64 / sets as f64, most)
}

#[test]
fn cards_with_several_readings_are_as_frequent_as_enumerated() {
    // The shares come from another sample of hands.
    for (base, wild_cards, share, most) in
        [(Ruleset::LAIZI, 1, 0.079, 3), (Ruleset::LAIZI, 2, 0.236, 7), (Ruleset::LAIZI_TIANDI, 3, 0.39, 14)]
    {
        let (found, found_most) = several_readings(base, wild_cards, rounds(400) as usize);
        assert!((found - share).abs() < 0.1 * share, "{base}, {wild_cards} wild: {found:.4}, expected {share}");
        assert!(found_most <= most, "{base}, {wild_cards} wild: {found_most} readings, expected {most}");
    }
}
