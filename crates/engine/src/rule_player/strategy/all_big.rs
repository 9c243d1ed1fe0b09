//! One small combo, the rest big: the big ones first, the small one last.

use super::{Ballot, Verdict};
use crate::rule_player::leads;
use crate::turn::Turn;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let parts = leads::usual_split(now);
    let small = parts.iter().filter(|&&part| !now.is_big(part)).count();
    if small > 1 || parts.len() < 2 {
        return Verdict::Skip;
    }
    for &part in parts.iter().filter(|&&part| now.is_big(part)) {
        // Bombs win any trick: they wait until the last big combo has been played.
        let waits = if part.is_bomb() { 2000 } else { 0 };
        let value = if now.persona.is_published() { leads::value(now, part) } else { -now.odds_covered(part) };
        ballot.put(Some(part), value - waits);
    }
    Verdict::Settle
}
