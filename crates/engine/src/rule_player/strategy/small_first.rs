//! The last word when leading: the combo that the hand misses least.

use super::{Ballot, Verdict};
use crate::rule_player::leads;
use crate::turn::Turn;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    leads::put_leads(now, ballot, |_| true);
    Verdict::Choose
}
