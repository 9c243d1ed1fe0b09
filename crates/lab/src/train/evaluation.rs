//! The strength of the current nets: a match against fixed players, always on the same deals.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use engine::Persona;
use engine::net::Weights;
use rules::{Ruleset, Seed};

use crate::match_runner::game::Setup;
use crate::match_runner::player::{Ours, Player, PlayerKind, Roster};
use crate::match_runner::{MatchRunner, ProgramOptions};
use crate::report::tally::Tally;

/// The opponents of the evaluation.
pub(super) const OPPONENTS: [&str; 2] = ["rules", "greedy"];
const DEALS: u64 = 1000;

/// The nets' share against each opponent, both sides together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CurvePoint {
    /// Finished rounds.
    pub(super) round: u64,
    pub(super) shares: [f32; OPPONENTS.len()],
}

/// Evaluates `weights`; `None` when it was interrupted.
pub(super) fn evaluate(
    weights: &Weights,
    round: u64,
    threads: usize,
    stop: &AtomicBool,
) -> anyhow::Result<Option<CurvePoint>> {
    let persona = Persona::named("net").expect("a built-in row");
    let ours = Ours { persona, budget_ms: None, weights: Some(weights.clone()), cases: None };
    let mut shares = [0.0; OPPONENTS.len()];
    for (name, share) in OPPONENTS.iter().zip(&mut shares) {
        let net = Player::of("net", PlayerKind::Ours(Box::new(ours.clone())));
        let runner = MatchRunner {
            players: [net, Roster::default().player(name)?],
            setup: Setup { rules: Ruleset::CLASSIC, auction: false, seed: Seed(1) },
            deals: DEALS,
            record: false,
            swapped: true,
            programs: ProgramOptions::default(),
        };
        let mut tally = Tally::default();
        runner.run(threads, stop, |pair| {
            tally.add(pair);
            ControlFlow::Continue(())
        })?;
        match tally.share() {
            Some(found) if tally.deals() == DEALS => *share = found.value as f32,
            _ => return Ok(None),
        }
    }
    Ok(Some(CurvePoint { round, shares }))
}
