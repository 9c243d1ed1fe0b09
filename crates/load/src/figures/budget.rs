//! Follow with search inside a budget: how much the server can take, and how it does at 70% of that.

use std::sync::Arc;
use std::time::Duration;

use rules::Seed;
use serde::Serialize;

use super::{Measure, capacity, percent};
use crate::ask::{Connections, Manner};
use crate::drive::{Plan, drive};
use crate::ledger::Summary;
use crate::positions::{Question, Rpc, questions};

/// Which part of its capacity a server is run at.
pub(crate) const LOAD: f64 = 0.7;
/// So many answers have to be inside the budget.
const IN_BUDGET: f64 = 0.999;
/// So many of them by a search with its time to think.
const BY_SEARCH: f64 = 0.7;

/// How to measure.
pub(crate) struct Setting<'a> {
    pub(crate) address: &'a str,
    pub(crate) persona: &'a str,
    pub(crate) connections: usize,
    pub(crate) budget_ms: u32,
    pub(crate) deadline: Duration,
    pub(crate) positions: usize,
    pub(crate) seed: u64,
    /// Each rate of the search for capacity.
    pub(crate) probe: Duration,
    /// The run at 70%.
    pub(crate) lasts: Duration,
    /// The capacity where it is known already.
    pub(crate) capacity: Option<f64>,
}

impl Setting<'_> {
    pub(crate) fn plan(&self, rate: f64, lasts: Duration, stream: u64) -> Plan {
        let asked: Arc<[Question]> = questions(Rpc::Follow, self.positions, Seed(self.seed)).into();
        let manner =
            Manner { persona: self.persona.to_owned(), budget_ms: Some(self.budget_ms), deadline: Some(self.deadline) };
        Plan { questions: asked, manner, rate, lasts, seed: Seed(self.seed).stream(stream) }
    }

    /// The capacity, given or found.
    pub(crate) async fn capacity(&self, connections: &Connections) -> anyhow::Result<f64> {
        if let Some(given) = self.capacity {
            return Ok(given);
        }
        let probe = |rate: f64| async move {
            let ledger = drive(connections, &self.plan(rate, self.probe, rate as u64)).await;
            let goodput = ledger.summary(self.probe.as_secs_f64()).search_per_s;
            eprintln!("  asked {rate:.0}/s: {goodput:.1} searches/s");
            goodput
        };
        let capacity = capacity::peak(probe).await;
        anyhow::ensure!(
            capacity > 0.0,
            "persona {:?} answered nothing by search within {} ms: is it one that searches?",
            self.persona,
            self.budget_ms
        );
        Ok(capacity)
    }
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Budget {
    pub(crate) capacity_per_s: f64,
    pub(crate) run: Summary,
}

impl Budget {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let run = &self.run;
        let inside = run.inside_budget();
        vec![
            Measure::new("answered inside the budget + 2 ms", percent(inside), percent(IN_BUDGET), inside >= IN_BUDGET),
            Measure::new(
                "of the answers by search with its time",
                percent(run.search_share),
                percent(BY_SEARCH),
                run.search_share >= BY_SEARCH,
            ),
        ]
    }
}

/// Measures.
pub(crate) async fn measure(setting: &Setting<'_>) -> anyhow::Result<Budget> {
    let connections = Connections::open(setting.address, setting.connections).await?;
    let capacity_per_s = setting.capacity(&connections).await?;
    let plan = setting.plan(LOAD * capacity_per_s, setting.lasts, 1);
    let run = drive(&connections, &plan).await.summary(setting.lasts.as_secs_f64());
    Ok(Budget { capacity_per_s, run })
}
