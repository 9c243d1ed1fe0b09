//! The whole hand is one combo that may be played: play it and win.

use super::{Ballot, Verdict};
use crate::turn::Turn;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    match now.plays.iter().find(|play| play.cards() == now.hand) {
        Some(&play) => {
            ballot.put(Some(play), 0);
            Verdict::GoOut
        }
        None => Verdict::Skip,
    }
}
