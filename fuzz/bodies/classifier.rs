//! Readings, leads and answers under any ruleset: each must agree with the others.

use rules::ruleset::POINTS;
use rules::{Combo, Hand, Rank, Ruleset, Trick};

/// The most cards whose leads are compared. More cards than a seat holds have too many leads.
const LEAD_CARDS_MAX: u32 = 20;

/// The most if ranks are wild: a hand of 20 cards may have too many leads.
const WILD_LEAD_CARDS_MAX: u32 = 12;

pub(crate) fn run(data: &[u8]) {
    let mut bytes = data.iter().copied().chain(std::iter::repeat(0));
    let rules = ruleset(&mut bytes);
    let (hand, other) = (hand(&mut bytes), hand(&mut bytes));
    check_readings(&rules, hand);
    check_readings(&rules, other);
    let lead_cards_max = if rules.shows_wilds() { WILD_LEAD_CARDS_MAX } else { LEAD_CARDS_MAX };
    if hand.len() > lead_cards_max || other.len() > lead_cards_max {
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
    let named = Ruleset::DISTINCT_PLAYS.len() + Ruleset::WILD.len();
    let mut rules = **Ruleset::DISTINCT_PLAYS.iter().chain(&Ruleset::WILD).nth(next() % named).expect("one of them");
    for _ in 0..next() % 8 {
        let point = &POINTS[next() % POINTS.len()];
        let value = point.values[next() % point.values.len()];
        // Some values do not go together.
        rules = rules.with(point.name, value).unwrap_or(rules);
    }
    while rules.awaits_wild() {
        let rank = Rank::from_index(next() % 13).expect("a rank from 3 to 2");
        let other = Rank::from_index((rank.index() + 1) % 13).expect("a rank from 3 to 2");
        rules = rules.with_wild(rank).or_else(|_| rules.with_wild(other)).expect("one of two is not shown yet");
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
    for (index, found) in readings.iter().enumerate() {
        assert_eq!(found.cards(), cards);
        assert_eq!(found.len(), cards.len(), "{rules}: {found:?}");
        assert_eq!(found.body().plus(found.wings()), Some(cards));
        assert!(rules.allows(found.kind()), "{rules}: {found:?}");
        assert!(!readings[..index].contains(found), "{rules}: {found:?} is there twice");
        assert!(found.body().len() <= readings[0].body().len(), "{rules}: {found:?} has the longer chain");
        let text =
            if rules.shows_wilds() { format!("{cards}~{}", rules.stands_for(*found)) } else { format!("{found:#}") };
        assert_eq!(rules.read_text(&text), Ok(*found), "{rules}: {text}");
        let text = rules.play_text(Some(*found), Trick::Lead);
        assert_eq!(rules.read_play(&text, Trick::Lead), Ok(Some(*found)), "{rules}: {text}");
    }
    assert_eq!(rules.read(cards), readings.first().copied());
}

fn check_leads(rules: &Ruleset, hand: Hand, leads: &[Combo]) {
    for lead in leads {
        assert!(hand.contains(lead.cards()));
        match rules.shows_wilds() {
            // Each reading is a play of its own.
            true => assert!(rules.is_reading(*lead), "{rules}: lead of {hand}"),
            false => assert_eq!(rules.read(lead.cards()), Some(*lead), "{rules}: lead of {hand}"),
        }
    }
    let mut cards: Vec<Hand> = leads.iter().map(|lead| lead.cards()).collect();
    cards.sort_unstable();
    for same in cards.chunk_by(|one, other| one == other) {
        let listed = if rules.shows_wilds() { rules.readings(same[0]).as_slice().len() } else { 1 };
        assert_eq!(same.len(), listed, "{rules}: {hand} lists {}", same[0]);
    }
    // The whole hand is a lead exactly when it can be read.
    assert_eq!(cards.binary_search(&hand).is_ok(), rules.read(hand).is_some(), "{rules}: {hand}");
}

/// Checks that the answers are the leads whose cards beat the standing combo.
fn check_answers(rules: &Ruleset, hand: Hand, leads: &[Combo], standing: Combo) {
    let sorted = |mut plays: Vec<Combo>| {
        plays.sort_unstable_by_key(|play| (play.cards(), play.kind(), play.key().index()));
        plays
    };
    let answers = sorted(rules.plays(hand, Trick::Follow(standing)));
    let expected = match rules.shows_wilds() {
        true => leads.iter().copied().filter(|&lead| rules.beats(lead, standing)).collect(),
        false => leads.iter().filter_map(|lead| rules.read_answer(lead.cards(), standing)).collect(),
    };
    assert_eq!(answers, sorted(expected), "{rules}: {hand} facing {standing:?}");
    for &answer in &answers {
        // A pass card answers combos that can answer it too.
        let mutual = rules.beats(standing, answer) && !rules.pass_card_beats(standing);
        assert!(rules.beats(answer, standing) && !mutual, "{rules}: {answer:?} {standing:?}");
    }
}
