//! `lab decide`: what a persona does in a position, and why.

use std::io::Write;

use anyhow::Context;
use engine::{Decision, Limits, Scratch, decide_within, strategy};
use rules::{Action, Combo, Seed, View};

use crate::budget::halt_after;
use crate::player::{Cast, Ours};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Who decides
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    cast: Cast,
    /// Fixes every random choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How long it may think, in CPU time: those who search and solve stop then, the tables answer in microseconds
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
    /// Show how the decision came about
    #[arg(long)]
    explain: bool,
    /// What the seat knows, as in: me=up hand=3344 left=5,4,4 standing=down:JJ
    #[arg(required = true)]
    view: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let view: View = args.view.join(" ").parse().context("VIEW")?;
    let Ours { persona, budget_ms, .. } = args.cast.read()?.ours(&args.persona).context("--persona")?;
    let mut halt = halt_after(budget_ms.or(args.budget_ms));
    let limits = Limits::until(&mut halt);
    let decision = decide_within(&view, &persona, Seed(args.seed), limits, &mut Scratch::new()).context("VIEW")?;
    write(&view, &decision, args.explain, out)
}

/// A decision for a reader; `explained` adds how it came about.
pub(crate) fn write(view: &View, decision: &Decision, explained: bool, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "action      {}", action(view, decision.action))?;
    writeln!(out, "reason      {} ({})", decision.reason, decision.decider)?;
    writeln!(out, "why         {}", decision.why)?;
    writeln!(out, "think       {} ms", decision.think_ms)?;
    for (index, candidate) in decision.candidates.as_slice().iter().enumerate() {
        let title = if index == 0 { "candidates" } else { "" };
        writeln!(out, "{title:<12}{:<14}{:>8}", play(view, candidate.play), value(decision, candidate.value))?;
    }
    if explained { explain(view, decision, out) } else { Ok(()) }
}

/// What a candidate's value says to a reader.
fn value(decision: &Decision, value: i32) -> String {
    match (decision.decider, decision.reason) {
        (decider, _) if decider.counts_wins() => format!("{:.1}%", f64::from(value) / 10.0),
        // Won either way: the values only put one win before another.
        (_, "win-path" | "answer-and-win") => String::from("wins"),
        // Quarter points are what the engine counts in; points are what its tables are written in.
        _ => format!("{:.2}", f64::from(value) / 4.0),
    }
}

fn explain(view: &View, decision: &Decision, out: &mut impl Write) -> anyhow::Result<()> {
    let trace = &decision.trace;
    let seat = trace.seat.map_or("before the landlord is known", |seat| seat.name());
    writeln!(out, "\nseat        {seat}, hand {}", trace.hand)?;
    if let Some(seat) = trace.seat {
        for row in strategy::rows(view.trick(), seat).take(trace.silent) {
            writeln!(out, "silent      {:<22}{}", row.name, row.why)?;
        }
    }
    writeln!(out, "settled     {:<22}{}", decision.reason, decision.why)?;
    if let Some((guard, why)) = trace.held_back {
        writeln!(out, "held back   {guard:<22}{why}")?;
    }
    if let Some(strength) = trace.strength {
        let engine::bid::Strength { points, rank, wins } = strength;
        writeln!(
            out,
            "strength    {:.2} points, better than {rank} of 1,000 hands, a landlord wins with it in {wins} of 1,000 deals",
            f64::from(points) / 4.0
        )?;
    }
    if let Some(path) = &trace.win_path {
        let order: Vec<String> = path.iter().map(|combo| format!("{combo:#}")).collect();
        writeln!(out, "win path    {}", order.join("  then  "))?;
    }
    Ok(())
}

/// An action in the words of position text, what it is before it.
pub(crate) fn action(view: &View, action: Action) -> String {
    match action {
        Action::Call(call) => format!("call {call}"),
        Action::Raise(raise) => format!("raise {raise}"),
        Action::Show(open) => format!("show {}", if open { "yes" } else { "no" }),
        Action::Play(None) => String::from("pass"),
        Action::Play(Some(combo)) => format!("play {} ({})", play(view, Some(combo)), combo.kind()),
    }
}

fn play(view: &View, combo: Option<Combo>) -> String {
    combo.map_or_else(|| String::from("pass"), |combo| view.rules().play_text(Some(combo), view.trick()))
}
