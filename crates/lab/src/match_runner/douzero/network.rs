//! The arithmetic of DouZero's networks: an LSTM over the last fifteen plays, then six layers over its state, the situation and a play. A
//! value does not depend on what else is valued with it. The numbers are 32-bit floats.

use std::fs;
use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x16};
use rules::external_history::role;
use rules::{Combo, Seat};

use super::features::{ROUND_COUNT, ROUND_PLACES, Situation, input_count};

pub(super) const LSTM_WIDTH: usize = 128;
pub(super) const DENSE_WIDTH: usize = 512;
/// Number of sums that are added up together.
const PANEL_SUMS: usize = 16;
/// The most rows that share each weight that is read.
const ROWS_PER_TILE: usize = 6;

#[derive(Debug)]
pub(super) struct Network {
    pub(super) seat: Seat,
    /// The LSTM's gates: from the plays of a round, biases included, and from the state before.
    pub(super) of_round: Layer,
    pub(super) of_state: Layer,
    /// The first takes the LSTM's state, the situation and the play.
    pub(super) dense: [Layer; 5],
    pub(super) last: Vec<f32>,
    pub(super) last_bias: f32,
}

/// A dense layer. Its weights are in panels of 16 sums, and within a panel by input.
#[derive(Debug)]
pub(super) struct Layer {
    inputs: usize,
    /// The weights of all inputs to 16 sums, then to the next 16.
    panels: Vec<f32>,
    bias: Vec<f32>,
}

impl Layer {
    /// Makes a layer from weights by sum, as the files have them.
    pub(super) fn of(weights: &[f32], bias: &[f32]) -> Layer {
        let inputs = weights.len() / bias.len();
        let panels = (0..bias.len()).step_by(PANEL_SUMS).flat_map(|panel| {
            (0..inputs).flat_map(move |input| (panel..panel + PANEL_SUMS).map(move |sum| weights[sum * inputs + input]))
        });
        Layer { inputs, panels: panels.collect(), bias: bias.to_vec() }
    }

    fn sum_count(&self) -> usize {
        self.bias.len()
    }

    /// Adds the weights of an input that is one.
    fn add(&self, input: usize, sums: &mut [f32]) {
        let panels = self.panels.chunks(self.inputs * PANEL_SUMS);
        for (sums, panel) in sums.chunks_mut(PANEL_SUMS).zip(panels) {
            sums.iter_mut().zip(&panel[input * PANEL_SUMS..][..PANEL_SUMS]).for_each(|(sum, weight)| *sum += weight);
        }
    }

    /// Adds the products of rows of inputs to rows of sums. A row of inputs holds the first `width` inputs of the
    /// layer.
    fn multiply(&self, inputs: &[f32], width: usize, sums: &mut [f32]) {
        let level = Level::new();
        dispatch!(level, simd => self.multiply_with(simd, inputs, width, sums));
    }

    #[inline(always)]
    fn multiply_with<S: Simd>(&self, simd: S, inputs: &[f32], width: usize, sums: &mut [f32]) {
        let all = self.sum_count();
        for (number, panel) in self.panels.chunks(self.inputs * PANEL_SUMS).enumerate() {
            let weights = panel[..width * PANEL_SUMS].as_chunks().0;
            let rows = inputs.chunks(ROWS_PER_TILE * width).zip(sums.chunks_mut(ROWS_PER_TILE * all));
            for (inputs, sums) in rows {
                macro_rules! together {
                    ($($rows:literal)*) => {
                        match sums.len() / all {
                            $($rows => add_tile::<S, $rows>(simd, inputs, weights, sums, all, number * PANEL_SUMS),)*
                            rows => unreachable!("{rows} rows are in no chunk"),
                        }
                    };
                }
                together!(1 2 3 4 5 6);
            }
        }
    }
}

/// Adds the products of some rows to one panel.
#[inline(always)]
fn add_tile<S: Simd, const ROWS: usize>(
    simd: S,
    inputs: &[f32],
    weights: &[[f32; PANEL_SUMS]],
    sums: &mut [f32],
    all: usize,
    from: usize,
) {
    let mut rows = [&inputs[..0]; ROWS];
    rows.iter_mut().zip(inputs.chunks_exact(weights.len())).for_each(|(row, inputs)| *row = inputs);
    let mut totals = [f32x16::splat(simd, 0.0); ROWS];
    for (place, weights) in weights.iter().enumerate() {
        let weights = f32x16::from_slice(simd, weights);
        for (total, row) in totals.iter_mut().zip(&rows) {
            *total = weights.mul_add(f32x16::splat(simd, row[place]), *total);
        }
    }
    for (sums, total) in sums.chunks_exact_mut(all).zip(totals) {
        let sums = &mut sums[from..from + PANEL_SUMS];
        (f32x16::from_slice(simd, sums) + total).store_slice(sums);
    }
}

impl Network {
    /// Returns the values of all plays of some situations, one list after the other.
    pub(super) fn values(&self, situations: &[&Situation], lists: &[&[Option<Combo>]]) -> Vec<f32> {
        let states = self.lstm_states(situations);
        let first = &self.dense[0];
        // The shared inputs of a turn's plays are summed once.
        let mut common = Vec::with_capacity(situations.len() * DENSE_WIDTH);
        for situation in situations {
            let from = common.len();
            common.extend_from_slice(&first.bias);
            situation.common.iter().for_each(|&input| first.add(LSTM_WIDTH + input, &mut common[from..]));
        }
        first.multiply(&states, LSTM_WIDTH, &mut common);
        let mut layer = Vec::new();
        for (common, plays) in common.chunks(DENSE_WIDTH).zip(lists) {
            for &play in *plays {
                let from = layer.len();
                layer.extend_from_slice(common);
                Situation::play_inputs(self.seat, play).for_each(|at| first.add(LSTM_WIDTH + at, &mut layer[from..]));
            }
        }
        for dense in &self.dense[1..] {
            layer.iter_mut().for_each(|sum| *sum = sum.max(0.0));
            let mut next = dense.bias.repeat(layer.len() / DENSE_WIDTH);
            dense.multiply(&layer, DENSE_WIDTH, &mut next);
            layer = next;
        }
        let value = |sums: &[f32]| sums.iter().zip(&self.last).map(|(sum, weight)| sum.max(0.0) * weight).sum::<f32>();
        layer.chunks(DENSE_WIDTH).map(|sums| value(sums) + self.last_bias).collect()
    }

    /// Returns the LSTM's state after the last round of each situation.
    fn lstm_states(&self, situations: &[&Situation]) -> Vec<f32> {
        let mut hidden = vec![0.0; situations.len() * LSTM_WIDTH];
        let mut cells = hidden.clone();
        for round in 0..ROUND_COUNT {
            let mut gates = self.of_round.bias.repeat(situations.len());
            for (gates, situation) in gates.chunks_mut(4 * LSTM_WIDTH).zip(situations) {
                situation.rounds[round].iter().for_each(|&input| self.of_round.add(input, gates));
            }
            self.of_state.multiply(&hidden, LSTM_WIDTH, &mut gates);
            let states = hidden.chunks_mut(LSTM_WIDTH).zip(cells.chunks_mut(LSTM_WIDTH));
            for ((hidden, cells), gates) in states.zip(gates.chunks(4 * LSTM_WIDTH)) {
                for (place, (hidden, cell)) in hidden.iter_mut().zip(cells).enumerate() {
                    let [enter, keep, offer, show] = [0, 1, 2, 3].map(|gate| gates[gate * LSTM_WIDTH + place]);
                    *cell = sigmoid(keep) * *cell + sigmoid(enter) * offer.tanh();
                    *hidden = sigmoid(show) * cell.tanh();
                }
            }
        }
        hidden
    }
}

fn sigmoid(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

pub(super) fn read(folder: &Path, seat: Seat) -> anyhow::Result<Network> {
    let path = folder.join(format!("{}.f32", role(seat)));
    let bytes = fs::read(&path).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    let widths = [LSTM_WIDTH + input_count(seat), DENSE_WIDTH, DENSE_WIDTH, DENSE_WIDTH, DENSE_WIDTH];
    let dense = widths.iter().map(|inputs| (inputs + 1) * DENSE_WIDTH).sum::<usize>();
    let expected = 4 * (4 * LSTM_WIDTH * (ROUND_PLACES + LSTM_WIDTH + 2) + dense + DENSE_WIDTH + 1);
    let (path, found) = (path.display(), bytes.len());
    ensure!(found == expected, "{path}: it has {found} bytes, a network of this seat has {expected}");
    let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    if let Some(place) = numbers.iter().position(|number| !number.is_finite()) {
        bail!("{path}: number {place} is {}, which no network has", numbers[place]);
    }
    let mut rest = numbers.as_slice();
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at(count);
        rest = left;
        taken
    };
    let (of_round, of_state) = (take(4 * LSTM_WIDTH * ROUND_PLACES), take(4 * LSTM_WIDTH * LSTM_WIDTH));
    let bias: Vec<f32> = take(4 * LSTM_WIDTH).iter().zip(take(4 * LSTM_WIDTH)).map(|(one, two)| one + two).collect();
    let of_round = Layer::of(of_round, &bias);
    let of_state = Layer::of(of_state, &vec![0.0; 4 * LSTM_WIDTH]);
    let dense = widths.map(|inputs| Layer::of(take(inputs * DENSE_WIDTH), take(DENSE_WIDTH)));
    Ok(Network { seat, of_round, of_state, dense, last: take(DENSE_WIDTH).to_vec(), last_bias: take(1)[0] })
}
