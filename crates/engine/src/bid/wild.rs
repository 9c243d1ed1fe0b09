//! Hands with wild ranks before the first play: averaged over the wild ranks that may still be shown, and placed by tables for strategies
//! or nets.

use rules::{Hand, Rank, Ranks, Ruleset};

use super::rows::{Rows, read_rows};
use crate::persona::SeatParams;
use crate::wild_player::WildMeasure;

const POSSIBLE_WILDS: Ranks = Ranks::ALL.except(Ranks::JOKERS);

/// The most places by which a hand must be better for a call with two wild ranks if the nets play. Bombs of five and more cards make losses so
/// large that a hand that usually wins may still lose points.
const PLACES_FOR_TWO_WILDS: i32 = 200;

/// The rows of hands that the strategies play, then of hands that the nets play.
type RowsByPlayer = [Rows; 2];

const fn rows_by_player(strategies: &str, nets: &str) -> RowsByPlayer {
    let text = include_str!("../../data/wild/bids.txt");
    [read_rows(text, strategies), read_rows(text, nets)]
}

static ONE_WILD_UNSHOWN: RowsByPlayer = rows_by_player("one-unshown", "one-unshown-net");
static ONE_WILD_SHOWN: RowsByPlayer = rows_by_player("one", "one-net");
static TWO_WILDS_UNSHOWN: RowsByPlayer = rows_by_player("two-unshown", "two-unshown-net");
static TWO_WILDS_FIRST_SHOWN: RowsByPlayer = rows_by_player("two-first", "two-first-net");
static TWO_WILDS_SHOWN: RowsByPlayer = rows_by_player("two", "two-net");
static LANDLORD_ONE_WILD: RowsByPlayer = rows_by_player("landlord-one", "landlord-one-net");
static LANDLORD_TWO_WILDS: RowsByPlayer = rows_by_player("landlord-two", "landlord-two-net");

pub(crate) struct WildHands {
    measure: WildMeasure,
    /// Sets of wild ranks that may be shown in the end, taken as equally likely. There is only one set if all wild ranks are shown.
    likely: Vec<Ranks>,
    pub(super) seventeen: &'static Rows,
    pub(super) landlord: &'static Rows,
    /// The most places by which a hand must be better for a call.
    pub(super) asked: i32,
}

impl WildHands {
    pub(super) fn new(rules: &Ruleset, by_nets: bool) -> WildHands {
        let shown = rules.wilds().ranks();
        let by_player = usize::from(by_nets);
        let (seventeen, landlord) = match (rules.wild_ranks(), shown.len()) {
            (1, 0) => (&ONE_WILD_UNSHOWN, &LANDLORD_ONE_WILD),
            (1, _) => (&ONE_WILD_SHOWN, &LANDLORD_ONE_WILD),
            (_, 0) => (&TWO_WILDS_UNSHOWN, &LANDLORD_TWO_WILDS),
            (_, 1) => (&TWO_WILDS_FIRST_SHOWN, &LANDLORD_TWO_WILDS),
            _ => (&TWO_WILDS_SHOWN, &LANDLORD_TWO_WILDS),
        };
        let (seventeen, landlord) = (&seventeen[by_player], &landlord[by_player]);
        let measure = WildMeasure::new(rules, &SeatParams::DEFAULT, Hand::DECK);
        let asked = if by_nets && rules.wild_ranks() == 2 { PLACES_FOR_TWO_WILDS } else { 0 };
        WildHands { measure, likely: wild_sets_to_try(shown, rules.wild_ranks()), seventeen, landlord, asked }
    }

    /// Returns the worth of a hand with the wild ranks that are shown, as if no other were shown later.
    pub(super) fn worth(&self, hand: Hand) -> i32 {
        self.measure.worth(hand)
    }

    /// Returns the worth of a hand with the set of wild ranks number `index`; after the last set the numbers begin again with the first.
    pub(super) fn worth_with_set(&self, hand: Hand, index: u32) -> i32 {
        match self.likely[..] {
            [_] => self.measure.worth(hand),
            ref likely => self.measure.worth_with_wilds(hand, likely[index as usize % likely.len()]),
        }
    }

    /// Returns the number of samples, at least `wanted`, in which each set of wild ranks comes equally often.
    pub(super) fn sample_count(&self, wanted: u32) -> u32 {
        wanted.next_multiple_of(self.likely.len() as u32)
    }
}

/// Returns the sets of wild ranks to consider. If both are still unknown, each set is a rank and the rank [`PAIR_DISTANCE`] places further
/// (the 3 follows the 2): thirteen sets instead of 78.
fn wild_sets_to_try(shown: Ranks, total: u8) -> Vec<Ranks> {
    let missing = u32::from(total) - shown.len();
    let to_come = POSSIBLE_WILDS.except(shown);
    let with = |first: Rank| match missing {
        2 => Ranks::one(first).or(Ranks::one(paired_rank(first))),
        _ => shown.or(Ranks::one(first)),
    };
    if missing == 0 { vec![shown] } else { to_come.map(with).collect() }
}

fn paired_rank(first: Rank) -> Rank {
    let at = (first.index() + PAIR_DISTANCE) % POSSIBLE_WILDS.len() as usize;
    POSSIBLE_WILDS.into_iter().nth(at).expect("there are thirteen")
}

/// The distance between two wild ranks that are tried together.
const PAIR_DISTANCE: usize = 6;
