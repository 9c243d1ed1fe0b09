//! Estimates of players' levels: their distance from the strength that plays even with a player, and how often their interval contains it.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::anyhow;
use engine::level::{Grades, HANDS_MIN, Level, level};
use engine::profile::Family;

use super::{Args, graded};
use crate::match_runner::player::Player;
use crate::report::origin;

struct Estimated {
    name: String,
    even: Option<f64>,
    levels: Vec<Level>,
    /// Mean grades of a choice, as landlord and as peasant.
    grades: [f64; 2],
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.personas.read()?;
    let mut all = Vec::new();
    for (stream, text) in args.players.iter().enumerate() {
        let (name, even) = match text.rsplit_once('@') {
            Some((name, even)) => (name, Some(even.parse().map_err(|_| anyhow!("{text}: {even} is no strength"))?)),
            None => (text.as_str(), None),
        };
        all.push(estimated(args, &roster.player(name)?, even, 1000 + stream as u64)?);
    }
    writeln!(out, "`{}`; {}\n", origin::command(), origin::version())?;
    out.write_all(table(&all).as_bytes())?;
    Ok(())
}

fn estimated(args: &Args, player: &Player, even: Option<f64>, stream: u64) -> anyhow::Result<Estimated> {
    let grades = graded(args, player, args.hands, stream)?;
    let family = Family::of(&args.ruleset);
    let windows = grades.chunks_exact(args.known.max(HANDS_MIN) as usize);
    let known = windows.map(|hands| hands.iter().fold(Grades::default(), |all, &hand| all.plus(hand)));
    let sum = |role: fn(&Grades) -> engine::level::RoleGrades| {
        let (sum, choices) =
            grades.iter().map(role).fold((0, 0), |(sum, choices), hand| (sum + hand.sum, choices + hand.choices));
        sum as f64 / f64::from(choices.max(1))
    };
    Ok(Estimated {
        name: player.to_string(),
        even,
        levels: known.filter_map(|grades| level(family, &grades)).collect(),
        grades: [sum(|grades| grades.landlord), sum(|grades| grades.peasant)],
    })
}

fn table(all: &[Estimated]) -> String {
    let mut text = String::from(
        "| player | plays even with | level | off | interval holds it | interval | grade as landlord | as peasant |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let (mut off, mut held) = (Vec::new(), Vec::new());
    for Estimated { name, even, levels, grades: [landlord, peasant] } in all {
        let count = levels.len().max(1) as f64;
        let mean = levels.iter().map(|it| f64::from(it.level)).sum::<f64>() / count;
        let wide = levels.iter().map(|it| f64::from(it.high - it.low)).sum::<f64>() / count;
        let holds =
            |even: f64| levels.iter().filter(|it| (f64::from(it.low)..=f64::from(it.high)).contains(&even)).count();
        let told = match *even {
            Some(even) => {
                off.push((mean - even).abs());
                held.push(holds(even) as f64 / count);
                format!("{even:.0} | {mean:.0} | {:+.0} | {:.0}%", mean - even, 100.0 * holds(even) as f64 / count)
            }
            None => format!("– | {mean:.0} | – | –"),
        };
        let grades = format!(".{:03.0} | .{:03.0}", landlord, peasant);
        writeln!(text, "| `{name}` | {told} | {wide:.0} wide | {grades} |").expect("a string takes what is written");
    }
    if !off.is_empty() {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (off, held) = (mean(&off), 100.0 * mean(&held));
        writeln!(text, "\nMean distance {off:.1}; the interval holds the strength in {held:.0}% of estimates.")
            .expect("a string takes what is written");
    }
    text
}
