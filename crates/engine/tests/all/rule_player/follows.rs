//! Every row of the following table: a position that it settles, and a similar one in which it is asked and skipped. Also the lists
//! themselves.

use engine::rule_player::strategy::{self, Scope};

use super::rows::{check, check_skipped};
use crate::game::view;

/// Checks that this seat never asks `row`.
fn check_unasked(row: &str, line: &str) {
    let view = view(line);
    assert!(strategy::rows(view.trick(), view.seat().unwrap(), false).all(|each| each.name != row), "{line}");
}

#[test]
fn one_combo() {
    check("one-combo", "me=up hand=KK left=9,9,2 standing=landlord:QQ", "KK");
    // Winning comes before sparing the partner.
    check("one-combo", "me=up hand=KK left=9,1,2 standing=down:QQ", "KK");
    check_skipped("one-combo", "me=up hand=KK3 left=9,9,3 standing=landlord:QQ");
}

#[test]
fn answer_and_win() {
    // 66 first: if it is covered, 22 takes the lead back, and the 7 goes last.
    check("answer-and-win", "me=up hand=66227 left=9,9,5 standing=landlord:55", "66");
    // Two cards too many.
    check_skipped("answer-and-win", "me=up hand=66227T left=9,9,6 standing=landlord:55");
    // Nothing takes the lead back.
    check_skipped("answer-and-win", "me=up hand=66778 left=9,9,5 standing=landlord:55");
}

#[test]
fn enemy_one_upstream() {
    check("enemy-one-upstream", "me=up hand=48JK left=1,9,4 standing=down:5", "K");
    // The landlord can hardly cover the partner's joker.
    check("enemy-one-upstream", "me=up hand=48JD left=1,9,4 standing=down:X", "pass");
    check_skipped("enemy-one-upstream", "me=up hand=48JK left=9,9,4 standing=down:5");
    // One card beats no pair.
    check_skipped("enemy-one-upstream", "me=up hand=46779TQ left=1,9,7 standing=down:55");
    // Down plays after the landlord, so it never asks this row.
    check_unasked("enemy-one-upstream", "me=down hand=48JK left=1,4,9 standing=landlord:5");
}

#[test]
fn feed_partner() {
    // The joker certainly takes the lead, and a 4 is left to feed with.
    check("feed-partner", "me=down hand=4TQD left=9,4,1 standing=landlord:9", "D");
    check_skipped("feed-partner", "me=down hand=4TQD left=9,4,2 standing=landlord:9");
    // Nothing low would be left.
    check_skipped("feed-partner", "me=down hand=TJKD left=9,4,1 standing=landlord:9");
    // The partner's own trick needs no help.
    check_skipped("feed-partner", "me=down hand=4TQD left=9,4,1 standing=up:9");
}

#[test]
fn enemy_one() {
    check("enemy-one", "me=landlord hand=48JK left=4,9,1 standing=down:5", "K");
    check("enemy-one", "me=landlord hand=48JK left=4,1,9 standing=up:5", "K");
    check_skipped("enemy-one", "me=landlord hand=48JK left=4,9,9 standing=down:5");
    check_skipped("enemy-one", "me=landlord hand=46779TQ left=7,9,1 standing=down:55");
}

#[test]
fn normal() {
    // A pair that fits costs nothing and saves a turn.
    check("normal", "me=up hand=3344JJ left=5,4,6 standing=landlord:99", "JJ");
    // The partner's high card is not covered, even if ours would fit well.
    check("normal", "me=down hand=3344A left=9,5,9 standing=up:K", "pass");
    // Four aces are too much for an early small straight of the landlord.
    check("normal", "me=down hand=3569JQKAAAA left=15,11,17 standing=landlord:34567", "pass");
    // In the next position the row before `normal` settles the turn.
    check("enemy-one", "me=landlord hand=48JK left=4,9,1 standing=down:5", "K");
}

#[test]
fn rows_have_names_and_the_last_is_for_everyone() {
    for table in [strategy::LEADING, strategy::FOLLOWING] {
        for (index, row) in table.iter().enumerate() {
            let kebab = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(row.name.split('-').all(kebab), "{}", row.name);
            assert!(table[..index].iter().all(|other| other.name != row.name), "{} stands twice", row.name);
        }
        let last = table.last().unwrap();
        assert_eq!(last.scope, Scope::Everyone, "{}", last.name);
    }
}
