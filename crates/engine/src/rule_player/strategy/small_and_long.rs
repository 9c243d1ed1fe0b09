//! A small straight, chain or airplane is hard to get rid of later: it goes first.

use rules::Kind;

use super::{Ballot, Verdict};
use crate::hand::key_value;
use crate::rule_player::leads;
use crate::turn::Turn;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let long = |kind: Kind| {
        matches!(kind, Kind::Straight | Kind::PairChain | Kind::Airplane | Kind::AirplaneSingles | Kind::AirplanePairs)
    };
    leads::put_leads(now, ballot, |lead| {
        long(lead.kind()) && key_value(lead, now.rules()) < now.seat_params.small_below
    });
    if ballot.as_slice().is_empty() { Verdict::Skip } else { Verdict::Choose }
}
