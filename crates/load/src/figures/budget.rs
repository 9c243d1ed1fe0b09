//! Follow with search inside a budget: how much the server can take, and how it does at 70% of that.

use std::sync::Arc;
use std::time::Duration;

use rules::Seed;
use serde::Serialize;

use super::{Measure, capacity, percent};
use crate::args::{self, Target};
use crate::open_loop::{Plan, run_plan};
use crate::positions::{Question, questions};
use crate::request::{Connections, RequestOptions};
use crate::stats::Summary;

/// The part of its capacity that a server is asked for.
pub(crate) const LOAD: f64 = 0.7;
/// The share of answers that have to be inside the budget.
const IN_BUDGET: f64 = 0.999;
/// The share of them that a search with its time to think has to give.
const BY_SEARCH: f64 = 0.7;

/// Arguments of `thirdseat-load budget`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) target: Target,
    /// The player: a persona that searches
    #[arg(long, default_value = "expert")]
    pub(crate) persona: String,
    /// The budget to send
    #[arg(long, default_value_t = 20)]
    pub(crate) budget_ms: u32,
    /// The deadline to send
    #[arg(long, default_value = "50", value_parser = args::millis)]
    deadline_ms: Duration,
    /// The time that each rate is tried in the search for capacity, in seconds
    #[arg(long, default_value = "5", value_parser = args::seconds)]
    probe_seconds: Duration,
    /// Length of the measured run, in seconds
    #[arg(long, default_value = "60", value_parser = args::seconds)]
    pub(crate) seconds: Duration,
    /// Searches a second at the peak, where that is known already
    #[arg(long, value_parser = args::rate)]
    capacity: Option<f64>,
}

impl Args {
    pub(crate) fn plan(&self, rate: f64, lasts: Duration, stream: u64) -> Plan {
        let seed = Seed(self.target.seed);
        let options = RequestOptions {
            persona: self.persona.clone(),
            budget_ms: Some(self.budget_ms),
            deadline: Some(self.deadline_ms),
        };
        let asked: Arc<[Question]> = questions(self.target.positions, seed).into();
        Plan { questions: asked, options, rate, lasts, seed: seed.stream(stream) }
    }

    pub(crate) async fn connect(&self) -> anyhow::Result<Connections> {
        Connections::open(&self.target.address, self.target.connections).await
    }

    /// Returns the capacity, given or found.
    pub(crate) async fn capacity(&self, connections: &Connections) -> anyhow::Result<f64> {
        if let Some(given) = self.capacity {
            return Ok(given);
        }
        let probe = |rate: f64| async move {
            let stats = run_plan(connections, &self.plan(rate, self.probe_seconds, rate as u64)).await;
            let goodput = stats.summary(self.probe_seconds.as_secs_f64()).search_per_s;
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

/// The figures of searches inside a budget.
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

pub(crate) async fn measure(args: &Args) -> anyhow::Result<Budget> {
    let connections = args.connect().await?;
    let capacity_per_s = args.capacity(&connections).await?;
    let plan = args.plan(LOAD * capacity_per_s, args.seconds, 1);
    let run = run_plan(&connections, &plan).await.summary(args.seconds.as_secs_f64());
    Ok(Budget { capacity_per_s, run })
}
