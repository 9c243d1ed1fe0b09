//! `lab perft`: counts positions by depth and compares them with a file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use rules::perft::{PerftCase, read_records};
use rules::{Rank, Ruleset, Seat};
use serde_json::{Value, json};

use crate::commands::options;
use crate::report::progress::Progress;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The wild ranks of deals that come without a line `wilds 7,9`, in the order of showing
    #[arg(long, value_name = "RANKS", value_delimiter = ',', value_parser = options::rank)]
    wilds: Vec<Rank>,
    /// Deals and counts: `landlord HAND`, `down HAND`, `up HAND`, then `depth count` on each line, or `depth` to get the count
    file: PathBuf,
    /// Leave out greater depths
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    depth_max: u32,
    /// Print each count as a JSON object, one a line
    #[arg(long)]
    json: bool,
}

/// Writes the file as it should be; ends with an error when it was not.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let place = || args.file.display().to_string();
    let text = fs::read_to_string(&args.file).with_context(place)?;
    let mut records = read_records(&text).with_context(place)?;
    for record in records.iter_mut().filter(|record| record.wilds.is_empty()) {
        record.wilds.clone_from(&args.wilds);
    }
    let (mut compared, mut wrong) = (0, 0);
    // The deeper, the longer: how many positions a count has, where the file says so, is how long it takes.
    let wanted =
        |record: &&PerftCase| record.counts.iter().filter(|(depth, _)| *depth <= args.depth_max).copied().collect();
    let weight = |counts: &Vec<(u32, Option<u64>)>| counts.iter().filter_map(|(_, count)| *count).sum::<u64>();
    let total = records.iter().map(|record| weight(&wanted(&record))).sum();
    let (mut progress, mut gone) = (Progress::new(total, "positions", Instant::now()), 0);
    for record in &records {
        let rules = options::in_play(&args.ruleset, &record.wilds)?;
        if !args.json {
            write!(out, "{}", PerftCase { counts: Vec::new(), ..record.clone() })?;
        }
        for (depth, expected) in wanted(&record) {
            progress.show(gone, String::new);
            let count = record.deal.perft(&rules, depth);
            gone += expected.unwrap_or(0);
            compared += u32::from(expected.is_some());
            let differs = expected.is_some_and(|expected| expected != count);
            wrong += u32::from(differs);
            match expected {
                _ if args.json => writeln!(out, "{}", object(record, depth, count, expected))?,
                Some(expected) if differs => writeln!(out, "{depth} {count}  # the file says {expected}")?,
                _ => writeln!(out, "{depth} {count}")?,
            }
            // The count stands, whatever ends us.
            out.flush()?;
        }
        if !args.json {
            writeln!(out)?;
        }
    }
    progress.clear();
    if wrong > 0 {
        bail!("{}: {wrong} of {compared} counts differ under {}", place(), args.ruleset);
    }
    if !args.json {
        writeln!(out, "# {compared} counts agree under {}", args.ruleset)?;
    }
    Ok(())
}

/// One count as JSON; `expected` is null where the file does not say.
fn object(record: &PerftCase, depth: u32, count: u64, expected: Option<u64>) -> Value {
    let [landlord, down, up] = Seat::ALL.map(|seat| record.deal.hand(seat).to_string());
    json!({ "landlord": landlord, "down": down, "up": up, "depth": depth, "count": count, "expected": expected })
}
