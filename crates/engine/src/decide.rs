//! The pipeline from what a seat knows to what it does: forced moves, then the table of strategies under the guards,
//! then a slip for those who slip. Bids take their own short way.

use std::cell::RefCell;

use rules::{Action, Combo, Plays, Ruleset, Seat, Seed, Stage, Trick, View};

use crate::bid;
use crate::decision::{Candidates, Decider, Decision, Trace};
use crate::guard;
use crate::noise;
use crate::pace::{self, Moment};
use crate::persona::Persona;
use crate::situation::Situation;
use crate::split::TurnsMemo;
use crate::strategy::{self, Ballot, Verdict};

/// Buffers that decisions reuse, so that thinking does not allocate. Holds nothing that a decision depends on.
pub struct Scratch {
    plays: Plays,
    ballot: Ballot,
    memo: RefCell<TurnsMemo>,
}

impl Scratch {
    /// Empty buffers.
    pub fn new() -> Scratch {
        let memo = RefCell::new(TurnsMemo::new(&Ruleset::CLASSIC));
        Scratch { plays: Plays::new(), ballot: Ballot::default(), memo }
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

/// Asked out of turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is nothing to decide: the hand is at the stage {stage} and it is not this seat's turn")]
pub struct NotMyTurn {
    /// Where the hand is.
    pub stage: Stage,
}

/// The streams of a hand's seed. Numbers are never used again for another purpose.
const CHOICE_STREAM: u64 = 1;
const PACE_STREAM: u64 = 2;
const BID_STREAM: u64 = 3;

/// What `persona` does in `view`, when it is its turn. `hand_seed` stays the same for all turns of a hand; the turn is
/// read from the view. The same view, persona and seed give the same decision.
///
/// ```
/// use engine::{decide, Persona, Scratch};
/// use rules::{Seed, View};
/// let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse()?;
/// let rules = Persona::named("rules").expect("a built-in row");
/// let decision = decide(&view, &rules, Seed(1), &mut Scratch::new())?;
/// assert_eq!((decision.reason, decision.play().map(|play| play.to_string())), ("normal", Some("JJ".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decide(view: &View, persona: &Persona, hand_seed: Seed, scratch: &mut Scratch) -> Result<Decision, NotMyTurn> {
    let stage = view.board().stage();
    if !view.is_my_turn() {
        return Err(NotMyTurn { stage });
    }
    Ok(match (stage, view.seat()) {
        (Stage::Play, Some(me)) => play(view, persona, me, hand_seed, scratch),
        _ => speak(view, persona, hand_seed),
    })
}

/// The number of a turn within its hand, the same with and without a history.
fn turn_number(view: &View) -> u32 {
    let played: u32 = Seat::ALL.iter().map(|&seat| view.course().left(seat)).sum();
    (54 - played) * 4 + u32::from(view.course().passes())
}

fn speak(view: &View, persona: &Persona, hand_seed: Seed) -> Decision {
    let said = view.log().len() as u64;
    let rng = hand_seed.stream(BID_STREAM).stream(said).rng();
    let (action, strength, reason, why) = bid::decide(view, persona, rng);
    let moment = Moment {
        seed: hand_seed.stream(PACE_STREAM),
        turn: 0,
        candidates: &[],
        tense: (300..700).contains(&strength.rank),
        clock_ms: None,
    };
    Decision {
        action,
        reason,
        why,
        decider: Decider::Rules,
        candidates: Candidates::NONE,
        trace: Trace {
            seat: view.seat(),
            hand: view.hand(),
            silent: 0,
            win_path: None,
            held_back: None,
            strength: Some(strength),
        },
        think_ms: pace::think_ms(persona.nature(), &moment),
    }
}

fn play(view: &View, persona: &Persona, me: Seat, hand_seed: Seed, scratch: &mut Scratch) -> Decision {
    let Scratch { plays, ballot, memo } = scratch;
    if memo.get_mut().rules() != view.rules() {
        *memo = RefCell::new(TurnsMemo::new(view.rules()));
    }
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    let turn = turn_number(view);
    let mut trace =
        Trace { seat: Some(me), hand: view.hand(), silent: 0, win_path: None, held_back: None, strength: None };
    let mut candidates = Candidates::NONE;
    let finish = |play: Option<Combo>, (reason, why), decider, candidates: Candidates, trace| {
        let moment = Moment {
            seed: hand_seed.stream(PACE_STREAM),
            turn,
            candidates: candidates.as_slice(),
            tense: Seat::ALL.iter().any(|&seat| view.course().left(seat) <= 3),
            clock_ms: None,
        };
        let think_ms = pace::think_ms(persona.nature(), &moment);
        Decision { action: Action::Play(play), reason, why, decider, candidates, trace, think_ms }
    };
    if plays.is_empty() || (plays.len() == 1 && view.trick() == Trick::Lead) {
        let forced = ("forced", "There is nothing else to do.");
        return finish(plays.first().copied(), forced, Decider::Forced, candidates, trace);
    }
    let now = Situation::new(view, persona, me, plays, memo);
    for (silent, row) in strategy::rows(view.trick(), me).enumerate() {
        ballot.clear();
        let mut verdict = (row.propose)(&now, ballot);
        if verdict == Verdict::Silent {
            continue;
        }
        ballot.retain(|candidate| match guard::broken(&now, candidate.play) {
            None => true,
            Some(guard) => {
                trace.held_back = Some((guard.name, guard.why));
                false
            }
        });
        if ballot.as_slice().is_empty() {
            continue;
        }
        ballot.as_slice().iter().for_each(|&candidate| candidates.offer(candidate));
        let noise = if verdict == Verdict::Choose { persona.nature().noise } else { 0 };
        let mut rng = hand_seed.stream(CHOICE_STREAM).stream(u64::from(turn)).rng();
        let chosen = noise::choose(ballot.as_slice(), noise, &mut rng).expect("the ballot is not empty");
        if let Verdict::Win(path) = &mut verdict {
            trace.win_path = (path.first().copied() == chosen.play).then_some(*path);
        }
        trace.silent = silent;
        return finish(chosen.play, (row.name, row.why), Decider::Rules, candidates, trace);
    }
    // Every row broke a guard: the mildest way out is any play that breaks none, else the first play there is.
    let passes = (view.trick() != Trick::Lead).then_some(None);
    let mut all = plays.iter().copied().map(Some).chain(passes);
    let play = all.clone().find(|&play| guard::broken(&now, play).is_none()).or_else(|| all.next()).flatten();
    finish(play, ("guarded", "Everything else would be a blunder."), Decider::Rules, candidates, trace)
}
