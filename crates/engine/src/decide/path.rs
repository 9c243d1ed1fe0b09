//! Winning orders for players that search or whose plays the nets choose: nets judge one play at a time and see no order behind it.

use rules::Combo;

use super::Choice;
use crate::decision::{Candidate, Candidates, Decider, Trace};
use crate::rule_player::guard;
use crate::rule_player::situation::Situation;
use crate::rule_player::strategy::{self, Ballot, Verdict};

/// What a winning order says to a choice.
pub(super) enum Word {
    /// There is none, or its first play breaks a guard.
    None,
    /// It is nearly sure. It does not decide: it counts deals evenly, and the net, which knows better who holds a bomb, wins more by its
    /// own choice (`docs/develop/search.md`). But a search may try its first play.
    Offers(Combo),
    /// It holds in every deal, and is the choice now.
    Decides,
}

/// Looks for a winning order where the net chose, and puts its first play in the place of the choice where it holds in every deal. An order
/// that the strategies found decides: rollouts would only doubt it.
pub(super) fn ask(now: &Situation, by_net: bool, choice: &mut Choice, ballot: &mut Ballot, trace: &mut Trace) -> Word {
    let row = strategy::path_row(now.trick);
    if !by_net {
        return if choice.reason.0 == row.name { Word::Decides } else { Word::None };
    }
    ballot.clear();
    let Verdict::Win(path) = (row.propose)(now, ballot) else { return Word::None };
    let first = path.first().copied().filter(|&first| guard::broken(now, Some(first)).is_none());
    let Some(first) = first else { return Word::None };
    if !strategy::is_sure(now, &path) {
        return Word::Offers(first);
    }
    let mut candidates = Candidates::NONE;
    candidates.offer(Candidate { play: Some(first), value: 1000 });
    let (reason, decider) = ((row.name, row.why), Decider::Rules);
    *choice = Choice { play: Some(first), reason, decider, candidates, win_chance: Some(1000) };
    trace.win_path = Some(path);
    Word::Decides
}
