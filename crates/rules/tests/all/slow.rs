//! A slow, obvious oracle, written from `docs/use/rules.md`: fifteen counts, every body of every length tried in turn, wings taken one at
//! a time.

use rules::ruleset::POINTS;
use rules::{Hand, Ruleset};

pub(crate) type Counts = [u8; 15];

const ACE: usize = 11;
const SMALL_JOKER: usize = 13;
const BIG_JOKER: usize = 14;

#[derive(Clone, Copy, Debug)]
pub(crate) struct RulePoints {
    equal_wings_max: u8,
    both_jokers_as_wings: bool,
    wings_that_lengthen: bool,
    quad_as_two_pair_wings: bool,
    four_with_two: bool,
    four_with_a_pair_as_two: bool,
    four_with_both_jokers: bool,
    four_with_two_pairs: bool,
    bare_shuttle: bool,
    winged_shuttle: bool,
    weakest_first: &'static str,
    only_fives_carry: bool,
    triple_over_small: bool,
    two_passes: bool,
    /// True if bare consecutive fours are a bomb above all others.
    pub(crate) chain_bomb: bool,
}

const PRINTED_ORDER: &str = "3456789TJQKA2XD";
/// The ranks of the Journey, weakest first. Its published rules say:
/// "D > X > 2 > A > K > Q > J (great demons) > T > 9 (middle demon) > 5 > 8 > 3 > 7 > 6 > 4 (small demons)".
const JOURNEY_ORDER: &str = "4673859TJQKA2XD";
const FIVE: u8 = 2;
const TWO: u8 = 12;

impl RulePoints {
    pub(crate) fn of(rules: &Ruleset) -> RulePoints {
        let text =
            |name: &str| POINTS.iter().find(|point| point.name == name).expect("a documented point").value(rules);
        let yes = |name: &str| text(name) == "yes";
        RulePoints {
            equal_wings_max: text("wing-copies").parse().expect("a number"),
            both_jokers_as_wings: yes("wings-rocket"),
            wings_that_lengthen: yes("wings-lengthen"),
            quad_as_two_pair_wings: yes("wings-quad-as-pairs"),
            four_with_two: yes("four-singles"),
            four_with_a_pair_as_two: yes("four-pair-as-singles"),
            four_with_both_jokers: yes("four-rocket"),
            four_with_two_pairs: yes("four-pairs"),
            bare_shuttle: yes("shuttle"),
            winged_shuttle: yes("shuttle-wings"),
            weakest_first: if text("order") == "journey" { JOURNEY_ORDER } else { PRINTED_ORDER },
            only_fives_carry: text("kickers") == "fives",
            triple_over_small: yes("triple-over-small"),
            two_passes: yes("pass-card"),
            chain_bomb: text("chain-bomb") == "hard",
        }
    }
}

/// One reading of a set of cards, before any ruleset is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Reading {
    /// The number of cards of the body. It is the first field, so that readings sort by preference.
    pub(crate) body_cards: u8,
    /// The position of the body's highest rank.
    pub(crate) top: u8,
    pub(crate) kind: &'static str,
    pub(crate) length: u8,
    pub(crate) cards: u8,
    most_equal_wings: u8,
    both_jokers_ride: bool,
    wings_lengthen: bool,
    big_wings: bool,
    holds_joker: bool,
}

pub(crate) fn all_readings(counts: &Counts) -> Vec<Reading> {
    let mut found = Vec::new();
    let cards: u8 = counts.iter().sum();
    if cards == 2 && counts[SMALL_JOKER] == 1 && counts[BIG_JOKER] == 1 {
        let plain = Reading { top: BIG_JOKER as u8, kind: "rocket", length: 2, body_cards: 2, ..empty_reading(cards) };
        found.push(plain);
    }
    for copies in 1..=4 {
        for start in 0..15 {
            for length in 1..=15 - start {
                let last = start + length - 1;
                // Wings may not repeat the body's ranks, so the body takes each of its ranks whole.
                if counts[last] != copies || (length > 1 && last > ACE) {
                    break;
                }
                add_readings(counts, copies, start, length, &mut found);
            }
        }
    }
    found
}

fn empty_reading(cards: u8) -> Reading {
    Reading {
        body_cards: 0,
        top: 0,
        kind: "",
        length: 0,
        cards,
        most_equal_wings: 0,
        both_jokers_ride: false,
        wings_lengthen: false,
        big_wings: false,
        holds_joker: true,
    }
}

fn add_readings(counts: &Counts, copies: u8, start: usize, length: usize, found: &mut Vec<Reading>) {
    let end = start + length;
    let mut rest = *counts;
    rest[start..end].fill(0);
    let of = |kind: &'static str, wing_size: u8, wings: usize| (kind, wing_size, wings);
    let sorts = match (copies, length) {
        (1, 1) => vec![of("single", 0, 0)],
        (1, 5..) => vec![of("straight", 0, 0)],
        (2, 1) => vec![of("pair", 0, 0)],
        (2, 3..) => vec![of("pair-chain", 0, 0)],
        (3, 1) => vec![of("triple", 0, 0), of("triple-single", 1, 1), of("triple-pair", 2, 1)],
        (3, _) => vec![of("airplane", 0, 0), of("airplane-singles", 1, length), of("airplane-pairs", 2, length)],
        (4, 1) => vec![of("bomb", 0, 0), of("four-singles", 1, 2), of("four-pairs", 2, 2)],
        (4, _) => vec![of("shuttle", 0, 0), of("shuttle-singles", 1, 2 * length), of("shuttle-pairs", 2, 2 * length)],
        _ => vec![],
    };
    let below = start > 0 && rest[start - 1] >= copies;
    let above = end <= ACE && rest[end] >= copies;
    for (kind, wing_size, wings) in sorts {
        if splits_into_wings(rest, wing_size, wings) {
            found.push(Reading {
                body_cards: copies * length as u8,
                top: (end - 1) as u8,
                kind,
                length: length as u8,
                cards: counts.iter().sum(),
                most_equal_wings: rest.into_iter().max().unwrap_or(0),
                both_jokers_ride: rest[SMALL_JOKER] == 1 && rest[BIG_JOKER] == 1,
                wings_lengthen: length > 1 && (below || above),
                big_wings: rest[TWO as usize] + rest[SMALL_JOKER] + rest[BIG_JOKER] > 0,
                holds_joker: counts[SMALL_JOKER] + counts[BIG_JOKER] > 0,
            });
        }
    }
}

/// True if `rest` is exactly that many wings of that size.
fn splits_into_wings(mut rest: Counts, wing_size: u8, wings: usize) -> bool {
    match rest.iter().position(|&count| count > 0) {
        None => wings == 0,
        Some(lowest) => {
            if wings == 0 || rest[lowest] < wing_size {
                return false;
            }
            rest[lowest] -= wing_size;
            splits_into_wings(rest, wing_size, wings - 1)
        }
    }
}

impl RulePoints {
    pub(crate) fn allow(&self, reading: &Reading) -> bool {
        let jokers_are_fine = |allowed: bool| allowed || !reading.both_jokers_ride;
        let lengthening_is_fine = self.wings_that_lengthen || !reading.wings_lengthen;
        if self.only_fives_carry && reading.has_wings() {
            let fives = reading.length == 1 && reading.top == FIVE;
            if !fives || reading.big_wings {
                return false;
            }
        }
        match reading.kind {
            "four-singles" => {
                let pair_is_fine = self.four_with_a_pair_as_two || reading.most_equal_wings < 2;
                self.four_with_two && pair_is_fine && jokers_are_fine(self.four_with_both_jokers)
            }
            "four-pairs" => self.four_with_two_pairs && reading.most_equal_wings < 4,
            "shuttle" => self.bare_shuttle || self.chain_bomb,
            "airplane-singles" | "shuttle-singles" => {
                reading.most_equal_wings <= self.equal_wings_max
                    && jokers_are_fine(self.both_jokers_as_wings)
                    && lengthening_is_fine
                    && (self.winged_shuttle || reading.kind == "airplane-singles")
            }
            "airplane-pairs" | "shuttle-pairs" => {
                (self.quad_as_two_pair_wings || reading.most_equal_wings < 4)
                    && lengthening_is_fine
                    && (self.winged_shuttle || reading.kind == "airplane-pairs")
            }
            _ => true,
        }
    }
}

impl Reading {
    fn has_wings(&self) -> bool {
        self.cards > self.body_cards
    }
}

impl RulePoints {
    /// Counts the ranks that are weaker than the one at this position of the deck.
    fn strength(&self, top: u8) -> usize {
        let letter = PRINTED_ORDER.chars().nth(top.into()).expect("a rank");
        self.weakest_first.chars().position(|other| other == letter).expect("every rank has a strength")
    }

    fn is_higher(&self, play: &Reading, standing: &Reading) -> bool {
        if play.length > 1 { play.top > standing.top } else { self.strength(play.top) > self.strength(standing.top) }
    }

    pub(crate) fn beats(&self, play: &Reading, standing: &Reading) -> bool {
        let is_chain_bomb = |reading: &Reading| self.chain_bomb && reading.kind == "shuttle";
        if is_chain_bomb(play) && !is_chain_bomb(standing) {
            return true;
        }
        if is_chain_bomb(play) && play.length != standing.length {
            return play.length > standing.length;
        }
        let two_passes = self.two_passes && play.kind == "single" && play.top == TWO && !standing.holds_joker;
        if is_chain_bomb(standing) && !is_chain_bomb(play) {
            return two_passes;
        }
        if standing.kind == "rocket" {
            return false;
        }
        if play.kind == "rocket" {
            return true;
        }
        if two_passes {
            return true;
        }
        if self.only_fives_carry && standing.has_wings() {
            return play.kind == "bomb" && self.strength(play.top) > self.strength(FIVE);
        }
        if self.only_fives_carry && play.has_wings() {
            return false;
        }
        if play.kind == "bomb" && standing.kind != "bomb" {
            return true;
        }
        if self.triple_over_small && play.kind == "triple" && (standing.kind == "single" || standing.kind == "pair") {
            return true;
        }
        play.kind == standing.kind && play.cards == standing.cards && self.is_higher(play, standing)
    }

    /// Returns the reading of an answer: the highest that beats the standing combo.
    pub(crate) fn answer_reading(&self, readings: &[Reading], standing: &Reading) -> Option<Reading> {
        let beating = readings.iter().copied().filter(|reading| self.beats(reading, standing));
        beating.max_by_key(|reading| if reading.length > 1 { reading.top.into() } else { self.strength(reading.top) })
    }
}

/// Returns the reading of a lead: the longest body, then the highest key.
pub(crate) fn lead_reading(readings: &[Reading]) -> Option<Reading> {
    readings.iter().copied().max()
}

pub(crate) fn all_parts(hand: Hand) -> Vec<Counts> {
    fn extend(held: &Counts, rank: usize, part: Counts, all: &mut Vec<Counts>) {
        if rank == 15 {
            return all.push(part);
        }
        for count in 0..=held[rank] {
            let mut part = part;
            part[rank] = count;
            extend(held, rank + 1, part, all);
        }
    }
    let mut all = Vec::new();
    extend(&hand.counts(), 0, [0; 15], &mut all);
    all.retain(|part| part.iter().any(|&count| count > 0));
    all
}

pub(crate) fn hand(counts: &Counts) -> Hand {
    Hand::from_counts(*counts).expect("parts of a hand are hands")
}
