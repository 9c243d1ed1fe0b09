//! Examples of the strategies, as decisions. Those of the sources are in `published.rs`.

use rules::Seed;

use crate::game::{fresh, persona, text, view};

#[test]
fn every_answer_is_tried_whatever_it_breaks() {
    // Of KKK2235 both pairs answer QQ, and both are weighed. The tuned numbers decide which is better.
    let line = "me=down hand=KKK2235 left=10,7,10 standing=landlord:QQ";
    let decision = fresh(&view(line), &persona("rules"), Seed(1));
    let weighed: Vec<String> =
        decision.candidates.as_slice().iter().filter_map(|each| each.play).map(|play| play.to_string()).collect();
    assert!(weighed.contains(&String::from("KK")) && weighed.contains(&String::from("22")), "{weighed:?}");
}

#[test]
fn a_pair_is_not_spent_without_another_to_come_back_with() {
    // No win path begins with 66.
    let line = "me=up hand=66287 left=9,9,5 standing=landlord:55";
    assert_ne!(fresh(&view(line), &persona("rules"), Seed(1)).reason, "answer-and-win", "{line}");
}

#[test]
fn big_cards_spent_now_leave_one_combo_next() {
    // After `all-big` comes `one-combo`: the joker now, then the other cards in one combo.
    let line = "me=down hand=34567D left=9,6,9";
    assert_eq!(text(&fresh(&view(line), &persona("rules"), Seed(1))), "D", "{line}");
    let line = "me=down hand=34567 left=9,5,9";
    assert_eq!(fresh(&view(line), &persona("rules"), Seed(1)).reason, "one-combo", "{line}");
}
