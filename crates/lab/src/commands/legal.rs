//! `lab legal`: every legal play of a hand, or of a file of hands.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rules::{Hand, Rank, Ruleset, Trick};
use serde_json::{Value, json};

use crate::commands::options;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides, as in "classic" or "classic wing-copies=4"
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The wild ranks of a ruleset that has some, in the order of showing, as in 7,9
    #[arg(long, value_name = "RANKS", value_delimiter = ',', value_parser = options::rank)]
    wilds: Vec<Rank>,
    /// The hand, as in 3334445X
    #[arg(long, required_unless_present = "batch")]
    hand: Option<Hand>,
    /// The combo to beat, as in 34567, or 444555666+777 to say which cards are wings; without it the hand leads
    #[arg(long, requires = "hand")]
    standing: Option<String>,
    /// Read `hand<TAB>standing` lines (`-` is standard input), write `hand<TAB>standing<TAB>play play …`
    #[arg(long, value_name = "FILE", conflicts_with = "hand")]
    batch: Option<PathBuf>,
    /// Print JSON, with --batch one object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let rules = &options::in_play(&args.ruleset, &args.wilds)?;
    match (&args.batch, args.hand) {
        (Some(path), _) => batch(args, rules, path, out),
        (None, Some(hand)) => {
            let standing = args.standing.as_deref();
            let trick = standing.map_or(Ok(Trick::Lead), |text| rules.read_text(text).map(Trick::Follow));
            let trick = trick.context("--standing")?;
            let plays = plays(rules, hand, trick).context("--hand")?;
            if args.json {
                writeln!(out, "{}", object(hand, standing, &plays))?;
            } else {
                plays.iter().try_for_each(|play| writeln!(out, "{play}"))?;
            }
            Ok(())
        }
        (None, None) => bail!("--hand or --batch is needed"),
    }
}

/// One answer as JSON; `standing` is null for a lead.
fn object(hand: Hand, standing: Option<&str>, plays: &[String]) -> Value {
    json!({ "hand": hand.to_string(), "standing": standing, "plays": plays })
}

/// The plays as text, `pass` first when there is something to pass on.
fn plays(rules: &Ruleset, hand: Hand, trick: Trick) -> anyhow::Result<Vec<String>> {
    if hand.is_empty() {
        bail!("who has no card left has won; there is nothing to play");
    }
    let pass = matches!(trick, Trick::Follow(_)).then(|| "pass".to_owned());
    // Wild cards have readings; without them plain cards mean what was listed.
    let text = |play| options::play_text(rules, play, trick);
    Ok(pass.into_iter().chain(rules.plays(hand, trick).into_iter().map(text)).collect())
}

fn batch(args: &Args, rules: &Ruleset, path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).with_context(|| path.display().to_string())?))
    };
    for (index, line) in input.lines().enumerate() {
        let line = line.with_context(|| path.display().to_string())?;
        if !line.trim().is_empty() {
            let answer =
                answer(args, rules, &line).with_context(|| format!("{} line {}", path.display(), index + 1))?;
            writeln!(out, "{answer}")?;
        }
    }
    Ok(())
}

fn answer(args: &Args, rules: &Ruleset, line: &str) -> anyhow::Result<String> {
    let mut fields = line.split('\t').map(str::trim);
    let (hand, standing) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
    if let Some(extra) = fields.next() {
        bail!("{extra:?} is one field too many: a line is hand<TAB>standing");
    }
    let hand: Hand = hand.parse().context("hand")?;
    let trick = match standing {
        "" => Trick::Lead,
        text => Trick::Follow(rules.read_text(text).context("standing")?),
    };
    let plays = plays(rules, hand, trick)?;
    Ok(match args.json {
        true => object(hand, Some(standing).filter(|text| !text.is_empty()), &plays).to_string(),
        false => format!("{hand}\t{standing}\t{}", plays.join(" ")),
    })
}
