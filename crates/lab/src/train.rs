//! `lab train`: a net learns the game by playing against itself. Round after round hands are played by the nets as they
//! are, and the nets learn from what came of them. A round depends on nothing but the state before it and the seed: not
//! on threads, and not on having been stopped.

mod exam;
mod learner;
mod report;
mod school;
mod state;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use engine::net::Weights;
use engine::net::weights::write;
use rules::Seed;

use crate::match_runner::cores;
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};
use exam::{Mark, OPPONENTS};
use learner::{Lessons, Pace};
use school::{Course, Lesson, School, Teacher};
use state::State;

/// Train the nets by self-play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many rounds in all
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rounds: u64,
    /// How many hands a round
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..=65536))]
    hands: u64,
    /// Fixes everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the training stands is kept in this folder; one that is there already is gone on with
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<std::num::NonZero<usize>>,
    /// How far weights move at first, in millionths; at the end a fortieth of that
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// The rate falls from this round on; for a training that goes on after its end
    #[arg(long, value_name = "ROUNDS", default_value_t = 0)]
    fall_from: u64,
    /// How much of a play's worth is taken from the open net at once, in percent; the rest is left to later turns
    #[arg(long, value_name = "PERCENT", default_value_t = 15, value_parser = clap::value_parser!(u32).range(0..=100))]
    at_once: u32,
    /// Stop when so many rounds are done, as a kill would; the same command without this goes on
    #[arg(long, value_name = "ROUNDS")]
    pause_after: Option<u64>,
    /// Play an exam after so many rounds; 0 never
    #[arg(long, value_name = "ROUNDS", default_value_t = 50)]
    exam_every: u64,
    /// Also write the table and curve of strength into this page, as its section "training"
    #[arg(long, value_name = "FILE.md")]
    write: Option<PathBuf>,
}

/// Rounds in which the rule policy shows how the game goes.
const SHOWN_ROUNDS: u64 = 5;
/// Half of the sums learn alone for so many of 100 rounds, then each is split: few learn faster, many learn more.
const SPLIT_AFTER: u64 = 40;
/// In so many of 100 hands one side is played by a guest at last. None come at first: a hand with a guest teaches half as much.
const GUESTS_AT_LAST: u64 = 36;
/// A checkpoint is written after so many rounds.
const KEEP_EVERY: u64 = 10;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let Args { rounds, fall_from, .. } = args;
    ensure!(fall_from < rounds, "--fall-from {fall_from}: the rate has to fall within --rounds {rounds}");
    fs::create_dir_all(&args.dir).with_context(|| args.dir.display().to_string())?;
    let threads = args.threads.map_or_else(cores, std::num::NonZero::get);
    let stop = stop_on_ctrl_c()?;
    let path = args.dir.join("state.bin");
    let mut state = State::open(&path, Seed(args.seed))?;
    let started = Instant::now();
    let first = state.round;
    let mut progress = Progress::new(args.rounds, "rounds", started);
    let last = args.pause_after.map_or(args.rounds, |rounds| rounds.min(args.rounds));
    while state.round < last && !stop.load(Ordering::Relaxed) {
        let losses = state.go_on(args, threads);
        progress.show(state.round, || format!("loss {:.3}", losses.iter().sum::<f64>() / 6.0));
        if args.exam_every > 0 && state.round.is_multiple_of(args.exam_every) {
            let weights = Weights::read(&state.weights_file()).expect("what was just written can be read");
            if let Some(mark) = exam::examine(&weights, state.round, threads, &stop)? {
                state.marks.push(mark);
                progress.clear();
                writeln!(out, "{}", told(&mark, args, started.elapsed().as_secs()))?;
                out.flush()?;
            }
        }
        if state.round.is_multiple_of(KEEP_EVERY) || state.round == last {
            state.save(&path)?;
            fs::write(args.dir.join("net.bin"), state.weights_file())?;
        }
    }
    progress.clear();
    if stop.load(Ordering::Relaxed) {
        writeln!(out, "stopped after round {}; the same command goes on from the last one kept", state.round)?;
        out.flush()?;
        return Err(Interrupted.into());
    }
    let weights = Weights::read(&state.weights_file()).expect("what was just written can be read");
    let seconds = started.elapsed().as_secs();
    let rounds = state.round - first;
    writeln!(out, "{rounds} rounds in {seconds} s; weights {:016x} in {}", weights.digest(), args.dir.display())?;
    args.write.as_ref().map_or(Ok(()), |page| report::write(page, &state.marks, args.hands, weights.digest()))
}

/// A mark as a line.
fn told(mark: &Mark, args: &Args, seconds: u64) -> String {
    let shares: Vec<String> = OPPONENTS
        .iter()
        .zip(mark.shares)
        .map(|(name, share)| format!("{:.1}% against {name}", 100.0 * share))
        .collect();
    let hands = mark.round * args.hands;
    format!("round {} of {}, {hands} hands, {seconds} s: {}", mark.round, args.rounds, shares.join(", "))
}

impl State {
    /// Plays and learns one round; answers the nets' losses.
    fn go_on(&mut self, args: &Args, threads: usize) -> [f64; 6] {
        let seed = Seed(args.seed).stream(self.round);
        let weights = Weights::read(&self.weights_file()).expect("what was just written can be read");
        let teacher = if self.round < SHOWN_ROUNDS { Teacher::Policy { whims: 100 } } else { Teacher::Nets(&weights) };
        let at_once = args.at_once as f32 / 100.0;
        let done = self.round.saturating_sub(args.fall_from) as f32 / (args.rounds - args.fall_from) as f32;
        let guests = (GUESTS_AT_LAST * self.round / args.rounds) as u32;
        let lesson = Lesson { curious: 40, blind: 4, at_once, strong: 25, guests };
        if self.round >= args.rounds * SPLIT_AFTER / 100 {
            let narrow = self.learners.iter_mut().enumerate().filter(|(_, learner)| learner.is_narrow());
            narrow.for_each(|(place, learner)| learner.split(seed.stream(1 << 34 | place as u64)));
        }
        let course = play(&teacher, &lesson, seed, args.hands, threads);
        // Down to a fortieth, along half a wave.
        let fall = 0.025 + 0.975 * 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
        let pace = Pace { batch: 512, rate: args.rate as f32 * 1e-6 * fall, times: 1 };
        let losses = self.learn(&course, pace, seed, threads);
        self.round += 1;
        losses
    }

    fn learn(&mut self, course: &Course, pace: Pace, seed: Seed, threads: usize) -> [f64; 6] {
        let next = AtomicUsize::new(0);
        let losses = Mutex::new([0.0; 6]);
        let learners: Vec<Mutex<_>> = self.learners.iter_mut().map(Mutex::new).collect();
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let place = next.fetch_add(1, Ordering::Relaxed)
                        && place < learners.len()
                    {
                        let mut learner = learners[place].lock().expect("nobody panics");
                        let loss = learner.learn(&course[place], pace, seed.stream(1 << 32 | place as u64));
                        losses.lock().expect("nobody panics")[place] = loss;
                    }
                });
            }
        });
        losses.into_inner().expect("nobody panics")
    }

    fn weights_file(&self) -> Vec<u8> {
        write(&std::array::from_fn(|place| self.learners[place].layers()))
    }
}

/// Plays a round's hands; lessons come in the order of hands, whoever played them.
fn play(teacher: &Teacher, lesson: &Lesson, seed: Seed, hands: u64, threads: usize) -> Course {
    const SHARE: u64 = 64;
    let next = AtomicU64::new(0);
    let shares: Mutex<Vec<(u64, Course)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut school = School::new();
                while let share = next.fetch_add(1, Ordering::Relaxed)
                    && share * SHARE < hands
                {
                    let mut course = Course::default();
                    for hand in share * SHARE..((share + 1) * SHARE).min(hands) {
                        school.play(teacher, lesson, seed.stream(hand), &mut course);
                    }
                    shares.lock().expect("nobody panics").push((share, course));
                }
            });
        }
    });
    let mut shares = shares.into_inner().expect("nobody panics");
    shares.sort_by_key(|share| share.0);
    let mut all = Course::default();
    for (_, course) in shares {
        all.iter_mut().zip(course).for_each(|(all, lessons): (&mut Lessons, _)| all.append(lessons));
    }
    all
}
