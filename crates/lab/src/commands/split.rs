//! `lab split`: how a splitter cuts a hand, and what its parts are worth.

use std::io::Write;

use anyhow::bail;
use clap::ValueEnum;
use engine::hand::eval::{self, Matrix, Relation, Weights};
use engine::hand::split::{self, Kickers, Partition, TurnsMemo};
use rules::movegen::HAND_MAX;
use rules::{Hand, Ruleset, Seat};
use serde_json::json;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides, as in "classic" or "classic wing-copies=4"
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Who splits
    #[arg(long, value_enum, default_value = "rule")]
    splitter: Splitter,
    /// Leave triples and airplanes without kickers, as the published rule splitter prints them; for rule and fewest-singles
    #[arg(long)]
    bare: bool,
    /// The hand, as in 3334445X
    hand: Hand,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Splitter {
    /// An ordered search by kind, as a person does it.
    Rule,
    /// The same for when an enemy is down to one card.
    FewestSingles,
    /// The fewest turns, then the largest weight.
    Turns,
    /// The fewest turns, then the largest mean of the weight matrix.
    Matrix,
}

/// Prints the combos as `body+wings`, then what they come to.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let (hand, rules) = (args.hand, &args.ruleset);
    if rules.wild_ranks() > 0 {
        bail!("--ruleset: ruleset {} has wild ranks, and no splitter knows them", rules.name());
    }
    if hand.len() > HAND_MAX {
        bail!("{hand} has {} cards, a seat never holds more than {HAND_MAX}", hand.len());
    }
    let parts = parts(args, hand, rules)?;
    let (turns, weight) = (parts.turns(), eval::turn_weight(&parts));
    let points = eval::points(&parts, &Weights::DEFAULT);
    if args.json {
        let combos: Vec<String> = parts.iter().map(|combo| format!("{combo:#}")).collect();
        let points = f64::from(points) / 4.0;
        let object = json!({ "parts": combos, "turns": turns, "weight": weight, "points": points });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "{parts:#}\nturns {turns}\nweight {weight}\npoints {}", quarters(points))?;
    Ok(())
}

fn parts(args: &Args, hand: Hand, rules: &Ruleset) -> anyhow::Result<Partition> {
    let mut memo = TurnsMemo::new(rules);
    Ok(match args.splitter {
        Splitter::Rule if args.bare => split::rule(hand, rules),
        Splitter::FewestSingles if args.bare => split::fewest_singles(hand, rules),
        _ if args.bare => bail!("--bare: the splitters turns and matrix split together with the kickers"),
        Splitter::Rule => split::attach_kickers(&split::rule(hand, rules), rules, Kickers::Smallest),
        Splitter::FewestSingles => {
            split::attach_kickers(&split::fewest_singles(hand, rules), rules, Kickers::SinglesFirst)
        }
        Splitter::Turns => split::turns(hand, &mut memo, &Weights::DEFAULT),
        Splitter::Matrix => split::matrix(hand, &mut memo, &Matrix::DEFAULT, &Relation::opening(Seat::Landlord)),
    })
}

/// Quarter points as people write them: -12.5.
fn quarters(quarters: i32) -> String {
    let sign = if quarters < 0 { "-" } else { "" };
    let (whole, part) = (quarters.abs() / 4, quarters.abs() % 4);
    format!("{sign}{whole}{}", ["", ".25", ".5", ".75"][part as usize])
}
