//! Lists of plays against enumerations of readings.

use std::collections::BTreeSet;

use rules::{Combo, Hand, Kind, Rank, Rng, Ruleset, Trick};

use super::{PRODUCTS, SEED, rules, shuttle_ruleset};
use crate::game::rounds;
use crate::slow::{self, Counts, RulePoints};

/// Calls `put` once for each way in which the wild cards can stand for ranks below the jokers.
fn each_substitution(natural: Counts, wild: u32, from: usize, put: &mut dyn FnMut(Counts)) {
    if wild == 0 {
        return put(natural);
    }
    for rank in from..13 {
        let mut more = natural;
        more[rank] += 1;
        each_substitution(more, wild - 1, rank, put);
    }
}

/// The kind, length and key of a reading.
type ReadingId = (&'static str, u8, u8);

/// Lists every reading of these cards. Wild cards are substituted only if a natural card is among them.
fn enumerate_readings(counts: &Counts, wilds: &[usize], points: &RulePoints, order: &BombOrder) -> BTreeSet<ReadingId> {
    let mut natural = *counts;
    wilds.iter().for_each(|&rank| natural[rank] = 0);
    let wild: u32 = wilds.iter().map(|&rank| u32::from(counts[rank])).sum();
    let mut found = BTreeSet::new();
    let bomb_max = if wilds.len() > 1 { 12 } else { 4 };
    let mut look = |counts: Counts| {
        for reading in slow::all_readings(&counts).into_iter().filter(|reading| points.allow(reading)) {
            found.insert((reading.kind, reading.length, reading.top));
        }
        let size: u8 = counts.iter().sum();
        let rank = counts.iter().position(|&count| count == size).filter(|&rank| rank < 13);
        if let Some(rank) = rank.filter(|_| (5..=bomb_max).contains(&size)) {
            found.insert(("bomb", 1, rank as u8));
        }
    };
    if natural.iter().all(|&count| count == 0) {
        look(*counts);
        if order.has_mixed_bombs() && wild >= 4 && wilds.len() > 1 && wilds.iter().all(|&rank| counts[rank] > 0) {
            found.insert(("bomb", 1, *wilds.iter().max().expect("two") as u8));
        }
    } else {
        each_substitution(natural, wild, 0, &mut look);
    }
    // A chain bomb has only natural cards.
    found.retain(|id| !(order.chain_bomb && id.0 == "shuttle" && wild > 0));
    found
}

struct BombOrder {
    grades: &'static str,
    long_grades: bool,
    rocket: &'static str,
    chain_bomb: bool,
}

impl BombOrder {
    fn of(rules: &Ruleset) -> BombOrder {
        let text = |name: &str| {
            let point = rules::ruleset::POINTS.iter().find(|point| point.name == name);
            point.expect("a documented point").value(rules)
        };
        BombOrder {
            grades: text("bomb-grades"),
            long_grades: text("long-grades") == "yes",
            rocket: text("rocket"),
            chain_bomb: text("chain-bomb") == "hard",
        }
    }

    fn has_mixed_bombs(&self) -> bool {
        ["wild", "mixed"].contains(&self.grades)
    }

    /// Returns the place of a grade among fours, from weakest to strongest; of longer bombs only soft and all-wild ones can differ.
    fn grade_level(&self, grade: &str, size: u8) -> usize {
        if size > 4 {
            return usize::from(self.long_grades && grade != "soft");
        }
        let levels: &[&[&str]] = match self.grades {
            "flat" => &[&["soft", "hard", "mixed", "pure"]],
            "soft" => &[&["soft"], &["hard", "mixed", "pure"]],
            "pure" => &[&["soft"], &["hard"], &["pure"]],
            "wild" => &[&["soft"], &["hard"], &["mixed", "pure"]],
            _ => &[&["soft"], &["hard"], &["mixed"], &["pure"]],
        };
        levels.iter().position(|level| level.contains(&grade)).expect("a grade of this ruleset")
    }

    fn lacks_rank(&self, grade: &str, size: u8) -> bool {
        grade == "mixed" && self.grades == "mixed" && (size == 4 || self.long_grades)
    }
}

/// True if a play beats another. A mixed bomb may have no rank.
fn beats(play: (&Counts, ReadingId), standing: (&Counts, ReadingId), wilds: &[usize], order: &BombOrder) -> bool {
    let size = |counts: &Counts| counts.iter().sum::<u8>();
    let grade = |counts: &Counts| {
        let held: Vec<u8> = wilds.iter().map(|&rank| counts[rank]).filter(|&count| count > 0).collect();
        let wild: u8 = held.iter().sum();
        if wild == 0 {
            "hard"
        } else if wild < size(counts) {
            "soft"
        } else if held.len() > 1 {
            "mixed"
        } else {
            "pure"
        }
    };
    let chain = |id: ReadingId| if order.chain_bomb && id.0 == "shuttle" { id.1 } else { 0 };
    if chain(play.1) != chain(standing.1) {
        return chain(play.1) > chain(standing.1);
    }
    let over_rocket = |counts| match order.rocket {
        "top" => false,
        "over-fours" => size(counts) > 4,
        _ => size(counts) > 4 || ["mixed", "pure"].contains(&grade(counts)),
    };
    match (play.1.0, standing.1.0) {
        ("bomb", "rocket") => over_rocket(play.0),
        ("rocket", "bomb") => !over_rocket(standing.0),
        (_, "rocket") => false,
        ("rocket", _) => true,
        ("bomb", "bomb") => {
            let class = |counts| (size(counts), order.grade_level(grade(counts), size(counts)));
            let without = |counts| order.lacks_rank(grade(counts), size(counts));
            let ranked = !without(play.0) && !without(standing.0);
            let higher = class(play.0) == class(standing.0) && ranked && play.1.2 > standing.1.2;
            class(play.0) > class(standing.0) || higher
        }
        ("bomb", _) => true,
        (kind, other) => kind == other && size(play.0) == size(standing.0) && play.1.2 > standing.1.2,
    }
}

fn cards_and_id(combo: &Combo) -> (Counts, ReadingId) {
    (combo.cards().counts(), (combo.kind().name(), combo.run(), combo.key().index() as u8))
}

fn random_hand(rng: &mut Rng, wilds: &[usize], wild_max: u32) -> Hand {
    let rank = |index: usize| Rank::all().nth(index).expect("a rank");
    let of = |ranks: &[usize]| {
        let parts = ranks.iter().map(|&index| Hand::of(rank(index), rank(index).copies()).expect("a whole rank"));
        parts.fold(Hand::EMPTY, |sum, part| sum.plus(part).unwrap_or(sum))
    };
    let (first, width) = (rng.below(11) as usize, 2 + rng.below(5) as usize);
    let mut near: Vec<usize> =
        (0..15).filter(|index| (first..first + width).contains(index) || rng.below(12) == 0).collect();
    near.retain(|index| !wilds.contains(index));
    let size = 1 + rng.below(7);
    let natural = rng.draw(of(&near), size);
    let wild_cards = rng.below(wild_max + 1);
    let wild = rng.draw(of(wilds), wild_cards);
    natural.plus(wild).expect("different ranks")
}

#[test]
fn lists_equal_the_enumeration_and_frugal_lists_are_part_of_it() {
    let rounds = rounds(150) as usize;
    let (mut plays_seen, mut frugal_seen) = (0_u64, 0_u64);
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    let products = PRODUCTS.map(|(name, text)| text.parse::<Ruleset>().expect(name));
    for base in Ruleset::WILD.into_iter().chain([&shuttle_ruleset()]).chain(&products) {
        std::thread::scope(|scope| {
            let part = |from| {
                let own = (from..rounds).step_by(threads).map(|round| check_round(base, round as u64));
                own.collect::<Vec<_>>()
            };
            let parts: Vec<_> = (0..threads).map(|from| scope.spawn(move || part(from))).collect();
            for (complete, frugal) in parts.into_iter().flat_map(|part| part.join().expect("no list differs")) {
                (plays_seen, frugal_seen) = (plays_seen + complete, frugal_seen + frugal);
            }
        });
    }
    assert!(plays_seen > 10 * rounds as u64 && frugal_seen < plays_seen, "{plays_seen} {frugal_seen}");
}

/// Returns the number of leads, and the number in the frugal list.
fn check_round(base: &Ruleset, round: u64) -> (u64, u64) {
    let (points, order) = (RulePoints::of(base), BombOrder::of(base));
    let mut rng = SEED.stream(round).rng();
    let (rules, wilds) = draw_wilds(base, &mut rng);
    let wild_max = if rng.below(8) == 0 { 5 } else { 3 };
    let hand = random_hand(&mut rng, &wilds, wild_max);
    let mut slow: BTreeSet<(Counts, ReadingId)> = BTreeSet::new();
    for part in slow::all_parts(hand) {
        let readings = enumerate_readings(&part, &wilds, &points, &order);
        let fast: Vec<_> = rules.readings(slow::hand(&part)).as_slice().iter().map(|c| cards_and_id(c).1).collect();
        assert_eq!(fast.iter().copied().collect::<BTreeSet<_>>(), readings, "{rules} {:?} {part:?}", rules.wilds());
        assert_eq!(fast.len(), readings.len(), "{part:?} repeats a reading");
        slow.extend(readings.into_iter().map(|reading| (part, reading)));
    }
    let check = |trick: Trick, expected: &BTreeSet<(Counts, ReadingId)>| {
        let plays = rules.plays(hand, trick);
        let fast: BTreeSet<_> = plays.iter().map(cards_and_id).collect();
        assert_eq!(&fast, expected, "{rules} {:?}: {hand} on {trick:?}, {SEED:?} stream {round}", rules.wilds());
        assert_eq!(plays.len(), fast.len(), "{hand} on {trick:?} repeats a play");
        let mut frugal = Vec::new();
        rules.each_frugal_play(hand, trick, |combo| frugal.push(combo));
        let unlike = frugal.iter().find(|combo| !fast.contains(&cards_and_id(combo)));
        assert_eq!(unlike, None, "{hand} on {trick:?}");
        assert_eq!(frugal.iter().map(cards_and_id).collect::<BTreeSet<_>>().len(), frugal.len(), "{hand} on {trick:?}");
        (plays.len() as u64, frugal.len() as u64)
    };
    let seen = check(Trick::Lead, &slow);
    let other = random_hand(&mut rng, &wilds, wild_max);
    for source in [hand, other] {
        let leads = rules.plays(source, Trick::Lead);
        // A random hand may have no card.
        let Some(&standing) = rng.pick(&leads) else { continue };
        let (cards, reading) = cards_and_id(&standing);
        let answers = slow.iter().filter(|(part, id)| beats((part, *id), (&cards, reading), &wilds, &order));
        check(Trick::Follow(standing), &answers.copied().collect());
    }
    seen
}

fn draw_wilds(base: &Ruleset, rng: &mut Rng) -> (Ruleset, Vec<usize>) {
    let first = rng.below(13) as usize;
    let second = (first + 1 + rng.below(12) as usize) % 13;
    let wilds: Vec<usize> = [first, second].into_iter().take(usize::from(base.wild_ranks())).collect();
    let shown = wilds.iter().map(|&index| Rank::from_index(index).expect("a rank"));
    (shown.fold(*base, |rules, rank| rules.with_wild(rank).expect("a wild rank")), wilds)
}

/// Whole hands have too many parts to enumerate: the test looks up some parts that are listed and some random ones.
#[test]
fn lists_of_large_hands_agree_where_they_are_sampled() {
    let rounds = rounds(20);
    let (mut found, mut answered) = (0, 0);
    for base in Ruleset::WILD {
        for round in 0..rounds {
            let mut rng = SEED.stream(1 << 41 | round).rng();
            let (points, order) = (RulePoints::of(base), BombOrder::of(base));
            let (rules, wilds) = draw_wilds(base, &mut rng);
            let size = 17 + rng.below(4);
            let hand = rng.draw(Hand::DECK, size);
            let leads = rules.plays(hand, Trick::Lead);
            let other = rng.draw(Hand::DECK.minus(hand).expect("a part"), 17);
            let standing = *rng.pick(&rules.plays(other, Trick::Lead)).expect("a lead");
            let answers = rules.plays(hand, Trick::Follow(standing));
            let listed = |plays: &[Combo], part: Hand| -> BTreeSet<ReadingId> {
                plays.iter().filter(|combo| combo.cards() == part).map(|combo| cards_and_id(combo).1).collect()
            };
            for sample in 0..24 {
                let part = match sample % 3 {
                    0 => rng.pick(&leads).expect("a lead").cards(),
                    1 if !answers.is_empty() => rng.pick(&answers).expect("an answer").cards(),
                    _ => {
                        let size = 1 + rng.below(12);
                        rng.draw(hand, size)
                    }
                };
                let counts = part.counts();
                // More than four wild cards have too many substitutions; long bombs have a test of their own.
                if wilds.iter().map(|&rank| counts[rank]).sum::<u8>() > 4 {
                    continue;
                }
                let expected = enumerate_readings(&counts, &wilds, &points, &order);
                assert_eq!(listed(&leads, part), expected, "{rules} {:?}: {part} of {hand}", rules.wilds());
                let (cards, stands) = cards_and_id(&standing);
                let beating = |id: &ReadingId| beats((&counts, *id), (&cards, stands), &wilds, &order);
                let expected: BTreeSet<ReadingId> = expected.into_iter().filter(beating).collect();
                assert_eq!(listed(&answers, part), expected, "{rules} {:?}: {part} on {standing:?}", rules.wilds());
                (found, answered) = (found + listed(&leads, part).len(), answered + expected.len());
            }
        }
    }
    assert!(found > 20 * rounds as usize && answered > rounds as usize, "{found} {answered}");
}

/// The hands have six to eight wild cards.
#[test]
fn long_bombs_are_every_choice_of_four_to_twelve_cards() {
    let rules = rules("79");
    let (seven, nine) = (Rank::from_letter('7').expect("a rank"), Rank::from_letter('9').expect("a rank"));
    for (hand, longest) in [("3333555777799XD", 10), ("333345777799992", 12), ("4448887779999", 10)] {
        let hand: Hand = hand.parse().expect(hand);
        let of = |rank, copies| Hand::of(rank, copies).expect("at most four");
        let mut expected = BTreeSet::new();
        for (sevens, nines) in
            (0..=hand.count(seven)).flat_map(|one| (0..=hand.count(nine)).map(move |other| (one, other)))
        {
            let wild = of(seven, sevens).plus(of(nine, nines)).expect("two ranks");
            // All wild: four of a rank, or at least four of both.
            let pure = wild.len() == 4 && (sevens == 0 || nines == 0);
            if pure || (wild.len() >= 4 && sevens > 0 && nines > 0) {
                expected.insert((wild.counts(), if nines > 0 { nine } else { seven }.index()));
            }
            for rank in Rank::all().filter(|&rank| !rank.is_joker() && rank != seven && rank != nine) {
                for copies in 1..=hand.count(rank) {
                    let cards = wild.plus(of(rank, copies)).expect("three ranks");
                    if (4..=12).contains(&cards.len()) {
                        expected.insert((cards.counts(), rank.index()));
                    }
                }
            }
        }
        let bombs: Vec<Combo> =
            rules.plays(hand, Trick::Lead).into_iter().filter(|combo| combo.kind() == Kind::Bomb).collect();
        let found: BTreeSet<_> = bombs.iter().map(|bomb| (bomb.cards().counts(), bomb.key().index())).collect();
        assert_eq!(found, expected, "{hand}");
        assert_eq!((found.len(), bombs.iter().map(|bomb| bomb.len()).max()), (bombs.len(), Some(longest)), "{hand}");
    }
}
