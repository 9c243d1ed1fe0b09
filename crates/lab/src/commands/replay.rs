//! `lab replay`: repeats a decision from a log. The line has the persona, the seed, the view and the action. The repeated action must be the same.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use anyhow::{Context, anyhow, bail, ensure};
use engine::words::Lang;
use engine::{Habits, Limits, Scratch, decide_within};
use rules::{Action, Call, Chair, Combo, Raise, Seat, Seed, Stage, View};
use serde_json::{Map, Value};

use crate::commands::ReplayMismatch;
use crate::commands::decide;
use crate::match_runner::player::{PersonaArgs, PersonaPlayer, Roster};
use crate::work::halt_after;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A log line with persona, seed, view and action as key=value words or as JSON; - reads lines from standard input
    #[arg(required = true)]
    line: Vec<String>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Print only whether the lines agree
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let mut scratch = Scratch::new();
    if args.line != ["-"] {
        // The shell removed the quotes; they are restored around values with spaces.
        let line = args.line.iter().map(|word| requote(word)).collect::<Vec<_>>().join(" ");
        let agrees = replay(&line, &roster, args, &mut scratch, out).context("LINE")?;
        return if agrees { Ok(()) } else { Err(ReplayMismatch.into()) };
    }
    let (mut replayed, mut agreed, mut passed_over) = (0, 0, 0);
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let line = line.context("standard input")?;
        if !is_decision(&line) {
            passed_over += 1;
            continue;
        }
        if !args.quiet && replayed > 0 {
            writeln!(out)?;
        }
        let agrees = replay(&line, &roster, args, &mut scratch, out).with_context(|| format!("line {}", index + 1))?;
        replayed += 1;
        agreed += u32::from(agrees);
        // Players that search take time, so each result is written at once, and stays after Ctrl-C.
        out.flush()?;
    }
    writeln!(out, "\n{agreed} of {replayed} decisions agree, {passed_over} other lines")?;
    if agreed == replayed { Ok(()) } else { Err(ReplayMismatch.into()) }
}

/// True if a line is a decision. A log holds other lines too. A decision has its view as text: as a word or in JSON.
fn is_decision(line: &str) -> bool {
    let in_json = |(_, after): (&str, &str)| {
        after.trim_start().strip_prefix(':').is_some_and(|it| it.trim_start().starts_with('"'))
    };
    line.contains("view=") || line.split_once("\"view\"").is_some_and(in_json)
}

/// Reads the view and the hand's seed from a decision in a log; `None` for other lines.
pub(super) fn turn(line: &str) -> anyhow::Result<Option<(View, Seed)>> {
    if !is_decision(line) {
        return Ok(None);
    }
    let words = KeyValues::read(line)?;
    let view = words.required_value("view")?.parse().context("view")?;
    Ok(Some((view, words.seed()?)))
}

struct LoggedDecision {
    player: PersonaPlayer,
    seed: Seed,
    /// Number of worlds that were solved or searched, if the line has it.
    worlds: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u64>,
    budget_ms: Option<u64>,
    /// The habits of the players, by seat or, before there is a landlord, by chair.
    habits: [Habits; 3],
    /// The digest of the weights, if the nets were used.
    weights: Option<String>,
    view: View,
    action: Action,
}

fn replay(
    line: &str,
    roster: &Roster,
    args: &Args,
    scratch: &mut Scratch,
    out: &mut impl Write,
) -> anyhow::Result<bool> {
    let logged = LoggedDecision::read(line, roster)?;
    let mut own = logged.player.weights.clone().map(Scratch::with_weights);
    let scratch = own.as_mut().unwrap_or(scratch);
    // A decision under a time limit used a number of worlds: the same number repeats it.
    let mut halt = halt_after(logged.player.budget_ms.filter(|_| logged.worlds.is_none()));
    let worlds_max = logged.worlds.map_or(u32::MAX, |worlds| worlds.try_into().unwrap_or(u32::MAX));
    let limits = Limits { worlds_max, habits: logged.habits, ..Limits::of(&mut halt) };
    let decision = decide_within(&logged.view, &logged.player.persona, logged.seed, limits, scratch)?;
    let weights = logged.weights.zip(decision.trace.weights.map(|digest| digest.to_string()));
    if let Some((wanted, here)) = weights.filter(|(wanted, here)| wanted != here) {
        bail!(
            "weights: it was decided by {wanted}, here are {here}: name the file of {wanted} as persona=NAME:weights=FILE"
        );
    }
    let agrees = is_same_action(decision.action, logged.action);
    let [logged_action, action] = [logged.action, decision.action].map(|it| decide::action_text(&logged.view, it));
    if !args.quiet {
        decide::write(&logged.view, &decision, Lang::En, true, out)?;
        writeln!(out, "thought     {} worlds, {} nodes", decision.trace.worlds, decision.trace.nodes)?;
        let values = [
            ("worlds", logged.worlds),
            ("nodes", logged.nodes),
            ("depth", logged.depth),
            ("budget-ms", logged.budget_ms),
        ];
        let texts: Vec<String> = values.iter().filter_map(|(key, it)| Some(format!("{key} {}", (*it)?))).collect();
        if !texts.is_empty() {
            writeln!(out, "logged      {}", texts.join(", "))?;
        }
    }
    match agrees {
        true => writeln!(out, "agrees      {logged_action}")?,
        false => writeln!(out, "DISAGREES   the log says {logged_action}, the replay says {action}")?,
    }
    Ok(agrees)
}

/// True if two actions are the same. The same natural cards are the same play in any reading. With wild cards the reading is part of the
/// play.
fn is_same_action(one: Action, other: Action) -> bool {
    let play =
        |combo: Combo| (combo.cards(), (combo.wild_cards() > 0).then_some((combo.kind(), combo.key(), combo.run())));
    match (one, other) {
        (Action::Play(one), Action::Play(other)) => one.map(play) == other.map(play),
        (one, other) => one == other,
    }
}

impl LoggedDecision {
    fn read(line: &str, roster: &Roster) -> anyhow::Result<LoggedDecision> {
        let words = KeyValues::read(line)?;
        let view: View = words.required_value("view")?.parse().context("view")?;
        ensure!(view.is_my_turn(), "view: it is not the turn of {}", view.chair());
        let action = read_action(&view, words.required_value("action")?)?;
        Ok(LoggedDecision {
            player: roster.persona_player(words.required_value("persona")?).context("persona")?,
            seed: words.seed()?,
            worlds: words.number("worlds")?,
            nodes: words.number("nodes")?,
            depth: words.number("depth")?,
            budget_ms: words.number("budget_ms")?,
            habits: read_habits(words.0.get("habits").map_or("", String::as_str))?,
            weights: words.0.get("weights").cloned(),
            view,
            action,
        })
    }
}

/// Reads the habits of the players: `landlord:9/4/60/26/3/2/1/25/4/9/8/7/6/5/4,up:…`, or by chair before there was a landlord.
fn read_habits(text: &str) -> anyhow::Result<[Habits; 3]> {
    let mut habits = [Habits::default(); 3];
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let index = |name: &str| {
            let seat = Seat::from_name(name).map(Seat::index);
            seat.or_else(|| Chair::ALL.iter().position(|chair| chair.name() == name))
        };
        let named = word.split_once(':').and_then(|(name, counts)| Some((index(name)?, counts)));
        let (index, counts) =
            named.with_context(|| format!("habits is {word:?}: write SEAT:COUNTS with commas between seats"))?;
        habits[index] = counts.parse().context("habits")?;
    }
    Ok(habits)
}

/// Reads an action in the words of a log: a combo or `pass` in the play; before it a word, alone or after the action's name (`take`,
/// `call:take`).
fn read_action(view: &View, word: &str) -> anyhow::Result<Action> {
    let bad = |fault: &dyn ToString| anyhow!("action is {word:?}: {}", fault.to_string());
    let of = |stage: &str| word.strip_prefix(stage).and_then(|word| word.strip_prefix(':')).unwrap_or(word);
    match view.board().stage() {
        Stage::PassOn => of("pass-on").parse().map(Action::PassOn).map_err(|error| bad(&error)),
        Stage::Auction if of("show") == "yes" => Ok(Action::Show(true)),
        Stage::Auction => Call::from_word(of("call")).map(Action::Call).ok_or(bad(&"it is no call")),
        Stage::Doubling => {
            let raise = Raise::ALL.into_iter().find(|raise| raise.to_string() == of("raise"));
            raise.map(Action::Raise).ok_or(bad(&"it is no raise"))
        }
        Stage::Showing => match of("show") {
            "yes" | "true" => Ok(Action::Show(true)),
            "no" | "false" => Ok(Action::Show(false)),
            _ => Err(bad(&"it is not yes or no")),
        },
        _ => {
            let play = view.rules().read_play(word, view.trick());
            play.map(Action::Play).map_err(|error| bad(&error))
        }
    }
}

/// The keys and values of a line: `key=value key="value with spaces"`, or a flat JSON object. A word that is no
/// pair (a time, a level, a message) is skipped.
struct KeyValues(BTreeMap<String, String>);

impl KeyValues {
    fn read(line: &str) -> anyhow::Result<KeyValues> {
        if line.trim_start().starts_with('{') {
            let object: Map<String, Value> = serde_json::from_str(line).context("it begins like JSON and is none")?;
            let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            return Ok(KeyValues(object.into_iter().map(|(key, value)| (key, text(value))).collect()));
        }
        let mut words = BTreeMap::new();
        let mut rest = line.trim_start();
        while !rest.is_empty() {
            let end = rest.find(|letter: char| letter == '=' || letter.is_whitespace()).unwrap_or(rest.len());
            let (key, after) = rest.split_at(end);
            let Some(value) = after.strip_prefix('=') else {
                rest = after.trim_start();
                continue;
            };
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => read_quoted(quoted).context("a quote opens and does not close")?,
                None => {
                    let (value, after) = value.split_at(value.find(char::is_whitespace).unwrap_or(value.len()));
                    (value.to_owned(), after)
                }
            };
            words.insert(key.to_owned(), value);
            rest = after.trim_start();
        }
        Ok(KeyValues(words))
    }

    fn required_value(&self, key: &str) -> anyhow::Result<&str> {
        let value = self.0.get(key).map(String::as_str);
        value.with_context(|| format!("it has no {key}=; a decision has persona, seed, view and action"))
    }

    fn seed(&self) -> anyhow::Result<Seed> {
        let text = self.required_value("seed")?;
        let seed = match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        seed.map(Seed).ok_or_else(|| not_a_number("seed", text))
    }

    fn number(&self, key: &str) -> anyhow::Result<Option<u64>> {
        self.0.get(key).map(|value| value.parse().map_err(|_| not_a_number(key, value))).transpose()
    }
}

fn not_a_number(key: &str, value: &str) -> anyhow::Error {
    anyhow!("{key} is {value:?}, which is no whole number")
}

/// Reads a value up to its closing quote. Returns it and the rest; a backslash escapes the next letter.
fn read_quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(letters.next()?.1),
            _ => value.push(letter),
        }
    }
    None
}

/// Restores the quotes that the shell removed from a value with spaces, as in `view=me=up hand=3`.
fn requote(word: &str) -> String {
    match word.split_once('=') {
        Some((key, value)) if value.contains(' ') && !key.contains(' ') && !value.contains('"') => {
            format!("{key}=\"{value}\"")
        }
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_read_by_seat() {
        let habits = read_habits("landlord:9/4/60/26/3/2/1/25/4/0/0/0/0/0/0,up:1/0/0/0/0/0/0/0/0/0/0/0/0/0/0").unwrap();
        assert_eq!(habits.map(|habits| habits.counts()[..2].to_owned()), [[9, 4], [0, 0], [1, 0]]);
        assert_eq!(read_habits("").unwrap(), [Habits::default(); 3]);
        let refused = |text: &str| format!("{:#}", read_habits(text).unwrap_err());
        assert_eq!(
            refused("east:1/0/0/0/0/0/0/0/0"),
            "habits is \"east:1/0/0/0/0/0/0/0/0\": write SEAT:COUNTS with commas between seats"
        );
        assert_eq!(refused("up:1/2/0/0/0/0/0/0/0/0/0/0/0/0/0"), "habits: wanted is 2, of 1 auctions");
    }
}
