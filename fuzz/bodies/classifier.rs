//! Readings, leads and answers under any ruleset: each must agree with the others.

use rules::ruleset::POINTS;
use rules::{Combo, Hand, Rank, Ruleset, Trick};

/// More cards than a seat holds are only classified: their leads are too many to compare.
const LEADS_OF_MAX: u32 = 20;

pub(crate) fn run(data: &[u8]) {
    let mut bytes = data.iter().copied().chain(std::iter::repeat(0));
    let rules = ruleset(&mut bytes);
    let (hand, other) = (hand(&mut bytes), hand(&mut bytes));
    check_readings(&rules, hand);
    check_readings(&rules, other);
    if hand.len() > LEADS_OF_MAX || other.len() > LEADS_OF_MAX {
        return;
    }
    let leads = rules.plays(hand, Trick::Lead);
    check_leads(&rules, hand, &leads);
    let standing = rules.plays(other, Trick::Lead);
    for _ in 0..4 {
        let place = usize::from(bytes.next().unwrap_or(0)) << 8 | usize::from(bytes.next().unwrap_or(0));
        if let Some(led) = standing.get(place % standing.len().max(1)) {
            for &reading in rules.readings(led.cards()).as_slice() {
                check_answers(&rules, hand, &leads, reading);
            }
        }
    }
}

fn ruleset(bytes: &mut impl Iterator<Item = u8>) -> Ruleset {
    let mut next = || usize::from(bytes.next().unwrap_or(0));
    let mut rules = *Ruleset::ALL[next() % Ruleset::ALL.len()];
    for _ in 0..next() % 8 {
        let point = &POINTS[next() % POINTS.len()];
        let value = point.values[next() % point.values.len()];
        // Some values do not go with wild ranks.
        rules = rules.with(point.name, value).unwrap_or(rules);
    }
    rules
}

fn hand(bytes: &mut impl Iterator<Item = u8>) -> Hand {
    let parts = Rank::all().map(|rank| {
        let copies = bytes.next().unwrap_or(0) % (rank.copies() + 1);
        Hand::of(rank, copies).expect("as many as the deck has")
    });
    parts.fold(Hand::EMPTY, |hand, part| hand.plus(part).expect("each rank is added once"))
}

fn check_readings(rules: &Ruleset, cards: Hand) {
    let readings = rules.readings(cards);
    let readings = readings.as_slice();
    for (index, reading) in readings.iter().enumerate() {
        assert_eq!(reading.cards(), cards);
        assert_eq!(reading.len(), cards.len(), "{rules}: {reading:?}");
        assert_eq!(reading.body().plus(reading.wings()), Some(cards));
        assert!(rules.allows(reading.kind()), "{rules}: {reading:?}");
        assert!(!readings[..index].contains(reading), "{rules}: {reading:?} is there twice");
        assert!(reading.body().len() <= readings[0].body().len(), "{rules}: {reading:?} has the longer chain");
        assert_eq!(rules.read_text(&format!("{reading:#}")), Ok(*reading));
    }
    assert_eq!(rules.read(cards), readings.first().copied());
}

fn check_leads(rules: &Ruleset, hand: Hand, leads: &[Combo]) {
    for lead in leads {
        assert!(hand.contains(lead.cards()));
        assert_eq!(rules.read(lead.cards()), Some(*lead), "{rules}: lead of {hand}");
    }
    let mut cards: Vec<Hand> = leads.iter().map(|lead| lead.cards()).collect();
    cards.sort_unstable();
    assert!(cards.windows(2).all(|two| two[0] != two[1]), "{rules}: {hand} lists some cards twice");
    // The whole hand is a lead exactly when it can be read.
    assert_eq!(cards.binary_search(&hand).is_ok(), rules.read(hand).is_some(), "{rules}: {hand}");
}

/// Answers are those leads that beat what stands, and nothing else.
fn check_answers(rules: &Ruleset, hand: Hand, leads: &[Combo], standing: Combo) {
    let sorted = |mut plays: Vec<Combo>| {
        plays.sort_unstable_by_key(|play| play.cards());
        plays
    };
    let answers = sorted(rules.plays(hand, Trick::Follow(standing)));
    let expected = leads.iter().filter_map(|lead| rules.read_answer(lead.cards(), standing)).collect();
    assert_eq!(answers, sorted(expected), "{rules}: {hand} facing {standing:?}");
    for &answer in &answers {
        // A pass card goes on what goes on a 2.
        let mutual = rules.beats(standing, answer) && !rules.passes_over(standing);
        assert!(rules.beats(answer, standing) && !mutual, "{rules}: {answer:?} {standing:?}");
    }
}
