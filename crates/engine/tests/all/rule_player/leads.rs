//! Every row of the leading table: a position that it settles, and a similar one in which it is asked and skipped.

use rules::Seed;

use super::rows::{check, check_skipped};
use crate::game::{fresh, persona, text, view};

#[test]
fn one_combo() {
    check("one-combo", "me=landlord hand=34567 left=5,9,9", "34567");
    check_skipped("one-combo", "me=landlord hand=34568 left=5,9,9");
}

#[test]
fn win_path() {
    // The rocket is safe and only the 5 is open: the last card may be any.
    check("win-path", "me=landlord hand=XD5 left=3,9,9", "XD");
    // Two open singles: the rocket covers any answer to the first.
    check("win-path", "me=landlord hand=XD57 left=4,9,9", "5");
    check_skipped("win-path", "me=landlord hand=XD579 left=5,9,9");
}

#[test]
fn all_big() {
    // Eight turns are too long for a win path. Nothing unseen reaches a 7: only the 3 is small, so it stays to the end.
    let line = "me=landlord hand=379JQA2D left=8,4,3 unseen=3344556";
    let decision = fresh(&view(line), &persona("rules"), Seed(1));
    assert_eq!(decision.reason, "all-big", "{line}");
    assert_ne!(text(&decision), "3", "the small one goes last");
    // With a second small card the row does not apply.
    check_skipped("all-big", "me=landlord hand=349JQA2D left=8,4,3 unseen=3345567");
}

#[test]
fn force_single() {
    // The landlord's two cards out of KKKAAA are often a pair: the pairs wait, and the joker breaks it.
    check("force-single", "me=down hand=D335577 left=2,7,4 unseen=KKKAAA", "D");
    check_skipped("force-single", "me=down hand=D335577 left=3,7,4 unseen=KKKAAAQ");
    // The other joker is unseen: the single can be beaten.
    check_skipped("force-single", "me=down hand=X335577 left=2,7,4 unseen=KKKAAD");
    // A second single is left over.
    check_skipped("force-single", "me=down hand=D633557 left=2,7,4 unseen=KKKAAA");
}

#[test]
fn feed_partner() {
    check("feed-partner", "me=down hand=479JQA left=9,6,1", "4");
    // A partner with two cards does not go out on a single; a single of ten or more is too high to feed him.
    check_skipped("feed-partner", "me=down hand=479JQA left=9,6,2");
    check_skipped("feed-partner", "me=down hand=TJKA2 left=9,5,1");
    // After Up the landlord plays before the partner, so Up leads as usual.
    check("small-first", "me=up hand=479JQA left=9,1,6", "4");
}

#[test]
fn enemy_one_upstream() {
    check("enemy-one-upstream", "me=up hand=4468TQ left=1,9,6", "44");
    check("enemy-one-upstream", "me=landlord hand=4468TQ left=6,1,9", "44");
    check("enemy-one-upstream", "me=landlord hand=4468TQ left=6,9,1", "44");
    // Only singles: the highest first.
    check("enemy-one-upstream", "me=up hand=468TQ left=1,9,5", "Q");
    check_skipped("enemy-one-upstream", "me=up hand=4468TQ left=2,9,6");
    check_skipped("enemy-one-upstream", "me=landlord hand=4468TQ left=6,9,9");
}

#[test]
fn enemy_one_downstream() {
    // Not the 4 of a pair and not the lowest single: the partner, who plays next, should take it before the landlord can.
    check("enemy-one-downstream", "me=down hand=4468TQ left=1,6,9", "8");
    // Only singles: the highest first.
    check("enemy-one-downstream", "me=down hand=468TQ left=1,5,9", "Q");
    check_skipped("enemy-one-downstream", "me=down hand=4468TQ left=2,6,9");
    // The seat before the landlord asks another row with the same hand.
    check("enemy-one-upstream", "me=up hand=4468TQ left=1,9,6", "44");
}

#[test]
fn enemy_two() {
    check("enemy-two", "me=landlord hand=335599J left=7,2,9", "J");
    check("enemy-two", "me=landlord hand=335599J left=7,9,2", "J");
    check_skipped("enemy-two", "me=landlord hand=335599J left=7,9,9");
}

#[test]
fn small_and_long() {
    check("small-and-long", "me=landlord hand=3344559JKKK2 left=12,9,9", "334455");
    check("small-and-long", "me=down hand=33445599JK2 left=9,11,9", "334455");
    // The same combos of high cards are not small.
    check_skipped("small-and-long", "me=landlord hand=TJQKA3355 left=9,9,9");
}

#[test]
fn few_cards() {
    check("few-cards", "me=up hand=4479J left=4,3,5", "44");
    check_skipped("few-cards", "me=up hand=4479J left=17,17,5");
    // With only singles the row does not apply.
    check_skipped("few-cards", "me=up hand=479J left=4,4,4");
}

#[test]
fn small_first() {
    // The last row always has an answer: here it is the card of least use.
    check("small-first", "me=landlord hand=366QQKKAA left=9,17,17", "3");
    check("win-path", "me=landlord hand=3XD left=3,17,17", "XD");
}
