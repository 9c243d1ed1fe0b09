//! Few cards are left in play: every seat can answer singles, so anything else goes first.

use rules::Kind;

use super::{Ballot, Verdict};
use crate::rule_player::leads;
use crate::turn::Turn;

pub(super) fn propose(now: &Turn, ballot: &mut Ballot) -> Verdict {
    let in_play: u32 = rules::Seat::ALL.iter().map(|&seat| now.left(seat)).sum();
    if in_play > now.seat_params.few_cards as u32 {
        return Verdict::Skip;
    }
    leads::put_leads(now, ballot, |lead| lead.kind() != Kind::Single && !lead.is_bomb());
    if ballot.as_slice().is_empty() { Verdict::Skip } else { Verdict::Choose }
}
