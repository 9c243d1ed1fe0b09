//! `lab tune`: finds better numbers for a persona by matches and prints them as a section of a persona file. A new match
//! against the first persona can confirm the result, and the report names the one to keep.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::ensure;
use engine::Persona;
use engine::persona::{Field, PersonaParams, SeatParams};
use rules::{Ruleset, Seat, Seed, Side};

use crate::match_runner::game::Setup;
use crate::match_runner::player::{PersonaArgs, Player};
use crate::match_runner::{MatchRunner, REPLY_LIMIT, cores};
use crate::report::stats::{Estimate, Mean};
use crate::report::tally::{MatchReport, Tally};
use crate::report::{self, Progress};
use crate::work::{Interrupted, stop_on_ctrl_c};

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
    #[command(flatten)]
    persona_file: PersonaArgs,
}

struct TunedPersona {
    persona: Persona,
    log: Vec<String>,
}

/// The stream of deals that no round of tuning uses.
const CONFIRM_STREAM: u64 = 1 << 33;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let start = roster.persona_player(&args.persona)?.persona;
    let opponents = args.against.iter().map(|text| roster.player(text)).collect::<Result<Vec<_>, _>>()?;
    ensure!(!opponents.is_empty(), "--against needs a player");
    let stop = stop_on_ctrl_c()?;
    let tuner = Tuner { args, opponents, stop: &stop };
    let TunedPersona { persona, log } = search(&tuner, &start)?;
    let row = roster.persona_player(start.name())?.persona;
    let outcome =
        TuneOutcome { row: &row, start: &start, confirmed: tuner.confirm(&start, &persona)?, tuned: &persona, log };
    out.write_all(outcome.text(tuner.is_stopped()).as_bytes())?;
    out.flush()?;
    if tuner.is_stopped() { Err(Interrupted.into()) } else { Ok(()) }
}

struct Tuner<'a> {
    args: &'a Args,
    opponents: Vec<Player>,
    stop: &'a AtomicBool,
}

struct ConfirmingMatch {
    both: Option<Estimate>,
    table: String,
}

impl ConfirmingMatch {
    /// True if the 95% interval of the share lies above one half.
    fn is_gain(&self) -> bool {
        self.both.is_some_and(|both| both.low > 0.5)
    }
}

impl Tuner<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the rounds until they are over or stopped. A progress line shows the text of a round.
    fn play_rounds(&self, mut play: impl FnMut(u64) -> anyhow::Result<String>) -> anyhow::Result<()> {
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
        MatchRunner { players, setup, deals, record: false, reply_limit: REPLY_LIMIT }
    }

    /// Returns the wins of the persona in each deal, as landlord and as peasants. A win as peasants counts 2.
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

    /// Plays the tuned persona against the first one on new deals; `None` if that was stopped or not
    /// wanted, or if no number changed.
    fn confirm(&self, start: &Persona, tuned: &Persona) -> anyhow::Result<Option<ConfirmingMatch>> {
        if self.args.confirm == 0 || self.is_stopped() || tuned == start {
            return Ok(None);
        }
        let players = [Player::named("tuned", tuned.clone()), Player::from(start.clone())];
        let runner = self.runner(players, Seed(self.args.seed).stream(CONFIRM_STREAM), self.args.confirm);
        let started = Instant::now();
        let mut progress = Progress::new(self.args.confirm, "deals", started);
        let mut tally = Tally::default();
        let played = runner.run(cores(), self.stop, |pair| {
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
        let took = started.elapsed();
        MatchReport { runner: &runner, tally: &tally, sprt: None, took, partial: false }.write_table(&mut table)?;
        let table = String::from_utf8(table).expect("tables are text");
        Ok(Some(ConfirmingMatch { both: tally.share(), table }))
    }
}

struct TuneOutcome<'a> {
    /// The persona of that name, without the changes of the command line.
    row: &'a Persona,
    start: &'a Persona,
    tuned: &'a Persona,
    log: Vec<String>,
    confirmed: Option<ConfirmingMatch>,
}

impl TuneOutcome<'_> {
    fn changed_numbers(&self) -> Vec<(String, i32, i32)> {
        differences(self.start, self.tuned)
    }

    fn verdict(&self) -> &'static str {
        match &self.confirmed {
            Some(confirmed) if confirmed.is_gain() => {
                "confirmed: the interval lies above one half; keep the new numbers"
            }
            Some(_) => "not confirmed: the interval reaches down to one half; keep the old numbers",
            None if self.changed_numbers().is_empty() => "nothing gained: there are no new numbers",
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
        let head = format!("{} ({}){end}", report::command_text(), report::version_text());
        let table = self.confirmed.as_ref().map_or("", |confirmed| &confirmed.table);
        let lines = [head.as_str()].into_iter().chain(self.log.iter().map(String::as_str)).chain(table.lines());
        let mut text = String::new();
        for line in lines.chain([self.verdict()]) {
            text += format!("# {line}").trim_end();
            text.push('\n');
        }
        text + &self.section()
    }
}

/// Returns the numbers in which two personas differ, the matrix aside: the key, the value of `one`, the value of `other`.
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

/// Speed at which numbers move, and the size of their shifts, in their own steps, in the middle of a run; both shrink by the
/// usual powers of the round.
const MOVE_RATE: f64 = 3.0;
const SHIFT_SIZE: f64 = 1.0;
const MOVE_POWER: f64 = 0.602;
const SHIFT_POWER: f64 = 0.101;

struct TunedNumber {
    seat: Seat,
    field: &'static Field<SeatParams>,
    value: f64,
    step: f64,
    /// The sum of its values over the second half of the rounds.
    sum: f64,
}

impl TunedNumber {
    /// Returns the value `steps` steps away, within the range of the field.
    fn shifted(&self, steps: f64) -> i32 {
        let value = (self.value + steps * self.step).round() as i32;
        value.clamp(self.field.min, self.field.max)
    }
}

/// Searches by simultaneous perturbation (SPSA, Spall 1992): every round shifts all numbers of all seats at once, each up or down by
/// chance, plays the shifted persona and its mirror image over the same deals, and moves every number a little towards
/// the side that won more. A round costs two matches with each opponent, however many numbers there are. A single round proves
/// nothing: over many rounds noise cancels out and gains add up.
fn search(tuner: &Tuner, start: &Persona) -> anyhow::Result<TunedPersona> {
    let args = tuner.args;
    let mut numbers = start_numbers(start);
    let mut log = Vec::new();
    let mut summed = 0.0;
    let rounds = args.rounds as f64;
    let middle = rounds / 2.0;
    tuner.play_rounds(|round| {
        let mut rng = Seed(args.seed).stream(round).rng();
        // A tenth of the rounds is added to both, so that the first rounds do not leap.
        let at = |power: f64| ((0.1 * rounds + middle) / (0.1 * rounds + 1.0 + round as f64)).powf(power);
        let (pace, shift) = (MOVE_RATE * at(MOVE_POWER), SHIFT_SIZE * at(SHIFT_POWER));
        let signs: Vec<f64> = numbers.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let [up, down] = [shift, -shift].map(|shift| shifted_persona(start, &numbers, &signs, shift));
        let gains = tuner.gains(&down?, &up?, round)?;
        // A match that was cut short says nothing.
        if tuner.is_stopped() {
            return Ok(String::new());
        }
        for (number, sign) in numbers.iter_mut().zip(&signs) {
            let gain = gains[usize::from(number.seat.side() != Side::Landlord)];
            let (min, max) = (f64::from(number.field.min), f64::from(number.field.max));
            number.value = (number.value + number.step * pace * sign * gain / (2.0 * shift)).clamp(min, max);
        }
        if round as f64 >= middle {
            summed += 1.0;
            numbers.iter_mut().for_each(|number| number.sum += number.value);
        }
        let far = numbers.iter().zip(start_numbers(start)).map(|(now, then)| (now.value - then.value).abs() / now.step);
        let far = far.fold(0.0, f64::max);
        if (round + 1) % (args.rounds / 10).max(1) == 0 {
            log.push(format!("round {}: the number that went farthest is {far:.1} steps away", round + 1));
        }
        Ok(format!("{far:.1} steps at most"))
    })?;
    // The mean over the second half is surer than the last value.
    if summed > 0.0 {
        numbers.iter_mut().for_each(|number| number.value = number.sum / summed);
    }
    let still = vec![0.0; numbers.len()];
    Ok(TunedPersona { persona: shifted_persona(start, &numbers, &still, 0.0)?, log })
}

fn start_numbers(persona: &Persona) -> Vec<TunedNumber> {
    let of = |seat: Seat| {
        SeatParams::FIELDS.iter().map(move |field| {
            let value = f64::from((field.get)(persona.seat_params(seat)));
            // Two points at most, where the tables count in quarters; small ranges go by ones.
            let step = f64::from(((field.max - field.min) / 48).clamp(1, 8));
            TunedNumber { seat, field, value, step, sum: 0.0 }
        })
    };
    Seat::ALL.into_iter().flat_map(of).collect()
}

fn shifted_persona(start: &Persona, numbers: &[TunedNumber], signs: &[f64], shift: f64) -> anyhow::Result<Persona> {
    numbers.iter().zip(signs).try_fold(start.clone(), |persona, (number, sign)| {
        let key = format!("{}.{}", number.seat, number.field.name);
        Ok(persona.with(&key, number.shifted(shift * sign))?)
    })
}
