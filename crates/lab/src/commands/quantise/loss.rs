//! Positions of self-play, and the errors of the integers against the floats there.

use std::fmt;

use engine::net::deep::TOGETHER;
use engine::net::{Accumulator, NetInput, Objective, Past, Prediction, UNIT_FACTOR, UNIT_LOGIT, Weights};
use engine::{Persona, Scratch, decide};
use rules::{Action, Combo, Plays, Ruleset, Seat, Seed, Trick, View};

use crate::float_net::FloatNet;
use crate::match_runner::game::{Setup, Team};

/// A turn with a choice, and the best plays by the small net.
pub(super) struct Turn<'a> {
    scene: NetInput<'a>,
    plays: Vec<Option<Combo>>,
}

impl Turn<'_> {
    pub(super) fn seat(&self) -> Seat {
        self.scene.me
    }

    /// Returns the rows after each play.
    pub(super) fn rows(&self) -> impl Iterator<Item = Vec<usize>> {
        self.plays.iter().map(|&play| {
            let mut rows = Vec::new();
            self.scene.features(play, |row| rows.push(row));
            rows
        })
    }
}

/// One turn of this many is random, to reach positions that self-play does not reach.
const RANDOM_TURNS: u32 = 20;

/// Passes each turn with a choice to `see`, in hands that the small nets play.
pub(super) fn each_turn(seed: Seed, hands: u64, weights: &Weights, mut see: impl FnMut(&Turn<'_>)) {
    let player = Persona::named("net").expect("a built-in persona");
    let player = player.with("deep-plays", 0).expect("it may be 0");
    let setup = Setup { rules: Ruleset::DOUZERO, auction: false, seed };
    let (mut scratch, mut plays) = (Scratch::with(weights.clone()), Plays::new());
    for number in 0..hands {
        let mut game = setup.game(number, Team::A);
        while let Some(chair) = game.turn() {
            let view = game.view(chair);
            let past = Past::of(view);
            let turn = choice(view, &past, weights, &mut plays);
            let mut rng = game.turn_seed().rng();
            let action = match &turn {
                Some(turn) if rng.below(RANDOM_TURNS) == 0 => Action::Play(*rng.pick(&turn.plays).expect("a choice")),
                _ => decide(view, &player, game.hand_seed(chair), &mut scratch).expect("its turn").action,
            };
            turn.iter().for_each(&mut see);
            game.act(action).expect("it is legal");
        }
    }
}

/// Returns the best plays of a turn; `None` if there is no choice or a play goes out.
fn choice<'a>(view: &View, past: &'a Past, weights: &Weights, plays: &mut Plays) -> Option<Turn<'a>> {
    let scene = NetInput::of(view, view.seat().expect("cards are played"), past);
    let plays = plays.fill(view.rules(), view.hand(), view.trick());
    let pass = (view.trick() != Trick::Lead).then_some(None);
    if plays.iter().any(|play| play.cards() == view.hand()) {
        return None;
    }
    let accumulator = Accumulator::new(weights, scene);
    let mut plays: Vec<_> = plays.iter().copied().map(Some).chain(pass).collect();
    plays.sort_by_key(|&play| std::cmp::Reverse(accumulator.prediction(play).value(Objective::Score, play)));
    plays.truncate(TOGETHER - 1);
    (plays.len() > 1).then_some(Turn { scene, plays })
}

/// The errors of the integers for one seat.
#[derive(Default)]
pub(super) struct Loss {
    turns: u32,
    plays: u32,
    /// Squared errors of the log odds and of the two factors, then of the small net's log odds.
    squares: [f64; 4],
    /// The turns on which the integers choose another play than the floats, and its cost in score by the floats; then those of the
    /// small net.
    changed: [u32; 2],
    regret: [f64; 2],
}

pub(super) const HEAD: &str = "seat         turns   plays  error: logit     won    lost  other play  its loss   small net: logit  other play  its loss";

impl Loss {
    pub(super) fn add(&mut self, turn: &Turn<'_>, net: &FloatNet, weights: &Weights) {
        let exact: Vec<[f64; 3]> = turn.rows().map(|rows| net.trace(&rows).heads).collect();
        let found = weights.deep(turn.scene).expect("the file has deep nets").predictions(&turn.plays);
        let accumulator = Accumulator::new(weights, turn.scene);
        let small: Vec<Prediction> = turn.plays.iter().map(|&play| accumulator.prediction(play)).collect();
        let logit = |prediction: &Prediction| f64::from(prediction.logit.0) / f64::from(UNIT_LOGIT);
        let factor = |factor: i32| f64::from(factor) / f64::from(UNIT_FACTOR);
        for (place, exact) in exact.iter().enumerate() {
            let found = &found[place];
            let off = [
                logit(found) - exact[0],
                factor(found.won) - exact[1].clamp(1.0, 16.0),
                factor(found.lost) - exact[2].clamp(1.0, 16.0),
                logit(&small[place]) - exact[0],
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
        for (number, predictions) in [found.as_slice(), &small].into_iter().enumerate() {
            let value = |place: usize| predictions[place].value(Objective::Score, turn.plays[place]);
            let chosen = all.clone().max_by_key(|&place| value(place)).expect("a choice");
            self.changed[number] += u32::from(chosen != best);
            self.regret[number] += score(best) - score(chosen);
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turns, plays) = (f64::from(self.turns.max(1)), f64::from(self.plays.max(1)));
        let [logit, won, lost, small] = self.squares.map(|sum| (sum / plays).sqrt());
        let [changed, of_small] = self.changed.map(|count| 100.0 * f64::from(count) / turns);
        let [regret, small_regret] = self.regret.map(|sum| sum / turns);
        write!(
            f,
            "{:>8}{:>8}{logit:>14.4}{won:>8.4}{lost:>8.4}{changed:>11.2}%{regret:>10.5}",
            self.turns, self.plays
        )?;
        write!(f, "{small:>19.4}{of_small:>11.2}%{small_regret:>10.5}")
    }
}
