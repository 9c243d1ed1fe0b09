//! Bids by the weight matrix, as its publication has them: a hand is as good as the mean weight of its turns, in the split of fewest turns
//! whose mean is largest.

use rules::{Dealer, Hand, Ruleset, Seat};

use super::rows::{Rows, place, rows};
use crate::decision::Strength;
use crate::hand::eval::{self, Matrix, Relation};
use crate::hand::split::{self, TurnsMemo};
use crate::profile::{Family, Profile};

/// Thousandths of a weight to a step of the rows.
const STEP: i32 = 100;

static PLAIN: Rows = rows(include_str!("../../data/plain/bids-matrix.txt"), "matrix");
static JOURNEY: Rows = rows(include_str!("../../data/journey/bids-matrix.txt"), "matrix");

/// Returns the strength of 17 cards by a persona's matrix. `None` if no rows were measured: with wild ranks and unshuffled deals.
pub(super) fn of_hand(hand: Hand, rules: &Ruleset, profile: Profile, matrix: &Matrix) -> Option<Strength> {
    let rows = match (profile.family(), rules.dealer()) {
        (Family::Plain, Dealer::Random) => &PLAIN,
        (Family::Journey, Dealer::Random) => &JOURNEY,
        _ => return None,
    };
    // A call asks for the worth to a landlord, who leads.
    let relation = Relation { order: rules.order(), ..Relation::opening(Seat::Landlord) };
    let parts = split::matrix(hand, &mut TurnsMemo::new(rules), matrix, &relation);
    Some(place(rows, eval::matrix(&parts, matrix, &relation) / STEP))
}
