//! `lab review`: reviews recorded hands: the loss of each decision against the best one, the blunders, and the attacks
//! between partners.

mod judge;
mod sums;

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, ensure};
use engine::Persona;
use engine::words::Lang;
use serde_json::{Value, json};

use crate::match_runner::cores;
use crate::match_runner::player::PersonaArgs;
use crate::match_runner::recorded_hands::RecordedHands;
use crate::report::origin;
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};
use crate::work;

use judge::{Judge, Judged, Loss};
use sums::Sums;

/// Review recorded hands.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Hands as `lab match --record` writes them, one a line; - reads standard input
    file: PathBuf,
    /// The persona whose values measure the plays
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// A play this many points below the best is a blunder
    #[arg(long, value_name = "POINTS", default_value_t = 4.0, value_parser = points)]
    blunder: f64,
    /// Solve endings with open hands when all hands together hold at most this many cards; 0 never
    #[arg(long, value_name = "CARDS", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=24))]
    open: u32,
    /// Print every decision, not only the worst ones
    #[arg(long)]
    all: bool,
    /// Number of worst decisions to print
    #[arg(long, default_value_t = 10)]
    worst: usize,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

fn points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if (0.25..=100.0).contains(&points) => Ok(points),
        _ => Err(String::from("it must lie between 0.25 and 100")),
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let persona = args.persona_file.read()?.ours(&args.persona).context("--persona")?.persona;
    // The reviewer plays without slips.
    let persona = persona.with("noise", 0)?;
    // Reading many hands takes time too.
    let stop = stop_on_ctrl_c()?;
    let hands = RecordedHands::read(&args.file)?;
    for damaged in &hands.damaged {
        eprintln!("lab: {}: {damaged}", args.file.display());
    }
    ensure!(!hands.hands.is_empty(), "{}: no hand could be read", args.file.display());
    let judged = judge_all(args, &persona, &hands, &stop);
    let partial = judged.len() < hands.hands.len();
    let review = Review { args, hands: &hands, judged: &judged, partial };
    match args.json {
        true => writeln!(out, "{}", review.json())?,
        false => review.write(out)?,
    }
    out.flush()?;
    if partial { Err(Interrupted.into()) } else { Ok(()) }
}

/// Returns every hand's decisions, in the order of the file; only the first hands if it was stopped.
fn judge_all(args: &Args, persona: &Persona, hands: &RecordedHands, stop: &AtomicBool) -> Vec<Vec<Judged>> {
    let total = hands.hands.len() as u64;
    let mut progress = Progress::new(total, "hands", Instant::now());
    let worker = || {
        let mut judge = Judge::new(persona, args.open);
        move |number| judge.hand(&hands.hands[number as usize])
    };
    let threads = args.threads.map_or_else(cores, NonZero::get);
    let judged = work::jobs(total, threads, stop, worker, |done| progress.show(done, String::new));
    progress.clear();
    judged
}

/// A finished or interrupted review.
struct Review<'a> {
    args: &'a Args,
    hands: &'a RecordedHands,
    judged: &'a [Vec<Judged>],
    partial: bool,
}

impl Review<'_> {
    fn decisions(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().flatten()
    }

    /// Sums the decisions for which `wanted` is true.
    fn sums(&self, wanted: impl Fn(&Judged) -> bool) -> Sums {
        let mut sums = Sums::default();
        self.decisions().filter(|judged| wanted(judged)).for_each(|judged| sums.add(judged, self.is_blunder(judged)));
        sums
    }

    /// Returns the sums by seat, then by player if the file names them, then of all.
    fn groups(&self) -> Vec<(String, Sums)> {
        let seats = rules::Seat::ALL.map(|seat| (seat.name().to_owned(), self.sums(|judged| judged.seat == seat)));
        let mut groups = Vec::from(seats);
        if let Some(names) = &self.hands.names {
            for (team, name) in crate::match_runner::game::Team::ALL.into_iter().zip(names) {
                groups.push((format!("{team:?}: {name}"), self.sums(|judged| judged.team == Some(team))));
            }
        }
        groups.push((String::from("all"), self.sums(|_| true)));
        groups
    }

    fn is_blunder(&self, judged: &Judged) -> bool {
        judged.loss.is_blunder(self.args.blunder) || judged.threw_win == Some(true)
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let of = if self.partial { format!(" of {}, interrupted", self.hands.hands.len()) } else { String::new() };
        let damaged = self.hands.damaged.len();
        writeln!(out, "{} hands{of}, {damaged} damaged lines, reviewed by {}\n", self.judged.len(), self.args.persona)?;
        sums::write_table(&self.groups(), out)?;
        let mut shown: Vec<&Judged> =
            self.decisions().filter(|judged| self.args.all || self.is_blunder(judged)).collect();
        if !self.args.all {
            // A stable sort: equal ones stay in the order of the file.
            shown.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
            shown.truncate(self.args.worst);
        }
        if !shown.is_empty() {
            writeln!(out, "\n{}", if self.args.all { "every decision:" } else { "the worst:" })?;
        }
        for judged in shown {
            let Judged { line, number, seat, played, best, .. } = judged;
            let fault = judged.fault.map_or(String::new(), |fault| format!(". {}", fault.text(Lang::En)));
            let thrown = if judged.threw_win == Some(true) { ", a win with open hands thrown away" } else { "" };
            writeln!(out, "line {line}, play {number}, {seat}: {played} for {best}: {}{thrown}{fault}", loss(judged))?;
            writeln!(out, "  {}", judged.view)?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let groups = self.groups();
        let groups = groups.iter().map(|(name, sums)| (name.clone(), sums.json())).collect::<serde_json::Map<_, _>>();
        let damaged = self.hands.damaged.iter().map(|damaged| json!({ "line": damaged.line, "fault": damaged.fault }));
        let shown = self.decisions().filter(|judged| self.args.all || self.is_blunder(judged)).map(|judged| {
            let (kind, lost) = match judged.loss {
                Loss::Points(points) => ("points", Some(points)),
                Loss::Deals(share) => ("deals", Some(share)),
                Loss::Stakes(stakes) => ("stakes", Some(stakes)),
                Loss::Unweighed => ("unweighed", None),
            };
            json!({ "line": judged.line, "play": judged.number, "seat": judged.seat.name(), "played": judged.played,
                    "best": judged.best, "fault": judged.fault.map(|fault| fault.code()), "measure": kind, "loss": lost,
                    "threw_win": judged.threw_win, "view": judged.view })
        });
        json!({ "version": origin::version(), "persona": self.args.persona, "hands": self.judged.len(),
                "partial": self.partial, "damaged": damaged.collect::<Vec<_>>(), "groups": groups,
                "decisions": shown.collect::<Vec<_>>() })
    }
}

/// Returns the weight of a decision for sorting, the worst first; a thrown win is worst.
fn weight(judged: &Judged) -> f64 {
    judged.loss.badness() + if judged.threw_win == Some(true) { 1000.0 } else { 0.0 }
}

fn loss(judged: &Judged) -> String {
    match judged.loss {
        Loss::Points(points) => format!("{points:.2} points lost"),
        Loss::Deals(share) => format!("{:.1}% of the deals lost", 100.0 * share),
        Loss::Stakes(stakes) => format!("{stakes:.2} stakes lost"),
        Loss::Unweighed => String::from("not weighed"),
    }
}
