//! The two-seat search: depth first, win or loss, with a table.

use rules::{Combo, Hand, Ranks, Ruleset, Trick};

use crate::endgame::category::{Category, answer_keys, may_answer};
use crate::endgame::key::key;
use crate::endgame::meter::{Meter, Stopped};
use crate::endgame::table::{Bounds, NEVER, Table};
use crate::endgame::turns::Turns;
use crate::endgame::wings::WingFilter;

/// Positions with fewer cards are searched again rather than remembered.
const REMEMBERED_CARDS_MIN: u32 = 0;

pub(crate) struct Search<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) table: &'a Table,
    pub(crate) turns: Turns<'a>,
    pub(crate) meter: Meter<'a>,
    plays: Vec<Scored>,
    pub(crate) swept: u64,
    w: [i32; 12],
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
        Search { rules, table, turns: Turns::new(rules), meter, swept: 0, plays: Vec::with_capacity(4096), w: { let mut w = [0; 12]; for (a, b) in w.iter_mut().zip(std::env::var("W").unwrap().split(',')) { *a = b.parse().unwrap(); } w } }
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
        if std::env::var("SWEEP").is_ok() && self.sweeps(mover, other) {
            if remembered { self.table.store(key, Bounds { wins_below: NEVER, loses_from: NEVER }, 1); }
            return Ok(true);
        }
        let base = self.plays.len();
        let rules = self.rules;
        let filter = WingFilter::new(rules, mover, other, 0);
        rules.each_lead(mover, |combo| {
            if filter.keeps(combo) {
                let rest = mover.minus(combo.cards()).expect("held");
                let score = (100000 + self.w[0] * self.turns.of(rest) as i32 - self.w[1] * combo.len() as i32 + self.w[2] * combo.key().index() as i32 + if may_answer(other, combo) { 0 } else { self.w[3] } + if combo.is_bomb() { self.w[4] } else { 0 }) as u32;
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

    /// mover can play all but one combo unanswerably
    fn sweeps(&mut self, mover: Hand, other: Hand) -> bool {
        let base = self.plays.len();
        let rules = self.rules;
        let turns = self.turns.of(mover);
        rules.each_lead(mover, |combo| {
            if !may_answer(other, combo) {
                self.plays.push(Scored { combo, score: 0 });
            }
        });
        let mut found = false;
        while self.plays.len() > base {
            let combo = self.plays.pop().expect("more").combo;
            let rest = mover.minus(combo.cards()).expect("held");
            let t = self.turns.of(rest);
            if t == 1 || t < turns && t > 1 && { self.swept += 1; self.sweeps(rest, other) } { found = true; break; }
        }
        self.plays.truncate(base);
        found
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
        if remembered && self.table.probe(crate::endgame::key::key(other, mover, Category::LEAD, Ranks::NONE)).wins(0) == Some(false) {
            return Ok(true);
        }
        let base = self.plays.len();
        let rules = self.rules;
        let filter = WingFilter::new(rules, mover, other, answers.lowest().map_or(15, |r| r.index() as u32));
        rules.each_follow(mover, standing, |combo| {
            if filter.keeps(combo) {
                let rest = mover.minus(combo.cards()).expect("held");
                let score = (100000 + self.w[5] * self.turns.of(rest) as i32 - self.w[6] * combo.len() as i32 + self.w[7] * combo.key().index() as i32 + if may_answer(other, combo) { 0 } else { self.w[8] } + if combo.is_bomb() { self.w[10] } else { 0 }) as u32;
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
        let pass_score = (100000 + self.w[5] * self.turns.of(mover) as i32 + self.w[9]) as u32;
        let mut passed = false;
        loop {
            let best = self.plays[base..].iter().map(|p| p.score).min();
            if !passed && best.is_none_or(|s| s > pass_score) {
                passed = true;
                if !self.turns.is_one(other) && !self.wins_leading(other, mover)? {
                    return Ok(Some(Answer::PassOrBomb));
                }
            }
            let Some(combo) = self.next_play(base) else { return Ok(None) };
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
