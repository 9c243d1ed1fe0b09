//! The searches that a flood by one caller costs another. The other caller asks the same questions at the same moments alone and
//! beside the flood, so that what differs is the flood's doing.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use rules::Seed;
use serde::Serialize;

use super::{Measure, percent};
use crate::args;
use crate::fleet::processes::Replica;
use crate::open_loop::{Plan, run_plan};
use crate::positions::{Rpc, questions};
use crate::request::{Connections, RequestOptions};
use crate::stats::Summary;

/// Arguments of `thirdseat-load fairness`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The service's program
    #[arg(long, default_value = "target/release/thirdseat")]
    server: PathBuf,
    /// The player: a persona that searches
    #[arg(long, default_value = "expert")]
    persona: String,
    /// The budget to send
    #[arg(long, default_value_t = 20)]
    budget_ms: u32,
    /// Searches a second of the caller that is flooded
    #[arg(long, default_value = "5", value_parser = args::rate)]
    rate: f64,
    /// Searches a second of the flood, one run for each
    #[arg(long, default_value = "200,300,400", value_delimiter = ',', value_parser = args::rate)]
    floods: Vec<f64>,
    /// Length of each run, in seconds
    #[arg(long, default_value = "30", value_parser = args::seconds)]
    seconds: Duration,
    /// Different positions
    #[arg(long, default_value_t = 500, value_parser = args::positions)]
    positions: usize,
    /// Fixes positions and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// The share of its searches that a flood may cost another caller.
const COST_MAX: f64 = 0.1;
/// The tokens of the flood and of the other caller.
const TOKENS: [&str; 2] = ["the-token-of-the-flood", "the-token-of-the-tables"];

/// A run beside a flood.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Flooded {
    pub(crate) flood_per_s: f64,
    pub(crate) tables: Summary,
    pub(crate) flood: Summary,
}

/// The findings.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Fairness {
    pub(crate) alone: Summary,
    pub(crate) flooded: Vec<Flooded>,
    /// The load average of the machine before the first run: other programs cost searches too.
    pub(crate) load_before: f64,
}

impl Fairness {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let cost = |run: &Flooded| {
            let lost = lost_share(&self.alone, &run.tables);
            let what = format!("searches lost beside {:.0} a second", run.flood_per_s);
            Measure::new(what, percent(lost), format!("≤ {}", percent(COST_MAX)), lost <= COST_MAX)
        };
        self.flooded.iter().map(cost).collect()
    }
}

/// The share of the searches of one run that another with the same questions did not have.
fn lost_share(alone: &Summary, beside: &Summary) -> f64 {
    let searches = |run: &Summary| run.search_per_s * run.seconds;
    (1.0 - searches(beside) / searches(alone).max(1.0)).max(0.0)
}

pub(crate) async fn measure(args: &Args) -> anyhow::Result<Fairness> {
    let load_before = load_average()?;
    let file = TokenFile::write()?;
    let environment = [("THIRDSEAT__GRPC__TOKENS__FILE", file.0.display().to_string())];
    let replica = Replica::start(&args.server, &environment)?;
    let [of_flood, of_tables] =
        [Connections::open(&replica.address, 2).await?, Connections::open(&replica.address, 1).await?];
    let plan = |caller: usize, rate: f64| {
        let seed = Seed(args.seed).stream(caller as u64);
        let options = RequestOptions {
            persona: args.persona.clone(),
            budget_ms: Some(args.budget_ms),
            token: Some(TOKENS[caller]),
            ..Default::default()
        };
        Plan {
            questions: questions(Rpc::Follow, args.positions, seed).into(),
            options,
            rate,
            lasts: args.seconds,
            seed,
        }
    };
    let seconds = args.seconds.as_secs_f64();
    let tables = plan(1, args.rate);
    // The first questions of a process are slower than all later ones.
    run_plan(&of_tables, &Plan { lasts: WARM_UP, ..tables.clone() }).await;
    let alone = run_plan(&of_tables, &tables).await.summary(seconds);
    anyhow::ensure!(alone.search_per_s > 0.0, "persona {:?} does not search", args.persona);
    let mut flooded = Vec::new();
    for &flood_per_s in &args.floods {
        let flood = plan(0, flood_per_s);
        let (tables, flood) = tokio::join!(run_plan(&of_tables, &tables), run_plan(&of_flood, &flood));
        flooded.push(Flooded { flood_per_s, tables: tables.summary(seconds), flood: flood.summary(seconds) });
    }
    Ok(Fairness { alone, flooded, load_before })
}

/// Length of the run before the first that counts.
const WARM_UP: Duration = Duration::from_secs(2);

/// Processes that ran or wanted to, on average over the last minute.
fn load_average() -> anyhow::Result<f64> {
    let path = "/proc/loadavg";
    let text = std::fs::read_to_string(path).context(path)?;
    text.split(' ').next().and_then(|first| first.parse().ok()).with_context(|| format!("{path} reads {text:?}"))
}

/// The file with both callers' tokens, deleted with this value.
struct TokenFile(PathBuf);

impl TokenFile {
    fn write() -> anyhow::Result<TokenFile> {
        let file = TokenFile(std::env::temp_dir().join(format!("thirdseat-fairness-{}", std::process::id())));
        let [flood, tables] = TOKENS;
        std::fs::write(&file.0, format!("{flood} decide caller=flood\n{tables} decide caller=tables\n"))?;
        Ok(file)
    }
}

impl Drop for TokenFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::{CallStats, TimeLimits};

    use super::*;

    #[test]
    fn a_flood_costs_what_the_other_caller_had_alone() {
        let run = |searches: f64| Summary {
            search_per_s: searches / 10.0,
            ..CallStats::new(TimeLimits { budget: None, deadline: None }).summary(10.0)
        };
        let beside = |searches| Flooded { flood_per_s: 200.0, tables: run(searches), flood: run(0.0) };
        let found =
            Fairness { alone: run(100.0), flooded: [100.0, 90.0, 75.0, 103.0].map(beside).into(), load_before: 0.0 };
        let measures = found.measures();
        assert_eq!(measures.iter().map(|row| row.met).collect::<Vec<_>>(), [true, true, false, true]);
        assert_eq!(measures[2].found, "25.00%");
    }
}
