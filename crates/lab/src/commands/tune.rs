//! `lab tune`: finds better numbers for a persona by matches and prints them as a section of a persona file. The result
//! then plays a new match against the first persona, and the report names the one to keep.

mod spsa;

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::ensure;
use engine::Persona;
use engine::persona::{PersonaParams, SeatParams};
use rules::{Ruleset, Seat, Seed};
use serde_json::{Value, json};

use crate::match_runner::game::Setup;
use crate::match_runner::player::{PersonaArgs, Player};
use crate::match_runner::{MatchRunner, ProgramOptions, cores};
use crate::report::origin;
use crate::report::progress::Progress;
use crate::report::stats::{Estimate, Mean};
use crate::report::tally::{Effort, Report, Tally};
use crate::stop::{Interrupted, stop_on_ctrl_c};

/// Find better numbers for a persona by matches; prints a section of a persona file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The persona to begin with
    #[arg(long, default_value = "rules")]
    persona: String,
    /// The opponent; give it several times, so that a gain against one is no loss against another
    #[arg(long, value_name = "PLAYER", default_values = ["greedy", "rules"])]
    against: Vec<String>,
    /// Number of rounds; a round shifts all numbers at once, by chance, and follows what wins
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rounds: u64,
    /// Number of deals that a round plays with each opponent
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    deals: u64,
    /// Number of new deals that the result then plays against the first persona; 0 plays none
    #[arg(long, value_name = "DEALS", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(0..=100_000_000))]
    confirm: u64,
    /// Fixes deals and changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The ruleset
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    persona_file: PersonaArgs,
}

/// The result of the rounds.
struct Tuned {
    persona: Persona,
    /// The log of the rounds.
    log: Vec<String>,
}

/// The stream of deals that no round of tuning uses.
const CONFIRM_STREAM: u64 = 1 << 33;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let start = roster.ours(&args.persona)?.persona;
    let opponents = args.against.iter().map(|text| roster.player(text)).collect::<Result<Vec<_>, _>>()?;
    ensure!(!opponents.is_empty(), "--against needs a player");
    let stop = stop_on_ctrl_c()?;
    let tuner = Tuner { args, opponents, stop: &stop };
    let Tuned { persona, log } = spsa::tune(&tuner, &start)?;
    let row = roster.ours(start.name())?.persona;
    let outcome =
        Outcome { row: &row, start: &start, confirmed: tuner.confirm(&start, &persona)?, tuned: &persona, log };
    match args.json {
        true => writeln!(out, "{}", outcome.json(tuner.is_stopped()))?,
        false => out.write_all(outcome.text(tuner.is_stopped()).as_bytes())?,
    }
    out.flush()?;
    if tuner.is_stopped() { Err(Interrupted.into()) } else { Ok(()) }
}

struct Tuner<'a> {
    args: &'a Args,
    opponents: Vec<Player>,
    stop: &'a AtomicBool,
}

/// The match that decides if the result is kept.
struct Confirmed {
    both: Option<Estimate>,
    /// The match as a table.
    table: String,
}

impl Confirmed {
    /// True if the gain is certain.
    fn is_gain(&self) -> bool {
        self.both.is_some_and(|both| both.low > 0.5)
    }
}

impl Tuner<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the rounds, with a progress bar that shows each one's text, until they are over or stopped.
    fn rounds(&self, mut play: impl FnMut(u64) -> anyhow::Result<String>) -> anyhow::Result<()> {
        let mut progress = Progress::new(self.args.rounds, "rounds", Instant::now());
        for round in 0..self.args.rounds {
            let news = play(round)?;
            progress.show(round + 1, || news);
            if self.is_stopped() {
                break;
            }
        }
        progress.clear();
        Ok(())
    }

    /// Returns the mean gain of `after` on `before` over the same deals: for the landlord's hands, then for the peasants'.
    fn gains(&self, before: &Persona, after: &Persona, round: u64) -> anyhow::Result<[f64; 2]> {
        let mut gains = [Mean::default(); 2];
        for opponent in &self.opponents {
            let seed = Seed(self.args.seed).stream(1 << 32 | round);
            let [before, after] = [before, after].map(|persona| self.wins(persona.clone(), opponent, seed));
            for (before, after) in before?.iter().zip(&after?) {
                gains
                    .iter_mut()
                    .zip(before.iter().zip(after))
                    .for_each(|(gain, (before, after))| gain.add(after - before));
            }
        }
        Ok(gains.map(|gain| gain.mean()))
    }

    fn runner(&self, players: [Player; 2], seed: Seed, deals: u64) -> MatchRunner {
        let setup = Setup { rules: self.args.ruleset, auction: false, seed };
        MatchRunner { players, setup, deals, record: false, programs: ProgramOptions::default() }
    }

    /// Returns the wins of the persona in each deal, as landlord and as peasants.
    fn wins(&self, persona: Persona, opponent: &Player, seed: Seed) -> anyhow::Result<Vec<[f64; 2]>> {
        let runner = self.runner([Player::from(persona), opponent.clone()], seed, self.args.deals);
        let mut wins = Vec::with_capacity(self.args.deals as usize);
        runner.run(cores(), self.stop, |pair| {
            // A plays the first hand alone and the second as the two peasants.
            wins.push([f64::from(pair.hands[0].landlord.won), f64::from(pair.hands[1].peasants.won)]);
            ControlFlow::Continue(())
        })?;
        Ok(wins)
    }

    /// Plays the tuned persona against the first one on new deals; `None` if that was stopped or not wanted.
    fn confirm(&self, start: &Persona, tuned: &Persona) -> anyhow::Result<Option<Confirmed>> {
        if self.args.confirm == 0 || self.is_stopped() || tuned == start {
            return Ok(None);
        }
        let players = [Player::named("tuned", tuned.clone()), Player::from(start.clone())];
        let runner = self.runner(players, Seed(self.args.seed).stream(CONFIRM_STREAM), self.args.confirm);
        let started = Instant::now();
        let mut progress = Progress::new(self.args.confirm, "deals", started);
        let mut tally = Tally::default();
        let (worked, played) = runner.measured(cores(), self.stop, |pair| {
            tally.add(pair);
            progress.show(tally.deals(), || String::from("confirming"));
            ControlFlow::Continue(())
        });
        played?;
        progress.clear();
        if self.is_stopped() {
            return Ok(None);
        }
        let mut table = Vec::new();
        let effort = Effort { took: started.elapsed(), threads: cores(), worked };
        Report { runner: &runner, tally: &tally, sprt: None, effort, partial: false }.write_table(&mut table)?;
        let table = String::from_utf8(table).expect("tables are text");
        Ok(Some(Confirmed { both: tally.share(), table }))
    }
}

/// A run of tuning, for the report.
struct Outcome<'a> {
    /// The persona of that name, without the changes of the command line.
    row: &'a Persona,
    start: &'a Persona,
    tuned: &'a Persona,
    log: Vec<String>,
    confirmed: Option<Confirmed>,
}

impl Outcome<'_> {
    /// Returns the numbers that moved: key, from, to.
    fn moved(&self) -> Vec<(String, i32, i32)> {
        differences(self.start, self.tuned)
    }

    fn verdict(&self) -> &'static str {
        match &self.confirmed {
            Some(confirmed) if confirmed.is_gain() => {
                "confirmed: the interval lies above one half; keep the new numbers"
            }
            Some(_) => "not confirmed: the interval reaches down to one half; keep the old numbers",
            None if self.moved().is_empty() => "nothing gained: there are no new numbers",
            None => "not confirmed: no match was played; keep the old numbers until one is",
        }
    }

    fn section(&self) -> String {
        let mut text = format!("[{}-tuned]\nbase = \"{}\"\n", self.tuned.name(), self.start.name());
        differences(self.row, self.tuned).iter().for_each(|(key, _, to)| text += &format!("{key} = {to}\n"));
        text
    }

    /// Returns a section of a persona file, with its history as comments.
    fn text(&self, partial: bool) -> String {
        let end = if partial { ", interrupted" } else { "" };
        let head = format!("{} ({}){end}", origin::command(), origin::version());
        let table = self.confirmed.as_ref().map_or("", |confirmed| &confirmed.table);
        let lines = [head.as_str()].into_iter().chain(self.log.iter().map(String::as_str)).chain(table.lines());
        let mut text = String::new();
        for line in lines.chain([self.verdict()]) {
            text += format!("# {line}").trim_end();
            text.push('\n');
        }
        text + &self.section()
    }

    fn json(&self, partial: bool) -> Value {
        let moved = self.moved();
        let moved = moved.iter().map(|(key, from, to)| json!({ "key": key, "from": from, "to": to }));
        let both = self.confirmed.as_ref().and_then(|confirmed| confirmed.both);
        json!({
            "version": origin::version(),
            "command": origin::command(),
            "partial": partial,
            "log": self.log,
            "moved": moved.collect::<Vec<_>>(),
            "confirmed": self.confirmed.as_ref().is_some_and(Confirmed::is_gain),
            "both": both,
        })
    }
}

/// Returns the numbers in which two personas differ: the key, the value of `one`, the value of `other`.
fn differences(one: &Persona, other: &Persona) -> Vec<(String, i32, i32)> {
    let seats = Seat::ALL.into_iter().flat_map(|seat| {
        SeatParams::FIELDS.iter().map(move |field| {
            let [from, to] = [one, other].map(|persona| (field.get)(persona.seat_params(seat)));
            (format!("{seat}.{}", field.name), from, to)
        })
    });
    let params = PersonaParams::FIELDS.iter().map(|field| {
        let [from, to] = [one, other].map(|persona| (field.get)(persona.params()));
        (field.name.to_owned(), from, to)
    });
    seats.chain(params).filter(|(_, from, to)| from != to).collect()
}
