//! Bids by the weight matrix, as its publication has them: a hand is as good as the mean weight of its turns, in the split of fewest turns
//! whose mean is largest.

use rules::{Dealer, Hand, Ruleset, Seat};

use super::rows::{Rows, family, place, rows};
use crate::decision::Strength;
use crate::hand::eval::{self, Matrix, Relation};
use crate::hand::split::{self, TurnsMemo};
use crate::profile::Family;

/// Thousandths of a weight to a step of the rows.
const STEP: i32 = 100;

static PLAIN: Rows = rows(include_str!("../../data/plain/bids-matrix.txt"), "matrix");
static JOURNEY: Rows = rows(include_str!("../../data/journey/bids-matrix.txt"), "matrix");

/// Returns the strength of 17 cards by the matrix of the build. `None` where no rows were measured: with wild ranks and unshuffled deals.
pub fn strength_by_matrix(hand: Hand, rules: &Ruleset) -> Option<Strength> {
    of_hand(hand, rules, &Matrix::DEFAULT)
}

/// Returns the same by a persona's own matrix.
pub(super) fn of_hand(hand: Hand, rules: &Ruleset, matrix: &Matrix) -> Option<Strength> {
    let rows = measured(rules)?;
    // The landlord leads: a call asks what the hand is worth to one.
    let relation = Relation { order: rules.order(), ..Relation::opening(Seat::Landlord) };
    let parts = split::matrix(hand, &mut TurnsMemo::new(rules), matrix, &relation);
    Some(place(rows, eval::matrix(&parts, matrix, &relation) / STEP))
}

fn measured(rules: &Ruleset) -> Option<&'static Rows> {
    match (family(rules), rules.dealer()) {
        (Family::Plain, Dealer::Random) => Some(&PLAIN),
        (Family::Journey, Dealer::Random) => Some(&JOURNEY),
        _ => None,
    }
}
