//! The fewest turns of a hand, as a number: the heuristic that search asks for everywhere.
//!
//! Chains are set aside in every way (depth first, each set once); the rest forms no chain and is counted by [`super::loose`]. Only chains
//! that carry wings need more: their wings are chosen from what is left, each sort of rank once.

use rules::movegen::HAND_MAX;
use rules::{Hand, Kind, Ruleset};

use super::fives;
use super::loose::{FourKickers, Loose};

/// Returns the fewest plays that lay down all of `hand`, exactly, under these rules.
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
    let mut search = Search { rules, fours: FourKickers::of(rules), planes_carry, best: u32::MAX, planes };
    search.visit(Node { hand: hand.bits(), turns: 0, planes: 0, after: 0 });
    search.best as u8
}

/// The lowest bit of every rank's counter.
const ONES: u64 = 0x0111_1111_1111_1111;
/// The same for the ranks that stand in runs, 3 to ace.
const RUN: u64 = 0x1111_1111_1111;
const JOKERS: u64 = 0x0110_0000_0000_0000;

/// Twenty cards hold three chains of two triples.
const PLANES_MAX: usize = 3;

/// The shortest chain, by copies of a rank.
const RUN_MIN: [u32; 5] = [0, 5, 3, 2, 2];

/// An airplane or a shuttle: a chain that may carry.
#[derive(Clone, Copy)]
struct Plane {
    /// The lowest bit of each rank of the body.
    body: u64,
    copies: u32,
    /// Number of singles or pairs that it carries.
    wings: u32,
}

impl Plane {
    const NONE: Plane = Plane { body: 0, copies: 0, wings: 0 };
}

/// A hand of which `turns` chains have been set aside, among them `planes` that may carry; further ones follow `after` in the order of
/// starts, copies and lengths.
#[derive(Clone, Copy)]
struct Node {
    hand: u64,
    turns: u32,
    planes: usize,
    after: u32,
}

struct Search<'a> {
    rules: &'a Ruleset,
    fours: FourKickers,
    /// True if chains of triples carry. If not, no chain carries, and only fives do.
    planes_carry: bool,
    best: u32,
    planes: [Plane; PLANES_MAX],
}

/// Returns the masks of ranks with at least one to four copies.
#[inline]
fn at_least(hand: u64) -> [u64; 4] {
    let (one, two, four) = (hand, hand >> 1, hand >> 2);
    [(one | two | four) & ONES, (two | four) & ONES, ((one & two) | four) & ONES, four & ONES]
}

#[inline]
fn loose(masks: &[u64; 4]) -> Loose {
    let [one, two, three, four] = masks.map(u64::count_ones);
    let rocket = masks[0] & JOKERS == JOKERS;
    Loose { ranks: [one - two - 2 * u32::from(rocket), two - three, three - four, four], rocket }
}

/// Returns the starts of runs of at least `run_min` in `mask`.
#[inline]
fn starts(mask: u64, run_min: u32) -> u64 {
    let mask = mask & RUN;
    match run_min {
        2 => mask & mask >> 4,
        3 => mask & mask >> 4 & mask >> 8,
        _ => {
            let two = mask & mask >> 4;
            two & two >> 8 & mask >> 16
        }
    }
}

impl Search<'_> {
    fn visit(&mut self, node: Node) {
        let Node { hand, turns, planes, after } = node;
        let masks = at_least(hand);
        let left = loose(&masks);
        if !self.planes_carry {
            self.best = self.best.min(turns + fives::turns(hand, self.rules));
        } else if planes == 0 {
            if turns + left.turns_at_least() < self.best {
                self.best = self.best.min(turns + left.turns(self.fours));
            }
        } else {
            self.load(hand, turns, planes, 0);
        }
        for copies in 1..=4 {
            if copies == 4 && !self.rules.allows(Kind::Shuttle) && !self.rules.allows(Kind::ShuttleSingles) {
                break;
            }
            let mask = masks[copies as usize - 1];
            let mut starts = starts(mask, RUN_MIN[copies as usize]);
            // Starts below that of the last chain were tried already.
            starts &= !0 << (after >> 8);
            while starts != 0 {
                let shift = starts.trailing_zeros();
                starts &= starts - 1;
                self.chains_from(node, mask & RUN, shift, copies);
            }
        }
    }

    /// Sets aside each chain of `copies` that starts at `shift`.
    fn chains_from(&mut self, node: Node, mask: u64, shift: u32, copies: u32) {
        let Node { hand, turns, planes, after } = node;
        let longest = (!(mask >> shift | !RUN)).trailing_zeros().min(48 - shift) / 4;
        for run in (RUN_MIN[copies as usize]..=longest).rev() {
            let code = shift << 8 | copies << 4 | (15 - run);
            if code < after {
                continue;
            }
            let body = (RUN >> (48 - 4 * run)) << shift;
            let mut next = Node { hand: hand - body * u64::from(copies), turns: turns + 1, planes, after: code };
            if copies >= 3 && self.planes_carry {
                self.planes[planes] = Plane { body, copies, wings: run * (copies - 2) };
                next.planes += 1;
            }
            self.visit(next);
        }
    }

    /// Chooses the wings of the planes from `at` on.
    fn load(&mut self, hand: u64, turns: u32, planes: usize, at: usize) {
        let masks = at_least(hand);
        let left = loose(&masks);
        let wings: u32 = self.planes[at..planes].iter().map(|plane| plane.wings).sum();
        // One card less saves at most one turn, and so does one pair less.
        let at_least = turns + left.turns_at_least().saturating_sub(wings);
        if at_least >= self.best {
            return;
        }
        if at == planes {
            self.best = self.best.min(turns + left.turns(self.fours));
            return;
        }
        let plane = self.planes[at];
        let bare = plane.copies == 3 || self.rules.allows(Kind::Shuttle);
        if bare {
            self.load(hand, turns, planes, at + 1);
        }
        if plane.copies == 4 && !self.rules.allows(Kind::ShuttleSingles) {
            return;
        }
        let choice = PlaneChoice { whole: hand, turns, planes, at, plane, same: planes == 1 };
        let open = masks[0] & !plane.body;
        let singles = Riders { open, cards: 1, last: u32::MAX, held: 1 };
        self.choose(hand, choice, singles, plane.wings);
        let pairs = Riders { open, cards: 2, last: u32::MAX, held: 2 };
        self.choose(hand, choice, pairs, plane.wings);
    }

    /// Takes `wanted` more wings out of `hand`, in the order of the cards that a rank had in the whole hand. Of two ranks with equally many
    /// cards the earlier gives at least as many as the later, unless other planes make them differ.
    fn choose(&mut self, hand: u64, choice: PlaneChoice, riders: Riders, wanted: u32) {
        if wanted == 0 {
            return self.load(hand, choice.turns, choice.planes, choice.at + 1);
        }
        if riders.held > 4 {
            return;
        }
        let masks = at_least(choice.whole);
        let more = if riders.held < 4 { masks[riders.held as usize] } else { 0 };
        let ranks = masks[riders.held as usize - 1] & !more & riders.open;
        if ranks == 0 {
            let riders = Riders { held: riders.held + 1, last: u32::MAX, ..riders };
            return self.choose(hand, choice, riders, wanted);
        }
        let rank = ranks & ranks.wrapping_neg();
        let most = self.most(rank, hand, &choice, &riders).min(wanted);
        let open = riders.open & !rank;
        // Jokers are no ordinary singles, and ranks beside the plane may be capped.
        let alike = choice.same && rank & (JOKERS | beside(choice.plane)) == 0;
        let most = if alike { most.min(riders.last) } else { most };
        for taken in (0..=most).rev() {
            let last = if alike { taken } else { riders.last };
            let left = hand - rank * u64::from(taken * riders.cards);
            self.choose(left, choice, Riders { open, last, ..riders }, wanted - taken);
        }
    }

    /// Returns the number of wings of a sort that this rank may give to the plane.
    fn most(&self, rank: u64, hand: u64, choice: &PlaneChoice, riders: &Riders) -> u32 {
        let held = riders.held / riders.cards;
        let most = match riders.cards {
            1 => held.min(u32::from(self.rules.wing_copies_max())),
            _ if self.rules.wings_quad_as_pairs() => held,
            _ => held.min(1),
        };
        if rank & JOKERS != 0 {
            // If the other joker is gone from `hand`, it is a wing already.
            let both = choice.whole & JOKERS == JOKERS;
            let other_rides = both && hand & JOKERS != JOKERS;
            return if other_rides && !self.rules.wings_rocket() { 0 } else { most };
        }
        if rank & beside(choice.plane) != 0 && !self.rules.wings_lengthen() {
            return most.min((choice.plane.copies - 1) / riders.cards);
        }
        most
    }
}

/// Returns the ranks that would lengthen the plane.
fn beside(plane: Plane) -> u64 {
    (plane.body << 4 | plane.body >> 4) & RUN
}

#[derive(Clone, Copy)]
struct PlaneChoice {
    /// The hand before a wing was taken.
    whole: u64,
    turns: u32,
    planes: usize,
    at: usize,
    plane: Plane,
    /// True if ranks that hold equally many cards are exchangeable.
    same: bool,
}

#[derive(Clone, Copy)]
struct Riders {
    /// Ranks not yet asked.
    open: u64,
    /// The number of cards of one wing.
    cards: u32,
    /// The most that the next rank may give: as many as the last rank of this sort gave.
    last: u32,
    /// Number of cards of the ranks that are asked now.
    held: u32,
}
