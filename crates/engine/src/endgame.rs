//! Endgames with open hands, exactly.
mod category;
mod key;
mod meter;
mod search;
mod table;
mod turns;
mod dominance;

pub use meter::{Limits, Stopped};
pub use table::{TABLE_BYTES_MAX, Table};

use rules::{Combo, Hand, Ruleset, Trick};

/// temp
pub fn quick(rules: &Ruleset, mover: Hand, other: Hand, all: bool, table: &Table) -> (bool, Vec<(Combo, bool)>, u64) {
    let mut halt = || false;
    let mut search = search::Search::new(rules, table, meter::Meter::new(Limits::NONE, &mut halt));
    let wins = search.wins(mover, other, Trick::Lead).expect("no limit");
    let mut moves = vec![];
    if all {
        rules.each_lead(mover, |combo| {
            let rest = mover.minus(combo.cards()).expect("held");
            let w = search.wins_after(rest, other, combo).expect("no limit");
            moves.push((combo, w));
        });
    }
    (wins, moves, search.nodes())
}
