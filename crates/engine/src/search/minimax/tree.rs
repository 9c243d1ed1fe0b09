//! One world, searched as an open game: the landlord's side maximises, the peasants minimise.
//!
//! A ply is a choice. A seat that cannot answer is passed over at no cost, and a seat that can go out does.

use rules::{Combo, Hand, Ranks, Ruleset, Side, Trick};

use super::leaf::{Leaf, SURE, WIN};
use super::transposition::{Bound, Key, StoredValue, TranspositionTable, mark};
use crate::endgame::{Choice, Meter, Stopped, may_answer};
use crate::game_state::GameState;

/// What makes the search fast and, but for `merge`, changes no value. All are on unless something is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Optimizations {
    /// Alpha–beta.
    pub cut: bool,
    /// The transposition table.
    pub table: bool,
    /// Promising plays first.
    pub order: bool,
    /// Of plays that differ in an irrelevant kicker only one is looked at.
    pub merge: bool,
    /// Certain wins are seen at the leaves.
    pub recognise: bool,
}

impl Optimizations {
    /// Everything.
    pub const ALL: Optimizations = Optimizations { cut: true, table: true, order: true, merge: true, recognise: true };
}

/// The untried plays of every open position, one above the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    play: Option<Combo>,
    score: u32,
}

const TURN: u32 = 1024;
const CARD: u32 = 32;
const KEY: u32 = 2;
const BOMB: u32 = 16 * TURN;
/// A pass costs the turn that an answer would have saved; on a partner's combo it is the usual thing.
const PASS_ON_PARTNER: u32 = TURN / 2;
const PASS_ON_ENEMY: u32 = 2 * TURN;

/// The deepest tree.
pub const DEPTH_MAX: u32 = 32;

pub(super) struct Tree<'a, 'b> {
    pub(super) optimizations: Optimizations,
    pub(super) leaf: Leaf<'a>,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) stack: &'a mut Vec<Scored>,
    pub(super) meter: Meter<'b>,
}

impl Tree<'_, '_> {
    /// The exact value after `play`, with `depth` more plies to come.
    pub(super) fn after(&mut self, at: &GameState, play: Option<Combo>, depth: u32) -> Result<i32, Stopped> {
        self.child(at, play, depth, 1, (-WIN, WIN))
    }

    #[inline]
    fn child(
        &mut self,
        at: &GameState,
        play: Option<Combo>,
        depth: u32,
        ply: i32,
        window: (i32, i32),
    ) -> Result<i32, Stopped> {
        let mut next = *at;
        if let Some(side) = next.act(play) {
            self.meter.tick()?;
            return Ok(won(side, ply));
        }
        self.value(next, depth, ply, window)
    }

    /// The value of a position `ply` plies from the root.
    fn value(&mut self, at: GameState, depth: u32, ply: i32, (alpha, beta): (i32, i32)) -> Result<i32, Stopped> {
        self.meter.tick()?;
        let mut at = at;
        while at.standing().is_some_and(|(_, combo)| !may_answer(at.hand(at.turn()), combo)) {
            at.act(None);
        }
        let (me, hand) = (at.turn(), at.hand(at.turn()));
        if self.leaf.worth(hand).turns == 1
            && at.standing().is_none_or(|(_, combo)| self.leaf.rules.read_answer(hand, combo).is_some())
        {
            return Ok(won(me.side(), ply + 1));
        }
        if depth == 0 {
            return Ok(self.leaf.value(&at));
        }
        let key = Key::of(&at);
        let mut known = None;
        if self.optimizations.table && depth > 1 {
            known = self.table.probe(key);
            if let Some(known) = known.filter(|known| u32::from(known.depth) == depth) {
                let value = from_here(known.value, ply);
                let cuts = match known.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => value >= beta,
                    Bound::AtMost => value <= alpha,
                };
                if cuts {
                    return Ok(value);
                }
            }
        }
        let base = self.stack.len();
        self.list(&at, known.map(|known| known.best), depth);
        if self.stack.len() == base + 1 && self.stack[base].play.is_none() {
            // Wings were missing: no choice after all.
            self.stack.truncate(base);
            at.act(None);
            return self.value(at, depth, ply, (alpha, beta));
        }
        let (value, best) = self.best(&at, base, depth, ply, (alpha, beta))?;
        self.stack.truncate(base);
        if self.optimizations.table && depth > 1 {
            let bound = if value >= beta {
                Bound::AtLeast
            } else if value <= alpha {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            self.table
                .store(key, StoredValue { value: to_here(value, ply), depth: depth as u8, bound, best: mark(best) });
        }
        Ok(value)
    }

    /// The best of the plays on the stack from `base` on.
    fn best(
        &mut self,
        at: &GameState,
        base: usize,
        depth: u32,
        ply: i32,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<(i32, Option<Combo>), Stopped> {
        let maximises = at.turn().side() == Side::Landlord;
        let (mut value, mut best) = (if maximises { -WIN } else { WIN }, None);
        while let Some(play) = self.next_play(base) {
            let found = self.child(at, play, depth - 1, ply + 1, (alpha, beta))?;
            if maximises && found > value {
                (value, best) = (found, play);
                alpha = alpha.max(value);
            } else if !maximises && found < value {
                (value, best) = (found, play);
                beta = beta.min(value);
            }
            if self.optimizations.cut && alpha >= beta {
                break;
            }
        }
        Ok((value, best))
    }

    /// Puts the plays of a position on the stack.
    fn list(&mut self, at: &GameState, first: Option<u8>, depth: u32) {
        let (rules, optimizations) = (self.leaf.rules, self.optimizations);
        let (seat, hand) = (at.turn(), at.hand(at.turn()));
        let choice = optimizations.merge.then(|| choice(rules, at));
        let base = self.stack.len();
        let (stack, leaf) = (&mut *self.stack, &mut self.leaf);
        rules.each_play(hand, at.trick(), |combo| {
            if choice.as_ref().is_none_or(|choice| choice.keeps(combo)) {
                let turns = if optimizations.order {
                    u32::from(leaf.worth(hand.minus(combo.cards()).expect("a play is held")).turns)
                } else {
                    0
                };
                stack.push(Scored { play: Some(combo), score: score(combo, turns) });
            }
        });
        if let Some((owner, _)) = at.standing() {
            let friend = owner.side() == seat.side();
            let turns = u32::from(leaf.worth(hand).turns);
            let score = TURN * turns + if friend { PASS_ON_PARTNER } else { PASS_ON_ENEMY };
            stack.push(Scored { play: None, score });
        }
        if !optimizations.order {
            // The last is taken first among equals, as the pass is, which is tried last.
            stack[base..].iter_mut().for_each(|play| play.score = u32::from(play.play.is_none()));
        } else if let Some(first) = first.filter(|_| depth > 1) {
            let hit = stack[base..].iter_mut().find(|scored| mark(scored.play) == first);
            hit.into_iter().for_each(|scored| scored.score = 0);
        }
    }

    #[inline]
    fn next_play(&mut self, base: usize) -> Option<Option<Combo>> {
        let untried = &mut self.stack[base..];
        let (best, _) = untried.iter().enumerate().min_by_key(|(_, play)| play.score)?;
        let last = untried.len() - 1;
        untried.swap(best, last);
        self.stack.pop().map(|scored| scored.play)
    }
}

/// Which plays are worth looking at in a world.
fn choice(rules: &Ruleset, at: &GameState) -> Choice {
    let seat = at.turn();
    let others = [at.hand(seat.next()), at.hand(seat.previous())];
    let partner = seat.partner().map_or(Hand::EMPTY, |partner| at.hand(partner));
    // All ranks of singles and pairs may answer; only what lies between two of mine is asked.
    let answers = match at.trick() {
        Trick::Lead => Ranks::ALL,
        Trick::Follow(combo) => Ranks::printed_above(combo.key()),
    };
    Choice::new(rules, at.hand(seat), &others, partner, answers)
}

#[inline]
fn score(combo: Combo, turns: u32) -> u32 {
    let bomb = if combo.is_bomb() { BOMB } else { 0 };
    bomb + TURN * (turns + 1) - CARD * combo.len() + KEY * combo.key().index() as u32
}

/// A win at `ply` plies from the root.
const fn won(side: Side, ply: i32) -> i32 {
    match side {
        Side::Landlord => WIN - ply,
        Side::Peasants => ply - WIN,
    }
}

/// Proved wins are remembered by their plies from the position, and spoken of by their plies from the root.
const fn to_here(value: i32, ply: i32) -> i32 {
    if value > PROVED {
        value + ply
    } else if value < -PROVED {
        value - ply
    } else {
        value
    }
}

const fn from_here(value: i32, ply: i32) -> i32 {
    to_here(value, -ply)
}

/// Beyond what a leaf says.
const PROVED: i32 = SURE + WIN / 4;
