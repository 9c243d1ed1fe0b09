//! One change a side and round, kept when fresh deals agree that it gains. Slow to travel, and every step is explained.

use engine::Persona;
use engine::persona::SeatParams;
use rules::{Rng, Seat, Seed};

use super::{Gain, Tuned, Tuner};

/// A number to change, and to what.
struct Change {
    key: String,
    from: i32,
    to: i32,
}

/// The figures that a first look must show to be looked at again, and what both looks together must show, in standard errors.
const FIRST_LOOK: f64 = 1.0;
const BOTH_LOOKS: f64 = 2.0;

pub(super) fn tune(tuner: &Tuner, start: &Persona) -> anyhow::Result<Tuned> {
    let args = tuner.args;
    let mut persona = start.clone();
    let mut log = Vec::new();
    tuner.rounds(|round| {
        let mut rng = Seed(args.seed).stream(round).rng();
        let sides: [&[Seat]; 2] = [&[Seat::Landlord], &[Seat::Down, Seat::Up]];
        let changes = sides.map(|seats| propose(&persona, seats, &mut rng));
        let changed =
            changes.iter().try_fold(persona.clone(), |persona, change| persona.with(&change.key, change.to))?;
        let first = tuner.gains(&persona, &changed, round * 2, args.deals)?;
        let promising: Vec<usize> = (0..2).filter(|&side| first[side].mean > FIRST_LOOK * first[side].error).collect();
        if !promising.is_empty() {
            let second = tuner.gains(&persona, &changed, round * 2 + 1, args.deals * 2)?;
            for (side, change) in changes.into_iter().enumerate().filter(|(side, _)| promising.contains(side)) {
                let both = (first[side].mean + 2.0 * second[side].mean) / 3.0;
                if second[side].mean > 0.0 && both > BOTH_LOOKS * second[side].error && !tuner.is_stopped() {
                    persona = persona.clone().with(&change.key, change.to)?;
                    log.push(line(&change, &first[side], &second[side]));
                }
            }
        }
        Ok(format!("{} changes kept", log.len()))
    })?;
    Ok(Tuned { persona, log })
}

fn line(change: &Change, first: &Gain, second: &Gain) -> String {
    let percent = |gain: &Gain| format!("{:+.2}% ± {:.2}", 100.0 * gain.mean, 100.0 * gain.error);
    let Change { key, from, to } = change;
    format!("{key} {from} -> {to}: {}, then {}", percent(first), percent(second))
}

/// Any number of one of these seats, moved by up to a sixteenth of its range.
fn propose(persona: &Persona, seats: &[Seat], rng: &mut Rng) -> Change {
    loop {
        let seat = *rng.pick(seats).expect("a side has seats");
        let field = rng.pick(SeatParams::FIELDS).expect("seats have numbers");
        let from = (field.get)(persona.seat_params(seat));
        let step = 1 + rng.below(((field.max - field.min) / 16).clamp(1, 24) as u32) as i32;
        let to = (if rng.below(2) == 0 { from - step } else { from + step }).clamp(field.min, field.max);
        if to != from {
            return Change { key: format!("{seat}.{}", field.name), from, to };
        }
    }
}
