//! Lists of fixed size are large enough: shown by going through everything that could fill them.

use rules::classify::READINGS_MAX;
use rules::movegen::HAND_MAX;
use rules::{Hand, Ruleset};

/// Every permission only adds combos and readings, so what holds here holds under each ruleset and all overrides.
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

#[test]
fn the_cards_of_most_readings() {
    let fours: Hand = "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA".parse().expect("a part of the deck");
    assert_eq!(anything().readings(fours).as_slice().len(), READINGS_MAX);
    let held: Hand = "3333444455556666".parse().expect("a hand");
    assert_eq!(anything().readings(held).as_slice().len(), 4);
}
