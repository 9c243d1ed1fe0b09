//! Rows of the strategies: positions that they settle, and similar ones in which they are asked and skipped. Also the tables themselves.

use engine::rule_player::strategy::{self, Scope};
use rules::Seed;

use crate::game::{decide_fresh, persona, play_text, view};

#[track_caller]
fn check(row: &str, line: &str, play: &str) {
    let decision = decide_fresh(&view(line), &persona("rules"), Seed(1));
    assert_eq!((decision.reason, play_text(&decision).as_str()), (row, play), "{line}");
}

#[track_caller]
fn check_skipped(row: &str, line: &str) {
    let view = view(line);
    let decision = decide_fresh(&view, &persona("rules"), Seed(1));
    let seat = view.seat().unwrap();
    let asked = strategy::rows(view.trick(), seat, false).position(|each| each.name == row);
    let asked = asked.unwrap_or_else(|| panic!("{seat} never asks {row}"));
    assert!(decision.trace.rows_skipped > asked, "{line}: {} settled with {}", decision.reason, play_text(&decision));
}

#[test]
fn leading_rows_settle_their_positions_and_not_similar_ones() {
    check("one-combo", "me=landlord hand=34567 left=5,9,9", "34567");
    check_skipped("one-combo", "me=landlord hand=34568 left=5,9,9");

    // The rocket cannot be beaten, and the last card may be any.
    check("win-path", "me=landlord hand=XD5 left=3,9,9", "XD");
    check_skipped("win-path", "me=landlord hand=XD579 left=5,9,9");

    // Eight turns are too long for a win path. Nothing unseen reaches a 7: only the 3 is small, so it stays to the end.
    let line = "me=landlord hand=379JQA2D left=8,4,3 unseen=3344556";
    let decision = decide_fresh(&view(line), &persona("rules"), Seed(1));
    assert_eq!(decision.reason, "all-big", "{line}");
    assert_ne!(play_text(&decision), "3", "the small one goes last");
    // The joker now, then the other cards in one combo.
    assert_eq!(play_text(&decide_fresh(&view("me=down hand=34567D left=9,6,9"), &persona("rules"), Seed(1))), "D");
    // With a second small card the row does not apply.
    check_skipped("all-big", "me=landlord hand=349JQA2D left=8,4,3 unseen=3345567");

    // The landlord's two cards out of KKKAAA are often a pair: the pairs wait, and the joker breaks it.
    check("force-single", "me=down hand=D335577 left=2,7,4 unseen=KKKAAA", "D");
    check_skipped("force-single", "me=down hand=D335577 left=3,7,4 unseen=KKKAAAQ");
    // The other joker is unseen: the single can be beaten.
    check_skipped("force-single", "me=down hand=X335577 left=2,7,4 unseen=KKKAAD");
    // Other singles are left over.
    check_skipped("force-single", "me=down hand=D633557 left=2,7,4 unseen=KKKAAA");

    check("feed-partner", "me=down hand=479JQA left=9,6,1", "4");
    // A partner with two cards does not go out on a single; a single of ten or more is too high to feed him.
    check_skipped("feed-partner", "me=down hand=479JQA left=9,6,2");
    check_skipped("feed-partner", "me=down hand=TJKA2 left=9,5,1");
    // After Up the landlord plays before the partner, so Up leads as usual.
    check("small-first", "me=up hand=479JQA left=9,1,6", "4");

    check("enemy-one-upstream", "me=up hand=4468TQ left=1,9,6", "44");
    check("enemy-one-upstream", "me=landlord hand=4468TQ left=6,1,9", "44");
    check("enemy-one-upstream", "me=landlord hand=4468TQ left=6,9,1", "44");
    // Only singles: the highest first.
    check("enemy-one-upstream", "me=up hand=468TQ left=1,9,5", "Q");
    check_skipped("enemy-one-upstream", "me=up hand=4468TQ left=2,9,6");
    check_skipped("enemy-one-upstream", "me=landlord hand=4468TQ left=6,9,9");

    // Not the 4 of a pair and not the lowest single: the partner, who plays next, should take it before the landlord can.
    check("enemy-one-downstream", "me=down hand=4468TQ left=1,6,9", "8");
    // Only singles: the highest first.
    check("enemy-one-downstream", "me=down hand=468TQ left=1,5,9", "Q");
    check_skipped("enemy-one-downstream", "me=down hand=4468TQ left=2,6,9");

    check("enemy-two", "me=landlord hand=335599J left=7,2,9", "J");
    check("enemy-two", "me=landlord hand=335599J left=7,9,2", "J");
    check_skipped("enemy-two", "me=landlord hand=335599J left=7,9,9");

    check("small-and-long", "me=landlord hand=3344559JKKK2 left=12,9,9", "334455");
    check("small-and-long", "me=down hand=33445599JK2 left=9,11,9", "334455");
    // A straight of high cards is not small.
    check_skipped("small-and-long", "me=landlord hand=TJQKA3355 left=9,9,9");

    check("few-cards", "me=up hand=4479J left=4,3,5", "44");
    check_skipped("few-cards", "me=up hand=4479J left=17,17,5");
    // With only singles the row does not apply.
    check_skipped("few-cards", "me=up hand=479J left=4,4,4");

    // The last row always has an answer: here it is the card of least use.
    check("small-first", "me=landlord hand=366QQKKAA left=9,17,17", "3");
}

fn check_not_asked(row: &str, line: &str) {
    let view = view(line);
    assert!(strategy::rows(view.trick(), view.seat().unwrap(), false).all(|each| each.name != row), "{line}");
}

#[test]
fn following_rows_settle_their_positions_and_not_similar_ones() {
    check("one-combo", "me=up hand=KK left=9,9,2 standing=landlord:QQ", "KK");
    // Winning comes before sparing the partner.
    check("one-combo", "me=up hand=KK left=9,1,2 standing=down:QQ", "KK");
    check_skipped("one-combo", "me=up hand=KK3 left=9,9,3 standing=landlord:QQ");

    // 66 first: if it is covered, 22 takes the lead back, and the 7 goes last.
    check("answer-and-win", "me=up hand=66227 left=9,9,5 standing=landlord:55", "66");
    // Two cards would be left over.
    check_skipped("answer-and-win", "me=up hand=66227T left=9,9,6 standing=landlord:55");
    // No pair takes the lead back.
    check_skipped("answer-and-win", "me=up hand=66287 left=9,9,5 standing=landlord:55");
    check_skipped("answer-and-win", "me=up hand=66778 left=9,9,5 standing=landlord:55");

    check("enemy-one-upstream", "me=up hand=48JK left=1,9,4 standing=down:5", "K");
    // The landlord cannot cover the partner's joker.
    check("enemy-one-upstream", "me=up hand=48JD left=1,9,4 standing=down:X", "pass");
    check_skipped("enemy-one-upstream", "me=up hand=48JK left=9,9,4 standing=down:5");
    // One card beats no pair.
    check_skipped("enemy-one-upstream", "me=up hand=46779TQ left=1,9,7 standing=down:55");
    // Down plays after the landlord, so it never asks this row.
    check_not_asked("enemy-one-upstream", "me=down hand=48JK left=1,4,9 standing=landlord:5");

    // Only a bomb covers the joker, and a 4 is left to feed with.
    check("feed-partner", "me=down hand=4TQD left=9,4,1 standing=landlord:9", "D");
    check_skipped("feed-partner", "me=down hand=4TQD left=9,4,2 standing=landlord:9");
    // Nothing low would be left.
    check_skipped("feed-partner", "me=down hand=TJKD left=9,4,1 standing=landlord:9");
    // The partner's own trick needs no help.
    check_skipped("feed-partner", "me=down hand=4TQD left=9,4,1 standing=up:9");

    check("enemy-one", "me=landlord hand=48JK left=4,9,1 standing=down:5", "K");
    check("enemy-one", "me=landlord hand=48JK left=4,1,9 standing=up:5", "K");
    check_skipped("enemy-one", "me=landlord hand=48JK left=4,9,9 standing=down:5");
    check_skipped("enemy-one", "me=landlord hand=46779TQ left=7,9,1 standing=down:55");

    // A pair that fits costs nothing and saves a turn.
    check("normal", "me=up hand=3344JJ left=5,4,6 standing=landlord:99", "JJ");
    // The partner's high card is not covered, even if ours would fit well.
    check("normal", "me=down hand=3344A left=9,5,9 standing=up:K", "pass");
    // Four aces are too much for an early small straight of the landlord.
    check("normal", "me=down hand=3569JQKAAAA left=15,11,17 standing=landlord:34567", "pass");
    // Of KKK2235 both pairs answer QQ, and both are weighed. The tuned numbers decide which is better.
    let got = decide_fresh(&view("me=down hand=KKK2235 left=10,7,10 standing=landlord:QQ"), &persona("rules"), Seed(1));
    let weighed: Vec<_> = got.candidates.as_slice().iter().filter_map(|each| Some(each.play?.to_string())).collect();
    assert!(["KK", "22"].iter().all(|pair| weighed.iter().any(|play| play == pair)), "{weighed:?}");
}

#[test]
fn rows_have_names_and_the_last_is_for_everyone() {
    for table in [strategy::LEAD_ROWS, strategy::FOLLOW_ROWS] {
        for (index, row) in table.iter().enumerate() {
            let kebab = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(row.name.split('-').all(kebab), "{}", row.name);
            assert!(table[..index].iter().all(|other| other.name != row.name), "{} stands twice", row.name);
        }
        let last = table.last().unwrap();
        assert_eq!(last.scope, Scope::Everyone, "{}", last.name);
    }
}
