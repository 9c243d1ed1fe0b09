//! `lab bids`: measures how strong hands are and how often they win as landlord, by self-play, and writes the table
//! that bidding reads.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::bid::{Percentile, learned_strength, strength};
use engine::net::Weights;
use engine::{Persona, Scratch, decide};
use rules::{Chair, Deal, Plays, Ruleset, Seat, Seed, Side, Stage};
use serde_json::{Value, json};

use crate::match_runner::cores;
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};

/// Measure the bidding table by self-play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many deals.
    #[arg(long, default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    deals: u64,
    /// Fixes the deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the table's source to this file instead of printing it.
    #[arg(long)]
    write: Option<PathBuf>,
    /// Print the table as JSON
    #[arg(long, conflicts_with = "write")]
    json: bool,
}

/// A landlord's hand before and after taking the bottom, and whether it won.
#[derive(Clone, Copy)]
struct Sample {
    seventeen: i32,
    twenty: i32,
    won: bool,
    /// What the net expects of the seventeen, and whether it won when the nets played.
    learned: i32,
    won_by_nets: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let stop = stop_on_ctrl_c()?;
    let samples = play_all(args, &stop);
    let seventeen = twentieths(samples.iter().map(|sample| (sample.seventeen, sample.won)).collect());
    let twenty = twentieths(samples.iter().map(|sample| (sample.twenty, sample.won)).collect());
    let learned = twentieths(samples.iter().map(|sample| (sample.learned, sample.won_by_nets)).collect());
    let table = WinTable { args, played: samples.len(), seventeen, twenty, learned };
    match (args.json, &args.write) {
        (true, _) => writeln!(out, "{}", table.json())?,
        // Half a measurement is shown, but it takes no whole one's place.
        (false, Some(path)) if !table.is_partial() => fs::write(path, table.source())?,
        (false, _) => out.write_all(table.source().as_bytes())?,
    }
    out.flush()?;
    if table.is_partial() { Err(Interrupted.into()) } else { Ok(()) }
}

/// All deals, or as many as there was time for.
fn play_all(args: &Args, stop: &AtomicBool) -> Vec<Sample> {
    let threads = cores() as u64;
    let played = AtomicU64::new(0);
    let mut progress = Progress::new(args.deals, "deals", Instant::now());
    let samples = std::thread::scope(|scope| {
        let play_share = |thread| {
            let played = &played;
            scope.spawn(move || play_deals(args, thread, threads, played, stop))
        };
        let shares: Vec<_> = (0..threads).map(play_share).collect();
        while shares.iter().any(|share| !share.is_finished()) {
            std::thread::sleep(Duration::from_millis(20));
            progress.show(played.load(Ordering::Relaxed), String::new);
        }
        shares.into_iter().flat_map(|share| share.join().expect("a share of the deals is played")).collect()
    });
    progress.clear();
    samples
}

fn play_deals(args: &Args, thread: u64, threads: u64, played: &AtomicU64, stop: &AtomicBool) -> Vec<Sample> {
    let rules = Ruleset::CLASSIC;
    let [by_tables, by_nets] = ["rules", "net"].map(|name| Persona::named(name).expect("a built-in row"));
    let (mut scratch, mut plays) = (Scratch::new(), Plays::new());
    let weights = Weights::shipped();
    let numbers = (thread..args.deals).step_by(threads as usize);
    numbers
        .take_while(|_| !stop.load(Ordering::Relaxed))
        .map(|number| {
            let seed = Seed(args.seed).stream(number);
            let deal = Deal::shuffled(&mut seed.rng());
            let seventeen = deal.hand(Chair::First);
            let twenty = seventeen.plus(deal.bottom()).expect("one deck");
            let won = landlord_wins(&by_tables, deal, seed, &mut scratch);
            let won_by_nets = landlord_wins(&by_nets, deal, seed, &mut scratch);
            played.fetch_add(1, Ordering::Relaxed);
            let points = |hand| strength(hand, &rules).points;
            let learned = learned_strength(seventeen, &rules, &weights, &mut plays).points;
            Sample { seventeen: points(seventeen), twenty: points(twenty), won, learned, won_by_nets }
        })
        .collect()
}

/// Whether the first chair wins as landlord when all three play alike.
fn landlord_wins(persona: &Persona, deal: Deal, seed: Seed, scratch: &mut Scratch) -> bool {
    let mut table = rules::Table::seated(Ruleset::CLASSIC, deal);
    let mut views = Chair::ALL.map(|chair| table.view(chair));
    while table.board().stage() == Stage::Play {
        let chair = table.board().turn().expect("the hand is not over");
        let decision = decide(&views[chair.index()], persona, seed, scratch).expect("it is its turn");
        let events = table.act(decision.action).expect("a decision is legal");
        for view in &mut views {
            events.iter().for_each(|&event| view.apply(event).expect("a table's events are legal"));
        }
    }
    table.board().course().winner().map(Seat::side) == Some(Side::Landlord)
}

/// Twenty rows of equally many hands. Win rates are smoothed over neighbours so that they rise with the hand.
fn twentieths(mut samples: Vec<(i32, bool)>) -> Vec<Percentile> {
    samples.sort_unstable();
    let share = samples.len().div_ceil(20).max(1);
    let mut rows: Vec<Percentile> = samples
        .chunks(share)
        .map(|chunk| {
            let won = chunk.iter().filter(|sample| sample.1).count();
            let points = chunk.last().map_or(0, |sample| sample.0);
            Percentile { points, wins: (won * 1000 / chunk.len()) as i32 }
        })
        .collect();
    for index in 1..rows.len() {
        rows[index].wins = rows[index].wins.max(rows[index - 1].wins);
    }
    rows
}

/// What was measured.
struct WinTable<'a> {
    args: &'a Args,
    played: usize,
    seventeen: Vec<Percentile>,
    twenty: Vec<Percentile>,
    learned: Vec<Percentile>,
}

impl WinTable<'_> {
    fn is_partial(&self) -> bool {
        (self.played as u64) < self.args.deals
    }

    fn source(&self) -> String {
        let list = |rows: &[Percentile], of: fn(&Percentile) -> i32| {
            let numbers: Vec<String> = rows.iter().map(|row| of(row).to_string()).collect();
            numbers.join(", ")
        };
        let table = |name: &str, about: &str, rows: &[Percentile]| {
            format!(
                "/// {about}\npub(super) const {name}: &[Percentile] = &rows(\n    [{}],\n    [{}],\n);\n",
                list(rows, |row| row.points),
                list(rows, |row| row.wins)
            )
        };
        let partial = match self.is_partial() {
            true => format!("//! INTERRUPTED after {} deals.\n", self.played),
            false => String::new(),
        };
        format!(
            "//! Measured, not written by hand: `lab bids --deals {} --seed {} --write` of version {}. A row is a twentieth of\n\
             //! all hands: up to how many quarter points, and in how many of 1,000 deals such a landlord won.\n{partial}\n\
             use super::{{Percentile, rows}};\n\n{}\n{}\n{}",
            self.args.deals,
            self.args.seed,
            env!("CARGO_PKG_VERSION"),
            table("SEVENTEEN", "The 17 cards of a caller with the expected bottom.", &self.seventeen),
            table("LANDLORD", "The landlord's 20 cards.", &self.twenty),
            table(
                "LEARNED",
                "The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.",
                &self.learned
            ),
        )
    }

    fn json(&self) -> Value {
        let rows = |rows: &[Percentile]| {
            rows.iter().map(|row| json!({ "quarter_points": row.points, "wins_of_1000": row.wins })).collect::<Value>()
        };
        json!({ "version": env!("CARGO_PKG_VERSION"), "deals": self.played, "seed": self.args.seed,
                "partial": self.is_partial(), "seventeen": rows(&self.seventeen), "landlord": rows(&self.twenty),
                "learned": self.learned.iter().map(|row| json!({ "expected_of_1000": row.points, "wins_of_1000": row.wins })).collect::<Value>() })
    }
}
