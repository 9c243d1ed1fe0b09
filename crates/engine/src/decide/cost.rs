//! The cost of an action, for reviews.

use rules::{Action, Call, View};

use super::stage::Scratch;
use crate::decision::{Decision, Unit};
use crate::net::SCORE_ONE;
use crate::persona::Persona;
use crate::turn_facts::TurnFacts;

/// The value that an action loses against the decided one. A weighed play is compared with the best weighed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The unit of the value.
    pub unit: Unit,
    /// The value; 0 if nothing is lost.
    pub lost: i32,
}

/// The wins in 1,000 deals at even chances.
const EVEN_WINS: i32 = 500;

/// Returns the cost of `made`, a legal action in `view`, compared with `decision`, which `persona` made there. The decided action costs 0,
/// even if it was a slip. `None` if the cost is not known, for example for other cards that are passed on.
///
/// A wrong choice between a call and a pass costs the score that a landlord with such a hand wins or loses: without the seat the score counts
/// as 0. A wrong doubling costs the score that the nets expect, times the difference of the factors.
///
/// ```
/// use engine::{Limits, Persona, Scratch, cost, decide};
/// use rules::{Action, Call, Seed, View};
/// let weak: View = "me=first hand=34456678899TTJQKA calls=".parse()?;
/// let (net, mut scratch) = (Persona::named("net").expect("a built-in row"), Scratch::new());
/// let decision = decide(&weak, &net, Seed(1), &mut scratch)?;
/// let wins = decision.trace.strength.expect("a call has a strength").wins;
/// let cost = cost(&weak, &net, Action::Call(Call::Score(3)), &decision, &mut scratch).expect("calls have a cost");
/// assert_eq!(cost.lost, 500 - wins);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cost(view: &View, persona: &Persona, made: Action, decision: &Decision, scratch: &mut Scratch) -> Option<Cost> {
    let of_play = |lost| Cost { unit: decision.unit, lost };
    match (made, decision.action) {
        (made, decided) if made == decided => Some(of_play(0)),
        (Action::Play(made), Action::Play(better)) => {
            let weighed = decision.candidates.as_slice();
            let value = weighed.iter().find(|candidate| candidate.play == made).map(|candidate| candidate.value);
            if let Some((best, value)) = weighed.first().map(|best| best.value).zip(value) {
                return Some(of_play((best - value).max(0)));
            }
            let turn = TurnFacts::of(view).filter(|turn| persona.params().net && turn.nets_judge)?;
            let objective = persona.objective_in(turn.profile);
            let lost = scratch.buffers.nets.value_lost(&turn, objective, [made, better]);
            Some(Cost { unit: Unit::of(objective), lost })
        }
        (Action::Call(made), Action::Call(better)) => {
            let ahead = decision.trace.strength?.wins - EVEN_WINS;
            let lost = i32::from(wants_seat(better)) - i32::from(wants_seat(made));
            Some(Cost { unit: Unit::Score, lost: (lost * ahead).max(0) })
        }
        (Action::Raise(made), Action::Raise(better)) => {
            let expected = decision.trace.expected?;
            let factors = i32::from(better.factor()) - i32::from(made.factor());
            Some(Cost { unit: Unit::Score, lost: (factors * expected / (SCORE_ONE / EVEN_WINS)).max(0) })
        }
        _ => None,
    }
}

fn wants_seat(call: Call) -> bool {
    !matches!(call, Call::Pass | Call::Score(0))
}

#[cfg(test)]
mod tests {
    use rules::Seed;

    use super::*;
    use crate::decide;

    fn decide_and_cost(view: &str, made: impl Fn(&View) -> Action) -> (Decision, Option<Cost>) {
        let view: View = view.parse().unwrap();
        let (net, mut scratch) = (Persona::named("net").unwrap(), Scratch::new());
        let decision = decide(&view, &net, Seed(1), &mut scratch).unwrap();
        let cost = cost(&view, &net, made(&view), &decision, &mut scratch);
        (decision, cost)
    }

    fn play(text: &'static str) -> impl Fn(&View) -> Action {
        move |view| Action::Play(view.rules().read_play(text, view.trick()).unwrap())
    }

    /// Twenty cards with more leads than a decision reports.
    const LANDLORD_VIEW: &str = "me=landlord hand=3455566778899TJQQKA2 bottom=345";

    #[test]
    fn every_legal_play_has_a_cost_and_the_decided_one_costs_nothing() {
        let (decision, _) = decide_and_cost(LANDLORD_VIEW, play("3"));
        let view: View = LANDLORD_VIEW.parse().unwrap();
        let mut plays = rules::Plays::new();
        let mut unweighed = 0;
        for combo in plays.fill(view.rules(), view.hand(), view.trick()) {
            let (made, mut scratch) = (Action::Play(Some(*combo)), Scratch::new());
            let net = Persona::named("net").unwrap();
            let cost = cost(&view, &net, made, &decision, &mut scratch).unwrap();
            assert!(cost.lost >= 0 && (made != decision.action || cost.lost == 0), "{combo}: {cost:?}");
            unweighed += usize::from(decision.candidates.as_slice().iter().all(|each| each.play != Some(*combo)));
        }
        assert!(unweighed > 20, "{unweighed} plays were not weighed");
    }

    #[test]
    fn splitting_the_rocket_costs_much_and_going_out_costs_nothing() {
        let (_, split) = decide_and_cost("me=landlord hand=3445566789TJQKAA22XD bottom=345", play("D"));
        let split = split.unwrap();
        assert!(split.unit == Unit::Score && split.lost > 100, "{split:?}");
        let last = "me=down hand=34567 left=9,5,7 played=55566677789/TJJJQQQQKKKK/AAAA2222XD";
        let (_, stays) = decide_and_cost(last, play("3"));
        assert!(stays.is_some_and(|cost| cost.lost > 100), "{stays:?}");
        let (_, out) = decide_and_cost(last, play("34567"));
        assert_eq!(out.unwrap().lost, 0);
    }

    #[test]
    fn passing_a_strong_hand_costs_stakes_and_a_lower_call_nothing() {
        let strong = "me=first hand=3456789TJQKA222XD calls=";
        let (decision, pass) = decide_and_cost(strong, |_| Action::Call(Call::Pass));
        let wins = decision.trace.strength.unwrap().wins;
        assert_eq!(pass, Some(Cost { unit: Unit::Score, lost: wins - EVEN_WINS }));
        assert!(wins > 600, "{wins}");
        let (_, lower) = decide_and_cost(strong, |_| Action::Call(Call::Score(1)));
        assert_eq!(lower, Some(Cost { unit: Unit::Score, lost: 0 }));
    }

    #[test]
    fn a_doubling_costs_the_score_that_is_expected() {
        let weak = "rules=classic,doubling=super me=first hand=33344567899TTJJQQKKA calls=3 bottom=334";
        let (decision, doubled) = decide_and_cost(weak, |_| Action::Raise(rules::Raise::Super));
        let expected = decision.trace.expected.expect("the nets know it");
        assert!(expected < 0, "{expected}");
        assert_eq!(doubled, Some(Cost { unit: Unit::Score, lost: -3 * expected / (SCORE_ONE / EVEN_WINS) }));
    }
}
