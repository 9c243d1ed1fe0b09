//! One row of the strategies at a time: it settles a position, or it is asked and skipped.

use engine::rule_player::strategy;
use rules::Seed;

use crate::game::{fresh, persona, text, view};

/// Checks that `row` settles `line` by playing `play`.
#[track_caller]
pub(crate) fn check(row: &str, line: &str, play: &str) {
    let decision = fresh(&view(line), &persona("rules"), Seed(1));
    assert_eq!((decision.reason, text(&decision).as_str()), (row, play), "{line}");
}

/// Checks that `row` is asked in `line` and skipped: a row after it settles.
#[track_caller]
pub(crate) fn check_skipped(row: &str, line: &str) {
    let view = view(line);
    let decision = fresh(&view, &persona("rules"), Seed(1));
    let seat = view.seat().unwrap();
    let asked = strategy::rows(view.trick(), seat, false).position(|each| each.name == row);
    let asked = asked.unwrap_or_else(|| panic!("{seat} never asks {row}"));
    assert!(decision.trace.rows_skipped > asked, "{line}: {} settled with {}", decision.reason, text(&decision));
}
