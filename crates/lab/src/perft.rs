//! `lab perft`: counts positions by depth and compares them with a file.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use rules::Ruleset;
use rules::perft::{Record, read_records};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Deals and counts: `landlord HAND`, `down HAND`, `up HAND`, then `depth count` a line, or `depth` to be told it
    file: PathBuf,
    /// Leave out what lies deeper
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    depth_max: u32,
}

/// Writes the file as it should be; ends with an error when it was not.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let place = || args.file.display().to_string();
    let text = fs::read_to_string(&args.file).with_context(place)?;
    let records = read_records(&text).with_context(place)?;
    let (mut compared, mut wrong) = (0, 0);
    for record in &records {
        write!(out, "{}", Record { counts: Vec::new(), ..record.clone() })?;
        for &(depth, expected) in record.counts.iter().filter(|(depth, _)| *depth <= args.depth_max) {
            let count = record.deal.perft(&args.ruleset, depth);
            compared += u32::from(expected.is_some());
            match expected.filter(|&expected| expected != count) {
                None => writeln!(out, "{depth} {count}")?,
                Some(expected) => {
                    wrong += 1;
                    writeln!(out, "{depth} {count}  # the file says {expected}")?;
                }
            }
            out.flush()?;
        }
        writeln!(out)?;
    }
    if wrong > 0 {
        bail!("{}: {wrong} of {compared} counts differ under {}", place(), args.ruleset);
    }
    writeln!(out, "# {compared} counts agree under {}", args.ruleset)?;
    Ok(())
}
