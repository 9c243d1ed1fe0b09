//! The cost of a whole call to the service at capacity: decisions a second for each core, without a room and in a room. A call's cost
//! falls with the load, because threads that are awake serve the next call too, so it is measured at the rate that users see when
//! the service is full. The two forms are asked in turns, slice by slice, so that other work on the machine disturbs both alike.

use std::time::Duration;

use serde::Serialize;

use super::Measure;
use super::bench::{Bench, CallKind, NO_LIMITS};
use crate::args::{self, Programs};
use crate::stats::{CallStats, Summary};

/// Arguments of `thirdseat-load overhead`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    programs: Programs,
    /// Connections to the service
    #[arg(long, default_value_t = 2, value_parser = args::connections)]
    connections: usize,
    /// The time that each form is asked, in seconds
    #[arg(long, default_value = "20", value_parser = args::seconds)]
    seconds: Duration,
    /// The time that each rate is tried in the search for capacity, in seconds
    #[arg(long, default_value = "2", value_parser = args::seconds)]
    probe_seconds: Duration,
    /// The calls a second without a room; by default the capacity is found and used
    #[arg(long, value_parser = args::rate)]
    stateless_rate: Option<f64>,
    /// The calls a second in rooms; by default the capacity is found and used
    #[arg(long, value_parser = args::rate)]
    rooms_rate: Option<f64>,
    /// Decisions a second for each core that have to be reached without a room
    #[arg(long, default_value = "1000", value_parser = args::rate)]
    stateless_min: f64,
    /// Decisions a second for each core that have to be reached in rooms
    #[arg(long, default_value = "500", value_parser = args::rate)]
    rooms_min: f64,
    /// Let the service write a replay line for each decision, as it does by default
    #[arg(long)]
    replay: bool,
    /// Fixes deals and moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// The cost of a form of calls.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cost {
    /// Calls a second: the capacity, or the rate that was given.
    pub(crate) rate_per_s: f64,
    /// Processor time of the replica a call, in microseconds.
    pub(crate) replica_us: f64,
    /// Processor time of Redis a call, in microseconds.
    pub(crate) redis_us: f64,
    pub(crate) run: Summary,
    wanted_per_core: f64,
}

impl Cost {
    /// Returns how many decisions a second one core of the service makes.
    pub(crate) fn per_core(&self) -> f64 {
        1e6 / self.replica_us
    }

    fn measure(&self, form: &str) -> Measure {
        let (found, wanted) = (self.per_core(), self.wanted_per_core);
        let what = format!("decisions a second a core, {form}");
        Measure::new(what, format!("{found:.0}"), format!("≥ {wanted:.0}"), found >= wanted)
    }
}

/// Both forms.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Overhead {
    pub(crate) stateless: Cost,
    pub(crate) rooms: Cost,
}

impl Overhead {
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let unanswered = [&self.stateless, &self.rooms].map(|cost| cost.run.sent - cost.run.answered);
        vec![
            self.stateless.measure("stateless"),
            self.rooms.measure("in rooms"),
            Measure::new("not answered", format!("{unanswered:?}"), "[0, 0]", unanswered == [0; 2]),
        ]
    }
}

/// Number of slices of each form.
const SLICES: u32 = 10;
/// The time after which the work that the opening of rooms left behind is done.
const SETTLE: Duration = Duration::from_secs(1);
const FORMS: [CallKind; 2] = [CallKind::Stateless, CallKind::Room];

pub(crate) async fn measure(args: &Args) -> anyhow::Result<Overhead> {
    let bench = Bench::start(&args.programs, args.connections, args.replay, args.seed).await?;
    let mut rates = [0.0; 2];
    for (rate, (form, given)) in rates.iter_mut().zip(FORMS.into_iter().zip([args.stateless_rate, args.rooms_rate])) {
        *rate = match given {
            Some(given) => given,
            None => bench.capacity(form, args.probe_seconds).await?,
        };
    }
    let slice = args.seconds / SLICES;
    let mut rooms = Vec::new();
    for _ in 0..SLICES {
        rooms.push(bench.open(rates[0].max(rates[1]), slice).await?);
    }
    tokio::time::sleep(SETTLE).await;
    let mut stats = FORMS.map(|_| CallStats::new(NO_LIMITS));
    let mut cpu = [[Duration::ZERO; 2]; 2];
    for (number, questions) in rooms.iter().enumerate() {
        for (form, kind) in FORMS.into_iter().enumerate() {
            let [replica, redis] = bench.cpu()?;
            stats[form].absorb(bench.run(kind, questions, rates[form], slice, number as u64, NO_LIMITS).await);
            let [replica_after, redis_after] = bench.cpu()?;
            cpu[form][0] += replica_after - replica;
            cpu[form][1] += redis_after - redis;
        }
    }
    let wanted = [args.stateless_min, args.rooms_min];
    let cost = |form: usize| {
        let run = stats[form].summary(args.seconds.as_secs_f64());
        let us = cpu[form].map(|spent| spent.as_secs_f64() * 1e6 / run.sent.max(1) as f64);
        Cost { rate_per_s: rates[form], replica_us: us[0], redis_us: us[1], run, wanted_per_core: wanted[form] }
    };
    Ok(Overhead { stateless: cost(0), rooms: cost(1) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_judged_by_decisions_a_core() {
        let run = CallStats::new(NO_LIMITS).summary(1.0);
        let cost = |replica_us| Cost {
            rate_per_s: 1.0,
            replica_us,
            redis_us: 9.0,
            run: run.clone(),
            wanted_per_core: 10_000.0,
        };
        let met = |stateless, rooms| {
            Overhead { stateless: cost(stateless), rooms: cost(rooms) }
                .measures()
                .iter()
                .map(|row| row.met)
                .collect::<Vec<_>>()
        };
        assert_eq!(met(100.0, 99.0), [true, true, true]);
        assert_eq!(met(101.0, 100.0), [false, true, true]);
        assert_eq!(cost(80.0).per_core(), 12_500.0);
    }
}
