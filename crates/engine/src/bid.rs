//! Calls, doublings and open hands, by the strength of the hand among all hands or by the nets.

mod rows;
mod by_net;
mod wild;

use rules::{Action, Auction, Call, Dealer, Hand, Plays, Raise, Rank, Rng, Ruleset, Seat, Seed, Stage, View};

use by_net::BOTTOM_STREAM;
pub use rows::StrengthRow;
use rows::{Rows, read_rows, strength_by_matrix, strength_in_rows};
use wild::WildHands;

use crate::decision::Strength;
use crate::judge::Measure;
use crate::net::{SCORE_ONE, Weights};
use crate::persona::{Persona, SeatParams};
use crate::profile::{Family, Profile};

/// The fewest bottoms over which the worth of 17 cards is averaged.
const BOTTOMS_MIN: u32 = 24;

/// The least [`Strength::rank`] of a hand that is shown.
const SHOW_RANK_MIN: i32 = 956;

/// The rows for rulesets without wild ranks, for 17 cards and for the landlord's 20.
pub(crate) struct NaturalRows {
    seventeen: Rows,
    landlord: Rows,
}

impl NaturalRows {
    const fn of(text: &str, [seventeen, landlord]: [&str; 2]) -> NaturalRows {
        NaturalRows { seventeen: read_rows(text, seventeen), landlord: read_rows(text, landlord) }
    }
}

const BIDS_TEXT: &str = include_str!("../data/plain/bids.txt");

static PLAIN_ROWS: [NaturalRows; 4] = [
    NaturalRows::of(BIDS_TEXT, ["seventeen", "landlord"]),
    NaturalRows::of(BIDS_TEXT, ["blocks-seventeen", "blocks-landlord"]),
    NaturalRows::of(BIDS_TEXT, ["clusters-seventeen", "clusters-landlord"]),
    NaturalRows::of(BIDS_TEXT, ["recycled-seventeen", "recycled-landlord"]),
];
/// The rows for hands that are measured by the wins that the landlord's net expects, by dealer.
static NET_ROWS: [Rows; 4] = [
    read_rows(BIDS_TEXT, "learned"),
    read_rows(BIDS_TEXT, "blocks-learned"),
    read_rows(BIDS_TEXT, "clusters-learned"),
    read_rows(BIDS_TEXT, "recycled-learned"),
];
static JOURNEY_ROWS: NaturalRows = NaturalRows::of(include_str!("../data/journey/bids.txt"), ["seventeen", "landlord"]);

const fn dealer_index(rules: &Ruleset) -> usize {
    match rules.dealer() {
        Dealer::Random => 0,
        Dealer::Blocks => 1,
        Dealer::Clusters => 2,
        Dealer::Recycled => 3,
    }
}

/// Returns the strength of 17 cards with three to come, or of the landlord's 20, if all play by the strategies.
pub fn strength(hand: Hand, rules: &Ruleset) -> Strength {
    BidMeasure::for_strategies(rules).strength(hand)
}

/// The measure of hands in a ruleset, and the tables of how often such hands win.
pub(crate) enum BidMeasure {
    Natural(Measure, &'static NaturalRows),
    Wild(WildHands),
}

impl BidMeasure {
    pub(crate) fn for_strategies(rules: &Ruleset) -> BidMeasure {
        BidMeasure::new(rules, Profile::of(rules).family(), false)
    }

    /// Makes the measure. With wild ranks, players who use the nets have their own tables, because their landlords win at other rates.
    fn new(rules: &Ruleset, family: Family, by_nets: bool) -> BidMeasure {
        let measure = || Measure::new(rules, &SeatParams::DEFAULT, Hand::DECK);
        match family {
            Family::Plain => BidMeasure::Natural(measure(), &PLAIN_ROWS[dealer_index(rules)]),
            Family::Journey => BidMeasure::Natural(measure(), &JOURNEY_ROWS),
            Family::Wild => BidMeasure::Wild(WildHands::new(rules, by_nets)),
        }
    }

    pub(crate) fn worth(&self, hand: Hand) -> i32 {
        match self {
            BidMeasure::Natural(measure, _) => measure.worth(hand),
            BidMeasure::Wild(hands) => hands.worth(hand),
        }
    }

    fn strength(&self, hand: Hand) -> Strength {
        if hand.len() > 17 {
            return strength_in_rows(self.landlord_rows(), self.mean_worth(hand, BOTTOMS_MIN, &mut |hand, _| hand));
        }
        strength_of_seventeen(hand, Hand::DECK.minus(hand).expect("a hand is part of the deck"), self)
    }

    /// Returns the mean worth of the hands that `with` makes of a hand, over at least `samples` samples.
    fn mean_worth(&self, hand: Hand, samples: u32, with: &mut dyn FnMut(Hand, u32) -> Hand) -> i32 {
        let samples = if let BidMeasure::Wild(hands) = self { hands.sample_count(samples) } else { samples };
        let sum: i32 = (0..samples)
            .map(|index| {
                let hand = with(hand, index);
                if let BidMeasure::Wild(hands) = self { hands.worth_with_set(hand, index) } else { self.worth(hand) }
            })
            .sum();
        sum / samples as i32
    }

    /// Returns the place of a hand for a call: with wild ranks it may be lower, so that only better hands call.
    fn place_to_call(&self, rank: i32) -> i32 {
        if let BidMeasure::Wild(hands) = self { place_for_higher_call(rank, hands.asked) } else { rank }
    }

    fn rows_of_seventeen(&self) -> &'static Rows {
        match self {
            BidMeasure::Natural(_, rows) => &rows.seventeen,
            BidMeasure::Wild(hands) => hands.seventeen,
        }
    }

    fn landlord_rows(&self) -> &'static Rows {
        match self {
            BidMeasure::Natural(_, rows) => &rows.landlord,
            BidMeasure::Wild(hands) => hands.landlord,
        }
    }
}

fn strength_of_seventeen(hand: Hand, unseen: Hand, measure: &BidMeasure) -> Strength {
    let mut rng = Seed(hand.bits()).stream(BOTTOM_STREAM).rng();
    let mut with = |hand: Hand, _| hand.plus(rng.draw(unseen, 3)).expect("the bottom is unseen");
    strength_in_rows(measure.rows_of_seventeen(), measure.mean_worth(hand, BOTTOMS_MIN, &mut with))
}

fn strength_by_nets(hand: Hand, hidden: Hand, rules: &Ruleset, weights: &Weights, plays: &mut Plays) -> Strength {
    strength_in_rows(&NET_ROWS[dealer_index(rules)], by_net::landlord_wins(hand, hidden, rules, weights, plays))
}

pub(crate) struct BidResult {
    pub(crate) action: Action,
    pub(crate) strength: Strength,
    /// The score that the nets expect before the first lead, if they were asked about a doubling; [`SCORE_ONE`] is one stake.
    pub(crate) expected: Option<i32>,
    /// The value for [`Decision::reason`](crate::Decision::reason): `bid`, `double` or `show`.
    pub(crate) reason: &'static str,
}

pub(crate) struct Bidder<'a> {
    pub(crate) persona: &'a Persona,
    pub(crate) profile: Profile,
    /// The places of 1,000 that experience adds to a hand for a call.
    pub(crate) places: i32,
}

impl Bidder<'_> {
    /// Calls, doubles or shows. `nets` are given only to a persona that plays by the nets, in the auction or for a doubling.
    pub(crate) fn decide(&self, view: &View, nets: Option<(&Weights, &mut Plays)>, mut rng: Rng) -> BidResult {
        let &Bidder { persona, profile, places } = self;
        let worth = BidMeasure::new(view.rules(), profile.family(), persona.params().net);
        let (strength, expected) = match (nets, view.seat(), view.board().bottom()) {
            (Some((weights, plays)), None, _) => {
                (strength_by_nets(view.hand(), view.possible_bottom(), view.rules(), weights, plays), None)
            }
            (nets, Some(me), bottom) => {
                let of_hand = match bottom {
                    Some(bottom) if me != Seat::Landlord => strength_of_peasant(view.hand(), bottom, &worth),
                    _ => worth.strength(view.hand()),
                };
                (of_hand, nets.map(|(weights, plays)| by_net::score(view, me, Seed(rng.next_u64()), weights, plays)))
            }
            _ => {
                let by_matrix = persona
                    .params()
                    .bid_matrix
                    .then(|| strength_by_matrix(view.hand(), view.rules(), profile, persona.matrix()))
                    .flatten();
                (by_matrix.unwrap_or_else(|| strength_of_seventeen(view.hand(), view.possible_bottom(), &worth)), None)
            }
        };
        let target = persona.params().bid_target;
        let share = match persona.params().bid_share {
            // Only a target of at most one half counts as a share: players who call with more hands win less.
            0 if profile.bids_on_shares() && target <= 500 => target,
            share => share,
        };
        let (action, reason) = match view.board().stage() {
            Stage::Doubling => {
                let wanted = expected.map_or_else(|| raise(view, strength, target), |score| score_raise(score, target));
                (Action::Raise(highest_known_raise(view, wanted)), "double")
            }
            Stage::Showing => {
                let show = strength.rank >= SHOW_RANK_MIN;
                (Action::Show(show), "show")
            }
            Stage::Auction if view.board().may_open(view.chair()) && strength.rank >= SHOW_RANK_MIN => {
                (Action::Show(true), "show")
            }
            _ => {
                let call = choose_call(
                    view,
                    worth.place_to_call((strength.rank + places).clamp(0, 999)),
                    |rank| if share > 0 { bid_per_mille_of_share(rank, share) } else { bid_per_mille(rank, target) },
                    rng.below(1000) as i32,
                );
                (Action::Call(call), "bid")
            }
        };
        BidResult { action, strength, expected, reason }
    }
}

/// Returns the number of cases, of 1,000, in which a persona wants the landlord's seat. For middling hands the persona's `target` decides,
/// for the best and the worst hands only the place of the hand (`rank`).
///
/// ```
/// use engine::bid::bid_per_mille;
/// assert_eq!([bid_per_mille(50, 900), bid_per_mille(500, 900), bid_per_mille(500, 100), bid_per_mille(950, 100)], [0, 900, 100, 1000]);
/// ```
pub fn bid_per_mille(rank: i32, target: i32) -> i32 {
    // 0 up to rank 100, 1000 from rank 400 on; squared, so that poor hands are bid on rarely.
    let rise = |rank: i32| {
        let share = ((rank - 100) * 1000 / 300).clamp(0, 1000);
        share * share / 1000
    };
    if rank < 500 { target * rise(rank) / 1000 } else { 1000 - (1000 - target) * rise(1000 - rank) / 1000 }
}

/// Returns the number of cases, of 1,000, in which a persona wants the landlord's seat with this hand, if it wants the seat with the best
/// `share` of 1,000 hands. The change is gradual, over fifty places on either side.
pub fn bid_per_mille_of_share(rank: i32, share: i32) -> i32 {
    (500 + 10 * (rank + share - 1000)).clamp(0, 1000)
}

/// Returns the place of a hand when a call asks for `step` places more. The step shrinks towards the top, so that it does not hold back the
/// best hands.
fn place_for_higher_call(rank: i32, step: i32) -> i32 {
    rank - step * (999 - rank).min(FULL_STEP_PLACES) / FULL_STEP_PLACES
}

/// The fewest places below the best hand at which the whole step is subtracted.
const FULL_STEP_PLACES: i32 = 300;

fn choose_call(view: &View, rank: i32, per_mille: impl Fn(i32) -> i32, draw: i32) -> Call {
    let bidding = view.board().bidding();
    let wants = |rank: i32| draw < per_mille(rank);
    match view.rules().auction() {
        Auction::Score | Auction::FirstScore | Auction::Rounds => {
            // Each further point needs a better hand.
            let level =
                [0, 180, 320].into_iter().filter(|&step| wants(place_for_higher_call(rank, step))).count() as u8;
            let call = Call::Score(level);
            if bidding.options().any(|option| option == call) { call } else { Call::Pass }
        }
        // A rob doubles the stakes against a player who wants the seat too.
        Auction::CallRob if bidding.is_robbing() => {
            if wants(place_for_higher_call(rank, 150)) {
                Call::Rob
            } else {
                Call::Pass
            }
        }
        Auction::CallRob => {
            if wants(rank) {
                Call::Call
            } else {
                Call::Pass
            }
        }
        Auction::TakeIt => {
            if wants(rank) {
                Call::Take
            } else {
                Call::Pass
            }
        }
    }
}

/// Returns the strength of a peasant's hand once the bottom is shown: the bottom can no longer help it, and big cards there help the
/// landlord.
fn strength_of_peasant(hand: Hand, bottom: Hand, measure: &BidMeasure) -> Strength {
    let unseen = Hand::DECK.minus(hand).and_then(|rest| rest.minus(bottom)).expect("a view holds one deck");
    let strength = strength_of_seventeen(hand, unseen, measure);
    let big: i32 =
        [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].map(|rank| i32::from(bottom.count(rank))).iter().sum();
    Strength { rank: (strength.rank - PLACES_PER_BIG_CARD * big).max(0), ..strength }
}

/// The number of places that a peasant's hand falls for each 2 or joker in the bottom.
const PLACES_PER_BIG_CARD: i32 = 60;

fn raise(view: &View, strength: Strength, target: i32) -> Raise {
    // With an equally good hand a peasant wins less often than a landlord, so a peasant needs a better place among all hands.
    let landlord = view.seat() == Some(Seat::Landlord);
    let boldness = (target - 500) / 8;
    let (double, redouble) = if landlord { (650, 850) } else { (780, 930) };
    match strength.rank + boldness {
        rank if rank >= redouble => Raise::Super,
        rank if rank >= double => Raise::Double,
        _ => Raise::Plain,
    }
}

/// Returns the raise that an expected score is worth. A score of [`SCORE_ONE`] is one stake.
fn score_raise(score: i32, target: i32) -> Raise {
    let boldness = (target - 500) * (SCORE_ONE / 5000);
    // A raise pays from a score of 0 on. A higher threshold wins more, because small expectations are often wrong.
    let (double, redouble) = (SCORE_ONE / 10, SCORE_ONE * 4 / 10);
    match score + boldness {
        score if score >= redouble => Raise::Super,
        score if score >= double => Raise::Double,
        _ => Raise::Plain,
    }
}

/// Returns `wanted`, or the highest below it that the ruleset has.
fn highest_known_raise(view: &View, wanted: Raise) -> Raise {
    let known = |raise: &Raise| raise.is_allowed_by(view.rules().doubling());
    Raise::ALL.into_iter().filter(|raise| *raise <= wanted).rfind(known).unwrap_or(Raise::Plain)
}
