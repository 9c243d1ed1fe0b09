//! A simulated day of a product with many players: how many replicas and Redis nodes it needs by hour, and what a million decisions
//! cost. Pure arithmetic on measured costs; the seed fixes how busy each hour is and what fails.

pub(crate) mod measured;
mod picture;

use std::path::PathBuf;

use rules::{Rng, Seed};
use serde::Serialize;

use crate::args::{self, Programs};

/// Arguments of `thirdseat-load day`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Players who play on the day
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1_000..))]
    players: u32,
    /// Minutes that each of them plays
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1440))]
    minutes: u32,
    /// Seats that companions take, in percent
    #[arg(long, default_value = "3", value_parser = args::companions)]
    companions: f64,
    /// Processor time that a decision thinks on average on an idle replica, in milliseconds; 0 for personas that do not search
    #[arg(long, default_value = "10.5", value_parser = args::amount)]
    think_ms: f64,
    /// Cores of a replica
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    cores: u32,
    /// Price of a core of a replica for an hour
    #[arg(long, default_value = "0.04", value_parser = args::amount)]
    core_price: f64,
    /// Price of a Redis node for an hour
    #[arg(long, default_value = "0.10", value_parser = args::amount)]
    redis_price: f64,
    /// Fixes the day
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also play these numbers of tables on a replica and a Redis, one after the other, and compare their cost with the model
    #[arg(long, value_name = "TABLES", num_args = 0.., value_delimiter = ',', default_missing_values = ["6", "24"])]
    pub(crate) measure: Vec<usize>,
    /// The companion at these tables
    #[arg(long, default_value = "expert")]
    persona: String,
    #[command(flatten)]
    programs: Programs,
    /// Also draw the day into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Players at the tables by hour, as shares of the busiest one in percent.
const ONLINE: [u32; 24] =
    [30, 18, 10, 6, 5, 6, 12, 22, 30, 36, 42, 50, 62, 56, 50, 48, 52, 60, 74, 92, 100, 96, 78, 50];
/// An hour has so much more or less than that, in percent.
const NOISE: u32 = 5;
/// Length of a hand in seconds, decisions of one companion in it, and events that its room records.
const HAND_S: f64 = 150.0;
const DECISIONS: f64 = 10.0;
const EVENTS: f64 = 33.0;
/// A replica without thinking, and Redis. The prices at few calls are fitted to tables of `--measure 2,6,16,32` on an idle machine, the
/// others are those of a hand at capacity.
const REPLICA: Cost = Cost { idle_us: 500.0, quiet_us: 1650.0, power: 0.75, busy_us: 150.0 };
const REDIS: Cost = Cost { idle_us: 1750.0, quiet_us: 1450.0, power: 0.6, busy_us: 38.0 };
/// Decisions a second on each core at which one thinks half as long: searches share the cores, and each ends by its time.
const CROWDED: f64 = 40.0;
/// The use of processors that is aimed at, and the most while a zone is away.
const USE: f64 = 0.6;
const USE_MOST: f64 = 0.9;
/// Zones. Each has a replica, and one of them can go without the others being too few.
const ZONES: u32 = 3;
/// Hours that a node lasts on average.
const NODE_LASTS_H: u32 = 720;

/// Processor time of a process by its calls in rooms a second. For each of few calls processors wake up and find cold caches, so that
/// one costs a millisecond; many calls share that.
struct Cost {
    idle_us: f64,
    /// At one call a second, and the power of the rate with which that grows.
    quiet_us: f64,
    power: f64,
    /// A call where the process is never idle.
    busy_us: f64,
}

impl Cost {
    /// Microseconds a second.
    fn at(&self, calls_per_s: f64) -> f64 {
        (self.quiet_us * calls_per_s.powf(self.power)).max(self.busy_us * calls_per_s).max(self.idle_us)
    }
}

/// One hour.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Hour {
    pub(crate) hour: usize,
    pub(crate) online: f64,
    pub(crate) decisions_per_s: f64,
    pub(crate) calls_per_s: f64,
    pub(crate) replicas: u32,
    pub(crate) redis_nodes: u32,
    /// Replicas that failed within the hour, a failed zone's included.
    pub(crate) failed: u32,
    /// The use of the processors of those that were left.
    pub(crate) used: f64,
    pub(crate) price_per_million: f64,
}

/// The day.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Day {
    pub(crate) hours: Vec<Hour>,
    pub(crate) decisions: f64,
    pub(crate) price: f64,
}

impl Day {
    pub(crate) fn price_per_million(&self) -> f64 {
        self.price / self.decisions * 1e6
    }

    /// The day as a table.
    pub(crate) fn table(&self) -> String {
        let mut out = String::from(
            "hour  online  decisions/s  calls/s  replicas  Redis  failed  used  price of a million decisions\n",
        );
        for hour in &self.hours {
            out += &format!(
                "{:>4} {:>7.0} {:>12.1} {:>8.0} {:>9} {:>6} {:>7} {:>4.0}% {:>8.2}\n",
                hour.hour,
                hour.online,
                hour.decisions_per_s,
                hour.calls_per_s,
                hour.replicas,
                hour.redis_nodes,
                hour.failed,
                100.0 * hour.used,
                hour.price_per_million
            );
        }
        let (millions, price) = (self.decisions / 1e6, self.price);
        out + &format!("{millions:.2} million decisions for {price:.2}: {:.2} a million\n", self.price_per_million())
    }
}

/// Simulates the day, and draws it where that is asked for.
pub(crate) fn measure(args: &Args) -> anyhow::Result<Day> {
    let day = simulate(args);
    if let Some(path) = &args.svg {
        std::fs::write(path, picture::draw(&day))?;
    }
    Ok(day)
}

fn simulate(args: &Args) -> Day {
    let mut rng = Seed(args.seed).rng();
    // A zone is away for one hour of the day.
    let zone_away = rng.below(24) as usize;
    let hours: Vec<Hour> = (0..24).map(|hour| one(args, hour, hour == zone_away, &mut rng)).collect();
    let decisions = hours.iter().map(|hour| hour.decisions_per_s * 3600.0).sum();
    let price = hours.iter().map(|hour| hour.price_per_million * hour.decisions_per_s * 3600.0 / 1e6).sum();
    Day { hours, decisions, price }
}

fn one(args: &Args, hour: usize, zone_is_away: bool, rng: &mut Rng) -> Hour {
    let noise = 1.0 + (f64::from(rng.below(2 * NOISE + 1)) - f64::from(NOISE)) / 100.0;
    let share = f64::from(ONLINE[hour]) / f64::from(ONLINE.iter().sum::<u32>());
    let online = f64::from(args.players) * f64::from(args.minutes) / 60.0 * share * noise;
    let of_companions = args.companions / 100.0;
    let seats = online / (1.0 - of_companions);
    let decisions_per_s = seats * of_companions * DECISIONS / HAND_S;
    // Only tables with a companion have a room.
    let rooms = seats / 3.0 * (1.0 - (1.0 - of_companions).powi(3));
    let calls_per_s = decisions_per_s + rooms * EVENTS / HAND_S;
    // The share of all processors of a number of replicas.
    let used = |replicas: u32| {
        let share = f64::from(replicas);
        let cores = f64::from(args.cores);
        replica_us(calls_per_s / share, decisions_per_s / share, args.think_ms, cores) / (1e6 * cores)
    };
    let fitting = |most: f64| fewest(|replicas| used(replicas) <= most);
    let redis_cores = REDIS.at(calls_per_s) / 1e6;
    // The replicas that are left without a zone have to do, and one more rolls or fails.
    let without_zone = (fitting(USE_MOST) * ZONES).div_ceil(ZONES - 1);
    let replicas = (fitting(USE).max(without_zone) + 1).max(ZONES);
    // Each node has a copy in another zone.
    let redis_nodes = 2 * ((redis_cores / USE).ceil() as u32).max(1);
    let away = if zone_is_away { replicas.div_ceil(ZONES) } else { 0 };
    let failed = away + (away..replicas).filter(|_| rng.below(NODE_LASTS_H) == 0).count() as u32;
    let used = used((replicas - failed).max(1));
    let price = f64::from(replicas * args.cores) * args.core_price + f64::from(redis_nodes) * args.redis_price;
    let price_per_million = price / (decisions_per_s * 3600.0) * 1e6;
    Hour { hour, online, decisions_per_s, calls_per_s, replicas, redis_nodes, failed, used, price_per_million }
}

/// Processor time of one replica, in microseconds a second.
fn replica_us(calls_per_s: f64, decisions_per_s: f64, think_ms: f64, cores: f64) -> f64 {
    let thinks_us = 1e3 * think_ms / (1.0 + decisions_per_s / (CROWDED * cores));
    REPLICA.at(calls_per_s) + decisions_per_s * thinks_us
}

/// The smallest number that is enough. More are enough too.
fn fewest(is_enough: impl Fn(u32) -> bool) -> u32 {
    let most = (0..31).map(|power| 1 << power).find(|&replicas| is_enough(replicas)).unwrap_or(1 << 30);
    let (mut least, mut most) = (most / 2, most);
    while most - least > 1 {
        let middle = least + (most - least) / 2;
        if is_enough(middle) { most = middle } else { least = middle }
    }
    most
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    fn day(words: &[&str]) -> Day {
        simulate(&Command::parse_from([&["day"], words].concat()).args)
    }

    #[test]
    fn a_day_adds_up_and_is_the_same_again() {
        let found = day(&[]);
        // A million players for an hour each, whose companions hold 3 of 100 seats: 30,928 seat hours of 24 hands, 10 decisions each.
        assert!((found.decisions / (30_928.0 * 240.0) - 1.0).abs() < 0.03, "{}", found.decisions);
        assert_eq!(found, day(&[]));
        assert_ne!(found, day(&["--seed", "2"]));
        assert_eq!(found.table().lines().count(), 26);
    }

    #[test]
    fn every_hour_outlives_the_loss_of_a_zone() {
        for players in ["1000000", "30000000", "1000000000"] {
            let found = day(&["--players", players]);
            assert!(found.hours.iter().any(|hour| hour.failed * ZONES >= hour.replicas), "a zone fails");
            for hour in &found.hours {
                assert!(hour.replicas >= ZONES && hour.used <= 1.0, "{players}: {hour:?}");
            }
        }
    }

    #[test]
    fn more_players_cost_less_each() {
        let price = |players| day(&["--players", players]).price_per_million();
        assert!(price("1000000") > price("10000000") && price("10000000") > price("100000000"));
    }
}
