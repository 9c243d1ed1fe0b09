//! `lab takeover`: a player drops out and a bot takes the seat over. How often an observer who compares 20 turns before with 20 turns after
//! tells that it is another player, for bots that have the player's level alone, and for bots that have its habits as well.

mod observer;
mod play;
mod responses;

use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::ValueEnum;
use engine::Persona;
use rules::{Ruleset, Seed};

use self::observer::{Observer, Sample};
use self::play::{HandOver, Who};
use super::experience::habit::{Habit, Script};
use crate::match_runner::cores;
use crate::match_runner::player::{PersonaArgs, PlayerKind, Roster};
use crate::report::page;
use crate::report::progress::Progress;
use crate::report::stats::{Estimate, Mean, Share};
use crate::work;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The players who drop out: personas, `greedy`, or habits as in `lab experience`
    #[arg(required_unless_present = "responses")]
    players: Vec<String>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// The persona that takes the seats over
    #[arg(long, default_value = "casual")]
    persona: String,
    /// Series of each player; each has 20 hand-overs, of which the first half of the series teaches the observers
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..=100_000))]
    series: u64,
    /// Hands that are known of a player when it drops out
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(6..=200))]
    known: u32,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Instead, print how the habits of the persona follow a number of its seats: NUMBER=STEP,STEP
    #[arg(long = "response", value_name = "NUMBER=STEPS", conflicts_with = "players")]
    responses: Vec<String>,
    /// Put the table into this page
    #[arg(long, value_name = "PAGE")]
    write: Option<PathBuf>,
}

impl Args {
    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, NonZero::get)
    }
}

/// The bots that take a seat over: by level alone, and with habits.
const BOTS: usize = 2;

/// The hand-overs of one player, series by series.
struct Dropped {
    name: String,
    series: Vec<Vec<HandOver>>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let persona = roster.ours(&args.persona)?.persona;
    if !args.responses.is_empty() {
        return responses::run(args, &persona, out);
    }
    let players = args.players.iter().map(|name| who(&roster, name)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut progress = Progress::new(args.series * players.len() as u64, "series", Instant::now());
    let mut all = Vec::new();
    for (number, (name, who)) in args.players.iter().zip(&players).enumerate() {
        let seed = Seed(args.seed).stream(number as u64);
        let worker = || |series: u64| play::series(args, who.clone(), &persona, seed.stream(series), series);
        let done = |count| progress.show(number as u64 * args.series + count, String::new);
        let series = work::jobs(args.series, args.threads(), &work::NEVER, worker, done);
        all.push(Dropped { name: name.clone(), series });
    }
    progress.clear();
    let text = table(&all);
    out.write_all(text.as_bytes())?;
    match &args.write {
        Some(place) => {
            page::write_section(place, "takeover", &format!("`{}`; {}\n\n{text}", page::command(), page::version()))
        }
        None => Ok(()),
    }
}

/// A player by its name: a habit, or what matches know.
fn who(roster: &Roster, name: &str) -> anyhow::Result<Who> {
    if let Ok(habit) = Habit::from_str(name, false) {
        let persona = Persona::named("rules").expect("a built-in row");
        return Ok(Who::Habit(Box::new(Script { habit, persona })));
    }
    let player = roster.player(name)?;
    if matches!(player.kind, PlayerKind::Command(_) | PlayerKind::Ccga(_) | PlayerKind::Douzero(_)) {
        bail!("{name}: only personas, random and greedy take part");
    }
    Ok(Who::Player(player))
}

/// The observers who judge a seat: one who knows other players and bots, one who knows hand-overs of this very player.
struct Told {
    stranger: Share,
    acquainted: Share,
}

/// The share that observers tell right about one player and one kind of bot. They learn from the first half of the series and judge the
/// second; the stranger learns from the players whose number has the other parity.
fn told(all: &[Dropped], player: usize, bot: usize) -> Told {
    let half = |dropped: &Dropped, is_second: bool| {
        let (first, second) = dropped.series.split_at(dropped.series.len() / 2);
        samples(if is_second { second } else { first }, bot)
    };
    let others = all.iter().enumerate().filter(|(other, _)| other % 2 != player % 2 || all.len() == 1);
    let strangers: Vec<Sample> = others.flat_map(|(_, dropped)| half(dropped, false)).collect();
    let judge = |taught: &[Sample]| {
        let observer = Observer::of(taught);
        let mut share = Share::default();
        // The two samples of a hand-over have their deals in common.
        for pair in half(&all[player], true).chunks(2) {
            share.add(pair.iter().filter(|sample| observer.is_right(sample)).count() as f64, pair.len() as f64);
        }
        share
    };
    Told { stranger: judge(&strangers), acquainted: judge(&half(&all[player], false)) }
}

/// Two samples of each hand-over: the player itself plays on, and a bot does.
fn samples(series: &[Vec<HandOver>], bot: usize) -> Vec<Sample> {
    let pair = |one: &HandOver| {
        [(&one.itself, false), (&one.bots[bot].turns, true)]
            .map(|(after, is_bot)| Sample { inputs: observer::inputs(&one.before, after), is_bot })
    };
    series.iter().flatten().flat_map(pair).collect()
}

fn table(all: &[Dropped]) -> String {
    let mut text = String::from(
        "| player | level | stranger, level alone | stranger, habits too | acquainted, level alone | acquainted, habits too | wins, level alone | wins, habits too |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let told: Vec<[Told; BOTS]> = (0..all.len()).map(|player| [0, 1].map(|bot| told(all, player, bot))).collect();
    for (dropped, [level, habits]) in all.iter().zip(&told) {
        let (mut levels, mut gains) = (Mean::default(), [Mean::default(); BOTS]);
        for one in dropped.series.iter().flatten() {
            levels.add(f64::from(one.level));
            gains.iter_mut().zip(&one.bots).for_each(|(gain, bot)| gain.add(100.0 * bot.gain));
        }
        let shares = [&level.stranger, &habits.stranger, &level.acquainted, &habits.acquainted].map(percent);
        let gains = gains.map(|gain| {
            let Estimate { value, low, high } = gain.estimate().expect("there are two hand-overs");
            format!("{value:+.1} ± {:.1}", (high - low) / 2.0)
        });
        let (name, level) = (&dropped.name, levels.mean());
        let row = format!("| `{name}` | {level:.0} | {} | {} |", shares.join(" | "), gains.join(" | "));
        writeln!(text, "{row}").expect("a string takes what is written");
    }
    let mean = |of: fn(&[Told; BOTS]) -> &Share| {
        let of_one = |told| of(told).estimate().expect("there are samples").value;
        told.iter().map(of_one).sum::<f64>() * 100.0 / told.len() as f64
    };
    let means = [
        mean(|told| &told[0].stranger),
        mean(|told| &told[1].stranger),
        mean(|told| &told[0].acquainted),
        mean(|told| &told[1].acquainted),
    ];
    let means = means.map(|mean| format!("{mean:.0}%")).join(" | ");
    writeln!(text, "| mean | | {means} | | |").expect("a string takes what is written");
    text
}

fn percent(share: &Share) -> String {
    let Estimate { value, low, high } = share.estimate().expect("there are samples");
    format!("{:.0}% ± {:.0}", 100.0 * value, 50.0 * (high - low))
}
