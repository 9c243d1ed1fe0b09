//! `lab split`: how a splitter cuts a hand, and what its parts are worth.

use std::io::Write;

use anyhow::bail;
use clap::ValueEnum;
use engine::hand::eval::{self, Matrix, PointTable, Relation};
use engine::hand::split::{self, Kickers, Partition, TurnsMemo};
use engine::wild_split;
use rules::movegen::HAND_MAX;
use rules::wild::READ_AS;
use rules::{Combo, Hand, Rank, Ruleset, Seat};
use serde_json::json;

use crate::commands::options;
use engine::Profile;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides, as in "classic" or "classic wing-copies=4"
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The wild ranks of a ruleset that has some, in the order of showing, as in 7,9
    #[arg(long, value_name = "RANKS", value_delimiter = ',', value_parser = options::rank)]
    wilds: Vec<Rank>,
    /// The player that splits; where ranks are wild there is the rule splitter alone
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
    let (hand, rules) = (args.hand, &options::in_play(&args.ruleset, &args.wilds)?);
    if hand.len() > HAND_MAX {
        bail!("{hand} has {} cards, a seat never holds more than {HAND_MAX}", hand.len());
    }
    if Profile::of(rules).has_stand_ins() {
        return with_wilds(args, hand, rules, out);
    }
    let parts = parts(args, hand, rules)?;
    let (turns, weight) = (parts.turns(), eval::turn_weight(&parts));
    let points = eval::points(&parts, &PointTable::DEFAULT);
    if args.json {
        let combos: Vec<String> = parts.iter().map(|combo| format!("{combo:#}")).collect();
        let points = f64::from(points) / 4.0;
        let object = json!({ "parts": combos, "turns": turns, "weight": weight, "points": points });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "{parts:#}\nturns {turns}\nweight {weight}\npoints {}", quarters(points))?;
    Ok(())
}

/// Prints the turns as the player of wild ranks sees them. Behind `~` stands what cards with wild ones among them stand for.
fn with_wilds(args: &Args, hand: Hand, rules: &Ruleset, out: &mut impl Write) -> anyhow::Result<()> {
    if args.splitter != Splitter::Rule || args.bare {
        bail!("--splitter: where ranks are wild there is the rule splitter alone, with its kickers");
    }
    let split = wild_split(hand, rules);
    let text = |part: &Combo| {
        let (cards, stands_for) = (part.cards().to_string(), rules.stands_for(*part));
        // Wild cards that stand for themselves need no reading.
        match part.wild_cards() > 0 && stands_for.replace('+', "") != cards {
            true => format!("{cards}{READ_AS}{stands_for}"),
            false => format!("{part:#}"),
        }
    };
    let parts: Vec<String> = split.parts.iter().map(text).collect();
    let turns = parts.len();
    if args.json {
        let object = json!({ "parts": parts, "turns": turns, "points": f64::from(split.points) / 4.0 });
        return Ok(writeln!(out, "{object}")?);
    }
    writeln!(out, "{}\nturns {turns}\npoints {}", parts.join(" "), quarters(split.points))?;
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
        Splitter::Turns => split::turns(hand, &mut memo, &PointTable::DEFAULT),
        Splitter::Matrix => split::matrix(hand, &mut memo, &Matrix::DEFAULT, &Relation::opening(Seat::Landlord)),
    })
}

/// Quarter points as people write them: -12.5.
fn quarters(quarters: i32) -> String {
    let sign = if quarters < 0 { "-" } else { "" };
    let (whole, part) = (quarters.abs() / 4, quarters.abs() % 4);
    format!("{sign}{whole}{}", ["", ".25", ".5", ".75"][part as usize])
}
