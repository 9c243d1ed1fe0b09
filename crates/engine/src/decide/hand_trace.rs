//! The trace of a hand: its split, with estimates. No decision needs it, so it is computed on request.

use rules::{Hand, Ruleset, Seat, Stage, View};

use super::stage::Scratch;
use crate::decision::Decision;
use crate::hand::eval::{self, Context, Matrix};
use crate::hand::split::plans::{FEWEST_SINGLES, MATRIX_SPLITTER, RULE_WITH_KICKERS, TURN_SPLITTER, WILD_SPLITTER};
use crate::hand::split::{Plan, plans};
use crate::opponents::habits::Habits;
use crate::persona::{Persona, Splitter};
use crate::turn::Turn;
use crate::turn_facts::TurnFacts;
use crate::wild_player::wild_split;

/// The split of a hand at a turn, with estimates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandTrace {
    /// The split of the hand now, and its measures.
    pub plan: Plan,
    /// The estimated deals of 1,000 in which an enemy covers each combo of the split; ordinary bombs count only on a bomb. Empty if ranks are
    /// wild.
    pub parts_covered: Vec<i32>,
    /// The same estimate for each of the decision's candidates; `None` for a pass. Empty if ranks are wild.
    pub candidates_covered: Vec<Option<i32>>,
}

/// Returns the trace of the hand at a turn for which `persona` made `decision`. `None` outside the seat's turn to play.
///
/// ```
/// use engine::{Habits, Persona, Scratch, decide, hand_trace};
/// use rules::{Seed, View};
/// let view: View = "me=landlord hand=3334489 left=7,1,9".parse()?;
/// let (rules, mut scratch) = (Persona::named("rules").expect("a built-in row"), Scratch::new());
/// let decision = decide(&view, &rules, Seed(1), &mut scratch)?;
/// let trace = hand_trace(&view, &rules, &[Habits::default(); 3], &decision, &mut scratch).expect("a turn to play");
/// let parts: Vec<String> = trace.plan.parts.iter().map(|part| format!("{part:#}")).collect();
/// assert_eq!((trace.plan.splitter, parts.join(" ")), ("fewest-singles", "333+8 44 9".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hand_trace(
    view: &View,
    persona: &Persona,
    habits: &[Habits; 3],
    decision: &Decision,
    scratch: &mut Scratch,
) -> Option<HandTrace> {
    let turn = TurnFacts::of(view).filter(|_| view.is_my_turn() && view.board().stage() == Stage::Play)?;
    let rules = turn.rules();
    if rules.has_wild_ranks() {
        let plan = wild_plan(turn.hand, rules);
        return Some(HandTrace { plan, parts_covered: Vec::new(), candidates_covered: Vec::new() });
    }
    let Scratch { plays, turns, .. } = scratch;
    let plays = plays.fill(rules, turn.hand, turn.trick);
    let now = Turn::with_habits(turn, persona, habits, plays, turns.for_rules(rules));
    let parts = *now.usual_split();
    let splitter = match persona.splitter() {
        _ if now.enemy_holds(1) => FEWEST_SINGLES,
        Splitter::Rule => RULE_WITH_KICKERS,
        Splitter::Turns => TURN_SPLITTER,
        Splitter::Matrix => MATRIX_SPLITTER,
    };
    let candidates = decision.candidates.as_slice().iter();
    let plan = Plan {
        points: now.judge.points_of_each(&parts),
        hand_points: now.judge.points(&parts),
        ..Plan::of(splitter, &parts, rules, true)
    };
    Some(HandTrace {
        plan,
        parts_covered: parts.iter().map(|&part| now.odds_inferred(part)).collect(),
        candidates_covered: candidates.map(|candidate| candidate.play.map(|play| now.odds_inferred(play))).collect(),
    })
}

/// Returns the plans of a hand: see [`plans()`]. With wild ranks there is only that of the player of wild ranks.
///
/// # Panics
/// Possibly when `hand` has more cards than a seat ever holds.
pub fn hand_plans(hand: Hand, rules: &Ruleset) -> Vec<Plan> {
    if rules.has_wild_ranks() { vec![wild_plan(hand, rules)] } else { plans(hand, rules) }
}

fn wild_plan(hand: Hand, rules: &Ruleset) -> Plan {
    let split = wild_split(hand, rules);
    Plan {
        splitter: WILD_SPLITTER,
        points: Vec::new(),
        hand_points: split.points,
        weight: eval::turn_weight(&split.parts),
        mean: eval::mean_weight(&split.parts, &Matrix::DEFAULT, &Context::opening(Seat::Landlord)),
        parts: split.parts,
        is_taken: true,
    }
}
