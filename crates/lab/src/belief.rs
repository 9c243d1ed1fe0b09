//! `lab belief`: how much better than a uniform guess a seat knows where the unseen cards lie, by kind of evidence; and
//! the fit of the weights behind it.

mod field;
mod fit;
mod loss;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use rules::{Ruleset, Seat, Seed};
use serde_json::json;

use crate::player::{Cast, Kind, Player};
use crate::progress::Progress;
use field::{Buffers, Field, Position};
use loss::{Effort, Mix, PHASES, Sums};

/// Measure what is believed about hidden cards against the truth, or fit the weights of the evidence.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who plays: each chair of each hand is one of these, drawn at random; personas, greedy, random
    #[arg(long, value_delimiter = ' ', default_value = "rules")]
    players: Vec<String>,
    #[command(flatten)]
    cast: Cast,
    /// How many hands
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    hands: u64,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rulesets, taken in turn, each hand in two with its auction
    #[arg(long, default_value = "classic")]
    ruleset: Vec<Ruleset>,
    /// One of so many plays of a hand becomes a position
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Worlds that each position is judged by
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    worlds: u32,
    /// Uniform candidates that each world is chosen from
    #[arg(long, default_value_t = engine::belief::CANDIDATES, value_parser = clap::value_parser!(u32).range(1..=1000))]
    candidates: u32,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "fit")]
    json: bool,
    /// Instead of measuring, fit the weights and write their source to this file
    #[arg(long, value_name = "FILE")]
    fit: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.cast.read()?;
    let players = args.players.iter().map(|text| Ok(roster.player(text)?)).collect::<anyhow::Result<Vec<Player>>>()?;
    if let Some(program) = players.iter().find(|player| matches!(player.kind, Kind::Command(_))) {
        bail!("--players {program}: hands are played by our own players, programs are not asked");
    }
    let field = Field { players, rulesets: args.ruleset.clone(), seed: Seed(args.seed), every: args.every };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, NonZero::get) as u64;
    match &args.fit {
        Some(path) => fit(args, &field, threads, path),
        None => {
            let report = measure(args, &field, threads);
            if args.json { report.write_json(args, out) } else { report.write(args, out) }
        }
    }
}

fn command(args: &Args) -> String {
    let rulesets: Vec<String> =
        args.ruleset.iter().map(|rules| format!(" --ruleset {:?}", rules.to_string())).collect();
    format!(
        "lab belief --players {:?} --hands {} --seed {} --every {}{}",
        args.players.join(" "),
        args.hands,
        args.seed,
        args.every,
        rulesets.concat()
    )
}

fn fit(args: &Args, field: &Field, threads: u64, path: &PathBuf) -> anyhow::Result<()> {
    let mut fit = fit::Fit::new();
    let mut progress = Progress::new(args.hands, "hands", Instant::now());
    fit.run(field, args.hands, threads, |done, loss| progress.show(done, || format!("loss {loss:.4} of 2.7726")));
    progress.clear();
    let source = fit.source(&format!("{} --fit FILE", command(args)));
    fs::write(path, source).with_context(|| format!("--fit {}", path.display()))
}

/// Everything measured, by phase and by the seat that looks.
struct Report {
    mixes: Vec<Mix>,
    all: Sums,
    phases: Vec<Sums>,
    seats: Vec<Sums>,
    /// Sum over hands of the square of what a hand's gains differ from the mean's: for the standard error.
    hands: Vec<Sums>,
    positions: u64,
}

impl Report {
    fn new() -> Report {
        let mixes = loss::mixes();
        let empty = Sums::new(mixes.len());
        Report {
            all: empty.clone(),
            phases: vec![empty.clone(); PHASES.len()],
            seats: vec![empty; Seat::ALL.len()],
            hands: Vec::new(),
            positions: 0,
            mixes,
        }
    }

    fn add(&mut self, position: &Position<'_>, effort: Effort) {
        let Some(sums) = loss::measure(position, &self.mixes, effort) else { return };
        let course = position.view.course();
        let cards: u32 = Seat::ALL.map(|seat| course.left(seat)).iter().sum();
        let phase = PHASES.iter().position(|&(least, _)| cards >= least).expect("the last phase is open");
        let seat = position.view.seat().expect("positions come from the play").index();
        self.all.add(&sums);
        self.phases[phase].add(&sums);
        self.seats[seat].add(&sums);
        self.hands.last_mut().expect("a hand is under way").add(&sums);
        self.positions += 1;
    }

    fn join(&mut self, other: Report) {
        self.all.add(&other.all);
        self.phases.iter_mut().zip(&other.phases).for_each(|(sum, more)| sum.add(more));
        self.seats.iter_mut().zip(&other.seats).for_each(|(sum, more)| sum.add(more));
        self.hands.extend(other.hands);
        self.positions += other.positions;
    }

    /// Nats a card, and how far 95% of such measurements lie from the truth: hands are independent, their cards are not.
    fn gain(&self, mix: usize) -> (f64, f64) {
        let mean = self.all.gains[mix] / self.all.cards;
        let spread: f64 = self.hands.iter().map(|hand| (hand.gains[mix] - mean * hand.cards).powi(2)).sum();
        (mean, 1.96 * spread.sqrt() / self.all.cards)
    }

    fn write(&self, args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{} --worlds {} --candidates {}", command(args), args.worlds, args.candidates)?;
        writeln!(
            out,
            "{} positions; log-loss of the true holder of an unseen card, in thousandths of a nat\n",
            self.positions
        )?;
        let parts = self.phases.iter().chain(&self.seats);
        let names = PHASES.iter().map(|&(_, name)| name).chain(Seat::ALL.iter().map(|seat| seat.name()));
        write!(out, "{:<18}{:>8}{:>7}", "", "all", "±")?;
        names.for_each(|name| _ = write!(out, "{name:>10}"));
        write!(out, "\n{:<18}{:>8.1}{:>7}", "uniform", milli(self.all.uniform, &self.all), "")?;
        parts.clone().for_each(|part| _ = write!(out, "{:>10.1}", milli(part.uniform, part)));
        for (index, mix) in self.mixes.iter().enumerate() {
            let (gain, error) = self.gain(index);
            write!(out, "\n{:<18}{:>+8.2}{:>7.2}", mix.name, -1e3 * gain, 1e3 * error)?;
            parts.clone().for_each(|part| _ = write!(out, "{:>+10.2}", -milli(part.gains[index], part)));
        }
        Ok(writeln!(out)?)
    }

    fn write_json(&self, args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
        let part = |part: &Sums, index: usize| -milli(part.gains[index], part);
        let by = |index: usize| {
            let phases: serde_json::Map<String, serde_json::Value> = PHASES
                .iter()
                .zip(&self.phases)
                .map(|((_, name), sums)| (String::from(*name), part(sums, index).into()))
                .collect();
            let seats: serde_json::Map<String, serde_json::Value> = Seat::ALL
                .iter()
                .zip(&self.seats)
                .map(|(seat, sums)| (seat.to_string(), part(sums, index).into()))
                .collect();
            (phases, seats)
        };
        let mixes: Vec<serde_json::Value> = self
            .mixes
            .iter()
            .enumerate()
            .map(|(index, mix)| {
                let (gain, error) = self.gain(index);
                let (phases, seats) = by(index);
                json!({ "evidence": mix.name, "change": -1e3 * gain, "error": 1e3 * error, "phases": phases, "seats": seats })
            })
            .collect();
        let report = json!({
            "command": command(args),
            "hands": args.hands,
            "positions": self.positions,
            "unit": "thousandths of a nat a card",
            "uniform": milli(self.all.uniform, &self.all),
            "mixes": mixes,
        });
        Ok(writeln!(out, "{report}")?)
    }
}

/// Thousandths of a nat a card.
fn milli(sum: f64, of: &Sums) -> f64 {
    1e3 * sum / of.cards
}

fn measure(args: &Args, field: &Field, threads: u64) -> Report {
    let effort = Effort { worlds: args.worlds, candidates: args.candidates };
    let shown = std::sync::Mutex::new((Progress::new(args.hands, "hands", Instant::now()), 0));
    let report = std::thread::scope(|scope| {
        let work = |thread: u64| {
            let shown = &shown;
            scope.spawn(move || {
                let (mut report, mut buffers) = (Report::new(), Buffers::default());
                for number in (thread..args.hands).step_by(threads as usize) {
                    report.hands.push(Sums::new(report.mixes.len()));
                    field.play(number, &mut buffers, |position| report.add(position, effort));
                    let mut shown = shown.lock().expect("nobody panics while showing");
                    shown.1 += 1;
                    let done = shown.1;
                    shown.0.show(done, || format!("{:+.1}", -milli(report.all.gains[0], &report.all)));
                }
                report
            })
        };
        let shares: Vec<_> = (0..threads).map(work).collect();
        let mut report = Report::new();
        shares.into_iter().for_each(|share| report.join(share.join().expect("a share of the hands is played")));
        report
    });
    shown.into_inner().expect("all threads are done").0.clear();
    report
}
