//! Hands before the first play in twenty rows, from the weakest to the strongest. The weight matrix has its own rows: they measure a hand by
//! the mean weight of a turn.

use rules::{Dealer, Hand, Ruleset, Seat};

use crate::data::table;
use crate::decision::Strength;
use crate::hand::eval::{self, Context, Matrix};
use crate::hand::split::{self, TurnsMemo};
use crate::profile::{Family, Profile};

/// One twentieth of all hands: its highest measure, and how often a landlord with such a hand wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthRow {
    /// The highest measure of a hand in this row: quarter points, but for the nets and for the weight matrix their own units.
    pub points: i32,
    /// The deals of 1,000 that the landlord wins.
    pub wins: i32,
}

/// All hands, from the weakest twentieth to the strongest.
pub(super) type Rows = [StrengthRow; 20];

/// Reads the rows of a table: first the points of each, then the wins.
pub(super) const fn read_rows(text: &str, name: &str) -> Rows {
    let numbers: [i16; 40] = table(text, name);
    let mut rows = [StrengthRow { points: 0, wins: 0 }; 20];
    let mut index = 0;
    while index < 20 {
        rows[index] = StrengthRow { points: numbers[index] as i32, wins: numbers[20 + index] as i32 };
        index += 1;
    }
    rows
}

/// Returns the strength of a hand with the measure `points`: its place is interpolated within its row.
pub(super) fn strength_in_rows(rows: &Rows, points: i32) -> Strength {
    let index = rows.iter().position(|row| points <= row.points).unwrap_or(rows.len() - 1);
    let share = 1000 / rows.len() as i32;
    let row = rows[index];
    let (low, wins_low) =
        if index == 0 { (row.points - 40, row.wins) } else { (rows[index - 1].points, rows[index - 1].wins) };
    let span = (row.points - low).max(1);
    let into = (points - low).clamp(0, span);
    let rank = (index as i32 * share + into * share / span).min(999);
    Strength { points, rank, wins: wins_low + (row.wins - wins_low) * into / span }
}

/// The number of thousandths of a weight in one step of the rows.
const MATRIX_STEP: i32 = 100;

static PLAIN_MATRIX_ROWS: Rows = read_rows(include_str!("../../data/plain/bids.txt"), "matrix");
static JOURNEY_MATRIX_ROWS: Rows = read_rows(include_str!("../../data/journey/bids.txt"), "matrix");

/// Returns the strength of 17 cards by a persona's matrix. `None` if no rows were measured: for wild ranks, and for all dealers except
/// [`Dealer::Random`].
pub(super) fn strength_by_matrix(hand: Hand, rules: &Ruleset, profile: Profile, matrix: &Matrix) -> Option<Strength> {
    let rows = match (profile.family(), rules.dealer()) {
        (Family::Plain, Dealer::Random) => &PLAIN_MATRIX_ROWS,
        (Family::Journey, Dealer::Random) => &JOURNEY_MATRIX_ROWS,
        _ => return None,
    };
    // A call depends on the worth of the hand to a landlord, who leads.
    let context = Context { order: rules.order(), ..Context::opening(Seat::Landlord) };
    let parts = split::matrix_split(hand, &mut TurnsMemo::new(rules), matrix, &context);
    Some(strength_in_rows(rows, eval::mean_weight(&parts, matrix, &context) / MATRIX_STEP))
}
