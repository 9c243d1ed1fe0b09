//! `lab solve --file`: reads a table of deals, and writes a table of their winners.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use engine::endgame::{Endgame, MEMORY_BYTES_MAX, Memory};
use rules::{Hand, Ruleset, Side, Trick};
use serde_json::{Value, json};

use super::{Args, Clock, timed};
use crate::options;
use crate::report::progress::Progress;
use crate::stop::stop_on_ctrl_c;

/// Reads deals from a table and writes a table of results, each row as soon as it is known.
pub(super) fn solve(args: &Args, path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let name = path.display().to_string();
    let rules = args.ruleset.unwrap_or(Ruleset::DOUZERO);
    let text = fs::read_to_string(path).with_context(|| name.clone())?;
    let mut lines = text.lines().enumerate();
    let (_, head) =
        lines.next().with_context(|| format!("{name} is empty: a header with id, landlord and peasant is needed"))?;
    let head: Vec<&str> = head.split('\t').map(str::trim).collect();
    let column = |wanted: &str| {
        head.iter().position(|title| *title == wanted).with_context(|| format!("{name} has no column {wanted}"))
    };
    let columns = [column("id")?, column("landlord")?, column("peasant")?];
    let wilds = column("wilds").ok();
    if !args.json {
        writeln!(out, "id\twinner\tfirst_move\twinning_first_moves\tms\tnodes")?;
    }
    let rows: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    let mut clock = Clock::start(args, stop_on_ctrl_c()?);
    let mut progress = Progress::new(rows.len() as u64, "endgames", Instant::now());
    for (number, (index, line)) in rows.into_iter().enumerate() {
        progress.show(number as u64, String::new);
        clock.again();
        let row = solve_row(args, rules, (columns, wilds), line, &clock)
            .with_context(|| format!("{name} line {}", index + 1))?;
        // A row that Ctrl-C interrupted is not written.
        if clock.is_interrupted() {
            break;
        }
        if args.json { writeln!(out, "{}", row.json()) } else { row.write(out) }?;
        out.flush()?;
    }
    progress.clear();
    clock.interrupted()
}

/// A row of the table.
struct Row {
    id: String,
    winner: Option<&'static str>,
    first_move: String,
    /// The number of first plays that win, if all were asked for and are known.
    winning_first_moves: Option<usize>,
    ms: f64,
    nodes: u64,
}

impl Row {
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Row { id, winner, first_move, winning_first_moves, ms, nodes } = self;
        let winner = winner.unwrap_or("unknown");
        let winning = winning_first_moves.map_or(String::new(), |count| count.to_string());
        writeln!(out, "{id}\t{winner}\t{first_move}\t{winning}\t{ms:.3}\t{nodes}")
    }

    fn json(&self) -> Value {
        let Row { id, winner, first_move, winning_first_moves, ms, nodes } = self;
        json!({ "id": id, "winner": winner, "first_move": first_move, "winning_first_moves": winning_first_moves,
                "ms": ms, "nodes": nodes })
    }
}

/// Solves a line; `columns` are the columns of its id and its hands, `wilds` that of its wild ranks.
fn solve_row(
    args: &Args,
    rules: Ruleset,
    (columns, wilds): ([usize; 3], Option<usize>),
    line: &str,
    clock: &Clock,
) -> anyhow::Result<Row> {
    let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [id, landlord, peasant] = columns.map(|column| fields.get(column).copied().unwrap_or(""));
    let landlord: Hand = landlord.parse().context("landlord")?;
    let peasant: Hand = peasant.parse().context("peasant")?;
    let own = wilds.and_then(|column| fields.get(column)).filter(|ranks| !ranks.is_empty());
    let own = own.map(|ranks| ranks.split(',').map(options::rank).collect::<Result<Vec<_>, _>>());
    let wilds = own.transpose().map_err(anyhow::Error::msg).context("wilds")?;
    let rules = options::in_play(&rules, wilds.as_ref().unwrap_or(&args.wilds))?;
    let game = Endgame::two(rules, landlord, peasant)?;
    let (outcome, ms) = timed(args, &game, false, &mut Memory::new(MEMORY_BYTES_MAX), clock);
    let first = outcome.winning().next().or(outcome.winner.is_none().then(|| outcome.best()).flatten());
    let complete = args.all && outcome.stopped.is_none();
    Ok(Row {
        id: id.to_owned(),
        winner: outcome.winner.map(Side::name),
        first_move: first.flatten().map_or(String::new(), |combo| options::play_text(&rules, combo, Trick::Lead)),
        winning_first_moves: complete.then(|| outcome.winning().count()),
        ms,
        nodes: outcome.nodes,
    })
}
