//! Reviews of plays as answers.

use engine::explain::Contrast;
use engine::words::Lang;
use engine::{Cost, Decision};
use wire::v1;

use super::inbound::Position;
use super::outbound::{self, AnswerMeta, Wants};
use super::reasons;

/// Comparison of a play with the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The same.
    Best,
    /// About as good.
    Good,
    /// A little worse.
    Inaccurate,
    /// Clearly worse.
    Mistake,
}

/// The opinion of a bot on a play.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// Its comparison.
    pub verdict: Verdict,
    /// The same in a sentence.
    pub comment: String,
    /// The facts of the sentence.
    pub contrast: Contrast,
    /// The value that it loses against the best, where something says it.
    pub cost: Option<Cost>,
}

/// The answer.
pub fn to_review(
    position: &Position,
    decision: &Decision,
    opinion: Opinion,
    wants: Wants,
    language: Lang,
    meta: &AnswerMeta,
) -> v1::ReviewPlayResponse {
    let weighed = decision.candidates.as_slice();
    let value = |cost: Cost| weighed.first().filter(|_| cost.unit == decision.unit).map(|best| best.value - cost.lost);
    let value = opinion.cost.and_then(value);
    let better = weighed.iter().filter(|candidate| value.is_some_and(|value| candidate.value > value));
    let verdict = match opinion.verdict {
        Verdict::Best => v1::Verdict::Best,
        Verdict::Good => v1::Verdict::Good,
        Verdict::Inaccurate => v1::Verdict::Inaccurate,
        Verdict::Mistake => v1::Verdict::Mistake,
    };
    let [fault, merit] =
        [&opinion.contrast.made, &opinion.contrast.better].map(|reason| reasons::to_said(language, reason));
    v1::ReviewPlayResponse {
        verdict: verdict as i32,
        comment: opinion.comment,
        value_lost: opinion.cost.map(|Cost { unit, lost }| outbound::value(unit, unit.told_difference(lost))),
        better: better
            .map(|candidate| outbound::alternative(&position.view, &position.hand, candidate, decision.unit))
            .collect(),
        fault,
        merit,
        best: Some(outbound::said_in(language, outbound::decision(position, decision, wants, meta))),
    }
}
