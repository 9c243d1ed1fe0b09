//! `lab train`: the nets learn the game by self-play. In each round the current nets play hands, then they learn from the results:
//! first the seat-view nets, then, from hands that those play, the full-information nets.
//! A round depends only on the checkpoint before it and on the seed: not on the number of threads, nor on interruptions.

mod checkpoint;
mod evaluation;
mod learner;
mod report;
mod self_play;
pub(crate) mod float_net;
pub(crate) mod deep_self_play;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, ensure};
use engine::Persona;
use engine::net::weights::{Layers, write};
use engine::net::{Layout, Objective, Weights};
use rules::{Ruleset, Seed};

use crate::match_runner::cores;
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};
use crate::work;
use checkpoint::Checkpoint;
use engine::Profile;
use evaluation::{CurvePoint, OPPONENTS};
use learner::{Learner, OptimizerConfig, Samples};
use self_play::{BehaviourPolicy, NetKind, Returns, SampleSets, SelfPlay, SelfPlayConfig};

/// Train the nets by self-play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of rounds that the seat-view nets learn, which choose plays
    #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    rounds: u64,
    /// Number of rounds that the full-information nets learn after that, which judge the worlds of a search; 0 where ranks are wild
    #[arg(long, value_name = "ROUNDS", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    judge_rounds: u64,
    /// Hands of a round
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..=65536))]
    hands: u64,
    /// Begin with the nets of this weights file instead of fresh ones, "shipped" for those of this build; for the first command alone
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Take the full-information nets from this weights file instead, "shipped" for those of this build
    #[arg(long, value_name = "FILE", requires = "init")]
    judges: Option<PathBuf>,
    /// Seed of the deals and the fresh weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the checkpoint; a training that is there already is resumed
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// The ruleset of the hands: one with ranks as printed, one that answers as the Journey does, or one with wild ranks, which begins
    /// with --init. Given several times, the hands take turns
    #[arg(long = "ruleset", default_value = "classic")]
    rulesets: Vec<Ruleset>,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Learning rate of both kinds of nets at first, in millionths; at the end a fortieth of that
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rate: u32,
    /// λ of the returns in percent: how much of a target comes from later turns rather than from the next value
    #[arg(long, value_name = "PERCENT", default_value_t = 80, value_parser = clap::value_parser!(u32).range(0..=100))]
    td_lambda: u32,
    /// The nets' objective in self-play: both are learned in any case
    #[arg(long, value_enum, default_value_t = PlaysFor::Score)]
    objective: PlaysFor,
    /// Percent of hands in which the opponent pool plays one side in the last round of the seat-view nets
    #[arg(long, value_name = "PERCENT", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=100))]
    pool_share: u32,
    /// Stop after this many rounds, as a kill would; the same command without this option resumes
    #[arg(long, value_name = "ROUNDS")]
    pause_after: Option<u64>,
    /// Evaluate the seat-view nets every this many of their rounds; 0 never
    #[arg(long, value_name = "ROUNDS", default_value_t = 50)]
    eval_every: u64,
    /// Also write the table and curve of strength into this page, as its section "training"
    #[arg(long, value_name = "FILE.md")]
    write: Option<PathBuf>,
    /// The persona that plays one side of every hand, so that the nets learn to beat it and nothing else.
    #[arg(skip)]
    to_beat: Option<Box<Persona>>,
}

impl Args {
    /// The nets that the training begins with, unless they are fresh.
    fn initial(&self, layout: Layout) -> anyhow::Result<Option<Vec<Layers>>> {
        let Some(file) = &self.init else { return Ok(None) };
        let mut nets = layers_of("--init", file, layout)?;
        if let Some(file) = &self.judges {
            let judges = layers_of("--judges", file, layout)?;
            nets.splice(3.., judges.into_iter().skip(3));
        }
        Ok(Some(nets))
    }

    /// The rounds of both kinds of nets.
    fn rounds_in_all(&self) -> u64 {
        self.rounds + self.judge_rounds
    }

    /// The nets that learn in a round.
    fn phase(&self, round: u64) -> Phase {
        if round < self.rounds {
            Phase { kind: NetKind::SeatView, round, rounds: self.rounds }
        } else {
            Phase { kind: NetKind::FullInformation, round: round - self.rounds, rounds: self.judge_rounds }
        }
    }

    /// A training from the shipped nets against one persona.
    pub(crate) fn to_beat(
        persona: Persona,
        dir: &Path,
        rounds: u64,
        seed: u64,
        threads: Option<NonZero<usize>>,
    ) -> Args {
        let objective = match persona.objective() {
            Objective::Wins => PlaysFor::Wins,
            Objective::Score => PlaysFor::Score,
        };
        Args {
            rounds,
            // A bare net plays for them.
            judge_rounds: 0,
            hands: 2048,
            init: Some(PathBuf::from("shipped")),
            judges: None,
            seed,
            dir: dir.to_owned(),
            rulesets: vec![Ruleset::CLASSIC],
            threads,
            rate: 1000,
            td_lambda: 85,
            objective,
            pool_share: 100,
            pause_after: None,
            eval_every: 0,
            write: None,
            to_beat: Some(Box::new(persona)),
        }
    }
}

/// The use of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum PlaysFor {
    /// The chance to win
    Wins,
    /// The expected score
    Score,
}

impl PlaysFor {
    fn objective(self) -> Objective {
        match self {
            PlaysFor::Wins => Objective::Wins,
            PlaysFor::Score => Objective::Score,
        }
    }
}

/// A round of the training as one of the rounds of the nets that learn in it.
#[derive(Clone, Copy)]
struct Phase {
    kind: NetKind,
    round: u64,
    rounds: u64,
}

impl Phase {
    /// The learning rate as a share of the first one: it decreases to a fortieth along half a cosine wave. Nets of a weights file begin
    /// at 0, while the optimizer's moments settle.
    fn rate(&self, is_fresh: bool) -> f32 {
        let done = self.round as f32 / self.rounds as f32;
        let decay = 0.025 + 0.975 * 0.5 * (1.0 + (done * std::f32::consts::PI).cos());
        let rise = if is_fresh { 1.0 } else { ((self.round + 1) as f32 / RATE_WARMUP_ROUNDS as f32).min(1.0) };
        decay * rise
    }
}

/// In the first rounds of fresh nets targets are outcomes, because the nets' values say nothing yet. Fresh seat-view nets cannot play
/// either: the rule policy plays for them.
const WARMUP_ROUNDS: u64 = 5;
/// Percent of rounds in which the first layer has half of its width; then each sum is split: a narrow net learns faster, a wide one more.
const SPLIT_AFTER_PERCENT: u64 = 40;
/// The rate of nets of a weights file rises from 0 over these rounds.
const RATE_WARMUP_ROUNDS: u64 = 20;
/// Rounds between checkpoints.
const CHECKPOINT_EVERY: u64 = 10;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let stop = stop_on_ctrl_c()?;
    run_until(&stop, args, out)
}

/// Trains until the rounds are done or `stop` is raised.
pub(crate) fn run_until(stop: &AtomicBool, args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let rounds = args.rounds_in_all();
    ensure!(rounds > 0, "--rounds 0 --judge-rounds 0: nothing learns");
    ensure!(args.rounds > 0 || args.init.is_some(), "--rounds 0: the hands are played by nets, so give --init");
    let layout = layout(args)?;
    fs::create_dir_all(&args.dir).with_context(|| args.dir.display().to_string())?;
    let threads = args.threads.map_or_else(cores, NonZero::get);
    let path = args.dir.join("state.bin");
    let mut state = Checkpoint::open(&path, layout, Seed(args.seed), || args.initial(layout))?;
    let started = Instant::now();
    let first = state.round;
    let mut progress = Progress::new(rounds, "rounds", started);
    let last = args.pause_after.map_or(rounds, |pause| pause.min(rounds));
    while state.round < last && !stop.load(Ordering::Relaxed) {
        let losses = state.train_round(args, threads);
        progress.show(state.round, || format!("loss {:.3}", losses.iter().sum::<f64>() / losses.len() as f64));
        if args.eval_every > 0 && state.round <= args.rounds && state.round.is_multiple_of(args.eval_every) {
            let weights = Weights::read(&state.weights_file()).expect("what was just written can be read");
            if let Some(point) = evaluation::evaluate(&weights, args, state.round, threads, stop)? {
                state.curve.push(point);
                progress.clear();
                writeln!(out, "{}", line(&point, args, started.elapsed().as_secs()))?;
                out.flush()?;
            }
        }
        if state.round.is_multiple_of(CHECKPOINT_EVERY) || state.round == last {
            state.save(&path)?;
            fs::write(args.dir.join("net.bin"), state.weights_file())?;
        }
    }
    progress.clear();
    if stop.load(Ordering::Relaxed) {
        writeln!(out, "stopped after round {}; the same command resumes from the last checkpoint", state.round)?;
        out.flush()?;
        return Err(Interrupted.into());
    }
    let weights = Weights::read(&state.weights_file()).expect("what was just written can be read");
    let seconds = started.elapsed().as_secs();
    let rounds = state.round - first;
    writeln!(out, "{rounds} rounds in {seconds} s; weights {:016x} in {}", weights.digest(), args.dir.display())?;
    args.write.as_ref().map_or(Ok(()), |page| report::write(page, &state.curve, args.hands, weights.digest()))
}

/// The layout of the nets that learn these rulesets.
fn layout(args: &Args) -> anyhow::Result<Layout> {
    let of = |rules: &Ruleset| Layout::of(Profile::of(rules).nets().family);
    let layout = args.rulesets.first().map_or(Layout::Natural, of);
    for rules in &args.rulesets {
        ensure!(
            Profile::of(rules).nets().is_own,
            "--ruleset {rules}: the nets know printed ranks, wild ones among them, and the Journey"
        );
        ensure!(of(rules) == layout, "--ruleset {rules}: nets for wild ranks are trained apart from the others");
    }
    if layout == Layout::Wild {
        // Untrained nets cannot play there, and the roll-out policy knows natural cards alone.
        ensure!(args.init.is_some(), "--ruleset {}: where ranks are wild, a training has --init", args.rulesets[0]);
        ensure!(
            args.judge_rounds == 0,
            "--ruleset {}: where ranks are wild there are no full-information nets: give --judge-rounds 0",
            args.rulesets[0]
        );
    }
    Ok(layout)
}

/// The nets of a weights file. Those of natural cards get rows for wild ones that say nothing.
fn layers_of(option: &str, file: &Path, layout: Layout) -> anyhow::Result<Vec<Layers>> {
    let weights = read_weights(option, file)?;
    let weights = if layout == Layout::Wild { weights.widened() } else { weights };
    ensure!(weights.layout().rows() == layout.rows(), "{option} {}: these nets are for wild ranks", file.display());
    Ok(weights.layers())
}

/// A weights file that an option names, or "shipped" for that of this build.
pub(crate) fn read_weights(option: &str, file: &Path) -> anyhow::Result<Weights> {
    if file == Path::new("shipped") {
        return Ok(Weights::shipped());
    }
    let place = || format!("{option} {}", file.display());
    Weights::read(&fs::read(file).with_context(place)?).with_context(place)
}

/// The weight of a squared error of a factor beside the loss of the chance. With wild ranks factors of 16 are common: their errors would
/// drown the chance. After 40 rounds nets won 59% against the rule player with the greater weight, 69% with the smaller one.
const fn factor_weight(layout: Layout) -> f32 {
    match layout {
        Layout::Natural | Layout::Deep => 0.25,
        Layout::Wild => 0.03,
    }
}

/// A point of the curve as a line.
fn line(point: &CurvePoint, args: &Args, seconds: u64) -> String {
    let shares: Vec<String> = OPPONENTS
        .iter()
        .zip(point.results)
        .map(|(name, [share, score])| format!("{:.1}% and {score:+.3} points against {name}", 100.0 * share))
        .collect();
    let hands = point.round * args.hands;
    format!("round {} of {}, {hands} hands, {seconds} s: {}", point.round, args.rounds, shares.join(", "))
}

impl Checkpoint {
    /// Plays and learns one round; returns the losses of the nets that learned.
    fn train_round(&mut self, args: &Args, threads: usize) -> Vec<f64> {
        let seed = Seed(args.seed).stream(self.round);
        let weights = Weights::read(&self.weights_file()).expect("what was just written can be read");
        let phase = args.phase(self.round);
        let is_fresh = args.init.is_none();
        let is_warmup = is_fresh && phase.round < WARMUP_ROUNDS;
        let policy = if is_warmup && phase.kind == NetKind::SeatView {
            BehaviourPolicy::Policy { epsilon: 100 }
        } else {
            BehaviourPolicy::Nets(&weights)
        };
        // It rises from 0, because a hand with an opponent of the pool gives half as many samples.
        let pool_share = match phase.kind {
            NetKind::SeatView if is_fresh => (u64::from(args.pool_share) * phase.round / phase.rounds) as u32,
            _ => args.pool_share,
        };
        let config = SelfPlayConfig {
            sampling_rate: 40,
            epsilon: 4,
            objective: args.objective.objective(),
            learns: phase.kind,
            returns: if is_warmup { Returns::OUTCOME } else { Returns { td_lambda: args.td_lambda as f32 / 100.0 } },
            strong_landlord: 25,
            pool_share,
            to_beat: args.to_beat.as_deref(),
        };
        let places = phase.kind.places();
        if phase.round >= phase.rounds * SPLIT_AFTER_PERCENT / 100 {
            for place in places.clone() {
                if self.learners[place].is_half_width() {
                    self.learners[place].split(seed.stream(1 << 34 | place as u64));
                }
            }
        }
        let samples = play(&policy, &config, seed, args, threads);
        let optimizer = OptimizerConfig {
            batch: 512,
            rate: args.rate as f32 * 1e-6 * phase.rate(is_fresh),
            times: 1,
            factor_weight: factor_weight(Layout::of(Profile::of(&args.rulesets[0]).nets().family)),
        };
        let losses = self.learn(places, &samples, optimizer, seed, threads);
        self.round += 1;
        losses
    }

    /// The nets at `places` learn; returns their losses.
    fn learn(
        &mut self,
        places: Range<usize>,
        samples: &SampleSets,
        config: OptimizerConfig,
        seed: Seed,
        threads: usize,
    ) -> Vec<f64> {
        let learners: Vec<Mutex<_>> = self.learners[places.clone()].iter_mut().map(Mutex::new).collect();
        let learn = |number: u64| {
            let place = places.start + number as usize;
            let mut learner = learners[number as usize].lock().expect("no thread panics");
            learner.learn(&samples[place], config, seed.stream(1 << 32 | place as u64))
        };
        work::jobs(places.len() as u64, threads, &work::NEVER, || learn, |_| ())
    }

    fn weights_file(&self) -> Vec<u8> {
        write(&self.learners.iter().map(Learner::layers).collect::<Vec<_>>())
    }
}

/// Plays a round's hands; samples come in the order of hands, whichever thread played them.
fn play(policy: &BehaviourPolicy, config: &SelfPlayConfig, seed: Seed, args: &Args, threads: usize) -> SampleSets {
    const SHARE: u64 = 64;
    let worker = || {
        let mut self_play = SelfPlay::new(args.to_beat.as_deref());
        move |share: u64| {
            let mut samples = SampleSets::default();
            for hand in share * SHARE..((share + 1) * SHARE).min(args.hands) {
                let rules = &args.rulesets[hand as usize % args.rulesets.len()];
                self_play.play(rules, policy, config, seed.stream(hand), &mut samples);
            }
            samples
        }
    };
    let mut all = SampleSets::default();
    for samples in work::jobs(args.hands.div_ceil(SHARE), threads, &work::NEVER, worker, |_| ()) {
        all.iter_mut().zip(samples).for_each(|(all, more): (&mut Samples, _)| all.append(more));
    }
    all
}
