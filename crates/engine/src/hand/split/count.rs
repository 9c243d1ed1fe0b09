//! The fewest turns of a hand, as a number.
//!
//! Chains are set aside in every way (depth first, each set once), and the rest is counted as if it formed no chain: see [`super::loose`].
//! Only chains that carry wings need more: their wings are chosen from the rest.

use rules::movegen::HAND_MAX;
use rules::{Hand, Kind, Rank, Ranks, Ruleset};

use super::loose::{FourKickers, LooseCards};
use crate::hand::{MARKS, ROCKET, RUN_MARKS, cache_place};

/// Returns the fewest plays that lay down all of `hand` under these rules. Wild cards count as natural ones.
///
/// ```
/// use engine::hand::split;
/// use rules::Ruleset;
/// // 44556677, AAA+3 and 222+8.
/// assert_eq!(split::count_turns("3445566778AAA222".parse()?, &Ruleset::CLASSIC), 3);
/// # Ok::<(), rules::TextError>(())
/// ```
///
/// # Panics
/// When `hand` has more cards than a seat ever holds.
pub fn count_turns(hand: Hand, rules: &Ruleset) -> u8 {
    assert!(hand.len() <= HAND_MAX, "{hand} has more than {HAND_MAX} cards");
    let planes = [Plane::NONE; PLANES_MAX];
    let planes_carry = rules.allows(Kind::AirplaneSingles);
    let mut search = TurnsSearch { rules, fours: FourKickers::of(rules), planes_carry, best: u32::MAX, planes };
    search.visit(Node { hand: hand.bits(), turns: 0, planes: 0, after: 0 });
    search.best as u8
}

/// A bounded cache of [`count_turns`] for one ruleset. It changes how long an answer takes and never the answer.
#[derive(Clone)]
pub struct TurnsMemo {
    rules: Ruleset,
    /// Each word is a hand with its turns in the four bits that no hand uses; a newer hand replaces an older one.
    slots: Box<[u64]>,
}

/// The binary logarithm of the number of slots: they take 32 KiB, so that they fit a first-level cache.
const SLOTS_LOG2: u32 = 12;
/// The bit above the counters of the fifteen ranks.
const TURNS_SHIFT: u32 = 60;
const HAND_MASK: u64 = (1 << TURNS_SHIFT) - 1;

impl TurnsMemo {
    /// Makes an empty cache.
    pub fn new(rules: &Ruleset) -> TurnsMemo {
        TurnsMemo { rules: *rules, slots: vec![0; 1 << SLOTS_LOG2].into_boxed_slice() }
    }

    /// Returns the rules under which the cache counts.
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the fewest turns of `hand`; see [`count_turns`].
    #[inline]
    pub fn turns(&mut self, hand: Hand) -> u8 {
        let bits = hand.bits();
        let place = cache_place(bits, SLOTS_LOG2);
        let slot = self.slots[place];
        // The empty hand's word is also the empty slot's, and says 0 turns in both cases.
        if slot & HAND_MASK == bits {
            return (slot >> TURNS_SHIFT) as u8;
        }
        let turns = count_turns(hand, &self.rules);
        self.slots[place] = bits | u64::from(turns) << TURNS_SHIFT;
        turns
    }
}

/// The most planes of a hand: twenty cards hold three chains of two triples.
const PLANES_MAX: usize = 3;

/// The shortest chain, by copies of a rank.
const RUN_MIN: [u32; 5] = [0, 5, 3, 2, 2];

/// An airplane or a shuttle: a chain that may carry.
#[derive(Clone, Copy)]
struct Plane {
    /// The lowest bit of each rank of the body.
    body: u64,
    copies: u32,
    /// The number of singles or pairs that it carries.
    wings: u32,
}

impl Plane {
    const NONE: Plane = Plane { body: 0, copies: 0, wings: 0 };
}

/// A hand of which `turns` chains have been set aside, among them `planes` that may carry. Further chains come no earlier than `after` in
/// the order of starts, copies and lengths.
#[derive(Clone, Copy)]
struct Node {
    hand: u64,
    turns: u32,
    planes: usize,
    after: u32,
}

struct TurnsSearch<'a> {
    rules: &'a Ruleset,
    fours: FourKickers,
    /// True if chains of triples carry. If not, no chain carries, and only fives do.
    planes_carry: bool,
    best: u32,
    planes: [Plane; PLANES_MAX],
}

#[inline]
fn masks_by_copies(hand: u64) -> [u64; 4] {
    let (one, two, four) = (hand, hand >> 1, hand >> 2);
    [(one | two | four) & MARKS, (two | four) & MARKS, ((one & two) | four) & MARKS, four & MARKS]
}

#[inline]
fn loose_cards(masks: &[u64; 4]) -> LooseCards {
    let [one, two, three, four] = masks.map(u64::count_ones);
    let rocket = masks[0] & ROCKET == ROCKET;
    LooseCards { ranks: [one - two - 2 * u32::from(rocket), two - three, three - four, four], rocket }
}

/// Returns the starts of runs of at least `run_min` in `mask`.
#[inline]
fn run_starts(mask: u64, run_min: u32) -> u64 {
    let mask = mask & RUN_MARKS;
    match run_min {
        2 => mask & mask >> 4,
        3 => mask & mask >> 4 & mask >> 8,
        _ => {
            let two = mask & mask >> 4;
            two & two >> 8 & mask >> 16
        }
    }
}

impl TurnsSearch<'_> {
    fn visit(&mut self, node: Node) {
        let Node { hand, turns, planes, after } = node;
        let masks = masks_by_copies(hand);
        let left = loose_cards(&masks);
        if !self.planes_carry {
            self.best = self.best.min(turns + turns_if_fives_carry(hand, self.rules));
        } else if planes == 0 {
            if turns + left.turns_at_least() < self.best {
                self.best = self.best.min(turns + left.turns(self.fours));
            }
        } else {
            self.choose_wings(hand, turns, planes, 0);
        }
        for copies in 1..=4 {
            if copies == 4 && !self.rules.allows(Kind::Shuttle) && !self.rules.allows(Kind::ShuttleSingles) {
                break;
            }
            let mask = masks[copies as usize - 1];
            let mut starts = run_starts(mask, RUN_MIN[copies as usize]);
            // Starts below that of the last chain were tried already.
            starts &= !0 << (after >> 8);
            while starts != 0 {
                let shift = starts.trailing_zeros();
                starts &= starts - 1;
                self.chains_from(node, mask & RUN_MARKS, shift, copies);
            }
        }
    }

    fn chains_from(&mut self, node: Node, mask: u64, shift: u32, copies: u32) {
        let Node { hand, turns, planes, after } = node;
        let longest = (!(mask >> shift | !RUN_MARKS)).trailing_zeros().min(48 - shift) / 4;
        for run in (RUN_MIN[copies as usize]..=longest).rev() {
            let code = shift << 8 | copies << 4 | (15 - run);
            if code < after {
                continue;
            }
            let body = (RUN_MARKS >> (48 - 4 * run)) << shift;
            let mut next = Node { hand: hand - body * u64::from(copies), turns: turns + 1, planes, after: code };
            if copies >= 3 && self.planes_carry {
                self.planes[planes] = Plane { body, copies, wings: run * (copies - 2) };
                next.planes += 1;
            }
            self.visit(next);
        }
    }

    /// Chooses the wings of the planes from `at` on.
    fn choose_wings(&mut self, hand: u64, turns: u32, planes: usize, at: usize) {
        let masks = masks_by_copies(hand);
        let left = loose_cards(&masks);
        let wings: u32 = self.planes[at..planes].iter().map(|plane| plane.wings).sum();
        // To remove one card saves at most one turn. The same holds for one pair.
        let turns_min = turns + left.turns_at_least().saturating_sub(wings);
        if turns_min >= self.best {
            return;
        }
        if at == planes {
            self.best = self.best.min(turns + left.turns(self.fours));
            return;
        }
        let plane = self.planes[at];
        let bare = plane.copies == 3 || self.rules.allows(Kind::Shuttle);
        if bare {
            self.choose_wings(hand, turns, planes, at + 1);
        }
        if plane.copies == 4 && !self.rules.allows(Kind::ShuttleSingles) {
            return;
        }
        let choice = WingChoice { whole: hand, turns, planes, at, plane, same: planes == 1 };
        let open = masks[0] & !plane.body;
        let singles = WingRanks { open, cards: 1, last: u32::MAX, held: 1 };
        self.take_wings(hand, choice, singles, plane.wings);
        let pairs = WingRanks { open, cards: 2, last: u32::MAX, held: 2 };
        self.take_wings(hand, choice, pairs, plane.wings);
    }

    /// Takes `wanted` more wings out of `hand`, first from the ranks with the fewest cards in the whole hand. Of two exchangeable ranks the
    /// earlier gives at least as many as the later.
    fn take_wings(&mut self, hand: u64, choice: WingChoice, wing_ranks: WingRanks, wanted: u32) {
        if wanted == 0 {
            return self.choose_wings(hand, choice.turns, choice.planes, choice.at + 1);
        }
        if wing_ranks.held > 4 {
            return;
        }
        let masks = masks_by_copies(choice.whole);
        let more = if wing_ranks.held < 4 { masks[wing_ranks.held as usize] } else { 0 };
        let ranks = masks[wing_ranks.held as usize - 1] & !more & wing_ranks.open;
        if ranks == 0 {
            let wing_ranks = WingRanks { held: wing_ranks.held + 1, last: u32::MAX, ..wing_ranks };
            return self.take_wings(hand, choice, wing_ranks, wanted);
        }
        let rank = ranks & ranks.wrapping_neg();
        let most = self.most_wings(rank, hand, &choice, &wing_ranks).min(wanted);
        let open = wing_ranks.open & !rank;
        // Jokers are no ordinary singles, and ranks beside the plane may be capped.
        let alike = choice.same && rank & (ROCKET | ranks_beside(choice.plane)) == 0;
        let most = if alike { most.min(wing_ranks.last) } else { most };
        for taken in (0..=most).rev() {
            let last = if alike { taken } else { wing_ranks.last };
            let left = hand - rank * u64::from(taken * wing_ranks.cards);
            self.take_wings(left, choice, WingRanks { open, last, ..wing_ranks }, wanted - taken);
        }
    }

    /// Returns the most wings of a sort that this rank may give to the plane.
    fn most_wings(&self, rank: u64, hand: u64, choice: &WingChoice, wing_ranks: &WingRanks) -> u32 {
        let held = wing_ranks.held / wing_ranks.cards;
        let most = match wing_ranks.cards {
            1 => held.min(u32::from(self.rules.wing_copies_max())),
            _ if self.rules.wings_quad_as_pairs() => held,
            _ => held.min(1),
        };
        if rank & ROCKET != 0 {
            // If the other joker is gone from `hand`, it is a wing already.
            let both = choice.whole & ROCKET == ROCKET;
            let other_is_wing = both && hand & ROCKET != ROCKET;
            return if other_is_wing && !self.rules.wings_rocket() { 0 } else { most };
        }
        if rank & ranks_beside(choice.plane) != 0 && !self.rules.wings_lengthen() {
            return most.min((choice.plane.copies - 1) / wing_ranks.cards);
        }
        most
    }
}

fn ranks_beside(plane: Plane) -> u64 {
    (plane.body << 4 | plane.body >> 4) & RUN_MARKS
}

#[derive(Clone, Copy)]
struct WingChoice {
    /// The hand before this plane takes wings.
    whole: u64,
    turns: u32,
    planes: usize,
    at: usize,
    plane: Plane,
    /// True if ranks that hold equally many cards may be exchangeable.
    same: bool,
}

#[derive(Clone, Copy)]
struct WingRanks {
    /// Ranks not yet asked.
    open: u64,
    /// The number of cards of one wing.
    cards: u32,
    /// The most that the next exchangeable rank may give.
    last: u32,
    /// The number of cards of each rank that is asked now.
    held: u32,
}

const FIVES: Ranks = Ranks::one(Rank::FIVE);

/// Returns the fewest turns of cards that form no chain, if only fives carry: one for each rank and for the rocket, minus those that a
/// triple or a four of fives saves by carrying.
fn turns_if_fives_carry(hand: u64, rules: &Ruleset) -> u32 {
    let hand = Hand::from_bits(hand).expect("the rest of a hand is one");
    let groups = hand.ranks().len() - u32::from(hand.contains(Hand::ROCKET));
    // Fives carry no five, no 2 and no joker.
    let others = hand.only(Ranks::RUN.except(FIVES));
    let held = |copies: u8| others.at_least(copies).except(others.at_least(copies + 1)).len();
    let (singles, pairs, more) = (held(1), held(2), others.at_least(3).len());
    let saved = match hand.count(Rank::FIVE) {
        3 => u32::from(singles + pairs > 0),
        4 => {
            let alone = match singles {
                0 => u32::from(rules.four_pair_as_singles() && pairs > 0),
                // The second wing may come out of a larger group, which still takes a turn.
                1 => u32::from(pairs + more > 0),
                _ => 2,
            };
            let by_pairs = match pairs {
                0 => 0,
                1 => u32::from(more > 0),
                _ => 2,
            };
            // As three that carry and one that is left over, fives save nothing.
            let singles = if rules.allows(Kind::FourSingles) { alone } else { 0 };
            let pairs = if rules.allows(Kind::FourPairs) { by_pairs } else { 0 };
            singles.max(pairs)
        }
        _ => 0,
    };
    groups - saved
}
