//! The two-seat search: depth first, won or lost, with a table. A position is entered only if its mover cannot go out at once and may have
//! an answer; the position before shows both.

use rules::{Combo, Hand, Ranks, Ruleset, Trick};

use crate::endgame::category::{Category, answer_keys, may_answer};
use crate::endgame::dominance::Dominance;
use crate::endgame::key::{Key, key};
use crate::endgame::meter::{Meter, Stopped};
use crate::endgame::transposition::{Bounds, NEVER, TranspositionTable};
use crate::endgame::turns::{Turns, score};

pub(crate) struct Search<'a> {
    rules: &'a Ruleset,
    table: &'a mut TranspositionTable,
    turns: Turns<'a>,
    pub(crate) meter: Meter<'a>,
    /// The untried plays of every open position, as one stack.
    plays: Vec<Scored>,
}

#[derive(Clone, Copy)]
struct Scored {
    combo: Combo,
    score: u32,
}

/// The kind of answer that won: one of the standing combo's kind, for which the threshold was low enough, or one that does not depend on
/// the standing combo.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Won {
    InKind,
    Always,
}

impl<'a> Search<'a> {
    pub(crate) fn new(rules: &'a Ruleset, table: &'a mut TranspositionTable, meter: Meter<'a>) -> Search<'a> {
        Search { rules, table, turns: Turns::new(rules), meter, plays: Vec::with_capacity(1024) }
    }

    /// Returns every play, with true if it is worth trying: the most promising first, the pass (`None`) after the answers. Plays that win
    /// only if an earlier one does come last.
    pub(crate) fn in_order(&mut self, mover: Hand, other: Hand, trick: Trick) -> Vec<(Option<Combo>, bool)> {
        let answers = match trick {
            Trick::Lead => Ranks::ALL,
            Trick::Follow(standing) => answer_keys(mover, standing),
        };
        let choice = Dominance::new(self.rules, mover, &[other], Hand::EMPTY, answers);
        let mut scored: Vec<Scored> = Vec::new();
        self.rules.each_play(mover, trick, |combo| {
            let rest = mover.minus(combo.cards()).expect("a play is held");
            scored.push(Scored { combo, score: self.score(combo, rest, other) });
        });
        scored.sort_by_key(|play| play.score);
        let (kept, left_out): (Vec<Scored>, Vec<Scored>) =
            scored.into_iter().partition(|play| choice.keeps(play.combo));
        let pass = (trick != Trick::Lead).then_some((None, true));
        let kept = kept.iter().map(|play| (Some(play.combo), true));
        kept.chain(pass).chain(left_out.iter().map(|play| (Some(play.combo), false))).collect()
    }

    /// True if the mover wins with `play`.
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

    /// True if the player who lets the other lead wins.
    #[inline]
    pub(crate) fn wins_passing(&mut self, mover: Hand, other: Hand) -> Result<bool, Stopped> {
        Ok(!self.turns.is_one(other) && !self.wins_leading(other, mover)?)
    }

    /// True if all of `hand` answers `standing`.
    #[inline]
    fn goes_out(&mut self, hand: Hand, standing: Combo) -> bool {
        self.turns.is_one(hand) && self.rules.read_answer(hand, standing).is_some()
    }

    fn wins_leading(&mut self, mover: Hand, other: Hand) -> Result<bool, Stopped> {
        self.meter.tick()?;
        let key = key(mover, other, Category::LEAD, Ranks::NONE);
        if let Some(wins) = self.table.probe(key).wins(0) {
            return Ok(wins);
        }
        let (nodes, base) = (self.meter.nodes(), self.plays.len());
        let choice = Dominance::new(self.rules, mover, &[other], Hand::EMPTY, Ranks::ALL);
        self.rules.each_lead(mover, |combo| {
            if choice.keeps(combo) {
                let rest = mover.minus(combo.cards()).expect("a play is held");
                let score = self.score(combo, rest, other);
                self.plays.push(Scored { combo, score });
            }
        });
        let mut wins = false;
        while let Some(play) = self.next_play(base) {
            if self.wins_with(mover, other, Some(play.combo))? {
                wins = true;
                break;
            }
        }
        self.plays.truncate(base);
        let bounds = if wins { Bounds::WON } else { Bounds::LOST };
        self.table.store(key, bounds, self.meter.nodes() - nodes);
        Ok(wins)
    }

    fn wins_following(&mut self, mover: Hand, other: Hand, standing: Combo) -> Result<bool, Stopped> {
        self.meter.tick()?;
        let answers = answer_keys(mover, standing);
        let key = key(mover, other, Category::of(standing), answers);
        if let Some(wins) = self.table.probe(key).wins(key.threshold) {
            return Ok(wins);
        }
        let (nodes, base) = (self.meter.nodes(), self.plays.len());
        let choice = Dominance::new(self.rules, mover, &[other], Hand::EMPTY, answers);
        self.rules.each_follow(mover, standing, |combo| {
            if choice.keeps(combo) {
                let rest = mover.minus(combo.cards()).expect("a play is held");
                let score = self.score(combo, rest, other);
                self.plays.push(Scored { combo, score });
            }
        });
        let won = self.first_winning_answer(mover, other, standing, base)?;
        self.plays.truncate(base);
        self.table.store(key, bounds_of(won, key), self.meter.nodes() - nodes);
        Ok(won.is_some())
    }

    /// Tries the plays from `base` on, then the pass: tried before the bombs it cost 5% more nodes.
    fn first_winning_answer(
        &mut self,
        mover: Hand,
        other: Hand,
        standing: Combo,
        base: usize,
    ) -> Result<Option<Won>, Stopped> {
        while let Some(play) = self.next_play(base) {
            if self.wins_with(mover, other, Some(play.combo))? {
                return Ok(Some(if play.combo.kind() == standing.kind() { Won::InKind } else { Won::Always }));
            }
        }
        Ok(self.wins_passing(mover, other)?.then_some(Won::Always))
    }

    /// Returns the place in the order of a play that leaves `rest`.
    #[inline]
    fn score(&mut self, combo: Combo, rest: Hand, other: Hand) -> u32 {
        let turns = self.turns.of(rest);
        // No seat answers and the rest goes out: a win without search comes before plays that need one.
        if turns <= 1 && !may_answer(other, combo) { 0 } else { score(combo, turns) }
    }

    /// Takes the best untried play from `base` on.
    #[inline]
    fn next_play(&mut self, base: usize) -> Option<Scored> {
        let untried = &mut self.plays[base..];
        let (best, _) = untried.iter().enumerate().min_by_key(|(_, play)| play.score)?;
        let last = untried.len() - 1;
        untried.swap(best, last);
        self.plays.pop()
    }
}

const fn bounds_of(won: Option<Won>, key: Key) -> Bounds {
    match won {
        None => Bounds { wins_below: 0, loses_from: key.threshold },
        Some(Won::InKind) => Bounds { wins_below: key.threshold + 1, loses_from: NEVER },
        Some(Won::Always) => Bounds::WON,
    }
}
