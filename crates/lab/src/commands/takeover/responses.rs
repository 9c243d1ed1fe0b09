//! `lab takeover --response`: how a persona's habits follow one of its numbers, at several strengths. The rows stand in the engine.

use std::io::Write;

use anyhow::{Context, anyhow};
use engine::persona::{PersonaParams, SeatParams};
use engine::{Habits, Persona};
use rules::{Seat, Seed};

use super::Args;
use super::play::{Company, Subject, Who};
use crate::match_runner::player::Player;
use crate::work;

/// The strengths, from those that slip often to those that hardly do.
const STRENGTHS: [i32; 4] = [5, 29, 47, 68];
/// Hands of a series.
const HANDS: usize = 30;

pub(super) fn run(args: &Args, persona: &Persona, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "# in 1,000: wanted, answered, bombs early, bombs kept, highest, single leads; then wins")?;
    for response in &args.responses {
        let (numbers, steps) = response.split_once('=').ok_or_else(|| anyhow!("{response}: write NUMBER=STEP,STEP"))?;
        let steps: Vec<i32> = steps.split(',').map(str::parse).collect::<Result<_, _>>().context(response.clone())?;
        for strength in STRENGTHS {
            let own = persona.clone().with("strength", strength).context("--persona")?;
            for &step in &steps {
                let moved = numbers.split('+').try_fold(own.clone(), |own, number| moved(own, number, step));
                let (habits, won) = habits(args, &moved.ok_or_else(|| anyhow!("no number is called {numbers}"))?);
                let shares = [
                    (habits.wanted, habits.auctions),
                    (habits.answered, habits.answerable),
                    (habits.bombs_early, habits.bombs),
                    (habits.bombs_kept, habits.bombs),
                    (habits.highest, habits.choices),
                    (habits.leads_single, habits.leads),
                ];
                write!(out, "{numbers:<24} strength {strength:>2} step {step:>5}")?;
                for (part, whole) in shares {
                    write!(out, " {:>5}", (part * 1000 + whole / 2) / whole.max(1))?;
                }
                writeln!(out, "   {won:.1}")?;
            }
        }
    }
    Ok(())
}

/// The persona with a number moved by a step in every seat, as far as its range goes; `-NUMBER` moves the other way. `None` where no
/// number has the name.
fn moved(own: Persona, number: &str, step: i32) -> Option<Persona> {
    let (number, step) = number.strip_prefix('-').map_or((number, step), |number| (number, -step));
    if let Some(field) = PersonaParams::FIELDS.iter().find(|field| field.name == number) {
        let value = ((field.get)(own.params()) + step).clamp(field.min, field.max);
        return own.with(number, value).ok();
    }
    let field = SeatParams::FIELDS.iter().find(|field| field.name == number)?;
    Seat::ALL.into_iter().try_fold(own, |own, seat| {
        let value = ((field.get)(own.seat_params(seat)) + step).clamp(field.min, field.max);
        own.with(&format!("{seat}.{number}"), value).ok()
    })
}

/// The habits of a persona among others, and its wins in 100 hands.
fn habits(args: &Args, persona: &Persona) -> (Habits, f64) {
    let worker = || {
        |number: u64| {
            let (mut company, mut subject) =
                (Company::of(args, number), Subject::of(Who::Player(Player::from(persona.clone()))));
            let seed = Seed(args.seed).stream(number);
            let hands = (0..HANDS).map(|hand| company.hand(&mut subject, seed, hand, false));
            hands.fold((Habits::default(), 0.0), |(all, won), hand| (all.plus(hand.habits), won + hand.won))
        }
    };
    let series = work::jobs(args.series, args.threads(), &work::NEVER, worker, |_| ());
    let (habits, won) =
        series.iter().fold((Habits::default(), 0.0), |(all, sum), (habits, won)| (all.plus(*habits), sum + won));
    (habits, 100.0 * won / (series.len() * HANDS) as f64)
}
