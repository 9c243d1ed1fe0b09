//! A match: many deals, many threads, one result. Deals finish in any order but are counted in their own order, so that the order of records does
//! not depend on the threads.

pub(crate) mod game;
pub(crate) mod player;
pub(crate) mod douzero;
mod worker;
pub(crate) mod local_player;
mod programs;
mod program_process;
pub(crate) mod lines;
pub(crate) mod recorded_hands;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use game::{HandResult, Setup, Team};
use player::Player;
use worker::{InFlightDeal, SharedState};

#[derive(Clone, Debug)]
pub(crate) struct MatchRunner {
    /// Player A, then player B.
    pub(crate) players: [Player; 2],
    pub(crate) setup: Setup,
    /// Number of deals, each of two hands.
    pub(crate) deals: u64,
    pub(crate) record: bool,
    /// The time that a program may stay silent while an answer is due.
    pub(crate) reply_limit: Duration,
}

/// The usual time that a program may stay silent.
pub(crate) const REPLY_LIMIT: Duration = Duration::from_secs(10);

pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DealResult {
    pub(crate) number: u64,
    /// The hand with A alone, then the hand with B alone.
    pub(crate) hands: [HandResult; 2],
    /// The hands as text, when they are recorded.
    pub(crate) lines: Vec<String>,
    /// The number of illegal answers of programs.
    pub(crate) illegal: u32,
}

impl DealResult {
    /// Returns the share that A won of both hands, from 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        f64::from(self.hands[0].half_wins + self.hands[1].half_wins) / 4.0
    }
}

impl MatchRunner {
    pub(crate) fn player(&self, team: Team) -> &Player {
        &self.players[team as usize]
    }

    fn failure(&self, team: Team, fault: &anyhow::Error, deal: Option<&InFlightDeal>) -> anyhow::Error {
        anyhow!("{}{}: {fault}", self.player(team), deal.map_or(String::new(), InFlightDeal::place_text))
    }

    /// Plays, and gives deals to `count` in the order of their numbers, until all are played, `count` breaks, `stop` is set or a program fails. The
    /// counted deals have no gaps, except after a failure: then the finished deals are counted too.
    pub(crate) fn run(
        &self,
        threads: usize,
        stop: &AtomicBool,
        mut count: impl FnMut(&DealResult) -> ControlFlow<()>,
    ) -> anyhow::Result<()> {
        let shared = SharedState { next: AtomicU64::new(0), halt: AtomicBool::new(false) };
        let (done, finished) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (shared, done) = (&shared, done.clone());
                scope.spawn(move || worker::run(self, shared, &done));
            }
            drop(done);
            let mut early = BTreeMap::new();
            let mut next = 0;
            let result = 'counting: loop {
                if stop.load(Ordering::Relaxed) {
                    break Ok(());
                }
                match finished.recv_timeout(Duration::from_millis(50)) {
                    Ok(Ok(pair)) => early.insert(pair.number, pair),
                    Ok(Err(failure)) => {
                        // The threads see `halt` and end; the deals that they finished before still count.
                        early.extend(finished.iter().flatten().map(|pair| (pair.number, pair)));
                        let _ = early.values().try_for_each(&mut count);
                        break Err(failure);
                    }
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                };
                while let Some(pair) = early.remove(&next) {
                    next += 1;
                    if count(&pair).is_break() {
                        break 'counting Ok(());
                    }
                }
            };
            shared.halt.store(true, Ordering::Relaxed);
            result
        })
    }
}
