//! Fast code against slow, obvious code on random hands: legal plays, their readings, and which combos beat which. `THIRDSEAT_RULESET=journey`
//! tests only that ruleset.

use std::collections::BTreeMap;

use crate::game::rounds;
use crate::slow::{self, Reading, RulePoints};
use rules::ruleset::POINTS;
use rules::{Combo, Hand, Rank, Rng, Ruleset, Seed, Trick};

const SEED: Seed = Seed(20_261);
/// Low, because a hand of 12 to 20 cards has many parts.
const LARGE_PER_CENT: u32 = 6;
const OVERRIDDEN_RULESETS: usize = 2;

fn rulesets() -> Vec<&'static Ruleset> {
    let asked = std::env::var("THIRDSEAT_RULESET").ok();
    Ruleset::DISTINCT_PLAYS
        .into_iter()
        .filter(|rules| asked.as_deref().is_none_or(|name| rules.name() == name))
        .collect()
}

/// Draws from the whole deck, from a few ranks or groups of equal cards, equally often: otherwise chains, fours and shuttles are rare.
fn random_hand(rng: &mut Rng) -> Hand {
    let kind_of_hand = rng.below(3);
    if kind_of_hand == 2 {
        return grouped_hand(rng);
    }
    let size = if rng.below(100) < LARGE_PER_CENT { 12 + rng.below(9) } else { 1 + rng.below(12) };
    let whole = kind_of_hand == 1;
    let (first, width) = (rng.below(10) as usize, 3 + rng.below(4) as usize);
    let jokers = rng.below(2) == 0;
    let stock = Rank::all().filter(|rank| match rank.is_joker() {
        true => whole || jokers,
        false => whole || (first..first + width).contains(&rank.index()),
    });
    let stock = stock.map(|rank| Hand::of(rank, rank.copies()).expect("as many as the deck has"));
    let stock = stock.fold(Hand::EMPTY, |sum, part| sum.plus(part).expect("each rank once"));
    rng.draw(stock, size)
}

fn grouped_hand(rng: &mut Rng) -> Hand {
    let first = rng.below(9) as usize;
    let mut hand = Hand::EMPTY;
    for rank in Rank::all().filter(|rank| (first..first + 7).contains(&rank.index()) || rank.is_joker()) {
        let copies = *rng.pick(&[0, 1, 2, 2, 3, 3, 4, 4]).expect("not empty");
        let more = Hand::of(rank, copies.min(rank.copies())).and_then(|group| hand.plus(group));
        hand = more.filter(|more| more.len() <= 20).unwrap_or(hand);
    }
    if hand.is_empty() { Hand::ROCKET } else { hand }
}

fn random_overrides(rng: &mut Rng) -> Ruleset {
    let mut rules = **rng.pick(&Ruleset::DISTINCT_PLAYS).expect("there are rulesets");
    for point in POINTS {
        if rng.below(2) == 0 {
            let value = rng.pick(point.values).expect("a point has values");
            rules = match rules.with(point.name, value) {
                Err(rules::RulesetError::NotWithWilds { .. } | rules::RulesetError::NotTogether { .. }) => rules,
                changed => changed.expect("listed values are accepted"),
            };
        }
    }
    rules
}

fn fast_reading(combo: Combo) -> (Hand, &'static str, u8, u8) {
    (combo.cards(), combo.kind().name(), combo.run(), combo.key().index() as u8)
}

fn slow_reading(cards: Hand, reading: &Reading) -> (Hand, &'static str, u8, u8) {
    (cards, reading.kind, reading.length, reading.top)
}

fn find_combo(rules: &Ruleset, cards: Hand, reading: &Reading) -> Combo {
    let readings = rules.readings(cards);
    let found = readings.as_slice().iter().find(|&&combo| fast_reading(combo) == slow_reading(cards, reading));
    *found.unwrap_or_else(|| panic!("{rules}: {cards} is not read as {reading:?}"))
}

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort();
    items
}

/// A hand with its parts that are combos, and their readings under any ruleset.
struct HandParts {
    hand: Hand,
    parts: Vec<(Hand, Vec<Reading>)>,
}

impl HandParts {
    fn of(hand: Hand) -> HandParts {
        let parts = slow::all_parts(hand).into_iter().map(|part| (slow::hand(&part), slow::all_readings(&part)));
        HandParts { hand, parts: parts.filter(|(_, readings)| !readings.is_empty()).collect() }
    }

    fn legal_parts(&self, points: &RulePoints) -> Vec<(Hand, Vec<Reading>)> {
        let allowed = self.parts.iter().map(|(cards, readings)| {
            (*cards, readings.iter().copied().filter(|reading| points.allow(reading)).collect::<Vec<_>>())
        });
        allowed.filter(|(_, readings)| !readings.is_empty()).collect()
    }
}

/// Draws one of the combos. Each kind is equally likely, so that rare kinds are drawn too.
fn random_standing(rng: &mut Rng, legal: &[(Hand, Vec<Reading>)]) -> (Hand, Reading) {
    let mut by_kind = BTreeMap::<_, Vec<_>>::new();
    for (cards, readings) in legal {
        for &reading in readings {
            by_kind.entry(reading.kind).or_default().push((*cards, reading));
        }
    }
    let kinds: Vec<_> = by_kind.values().collect();
    *rng.pick(&kinds).and_then(|combos| rng.pick(combos)).expect("any card may be led")
}

fn check_leads(rules: &Ruleset, hand: Hand, legal: &[(Hand, Vec<Reading>)], round: u64) {
    let slow = legal.iter().map(|(cards, readings)| {
        let lead = slow_reading(*cards, &slow::lead_reading(readings).expect("not empty"));
        assert_eq!(rules.read(*cards).map(fast_reading), Some(lead), "{rules}: {cards}");
        lead
    });
    let fast = rules.plays(hand, Trick::Lead).into_iter().map(fast_reading);
    assert_eq!(sorted(fast), sorted(slow), "{rules}: leads of {hand}, {SEED:?} stream {round}");
}

fn check_readings(rules: &Ruleset, known: &HandParts, points: &RulePoints) {
    let anything = crate::deck_counts::permissive_ruleset();
    for (cards, readings) in &known.parts {
        let slow = readings.iter().filter(|reading| points.allow(reading)).map(|reading| slow_reading(*cards, reading));
        let fast = rules.readings(*cards);
        for &combo in anything.readings(*cards).as_slice() {
            assert_eq!(rules.is_reading(combo), fast.as_slice().contains(&combo), "{rules}: {combo:#}");
        }
        let fast = fast.as_slice().iter().map(|&combo| fast_reading(combo)).collect::<Vec<_>>();
        assert_eq!(sorted(fast), sorted(slow), "{rules}: readings of {cards}");
    }
}

fn check_follows(rules: &Ruleset, hand: Hand, legal: &[(Hand, Vec<Reading>)], standing: (Hand, Reading), round: u64) {
    let ((cards, reading), points) = (standing, RulePoints::of(rules));
    let standing = find_combo(rules, cards, &reading);
    let answers = legal.iter().filter_map(|(cards, readings)| {
        let answer = points.answer_reading(readings, &reading).map(|reading| slow_reading(*cards, &reading));
        assert_eq!(rules.read_answer(*cards, standing).map(fast_reading), answer, "{rules}: {cards} on {standing:#}");
        answer
    });
    let slow = answers.collect::<Vec<_>>();
    let fast = rules.plays(hand, Trick::Follow(standing)).into_iter().map(fast_reading);
    assert_eq!(sorted(fast), sorted(slow), "{rules}: {hand} facing {standing:#}, {SEED:?} stream {round}");
}

#[test]
fn generation_equals_the_slow_oracle() {
    let (rulesets, mut standing_kinds) = (rulesets(), BTreeMap::new());
    let everything = rulesets.len() == Ruleset::DISTINCT_PLAYS.len();
    let mut earlier = HandParts::of("3334445555666777888X".parse().expect("a hand"));
    for round in 0..rounds(2_000) {
        let mut rng = SEED.stream(round).rng();
        let known = HandParts::of(random_hand(&mut rng));
        let overridden: [Ruleset; OVERRIDDEN_RULESETS] = std::array::from_fn(|_| random_overrides(&mut rng));
        for rules in rulesets.iter().copied().chain(overridden.iter().filter(|_| everything)) {
            let points = RulePoints::of(rules);
            let legal = known.legal_parts(&points);
            check_leads(rules, known.hand, &legal, round);
            if known.hand.len() <= 9 {
                check_readings(rules, &known, &points);
            }
            // A combo of the same hand has a kind that the hand holds; one of another hand may have any kind.
            for source in [&legal, &earlier.legal_parts(&points)] {
                let standing = random_standing(&mut rng, source);
                *standing_kinds.entry(standing.1.kind).or_insert(0_u32) += 1;
                check_follows(rules, known.hand, &legal, standing, round);
            }
        }
        earlier = known;
    }
    // Every kind must stand at least once: otherwise the test proves nothing about it.
    assert!(!everything || standing_kinds.len() == rules::SHAPES.len(), "{standing_kinds:?}");
    println!("standing combos by kind: {standing_kinds:?}");
}
