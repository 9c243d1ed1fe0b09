//! The players as they were published: their rows and their reasons to answer.

use engine::rule_player::strategy;
use rules::{Hand, Rank, Seat, Seed, Trick};

use crate::game::{decide_fresh, play_text, published_bot, view};

#[track_caller]
fn check(name: &str, line: &str, row: &str, play: &str) {
    let decision = decide_fresh(&view(line), &published_bot(name), Seed(1));
    assert_eq!((decision.reason, play_text(&decision).as_str()), (row, play), "{name}, {line}");
}

#[test]
fn published_players_lack_a_row_added_later() {
    assert!(strategy::rows(Trick::Lead, Seat::Up, true).all(|row| row.name != "enemy-two"));
}

/// A big single and pairs against a landlord with two cards.
#[test]
fn a_big_single_is_led_against_two_cards() {
    // No three of these ranks make a chain of pairs.
    let (mut rng, ranks) = (Seed(663).rng(), "34679TQK".parse().unwrap());
    for number in 0..150 {
        let drawn = rng.draw(ranks, 3 + number % 4);
        let hand = drawn.plus(drawn).and_then(|pairs| pairs.plus(Hand::one(Rank::BIG_JOKER))).unwrap();
        let held = hand.len();
        for position in [format!("down hand={hand} left=2,{held},8"), format!("up hand={hand} left=2,8,{held}")] {
            check("rules-published", &format!("me={position}"), "force-single", "D");
        }
    }
}

#[test]
fn the_smallest_combo_is_led() {
    check("rules-published", "me=landlord hand=3558JJKKA left=9,12,11", "small-first", "3");
    check("rules-published", "me=landlord hand=55588JJKKA left=10,12,11", "small-first", "55588");
}

#[test]
fn a_bomb_takes_the_landlords_big_card_and_waits_otherwise() {
    // Four fives, and a landlord with twelve cards.
    check("rules-published", "me=up hand=55558TJK left=12,10,8 standing=landlord:X", "normal", "5555");
    check("rules-published", "me=up hand=555569JQKA left=12,10,10 standing=landlord:33444", "normal", "pass");
}

#[test]
fn a_straight_is_answered_with_a_straight() {
    check("turns-published", "me=up hand=4456789JKAA22 left=12,10,13 standing=landlord:34567", "normal", "56789");
}

#[test]
fn a_partners_card_is_not_covered_with_big_cards() {
    check("rules-published", "me=up hand=6678TTQKA left=12,9,9 standing=down:Q", "normal", "pass");
    check("rules-published", "me=up hand=4455A22 left=12,9,7 standing=down:9", "normal", "pass");
}
