//! `lab decide`: what a persona does in a position, and why.

use std::io::Write;

use anyhow::Context;
use engine::Decision;
use engine::decision::Unit;
use engine::explain::{self, wild_card_fact};
use engine::rule_player::strategy;
use engine::turn::TurnBuffers;
use engine::words::Lang;
use rules::{Action, Combo, Ruleset, Seat, View};

use engine::profile::DATA_SOURCES;

#[derive(clap::Args)]
#[command(after_help = VIEW_HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    decider: super::DeciderArgs,
    /// Show how the decision came about
    #[arg(long)]
    explain: bool,
    /// The language of the reason
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// A ruleset and its overrides, as in "classic" or "classic wing-copies=4", of a position that names none (rules=…)
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The seat's knowledge, as in: me=up hand=3344 left=5,4,4 standing=down:JJ
    #[arg(required = true)]
    view: Vec<String>,
}

const VIEW_HELP: &str = "\
Keys of VIEW:
  me         who looks: landlord, down or up; with calls first, second or third
  hand       what it holds now
  rules      the ruleset, commas between its overrides; wilds=7,9 shows wild ranks
 the whole hand:
  passed     cards passed on, by chair: 345/678/-
  calls      the auction so far: no,1,no,3; empty before the first call; second:5:CARDS is a hand that the chair
             lays open for 5 times the stake
  appointee  the chair that became landlord after passes alone
  bottom     its three cards, once they are shown
  raises, show  doublings and the landlord's open hand: 1,2,1 and no, or its cards; without calls also second:5:CARDS
  plays      the landlord's first play and all later ones, - for a pass: 34567,-,-,33
 or the present alone:
  left       cards left of landlord, down and up: 5,4,7
  turn       whose turn it is; me by default
  standing   what is to be beaten, and whose it is: down:33
  bottom, played  where known: 2XD and 33/4/
  open       the hands that lie open, as they are now: 33TT2//";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let view: View = position_text(args).parse().context("VIEW")?;
    let player = args.decider.read()?;
    let decision = player.decide(&view, args.decider.seed(), &mut player.scratch()).context("VIEW")?;
    write(&view, &decision, args.lang, args.explain, out)
}

/// Returns the position's text. If it names no ruleset, that of `--ruleset` is added.
fn position_text(args: &Args) -> String {
    let text = args.view.join(" ");
    if text.split_whitespace().any(|word| word.starts_with("rules=")) {
        return text;
    }
    // A word of a position has no spaces.
    format!("rules={} {text}", args.ruleset.to_string().replace(' ', ","))
}

/// Writes a decision for a reader; `explained` adds how it came about.
pub(crate) fn write(
    view: &View,
    decision: &Decision,
    lang: Lang,
    explained: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(out, "action      {}", action_text(view, decision.action))?;
    let reason = explain::decision_reason(view, decision, &mut TurnBuffers::new());
    writeln!(out, "reason      {} ({})", reason.code(), decision.decider)?;
    writeln!(out, "why         {}", reason.text(lang))?;
    if let Some(reading) = reading_of(view, decision, lang) {
        writeln!(out, "reading     {reading}")?;
    }
    writeln!(out, "think       {} ms", decision.think_ms)?;
    for (index, choice) in decision.candidates.as_slice().iter().enumerate() {
        let title = if index == 0 { "candidates" } else { "" };
        writeln!(out, "{title:<12}{:<14}{:>8}", play_text(view, choice.play), value_text(decision, choice.value))?;
    }
    if explained { explain(view, decision, out) } else { Ok(()) }
}

/// Returns what the play's wild cards stand for, if there is something to tell.
fn reading_of(view: &View, decision: &Decision, lang: Lang) -> Option<String> {
    Some(wild_card_fact(view.rules(), decision.play()?)?.text(lang))
}

/// True if the values only order plays that should win.
fn only_orders_wins(decision: &Decision) -> bool {
    matches!(decision.reason, "win-path" | "answer-and-win")
}

fn value_text(decision: &Decision, value: i32) -> String {
    match decision.unit {
        _ if only_orders_wins(decision) => String::from("wins"),
        Unit::Quarters => format!("{:.2}", decision.unit.display_value(value)),
        Unit::Wins | Unit::Votes => format!("{:.1}%", 100.0 * decision.unit.display_value(value)),
        Unit::Score => format!("{:+.3}", decision.unit.display_value(value)),
    }
}

fn explain(view: &View, decision: &Decision, out: &mut impl Write) -> anyhow::Result<()> {
    let trace = &decision.trace;
    let seat = trace.seat.map_or("before the landlord is known", |seat| seat.name());
    writeln!(out, "\nseat        {seat}, hand {}", trace.hand)?;
    let borrowed = DATA_SOURCES.iter().filter_map(|(name, of)| Some((name, of(&trace.profile)?)));
    for (name, source) in borrowed.filter(|(_, source)| !source.is_own) {
        writeln!(out, "data        {name:<22}{source}")?;
    }
    for row in strategy::skipped_strategies(trace, view.trick()) {
        writeln!(out, "skipped     {}", row.name)?;
    }
    writeln!(out, "settled     {}", decision.reason)?;
    if let Some(held) = trace.held_back {
        let against =
            explain::contrast(view, Action::Play(held.play), decision.action, None, &mut TurnBuffers::new()).made;
        let fault = against.text_after(Lang::En, &play_text(view, held.play));
        writeln!(out, "held back   {:<22}{}", held.guard, fault.unwrap_or_else(|| play_text(view, held.play)))?;
    }
    for (seat, worlds) in Seat::ALL.into_iter().zip(trace.taken_as_naive.unwrap_or_default()).filter(|seat| seat.1 > 0)
    {
        let share = format!("{seat} {:.1}%", f64::from(worlds) / 10.0);
        writeln!(out, "naive       {share:<22}modelled as this type of player in this share of the deals")?;
    }
    if let Some(strength) = trace.strength {
        let engine::Strength { points, rank, wins } = strength;
        let measure = match trace.weights {
            Some(_) => format!("{points} wins in 1,000 by the net"),
            None => format!("{:.2} points", f64::from(points) / 4.0),
        };
        writeln!(
            out,
            "strength    {measure}, better than {rank} of 1,000 hands, a landlord wins with it in {wins} of 1,000 deals"
        )?;
    }
    if let Some(path) = &trace.win_path {
        let order: Vec<String> = path.iter().map(|combo| format!("{combo:#}")).collect();
        writeln!(out, "win path    {}", order.join("  then  "))?;
    }
    Ok(())
}

/// Returns an action as text: its kind, then its word. A pass in the play is `pass` alone.
pub(crate) fn action_text(view: &View, action: Action) -> String {
    let word = action_word(view, action);
    match action {
        Action::PassOn(_) => format!("pass on {word}"),
        Action::Call(_) => format!("call {word}"),
        Action::Raise(_) => format!("raise {word}"),
        Action::Show(_) => format!("show {word}"),
        Action::Play(None) => word,
        Action::Play(Some(combo)) => format!("play {word} ({})", combo.kind()),
    }
}

pub(crate) fn action_word(view: &View, action: Action) -> String {
    match action {
        Action::PassOn(cards) => cards.to_string(),
        Action::Call(call) => call.to_string(),
        Action::Raise(raise) => raise.to_string(),
        Action::Show(open) => String::from(if open { "yes" } else { "no" }),
        Action::Play(combo) => play_text(view, combo),
    }
}

fn play_text(view: &View, combo: Option<Combo>) -> String {
    combo.map_or_else(|| String::from("pass"), |combo| view.rules().play_text(Some(combo), view.trick()))
}
