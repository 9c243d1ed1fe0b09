//! `lab match`: two players on many paired deals, and the statistics.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rules::{Ruleset, Seed};

use crate::match_runner::game::Setup;
use crate::match_runner::player::{PersonaArgs, Player, PlayerKind};
use crate::match_runner::{DealResult, MatchRunner, cores};
use crate::report::Progress;
use crate::report::sprt::{Sprt, Verdict};
use crate::report::tally::{MatchReport, Tally};
use crate::work::{Interrupted, stop_on_ctrl_c};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The player whose results are shown: a persona, NAME:key=value,… to change its numbers, random, greedy, cmd:"COMMAND", or
    /// douzero:FOLDER for the published networks as tools/douzero converts them
    a: String,
    /// The opponent
    b: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Number of deals; each is played twice with the sides swapped
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=DEALS_MAX))]
    deals: u64,
    /// Fixes the deals and every random choice of our own players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, each with its own copy of a program; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// A ruleset and its overrides, as in "classic" or "classic spring=1"
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The time that our players may think about a decision, in CPU time of the thread; NAME:budget-ms=MS bounds one player
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
    /// Find the landlord by the ruleset's auction; without it the first chair is the landlord
    #[arg(long)]
    auction: bool,
    /// Stop as soon as a test decides if A's gain over an even match is P0 or P1 percent, as in 0,3
    #[arg(long, value_name = "P0,P1")]
    sprt: Option<Sprt>,
    /// Write the hands to this file, one a line
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// End the match when a program does not answer within this time
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = parse_seconds)]
    reply_limit: f64,
}

const DEALS_MAX: u64 = 1_000_000_000;

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| String::from("it is no number"))?;
    if (0.001..=86_400.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(String::from("it must lie between 0.001 and 86400"))
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    args.play([roster.player(&args.a)?, roster.player(&args.b)?], out)
}

impl Args {
    fn play(&self, players: [Player; 2], out: &mut impl Write) -> anyhow::Result<()> {
        let networks = players.iter().any(|player| matches!(player.kind, PlayerKind::Douzero(_)));
        let programs = networks || players.iter().any(|player| matches!(player.kind, PlayerKind::Command(_)));
        if self.auction && programs {
            bail!("--auction: a program is only asked to play cards; leave --auction out or choose two of our players");
        }
        let rules = self.ruleset;
        if networks && !rules.is_plain() {
            bail!("--ruleset {rules}: DouZero's networks know neither wild ranks nor answers of another kind");
        }
        let threads = self.threads.map_or_else(cores, NonZero::get).min(self.deals as usize);
        let runner = MatchRunner {
            players: players.map(|player| player.with_budget(self.budget_ms)),
            setup: Setup { rules, auction: self.auction, seed: Seed(self.seed) },
            deals: self.deals,
            record: self.record.is_some(),
            reply_limit: Duration::from_secs_f64(self.reply_limit),
        };
        let stop = stop_on_ctrl_c()?;
        let mut record = self.record.as_ref().map(|path| HandWriter::create(path, &runner)).transpose()?;

        let started = Instant::now();
        let mut tally = Tally::default();
        let mut progress = Progress::new(self.deals, "deals", started);
        let mut written = Ok(());
        let mut decided = false;
        let played = runner.run(threads, &stop, |pair| {
            tally.add(pair);
            progress.show(tally.deals(), || {
                tally.share().map_or(String::new(), |share| {
                    let reach = (share.high - share.low) / 2.0;
                    format!("A wins {:.1}% ± {:.1}", 100.0 * share.value, 100.0 * reach)
                })
            });
            if let Some(record) = &mut record {
                written = record.write(pair);
            }
            decided = self.sprt.is_some_and(|sprt| sprt.verdict(tally.pairs()) != Verdict::Open);
            if decided || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        progress.clear();

        let partial = tally.deals() < self.deals && !decided;
        let took = started.elapsed();
        let report = MatchReport { runner: &runner, tally: &tally, sprt: self.sprt, took, partial };
        if self.json {
            writeln!(out, "{}", report.json())?;
        } else {
            report.write_table(out)?;
        }
        out.flush()?;
        written.and_then(|()| record.map_or(Ok(()), HandWriter::finish)).context("--record")?;
        played?;
        if stop.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
    }
}

/// The writer of the record: a line about the match, then one hand a line. In the first hand of each pair A sits alone.
struct HandWriter {
    file: BufWriter<File>,
}

impl HandWriter {
    fn create(path: &PathBuf, runner: &MatchRunner) -> anyhow::Result<HandWriter> {
        let file = File::create(path).with_context(|| format!("--record {}", path.display()))?;
        let mut file = BufWriter::new(file);
        let [a, b] = &runner.players;
        let (version, seed) = (env!("CARGO_PKG_VERSION"), runner.setup.seed.0);
        writeln!(file, "# lab {version} match seed={seed} A={a} B={b}; of each two hands the first has A alone")?;
        Ok(HandWriter { file })
    }

    fn write(&mut self, pair: &DealResult) -> io::Result<()> {
        pair.lines.iter().try_for_each(|line| writeln!(self.file, "{line}"))
    }

    fn finish(mut self) -> io::Result<()> {
        self.file.flush()
    }
}
