//! `lab league`: each player against a fixed, varied pool on the public deals. Wins and score, by seat, the mean over the pool and the
//! worst: a gain against one opponent alone shows as what it is.

mod picture;

use std::io::Write;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::ensure;
use rules::{Ruleset, Seed};
use serde_json::{Value, json};

use crate::commands::eval_deals;
use crate::match_runner::game::Setup;
use crate::match_runner::player::{PersonaArgs, Player};
use crate::match_runner::{MatchRunner, ProgramOptions, cores};
use crate::report::page::{self, Picture};
use crate::report::progress::Progress;
use crate::report::stats::{Estimate, Mean};
use crate::stop::{Interrupted, stop_on_ctrl_c};

/// Play each player against a fixed pool.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The player that is measured, as for `lab match`; NAME=PLAYER shows it under another name
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// One of the pool, as for `lab match`; NAME=PLAYER shows it under another name; may stand several times
    #[arg(long = "against", value_name = "PLAYER", default_values = POOL)]
    pool: Vec<String>,
    /// Number of deals that each pair plays, each twice with the sides swapped: the first of the public evaluation set
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    deals: u64,
    #[command(flatten)]
    personas: PersonaArgs,
    /// Fixes the deals and every random choice; the public evaluation set by default
    #[arg(long, default_value_t = eval_deals::SEED)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "douzero spring=1 anti-spring=1")]
    ruleset: Ruleset,
    /// The time that our players may think about a decision, in CPU time of the thread
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Write table and picture into this page and its folder, as a section of its own
    #[arg(long, value_name = "FILE.md")]
    write: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The pool unless another is named: a simple player, rules with and without endings, and the bare net.
const POOL: [&str; 4] = ["greedy", "rules", "skilled", "net"];

/// A player and how it is shown.
struct Entrant {
    name: String,
    player: Player,
}

/// The results of one player against one opponent.
struct Cell {
    wins: Mean,
    score: Mean,
    landlord: Mean,
    peasants: Mean,
}

impl Cell {
    fn new() -> Cell {
        let [wins, score, landlord, peasants] = std::array::from_fn(|_| Mean::default());
        Cell { wins, score, landlord, peasants }
    }
}

/// A player's results against the whole pool.
struct Row {
    name: String,
    /// By the order of the pool; `None` against itself.
    cells: Vec<Option<Cell>>,
}

/// The mean over the pool and the worst opponent, of one measure.
struct Summary {
    mean: f64,
    worst: f64,
    /// The opponent's place in the pool.
    worst_against: usize,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.personas.read()?;
    let entrants = |texts: &[String]| -> anyhow::Result<Vec<Entrant>> {
        texts
            .iter()
            .map(|text| {
                let (name, player) = named(text);
                Ok(Entrant { name: name.to_owned(), player: roster.player(player)?.within(args.budget_ms) })
            })
            .collect()
    };
    let (players, pool) = (entrants(&args.players)?, entrants(&args.pool)?);
    for entrant in &players {
        let others = pool.iter().filter(|other| other.name != entrant.name).count();
        ensure!(others > 0, "{} meets no player: --against names it alone", entrant.name);
    }
    let stop = stop_on_ctrl_c()?;
    let mut progress = Progress::new(args.deals * (players.len() * pool.len()) as u64, "deals", Instant::now());
    let mut rows = Vec::new();
    for entrant in &players {
        let mut row = Row { name: entrant.name.clone(), cells: Vec::new() };
        for other in &pool {
            let cell =
                if other.name == entrant.name { None } else { Some(play(args, entrant, other, &stop, &mut progress)?) };
            row.cells.push(cell);
        }
        rows.push(row);
    }
    progress.clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    let names: Vec<&str> = pool.iter().map(|other| other.name.as_str()).collect();
    match args.json {
        true => writeln!(out, "{}", to_json(args, &rows, &names))?,
        false => out.write_all(table(args, &rows, &names).as_bytes())?,
    }
    args.write.as_ref().map_or(Ok(()), |page| write(args, page, &rows, &names))
}

/// `NAME=PLAYER`, or a player that is its own name. Commands and changed numbers hold `=` too.
fn named(text: &str) -> (&str, &str) {
    match text.split_once('=') {
        Some((name, player)) if !name.contains([':', '"']) => (name, player),
        _ => (text, text),
    }
}

fn play(
    args: &Args,
    one: &Entrant,
    other: &Entrant,
    stop: &AtomicBool,
    progress: &mut Progress,
) -> anyhow::Result<Cell> {
    let setup = Setup { rules: args.ruleset, auction: false, b_assumes: None, seed: Seed(args.seed) };
    let players = [one.player.clone(), other.player.clone()];
    let programs = ProgramOptions::default();
    let runner = MatchRunner { players, setup, deals: args.deals, record: false, swapped: true, programs };
    let mut cell = Cell::new();
    let title = format!("{} against {}", one.name, other.name);
    runner.run(args.threads.map_or_else(cores, NonZero::get), stop, |pair| {
        cell.wins.add(pair.share());
        cell.score.add((pair.hands[0].points + pair.hands[1].points) as f64 / 2.0);
        cell.landlord.add(f64::from(pair.hands[0].half_wins) / 2.0);
        cell.peasants.add(f64::from(pair.hands[1].half_wins) / 2.0);
        progress.show(pair.number, || title.clone());
        ControlFlow::Continue(())
    })?;
    Ok(cell)
}

impl Row {
    fn met(&self) -> impl Iterator<Item = (usize, &Cell)> {
        self.cells.iter().enumerate().filter_map(|(place, cell)| Some((place, cell.as_ref()?)))
    }

    fn summary(&self, of: impl Fn(&Cell) -> &Mean) -> Summary {
        let means: Vec<(usize, f64)> = self.met().map(|(place, cell)| (place, of(cell).mean())).collect();
        let mean = means.iter().map(|(_, mean)| mean).sum::<f64>() / means.len() as f64;
        let worst = means.iter().min_by(|one, other| one.1.total_cmp(&other.1));
        let &(worst_against, worst) = worst.expect("every player meets another");
        Summary { mean, worst, worst_against }
    }
}

/// A mean with half its 95% interval.
fn bars(mean: &Mean, show: impl Fn(f64) -> String) -> String {
    match mean.estimate() {
        Some(Estimate { value, low, high }) => {
            format!("{} ± {}", show(value), show((high - low) / 2.0).replace('+', ""))
        }
        None => show(mean.mean()),
    }
}

fn share(value: f64) -> String {
    format!("{value:.3}").replacen("0.", ".", 1)
}

fn points(value: f64) -> String {
    format!("{value:+.2}")
}

fn table(args: &Args, rows: &[Row], pool: &[&str]) -> String {
    let mut text = String::from("| player | wins: mean | worst | score: mean | worst | as landlord | as peasants |\n");
    text += "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for row in rows {
        let (wins, score) = (row.summary(|cell| &cell.wins), row.summary(|cell| &cell.score));
        let (landlord, peasants) = (row.summary(|cell| &cell.landlord), row.summary(|cell| &cell.peasants));
        text += &format!(
            "| `{}` | {} | {} (`{}`) | {} | {} (`{}`) | {} | {} |\n",
            row.name,
            share(wins.mean),
            share(wins.worst),
            pool[wins.worst_against],
            points(score.mean),
            points(score.worst),
            pool[score.worst_against],
            share(landlord.mean),
            share(peasants.mean)
        );
    }
    text += &format!("\nWins / score against each of the pool, 95% intervals:\n\n| player | {} |\n", pool.join(" | "));
    text += &format!("| --- |{}\n", " ---: |".repeat(pool.len()));
    for row in rows {
        let cell = |cell: &Option<Cell>| match cell {
            Some(cell) => format!("{} / {}", bars(&cell.wins, share), bars(&cell.score, points)),
            None => String::from("–"),
        };
        let cells: Vec<String> = row.cells.iter().map(cell).collect();
        text += &format!("| `{}` | {} |\n", row.name, cells.join(" | "));
    }
    text += &format!(
        "\nThe first {} deals of seed {}, each played on both sides, ruleset {}; points are of a stake of one. {}.\n",
        args.deals,
        args.seed,
        args.ruleset,
        page::version()
    );
    text
}

fn to_json(args: &Args, rows: &[Row], pool: &[&str]) -> Value {
    let cell = |(place, cell): (usize, &Cell)| {
        json!({ "against": pool[place], "deals": cell.wins.count(), "wins": cell.wins.mean(), "score": cell.score.mean(),
                "landlord": cell.landlord.mean(), "peasants": cell.peasants.mean() })
    };
    let row = |row: &Row| json!({ "player": row.name, "results": row.met().map(cell).collect::<Vec<_>>() });
    json!({ "version": page::version(), "command": page::command(), "seed": args.seed, "deals": args.deals,
            "ruleset": args.ruleset.to_string(), "rows": rows.iter().map(row).collect::<Vec<_>>() })
}

/// Puts table and picture where the page is.
fn write(args: &Args, page: &Path, rows: &[Row], pool: &[&str]) -> anyhow::Result<()> {
    let dots: Vec<picture::Row> = rows
        .iter()
        .map(|row| {
            let wins = row.summary(|cell| &cell.wins);
            picture::Row { name: &row.name, mean: wins.mean, worst: wins.worst, against: pool[wins.worst_against] }
        })
        .collect();
    let alt = "Wins against the pool: mean and worst";
    let picture = Picture { alt, svg: picture::league(&dots), below: page::command_block() };
    page::write_with_picture(page, "league", &table(args, rows, pool), &picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_before_a_player() {
        assert_eq!(named("net"), ("net", "net"));
        assert_eq!(named("adp=cmd:\"bot --x=1\""), ("adp", "cmd:\"bot --x=1\""));
        assert_eq!(named("cmd:\"bot --x=1\""), ("cmd:\"bot --x=1\"", "cmd:\"bot --x=1\""));
        assert_eq!(named("net:noise=4"), ("net:noise=4", "net:noise=4"));
        assert_eq!(named("new=net:weights=a.bin"), ("new", "net:weights=a.bin"));
    }

    fn cell(wins: [f64; 2]) -> Option<Cell> {
        let mut cell = Cell::new();
        wins.into_iter().for_each(|share| cell.wins.add(share));
        Some(cell)
    }

    #[test]
    fn the_worst_opponent_is_named_and_the_player_itself_left_out() {
        let row = Row { name: String::from("x"), cells: vec![cell([0.5, 0.7]), None, cell([0.2, 0.4])] };
        let found = row.summary(|cell| &cell.wins);
        assert!((found.mean - 0.45).abs() < 1e-9 && (found.worst - 0.3).abs() < 1e-9);
        assert_eq!(found.worst_against, 2);
    }
}
