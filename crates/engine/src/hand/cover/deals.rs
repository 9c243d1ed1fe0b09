//! Counting deals: a dynamic program over ranks.
//!
//! A row is a state of each enemy's answer, a column the number of unknown cards of the first enemy so far, a cell the number of ways to get
//! there. Deals are dropped once an answer is complete, some only at the end, so the deals that are counted have no answer.

use std::ops::{AddAssign, Mul};

use super::answer::{AnswerPattern, Effect, JOKER_AT, copies_at};
use super::unseen::{Enemy, UnseenCards};

const DECK_CARDS: usize = 54;
/// The number of columns of a line: a seat holds at most twenty cards. If a second enemy's cards are counted too, a row has a line for each
/// number of them.
const COLUMNS_MAX: usize = 21;
/// The rows of one line that fit on the stack: two enemies' progress towards a straight of up to eight.
const ROWS_ON_STACK: usize = 64;
/// The most rows: two enemies with 17 cards each and an airplane of four triples with different singles have 51 states each. 51 × 51 = 2601, rounded
/// up to whole words of live rows.
const ROWS_MAX: usize = 2624;

/// The most cards whose deals fit into 64 bits, if each is with one of two enemies or elsewhere: 3⁴⁰ < 2⁶⁴.
const APART_CARDS_MAX: u32 = 40;

/// Pascal's triangle. The largest entry is C(54, 27) < 2⁵¹.
static BINOMIALS: [[u64; DECK_CARDS + 1]; DECK_CARDS + 1] = {
    let mut table = [[0; DECK_CARDS + 1]; DECK_CARDS + 1];
    let mut n = 0;
    while n <= DECK_CARDS {
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

pub(super) fn binomial(n: u32, k: u32) -> u64 {
    BINOMIALS[n as usize].get(k as usize).copied().unwrap_or(0)
}

/// Returns the number of ways to deal the enemies' unknown cards.
pub(super) fn count_all_deals(unseen: &UnseenCards) -> u128 {
    let (cards, first, second) = card_counts(unseen);
    u128::from(binomial(cards, first)) * u128::from(binomial(cards - first, second))
}

/// Returns the number of deals in which no enemy has its answer. The answer of a single enemy comes first.
pub(super) fn deals_unanswered(unseen: &UnseenCards, answers: [AnswerPattern; 2]) -> u128 {
    let (cards, first, second) = card_counts(unseen);
    let deal = |second| DealCounter { unseen, answers, second };
    match unseen.second {
        None => deal(SecondCards::None).count::<u64>(),
        Some(_) if cards == first + second => deal(SecondCards::Rest).count::<u64>(),
        Some(_) if cards <= APART_CARDS_MAX => deal(SecondCards::Apart).count::<u64>(),
        Some(_) => deal(SecondCards::Apart).count::<u128>(),
    }
}

/// Counts the unplaced cards, and how many of them each enemy holds.
fn card_counts(unseen: &UnseenCards) -> (u32, u32, u32) {
    (unseen.cards.len(), unseen.first.unknown_count(), unseen.second.map_or(0, Enemy::unknown_count))
}

/// The source of the second enemy's cards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SecondCards {
    None,
    /// All cards that the first does not hold.
    Rest,
    /// Some of the cards that the first does not hold; neither enemy holds the rest.
    Apart,
}

struct DealCounter<'a> {
    unseen: &'a UnseenCards,
    answers: [AnswerPattern; 2],
    second: SecondCards,
}

/// One rank: the number of its unknown cards that matter, and the number that each enemy is known to hold.
#[derive(Clone, Copy)]
struct RankStep {
    index: u8,
    unknown: u8,
    known: [u8; 2],
}

/// A count of deals. Those of two hands out of many more cards than they hold may not fit 64 bits.
trait DealCount: Copy + Default + PartialEq + From<u64> + Into<u128> + AddAssign + Mul<Output = Self> {}
impl DealCount for u64 {}
impl DealCount for u128 {}

/// A table of rows in use. Rows that no deal reaches are never touched.
struct Rows<'a, W> {
    cells: &'a mut [W],
    columns: usize,
    live: [u64; ROWS_MAX / 64],
}

impl<W: DealCount> Rows<'_, W> {
    fn is_live(&self, row: usize) -> bool {
        self.live[row / 64] & (1 << (row % 64)) != 0
    }

    fn row(&self, row: usize) -> &[W] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// Returns the row for writing. Its cells are zero unless it was written since the last [`Rows::clear`].
    fn row_mut(&mut self, row: usize) -> &mut [W] {
        let first_use = !self.is_live(row);
        self.live[row / 64] |= 1 << (row % 64);
        let cells = &mut self.cells[row * self.columns..][..self.columns];
        if first_use {
            cells.fill(W::default());
        }
        cells
    }

    fn clear(&mut self) {
        self.live = [0; ROWS_MAX / 64];
    }

    fn live_rows(&self) -> impl Iterator<Item = usize> {
        let words = self.cells.len().div_ceil(self.columns * 64);
        self.live.into_iter().take(words).enumerate().flat_map(|(word, bits)| {
            let next = |bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
            let all = std::iter::successors(Some(bits).filter(|&bits| bits != 0), next);
            all.map(move |bits| word * 64 + bits.trailing_zeros() as usize)
        })
    }
}

impl DealCounter<'_> {
    fn count<W: DealCount>(&self) -> u128 {
        let states = self.answers.map(|answer| answer.state_count());
        let rows = if self.second == SecondCards::None { states[0] } else { states[0] * states[1] };
        assert!(rows <= ROWS_MAX, "{rows} rows for {:?}", self.answers);
        let columns = if self.second == SecondCards::Apart { COLUMNS_MAX * COLUMNS_MAX } else { COLUMNS_MAX };
        match rows * columns {
            _ if rows == 1 && self.second != SecondCards::Apart => self.run_one_row(),
            cells if cells <= 8 * COLUMNS_MAX => self.run_on_stack::<W, { 8 * COLUMNS_MAX }>(columns),
            cells if cells <= ROWS_ON_STACK * COLUMNS_MAX => {
                self.run_on_stack::<W, { ROWS_ON_STACK * COLUMNS_MAX }>(columns)
            }
            cells => {
                // For example airplanes with pairs against two enemies, and seats that do not know where all cards went.
                let (mut now, mut next) = (vec![W::default(); cells], vec![W::default(); cells]);
                self.run(columns, &mut now, &mut next)
            }
        }
    }

    fn run_on_stack<W: DealCount, const CELLS: usize>(&self, columns: usize) -> u128 {
        let (mut now, mut next) = ([W::default(); CELLS], [W::default(); CELLS]);
        self.run(columns, &mut now, &mut next)
    }

    /// Counts the deals without an answer if there is one state, as for pairs, triples and bombs. No rank depends on another, so the
    /// result is one product of polynomials.
    fn run_one_row(&self) -> u128 {
        let (_, first, _) = card_counts(self.unseen);
        let mut free = 0;
        let mut ways = [0u64; COLUMNS_MAX];
        ways[0] = 1;
        let mut dealt = 0;
        for index in 0..=JOKER_AT {
            let unknown = copies_at(self.unseen.cards, index);
            let known = [self.unseen.first, self.unseen.second.unwrap_or(self.unseen.first)];
            let known = known.map(|enemy| if enemy.known.is_empty() { 0 } else { copies_at(enemy.known, index) });
            let matters = |seat: usize| self.answers[seat].effect(index, unknown + known[seat]) == Effect::Any;
            if !matters(0) && !matters(1) {
                free += u32::from(unknown);
                continue;
            }
            let is_open = |to_first: u8| {
                let first = self.answers[0].step(0, index, to_first + known[0]).is_some();
                let rest = unknown - to_first + known[1];
                first && (self.second == SecondCards::None || self.answers[1].step(0, index, rest).is_some())
            };
            let open = (0..=unknown).fold(0u32, |open, count| open | u32::from(is_open(count)) << count);
            if open + 1 == 2 << unknown {
                free += u32::from(unknown);
                continue;
            }
            let mut terms = [(0, 0); 5];
            let (mut len, mut most) = (0, 0);
            for count in (0..=unknown).filter(|count| open & (1 << count) != 0) {
                terms[len] = (usize::from(count), binomial(u32::from(unknown), u32::from(count)));
                (len, most) = (len + 1, usize::from(count));
            }
            dealt = (dealt + most).min(first as usize);
            // Downwards, so that each place still reads the counts before this rank.
            for place in (0..=dealt).rev() {
                let fitting = terms[..len].iter().take_while(|&&(count, _)| count <= place);
                ways[place] = fitting.map(|&(count, term)| term * ways[place - count]).sum();
            }
        }
        (0..=dealt as u32)
            .map(|to_first| u128::from(ways[to_first as usize]) * u128::from(binomial(free, first - to_first)))
            .sum()
    }

    /// Returns the ranks that matter, lowest first, and the number of unknown cards that may be dealt without a look at their ranks.
    fn steps(&self) -> ([Option<RankStep>; 14], u32) {
        let known = |seat: Option<Enemy>, index| seat.map_or(0, |enemy| copies_at(enemy.known, index));
        let both = if self.second == SecondCards::None { &self.answers[..1] } else { &self.answers[..] };
        let mut free = 0;
        let mut steps = [None; 14];
        for (index, step) in (0..).zip(&mut steps) {
            let unknown = copies_at(self.unseen.cards, index);
            let known = [known(Some(self.unseen.first), index), known(self.unseen.second, index)];
            let effects = both.iter().zip(known).map(|(answer, known)| answer.effect(index, unknown + known));
            match effects.max() {
                Some(Effect::Any) => *step = Some(RankStep { index, unknown, known }),
                Some(Effect::Break) => {
                    free += u32::from(unknown);
                    *step = Some(RankStep { index, unknown: 0, known });
                }
                _ => free += u32::from(unknown),
            }
        }
        (steps, free)
    }

    fn run<W: DealCount>(&self, columns: usize, now: &mut [W], next: &mut [W]) -> u128 {
        let (steps, free) = self.steps();
        let live = [0; ROWS_MAX / 64];
        let mut now = Rows { cells: now, columns, live };
        let mut next = Rows { cells: next, columns, live };
        now.row_mut(0)[0] = W::from(1);
        let mut dealt = 0;
        for step in steps.iter().flatten() {
            next.clear();
            for row in now.live_rows() {
                self.deal_rank(step, row, dealt, &now, &mut next);
            }
            dealt += usize::from(step.unknown);
            std::mem::swap(&mut now, &mut next);
        }
        now.live_rows().filter(|&row| !self.is_met_at_end(row)).map(|row| self.count_row(now.row(row), free)).sum()
    }

    /// Deals one rank in every way to the hands of one row.
    #[inline]
    fn deal_rank<W: DealCount>(&self, step: &RankStep, row: usize, dealt: usize, now: &Rows<W>, next: &mut Rows<W>) {
        let states = self.answers[0].state_count();
        let (_, first, second) = card_counts(self.unseen);
        let width = dealt.min(first as usize) + 1;
        let lines = dealt.min(second as usize) + 1;
        for to_first in 0..=step.unknown {
            let Some(one) = self.answers[0].step(row % states, step.index, to_first + step.known[0]) else { continue };
            let rest = step.unknown - to_first;
            let others = match self.second {
                SecondCards::None => 0..=0,
                SecondCards::Rest => rest..=rest,
                SecondCards::Apart => 0..=rest,
            };
            for to_second in others {
                let two = match self.second {
                    SecondCards::None => Some(0),
                    _ => self.answers[1].step(row / states, step.index, to_second + step.known[1]),
                };
                let Some(two) = two else { continue };
                let mut ways = binomial(u32::from(step.unknown), u32::from(to_first));
                let mut skipped = usize::from(to_first);
                if self.second == SecondCards::Apart {
                    ways *= binomial(u32::from(rest), u32::from(to_second));
                    skipped += COLUMNS_MAX * usize::from(to_second);
                }
                let (ways, target) = (W::from(ways), next.row_mut(one + two * states));
                let (target, from) = (target.chunks_mut(COLUMNS_MAX), now.row(row).chunks_exact(COLUMNS_MAX));
                for (target, line) in target.skip(skipped / COLUMNS_MAX).zip(from.take(lines)) {
                    // Counts that have no place in the line are of more cards than the first enemy holds.
                    for (to, from) in target[skipped % COLUMNS_MAX..].iter_mut().zip(&line[..width]) {
                        *to += *from * ways;
                    }
                }
            }
        }
    }

    fn is_met_at_end(&self, row: usize) -> bool {
        let states = self.answers[0].state_count();
        let second = self.second != SecondCards::None && self.answers[1].is_met_at_end(row / states);
        second || self.answers[0].is_met_at_end(row % states)
    }

    /// Counts the deals of one row, after the cards whose ranks do not matter are dealt too.
    fn count_row<W: DealCount>(&self, row: &[W], free: u32) -> u128 {
        let (_, first, second) = card_counts(self.unseen);
        let mut sum = 0;
        for (to_second, line) in (0..=second).zip(row.chunks_exact(COLUMNS_MAX)) {
            for (to_first, &ways) in (0..=first).zip(line) {
                // The deals of two hands out of all that a seat without history has not seen may not fit 64 bits.
                let mut rest = u128::from(binomial(free, first - to_first));
                if self.second == SecondCards::Apart && rest > 0 {
                    rest *= u128::from(binomial(free - (first - to_first), second - to_second));
                }
                sum += ways.into() * rest;
            }
        }
        sum
    }
}
