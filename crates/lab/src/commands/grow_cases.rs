//! `lab grow-cases`: plays hands of self-play, or reads the turns of a log, records the facts of turns and the values of
//! other moves, and grows a tree of cases from them. The tree does not depend on the number of threads.

mod grow;
mod record;

use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use engine::cases::{Cases, FACTS, MOVES, Metadata};
use engine::net::CHANCE_ONE;
use rules::Ruleset;

use crate::match_runner::cores;
use crate::match_runner::player::{PersonaArgs, PersonaPlayer};
use crate::work::{Interrupted, stop_on_ctrl_c};
use engine::profile::{Family, Profile};
use grow::{AdviceTerms, Grower};
use record::{CaseTable, HELD_OUT_STEP, JudgeKind};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of hands that are played
    #[arg(long, default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    hands: u64,
    /// Learn from the turns of this log of replay lines instead of hands played here
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hands", "seed"])]
    recorded: Option<PathBuf>,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The persona that plays and whose choices the cases improve
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// The judge of moves; by default the net if it knows the ruleset, otherwise the hand played to its end
    #[arg(long, value_enum)]
    judge: Option<JudgeKind>,
    /// The fewest held-out cases behind a leaf that gives advice
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    support: u32,
    /// The least share of a leaf's held-out cases, in percent, in which the leaf's move is the better one; equal results do not count
    #[arg(long, default_value_t = 55, value_parser = clap::value_parser!(u32).range(0..=100))]
    purity: u32,
    /// Standard errors, in hundredths, by which a leaf's gain has to be above zero
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    z_min: u32,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Write the tree to this file instead of printing it
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Show the facts and the moves of which trees are made, and do nothing else
    #[arg(long)]
    list: bool,
}

struct GrowthPlan {
    player: PersonaPlayer,
    source: JudgeKind,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    if args.list {
        return list_facts_and_moves(out);
    }
    let plan = read_plan(args)?;
    let stop = stop_on_ctrl_c()?;
    let threads = args.threads.map_or_else(cores, NonZero::get);
    let started = Instant::now();
    let inputs = record::CaseInputs { args, plan: &plan, threads, stop: &stop };
    let (played, records) = match &args.recorded {
        Some(path) => record::read_log(&inputs, path)?,
        None => record::play_hands(&inputs),
    };
    let terms = AdviceTerms { support: args.support, purity: args.purity, z_min: args.z_min };
    let (tree, gain) = Grower { records: &records, terms, stop: &stop }.grow();
    let metadata =
        Metadata { ruleset: args.ruleset, command: command(args, &plan), support: args.support, purity: args.purity };
    let cases = Cases::new(metadata, &tree).context("the tree cannot be kept; ask for more --support")?;
    let is_partial = stop.load(Ordering::Relaxed);
    let found = GrowthReport { played, is_partial, records: &records, cases: &cases, gain, seconds: started.elapsed() };
    match &args.write {
        // A partial tree does not replace a whole one.
        _ if is_partial => found.write(out)?,
        Some(path) => {
            fs::write(path, cases.to_string()).with_context(|| path.display().to_string())?;
            found.write(out)?;
        }
        None => write!(out, "{cases}")?,
    }
    out.flush()?;
    if is_partial { Err(Interrupted.into()) } else { Ok(()) }
}

struct GrowthReport<'a> {
    played: u64,
    is_partial: bool,
    records: &'a [CaseTable; 2],
    cases: &'a Cases,
    gain: i64,
    seconds: Duration,
}

impl GrowthReport<'_> {
    /// Returns the share of held-out cases in which a leaf gives advice, in percent.
    fn advised_percent(&self) -> f64 {
        let advised: u64 = self.cases.advice().map(|advice| u64::from(advice.cases)).sum();
        100.0 * advised as f64 / self.records[1].len().max(1) as f64
    }

    /// Returns the expected extra wins in 100 hands if all three seats follow the advice of all leaves. In a log, a hand may count
    /// once for each bot.
    fn expected_gain(&self) -> f64 {
        let held_out = self.played.div_ceil(HELD_OUT_STEP).max(1);
        100.0 * self.gain as f64 / f64::from(CHANCE_ONE) / held_out as f64
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (nodes, words) = self.cases.size();
        let cases: usize = self.records.iter().map(CaseTable::len).sum();
        writeln!(out, "{cases} cases of {} hands, {:.0} s", self.played, self.seconds.as_secs_f64())?;
        if self.is_partial {
            return writeln!(out, "interrupted: the tree is grown from all hands or not at all");
        }
        writeln!(out, "{nodes} nodes, {words} leaves that speak, in {:.1}% of held-out cases", self.advised_percent())?;
        writeln!(out, "{:+.2} wins in 100 hands of three such players, by the judge", self.expected_gain())
    }
}

fn read_plan(args: &Args) -> anyhow::Result<GrowthPlan> {
    let player = args.persona_file.read()?.persona_player(&args.persona).context("--persona")?;
    let judges = Profile::of(&args.ruleset).family() == Family::Plain;
    let source = args.judge.unwrap_or(if judges { JudgeKind::Net } else { JudgeKind::Play });
    if source == JudgeKind::Net && !judges {
        bail!("--judge net: the nets have not learned {}; --judge play asks no net", args.ruleset);
    }
    Ok(GrowthPlan { player, source })
}

/// Returns the command that grows the same tree again. It leaves out a persona file.
fn command(args: &Args, plan: &GrowthPlan) -> String {
    let judge = match plan.source {
        JudgeKind::Net => "net",
        JudgeKind::Play => "play",
    };
    let hands = match &args.recorded {
        Some(path) => format!("--recorded {}", path.display()),
        None => format!("--hands {} --seed {}", args.hands, args.seed),
    };
    format!(
        "lab grow-cases --ruleset \"{}\" --persona {} --judge {judge} {hands} --support {} --purity {} --z-min {}",
        args.ruleset, args.persona, args.support, args.purity, args.z_min
    )
}

fn list_facts_and_moves(out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "facts")?;
    for fact in FACTS {
        writeln!(out, "  {:<15} {:>3} to {:>2}  {}", fact.name, fact.range.0, fact.range.1, fact.about)?;
    }
    writeln!(out, "moves")?;
    for row in MOVES {
        writeln!(out, "  {:<15} {:<9}  {}", row.name, if row.leads { "leading" } else { "following" }, row.about)?;
    }
    Ok(())
}
