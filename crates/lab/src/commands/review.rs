//! `lab review`: reviews recorded hands: the loss of each decision against the best one, the blunders, and the attacks
//! between partners.

mod judge;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, ensure};
use engine::Persona;
use engine::words::Lang;

use crate::match_runner::cores;
use crate::match_runner::player::PersonaArgs;
use crate::match_runner::recorded_hands::RecordedHands;
use crate::report::Progress;
use crate::report::stats::{Mean, Share};
use crate::work::{self, Interrupted, stop_on_ctrl_c};

use judge::{Judge, JudgedPlay, Loss};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Hands as `lab match --record` writes them, one a line; - reads standard input
    file: PathBuf,
    /// The persona whose values measure the plays
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// A play this many points below the best is a blunder, if it is judged in points
    #[arg(long, value_name = "POINTS", default_value_t = 4.0, value_parser = parse_points)]
    blunder: f64,
    /// Solve endings with open hands when all hands together hold at most this many cards; 0 never
    #[arg(long, value_name = "CARDS", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=24))]
    open: u32,
    /// Print every decision, not only the worst ones
    #[arg(long)]
    all: bool,
    /// Number of blunders to print, the worst first
    #[arg(long, default_value_t = 10)]
    worst: usize,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
}

fn parse_points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if (0.25..=100.0).contains(&points) => Ok(points),
        _ => Err(String::from("it must lie between 0.25 and 100")),
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let persona = args.persona_file.read()?.persona_player(&args.persona).context("--persona")?.persona;
    // The reviewer plays without slips.
    let persona = persona.with("noise", 0)?;
    // Reading many hands takes time too.
    let stop = stop_on_ctrl_c()?;
    let hands = RecordedHands::read(&args.file)?;
    for damaged in &hands.damaged {
        eprintln!("lab: {}: {damaged}", args.file.display());
    }
    ensure!(!hands.hands.is_empty(), "{}: no hand could be read", args.file.display());
    let judged = judge_hands(args, &persona, &hands, &stop);
    let partial = judged.len() < hands.hands.len();
    let review = Review { args, hands: &hands, judged: &judged, partial };
    review.write(out)?;
    out.flush()?;
    if partial { Err(Interrupted.into()) } else { Ok(()) }
}

/// Returns every hand's decisions, in the order of the file; only the first hands if it was stopped.
fn judge_hands(args: &Args, persona: &Persona, hands: &RecordedHands, stop: &AtomicBool) -> Vec<Vec<JudgedPlay>> {
    let total = hands.hands.len() as u64;
    let mut progress = Progress::new(total, "hands", Instant::now());
    let worker = || {
        let mut judge = Judge::new(persona, args.open);
        move |number| judge.judge_hand(&hands.hands[number as usize])
    };
    let threads = args.threads.map_or_else(cores, NonZero::get);
    let judged = work::run_jobs(total, threads, stop, worker, |done| progress.show(done, String::new));
    progress.clear();
    judged
}

struct Review<'a> {
    args: &'a Args,
    hands: &'a RecordedHands,
    judged: &'a [Vec<JudgedPlay>],
    partial: bool,
}

impl Review<'_> {
    fn decisions(&self) -> impl Iterator<Item = &JudgedPlay> {
        self.judged.iter().flatten()
    }

    fn sums(&self, wanted: impl Fn(&JudgedPlay) -> bool) -> DecisionSums {
        let mut sums = DecisionSums::default();
        self.decisions().filter(|judged| wanted(judged)).for_each(|judged| sums.add(judged, self.is_blunder(judged)));
        sums
    }

    /// Returns the sums by seat, then by player if the file names them, then of all.
    fn sums_by_group(&self) -> Vec<(String, DecisionSums)> {
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

    fn is_blunder(&self, judged: &JudgedPlay) -> bool {
        judged.loss.is_blunder(self.args.blunder) || judged.threw_win == Some(true)
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let of = if self.partial { format!(" of {}, interrupted", self.hands.hands.len()) } else { String::new() };
        let damaged = self.hands.damaged.len();
        writeln!(out, "{} hands{of}, {damaged} damaged lines, reviewed by {}\n", self.judged.len(), self.args.persona)?;
        write_table(&self.sums_by_group(), out)?;
        let mut shown: Vec<&JudgedPlay> =
            self.decisions().filter(|judged| self.args.all || self.is_blunder(judged)).collect();
        if !self.args.all {
            // The sort is stable: equal decisions stay in the order of the file.
            shown.sort_by(|one, other| badness(other).total_cmp(&badness(one)));
            shown.truncate(self.args.worst);
        }
        if !shown.is_empty() {
            writeln!(out, "\n{}", if self.args.all { "every decision:" } else { "the worst:" })?;
        }
        for play in shown {
            let JudgedPlay { line, number, seat, played, best, .. } = play;
            let why = play.fault.map_or(String::new(), |fault| format!(". {}", fault.text(Lang::En)));
            let thrown = if play.threw_win == Some(true) { ", a win with open hands thrown away" } else { "" };
            writeln!(out, "line {line}, play {number}, {seat}: {played} for {best}: {}{thrown}{why}", loss_text(play))?;
            writeln!(out, "  {}", play.view)?;
        }
        Ok(())
    }
}

/// Returns the weight of a decision for sorting: a worse decision weighs more. A thrown win adds 1,000.
fn badness(judged: &JudgedPlay) -> f64 {
    judged.loss.in_points() + if judged.threw_win == Some(true) { 1000.0 } else { 0.0 }
}

fn loss_text(judged: &JudgedPlay) -> String {
    match judged.loss {
        Loss::Points(points) => format!("{points:.2} points lost"),
        Loss::Deals(share) => format!("{:.1}% of the deals lost", 100.0 * share),
        Loss::Stakes(stakes) => format!("{stakes:.2} stakes lost"),
        Loss::Unweighed => String::from("not weighed"),
    }
}

#[derive(Default)]
struct DecisionSums {
    decisions: u64,
    same: Share,
    points: Mean,
    deals: Mean,
    stakes: Mean,
    unweighed: u64,
    blunders: Share,
    open: Share,
    attacks: Share,
}

impl DecisionSums {
    fn add(&mut self, judged: &JudgedPlay, blunder: bool) {
        let one = |yes: bool| f64::from(u8::from(yes));
        self.decisions += 1;
        self.same.add(one(judged.played == judged.best), 1.0);
        match judged.loss {
            Loss::Points(points) => self.points.add(points),
            Loss::Deals(share) => self.deals.add(share),
            Loss::Stakes(stakes) => self.stakes.add(stakes),
            Loss::Unweighed => self.unweighed += 1,
        }
        self.blunders.add(one(blunder), 1.0);
        if let Some(threw) = judged.threw_win {
            self.open.add(one(threw), 1.0);
        }
        if let Some(attacked) = judged.attack {
            self.attacks.add(one(attacked), 1.0);
        }
    }
}

fn write_table(groups: &[(String, DecisionSums)], out: &mut impl Write) -> io::Result<()> {
    let width = groups.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(10);
    // A loss column of zeros is left out.
    let loses = |pick: fn(&DecisionSums) -> &Mean| groups.iter().any(|(_, sums)| pick(sums).mean() > 0.0);
    let is_shown = [loses(|sums| &sums.points), loses(|sums| &sums.deals), loses(|sums| &sums.stakes)];
    let lost = |columns: [String; 3]| {
        let shown = is_shown.into_iter().zip(columns).filter(|(is_shown, _)| *is_shown);
        shown.map(|(_, text)| format!("{text:>13}")).collect::<String>()
    };
    writeln!(
        out,
        "{:<width$}{:>11}{:>8}{}{:>11}{:>17}{:>17}",
        "",
        "decisions",
        "same",
        lost(["points lost", "deals lost", "stakes lost"].map(String::from)),
        "blunders",
        "thrown wins",
        "partner attacks"
    )?;
    for (name, sums) in groups {
        let rate =
            |share: &Share| share.estimate().map_or(String::from("-"), |rate| format!("{:.1}%", 100.0 * rate.value));
        // A rate of few cases says little, so their number stands beside it.
        let of = |share: &Share| format!("{} of {}", rate(share), share.units());
        let of_some = |mean: &Mean, value: String| if mean.count() > 0.0 { value } else { String::from("-") };
        let points = of_some(&sums.points, format!("{:.3}", sums.points.mean()));
        let stakes = of_some(&sums.stakes, format!("{:.3}", sums.stakes.mean()));
        let deals = of_some(&sums.deals, format!("{:.2}%", 100.0 * sums.deals.mean()));
        writeln!(
            out,
            "{name:<width$}{:>11}{:>8}{}{:>11}{:>17}{:>17}",
            sums.decisions,
            rate(&sums.same),
            lost([points, deals, stakes]),
            rate(&sums.blunders),
            of(&sums.open),
            of(&sums.attacks)
        )?;
    }
    writeln!(out, "\npartner attacks: how often a peasant covered its partner's combo where it could, going out aside")
}
