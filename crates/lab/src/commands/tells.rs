//! `lab tells`: what gives a bot away, or its hand. How its thinking times and its urging are spread, how much a thinking time says of
//! cards that the table does not see, and how often a classifier names the persona by pace alone.

mod measures;
mod turns;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use engine::Persona;
use engine::manners::Urges;
use rules::{Chair, Ruleset, Seed};
use serde_json::json;

use self::measures::{bits, lag, named_by_pace, variation, within_one};
use self::turns::{FACTS, Turn};
use crate::report::page::{self, Picture};
use crate::report::svg::{Anchor, Canvas, Colour, Scale};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which personas
    #[arg(required = true)]
    personas: Vec<String>,
    /// Number of hands that each persona plays with itself
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    hands: u32,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Put the tables into this page, and the picture beside it
    #[arg(long, value_name = "PAGE")]
    write: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The turns over which the classifier names a persona.
const WINDOW: usize = 20;

/// The tells of one persona.
struct Tells {
    name: String,
    turns: usize,
    median_ms: u32,
    least_ms: u32,
    /// The largest share of turns within 1 ms of one value.
    repeated: f64,
    /// The correlation of a turn's logarithm with that of the player's turn before.
    lag: f64,
    urging: Urging,
    /// Bits that a thinking time says of each of [`FACTS`], beyond what the table sees.
    bits: [f64; FACTS.len()],
    /// Rate at which the classifier names this persona by its pace in [`WINDOW`] turns.
    named: f64,
}

/// Its urging, beside a second one of the same kind.
struct Urging {
    variation: f64,
    apart_s: f64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let named = |name: &String| Persona::named(name).ok_or_else(|| anyhow!("no persona is called {name}"));
    let personas = args.personas.iter().map(named).collect::<anyhow::Result<Vec<_>>>()?;
    let turns: Vec<Vec<Turn>> = personas.iter().map(|persona| turns::play(args, persona)).collect();
    let named = named_by_pace(&turns, WINDOW);
    let tells: Vec<Tells> = personas
        .iter()
        .zip(&turns)
        .zip(named)
        .map(|((persona, turns), named)| tells(persona, turns, named, Seed(args.seed)))
        .collect();
    match args.json {
        true => writeln!(out, "{}", json(args, &tells))?,
        false => out.write_all(tables(&tells).as_bytes())?,
    }
    args.write.as_ref().map_or(Ok(()), |page| write(page, &tells))
}

fn tells(persona: &Persona, turns: &[Turn], named: f64, seed: Seed) -> Tells {
    let mut times: Vec<u32> = turns.iter().map(|turn| turn.think_ms).collect();
    times.sort_unstable();
    Tells {
        name: persona.name().to_owned(),
        turns: times.len(),
        median_ms: times[times.len() / 2],
        least_ms: times[0],
        repeated: within_one(&times),
        lag: lag(turns),
        urging: urging(persona, seed),
        bits: std::array::from_fn(|fact| bits(turns, fact)),
        named,
    }
}

/// Two of the persona wait for a player, two minutes in each of a thousand turns.
fn urging(persona: &Persona, seed: Seed) -> Urging {
    let (mut gaps, mut apart_ms) = (Vec::new(), u64::MAX);
    for turn in 0..1_000 {
        let seed = seed.stream(turn);
        let both = [(Chair::First, persona, seed.stream(0)), (Chair::Second, persona, seed.stream(1))];
        let times: Vec<(Chair, u64)> = Urges::new(both, turn).take_while(|&(_, ms)| ms < 120_000).collect();
        apart_ms = times.windows(2).map(|pair| pair[1].1 - pair[0].1).fold(apart_ms, u64::min);
        for chair in [Chair::First, Chair::Second] {
            let mine: Vec<u64> = times.iter().filter(|&&(who, _)| who == chair).map(|&(_, ms)| ms).collect();
            gaps.extend(mine.windows(2).map(|pair| (pair[1] - pair[0]) as f64));
        }
    }
    Urging { variation: variation(&gaps), apart_s: apart_ms as f64 / 1000.0 }
}

fn json(args: &Args, tells: &[Tells]) -> serde_json::Value {
    let one = |tells: &Tells| {
        let bits: serde_json::Map<_, _> =
            FACTS.iter().zip(tells.bits).map(|(fact, bits)| (fact.name.to_owned(), json!(bits))).collect();
        json!({
            "persona": tells.name,
            "turns": tells.turns,
            "median_ms": tells.median_ms,
            "least_ms": tells.least_ms,
            "repeated": tells.repeated,
            "lag": tells.lag,
            "urging_variation": tells.urging.variation,
            "urging_apart_s": tells.urging.apart_s,
            "bits": bits,
            "named": tells.named,
        })
    };
    json!({ "hands": args.hands, "ruleset": args.ruleset.to_string(), "tells": tells.iter().map(one).collect::<Vec<_>>() })
}

fn tables(tells: &[Tells]) -> String {
    let mut text = String::from(
        "| persona | turns | median | least | within ±1 ms | lag 1 | urging varies | closest two | named by pace |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for Tells { name, turns, median_ms, least_ms, repeated, lag, urging, named, .. } in tells {
        let Urging { variation, apart_s } = urging;
        let (repeated, named) = (100.0 * repeated, 100.0 * named);
        let row = format!(
            "| `{name}` | {turns} | {median_ms} ms | {least_ms} ms | {repeated:.2}% | {lag:.2} | {variation:.2} | {apart_s:.1} s | {named:.0}% |"
        );
        writeln!(text, "{row}").expect("a string takes what is written");
    }
    let names: Vec<&str> = FACTS.iter().map(|fact| fact.name).collect();
    writeln!(text, "\n| persona, bits a turn | {} |\n| ---{} |", names.join(" | "), " | ---:".repeat(FACTS.len()))
        .expect("a string takes what is written");
    for Tells { name, bits, .. } in tells {
        let bits: Vec<String> = bits.iter().map(|bits| format!("{bits:.3}")).collect();
        writeln!(text, "| `{name}` | {} |", bits.join(" | ")).expect("a string takes what is written");
    }
    text
}

fn write(page: &Path, tells: &[Tells]) -> anyhow::Result<()> {
    let text = format!("`{}`; {}\n\n{}", page::command(), page::version(), tables(tells));
    let alt = "Bits that a thinking time says of the hidden hand";
    page::write_with_picture(page, "tells", &text, &Picture { alt, svg: picture(tells), below: String::new() })
}

const WIDTH: u32 = 760;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 640.0;
const BAR: f64 = 18.0;

/// A bar for each fact of each persona.
fn picture(tells: &[Tells]) -> String {
    let block = BAR * FACTS.len() as f64 + 16.0;
    let bottom = 60.0 + block * tells.len() as f64;
    let mut canvas = Canvas::new(WIDTH, bottom as u32 + 40 + 20 * FACTS.len() as u32);
    canvas.text((16.0, 28.0), Anchor::Start, Colour::Plain, "Bits that a thinking time says of the hidden hand");
    let most = tells.iter().flat_map(|tells| tells.bits).fold(0.05, f64::max);
    let across = Scale::new(0.0, most, LEFT, RIGHT);
    for tick in across.ticks(4) {
        canvas.line((across.at(tick), 44.0), (across.at(tick), bottom - 12.0), Colour::Faint, false);
        canvas.text((across.at(tick), bottom + 6.0), Anchor::Middle, Colour::Faint, &tick.to_string());
    }
    for (row, tells) in tells.iter().enumerate() {
        let top = 60.0 + block * row as f64;
        canvas.text((LEFT - 12.0, top + block / 2.0 - 6.0), Anchor::End, Colour::Plain, &tells.name);
        for (fact, &bits) in tells.bits.iter().enumerate() {
            let y = top + BAR * fact as f64;
            canvas.lines(&[(across.at(0.0), y), (across.at(bits.max(0.0)), y)], Colour::Series(fact));
            canvas.text(
                (across.at(bits.max(0.0)) + 8.0, y + 4.0),
                Anchor::Start,
                Colour::Series(fact),
                &format!("{bits:.3}"),
            );
        }
    }
    for (number, fact) in FACTS.iter().enumerate() {
        let y = bottom + 34.0 + 20.0 * number as f64;
        canvas.text((LEFT, y), Anchor::Start, Colour::Series(number), fact.about);
    }
    canvas.finish("Bits that a thinking time says of the hidden hand, by persona")
}
