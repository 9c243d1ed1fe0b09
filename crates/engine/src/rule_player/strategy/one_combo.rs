//! The whole hand is one combo that may be played: play it and win.

use super::{Ballot, Verdict};
use crate::rule_player::situation::Situation;

pub(super) fn propose(now: &Situation, ballot: &mut Ballot) -> Verdict {
    match now.plays.iter().find(|play| play.cards() == now.hand) {
        Some(&play) => {
            ballot.put(Some(play), 0);
            Verdict::Settle
        }
        None => Verdict::Skip,
    }
}
