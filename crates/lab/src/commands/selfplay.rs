//! `lab selfplay`: plays many hands at a time by nets of another process, and writes samples for learning.
//!
//! This process knows the game: it lists plays, forks hands and computes targets. `tools/train` holds the nets: it answers questions in
//! large batches, on a GPU where there is one, and learns from the samples. [`training_files`] has the questions and the samples.
//! Self-play ends when its standard input closes: the training closes it, or ends itself.

mod hand;
mod pool;
mod returns;
mod training_files;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use engine::Profile;
use engine::net::{Layout, Weights};
use rules::{Plays, Ruleset, Seat, Seed, Side};

use crate::float_net::FloatNet;
use hand::{HandInPlay, NetOutputs, NextStep, SHORTLIST_LEN, SharedData};
use pool::OpponentPool;
use training_files::{NET_COUNT, Questions, SampleFiles, SampleSets};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the questions, of the counts, and of the samples in a folder "samples"; best in shared memory
    #[arg(long, value_name = "FOLDER", required_unless_present = "start")]
    work: Option<PathBuf>,
    /// Write the nets that a training begins with, the small nets in the form of deep ones, and end
    #[arg(long, value_name = "FOLDER", conflicts_with = "work")]
    start: Option<PathBuf>,
    /// A weights file whose small nets choose which plays the deep nets value, or "shipped"
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    small: PathBuf,
    /// The number of this process among those of a training
    #[arg(long, default_value_t = 0)]
    process: u32,
    /// Seed of the deals and of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hands of each of two groups: one plays while the other waits for values
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=8192))]
    hands: u32,
    /// Samples in a file
    #[arg(long, default_value_t = 32768, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    per_file: u32,
    /// The ruleset of the hands, with ranks as printed
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
}

const COUNTS_INTERVAL: Duration = Duration::from_secs(3);

#[derive(Default)]
struct Counts {
    hands: u64,
    forks: u64,
    /// Measured hands of the learning nets, as landlord and as peasants: hands, wins, the sums of scores and of their squares.
    measured: [[i64; 4]; 2],
}

impl Counts {
    fn add(&mut self, hand: &HandInPlay, winner: Side) {
        let number = if hand.is_fork { &mut self.forks } else { &mut self.hands };
        *number += 1;
        if let Some((side, score)) = hand.measured_result(winner) {
            let counts = &mut self.measured[usize::from(side == Side::Peasants)];
            let more = [1, i64::from(side == winner), score, score * score];
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }

    fn write(&self, samples: u64, path: &Path) -> io::Result<()> {
        let measured = self.measured.as_flattened().iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let beside = path.with_extension("new");
        fs::write(&beside, format!("{} {} {samples} {measured}\n", self.hands, self.forks))?;
        fs::rename(&beside, path)
    }
}

/// Hands that wait for values together.
struct HandGroup {
    hands: Vec<HandInPlay>,
    /// The hands that wait, by the net that they ask.
    waiting: [Vec<usize>; NET_COUNT],
    /// Forked hands that take the places of ended ones.
    forks: Vec<HandInPlay>,
    questions: Questions,
}

struct SelfplayProcess<'a> {
    args: &'a Args,
    work: &'a Path,
    shared: SharedData<'a>,
    begun: u64,
    counts: Counts,
    samples: SampleSets,
    files: SampleFiles,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let nets = Profile::of(&args.ruleset).source();
    ensure!(
        nets.is_own && Layout::of(nets.family) == Layout::Natural,
        "--ruleset {}: deep nets need printed ranks, and rules that have nets of their own",
        args.ruleset
    );
    let weights = super::read_weights("--small", &args.small)?;
    ensure!(weights.has_full_information(), "--small {}: these nets are for wild ranks", args.small.display());
    if let Some(folder) = &args.start {
        return write_start_nets(&weights, folder, args.seed, out);
    }
    let work = args.work.as_deref().expect("the command line has --start or --work");
    let samples = work.join("samples");
    fs::create_dir_all(&samples).with_context(|| format!("--work {}", work.display()))?;
    let shared = SharedData { rules: args.ruleset, weights: &weights, pool: OpponentPool::new(), plays: Plays::new() };
    let files = SampleFiles::new(samples, args.per_file as usize, args.process);
    let (counts, samples) = (Counts::default(), SampleSets::default());
    SelfplayProcess { args, work, shared, begun: 0, counts, samples, files }.run(&stop_at_end_of_input())
}

fn write_start_nets(weights: &Weights, folder: &Path, seed: u64, out: &mut impl Write) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("--start {}", folder.display()))?;
    for (seat, small) in Seat::ALL.into_iter().zip(weights.layers()) {
        let path = folder.join(format!("deep.{}.f32", seat.index()));
        let net = FloatNet::of_small_net(&small, &mut Seed(seed).stream(seat.index() as u64).rng());
        fs::write(&path, net.write()).with_context(|| format!("--start {}", path.display()))?;
        writeln!(out, "{}: {}", path.display(), seat.name())?;
    }
    Ok(())
}

/// Makes a flag that is set when standard input ends. A killed training closes it too, so self-play ends with the training.
fn stop_at_end_of_input() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    thread::spawn(move || {
        // An unreadable input counts as ended.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        raised.store(true, Ordering::Relaxed);
    });
    stop
}

impl SelfplayProcess<'_> {
    fn run(&mut self, stop: &AtomicBool) -> anyhow::Result<()> {
        let counts = self.work.join(format!("counts{:03}", self.args.process));
        let mut groups = [self.new_group(0)?, self.new_group(1)?];
        let mut written = Instant::now();
        for group in &mut groups {
            let all = 0..group.hands.len();
            self.play_hands(group, all, stop)?;
        }
        while !stop.load(Ordering::Relaxed) {
            for group in &mut groups {
                let Some(values) = group.questions.wait_for_values(stop)? else { return Ok(()) };
                let waited = SelfplayProcess::choose_plays(group, &values);
                self.play_hands(group, waited, stop)?;
            }
            if written.elapsed() > COUNTS_INTERVAL {
                written = Instant::now();
                self.counts.write(self.files.samples, &counts)?;
            }
        }
        Ok(())
    }

    fn new_group(&mut self, number: usize) -> anyhow::Result<HandGroup> {
        let path = self.work.join(format!("questions{:03}.{number}", self.args.process));
        // A pass may be valued in addition.
        let plays = self.args.hands as usize * (SHORTLIST_LEN + 1);
        let questions = Questions::create(&path, plays).with_context(|| format!("--work {}", path.display()))?;
        let hands = (0..self.args.hands).map(|_| self.next_hand()).collect();
        Ok(HandGroup { hands, waiting: Default::default(), forks: Vec::new(), questions })
    }

    fn next_hand(&mut self) -> HandInPlay {
        self.begun += 1;
        HandInPlay::new(&self.shared, Seed(self.args.seed).stream(self.begun))
    }

    /// Lets the waiting hands choose, and returns their places.
    fn choose_plays(group: &mut HandGroup, mut values: &[NetOutputs]) -> Vec<usize> {
        let waited: Vec<usize> = group.waiting.iter_mut().flat_map(std::mem::take).collect();
        for &place in &waited {
            let hand = &mut group.hands[place];
            let (of_hand, rest) = values.split_at(hand.waiting_count());
            values = rest;
            group.forks.extend(hand.choose(of_hand));
        }
        waited
    }

    /// Plays the hands at these places until each waits for values, and asks for the values. A hand that ends is replaced.
    fn play_hands(
        &mut self,
        group: &mut HandGroup,
        places: impl IntoIterator<Item = usize>,
        stop: &AtomicBool,
    ) -> anyhow::Result<()> {
        for place in places {
            while let NextStep::Over(winner) = group.hands[place].advance(&mut self.shared) {
                let hand = &group.hands[place];
                hand.add_samples(winner, &mut self.samples);
                self.counts.add(hand, winner);
                self.files.write_full_sets(&mut self.samples, stop).context("--work")?;
                group.hands[place] = group.forks.pop().unwrap_or_else(|| self.next_hand());
            }
            group.waiting[group.hands[place].net_number()].push(place);
        }
        let counts = std::array::from_fn(|net| {
            let asked = group.waiting[net].iter().map(|&place| group.hands[place].waiting_count() as u32);
            asked.sum()
        });
        for &place in group.waiting.iter().flatten() {
            group.hands[place].questions().for_each(|rows| group.questions.add(&rows));
        }
        Ok(group.questions.ask(counts)?)
    }
}
