//! The pipeline from what a seat knows to what it does.

use rules::{Action, Call, Combo, Plays, Seat, Seed, Stage, Trick, View};

use crate::decision::{Candidates, Decider, Decision, Trace};
use crate::persona::Persona;
use crate::situation::Situation;
use crate::strategy::{self, Ballot, Verdict};

/// Buffers that decisions reuse, so that thinking does not allocate. Holds nothing that a decision depends on.
#[derive(Default)]
pub struct Scratch {
    plays: Plays,
    ballot: Ballot,
}

impl Scratch {
    /// Empty buffers.
    pub fn new() -> Scratch {
        Scratch::default()
    }
}

/// Asked out of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to decide: the hand is at the stage {stage} and it is not this seat's turn")]
pub struct NotMyTurn {
    /// Where the hand is.
    pub stage: Stage,
}

/// What `persona` does in `view`, when it is its turn. The same view, persona and seed give the same decision.
pub fn decide(view: &View, persona: &Persona, seed: Seed, scratch: &mut Scratch) -> Result<Decision, NotMyTurn> {
    let stage = view.board().stage();
    if !view.is_my_turn() {
        return Err(NotMyTurn { stage });
    }
    Ok(match stage {
        Stage::Auction => said(view, Action::Call(Call::Pass)),
        Stage::Doubling => said(view, Action::Raise(rules::Raise::Plain)),
        Stage::Showing => said(view, Action::Show(false)),
        _ => play(view, persona, view.seat().expect("a hand is played by seats"), seed, scratch),
    })
}

fn said(view: &View, action: Action) -> Decision {
    Decision {
        action,
        reason: "draft",
        why: "A draft.",
        decider: Decider::Rules,
        candidates: Candidates::NONE,
        trace: Trace { seat: view.seat(), hand: view.hand(), silent: 0, win_path: None },
        think_ms: 1000,
    }
}

fn play(view: &View, persona: &Persona, me: Seat, _seed: Seed, scratch: &mut Scratch) -> Decision {
    let Scratch { plays, ballot } = scratch;
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    let mut trace = Trace { seat: Some(me), hand: view.hand(), silent: 0, win_path: None };
    let decided = |play: Option<Combo>, reason, why, decider, candidates, trace| Decision {
        action: Action::Play(play),
        reason,
        why,
        decider,
        candidates,
        trace,
        think_ms: 1000,
    };
    if plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead) {
        let why = "There is nothing else to do.";
        return decided(plays.first().copied(), "forced", why, Decider::Forced, Candidates::NONE, trace);
    }
    let now = Situation::new(view, persona, me, plays);
    for (silent, row) in strategy::rows(view.trick(), me).enumerate() {
        ballot.clear();
        let verdict = (row.propose)(&now, ballot);
        if verdict == Verdict::Silent {
            continue;
        }
        let best = ballot.best().expect("a row that speaks puts a play on the ballot");
        let mut candidates = Candidates::NONE;
        ballot.as_slice().iter().for_each(|&candidate| candidates.offer(candidate));
        trace.silent = silent;
        let mut play = best.play;
        if let Verdict::Win(path) = verdict {
            play = path.first().copied();
            trace.win_path = Some(path);
        }
        return decided(play, row.name, row.why, Decider::Rules, candidates, trace);
    }
    unreachable!("the last row of each table speaks in every situation")
}
