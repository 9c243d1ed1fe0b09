//! The cases of self-play or of a log.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use engine::cases::{FACTS, MOVES};
use engine::decide;
use engine::decide::case;
use engine::game_state::GameState;
use engine::net::{Accumulator, CHANCE_ONE, NetInput, Past, Weights};
use engine::opponents::belief::Belief;
use engine::search::rollout::RulePolicy;
use engine::turn_facts::TurnFacts;
use rules::{Combo, Hand, Ruleset, Seat, Seed, Stage, View};

use super::{Args, GrowthPlan};
use crate::commands::replay;
use crate::match_runner::game::{Setup, Team};
use crate::report::Progress;
use crate::work;

/// The gain of a move that does not exist.
pub(super) const NO_MOVE: i16 = i16::MIN;

/// Recorded turns, in the order of the hands or of the log.
#[derive(Default)]
pub(super) struct CaseTable {
    /// A row of answers for each case, in the order of [`FACTS`].
    facts: Vec<i8>,
    /// The gain of each of [`MOVES`] over the usual choice.
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

/// About one hand in this many is held out.
pub(super) const HELD_OUT_STEP: u64 = 3;

const ITEMS_PER_JOB: u64 = 64;

pub(super) struct CaseInputs<'a> {
    pub(super) args: &'a Args,
    pub(super) plan: &'a GrowthPlan,
    pub(super) threads: usize,
    pub(super) stop: &'a AtomicBool,
}

/// Plays all hands unless it is stopped. Returns their number, the cases for growth and the held-out ones, of all three
/// seats.
pub(super) fn play_hands(inputs: &CaseInputs) -> (u64, [CaseTable; 2]) {
    gather_cases(inputs, inputs.args.hands, "hands", |recorder, hand, records| {
        recorder.play_hand(hand, &mut records[usize::from(hand % HELD_OUT_STEP == 0)]);
    })
}

/// Reads turns from a log instead of playing hands. Turns with the same seed count as one hand. Leaves out turns of another ruleset and turns
/// before the play.
pub(super) fn read_log(inputs: &CaseInputs, path: &Path) -> anyhow::Result<(u64, [CaseTable; 2])> {
    let args = inputs.args;
    let text = fs::read_to_string(path).with_context(|| format!("--recorded {}", path.display()))?;
    let mut turns = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let turn = replay::turn(line).with_context(|| format!("--recorded {}: line {}", path.display(), index + 1))?;
        let fits = |view: &View| view.rules().without_wilds() == args.ruleset && view.board().stage() == Stage::Play;
        turns.extend(turn.filter(|(view, _)| view.is_my_turn() && fits(view)));
    }
    if turns.is_empty() {
        bail!("--recorded {}: no line has a turn of the play of {}", path.display(), args.ruleset);
    }
    let hands = turns.iter().map(|(_, seed)| *seed).collect::<HashSet<Seed>>().len() as u64;
    let (_, records) = gather_cases(inputs, turns.len() as u64, "turns", |recorder, index, records| {
        let (view, seed) = &turns[index as usize];
        recorder.record_turn(view, *seed, &mut records[usize::from(seed.0 % HELD_OUT_STEP == 0)]);
    });
    Ok((hands, records))
}

fn gather_cases(
    inputs: &CaseInputs,
    count: u64,
    unit: &'static str,
    write: impl Fn(&mut Recorder<'_>, u64, &mut [CaseTable; 2]) + Sync,
) -> (u64, [CaseTable; 2]) {
    let (&CaseInputs { args, plan, threads, stop }, write) = (inputs, &write);
    let worker = || {
        let mut recorder = Recorder::new(args, plan);
        move |share: u64| {
            let mut records = [CaseTable::default(), CaseTable::default()];
            let mut done = 0;
            let items = share * ITEMS_PER_JOB..((share + 1) * ITEMS_PER_JOB).min(count);
            for item in items.take_while(|_| !stop.load(Ordering::Relaxed)) {
                write(&mut recorder, item, &mut records);
                done += 1;
            }
            (done, records)
        }
    };
    let mut progress = Progress::new(count, unit, Instant::now());
    let shown = |done: u64| progress.show((done * ITEMS_PER_JOB).min(count), String::new);
    let shares = work::run_jobs(count.div_ceil(ITEMS_PER_JOB), threads, stop, worker, shown);
    progress.clear();
    let (mut done, mut all) = (0, [CaseTable::default(), CaseTable::default()]);
    for (some, records) in shares {
        done += some;
        all.iter_mut().zip(records).for_each(|(all, record)| all.append(record));
    }
    (done, all)
}

struct Recorder<'a> {
    plan: &'a GrowthPlan,
    setup: Setup,
    judge: Judge,
    scratch: engine::Scratch,
}

impl<'a> Recorder<'a> {
    fn new(args: &Args, plan: &'a GrowthPlan) -> Recorder<'a> {
        let setup = Setup { rules: args.ruleset, auction: false, seed: rules::Seed(args.seed) };
        Recorder { plan, setup, judge: Judge::new(plan.source, &args.ruleset), scratch: plan.player.scratch() }
    }

    fn play_hand(&mut self, hand: u64, record: &mut CaseTable) {
        let mut game = self.setup.game(hand, Team::A);
        while let Some(chair) = game.turn() {
            let (view, seed) = (game.view(chair), game.hand_seed(chair));
            let hands = Seat::ALL.map(|seat| game.table().hand_of(seat).unwrap_or(Hand::EMPTY));
            self.record_case(view, seed, hands, record);
            let decision = decide(view, &self.plan.player.persona, seed, &mut self.scratch);
            game.act(decision.expect("the chair has the turn").action).expect("a decision is legal");
        }
    }

    /// Records a turn of a log, with hidden hands drawn from the belief.
    fn record_turn(&mut self, view: &View, seed: Seed, record: &mut CaseTable) {
        if let Some(belief) = Belief::new(view, seed) {
            let hands = belief.world(0).hands();
            self.record_case(view, seed, hands, record);
        }
    }

    fn record_case(&mut self, view: &View, seed: Seed, hands: [Hand; 3], record: &mut CaseTable) {
        let Some(case) = case(view, &self.plan.player.persona, seed, &mut self.scratch) else { return };
        let me = view.seat().expect("cases are of the play");
        self.judge.value_plays(hands, view, me, |value| {
            let usual = value(case.usual);
            let gain = |play: &Option<_>| play.map_or(NO_MOVE, |play| (value(play) - usual) as i16);
            let gains: Vec<i16> = case.moves.iter().map(gain).collect();
            record.add(&case.facts, &gains);
        });
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum JudgeKind {
    /// The seat-view net: it sees what the seat sees, and knows only the plain rulesets
    Net,
    /// The hand played to its end by the rollout policy, with the dealt cards or, for a log, likely ones; for
    /// every ruleset
    Play,
}

enum Judge {
    Net(Box<Weights>),
    Play(Box<RulePolicy>),
}

impl Judge {
    fn new(source: JudgeKind, rules: &Ruleset) -> Judge {
        match source {
            JudgeKind::Net => Judge::Net(Box::new(Weights::shipped())),
            JudgeKind::Play => Judge::Play(Box::new(RulePolicy::new(rules))),
        }
    }

    /// Passes a function to `ask` that returns a play's value for the side of `me`, in [`CHANCE_ONE`]ths. The net does not
    /// read `hands`.
    fn value_plays(
        &mut self,
        hands: [Hand; 3],
        view: &View,
        me: Seat,
        mut ask: impl FnMut(&mut dyn FnMut(Option<Combo>) -> i32),
    ) {
        match self {
            Judge::Net(weights) => {
                let (past, turn) = (Past::of(view), TurnFacts::of(view).expect("a seat plays"));
                let accumulator = Accumulator::new(weights, NetInput::of(&turn, &past));
                ask(&mut |play| match play {
                    Some(play) if play.cards() == view.hand() => CHANCE_ONE,
                    play => accumulator.value(play).chance(),
                });
            }
            Judge::Play(policy) => {
                let start = GameState::new(hands, me, view.course().standing());
                ask(&mut |play| {
                    let mut playing = start;
                    let mut next = play;
                    loop {
                        if let Some(winner) = playing.act(next) {
                            return if winner == me.side() { CHANCE_ONE } else { 0 };
                        }
                        next = policy.choose(&playing);
                    }
                });
            }
        }
    }
}
