//! Counting deals: a dynamic program over ranks.
//!
//! A row is a state of each enemy's answer, a column how many unknown cards it was dealt so far, a cell the number of
//! ways to get there. Deals in which an answer is complete are dropped, so what remains at the end has none.

use std::ops::{AddAssign, Mul};

use super::answer::{Answer, RankAs, copies};
use super::{Enemy, Unseen};

/// Cards in a deck.
const DECK: usize = 54;
/// Columns of a line: a seat holds at most twenty cards. Where a second enemy's cards are counted too, a row has a line
/// for each number of them.
const COLUMNS_MAX: usize = 21;
/// Rows that are kept on the stack: two enemies' progress towards a straight of up to eight.
const ROWS_ON_STACK: usize = 64;

/// So many cards, each with one of two enemies or elsewhere, have 3⁴⁰ < 2⁶⁴ deals.
const APART_CARDS_64: u32 = 40;

/// Pascal's triangle; the widest entries that are asked for are C(54, 27) < 2⁵¹.
static CHOOSE: [[u64; DECK + 1]; DECK + 1] = {
    let mut table = [[0; DECK + 1]; DECK + 1];
    let mut n = 0;
    while n <= DECK {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Ways to choose `k` of `n` cards.
pub(super) fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize].get(k as usize).copied().unwrap_or(0)
}

/// How many ways there are to deal the enemies' unknown cards.
pub(super) fn all(unseen: &Unseen) -> u128 {
    let (cards, first, second) = sizes(unseen);
    u128::from(choose(cards, first)) * u128::from(choose(cards - first, second))
}

/// How many of them leave every enemy without an answer.
pub(super) fn without_answer(unseen: &Unseen, answer: &Answer, combo_len: u32) -> u128 {
    let (cards, first, second) = sizes(unseen);
    let able = unseen.enemies().any(|enemy| u32::from(enemy.count) >= combo_len) && answer.has_window();
    let answer = match able {
        true if unseen.enemies().all(|enemy| answer.riders_for_sure(enemy.count)) => answer.without_riders(),
        true => *answer,
        false => answer.bombs_only(),
    };
    let deal = |second| Deal { unseen, answer, combo_len, second };
    match unseen.second {
        None => deal(Second::None).count::<u64>(),
        Some(_) if cards == first + second => deal(Second::Rest).count::<u64>(),
        Some(_) if cards <= APART_CARDS_64 => deal(Second::Apart).count::<u64>(),
        Some(_) => deal(Second::Apart).count::<u128>(),
    }
}

/// Unplaced cards, and how many of them each enemy holds.
fn sizes(unseen: &Unseen) -> (u32, u32, u32) {
    (unseen.cards.len(), unknown(unseen.first), unseen.second.map_or(0, unknown))
}

fn unknown(enemy: Enemy) -> u32 {
    u32::from(enemy.count) - enemy.known.len()
}

/// Where the second enemy's cards come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Second {
    /// There is none.
    None,
    /// It holds all that the first does not.
    Rest,
    /// Some cards are with neither.
    Apart,
}

struct Deal<'a> {
    unseen: &'a Unseen,
    answer: Answer,
    combo_len: u32,
    second: Second,
}

/// One rank on the way: how many of it are unknown, and how many each enemy is known to hold.
#[derive(Clone, Copy)]
struct Step {
    rank: RankAs,
    unknown: u8,
    known: [u8; 2],
}

/// A count of deals. Two hands out of more cards than they hold do not fit 64 bits.
trait Ways: Copy + Default + PartialEq + From<u64> + Into<u128> + AddAssign + Mul<Output = Self> {}
impl Ways for u64 {}
impl Ways for u128 {}

impl Deal<'_> {
    fn count<W: Ways>(&self) -> u128 {
        let (steps, free) = self.steps();
        let states = self.answer.states();
        let rows = if self.second == Second::None { states } else { states * states };
        let columns = if self.second == Second::Apart { COLUMNS_MAX * COLUMNS_MAX } else { COLUMNS_MAX };
        let cells = rows * columns;
        let steps = steps.iter().flatten();
        if cells <= COLUMNS_MAX {
            let (mut now, mut next) = ([W::default(); COLUMNS_MAX], [W::default(); COLUMNS_MAX]);
            self.run(steps, free, columns, &mut now[..cells], &mut next[..cells])
        } else if cells <= ROWS_ON_STACK * COLUMNS_MAX {
            let zero = [W::default(); ROWS_ON_STACK * COLUMNS_MAX];
            let (mut now, mut next) = (zero, zero);
            self.run(steps, free, columns, &mut now[..cells], &mut next[..cells])
        } else {
            // Airplanes with pairs against two enemies, and views that missed plays.
            let (mut now, mut next) = (vec![W::default(); cells], vec![W::default(); cells]);
            self.run(steps, free, columns, &mut now, &mut next)
        }
    }

    /// The ranks that matter, lowest first, and how many unknown cards do not.
    fn steps(&self) -> ([Option<Step>; 14], u32) {
        let known = |seat: Option<Enemy>, index| seat.map_or(0, |enemy| copies(enemy.known, index));
        let mut free = 0;
        let mut steps = [None; 14];
        for (index, step) in steps.iter_mut().enumerate() {
            let rank = if index == 13 { RankAs::Jokers } else { self.answer.rank_as(index as u8) };
            let unknown = copies(self.unseen.cards, index);
            let known = [known(Some(self.unseen.first), index), known(self.unseen.second, index)];
            let most = unknown + known[0].max(known[1]);
            if !self.answer.minds(rank, most) {
                free += u32::from(unknown);
            } else if rank == RankAs::Body && self.answer.riders == 0 && most < self.answer.copies {
                // It only breaks runs, whoever holds it.
                free += u32::from(unknown);
                if self.answer.run > 1 {
                    *step = Some(Step { rank, unknown: 0, known });
                }
            } else {
                *step = Some(Step { rank, unknown, known });
            }
        }
        (steps, free)
    }

    fn run<'r, 's, W: Ways>(
        &self,
        steps: impl Iterator<Item = &'s Step>,
        free: u32,
        columns: usize,
        mut now: &'r mut [W],
        mut next: &'r mut [W],
    ) -> u128 {
        now[0] = W::from(1);
        let (mut dealt_max, states) = (0, self.answer.states());
        let (_, first, second) = sizes(self.unseen);
        let (first, second) = (first as usize, second as usize);
        let able = [Some(self.unseen.first), self.unseen.second]
            .map(|enemy| enemy.is_some_and(|enemy| u32::from(enemy.count) >= self.combo_len));
        for step in steps {
            next.fill(W::default());
            let moved = step.unknown;
            for (state, row) in now.chunks_exact(columns).enumerate() {
                let (one, two) = (state % states, state / states);
                for to_first in 0..=moved {
                    let Some(one) = self.advance(one, step, to_first + step.known[0], able[0]) else { continue };
                    let others = match self.second {
                        Second::None => 0..=0,
                        Second::Rest => moved - to_first..=moved - to_first,
                        Second::Apart => 0..=moved - to_first,
                    };
                    for to_second in others {
                        let two = match self.second {
                            Second::None => Some(0),
                            _ => self.advance(two, step, to_second + step.known[1], able[1]),
                        };
                        let Some(two) = two else { continue };
                        let mut ways = choose(u32::from(moved), u32::from(to_first));
                        let mut lines = 0;
                        if self.second == Second::Apart {
                            ways *= choose(u32::from(moved - to_first), u32::from(to_second));
                            lines = usize::from(to_second);
                        }
                        let target = &mut next[(one + two * states) * columns..][..columns];
                        let ways = W::from(ways);
                        // What would exceed the first enemy's hand falls off the end of its line.
                        let lines = target[lines * COLUMNS_MAX..].chunks_exact_mut(COLUMNS_MAX);
                        let from = row.chunks_exact(COLUMNS_MAX).take(dealt_max.min(second) + 1);
                        for (target, line) in lines.zip(from) {
                            let target = target[usize::from(to_first)..].iter_mut();
                            for (to, from) in target.zip(&line[..dealt_max.min(first) + 1]) {
                                *to += *from * ways;
                            }
                        }
                    }
                }
            }
            dealt_max += usize::from(moved);
            std::mem::swap(&mut now, &mut next);
        }
        let mut sum = 0;
        for row in now.chunks_exact(columns) {
            for (column, ways) in row.iter().enumerate() {
                let (to_first, to_second) = (column % COLUMNS_MAX, column / COLUMNS_MAX);
                if *ways == W::default() || to_first > first || to_second > second {
                    continue;
                }
                let mut rest = choose(free, (first - to_first) as u32);
                if self.second == Second::Apart && rest > 0 {
                    rest *= choose(free - (first - to_first) as u32, (second - to_second) as u32);
                }
                sum += (*ways).into() * u128::from(rest);
            }
        }
        sum
    }

    /// An enemy who holds fewer cards than the combo has nothing but bombs and the rocket.
    #[inline]
    fn advance(&self, state: usize, step: &Step, held: u8, able: bool) -> Option<usize> {
        let rank = if able || step.rank == RankAs::Jokers { step.rank } else { RankAs::Other };
        if able { self.answer.step(state, rank, held) } else { self.answer.step(0, rank, held).map(|_| 0) }
    }
}
