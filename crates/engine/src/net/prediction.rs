//! The results of a net: the chance to win, the stake's factors, and the expected score, which follows from both.

use rules::Combo;

use super::weights::UNIT_FACTOR;

/// The expectation of a net for a seat's side after a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// The odds to win.
    pub logit: Logit,
    /// The factor by which bombs still to come multiply the stake when the side wins, in [`UNIT_FACTOR`]ths.
    pub won: i32,
    /// The factor by which bombs still to come multiply the stake when the side loses.
    pub lost: i32,
}

/// The logarithm of odds, in [`UNIT_LOGIT`](super::UNIT_LOGIT)ths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Logit(pub i32);

/// The largest factor that a net expects: four doublings to come.
pub(super) const FACTOR_MAX: i32 = 16 * UNIT_FACTOR;

/// The score of one stake.
pub const SCORE_ONE: i32 = 1 << 16;

/// The objective of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Objective {
    /// The chance to win.
    Wins,
    /// The expected score.
    Score,
}

impl Objective {
    /// Every objective.
    pub const ALL: [Objective; 2] = [Objective::Wins, Objective::Score];

    /// Returns the name in persona files.
    pub const fn name(self) -> &'static str {
        match self {
            Objective::Wins => "wins",
            Objective::Score => "score",
        }
    }

    /// Returns the objective of that name.
    pub fn from_name(name: &str) -> Option<Objective> {
        Objective::ALL.into_iter().find(|objective| objective.name() == name)
    }
}

impl Prediction {
    /// Returns the worth of `play`; `self` is the prediction after it. Greater is better. Only values of one objective can be compared.
    #[inline]
    pub fn value(&self, objective: Objective, play: Option<Combo>) -> i32 {
        self.scaled_value(objective, if play.is_some_and(Combo::is_bomb) { 2 } else { 1 })
    }

    /// Returns the worth of a play that multiplies the stake by `factor`.
    #[inline]
    pub fn scaled_value(&self, objective: Objective, factor: u32) -> i32 {
        match objective {
            Objective::Wins => self.logit.0,
            // Bombs already played multiply all candidates equally; the play's own bomb multiplies this one alone.
            Objective::Score => self.score() * factor as i32,
        }
    }

    /// Returns the expected score after the play; [`SCORE_ONE`] is one stake.
    ///
    /// ```
    /// use engine::net::{Logit, Prediction, SCORE_ONE, UNIT_FACTOR};
    /// let even = Prediction { logit: Logit(0), won: 2 * UNIT_FACTOR, lost: UNIT_FACTOR };
    /// assert_eq!(even.score(), SCORE_ONE / 2);
    /// ```
    pub fn score(&self) -> i32 {
        let wins = i64::from(self.logit.fine_chance());
        let score = wins * i64::from(self.won) - (i64::from(FINE_CHANCE_ONE) - wins) * i64::from(self.lost);
        // The quotient is at most 16 stakes, by `FACTOR_MAX`.
        (score / (i64::from(FINE_CHANCE_ONE) / i64::from(SCORE_ONE) * i64::from(UNIT_FACTOR))) as i32
    }
}

impl Logit {
    /// Returns the chance, in [`CHANCE_ONE`]ths.
    pub fn chance(self) -> i32 {
        let place = (self.0.unsigned_abs() as usize / LOGIT_STEP).min(CHANCES.len() - 1);
        let above = i32::from(CHANCES[place]);
        if self.0 < 0 { CHANCE_ONE - above } else { above }
    }

    pub(crate) fn per_mille(self) -> i32 {
        self.chance() * 1000 / CHANCE_ONE
    }

    /// Returns the chance in [`FINE_CHANCE_ONE`]ths, interpolated between two entries of a table.
    fn fine_chance(self) -> i32 {
        let distance = self.0.unsigned_abs() as usize;
        let place = (distance / LOGIT_STEP).min(FINE_CHANCES.len() - 2);
        let [low, high] = [FINE_CHANCES[place], FINE_CHANCES[place + 1]];
        let part = distance.saturating_sub(place * LOGIT_STEP).min(LOGIT_STEP);
        let above = low + (high - low) * part as i32 / LOGIT_STEP as i32;
        if self.0 < 0 { FINE_CHANCE_ONE - above } else { above }
    }
}

/// The chance of a sure win.
pub const CHANCE_ONE: i32 = 1 << 14;

/// A sure win in finer units: expected scores are products, and their differences are small.
const FINE_CHANCE_ONE: i32 = 1 << 24;

/// The distance between two entries of the tables, as a logit.
const LOGIT_STEP: usize = 8;

static CHANCES: [u16; 1281] = {
    let exact = chance_table(CHANCE_ONE as u128);
    let mut table = [0; 1281];
    let mut place = 0;
    while place < table.len() {
        table[place] = exact[place] as u16;
        place += 1;
    }
    table
};

static FINE_CHANCES: [i32; 1281] = chance_table(FINE_CHANCE_ONE as u128);

/// Tabulates `one` / (1 + exp(-x)) for x = 0, 1/128, 2/128 … up to 10, in integers so that every machine has the same.
const fn chance_table(one: u128) -> [i32; 1281] {
    let mut table = [0; 1281];
    // exp(-1/128) in units of 2^-62.
    let step: u128 = 4_575_797_593_107_614_195;
    let mut power: u128 = 1 << 62;
    let mut place = 0;
    while place < table.len() {
        table[place] = (((one << 62) + ((1 << 62) + power) / 2) / ((1 << 62) + power)) as i32;
        power = (power * step) >> 62;
        place += 1;
    }
    table
}
