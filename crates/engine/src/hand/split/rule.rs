//! The rule splitter: an ordered search by kind that imitates a person, in twelve steps. The result carries no kickers yet;
//! [`super::attach_kickers`] is a step of its own.

use rules::{Combo, Hand, Kind, Order, Rank, Ranks, Ruleset};

use super::Partition;
use super::runs::{
    End, PAIR_CHAIN_MIN, STRAIGHT_MIN, bare_combo, count_groups, longest_run, nth_below, rank_below, ranks_from,
    shared_cards, span, straight_between,
};

/// The most straights of a hand: twenty cards make four of five.
const STRAIGHTS_MAX: usize = 4;
const AIRPLANE_MIN: u8 = 2;

/// Splits as a person would: big combos first, then straights, then the cards that straights should give back.
///
/// ```
/// use rules::Ruleset;
/// let hand = "333455678910JJK22小王".parse()?;
/// assert_eq!(engine::hand::split::rule_split(hand, &Ruleset::CLASSIC).to_string(), "456789T 333 5 JJ K 22 X");
/// # Ok::<(), rules::TextError>(())
/// ```
///
/// # Panics
/// Possibly when `hand` has more cards than a seat ever holds.
pub fn rule_split(hand: Hand, rules: &Ruleset) -> Partition {
    split(hand, rules, ExtendedStraights::SmallPairs)
}

/// Splits against an enemy who has one card: no straight breaks a pair to grow. Attach kickers with [`super::Kickers::SinglesFirst`].
pub fn few_singles_split(hand: Hand, rules: &Ruleset) -> Partition {
    split(hand, rules, ExtendedStraights::Never)
}

/// Returns [`rule_split`] and [`few_singles_split`] of a hand, which share their first nine steps.
pub(super) fn both_splits(hand: Hand, rules: &Ruleset) -> [Partition; 2] {
    let (order, few_singles) = (rules.order(), RuleSplit::split_to_triples(hand));
    if few_singles.straights.len == 0 {
        return [few_singles.finish(order); 2];
    }
    let mut usual = few_singles;
    usual.extend_straights(order);
    [usual.finish(order), few_singles.finish(order)]
}

/// Returns the combos of cards in which no straight is looked for: steps 1 to 4, 7 to 9 and 12.
pub(super) fn split_without_straights(cards: Hand, rules: &Ruleset) -> Partition {
    let mut work = RuleSplit { free: cards, parts: Partition::new(), straights: Straights::default() };
    work.take_big_combos();
    work.take_pair_chains();
    work.take_triples();
    work.finish(rules.order())
}

/// The straights that step 10 extends: those that small pairs lengthen, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExtendedStraights {
    SmallPairs,
    Never,
}

// The steps make only kinds that every ruleset has, so they ask the rules only for the order of ranks.
fn split(hand: Hand, rules: &Ruleset, extend: ExtendedStraights) -> Partition {
    let mut work = RuleSplit::split_to_triples(hand);
    if extend == ExtendedStraights::SmallPairs && work.straights.len > 0 {
        work.extend_straights(rules.order());
    }
    work.finish(rules.order())
}

#[derive(Clone, Copy)]
struct RuleSplit {
    /// Cards that are in no combo yet.
    free: Hand,
    parts: Partition,
    straights: Straights,
}

#[derive(Clone, Copy)]
struct Straights {
    len: usize,
    items: [Combo; STRAIGHTS_MAX],
}

impl Default for Straights {
    fn default() -> Straights {
        Straights { len: 0, items: [Combo::single(Rank::THREE); STRAIGHTS_MAX] }
    }
}

impl Straights {
    fn push(&mut self, straight: Combo) {
        self.items[self.len] = straight;
        self.len += 1;
    }

    fn remove(&mut self, place: usize) -> Combo {
        let straight = self.items[place];
        self.items[place..self.len].rotate_left(1);
        self.len -= 1;
        straight
    }
}

const ENDS: [End; 2] = [End::Low, End::High];

impl RuleSplit {
    /// Takes steps 1 to 9.
    fn split_to_triples(hand: Hand) -> RuleSplit {
        let mut work = RuleSplit { free: hand, parts: Partition::new(), straights: Straights::default() };
        work.take_big_combos();
        work.take_straights();
        if work.straights.len > 0 {
            work.improve_straights();
        }
        work.take_pair_chains();
        work.take_triples();
        work
    }

    /// Takes steps 1 to 4.
    fn take_big_combos(&mut self) {
        self.take_rocket();
        self.take_bombs();
        self.take_twos();
        self.take_airplanes();
    }

    /// Takes steps 11 and 12.
    fn finish(mut self, order: Order) -> Partition {
        if self.straights.len > 0 {
            self.merge_straights();
        }
        self.take_the_rest();
        self.parts.sort(order);
        self.parts
    }

    fn take(&mut self, combo: Combo) {
        self.free = self.free.minus(combo.cards()).expect("a combo is taken from the free cards");
        self.parts.push(combo);
    }

    fn give_back(&mut self, cards: Hand) {
        self.free = self.free.plus(cards).expect("the cards were taken from here");
    }

    /// Takes the rocket (step 1).
    fn take_rocket(&mut self) {
        if self.free.contains(Hand::ROCKET) {
            self.take(Combo::ROCKET);
        }
    }

    /// Takes the bombs (step 2).
    fn take_bombs(&mut self) {
        for rank in self.free.at_least(4) {
            self.take(bare_combo(Kind::Bomb, 1, rank));
        }
    }

    /// Takes the 2s (step 3).
    fn take_twos(&mut self) {
        match self.free.count(Rank::TWO) {
            0 => {}
            1 => self.take(Combo::single(Rank::TWO)),
            2 => self.take(bare_combo(Kind::Pair, 1, Rank::TWO)),
            _ => self.take(bare_combo(Kind::Triple, 1, Rank::TWO)),
        }
    }

    /// Takes the airplanes (step 4).
    fn take_airplanes(&mut self) {
        self.take_chains(Kind::Airplane, 3, AIRPLANE_MIN);
    }

    fn take_chains(&mut self, kind: Kind, copies: u8, run_min: u8) {
        while let Some((run, key)) = longest_run(self.free.at_least(copies), run_min) {
            self.take(bare_combo(kind, run, key));
        }
    }

    /// Takes the straights (step 5).
    fn take_straights(&mut self) {
        while let Some((run, key)) = longest_run(self.free.ranks(), STRAIGHT_MIN) {
            let straight = bare_combo(Kind::Straight, run, key);
            self.free = self.free.minus(straight.cards()).expect("the run was found among the free cards");
            self.straights.push(straight);
        }
    }

    /// Works on the straights (step 6).
    fn improve_straights(&mut self) {
        let mut place = 0;
        while place < self.straights.len {
            let changed = self.split_straight(place)
                || self.release_pair_chain(place)
                || self.release_end(place, 2)
                || self.dissolve_straight(place)
                || self.release_end(place, 1);
            // A change may allow another change to a finished straight.
            place = if changed { 0 } else { place + 1 };
        }
    }

    /// Splits a straight (step 6a): 3456789T with 6 and 7 left over becomes 34567 and 6789T.
    fn split_straight(&mut self, place: usize) -> bool {
        let straight = self.straights.items[place];
        if self.straights.len == STRAIGHTS_MAX || straight.run() < STRAIGHT_MIN + 1 {
            return false;
        }
        let (start, end) = span(straight);
        let mut inside = self.free.ranks().and(straight.body_ranks());
        while let Some(first) = inside.lowest() {
            let gap = Ranks::printed_above(first).except(inside).lowest();
            let last = gap.map_or(end, |gap| gap.index() as u8 - 1);
            let first = first.index() as u8;
            if last + 1 >= start + STRAIGHT_MIN && first + STRAIGHT_MIN <= end + 1 {
                let (low, high) = (straight_between(start, last), straight_between(first, end));
                self.free = self.free.minus(shared_cards(low, high)).expect("the shared cards were left over");
                self.straights.items[place] = low;
                self.straights.push(high);
                return true;
            }
            inside = gap.map_or(Ranks::NONE, |gap| inside.and(Ranks::printed_above(gap)));
        }
        false
    }

    /// Releases a pair chain (step 6b): 3456789T with 345 left over becomes 334455 and 6789T.
    fn release_pair_chain(&mut self, place: usize) -> bool {
        let straight = self.straights.items[place];
        let most = straight.run() - STRAIGHT_MIN;
        if most < PAIR_CHAIN_MIN {
            return false;
        }
        let free = self.free.ranks();
        for end in ENDS {
            let beside = ranks_from(straight, end).take_while(|&rank| free.has(rank)).count() as u8;
            if beside >= PAIR_CHAIN_MIN {
                self.release(place, end, beside.min(most));
                return true;
            }
        }
        false
    }

    /// Releases an end: step 6c (two copies left over: 345678 with 88 becomes 34567 and 888) and step 6e (one copy: 6789TJQ with Q and 6
    /// becomes 789TJ, 66 and QQ).
    fn release_end(&mut self, place: usize, left_over: u8) -> bool {
        let straight = self.straights.items[place];
        if straight.run() <= STRAIGHT_MIN {
            return false;
        }
        for end in ENDS {
            let rank = ranks_from(straight, end).next().expect("a straight has ranks");
            if self.free.count(rank) == left_over {
                self.release(place, end, 1);
                return true;
            }
        }
        false
    }

    /// Dissolves a straight when that leaves fewer groups (step 6d).
    fn dissolve_straight(&mut self, place: usize) -> bool {
        let straight = self.straights.items[place];
        let all = self.free.plus(straight.cards()).expect("the straight came from this hand");
        let fewer = count_groups(all) < count_groups(self.free) + 1;
        if fewer {
            self.straights.remove(place);
            self.free = all;
        }
        fewer
    }

    fn release(&mut self, place: usize, end: End, cards: u8) {
        let straight = self.straights.items[place];
        let (first, last) = span(straight);
        let kept = match end {
            End::Low => straight_between(first + cards, last),
            End::High => straight_between(first, last - cards),
        };
        self.give_back(straight.cards().minus(kept.cards()).expect("an end of the straight is released"));
        self.straights.items[place] = kept;
    }

    /// Takes steps 7 and 8.
    fn take_pair_chains(&mut self) {
        while let Some((run, key)) = longest_run(self.free.at_least(2), PAIR_CHAIN_MIN) {
            let (mut run, mut key) = (run, key);
            while run > PAIR_CHAIN_MIN && self.free.count(key) == 3 {
                (run, key) = (run - 1, rank_below(key));
            }
            while run > PAIR_CHAIN_MIN && self.free.count(nth_below(key, run - 1)) == 3 {
                run -= 1;
            }
            self.take(bare_combo(Kind::PairChain, run, key));
        }
    }

    /// Takes the triples (step 9).
    fn take_triples(&mut self) {
        for rank in self.free.at_least(3) {
            self.take(bare_combo(Kind::Triple, 1, rank));
        }
    }

    /// Lengthens straights by a card of a pair below ten (step 10): 34567 with 88 becomes 345678 and 8.
    fn extend_straights(&mut self, order: Order) {
        let mut place = 0;
        while place < self.straights.len {
            let (first, last) = span(self.straights.items[place]);
            let is_small_pair = |index: u8| {
                let rank = Rank::from_index(usize::from(index)).filter(|&rank| order.is_above(Rank::TEN, rank));
                rank.is_some_and(|rank| self.free.count(rank) == 2)
            };
            let (low, high) = (first > 0 && is_small_pair(first - 1), is_small_pair(last + 1));
            let longer = straight_between(first - u8::from(low), last + u8::from(high));
            let added = longer.cards().minus(self.straights.items[place].cards());
            let added = added.expect("the straight only grows");
            self.free = self.free.minus(added).expect("a pair has two cards");
            self.straights.items[place] = longer;
            place += usize::from(!low && !high);
        }
    }

    /// Merges straights (step 11): equal straights become a pair chain, end-to-end straights become one.
    fn merge_straights(&mut self) {
        let mut place = 0;
        while place < self.straights.len {
            let (first, last) = span(self.straights.items[place]);
            let mate = (place + 1..self.straights.len).find_map(|other| {
                let (other_first, other_last) = span(self.straights.items[other]);
                match () {
                    () if (first, last) == (other_first, other_last) => Some((other, None)),
                    () if last + 1 == other_first => Some((other, Some((first, other_last)))),
                    () if other_last + 1 == first => Some((other, Some((other_first, last)))),
                    () => None,
                }
            });
            match mate {
                None => place += 1,
                Some((other, Some((first, last)))) => {
                    self.straights.remove(other);
                    self.straights.items[place] = straight_between(first, last);
                    place = 0;
                }
                Some((other, None)) => {
                    self.straights.remove(other);
                    let straight = self.straights.remove(place);
                    self.parts.push(bare_combo(Kind::PairChain, straight.run(), straight.key()));
                }
            }
        }
        for straight in &self.straights.items[..self.straights.len] {
            self.parts.push(*straight);
        }
    }

    /// Takes the pairs and singles (step 12).
    fn take_the_rest(&mut self) {
        let pairs = self.free.at_least(2);
        for rank in self.free.ranks() {
            let combo = if pairs.has(rank) { bare_combo(Kind::Pair, 1, rank) } else { Combo::single(rank) };
            self.parts.push(combo);
        }
    }
}
