//! Levels: the strength of a player, from the losses of its choices. The seat-view net grades each real choice; rows of data say what each
//! strength loses; the level is where a player's losses fit best, with an interval. The caller keeps the losses; the engine keeps nothing.

use crate::data::table;
use crate::decide::pace::exp;
use crate::profile::Family;

/// The losses of the real choices of one role: the best play's chance to win less that of the chosen one, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Losses {
    /// The number of choices.
    pub choices: u32,
    /// The sum of their losses.
    pub sum: u64,
    /// The sum of the squares of the losses.
    pub squares: u64,
}

impl Losses {
    /// Counts a choice.
    pub fn add(&mut self, loss: u32) {
        self.choices = self.choices.saturating_add(1);
        self.sum = self.sum.saturating_add(u64::from(loss));
        self.squares = self.squares.saturating_add(u64::from(loss) * u64::from(loss));
    }

    fn plus(self, more: Losses) -> Losses {
        Losses {
            choices: self.choices.saturating_add(more.choices),
            sum: self.sum.saturating_add(more.sum),
            squares: self.squares.saturating_add(more.squares),
        }
    }

    const fn halved(self) -> Losses {
        Losses { choices: self.choices / 2, sum: self.sum / 2, squares: self.squares / 2 }
    }

    /// The mean loss of a choice; `None` without one.
    pub fn mean(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.sum as f64 / f64::from(self.choices))
    }
}

/// The losses of a player's choices in hands of one family of rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Grades {
    /// The number of hands with a real choice.
    pub hands: u32,
    /// As landlord.
    pub landlord: Losses,
    /// As peasant.
    pub peasant: Losses,
}

/// Number of hands after which the losses are halved: recent hands count more than old ones.
pub const HANDS_MAX: u32 = 40;
/// Fewer hands have no level: it would be noise.
pub const HANDS_MIN: u32 = 3;

impl Grades {
    /// The grades of one hand.
    pub fn of_hand(is_landlord: bool, losses: impl Iterator<Item = u32>) -> Grades {
        let mut grades = Grades::default();
        let role = if is_landlord { &mut grades.landlord } else { &mut grades.peasant };
        losses.for_each(|loss| role.add(loss));
        grades.hands = u32::from(role.choices > 0);
        grades
    }

    /// These and those of `more` hands.
    #[must_use]
    pub fn plus(self, more: Grades) -> Grades {
        let old = if self.hands >= HANDS_MAX { self.halved() } else { self };
        Grades {
            hands: old.hands.saturating_add(more.hands),
            landlord: old.landlord.plus(more.landlord),
            peasant: old.peasant.plus(more.peasant),
        }
    }

    const fn halved(self) -> Grades {
        Grades { hands: self.hands / 2, landlord: self.landlord.halved(), peasant: self.peasant.halved() }
    }
}

/// A strength from 0 to 100, and the interval that holds it with 80%.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The mean.
    pub level: u32,
    /// A tenth lies below.
    pub low: u32,
    /// A tenth lies above.
    pub high: u32,
}

/// The losses of one strength.
#[derive(Clone, Copy)]
struct Row {
    strength: u32,
    landlord: Spread,
    peasant: Spread,
}

/// The mean loss of a choice in thousandths of a win, and the spread of hands around it for each choice of theirs.
#[derive(Clone, Copy)]
struct Spread {
    mean: f64,
    spread: f64,
}

/// The numbers of a row.
const COLUMNS: usize = 5;

static PLAIN: [i16; 13 * COLUMNS] = table(include_str!("../data/plain/levels.txt"), "");

impl Row {
    fn of(numbers: &[i16; COLUMNS]) -> Row {
        let spread = |mean: i16, spread: i16| Spread { mean: f64::from(mean) / 10.0, spread: f64::from(spread) / 10.0 };
        let [strength, numbers @ ..] = *numbers;
        let [landlord, peasant] = [spread(numbers[0], numbers[1]), spread(numbers[2], numbers[3])];
        Row { strength: strength as u32, landlord, peasant }
    }
}

/// The rows of a family; none where nothing was measured yet.
fn rows_of(family: Family) -> Vec<Row> {
    let numbers: &[i16] = match family {
        Family::Plain => &PLAIN,
        Family::Journey | Family::Wild => &[],
    };
    numbers.as_chunks().0.iter().map(Row::of).collect()
}

/// The strengths that are compared.
const STRENGTHS: u32 = 100;
/// Before a hand is seen: most players lie in the middle.
const PRIOR: Spread = Spread { mean: 50.0, spread: 30.0 };
/// A player is no row: however many hands there are, the mean loss of a player of some strength lies so far from the row's, in parts of it.
const KIND: f64 = 0.12;

/// The level of a player in a family of rulesets; `None` where nothing is known of the family or too few hands are.
pub fn level(family: Family, grades: &Grades) -> Option<Level> {
    let rows = rows_of(family);
    (grades.hands >= HANDS_MIN && !rows.is_empty()).then(|| fitted(&rows, grades))
}

/// The posterior over all strengths. It adds, multiplies, divides and takes square roots alone, which give the same on every platform.
fn fitted(rows: &[Row], grades: &Grades) -> Level {
    let fit = |strength: u32| {
        let at = at(rows, strength);
        let prior = (f64::from(strength) - PRIOR.mean) / PRIOR.spread;
        let [landlord, peasant] = [Fit::of(&grades.landlord, at.landlord), Fit::of(&grades.peasant, at.peasant)];
        Fit {
            exponent: landlord.exponent + peasant.exponent - prior * prior / 2.0,
            density: landlord.density * peasant.density,
        }
    };
    let fits: Vec<Fit> = (0..=STRENGTHS).map(fit).collect();
    let most = fits.iter().map(|fit| fit.exponent).fold(f64::MIN, f64::max);
    let weights: Vec<f64> = fits.iter().map(|fit| fit.density * exp(fit.exponent - most)).collect();
    let whole: f64 = weights.iter().sum();
    let mean = weights.iter().zip(0..).map(|(weight, strength)| weight * f64::from(strength)).sum::<f64>() / whole;
    let below = |share: f64| {
        let mut sum = 0.0;
        let place = weights.iter().position(|weight| {
            sum += weight;
            sum >= share * whole
        });
        place.map_or(STRENGTHS, |place| place as u32)
    };
    Level { level: mean.round() as u32, low: below(0.1), high: below(0.9) }
}

/// The likelihood of losses by a row: `density` times e to the power of `exponent`.
struct Fit {
    exponent: f64,
    density: f64,
}

impl Fit {
    fn of(losses: &Losses, row: Spread) -> Fit {
        let Some(mean) = losses.mean() else { return Fit { exponent: 0.0, density: 1.0 } };
        let kind = KIND * row.mean;
        let variance = row.spread * row.spread / f64::from(losses.choices) + kind * kind;
        let off = mean - row.mean;
        Fit { exponent: -off * off / (2.0 * variance), density: 1.0 / variance.sqrt() }
    }
}

/// The row of a strength, between two of the table.
fn at(rows: &[Row], strength: u32) -> Row {
    let upper = rows.iter().position(|row| row.strength >= strength).unwrap_or(rows.len() - 1);
    let (low, high) = (&rows[upper.saturating_sub(1)], &rows[upper]);
    let whole = f64::from(high.strength - low.strength);
    let part = if whole > 0.0 { f64::from(strength - low.strength) / whole } else { 0.0 };
    let between = |low: Spread, high: Spread| Spread {
        mean: low.mean + (high.mean - low.mean) * part,
        spread: low.spread + (high.spread - low.spread) * part,
    };
    Row { strength, landlord: between(low.landlord, high.landlord), peasant: between(low.peasant, high.peasant) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `hands` hands in which each of ten choices loses `loss`, alternately as landlord and as peasant.
    fn losing(loss: u32, hands: u32) -> Grades {
        (0..hands).fold(Grades::default(), |all, hand| {
            all.plus(Grades::of_hand(hand.is_multiple_of(3), std::iter::repeat_n(loss, 10)))
        })
    }

    #[test]
    fn more_loss_is_a_lower_level_and_more_hands_a_narrower_one() {
        let of = |loss, hands| level(Family::Plain, &losing(loss, hands)).unwrap();
        let levels: Vec<u32> = [10, 20, 30, 40, 60, 90].map(|loss| of(loss, 40).level).into();
        assert!(levels.windows(2).all(|pair| pair[0] > pair[1]), "{levels:?}");
        let width = |hands| of(35, hands).high - of(35, hands).low;
        assert!(width(3) > width(20) && width(20) >= width(80), "{} {} {}", width(3), width(20), width(80));
        let Level { level, low, high } = of(35, 20);
        assert!(low <= level && level <= high && high <= 100);
    }

    #[test]
    fn one_hand_has_no_level() {
        assert_eq!(level(Family::Plain, &losing(0, 1)), None);
        assert_eq!(level(Family::Plain, &losing(90, 2)), None);
        assert!(level(Family::Plain, &losing(90, 3)).is_some());
        assert_eq!(Grades::of_hand(true, std::iter::empty()), Grades::default(), "a hand without a choice is none");
    }

    #[test]
    fn old_hands_count_less() {
        let many = losing(90, 400);
        assert!(many.hands <= HANDS_MAX);
        let better = (0..60u32)
            .fold(many, |all, hand| all.plus(Grades::of_hand(hand.is_multiple_of(3), std::iter::repeat_n(5, 10))));
        let before = level(Family::Plain, &many).unwrap();
        assert!(level(Family::Plain, &better).unwrap().level > before.level + 10);
    }

    #[test]
    fn rows_rise_in_strength_and_fall_in_loss() {
        for family in Family::ALL {
            let rows = rows_of(family);
            assert!(rows.windows(2).all(|pair| pair[0].strength < pair[1].strength), "{}", family.name());
            for role in [|row: &Row| row.landlord, |row: &Row| row.peasant] {
                assert!(rows.windows(2).all(|pair| role(&pair[0]).mean >= role(&pair[1]).mean), "{}", family.name());
            }
        }
    }
}
