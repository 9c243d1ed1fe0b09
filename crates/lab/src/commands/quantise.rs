//! `lab quantise`: converts trained deep nets to integers. The scales are fitted to positions of self-play; the loss is measured
//! on other positions.

mod scales;

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use engine::net::deep::{BATCH_MAX, DeepLayers};
use engine::net::{Accumulator, NetInput, Objective, Past, Prediction, UNIT_FACTOR, UNIT_LOGIT, Weights};
use engine::turn_facts::TurnFacts;
use engine::{Persona, Scratch, decide};
use rules::{Action, Combo, Plays, Ruleset, Seat, Seed, Trick, View};

use crate::float_net::FloatNet;
use crate::match_runner::game::{Setup, Team};
use scales::OutputRanges;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of deep.0.f32 (landlord), deep.1.f32 (down) and deep.2.f32 (up)
    #[arg(long, value_name = "FOLDER")]
    deep: PathBuf,
    /// A weights file whose small nets the new file has, or "shipped"
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    small: PathBuf,
    /// The weights file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Hands of self-play to fit the scales to; as many others measure the loss
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    hands: u64,
    /// The seed of these hands
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let small = super::read_weights("--small", &args.small)?;
    let nets = Seat::ALL.map(|seat| read_net(&args.deep, seat));
    let [landlord, down, up] = nets;
    let nets = [landlord?, down?, up?];
    let mut ranges = Seat::ALL.map(|_| OutputRanges::default());
    each_turn(Seed(args.seed).stream(0), args.hands, &small, |turn| {
        let seat = turn.seat().index();
        turn.feature_rows().for_each(|rows| ranges[seat].observe(&nets[seat].trace(&rows)));
    });
    let mut layers: Vec<DeepLayers> = Vec::new();
    for (net, ranges) in nets.iter().zip(&ranges) {
        layers.push(scales::integer_layers(net, ranges)?);
    }
    let layers: [DeepLayers; 3] = layers.try_into().expect("a net for each seat");
    let bytes = small.write_with_deep_nets(&layers);
    let weights = Weights::read(&bytes).context("the integers are out of range")?;
    fs::write(&args.out, &bytes).with_context(|| format!("--out {}", args.out.display()))?;
    writeln!(out, "{}: {} bytes, digest {}", args.out.display(), bytes.len(), weights.digest())?;
    let mut losses = Seat::ALL.map(|_| Loss::default());
    each_turn(Seed(args.seed).stream(1), args.hands, &weights, |turn| {
        let seat = turn.seat().index();
        losses[seat].add(turn, &nets[seat], &weights);
    });
    writeln!(out, "{}", LOSS_HEAD)?;
    Seat::ALL.iter().zip(&losses).try_for_each(|(seat, loss)| writeln!(out, "{:<10}{loss}", seat.name()))?;
    Ok(())
}

fn read_net(folder: &Path, seat: Seat) -> anyhow::Result<FloatNet> {
    let path = folder.join(format!("deep.{}.f32", seat.index()));
    let bytes = fs::read(&path).with_context(|| format!("--deep {}", path.display()))?;
    FloatNet::read(&bytes).with_context(|| format!("--deep {}", path.display()))
}

/// A turn with a choice, and the plays that the small net likes best.
struct Turn<'a> {
    scene: NetInput<'a>,
    plays: Vec<Option<Combo>>,
}

impl Turn<'_> {
    fn seat(&self) -> Seat {
        self.scene.me
    }

    fn feature_rows(&self) -> impl Iterator<Item = Vec<usize>> {
        self.plays.iter().map(|&play| {
            let mut rows = Vec::new();
            self.scene.emit_features(play, |row| rows.push(row));
            rows
        })
    }
}

/// About one turn with a choice in this many is played at random, for positions that self-play alone does not reach.
const RANDOM_STEP: u32 = 20;

/// Shows each turn of [`turn_with_choice`] to `visit`, in hands of self-play.
fn each_turn(seed: Seed, hands: u64, weights: &Weights, mut visit: impl FnMut(&Turn<'_>)) {
    let player = Persona::named("net").expect("a built-in persona");
    let player = player.with("deep-plays", 0).expect("it may be 0");
    let setup = Setup { rules: Ruleset::DOUZERO, auction: false, seed };
    let (mut scratch, mut plays) = (Scratch::with_weights(weights.clone()), Plays::new());
    for number in 0..hands {
        let mut game = setup.game(number, Team::A);
        while let Some(chair) = game.turn() {
            let view = game.view(chair);
            let past = Past::of(view);
            let turn = turn_with_choice(view, &past, weights, &mut plays);
            let mut rng = game.turn_seed().rng();
            let action = match &turn {
                Some(turn) if rng.below(RANDOM_STEP) == 0 => Action::Play(*rng.pick(&turn.plays).expect("a choice")),
                _ => decide(view, &player, game.hand_seed(chair), &mut scratch).expect("its turn").action,
            };
            turn.iter().for_each(&mut visit);
            game.act(action).expect("it is legal");
        }
    }
}

/// Returns the best plays of a turn; `None` where there is no choice, or a play goes out.
fn turn_with_choice<'a>(view: &View, past: &'a Past, weights: &Weights, plays: &mut Plays) -> Option<Turn<'a>> {
    let scene = NetInput::of(&TurnFacts::of(view).expect("cards are played"), past);
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    let pass = (view.trick() != Trick::Lead).then_some(None);
    if plays.iter().any(|play| play.cards() == view.hand()) {
        return None;
    }
    let accumulator = Accumulator::new(weights, scene);
    let mut plays: Vec<_> = plays.iter().copied().map(Some).chain(pass).collect();
    plays.sort_by_key(|&play| std::cmp::Reverse(accumulator.prediction(play).value(Objective::Score, play)));
    plays.truncate(BATCH_MAX - 1);
    (plays.len() > 1).then_some(Turn { scene, plays })
}

#[derive(Default)]
struct Loss {
    turns: u32,
    plays: u32,
    /// Sums of squared errors: of the log odds, and of the factors of a win and of a loss.
    squares: [f64; 3],
    /// Turns on which the integers choose otherwise than the floats, and what that costs in score by the floats.
    changed: u32,
    regret: f64,
}

const LOSS_HEAD: &str = "seat         turns   plays  error: logit     won    lost  other play  its loss";

impl Loss {
    fn add(&mut self, turn: &Turn<'_>, net: &FloatNet, weights: &Weights) {
        let exact: Vec<[f64; 3]> = turn.feature_rows().map(|rows| net.trace(&rows).heads).collect();
        let found = weights.deep_accumulator(turn.scene).expect("the file has deep nets").predictions(&turn.plays);
        let logit = |prediction: &Prediction| f64::from(prediction.logit.0) / f64::from(UNIT_LOGIT);
        let factor = |factor: i32| f64::from(factor) / f64::from(UNIT_FACTOR);
        for (place, exact) in exact.iter().enumerate() {
            let found = &found[place];
            let off = [
                logit(found) - exact[0],
                factor(found.won) - exact[1].clamp(1.0, 16.0),
                factor(found.lost) - exact[2].clamp(1.0, 16.0),
            ];
            self.squares.iter_mut().zip(off).for_each(|(sum, off)| *sum += off * off);
        }
        self.plays += exact.len() as u32;
        self.turns += 1;
        let score = |place: usize| {
            let [logit, won, lost] = exact[place];
            let chance = 1.0 / (1.0 + (-logit).exp());
            let factor = if turn.plays[place].is_some_and(Combo::is_bomb) { 2.0 } else { 1.0 };
            factor * (chance * won.clamp(1.0, 16.0) - (1.0 - chance) * lost.clamp(1.0, 16.0))
        };
        let all = 0..exact.len();
        let best = all.clone().max_by(|&a, &b| score(a).total_cmp(&score(b))).expect("a choice");
        let value = |place: &usize| found[*place].value(Objective::Score, turn.plays[*place]);
        let chosen = all.max_by_key(value).expect("a choice");
        self.changed += u32::from(chosen != best);
        self.regret += score(best) - score(chosen);
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turns, plays) = (f64::from(self.turns.max(1)), f64::from(self.plays.max(1)));
        let [logit, won, lost] = self.squares.map(|sum| (sum / plays).sqrt());
        let (changed, regret) = (100.0 * f64::from(self.changed) / turns, self.regret / turns);
        write!(f, "{:>8}{:>8}{logit:>14.4}{won:>8.4}{lost:>8.4}{changed:>11.2}%{regret:>10.5}", self.turns, self.plays)
    }
}
