//! Worked examples of splitting and of the strategies, as decisions.

use engine::hand::cover::{Bombs, Chance, Enemy, Unseen, chance_covered};
use rules::{Combo, Hand, Ruleset, Seed};

use crate::game::{fresh, persona, text, view};

fn check(line: &str, play: &str) {
    assert_eq!(text(&fresh(&view(line), &persona("rules"), Seed(1))), play, "{line}");
}

#[test]
fn a_straight_keeps_its_end_and_the_three_rides() {
    // 45678 and KK stay; the 8 would leave as much, and ties go to the lowest kicker.
    check("me=up hand=QQQKK345678 left=10,10,11 standing=landlord:JJJ4", "3QQQ");
}

#[test]
fn without_a_spare_card_the_kings_are_broken() {
    check("me=up hand=QQQKK56789 left=10,10,10 standing=landlord:JJJ4", "QQQK");
}

#[test]
fn every_answer_is_tried_whatever_it_breaks() {
    // Of KKK2235 both pairs answer QQ, and both are weighed. Which is better is for the tuned numbers to say.
    let line = "me=down hand=KKK2235 left=10,7,10 standing=landlord:QQ";
    let decision = fresh(&view(line), &persona("rules"), Seed(1));
    let weighed: Vec<String> =
        decision.candidates.as_slice().iter().filter_map(|each| each.play).map(|play| play.to_string()).collect();
    assert!(weighed.contains(&String::from("KK")) && weighed.contains(&String::from("22")), "{weighed:?}");
}

#[test]
fn a_straight_against_three_cards_is_big_once_the_jokers_are_gone() {
    let odds = |unseen: &str, count: u8| {
        let straight: Combo = Ruleset::CLASSIC.read_text("34567").unwrap();
        let landlord = Enemy { count, known: Hand::EMPTY };
        let unseen = Unseen::one(unseen.parse().unwrap(), landlord).unwrap();
        chance_covered(&unseen, straight, &Ruleset::CLASSIC, Bombs::Ignored)
    };
    // 4-8 lies unseen as a whole, but three cards are no straight.
    assert_eq!(odds("445566778899TJQKA2", 3), Chance::NEVER);
    assert_ne!(odds("445566778899TJQKA2", 5), Chance::NEVER);
    // With both jokers unseen three cards may be the rocket and one more: 16 of 1140 ways to take 3 of 20.
    assert_eq!(odds("445566778899TJQKA2XDKA", 3).as_millionths(), (20 * 1_000_000u32).div_ceil(1540));
    // The player believes it: the straight goes first, the 9 last.
    check("me=up hand=345679 left=3,9,6 unseen=44558TQQKKAA", "34567");
}

#[test]
fn two_pairs_are_left_to_take_the_lead_back() {
    check("me=up hand=66227 left=9,9,5 standing=landlord:55", "66");
    // Without a pair to come back with, a 6 is not worth it: no win path speaks for it.
    let line = "me=up hand=66287 left=9,9,5 standing=landlord:55";
    assert_ne!(fresh(&view(line), &persona("rules"), Seed(1)).reason, "answer-and-win", "{line}");
}

#[test]
fn big_cards_spent_now_leave_one_combo_next() {
    // `all-big` hands over to `one-combo`: the joker now, and the rest in one go.
    let line = "me=down hand=34567D left=9,6,9";
    assert_eq!(text(&fresh(&view(line), &persona("rules"), Seed(1))), "D", "{line}");
    let line = "me=down hand=34567 left=9,5,9";
    assert_eq!(fresh(&view(line), &persona("rules"), Seed(1)).reason, "one-combo", "{line}");
}
