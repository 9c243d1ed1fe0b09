//! Lists of fixed size are large enough: every input that could fill them is tried.

use rules::classify::READINGS_MAX;
use rules::movegen::{HAND_MAX, PLAYS_MAX};
use rules::{Hand, Plays, Ruleset, Trick};

/// Every permission only adds combos and readings, so a limit that holds here holds under each ruleset and all overrides. The order of
/// ranks, the pass card and `triple-over-small` change only answers, and answers are leads too.
const ANYTHING: &str = "classic wing-copies=4 wings-rocket=yes wings-lengthen=yes wings-quad-as-pairs=yes \
                        four-rocket=yes shuttle=yes shuttle-wings=yes";

fn anything() -> Ruleset {
    ANYTHING.parse().expect("a ruleset")
}

#[test]
fn no_cards_have_more_readings_than_there_is_room_for() {
    let rules = anything();
    let (mut most, mut most_held) = (0, 0);
    rules.each_lead(Hand::DECK, |combo| {
        let readings = rules.readings(combo.cards()).as_slice().len();
        most = most.max(readings);
        if combo.len() <= HAND_MAX {
            most_held = most_held.max(readings);
        }
    });
    assert_eq!((most, most_held), (READINGS_MAX, 4));
}

/// The hands with the most leads of all 153,009,740 hands of 20 cards, found by the example `widest_lead`. `PLAYS_MAX` is exactly the most.
#[test]
fn the_widest_leads() {
    let rows = [
        (ANYTHING, "3456666777789TJQKAXD", PLAYS_MAX),
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

/// The proof rests on this: a part of a hand has no lead that the hand lacks, and a permission takes no lead away.
#[test]
fn more_cards_and_more_permissions_never_cost_a_lead() {
    for number in 0..300 {
        let mut rng = rules::Seed(12).stream(number).rng();
        let hand = rng.draw(Hand::DECK, HAND_MAX);
        let part = rng.draw(hand, HAND_MAX - 3);
        let cards = |rules: &Ruleset, hand: Hand| {
            let mut cards: Vec<Hand> = rules.plays(hand, Trick::Lead).iter().map(|lead| lead.cards()).collect();
            cards.sort_unstable();
            cards
        };
        let most = cards(&anything(), hand);
        for rules in Ruleset::ALL {
            let leads = cards(rules, hand);
            assert!(leads.iter().all(|lead| most.binary_search(lead).is_ok()), "{rules}: {hand}");
            assert!(cards(rules, part).iter().all(|lead| leads.binary_search(lead).is_ok()), "{rules}: {part}");
        }
    }
}
