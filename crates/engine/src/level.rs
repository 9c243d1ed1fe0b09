//! Levels: the strength of a player, from the grades of its choices. A grade is the place of a choice in the order of the nets.
//! Tables have the usual grades at some strengths. The level is the posterior mean of the strength, with an interval. The caller keeps the
//! grades; the engine keeps nothing.

use crate::data::table;
use crate::decide::pace::exp;
use crate::profile::Family;

/// The grades of the real choices of one role, in thousandths: see [`grade`](crate::grade).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RoleGrades {
    /// The number of choices.
    pub choices: u32,
    /// The sum of the grades.
    pub sum: u64,
}

impl RoleGrades {
    fn add(&mut self, grade: u32) {
        *self = self.plus(RoleGrades { choices: 1, sum: u64::from(grade) });
    }

    fn plus(self, more: RoleGrades) -> RoleGrades {
        RoleGrades { choices: self.choices.saturating_add(more.choices), sum: self.sum.saturating_add(more.sum) }
    }

    const fn halved(self) -> RoleGrades {
        RoleGrades { choices: self.choices / 2, sum: self.sum / 2 }
    }

    /// Returns the mean grade of a choice; `None` without a choice.
    pub fn mean(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.sum as f64 / f64::from(self.choices))
    }
}

/// The grades of a player's choices in hands of one family of rulesets.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Grades {
    /// The number of hands with a real choice. It is halved together with the grades.
    pub hands: u32,
    /// The grades as landlord.
    pub landlord: RoleGrades,
    /// The grades as peasant.
    pub peasant: RoleGrades,
}

/// The number of hands after which the grades are halved: recent hands count more than old ones.
pub const HANDS_MAX: u32 = 40;
/// The fewest hands for a level: with fewer it would be noise.
pub const HANDS_MIN: u32 = 3;

impl Grades {
    /// Returns the grades of one hand.
    pub fn from_hand(is_landlord: bool, choices: impl Iterator<Item = u32>) -> Grades {
        let mut grades = Grades::default();
        let role = if is_landlord { &mut grades.landlord } else { &mut grades.peasant };
        choices.for_each(|grade| role.add(grade));
        grades.hands = u32::from(role.choices > 0);
        grades
    }

    /// Adds `more`; after [`HANDS_MAX`] hands the older ones count half.
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

/// A strength from 0 to 100, and the interval that has at least 80% of the posterior probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The mean.
    pub level: u32,
    /// The strength below which at most one tenth of the probability lies.
    pub low: u32,
    /// The strength above which at most one tenth of the probability lies.
    pub high: u32,
}

/// The grade of one choice at a strength, by role, in thousandths.
#[derive(Clone, Copy)]
struct GradeRow {
    strength: u32,
    landlord: Normal,
    peasant: Normal,
}

/// A mean and a standard deviation.
#[derive(Clone, Copy)]
struct Normal {
    mean: f64,
    spread: f64,
}

const TABLE_COLUMNS: usize = 5;

const TABLE_ROWS: usize = 10;

static PLAIN_LEVELS: [i16; TABLE_ROWS * TABLE_COLUMNS] = table(include_str!("../data/plain/levels.txt"), "");
static JOURNEY_LEVELS: [i16; TABLE_ROWS * TABLE_COLUMNS] = table(include_str!("../data/journey/levels.txt"), "");
static WILD_LEVELS: [i16; TABLE_ROWS * TABLE_COLUMNS] = table(include_str!("../data/wild/levels.txt"), "");

impl GradeRow {
    fn of(numbers: &[i16; TABLE_COLUMNS]) -> GradeRow {
        let normal = |mean: i16, spread: i16| Normal { mean: f64::from(mean), spread: f64::from(spread) };
        let [strength, numbers @ ..] = *numbers;
        let [landlord, peasant] = [normal(numbers[0], numbers[1]), normal(numbers[2], numbers[3])];
        GradeRow { strength: strength as u32, landlord, peasant }
    }
}

fn rows_of_family(family: Family) -> Vec<GradeRow> {
    let numbers: &[i16] = match family {
        Family::Plain => &PLAIN_LEVELS,
        Family::Journey => &JOURNEY_LEVELS,
        Family::Wild => &WILD_LEVELS,
    };
    numbers.as_chunks().0.iter().map(GradeRow::of).collect()
}

const STRENGTH_MAX: u32 = 100;
const PRIOR: Normal = Normal { mean: 50.0, spread: 40.0 };
/// The usual distance between a player's mean grade and the row of the player's strength. More hands do not reduce it.
const PLAYER_SPREAD: f64 = 25.0;

/// Returns the level of a player in a family of rulesets; `None` if too few hands are known.
pub fn level(family: Family, grades: &Grades) -> Option<Level> {
    (grades.hands >= HANDS_MIN).then(|| fit_level(&rows_of_family(family), grades))
}

/// Returns the mean and the interval of the posterior over all strengths. It calls no library function whose result depends on the platform.
fn fit_level(rows: &[GradeRow], grades: &Grades) -> Level {
    let fit = |strength: u32| {
        let row = row_at(rows, strength);
        let prior = (f64::from(strength) - PRIOR.mean) / PRIOR.spread;
        let [landlord, peasant] = [Fit::of(&grades.landlord, row.landlord), Fit::of(&grades.peasant, row.peasant)];
        Fit {
            exponent: landlord.exponent + peasant.exponent - prior * prior / 2.0,
            density: landlord.density * peasant.density,
        }
    };
    let fits: Vec<Fit> = (0..=STRENGTH_MAX).map(fit).collect();
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
        place.map_or(STRENGTH_MAX, |place| place as u32)
    };
    Level { level: mean.round() as u32, low: below(0.1), high: below(0.9) }
}

/// A probability up to a constant factor: `density` times e to the power of `exponent`.
struct Fit {
    exponent: f64,
    density: f64,
}

impl Fit {
    fn of(grades: &RoleGrades, row: Normal) -> Fit {
        let Some(mean) = grades.mean() else { return Fit { exponent: 0.0, density: 1.0 } };
        let variance = row.spread * row.spread / f64::from(grades.choices) + PLAYER_SPREAD * PLAYER_SPREAD;
        let off = mean - row.mean;
        Fit { exponent: -off * off / (2.0 * variance), density: 1.0 / variance.sqrt() }
    }
}

/// Returns the row of a strength, interpolated between two rows of the table.
fn row_at(rows: &[GradeRow], strength: u32) -> GradeRow {
    let upper = rows.iter().position(|row| row.strength >= strength).unwrap_or(rows.len() - 1);
    let (low, high) = (&rows[upper.saturating_sub(1)], &rows[upper]);
    let whole = f64::from(high.strength - low.strength);
    let part = if whole > 0.0 { f64::from(strength - low.strength) / whole } else { 0.0 };
    let between = |low: Normal, high: Normal| Normal {
        mean: low.mean + (high.mean - low.mean) * part,
        spread: low.spread + (high.spread - low.spread) * part,
    };
    GradeRow { strength, landlord: between(low.landlord, high.landlord), peasant: between(low.peasant, high.peasant) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even_grades(grade: u32, hands: u32) -> Grades {
        (0..hands).fold(Grades::default(), |all, hand| {
            all.plus(Grades::from_hand(hand.is_multiple_of(3), std::iter::repeat_n(grade, 10)))
        })
    }

    #[test]
    fn worse_grades_lower_the_level_and_more_hands_narrow_it() {
        let of = |grade, hands| level(Family::Plain, &even_grades(grade, hands)).unwrap();
        let levels: Vec<u32> = [180, 240, 290, 340, 390, 430].map(|grade| of(grade, 40).level).into();
        assert!(levels.windows(2).all(|pair| pair[0] > pair[1]), "{levels:?}");
        let width = |hands| of(340, hands).high - of(340, hands).low;
        assert!(width(3) > width(20) && width(20) >= width(80), "{} {} {}", width(3), width(20), width(80));
        let Level { level, low, high } = of(340, 20);
        assert!(low <= level && level <= high && high <= 100);
    }

    #[test]
    fn two_hands_have_no_level() {
        assert_eq!(level(Family::Plain, &even_grades(0, 1)), None);
        assert_eq!(level(Family::Plain, &even_grades(450, 2)), None);
        assert!(level(Family::Plain, &even_grades(450, 3)).is_some());
        assert_eq!(Grades::from_hand(true, std::iter::empty()), Grades::default(), "a hand without a choice is none");
    }

    #[test]
    fn old_hands_count_less() {
        let many = even_grades(450, 400);
        assert!(many.hands <= HANDS_MAX);
        let better = (0..60u32)
            .fold(many, |all, hand| all.plus(Grades::from_hand(hand.is_multiple_of(3), std::iter::repeat_n(200, 10))));
        let before = level(Family::Plain, &many).unwrap();
        assert!(level(Family::Plain, &better).unwrap().level > before.level + 10);
    }

    #[test]
    fn rows_rise_in_strength_and_never_in_grade() {
        for family in Family::ALL {
            let rows = rows_of_family(family);
            assert!(rows.windows(2).all(|pair| pair[0].strength < pair[1].strength), "{}", family.name());
            for role in [|row: &GradeRow| row.landlord, |row: &GradeRow| row.peasant] {
                assert!(rows.windows(2).all(|pair| role(&pair[0]).mean >= role(&pair[1]).mean), "{}", family.name());
            }
        }
    }
}
