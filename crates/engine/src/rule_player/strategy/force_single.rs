//! An enemy holds two cards, likely a pair; an unbeatable single makes him break it.

use rules::Kind;

use super::{Ballot, Verdict};
use crate::rule_player::leads;
use crate::turn::Turn;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    if !now.enemy_holds(2) {
        return Verdict::Skip;
    }
    let parts = leads::usual_split(now);
    let single = parts.iter().find(|part| part.kind() == Kind::Single && now.is_unbeatable(**part));
    let rest_is_pairs = parts.iter().filter(|part| part.kind() != Kind::Pair).count() == 1;
    match single {
        Some(&single) if rest_is_pairs => {
            ballot.put(Some(single), 0);
            Verdict::Settle
        }
        _ => Verdict::Skip,
    }
}
