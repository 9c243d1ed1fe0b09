//! `lab solve --pass-on`: both sides first give three cards of their hands to each other.

use std::io::Write;
use std::time::Instant;

use engine::endgame::{Endgame, Exchange, Gift, MEMORY_BYTES_MAX, Memory, SolveLimits, exchange};
use rules::Side;
use serde_json::json;

use super::{Args, Clock};

/// Solves the exchange and writes which gifts win.
pub(super) fn solve(args: &Args, game: &Endgame, clock: &Clock, out: &mut impl Write) -> anyhow::Result<()> {
    let start = Instant::now();
    let mut memory = Memory::new(MEMORY_BYTES_MAX);
    let found = exchange(game, args.all, &mut memory, SolveLimits::NONE, &mut || clock.is_over())?;
    let ms = start.elapsed().as_secs_f64() * 1e3;
    if args.json { write_json(args, &found, ms, out) } else { write(args, &found, ms, out) }
}

fn of(found: &Exchange, wins: Option<bool>) -> impl Iterator<Item = &Gift> {
    found.gifts.iter().filter(move |gift| gift.wins == wins)
}

fn names<'a>(gifts: impl Iterator<Item = &'a Gift>) -> Vec<String> {
    gifts.map(|gift| gift.cards.to_string()).collect()
}

/// Returns each losing gift and the reply that wins against it.
fn refuted(found: &Exchange) -> Vec<(String, String)> {
    let reply = |gift: &Gift| Some((gift.cards.to_string(), gift.reply?.to_string()));
    of(found, Some(false)).filter_map(reply).collect()
}

fn write(args: &Args, found: &Exchange, ms: f64, out: &mut impl Write) -> anyhow::Result<()> {
    let list = |words: Vec<String>| if words.is_empty() { "nothing".to_owned() } else { words.join("  ") };
    match found.winner {
        Some(winner) => writeln!(out, "winner      {winner}")?,
        None => writeln!(out, "winner      unknown")?,
    }
    writeln!(out, "wins giving {}", list(names(of(found, Some(true)))))?;
    if args.all {
        let lost = refuted(found).into_iter().map(|(gift, reply)| format!("{gift} (gets {reply})")).collect();
        writeln!(out, "loses       {}", list(lost))?;
    }
    writeln!(out, "nodes       {}\nms          {ms:.3}", found.nodes)?;
    if let Some(stopped) = found.stopped {
        writeln!(out, "stopped     {stopped}")?;
    }
    Ok(())
}

fn write_json(args: &Args, found: &Exchange, ms: f64, out: &mut impl Write) -> anyhow::Result<()> {
    let mut object = json!({
        "winner": found.winner.map(Side::name),
        "wins_giving": names(of(found, Some(true))),
        "nodes": found.nodes,
        "ms": ms,
        "stopped": found.stopped.map(|stopped| stopped.to_string()),
    });
    if args.all {
        let lost = refuted(found).into_iter().map(|(gift, reply)| json!({ "gives": gift, "gets": reply }));
        object["loses_giving"] = lost.collect();
        object["unknown"] = json!(names(of(found, None)));
    }
    Ok(writeln!(out, "{object}")?)
}
