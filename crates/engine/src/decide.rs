//! The pipeline from what a seat knows to what it does.

use rules::{Action, Plays, Seed, Stage, Trick, View};

use crate::decision::{Candidates, Decider, Decision, Trace};
use crate::persona::Persona;

/// Buffers that decisions reuse, so that thinking does not allocate. Holds nothing that a decision depends on.
#[derive(Default)]
pub struct Scratch {
    plays: Plays,
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
pub fn decide(view: &View, _persona: &Persona, seed: Seed, scratch: &mut Scratch) -> Result<Decision, NotMyTurn> {
    let stage = view.board().stage();
    if !view.is_my_turn() {
        return Err(NotMyTurn { stage });
    }
    let mut rng = seed.rng();
    let action = match stage {
        Stage::Auction => {
            let options: Vec<_> = view.board().bidding().options().collect();
            Action::Call(*rng.pick(&options).expect("a pass is always possible"))
        }
        Stage::Doubling => Action::Raise(rules::Raise::Plain),
        Stage::Showing => Action::Show(false),
        _ => {
            let plays = scratch.plays.fill(view.rules(), view.hand(), view.trick());
            match view.trick() {
                Trick::Lead => Action::Play(
                    plays.iter().copied().max_by_key(|combo| (combo.len(), std::cmp::Reverse(combo.key()))),
                ),
                Trick::Follow(_) => Action::Play(plays.first().copied()),
            }
        }
    };
    Ok(Decision {
        action,
        reason: "draft",
        why: "A draft.",
        decider: Decider::Rules,
        candidates: Candidates::NONE,
        trace: Trace { seat: view.seat(), hand: view.hand(), silent: &[], win_path: None },
        think_ms: 1000,
    })
}
