//! From cards to combos: every legal reading of a set of cards.

use crate::combo::{Combo, Trick};
use crate::hand::{Hand, Ranks};
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::shape::{Kind, SHAPES, Shape, Wing};

/// The space for the readings of a set of cards, some of which may be wild. The number of cards fixes the length of each kind, so a kind
/// has at most one reading for each key. Eight cards have the most keys: 5 of straights, 9 of chains of pairs, 11 of airplanes with
/// singles, 11 of shuttles, 13 of fours with two pairs, 1 of a bomb.
const WILD_READINGS_MAX: usize = 64;

/// The legal readings of one set of cards, the preferred one first: a longer body comes first, then a higher key.
#[derive(Clone, Copy, Debug)]
pub struct Readings {
    len: usize,
    combos: [Combo; WILD_READINGS_MAX],
}

impl Readings {
    const NONE: Readings = Readings { len: 0, combos: [Combo::FILLER; WILD_READINGS_MAX] };

    /// Inserts a reading after those that are at least as preferred.
    fn insert(&mut self, combo: Combo) {
        let mut place = self.len;
        self.len += 1;
        while place > 0 && preference_key(self.combos[place - 1]) < preference_key(combo) {
            self.combos[place] = self.combos[place - 1];
            place -= 1;
        }
        self.combos[place] = combo;
    }

    /// Returns the preferred reading, which the cards have in a lead.
    pub fn first(&self) -> Option<Combo> {
        self.as_slice().first().copied()
    }

    /// Returns all readings, the preferred one first.
    pub fn as_slice(&self) -> &[Combo] {
        &self.combos[..self.len]
    }
}

/// Returns a sort key that is highest for the preferred reading: the longest body, then the highest key. All cards of a bomb are its body.
/// Among equals a bomb comes last: 777888, all wild, is an airplane.
fn preference_key(combo: Combo) -> (u32, usize, bool) {
    let body = match combo.kind() {
        Kind::Bomb => combo.len(),
        kind => combo.body_ranks().len() * u32::from(kind.shape().body),
    };
    (body, combo.key().index(), !combo.is_bomb())
}

impl Ruleset {
    /// Returns the reading of `cards` when they are led; `None` if they are no combo.
    pub fn read(&self, cards: Hand) -> Option<Combo> {
        self.read_on(Trick::Lead, cards, |_| true)
    }

    /// Returns the reading of `cards` as an answer to `standing`; `None` if they do not beat it.
    pub fn read_answer(&self, cards: Hand, standing: Combo) -> Option<Combo> {
        self.read_on(Trick::Follow(standing), cards, |_| true).filter(|&reading| self.beats(reading, standing))
    }

    /// Returns the reading of `cards` at `trick`, among those for which `fits` is true; `None` if there are none. It is the highest
    /// reading that beats the standing combo. In a lead, or if none beats it, it is the preferred reading.
    pub fn read_on(&self, trick: Trick, cards: Hand, fits: impl Fn(Combo) -> bool) -> Option<Combo> {
        // A reading of another kind, such as a bomb, is taken only if no reading of the standing kind beats the combo.
        let height = |reading: Combo, standing: Combo| (reading.kind() == standing.kind(), self.height(reading));
        let (mut highest, mut first) = (None, None);
        self.each_reading(cards, |reading| {
            if !fits(reading) {
                return;
            }
            if first.is_none_or(|first| preference_key(first) < preference_key(reading)) {
                first = Some(reading);
            }
            if let Trick::Follow(standing) = trick
                && self.beats(reading, standing)
                && highest.is_none_or(|highest| height(highest, standing) < height(reading, standing))
            {
                highest = Some(reading);
            }
        });
        highest.or(first)
    }

    /// True if `combo` is a legal reading of its cards.
    pub fn is_reading(&self, combo: Combo) -> bool {
        let mut found = false;
        self.each_reading(combo.cards(), |reading| found |= reading == combo);
        found
    }

    /// Returns `body`, a combo without wings, together with `wings`; `None` if it may not carry them. No card may be wild. This is faster
    /// than reading all cards.
    ///
    /// ```
    /// use rules::{Combo, Hand, Kind, Rank, Ruleset};
    /// let queens = Combo::wingless(Kind::Triple, 1, Rank::QUEEN).expect("three queens are a triple");
    /// let with_three = Ruleset::CLASSIC.with_wings(queens, Hand::one(Rank::THREE));
    /// assert_eq!(with_three.map(|combo| combo.kind()), Some(Kind::TripleSingle));
    /// assert_eq!(Ruleset::CLASSIC.with_wings(queens, Hand::one(Rank::QUEEN)), None);
    /// ```
    pub fn with_wings(&self, body: Combo, wings: Hand) -> Option<Combo> {
        let (single, pair) = match body.kind() {
            Kind::Triple => (Kind::TripleSingle, Kind::TriplePair),
            Kind::Airplane => (Kind::AirplaneSingles, Kind::AirplanePairs),
            Kind::Bomb => (Kind::FourSingles, Kind::FourPairs),
            Kind::Shuttle => (Kind::ShuttleSingles, Kind::ShuttlePairs),
            _ => return None,
        };
        let (run, ranks) = (body.run(), body.body_ranks());
        if !wings.only(ranks).is_empty() {
            return None;
        }
        [single, pair].into_iter().find_map(|kind| {
            let shape = kind.shape();
            let fits = wings.len() == u32::from(shape.cards(run)) - body.len() && self.allows(kind);
            let cards = body.cards().plus(wings)?;
            (fits && self.may_be_wings(shape, run, ranks, wings)).then(|| Combo::new(cards, kind, run, body.key()))
        })
    }

    /// Returns every legal reading of `cards`.
    pub fn readings(&self, cards: Hand) -> Readings {
        let mut readings = Readings::NONE;
        self.each_reading(cards, |combo| readings.insert(combo));
        readings
    }

    /// Calls `each` with every legal reading of `cards`, in no order of preference.
    pub(crate) fn each_reading(&self, cards: Hand, mut each: impl FnMut(Combo)) {
        if self.shows_wilds() {
            return self.each_wild_reading(cards, &mut each);
        }
        self.each_natural_reading(cards, each);
    }

    /// Calls `each` with every reading in which no card stands for another.
    pub(crate) fn each_natural_reading(&self, cards: Hand, mut each: impl FnMut(Combo)) {
        let ranks = cards.ranks();
        let Some(lowest) = ranks.lowest() else { return };
        let (size, width) = (cards.len(), ranks.len());
        if cards == Hand::ROCKET {
            return each(Combo::ROCKET);
        }
        let copies = cards.count(lowest);
        if ranks.copies(copies.min(if ranks.and(Ranks::JOKERS).is_empty() { 4 } else { 1 })) == cards {
            self.read_without_wings(cards, copies, width as u8, &mut each);
        }
        // Every body with wings has at least three cards of a rank.
        if cards.at_least(3).is_empty() {
            return;
        }
        for shape in &SHAPES[Kind::TripleSingle as usize..=Kind::ShuttlePairs as usize] {
            let per_rank = u32::from(shape.cards(1));
            if shape.wing == Wing::None || size % per_rank != 0 || !self.allows(shape.kind) {
                continue;
            }
            let run = (size / per_rank) as u8;
            if (shape.run_min..=shape.run_max).contains(&run) {
                self.read_with_wings(shape, cards, run, &mut each);
            }
        }
    }

    /// Reads cards as a combo without wings. The cards are `copies` cards of each of `width` ranks.
    fn read_without_wings(&self, cards: Hand, copies: u8, width: u8, each: &mut impl FnMut(Combo)) {
        let ranks = cards.ranks();
        let key = ranks.highest().expect("the caller saw a card");
        let kind = match (copies, width) {
            (1, 1) => Kind::Single,
            (2, 1) => Kind::Pair,
            (3, 1) => Kind::Triple,
            (4, 1) => Kind::Bomb,
            (1, _) => Kind::Straight,
            (2, _) => Kind::PairChain,
            (3, _) => Kind::Airplane,
            _ => Kind::Shuttle,
        };
        let shape = kind.shape();
        let chained = width == 1 || is_run(ranks);
        if chained && width >= shape.run_min && self.allows(kind) {
            each(Combo::new(cards, kind, width, key));
        }
    }

    fn read_with_wings(&self, shape: &Shape, cards: Hand, run: u8, each: &mut impl FnMut(Combo)) {
        let mut starts = cards.at_least(shape.body);
        if run > 1 {
            let have = starts.and(Ranks::RUN);
            starts = have;
            for step in 1..run {
                starts = starts.and(have.down(u32::from(step)));
            }
        }
        for start in starts {
            let body = Ranks::run(start, u32::from(run));
            let rest = cards.without(body);
            let whole = rest.bits() + body.copies(shape.body).bits() == cards.bits();
            if whole && self.may_be_wings(shape, run, body, rest) {
                let key = Rank::at((start.index() + run as usize - 1) as u32);
                each(Combo::new(cards, shape.kind, run, key));
            }
        }
    }

    fn may_be_wings(&self, shape: &Shape, run: u8, body: Ranks, wings: Hand) -> bool {
        let rocket = wings.contains(Hand::ROCKET);
        wing_cards(self, shape, run, body, wings) == wings && (!rocket || self.allows_rocket_wings(shape, run))
    }

    /// True if both jokers may be among the wings of this body.
    pub(crate) const fn allows_rocket_wings(&self, shape: &Shape, run: u8) -> bool {
        if run == 1 { self.four_rocket && shape.body == 4 } else { self.wings_rocket }
    }
}

/// Returns the part of `cards` that may be wings of a body: a limited number of each rank, or whole pairs. `cards` has no card of the
/// body's ranks. `Ruleset::allows_rocket_wings` decides whether both jokers may be wings together.
#[inline]
pub(crate) fn wing_cards(rules: &Ruleset, shape: &Shape, run: u8, body: Ranks, cards: Hand) -> Hand {
    if rules.fives_carry {
        return if body == FIVES { wings_of_fives(rules, shape, cards.only(Ranks::RUN)) } else { Hand::EMPTY };
    }
    let at_least = |copies| cards.at_least(copies).bits();
    let chain = run > 1;
    let mut spare = match shape.wing {
        Wing::None => 0,
        Wing::Single => {
            let copies_max = match (chain, shape.body) {
                (true, _) => rules.wing_copies_max,
                (false, 4) if rules.four_pair_as_singles => 2,
                (false, _) => 1,
            };
            (1..=copies_max).map(at_least).sum()
        }
        Wing::Pair if chain && rules.wings_quad_as_pairs => (at_least(2) + at_least(4)) << 1,
        Wing::Pair => at_least(2) << 1,
    };
    if chain && !rules.wings_lengthen {
        // A rank next to the chain may give at most one copy less than each rank of the body has. With more copies it would lengthen the
        // chain. For pairs the number must be even.
        let beside = body.up(1).or(body.down(1)).except(body).and(Ranks::RUN);
        let longer = Hand::from_bits_unchecked(spare).at_least(shape.body).and(beside);
        for rank in longer {
            let kept = (shape.body - 1) / shape.wing.cards() * shape.wing.cards();
            let held = Hand::from_bits_unchecked(spare).count(rank);
            spare -= Ranks::one(rank).copies(held - kept).bits();
        }
    }
    Hand::from_bits_unchecked(spare)
}

const FIVES: Ranks = Ranks::one(Rank::FIVE);

/// Returns the cards that may be wings of three or four fives, in a ruleset in which only fives carry wings. `cards` has no 2 and no joker.
fn wings_of_fives(rules: &Ruleset, shape: &Shape, cards: Hand) -> Hand {
    let at_least = |copies| cards.at_least(copies).bits();
    Hand::from_bits_unchecked(match shape.wing {
        Wing::None => 0,
        Wing::Single if shape.body == 4 && rules.four_pair_as_singles => at_least(1) + at_least(2),
        Wing::Single => at_least(1),
        Wing::Pair => at_least(2) << 1,
    })
}

/// True if the ranks are neighbours between 3 and ace.
fn is_run(ranks: Ranks) -> bool {
    let Some(lowest) = ranks.lowest() else { return false };
    ranks.except(Ranks::RUN).is_empty() && Ranks::run(lowest, ranks.len()) == ranks
}
