//! The same solve on several threads. The engine starts none: it offers the work, the caller brings the threads.
//!
//! All workers share the table and a short list of what is being searched at the moment. A worker leaves such a play
//! for later (after Feldmann's ABDADA, as simplified by Kerrigan): by the time it comes back to it the table usually
//! knows the answer. Workers who have no first play of their own left help with those of the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use rules::Combo;

use crate::endgame::game::{Endgame, Seats};
use crate::endgame::memory::Memory;
use crate::endgame::meter::{Meter, SolveLimits, Stopped};
use crate::endgame::search::Search;
use crate::endgame::solve::{Ask, FirstPlay, Outcome, guess, solve};
use crate::endgame::solver::duel;
use crate::endgame::transposition::TranspositionTable;
use crate::profile::Profile;

/// One two-seat solve, divided by first plays.
pub struct Jobs {
    game: Endgame,
    ask: Ask,
    table: Arc<TranspositionTable>,
    busy: Busy,
    firsts: Vec<First>,
    next: AtomicUsize,
    /// The answer that was asked for is known.
    is_done: AtomicBool,
    nodes: AtomicU64,
    /// The reason that stopped a worker.
    stopped: AtomicU8,
}

struct First {
    play: Option<Combo>,
    is_worth_trying: bool,
    state: AtomicU8,
}

const OPEN: u8 = 0;
const LOSES: u8 = 1;
const WINS: u8 = 2;

const RUNNING: u8 = 0;
const HALTED: u8 = 1;
const OUT_OF_NODES: u8 = 2;

impl Jobs {
    /// A solve that ends before this many nodes, some four milliseconds, is not worth a second thread.
    pub const ALONE_NODES_MAX: u64 = 30_000;

    /// The work of a solve; `None` for three seats and for rulesets that are not plain, whose searches share nothing yet.
    pub fn new(game: &Endgame, ask: Ask, memory: &mut Memory) -> Option<Jobs> {
        if game.seats() == Seats::Three || !Profile::of(game.rules()).answers_in_kind() {
            return None;
        }
        let table = Arc::clone(memory.table(game.rules()));
        let (mover, other) = duel(game);
        let mut never = || false;
        let order = Search::new(game.rules(), &table, Meter::new(SolveLimits::NONE, &mut never)).in_order(
            mover,
            other,
            game.trick(),
        );
        let firsts = order.into_iter().map(|(play, is_worth_trying)| First {
            play,
            is_worth_trying,
            state: AtomicU8::new(OPEN),
        });
        Some(Jobs {
            game: *game,
            ask,
            table,
            busy: Busy::new(),
            firsts: firsts.collect(),
            next: AtomicUsize::new(0),
            is_done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            stopped: AtomicU8::new(RUNNING),
        })
    }

    /// Works until everything is known; called once on each of the caller's threads. The limit of nodes is each
    /// worker's own.
    pub fn work(&self, limits: SolveLimits, halt: &mut dyn FnMut() -> bool) {
        let mut halt = || self.is_done.load(Ordering::Relaxed) || halt();
        let mut search = Search::new(self.game.rules(), &self.table, Meter::new(limits, &mut halt)).beside(&self.busy);
        let end = self.work_with(&mut search);
        self.nodes.fetch_add(search.nodes(), Ordering::Relaxed);
        match end {
            Err(stopped) if !self.is_done.load(Ordering::Relaxed) => {
                let code = if stopped == Stopped::Halted { HALTED } else { OUT_OF_NODES };
                self.stopped.store(code, Ordering::Relaxed);
            }
            _ => self.is_done.store(true, Ordering::Relaxed),
        }
    }

    fn work_with(&self, search: &mut Search<'_>) -> Result<(), Stopped> {
        let (mover, other) = duel(&self.game);
        let judge = |first: &First, search: &mut Search<'_>| -> Result<bool, Stopped> {
            let wins = search.wins_with(mover, other, first.play)?;
            first.state.store(if wins { WINS } else { LOSES }, Ordering::Relaxed);
            Ok(wins && !self.ask.all_first_plays)
        };
        // First one's own, then whatever is still open: the others' plays, which the table lets us share.
        while let Some(first) = self.firsts.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.is_needed(first) && judge(first, search)? {
                return Ok(());
            }
        }
        for first in &self.firsts {
            if first.state.load(Ordering::Relaxed) == OPEN && self.is_needed(first) && judge(first, search)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays not worth trying need only be judged when all first plays are asked for.
    fn is_needed(&self, first: &First) -> bool {
        first.is_worth_trying || self.ask.all_first_plays
    }

    /// The finding, with the line if it was asked for. `memory` is what the work was made with: it knows every answer by now.
    pub fn finish(&self, memory: &mut Memory, halt: &mut dyn FnMut() -> bool) -> Outcome {
        let mut outcome = self.outcome();
        if self.ask.line && outcome.stopped.is_none() {
            let again = solve(&self.game, Ask { all_first_plays: false, line: true }, memory, SolveLimits::NONE, halt);
            (outcome.line, outcome.stopped) = (again.line, again.stopped);
            outcome.nodes += again.nodes;
        }
        outcome
    }

    fn outcome(&self) -> Outcome {
        let mine = self.game.turn().side();
        let state = |first: &First| first.state.load(Ordering::Relaxed);
        let wins = self.firsts.iter().any(|first| state(first) == WINS);
        let loses = self.firsts.iter().filter(|first| first.is_worth_trying).all(|first| state(first) == LOSES);
        let winner = if wins { Some(mine) } else { loses.then_some(mine.other()) };
        let known = |first: &First| match state(first) {
            WINS => Some(true),
            LOSES => Some(false),
            _ => loses.then_some(false),
        };
        let first_plays: Vec<FirstPlay> =
            self.firsts.iter().map(|first| FirstPlay { play: first.play, wins: known(first) }).collect();
        let missing =
            winner.is_none() || self.ask.all_first_plays && first_plays.iter().any(|play| play.wins.is_none());
        let stopped = match self.stopped.load(Ordering::Relaxed) {
            OUT_OF_NODES => Stopped::Nodes,
            _ => Stopped::Halted,
        };
        Outcome {
            winner,
            guess: winner.unwrap_or_else(|| guess(&self.game)),
            first_plays,
            line: Vec::new(),
            nodes: self.nodes.load(Ordering::Relaxed),
            stopped: missing.then_some(stopped),
        }
        .in_order()
    }
}

/// The positions that are searched at the moment. A forgotten or mistaken entry costs time, never the answer.
pub(crate) struct Busy(Box<[AtomicU64]>);

const BUSY_SLOTS: usize = 4096;

impl Busy {
    fn new() -> Busy {
        Busy((0..BUSY_SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.0[mark as usize % BUSY_SLOTS]
    }

    /// True if a worker searches the position of this mark.
    #[inline]
    pub(crate) fn has(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    #[inline]
    pub(crate) fn enter(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn leave(&self, mark: u64) {
        self.slot(mark).store(0, Ordering::Relaxed);
    }
}
