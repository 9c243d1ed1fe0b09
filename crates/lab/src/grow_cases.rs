//! `lab grow-cases`: plays hands against itself, writes down what each turn looked like and what other moves would have
//! been worth, and grows a tree of cases from that. Neither threads nor time show in the tree.

mod grow;
mod judge;
mod record;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use engine::cases::{Cases, FACTS, MOVES, Recipe};
use rules::Ruleset;
use serde_json::json;

use crate::Interrupted;
use crate::contest::cores;
use crate::r#match::stop_on_ctrl_c;
use crate::player::{Cast, Ours};
use grow::{Grower, Terms};
use judge::{SURE, Source};

/// Grow a tree of cases.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many hands are played
    #[arg(long, default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(100..=10_000_000))]
    hands: u64,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Who plays, and whose choices the cases are to better
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    cast: Cast,
    /// Who says what a move would have been worth: the net where it knows the ruleset, else the hand played out
    #[arg(long, value_enum)]
    judge: Option<Source>,
    /// The fewest held-out cases behind a leaf that speaks
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    support: u32,
    /// In how many of 100 of them its move was the better one, at least
    #[arg(long, default_value_t = 55, value_parser = clap::value_parser!(u32).range(0..=100))]
    purity: u32,
    /// By how many standard errors, in hundredths, a leaf's gain lies above nothing
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    doubt: u32,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Write the tree to this file instead of printing it
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Print what was found as JSON, not the tree
    #[arg(long)]
    json: bool,
    /// Show the facts and the moves of which trees are made, and do nothing else
    #[arg(long)]
    list: bool,
}

/// Who plays and who judges.
struct Plan {
    player: Ours,
    source: Source,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    if args.list {
        return list(out);
    }
    let plan = plan(args)?;
    let stop = stop_on_ctrl_c()?;
    let threads = args.threads.map_or_else(cores, NonZero::get);
    let started = Instant::now();
    let Some(records) = record::play_all(args, &plan, threads, &stop) else { return Err(Interrupted.into()) };
    let played = started.elapsed().as_secs_f64();
    let terms = Terms { support: args.support, purity: args.purity, doubt: args.doubt };
    let (tree, gain) = Grower { records: &records, terms }.grow();
    let recipe =
        Recipe { ruleset: args.ruleset, command: command(args, &plan), support: args.support, purity: args.purity };
    let cases = Cases::new(recipe, &tree).context("the tree cannot be kept; ask for more --support")?;
    let (nodes, words) = cases.size();
    let held_out = records[1].len();
    let covered: u64 = cases.words().map(|word| u64::from(word.cases)).sum();
    // Wins in a hand that the words promise: one hand in three was held out.
    let promise = gain as f64 / f64::from(SURE) / (args.hands as f64 / 3.0);
    if let Some(path) = &args.write {
        fs::write(path, cases.to_string()).with_context(|| path.display().to_string())?;
    }
    if args.json {
        let found = json!({
            "version": env!("CARGO_PKG_VERSION"), "ruleset": args.ruleset.to_string(), "seed": args.seed, "hands": args.hands,
            "cases": records[0].len() + held_out, "held_out": held_out, "nodes": nodes, "leaves_that_speak": words,
            "held_out_settled": covered, "wins_a_hand": promise, "seconds": started.elapsed().as_secs_f64(),
        });
        writeln!(out, "{found}")?;
    } else if args.write.is_none() {
        write!(out, "{cases}")?;
    } else {
        writeln!(
            out,
            "{} cases of {} hands in {played:.1} s, grown in {:.1} s\n{nodes} nodes, {words} leaves that speak, {:.1}% of {held_out} held-out cases settled\n\
             {:+.2} wins in 100 hands, by the judge's word",
            records[0].len() + held_out,
            args.hands,
            started.elapsed().as_secs_f64() - played,
            100.0 * covered as f64 / held_out as f64,
            100.0 * promise,
        )?;
    }
    Ok(out.flush()?)
}

fn plan(args: &Args) -> anyhow::Result<Plan> {
    let player = args.cast.read()?.ours(&args.persona).context("--persona")?;
    let source = args.judge.unwrap_or(if args.ruleset.is_plain() { Source::Net } else { Source::Play });
    if source == Source::Net && !args.ruleset.is_plain() {
        bail!("--judge net: the nets have not learned {}; --judge play asks no net", args.ruleset);
    }
    Ok(Plan { player, source })
}

/// The command that grows the same tree again.
fn command(args: &Args, plan: &Plan) -> String {
    let judge = match plan.source {
        Source::Net => "net",
        Source::Play => "play",
    };
    format!(
        "lab grow-cases --ruleset \"{}\" --persona {} --judge {judge} --hands {} --seed {} --support {} --purity {} --doubt {}",
        args.ruleset, args.persona, args.hands, args.seed, args.support, args.purity, args.doubt
    )
}

fn list(out: &mut impl Write) -> anyhow::Result<()> {
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
