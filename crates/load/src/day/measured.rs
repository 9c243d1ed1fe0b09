//! Points of the model, played on a real replica: the cost of their calls and decisions beside what the model says of it.

use std::time::Duration;

use super::{Args, REDIS, replica_us};
use crate::figures::{Measure, percent};
use crate::fleet::mix::{Mix, MixCost, play};

/// The part by which the model may differ.
const MAY_DIFFER: f64 = 0.2;
/// The budget of a decision.
const BUDGET_MS: u32 = 20;
/// Between two turns of a table.
const PAUSE: Duration = Duration::from_millis(100);
/// Length of a point.
const LASTS: Duration = Duration::from_secs(20);

/// Plays the points.
pub(crate) async fn measure(args: &Args) -> anyhow::Result<Vec<Measure>> {
    let mut measures = Vec::new();
    // The replica has this machine to itself, but for Redis and these tables.
    let cores = std::thread::available_parallelism()?.get() as f64;
    for &tables in &args.measure {
        let mix = Mix { tables, pause: PAUSE, persona: &args.persona, budget_ms: Some(BUDGET_MS), lasts: LASTS };
        measures.extend(compare(tables, play(&args.programs, &mix).await?, args.think_ms, cores));
    }
    Ok(measures)
}

/// The two processes of a point.
fn compare(tables: usize, found: MixCost, think_ms: f64, cores: f64) -> [Measure; 2] {
    let MixCost { calls, decisions, .. } = found;
    let models = (replica_us(calls, decisions, think_ms, cores), REDIS.at(calls));
    [("replica", found.replica_us, models.0), ("Redis", found.redis_us, models.1)].map(
        |(process, found, model): (_, f64, f64)| {
            let differs = model / found - 1.0;
            Measure::new(
                format!("{tables} tables, {calls:.1} calls and {decisions:.1} decisions a second: {process}"),
                format!("{:.1} ms a second, the model {:.1}: {}", found / 1e3, model / 1e3, percent(differs)),
                format!("within {:.0}%", 100.0 * MAY_DIFFER),
                differs.abs() <= MAY_DIFFER,
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_may_differ_by_a_fifth() {
        let (replica_us, redis_us) = (replica_us(100.0, 20.0, 10.0, 2.0), REDIS.at(100.0));
        let met = |part: f64| {
            let found =
                MixCost { calls: 100.0, decisions: 20.0, replica_us: replica_us * part, redis_us: redis_us * part };
            compare(2, found, 10.0, 2.0).map(|measure| measure.met)
        };
        assert_eq!([0.8, 0.9, 1.0, 1.2, 1.3].map(met), [[false; 2], [true; 2], [true; 2], [true; 2], [false; 2]]);
    }
}
