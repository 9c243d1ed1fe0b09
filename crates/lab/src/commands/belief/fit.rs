//! Fits the weights of all features: the true deal is to stand out among uniform ones.
//!
//! Weights that make Σ log(weight of the truth / weight of all) largest are those of the best
//! log-linear guess, whatever overlaps among the features (contrastive estimation, a convex problem). It is climbed one
//! position at a time with steps that shrink per feature as it has been met (AdaGrad).

use std::ops::ControlFlow;

use engine::opponents::belief::{Belief, BeliefConfig, EVIDENCE, LOG2_UNIT, features};

use rules::Ruleset;

use super::field::{Field, Position};
use crate::match_runner::local_player::LocalPlayer;
use crate::work;
use engine::profile::Profile;

/// Uniform deals beside the true one.
const OTHERS: usize = 15;
/// Hands between two updates of what is shown, and the unit in which threads share work.
const CHUNK: u64 = 512;
const STEP: f64 = 0.08;
/// As if each feature had been met so often before: rare ones stay near nothing.
const CAUTION: f64 = 3.0;

/// The features of a position's deals, the true one first.
#[derive(Clone)]
struct Example {
    features: Vec<u16>,
    ends: Vec<usize>,
}

impl Example {
    fn of(position: &Position<'_>) -> Option<Example> {
        let belief = Belief::with_config(position.view, position.seed, BeliefConfig::UNIFORM)?;
        let (mut features, mut ends) = (Vec::new(), Vec::new());
        for world in std::iter::once(position.truth).chain(belief.uniform(0).take(OTHERS)) {
            belief.each_feature(&world, |_, feature| features.push(feature as u16));
            ends.push(features.len());
        }
        (!features.is_empty()).then_some(Example { features, ends })
    }

    fn deals(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.features[start..end])
    }
}

pub(super) struct Fit {
    weights: Vec<f64>,
    met: Vec<f64>,
    /// The pull on each feature in the position at hand.
    pull: Vec<f64>,
    touched: Vec<u16>,
    /// Mean loss since it was last asked for.
    loss: (f64, u32),
}

impl Fit {
    /// Of the features that describe deals under this ruleset.
    pub(super) fn new(rules: &Ruleset) -> Fit {
        let len = features(Profile::of(rules).belief().family);
        Fit {
            weights: vec![0.0; len],
            met: vec![CAUTION; len],
            pull: vec![0.0; len],
            touched: Vec::new(),
            loss: (0.0, 0),
        }
    }

    /// Goes once through the hands, or until `show` has enough. `show` gets how many are done and the loss since the
    /// last time, where knowing nothing is ln 16.
    pub(super) fn run(
        &mut self,
        field: &Field,
        hands: u64,
        threads: usize,
        mut show: impl FnMut(u64, f64) -> ControlFlow<()>,
    ) {
        let mut start = 0;
        while start < hands {
            let end = (start + CHUNK).min(hands);
            for example in examples(field, start, end, threads) {
                self.learn(&example);
            }
            start = end;
            if show(end, self.loss.0 / f64::from(self.loss.1.max(1))).is_break() {
                return;
            }
            self.loss = (0.0, 0);
        }
    }

    fn learn(&mut self, example: &Example) {
        let scores: Vec<f64> = example
            .deals()
            .map(|features| features.iter().map(|&feature| self.weights[feature as usize]).sum())
            .collect();
        let highest = scores.iter().copied().fold(f64::MIN, f64::max);
        let shares: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
        let sum: f64 = shares.iter().sum();
        self.loss.0 -= (shares[0] / sum).ln();
        self.loss.1 += 1;
        for (index, features) in example.deals().enumerate() {
            let pull = f64::from(u8::from(index == 0)) - shares[index] / sum;
            for &feature in features {
                if self.pull[feature as usize] == 0.0 {
                    self.touched.push(feature);
                }
                self.pull[feature as usize] += pull;
            }
        }
        for feature in self.touched.drain(..) {
            let feature = feature as usize;
            let pull = std::mem::take(&mut self.pull[feature]);
            self.met[feature] += pull * pull;
            self.weights[feature] += STEP * pull / self.met[feature].sqrt();
        }
    }

    /// The table in 64ths of a doubling, as the engine reads it.
    pub(super) fn table(&self, command: &str) -> String {
        let units = |weight: &f64| (weight / std::f64::consts::LN_2 * f64::from(LOG2_UNIT)).round() as i32;
        let mut lines = vec![String::new()];
        for number in self.weights.iter().map(units) {
            let word = format!("{number} ");
            if lines[lines.len() - 1].len() + word.len() > 120 {
                lines.push(String::new());
            }
            let last = lines.len() - 1;
            lines[last].push_str(&word);
        }
        let rows: Vec<&str> = EVIDENCE.iter().map(|evidence| evidence.name).collect();
        format!(
            "# The weight of each feature in 64ths of a doubling. Fitted, not written by hand:\n# {command}\n\
             # of version {}, for {}.\n{}\n",
            env!("CARGO_PKG_VERSION"),
            rows.join(", "),
            lines.join("\n").replace(" \n", "\n").trim_end(),
        )
    }
}

/// The positions of some hands, in the order of the hands whatever the number of threads.
fn examples(field: &Field, start: u64, end: u64, threads: usize) -> Vec<Example> {
    let worker = || {
        let mut local = LocalPlayer::default();
        move |number| {
            let mut found = Vec::new();
            field.play(start + number, &mut local, |position| found.extend(Example::of(position)));
            found
        }
    };
    work::jobs(end - start, threads, &work::NEVER, worker, |_| ()).concat()
}
