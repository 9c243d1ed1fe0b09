//! Self-play, and what is written down of each turn with a choice.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::cases::{FACTS, MOVES};
use engine::decide;
use engine::decide::case;

use super::judge::Judge;
use super::{Args, Plan};
use crate::match_runner::game::{Setup, Team};
use crate::report::progress::Progress;

/// No such move.
pub(super) const NONE: i16 = i16::MIN;

/// Turns in the order in which they were played, those of one hand side by side.
#[derive(Default)]
pub(super) struct CaseTable {
    /// A row of answers a case, in the order of [`FACTS`].
    facts: Vec<i8>,
    /// The gain of each of [`MOVES`] over the choice of the strategies.
    gains: Vec<i16>,
}

impl CaseTable {
    pub(super) fn len(&self) -> usize {
        self.facts.len() / FACTS.len()
    }

    pub(super) fn facts(&self, case: usize) -> &[i8] {
        &self.facts[case * FACTS.len()..][..FACTS.len()]
    }

    pub(super) fn gains(&self, case: usize) -> &[i16] {
        &self.gains[case * MOVES.len()..][..MOVES.len()]
    }

    pub(super) fn add(&mut self, facts: &[i16], gains: &[i16]) {
        self.facts.extend(facts.iter().map(|&fact| i8::try_from(fact).expect("facts are small")));
        self.gains.extend(gains);
    }

    fn append(&mut self, mut other: CaseTable) {
        self.facts.append(&mut other.facts);
        self.gains.append(&mut other.gains);
    }
}

/// One hand of this many is held out.
pub(super) const HELD_OUT: u64 = 3;

/// Hands that are handed in together.
const SHARE: u64 = 64;

/// The number of hands played, the cases to grow from and those held out, of all three seats. It plays all hands unless
/// it is stopped.
pub(super) fn play_all(args: &Args, plan: &Plan, threads: usize, stop: &AtomicBool) -> (u64, [CaseTable; 2]) {
    let next = AtomicU64::new(0);
    let played = AtomicU64::new(0);
    let shares: Mutex<Vec<(u64, [CaseTable; 2])>> = Mutex::new(Vec::new());
    let mut progress = Progress::new(args.hands, "hands", Instant::now());
    thread::scope(|scope| {
        let work = || {
            let mut recorder = Recorder::new(args, plan);
            while let share = next.fetch_add(1, Ordering::Relaxed)
                && share * SHARE < args.hands
                && !stop.load(Ordering::Relaxed)
            {
                let mut records = [CaseTable::default(), CaseTable::default()];
                for hand in share * SHARE..((share + 1) * SHARE).min(args.hands) {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    recorder.play(hand, &mut records[usize::from(hand % HELD_OUT == 0)]);
                    played.fetch_add(1, Ordering::Relaxed);
                }
                shares.lock().expect("no thread panics").push((share, records));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(20));
            progress.show(played.load(Ordering::Relaxed), String::new);
        }
    });
    progress.clear();
    let mut shares = shares.into_inner().expect("no thread panics");
    shares.sort_by_key(|share| share.0);
    let mut all = [CaseTable::default(), CaseTable::default()];
    for (_, records) in shares {
        all.iter_mut().zip(records).for_each(|(all, record)| all.append(record));
    }
    (played.into_inner(), all)
}

/// One thread's tools.
struct Recorder<'a> {
    plan: &'a Plan,
    setup: Setup,
    judge: Judge,
    scratch: engine::Scratch,
}

impl<'a> Recorder<'a> {
    fn new(args: &Args, plan: &'a Plan) -> Recorder<'a> {
        let setup = Setup { rules: args.ruleset, auction: false, b_assumes: None, seed: rules::Seed(args.seed) };
        Recorder { plan, setup, judge: Judge::new(plan.source, &args.ruleset), scratch: plan.player.scratch() }
    }

    fn play(&mut self, hand: u64, record: &mut CaseTable) {
        let mut game = self.setup.game(hand, Team::A);
        while let Some(chair) = game.turn() {
            let (view, seed) = (game.view(chair), game.hand_seed(chair));
            if let Some(case) = case(view, &self.plan.player.persona, seed, &mut self.scratch) {
                let me = view.seat().expect("cases are of the play");
                self.judge.worths(game.table(), view, me, |worth| {
                    let usual = worth(case.usual);
                    let gain = |play: &Option<_>| play.map_or(NONE, |play| (worth(play) - usual) as i16);
                    let gains: Vec<i16> = case.moves.iter().map(gain).collect();
                    record.add(&case.facts, &gains);
                });
            }
            let decision = decide(view, &self.plan.player.persona, seed, &mut self.scratch);
            game.act(decision.expect("the chair has the turn").action).expect("a decision is legal");
        }
    }
}
