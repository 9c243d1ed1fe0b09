//! Examples of the strategies, as decisions. Those of the sources stand in `published.rs`.

use rules::Seed;

use crate::game::{fresh, persona, text, view};

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
fn a_pair_is_not_spent_without_another_to_come_back_with() {
    // A 6 is not worth it: no win path speaks for it.
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
