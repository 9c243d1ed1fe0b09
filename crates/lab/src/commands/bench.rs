//! `lab bench`: the decisions of our personas in fixed positions as one number, and their time.
//!
//! The number changes when one of these decisions changes, so it checks a commit that says "no functional change". A fixed
//! player plays the hands of the positions, not a persona: so the positions stay when play changes, and times of two versions
//! can be compared.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use engine::persona::Temperament;
use engine::{Persona, Scratch, decide};
use rules::{Action, Plays, Rng, Ruleset, Seed, Stage, Trick, View};

use crate::match_runner::game::{Setup, Team};
use crate::match_runner::local_player::random_action;
use crate::report::Progress;
use crate::work::{self, Interrupted, stop_on_ctrl_c};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail when the number differs from the one that is kept
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Keep the number
    #[arg(long)]
    write: bool,
}

const BENCH_NUMBER_FILE: &str = "crates/lab/bench.txt";
/// The rulesets, and true if there is an auction.
const SETUPS: [(&str, bool); 4] =
    [("classic", false), ("douzero", false), ("classic doubling=super open-hand=yes", true), ("ratel", true)];
/// The number of deals of each setup, and their seed.
const DEALS_PER_SETUP: u64 = 50;
const SEED: Seed = Seed(20_261_120);
/// Personas that search or solve endings decide one in this many positions.
const SEARCH_STEP: usize = 80;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let stop = stop_on_ctrl_c()?;
    writeln!(out, "{TABLE_HEAD}")?;
    let number = decide_all(&stop, |row| writeln!(out, "{row}"))?;
    match number {
        Some(number) => writeln!(out, "\nBench: {number}")?,
        None => writeln!(out, "\ninterrupted: the number is known at the end")?,
    }
    out.flush()?;
    number.map_or(Err(Interrupted.into()), |number| keep_or_check_number(args, number, Path::new(BENCH_NUMBER_FILE)))
}

fn keep_or_check_number(args: &Args, number: u64, file: &Path) -> anyhow::Result<()> {
    let place = || file.display().to_string();
    if args.write {
        fs::write(file, format!("{number}\n")).with_context(place)?;
    }
    if args.check {
        let kept = fs::read_to_string(file).with_context(place)?;
        if kept.trim() != number.to_string() {
            bail!("{}: {} is kept, play gives {number}; `lab bench --write` keeps the new one", place(), kept.trim());
        }
    }
    Ok(())
}

/// Lets every built-in persona decide positions. Returns the bench number, or `None` if it was stopped.
fn decide_all(stop: &AtomicBool, mut show: impl FnMut(String) -> std::io::Result<()>) -> anyhow::Result<Option<u64>> {
    let positions = positions();
    let mut checksum = work::FNV_START;
    let personas = Persona::all();
    let mut progress = Progress::new(personas.len() as u64, "personas", Instant::now());
    for (number, persona) in personas.into_iter().enumerate() {
        let mut times = [const { Vec::new() }; 3];
        let mut scratch = Scratch::new();
        let params = persona.params();
        let step = if params.solve_worlds.max(params.search_worlds) > 0 { SEARCH_STEP } else { 1 };
        for (index, view) in positions.iter().enumerate().step_by(step) {
            progress.show(number as u64, || persona.name().to_owned());
            if stop.load(Ordering::Relaxed) {
                progress.clear();
                return Ok(None);
            }
            let started = Instant::now();
            let decision = decide(view, &persona, SEED.stream(index as u64), &mut scratch);
            let took = started.elapsed();
            let decision = decision.expect("the fixed player kept positions of the seat to act");
            checksum = work::fnv(checksum, format!("{:?}\n", decision.action).bytes());
            times[turn_kind(view)].push(took.as_nanos() as f64 / 1e3);
        }
        // Temperaments change the play but hardly its time.
        if persona.temperament() != Temperament::Standard {
            continue;
        }
        for (turn, times) in TURN_KINDS.into_iter().zip(times) {
            show(table_row(persona.name(), turn, times))?;
        }
    }
    progress.clear();
    Ok(Some(seven_digit_number(checksum)))
}

/// The kinds of turn whose times are shown separately. Before the play, every turn is `speak`.
const TURN_KINDS: [&str; 3] = ["speak", "lead", "follow"];

fn turn_kind(view: &View) -> usize {
    match (view.board().stage(), view.trick()) {
        (Stage::Play, Trick::Lead) => 1,
        (Stage::Play, Trick::Follow(_)) => 2,
        _ => 0,
    }
}

const TABLE_HEAD: &str = "persona   turn       decisions   mean µs    median       99%";

/// Returns the line of one persona's decisions of one kind; `times` are in microseconds.
fn table_row(persona: &str, turn: &str, mut times: Vec<f64>) -> String {
    times.sort_unstable_by(f64::total_cmp);
    let decisions = times.len();
    let mean = times.iter().sum::<f64>() / decisions as f64;
    let [median, late] = [0.5, 0.99].map(|share| times[(share * (decisions - 1) as f64) as usize]);
    format!("{persona:<10}{turn:<10}{decisions:>10}{mean:>10.2}{median:>10.2}{late:>10.2}")
}

fn positions() -> Vec<View> {
    let mut positions = Vec::new();
    let mut plays = Plays::new();
    for (rules, auction) in SETUPS {
        let rules: Ruleset = rules.parse().expect("the list names rulesets that exist");
        let setup = Setup { rules, auction, seed: SEED };
        for number in 0..DEALS_PER_SETUP {
            let mut game = setup.game(number, Team::A);
            while let Some(chair) = game.turn() {
                let view = game.view(chair);
                positions.push(view.clone());
                let action = fixed_action(view, &mut game.turn_seed().rng(), &mut plays);
                game.act(action).expect("the fixed player keeps to the rules");
            }
        }
    }
    positions
}

/// Chooses by a fixed rule, so that the positions stay the same: the longest lead, bombs last, and the first listed answer or a pass. Before
/// the play it chooses at random.
fn fixed_action(view: &View, rng: &mut Rng, plays: &mut Plays) -> Action {
    if view.board().stage() != Stage::Play {
        return random_action(view, rng, plays);
    }
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    Action::Play(match view.trick() {
        Trick::Lead => plays
            .iter()
            .copied()
            .max_by_key(|play| (!play.is_bomb(), play.len(), std::cmp::Reverse(play.key().index()))),
        Trick::Follow(_) if rng.below(3) == 0 => None,
        Trick::Follow(_) => plays.first().copied(),
    })
}

fn seven_digit_number(checksum: u64) -> u64 {
    checksum % 9_000_000 + 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_kept_and_compared() {
        let file = std::env::temp_dir().join(format!("thirdseat-bench-{}", std::process::id()));
        let args = |check| Args { check, write: !check };
        keep_or_check_number(&args(false), 7, &file).unwrap();
        keep_or_check_number(&args(true), 7, &file).unwrap();
        let refused = keep_or_check_number(&args(true), 8, &file).unwrap_err().to_string();
        fs::remove_file(&file).unwrap();
        assert!(refused.contains("7 is kept, play gives 8; `lab bench --write` keeps the new one"), "{refused}");
    }
}
