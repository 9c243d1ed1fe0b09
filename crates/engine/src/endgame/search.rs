//! The two-seat search: depth first, won or lost, with a table. A position is entered only if its mover cannot go out at once, and leads or
//! may have an answer; this is tested at the position before.

use rules::{Combo, Hand, Ranks, Ruleset, Trick};

use crate::endgame::category::{Category, answer_keys, may_answer};
use crate::endgame::dominance::Dominance;
use crate::endgame::key::two_seat_key;
use crate::endgame::memory::{FACT_BITS, Memory, TranspositionTable};
use crate::endgame::meter::{Meter, Stopped};
use crate::endgame::turns::{ScoredPlay, TurnsCache, UntriedPlays, score};

pub(crate) struct TwoSeatSearch<'a> {
    rules: &'a Ruleset,
    table: &'a mut TranspositionTable<1>,
    turns: TurnsCache<'a>,
    pub(crate) meter: Meter<'a>,
    plays: UntriedPlays,
}

/// The knowledge about a position and about all positions that differ from it only in the threshold. The threshold is the lowest rank with
/// which the mover can answer in kind: the lower, the better for the mover.
#[derive(Clone, Copy)]
struct Bounds {
    /// The mover wins with a threshold below this one.
    wins_below: u8,
    /// The mover loses with this threshold or a higher one.
    loses_from: u8,
}

/// A threshold that is never reached: one more than the highest.
const NEVER: u8 = 16;

impl Bounds {
    const WON: Bounds = Bounds { wins_below: NEVER, loses_from: NEVER };
    const LOST: Bounds = Bounds { wins_below: 0, loses_from: 0 };

    const fn wins(self, threshold: u8) -> Option<bool> {
        if threshold < self.wins_below {
            Some(true)
        } else if threshold >= self.loses_from {
            Some(false)
        } else {
            None
        }
    }

    /// Packs the knowledge into a fact of the table: 0 if nothing is known.
    const fn pack(self) -> u64 {
        self.wins_below as u64 | ((NEVER - self.loses_from) as u64) << 5
    }

    const fn unpack(fact: u64) -> Bounds {
        Bounds { wins_below: (fact & 0x1F) as u8, loses_from: NEVER - (fact >> 5) as u8 }
    }
}

const _: () = assert!(Bounds { wins_below: NEVER, loses_from: 0 }.pack() >> FACT_BITS == 0);

impl<'a> TwoSeatSearch<'a> {
    pub(crate) fn new(rules: &'a Ruleset, memory: &'a mut Memory, meter: Meter<'a>) -> TwoSeatSearch<'a> {
        let table = memory.two_seat_table(rules);
        TwoSeatSearch { rules, table, turns: TurnsCache::new(rules), meter, plays: UntriedPlays::default() }
    }

    /// Returns the plays, with true if worth trying: the most promising first, then the pass (`None`). Plays that win only if an
    /// earlier one does come last.
    pub(crate) fn ordered_plays(&mut self, mover: Hand, other: Hand, trick: Trick) -> Vec<(Option<Combo>, bool)> {
        let answers = match trick {
            Trick::Lead => Ranks::ALL,
            Trick::Follow(standing) => answer_keys(mover, standing),
        };
        let dominance = Dominance::new(self.rules, mover, &[other], Hand::EMPTY, answers);
        let mut scored: Vec<(u32, Combo)> = Vec::new();
        self.rules.each_play(mover, trick, |combo| scored.push((self.score(mover, combo, other), combo)));
        scored.sort_by_key(|play| play.0);
        let (kept, left_out): (Vec<_>, Vec<_>) = scored.into_iter().partition(|play| dominance.keeps(play.1));
        let pass = (trick != Trick::Lead).then_some((None, true));
        let kept = kept.iter().map(|play| (Some(play.1), true));
        kept.chain(pass).chain(left_out.iter().map(|play| (Some(play.1), false))).collect()
    }

    pub(crate) fn wins_with(&mut self, mover: Hand, other: Hand, play: Option<Combo>) -> Result<bool, Stopped> {
        match play {
            None => self.wins_passing(mover, other),
            Some(combo) => self.wins_after(mover.minus(combo.cards()).expect("a play is held"), other, combo),
        }
    }

    /// True if the player of `combo`, who keeps `rest`, wins.
    #[inline]
    pub(crate) fn wins_after(&mut self, rest: Hand, other: Hand, combo: Combo) -> Result<bool, Stopped> {
        if rest.is_empty() {
            return Ok(true);
        }
        if !may_answer(other, combo) {
            return Ok(self.turns.is_one(rest) || self.wins_leading(rest, other)?);
        }
        Ok(!self.goes_out(other, combo) && !self.wins_following(other, rest, combo)?)
    }

    /// True if the mover wins after a pass, which gives the lead to the other.
    #[inline]
    pub(crate) fn wins_passing(&mut self, mover: Hand, other: Hand) -> Result<bool, Stopped> {
        Ok(!self.turns.is_one(other) && !self.wins_leading(other, mover)?)
    }

    #[inline]
    fn goes_out(&mut self, hand: Hand, standing: Combo) -> bool {
        self.turns.is_one(hand) && self.rules.read_answer(hand, standing).is_some()
    }

    fn wins_leading(&mut self, mover: Hand, other: Hand) -> Result<bool, Stopped> {
        self.meter.tick()?;
        let (key, _) = two_seat_key(mover, other, Category::LEAD, Ranks::NONE);
        if let Some(wins) = Bounds::unpack(self.table.probe(key)).wins(0) {
            return Ok(wins);
        }
        let base = self.plays.len();
        self.list_plays(mover, other, Trick::Lead, Ranks::ALL);
        let mut found = Bounds::LOST;
        while let Some(combo) = self.plays.next(base) {
            if self.wins_with(mover, other, combo)? {
                found = Bounds::WON;
                break;
            }
        }
        self.plays.truncate(base);
        self.table.store(key, found.pack());
        Ok(found.wins_below > 0)
    }

    fn wins_following(&mut self, mover: Hand, other: Hand, standing: Combo) -> Result<bool, Stopped> {
        self.meter.tick()?;
        let answers = answer_keys(mover, standing);
        let (key, threshold) = two_seat_key(mover, other, Category::of(standing), answers);
        let known = Bounds::unpack(self.table.probe(key));
        if let Some(wins) = known.wins(threshold) {
            return Ok(wins);
        }
        let base = self.plays.len();
        self.list_plays(mover, other, Trick::Follow(standing), answers);
        let mut found = Bounds { loses_from: threshold, ..known };
        while let Some(combo) = self.plays.next(base) {
            if self.wins_with(mover, other, combo)? {
                // An answer in kind wins also at every lower threshold. An answer of another kind wins at every threshold.
                let is_in_kind = combo.is_some_and(|combo| combo.kind() == standing.kind());
                found = if is_in_kind { Bounds { wins_below: threshold + 1, ..known } } else { Bounds::WON };
                break;
            }
        }
        self.plays.truncate(base);
        // The pass comes last: tried before the bombs it cost more nodes.
        if found.wins(threshold) == Some(false) && self.wins_passing(mover, other)? {
            found = Bounds::WON;
        }
        self.table.store(key, found.pack());
        Ok(found.wins(threshold) == Some(true))
    }

    fn list_plays(&mut self, mover: Hand, other: Hand, trick: Trick, answers: Ranks) {
        let dominance = Dominance::new(self.rules, mover, &[other], Hand::EMPTY, answers);
        let base = self.plays.len();
        self.rules.each_play(mover, trick, |combo| {
            if dominance.keeps(combo) {
                let score = self.score(mover, combo, other);
                self.plays.push(ScoredPlay { combo: Some(combo), score });
            }
        });
        self.plays.order(base);
    }

    #[inline]
    fn score(&mut self, mover: Hand, combo: Combo, other: Hand) -> u32 {
        let turns = self.turns.of(mover.minus(combo.cards()).expect("a play is held"));
        // The other hand cannot answer and the rest goes out: a win without search comes before plays that need one.
        if turns <= 1 && !may_answer(other, combo) { 0 } else { score(combo, turns) }
    }
}
