//! Self-play, and what is written down of each turn with a choice.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::cases::{FACTS, MOVES};
use engine::decide;
use engine::decide::case;

use super::judge::Judge;
use super::{Args, Plan};
use crate::match_runner::game::{Setup, Team};
use crate::report::progress::Progress;
use crate::work;

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
    let worker = || {
        let mut recorder = Recorder::new(args, plan);
        move |share: u64| {
            let mut records = [CaseTable::default(), CaseTable::default()];
            let hands = share * SHARE..((share + 1) * SHARE).min(args.hands);
            let mut played = 0;
            for hand in hands.take_while(|_| !stop.load(Ordering::Relaxed)) {
                recorder.play(hand, &mut records[usize::from(hand % HELD_OUT == 0)]);
                played += 1;
            }
            (played, records)
        }
    };
    let mut progress = Progress::new(args.hands, "hands", Instant::now());
    let shown = |done: u64| progress.show((done * SHARE).min(args.hands), String::new);
    let shares = work::jobs(args.hands.div_ceil(SHARE), threads, stop, worker, shown);
    progress.clear();
    let (mut played, mut all) = (0, [CaseTable::default(), CaseTable::default()]);
    for (hands, records) in shares {
        played += hands;
        all.iter_mut().zip(records).for_each(|(all, record)| all.append(record));
    }
    (played, all)
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
        let setup = Setup { rules: args.ruleset, auction: false, seed: rules::Seed(args.seed) };
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
