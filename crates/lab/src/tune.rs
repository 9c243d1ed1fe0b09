//! `lab tune`: finds better numbers for a persona by matches, one change a side and round, and prints them as a section
//! of a persona file. A change is kept when fresh deals agree that it gains.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::ensure;
use engine::Persona;
use engine::persona::Manner;
use rules::{Rng, Ruleset, Seat, Seed};

use crate::Interrupted;
use crate::contest::{Contest, LinkOptions, cores};
use crate::game::Setup;
use crate::r#match::stop_on_ctrl_c;
use crate::player::{Cast, Player};
use crate::progress::Progress;

/// Find better numbers for a persona by matches; prints a section of a persona file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The persona to begin with
    #[arg(long, default_value = "rules")]
    persona: String,
    /// Whom it plays against; give it several times, so that a gain against one is no loss against another
    #[arg(long, value_name = "PLAYER", default_values = ["greedy", "rules"])]
    against: Vec<String>,
    /// How many rounds; each tries one change of the landlord's numbers and one of a peasant's
    #[arg(long, default_value_t = 200)]
    rounds: u64,
    /// How many deals a round plays with each opponent; what gains is tried again on twice as many
    #[arg(long, default_value_t = 1500, value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    deals: u64,
    /// Fixes deals and changes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The ruleset
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    #[command(flatten)]
    cast: Cast,
}

/// A number to change, and to what.
struct Change {
    key: String,
    from: i32,
    to: i32,
}

/// The mean gain a hand of one side, and its standard error.
#[derive(Clone, Copy)]
struct Gain {
    mean: f64,
    error: f64,
}

/// What a first look must show to be looked at again, and what both looks together must show, in standard errors.
const FIRST_LOOK: f64 = 1.0;
const BOTH_LOOKS: f64 = 2.0;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.cast.read()?;
    let start = roster.ours(&args.persona)?.persona;
    let opponents = args.against.iter().map(|text| roster.player(text)).collect::<Result<Vec<_>, _>>()?;
    ensure!(!opponents.is_empty(), "--against needs a player");
    let stop = stop_on_ctrl_c()?;
    let tuner = Tuner { args, opponents, stop: &stop };
    let mut persona = start.clone();
    let mut kept: Vec<(Change, [Gain; 2])> = Vec::new();
    let mut progress = Progress::new(args.rounds, "rounds", std::time::Instant::now());
    for round in 0..args.rounds {
        let mut rng = Seed(args.seed).stream(round).rng();
        let sides: [&[Seat]; 2] = [&[Seat::Landlord], &[Seat::Down, Seat::Up]];
        let changes = sides.map(|seats| propose(&persona, seats, &mut rng));
        let first = tuner.gains(&persona, &changes, round * 2, args.deals)?;
        let promising: Vec<usize> = (0..2).filter(|&side| first[side].mean > FIRST_LOOK * first[side].error).collect();
        if !promising.is_empty() {
            let second = tuner.gains(&persona, &changes, round * 2 + 1, args.deals * 2)?;
            for (side, change) in changes.into_iter().enumerate().filter(|(side, _)| promising.contains(side)) {
                let both = (first[side].mean + 2.0 * second[side].mean) / 3.0;
                if second[side].mean > 0.0 && both > BOTH_LOOKS * second[side].error {
                    persona = persona.with(&change.key, change.to)?;
                    kept.push((change, [first[side], second[side]]));
                }
            }
        }
        progress.show(round + 1, || format!("{} changes kept", kept.len()));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    progress.clear();
    report(args, &start, &persona, &kept, out)?;
    if stop.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
}

/// Any number of one of these seats, moved by up to a sixteenth of its range.
fn propose(persona: &Persona, seats: &[Seat], rng: &mut Rng) -> Change {
    loop {
        let seat = *rng.pick(seats).expect("a side has seats");
        let field = rng.pick(Manner::FIELDS).expect("seats have numbers");
        let from = *(field.place)(&mut persona.manner(seat).clone());
        let step = 1 + rng.below(((field.max - field.min) / 16).clamp(1, 24) as u32) as i32;
        let to = (if rng.below(2) == 0 { from - step } else { from + step }).clamp(field.min, field.max);
        if to != from {
            return Change { key: format!("{seat}.{}", field.name), from, to };
        }
    }
}

struct Tuner<'a> {
    args: &'a Args,
    opponents: Vec<Player>,
    stop: &'a AtomicBool,
}

impl Tuner<'_> {
    /// What the changes gain over the same deals: for the landlord's hands, then for the peasants'.
    fn gains(&self, persona: &Persona, changes: &[Change; 2], look: u64, deals: u64) -> anyhow::Result<[Gain; 2]> {
        let changed =
            changes.iter().try_fold(persona.clone(), |persona, change| persona.with(&change.key, change.to))?;
        let mut differences: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        for opponent in &self.opponents {
            let seed = Seed(self.args.seed).stream(1 << 32 | look);
            let before = self.wins(persona.clone(), opponent, seed, deals)?;
            let after = self.wins(changed.clone(), opponent, seed, deals)?;
            for (before, after) in before.iter().zip(&after) {
                for side in 0..2 {
                    differences[side].push(after[side] - before[side]);
                }
            }
        }
        Ok(differences.map(|values| {
            let count = values.len().max(2) as f64;
            let mean = values.iter().sum::<f64>() / count;
            let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
            Gain { mean, error: (variance / count).sqrt() }
        }))
    }

    /// Whether the persona won each deal as landlord and as peasants.
    fn wins(&self, persona: Persona, opponent: &Player, seed: Seed, deals: u64) -> anyhow::Result<Vec<[f64; 2]>> {
        let contest = Contest {
            players: [Player::from(persona), opponent.clone()],
            setup: Setup { rules: self.args.ruleset, auction: false, seed },
            deals,
            record: false,
            swapped: true,
            link: LinkOptions::default(),
        };
        let mut wins = Vec::with_capacity(deals as usize);
        contest.run(cores(), self.stop, |pair| {
            // A plays the first hand alone and the second as the two peasants.
            wins.push([f64::from(pair.hands[0].landlord.won), f64::from(pair.hands[1].peasants.won)]);
            ControlFlow::Continue(())
        })?;
        Ok(wins)
    }
}

fn report(
    args: &Args,
    start: &Persona,
    persona: &Persona,
    kept: &[(Change, [Gain; 2])],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "# lab {} tune --persona {} {} --rounds {} --deals {} --seed {} --ruleset {:?}",
        env!("CARGO_PKG_VERSION"),
        args.persona,
        args.against.iter().map(|player| format!("--against {player:?}")).collect::<Vec<_>>().join(" "),
        args.rounds,
        args.deals,
        args.seed,
        args.ruleset.to_string(),
    )?;
    for (change, [first, second]) in kept {
        let percent = |gain: &Gain| format!("{:+.2}% ± {:.2}", 100.0 * gain.mean, 100.0 * gain.error);
        let Change { key, from, to } = change;
        writeln!(out, "# {key} {from} -> {to}: {}, then {}", percent(first), percent(second))?;
    }
    writeln!(out, "[{}-tuned]\nbase = \"{}\"", persona.name(), start.name())?;
    for seat in Seat::ALL {
        for field in Manner::FIELDS {
            let value = |persona: &Persona| *(field.place)(&mut persona.manner(seat).clone());
            if value(persona) != value(start) {
                writeln!(out, "{seat}.{} = {}", field.name, value(persona))?;
            }
        }
    }
    Ok(())
}
