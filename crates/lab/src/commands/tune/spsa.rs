//! Simultaneous perturbation (SPSA, Spall 1992): every round shifts all numbers of all seats at once, each up or down
//! by chance. It plays the shifted persona and its mirror image over the same deals, and moves every number a little
//! towards the better one. A round costs two matches for any number of numbers. No single round has to prove anything:
//! noise cancels, and gains add up.

use engine::Persona;
use engine::persona::{Field, SeatParams};
use rules::{Seat, Seed, Side};

use super::{Tuned, Tuner};

/// The speed of the numbers and the size of their shifts, in steps, in the middle of a run. Both shrink by the usual powers
/// of the round.
const MOVE: f64 = 3.0;
const SHIFT: f64 = 1.0;
const MOVE_POWER: f64 = 0.602;
const SHIFT_POWER: f64 = 0.101;

/// A number that is tuned.
struct Number {
    seat: Seat,
    field: &'static Field<SeatParams>,
    value: f64,
    /// The size of one step.
    step: f64,
    /// The sum of its values over the second half of the rounds.
    sum: f64,
}

impl Number {
    /// Returns the value `steps` steps away, within the persona's range.
    fn shifted(&self, steps: f64) -> i32 {
        let value = (self.value + steps * self.step).round() as i32;
        value.clamp(self.field.min, self.field.max)
    }
}

pub(super) fn tune(tuner: &Tuner, start: &Persona) -> anyhow::Result<Tuned> {
    let args = tuner.args;
    let mut numbers = numbers(start);
    let mut log = Vec::new();
    let mut summed = 0.0;
    let rounds = args.rounds as f64;
    let middle = rounds / 2.0;
    tuner.rounds(|round| {
        let mut rng = Seed(args.seed).stream(round).rng();
        // A tenth of the rounds is added to both, so that the first steps are not too large.
        let at = |power: f64| ((0.1 * rounds + middle) / (0.1 * rounds + 1.0 + round as f64)).powf(power);
        let (pace, shift) = (MOVE * at(MOVE_POWER), SHIFT * at(SHIFT_POWER));
        let signs: Vec<f64> = numbers.iter().map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let [up, down] = [shift, -shift].map(|shift| shifted(start, &numbers, &signs, shift));
        let gains = tuner.gains(&down?, &up?, round)?;
        // An interrupted match is not used.
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
        let far = numbers.iter().zip(self::numbers(start)).map(|(now, then)| (now.value - then.value).abs() / now.step);
        let far = far.fold(0.0, f64::max);
        if (round + 1) % (args.rounds / 10).max(1) == 0 {
            log.push(format!("round {}: the number that went farthest is {far:.1} steps away", round + 1));
        }
        Ok(format!("{far:.1} steps at most"))
    })?;
    // The mean over the second half varies less than the last value.
    if summed > 0.0 {
        numbers.iter_mut().for_each(|number| number.value = number.sum / summed);
    }
    let still = vec![0.0; numbers.len()];
    Ok(Tuned { persona: shifted(start, &numbers, &still, 0.0)?, log })
}

fn numbers(persona: &Persona) -> Vec<Number> {
    let of = |seat: Seat| {
        SeatParams::FIELDS.iter().map(move |field| {
            let value = f64::from((field.get)(persona.seat_params(seat)));
            // At most two points (the numbers are quarter points); small ranges have steps of one.
            let step = f64::from(((field.max - field.min) / 48).clamp(1, 8));
            Number { seat, field, value, step, sum: 0.0 }
        })
    };
    Seat::ALL.into_iter().flat_map(of).collect()
}

fn shifted(start: &Persona, numbers: &[Number], signs: &[f64], shift: f64) -> anyhow::Result<Persona> {
    numbers.iter().zip(signs).try_fold(start.clone(), |persona, (number, sign)| {
        let key = format!("{}.{}", number.seat, number.field.name);
        Ok(persona.with(&key, number.shifted(shift * sign))?)
    })
}
