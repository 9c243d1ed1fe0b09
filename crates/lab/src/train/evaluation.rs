//! The strength of the current nets: a match against fixed players, always on the same deals.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use engine::Persona;
use engine::net::Weights;
use rules::{Ruleset, Seed};

use super::Args;
use crate::match_runner::game::Setup;
use crate::match_runner::player::{Gives, Ours, Player, PlayerKind, Roster};
use crate::match_runner::{MatchRunner, ProgramOptions};
use crate::report::tally::Tally;

/// The opponents of the evaluation.
pub(super) const OPPONENTS: [&str; 3] = ["rules", "greedy", "net"];
const DEALS: u64 = 1000;

/// The nets' results against each opponent, both sides together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CurvePoint {
    /// Finished rounds.
    pub(super) round: u64,
    /// The share of wins, and the points a deal.
    pub(super) results: [[f32; 2]; OPPONENTS.len()],
}

/// The ruleset of the evaluation: bombs alone double, as the nets have learned it.
fn bombs_alone(rules: &Ruleset) -> Ruleset {
    [("spring", "1"), ("anti-spring", "1")]
        .into_iter()
        .fold(*rules, |rules, (point, value)| rules.with(point, value).expect("every ruleset may count no spring"))
}

/// Evaluates `weights`; `None` when it was interrupted.
pub(super) fn evaluate(
    weights: &Weights,
    args: &Args,
    round: u64,
    threads: usize,
    stop: &AtomicBool,
) -> anyhow::Result<Option<CurvePoint>> {
    let persona = Persona::named("net").expect("a built-in row").with_objective(args.objective.objective());
    let ours = Ours { persona, budget_ms: None, weights: Some(weights.clone()), cases: None, gives: Gives::Best };
    let mut results = [[0.0; 2]; OPPONENTS.len()];
    for (name, result) in OPPONENTS.iter().zip(&mut results) {
        // As many deals of each ruleset.
        let deals = (DEALS / args.rulesets.len() as u64).max(1);
        let mut tally = Tally::default();
        for rules in &args.rulesets {
            let net = Player::of("net", PlayerKind::Ours(Box::new(ours.clone())));
            let runner = MatchRunner {
                players: [net, Roster::default().player(name)?],
                setup: Setup { rules: bombs_alone(rules), auction: false, b_assumes: None, seed: Seed(1) },
                deals,
                record: false,
                swapped: true,
                programs: ProgramOptions::default(),
            };
            runner.run(threads, stop, |pair| {
                tally.add(pair);
                ControlFlow::Continue(())
            })?;
        }
        match tally.share().zip(tally.points().estimate()) {
            Some((share, points)) if tally.deals() == deals * args.rulesets.len() as u64 => {
                *result = [share.value, points.value].map(|value| value as f32);
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(CurvePoint { round, results }))
}
