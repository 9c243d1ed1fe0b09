//! The time that a person would think: advice in milliseconds, never a wait. It has a long tail and is correlated within a hand. A choice
//! between plays takes longer if it is close or near the end.

use rules::{Rng, Seed};

use crate::decision::Candidate;
use crate::persona::PersonaParams;

/// The shortest thinking time, except under a very short clock.
const THINK_MS_MIN: u32 = 300;
/// The range of the random time that is added to the shortest one. With one fixed shortest time, players would recognise bots by it.
const FLOOR_SPREAD_MS: u32 = 300;
/// The stream of a hand's pace for passes and for the shortest and longest times; turns have lower numbers.
const BOUNDS_STREAM: u64 = 1 << 32;

pub(crate) struct PacedTurn {
    /// The hand's random stream for pace, the same for each turn.
    pub seed: Seed,
    pub turn: u32,
    /// The closeness of the choice: 1 for the closest, nearer to 0 for a clearer one; `None` if it is not known.
    pub closeness: Option<f64>,
    /// True for a pass in the play. Its time does not depend on the cards: a quick pass would tell the table that the hand has no answer.
    pub passes: bool,
    /// True if a seat is near going out.
    pub tense: bool,
    pub clock_ms: Option<u32>,
}

pub(crate) fn think_ms(params: &PersonaParams, paced: &PacedTurn) -> u32 {
    let spread = f64::from(params.pace_spread) / 100.0;
    let tension = if paced.tense { 1.25 } else { 1.0 };
    let mut extra = paced.seed.stream(BOUNDS_STREAM).stream(u64::from(paced.turn)).rng();
    let weight = match paced.closeness {
        _ if paced.passes => 0.45 + 0.5 * f64::from(extra.below(1024)) / 1024.0,
        Some(closeness) => (0.7 + 1.1 * closeness) * tension,
        None => 0.45,
    };
    let ms = f64::from(params.pace_ms) * weight * exp(spread * pace_deviation(paced.seed, paced.turn));
    let floor = THINK_MS_MIN + extra.below(FLOOR_SPREAD_MS);
    (ms as u32).max(floor).min(paced.clock_ms.map_or(u32::MAX, |clock_ms| draw_ms_max(clock_ms, &mut extra)))
}

/// Returns the most time that may be advised within a clock: about 60% of it, at least a millisecond.
pub fn think_ms_max(clock_ms: u32) -> u32 {
    (clock_ms / 5 * 3).max(1)
}

/// Draws the longest time that is advised at a turn within a clock. It is drawn anew each turn, for the same reason as the shortest time.
fn draw_ms_max(clock_ms: u32, extra: &mut Rng) -> u32 {
    let limit = think_ms_max(clock_ms);
    let least = (limit / 2).max(THINK_MS_MIN.min(limit));
    least + extra.below(limit - least + 1)
}

pub(crate) fn closeness(candidates: &[Candidate]) -> Option<f64> {
    match candidates {
        [best, second, ..] => Some(12.0 / (12.0 + f64::from((best.value - second.value).max(0)))),
        _ => None,
    }
}

/// Returns an approximately normal number: one part is of the whole hand, one of this turn. It does not depend on earlier turns: a seat
/// without history does not know how many it has had.
fn pace_deviation(seed: Seed, turn: u32) -> f64 {
    0.6 * draw_normal(&mut seed.stream(0).rng()) + 0.8 * draw_normal(&mut seed.stream(u64::from(turn) + 1).rng())
}

/// Draws an approximately normal number: twelve uniform ones less six. All its sums are exact, so that every platform agrees.
fn draw_normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| f64::from(rng.below(1 << 16)) / 65536.0).sum::<f64>() - 6.0
}

/// Computes about e^x by (1 + x/1024)^1024: close enough for small x and 0 far below. It uses no library function, so that every platform
/// agrees.
pub(crate) fn exp(x: f64) -> f64 {
    (0..10).fold((1.0 + x / 1024.0).max(0.0), |power, _| power * power)
}
