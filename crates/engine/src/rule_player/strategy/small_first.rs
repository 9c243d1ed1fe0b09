//! The last word when leading: the combo that the hand misses least.

use super::{Ballot, Verdict};
use crate::rule_player::leads;
use crate::rule_player::situation::Situation;

pub(super) fn propose(now: &Situation, ballot: &mut Ballot) -> Verdict {
    leads::put_leads(now, ballot, |_| true);
    Verdict::Choose
}
