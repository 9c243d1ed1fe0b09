//! The two-seat search: depth first, win or loss, with a table.

use rules::{Combo, Hand, Ranks, Ruleset, Trick};

use crate::endgame::category::{Category, answer_keys, may_answer};
use crate::endgame::key::key;
use crate::endgame::meter::{Meter, Stopped};
use crate::endgame::table::{Bounds, NEVER, Table};
use crate::endgame::turns::Turns;
use crate::endgame::wings::WingFilter;

/// Positions with fewer cards are searched again rather than remembered.
const REMEMBERED_CARDS_MIN: u32 = 8;

pub(crate) struct Search<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) table: &'a Table,
    pub(crate) turns: Turns<'a>,
    pub(crate) meter: Meter<'a>,
    plays: Vec<Scored>,
}

/// What kind of play won: in kind only where the threshold allows it, or one that is there against every standing key.
enum Answer {
    InKind,
    PassOrBomb,
}

#[derive(Clone, Copy)]
struct Scored {
    combo: Combo,
    score: u32,
}

impl<'a> Search<'a> {
    pub(crate) fn new(rules: &'a Ruleset, table: &'a Table, meter: Meter<'a>) -> Search<'a> {
        Search { rules, table, turns: Turns::new(rules), meter, plays: Vec::with_capacity(4096) }
    }

    /// Whether the mover wins.
    pub(crate) fn wins(&mut self, mover: Hand, other: Hand, trick: Trick) -> Result<bool, Stopped> {
        match trick {
            Trick::Lead => Ok(self.rules.read(mover).is_some() || self.wins_leading(mover, other)?),
            Trick::Follow(standing) => {
                Ok(self.rules.read_answer(mover, standing).is_some() || self.wins_following(mover, other, standing)?)
            }
        }
    }

    /// Whether the player of `combo` wins, who holds `rest` after it.
    #[inline]
    pub(crate) fn wins_after(&mut self, rest: Hand, other: Hand, combo: Combo) -> Result<bool, Stopped> {
        if rest.is_empty() {
            return Ok(true);
        }
        if !may_answer(other, combo) {
            return Ok(self.turns.is_one(rest) || self.wins_leading(rest, other)?);
        }
        if self.turns.is_one(other) && self.rules.read_answer(other, combo).is_some() {
            return Ok(false);
        }
        Ok(!self.wins_following(other, rest, combo)?)
    }

    fn wins_leading(&mut self, mover: Hand, other: Hand) -> Result<bool, Stopped> {
        self.meter.tick()?;
        let nodes = self.meter.nodes();
        let remembered = mover.len() + other.len() >= REMEMBERED_CARDS_MIN;
        let key = key(mover, other, Category::LEAD, Ranks::NONE);
        if remembered && let Some(wins) = self.table.probe(key).wins(0) {
            return Ok(wins);
        }
        let base = self.plays.len();
        let rules = self.rules;
        let filter = WingFilter::new(rules, mover);
        rules.each_lead(mover, |combo| {
            if filter.keeps(combo) {
                let rest = mover.minus(combo.cards()).expect("held");
                let score = self.turns.of(rest) * 64 - combo.len() + if combo.is_bomb() { 4096 } else { 0 };
                self.plays.push(Scored { combo, score });
            }
        });
        let mut wins = false;
        while let Some(combo) = self.next_play(base) {
            let rest = mover.minus(combo.cards()).expect("a play is held");
            if self.wins_after(rest, other, combo)? {
                wins = true;
                break;
            }
        }
        self.plays.truncate(base);
        if remembered {
            let bounds = if wins { Bounds { wins_below: NEVER, loses_from: NEVER } } else { Bounds { wins_below: 0, loses_from: 0 } };
            self.table.store(key, bounds, self.meter.nodes() - nodes);
        }
        Ok(wins)
    }

    fn wins_following(&mut self, mover: Hand, other: Hand, standing: Combo) -> Result<bool, Stopped> {
        self.meter.tick()?;
        let nodes = self.meter.nodes();
        let remembered = mover.len() + other.len() >= REMEMBERED_CARDS_MIN;
        let answers = answer_keys(mover, standing);
        let key = key(mover, other, Category::of(standing), answers);
        if remembered && let Some(wins) = self.table.probe(key).wins(key.threshold) {
            return Ok(wins);
        }
        let base = self.plays.len();
        let rules = self.rules;
        let filter = WingFilter::new(rules, mover);
        rules.each_follow(mover, standing, |combo| {
            if filter.keeps(combo) {
                let rest = mover.minus(combo.cards()).expect("held");
                let score = self.turns.of(rest) * 64 - combo.len() + if combo.is_bomb() { 4096 } else { 0 };
                self.plays.push(Scored { combo, score });
            }
        });
        let winning = self.first_winning_answer(mover, other, standing, base)?;
        self.plays.truncate(base);
        let bounds = match winning {
            None => Bounds { wins_below: 0, loses_from: key.threshold },
            Some(Answer::InKind) => Bounds { wins_below: key.threshold + 1, loses_from: NEVER },
            Some(Answer::PassOrBomb) => Bounds { wins_below: NEVER, loses_from: NEVER },
        };
        if remembered {
            self.table.store(key, bounds, self.meter.nodes() - nodes);
        }
        Ok(winning.is_some())
    }

    /// Tries the plays from `base` on, the pass before the bombs.
    fn first_winning_answer(&mut self, mover: Hand, other: Hand, standing: Combo, base: usize) -> Result<Option<Answer>, Stopped> {
        let mut passed = false;
        loop {
            let play = self.next_play(base);
            if !passed && play.is_none_or(Combo::is_bomb) {
                passed = true;
                if !self.turns.is_one(other) && !self.wins_leading(other, mover)? {
                    return Ok(Some(Answer::PassOrBomb));
                }
            }
            let Some(combo) = play else { return Ok(None) };
            let rest = mover.minus(combo.cards()).expect("a play is held");
            if self.wins_after(rest, other, combo)? {
                let in_kind = combo.kind() == standing.kind();
                return Ok(Some(if in_kind { Answer::InKind } else { Answer::PassOrBomb }));
            }
        }
    }

    fn next_play(&mut self, base: usize) -> Option<Combo> {
        let rest = &mut self.plays[base..];
        let (best, _) = rest.iter().enumerate().min_by_key(|(_, play)| play.score)?;
        let last = rest.len() - 1;
        rest.swap(best, last);
        self.plays.pop().map(|play| play.combo)
    }
}
