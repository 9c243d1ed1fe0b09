//! A batch of samples on its way through the net and back.
//!
//! The first layer is nearly all of the work. It is done block by block: for some sums the weights of all rows stay in the
//! processor's own cache while the whole batch passes, and a row's gradients are added up where they are used at once.

use engine::net::weights::{HEADS, NARROW, WIDE};
use fearless_simd::{Level, Select, Simd, SimdBase, SimdFloat, dispatch, f32x16};

use super::{BLOCK, BLOCKS, Learner, Parameters, Samples, Target, line};

/// The samples of a batch, and what passes between the layers.
pub(super) struct Batch {
    rows: Vec<u16>,
    ends: Vec<u32>,
    targets: Vec<Target>,
    /// For each row the samples in which it is present, and where they begin.
    present: Vec<u16>,
    begins: Vec<u32>,
    /// The first layer, block after block, in each a line for each sample.
    wide: Vec<[f32; BLOCK]>,
    second: Vec<[f32; NARROW]>,
    /// The second layer's weights turned: for each block and sum a line.
    turned: Vec<[f32; BLOCK]>,
    gradients: Gradients,
    /// One block's gradients, a line for each sample.
    of_block: Vec<[f32; BLOCK]>,
    pub(super) seen: ActivationRanges,
    /// The weight of a squared error of a factor beside the loss of the chance.
    factor_weight: f32,
    /// The width of this processor.
    level: Level,
}

/// The least and the greatest value of each number of a layer, in all samples so far.
pub(super) struct ActivationRanges {
    pub(super) wide: Range,
    pub(super) second: Range,
    pub(super) third: Range,
}

/// From where to where each number of a layer went.
pub(super) struct Range {
    low: Vec<f32>,
    high: Vec<f32>,
}

impl Range {
    fn new(count: usize) -> Range {
        Range { low: vec![f32::MAX; count], high: vec![f32::MIN; count] }
    }

    /// The units that were constant, and their values.
    pub(super) fn constant(&self) -> impl Iterator<Item = (usize, f32)> {
        let both = self.low.iter().zip(&self.high).enumerate();
        both.filter(|(_, (low, high))| low == high).map(|(place, (low, _))| (place, *low))
    }

    // Without being inlined it would be compiled for the least of processors, not for this one.
    #[inline(always)]
    fn see(&mut self, first: usize, values: &[f32]) {
        let ranges = self.low[first..].iter_mut().zip(&mut self.high[first..]);
        for ((low, high), &value) in ranges.zip(values) {
            *low = low.min(value);
            *high = high.max(value);
        }
    }
}

/// Change of the loss with the weights of the small layers.
struct Gradients {
    second: Vec<f32>,
    third: Vec<f32>,
    last: Vec<f32>,
}

impl Batch {
    pub(super) fn new(rows: usize, factor_weight: f32) -> Batch {
        let gradients = Gradients {
            second: vec![0.0; (WIDE + 1) * NARROW],
            third: vec![0.0; (NARROW + 1) * NARROW],
            last: vec![0.0; HEADS * (NARROW + 1)],
        };
        Batch {
            rows: Vec::new(),
            ends: Vec::new(),
            targets: Vec::new(),
            present: Vec::new(),
            begins: vec![0; rows + 1],
            wide: Vec::new(),
            second: Vec::new(),
            turned: vec![[0.0; BLOCK]; BLOCKS * NARROW],
            gradients,
            of_block: Vec::new(),
            seen: ActivationRanges { wide: Range::new(WIDE), second: Range::new(NARROW), third: Range::new(NARROW) },
            factor_weight,
            level: Level::new(),
        }
    }

    /// Takes in samples.
    pub(super) fn open(&mut self, samples: &Samples, chosen: &[u32]) {
        assert!(chosen.len() <= usize::from(u16::MAX), "samples of a batch are numbered in 16 bits");
        self.rows.clear();
        self.ends.clear();
        self.targets.clear();
        for &index in chosen {
            let (rows, target) = samples.get(index as usize);
            self.rows.extend_from_slice(rows);
            self.ends.push(self.rows.len() as u32);
            self.targets.push(target);
        }
        self.begins.fill(0);
        for &row in &self.rows {
            self.begins[usize::from(row) + 1] += 1;
        }
        (1..self.begins.len()).for_each(|row| self.begins[row] += self.begins[row - 1]);
        self.present.resize(self.rows.len(), 0);
        let mut next = self.begins.clone();
        for sample in 0..self.ends.len() {
            for &row in sample_features(&self.rows, &self.ends, sample) {
                let place = &mut next[usize::from(row)];
                self.present[*place as usize] = sample as u16;
                *place += 1;
            }
        }
    }

    /// Answers the sum of the losses. `settle` gets the gradients: of which layer, from which of its parameters on. The first layer's
    /// come line by line, and may be settled at once.
    pub(super) fn pass(&mut self, net: &mut Learner, settle: impl FnMut(usize, &mut Parameters, usize, &[f32])) -> f64 {
        dispatch!(self.level, simd => self.pass_by(simd, net, settle))
    }

    #[inline(always)]
    fn pass_by<S: Simd>(
        &mut self,
        simd: S,
        net: &mut Learner,
        mut settle: impl FnMut(usize, &mut Parameters, usize, &[f32]),
    ) -> f64 {
        self.forward(simd, net);
        let loss = (0..self.targets.len()).map(|sample| self.small_layers(net, sample)).sum();
        for (place, weights) in net.second.value[..net.blocks * BLOCK * NARROW].chunks_exact(NARROW).enumerate() {
            for (out, &weight) in weights.iter().enumerate() {
                self.turned[place / BLOCK * NARROW + out][place % BLOCK] = weight;
            }
        }
        for block in 0..net.blocks {
            self.block_gradients(simd, block);
            for row in 0..net.rows {
                let range = self.begins[row] as usize..self.begins[row + 1] as usize;
                if !range.is_empty() {
                    let lines = self.present[range].iter().map(|&sample| &self.of_block[usize::from(sample)]);
                    let gradients = Wide::of(simd, &[0.0; BLOCK]).plus(lines).text();
                    let first = net.place(block, row);
                    settle(0, &mut net.wide, first, &gradients);
                }
            }
            let first = net.place(block, net.rows);
            settle(0, &mut net.wide, first, &Wide::of(simd, &[0.0; BLOCK]).plus(self.of_block.iter()).text());
        }
        let Gradients { second, third, last } = &mut self.gradients;
        for (layer, (parameters, gradients)) in
            [(&mut net.second, second), (&mut net.third, third), (&mut net.last, last)].into_iter().enumerate()
        {
            settle(1 + layer, parameters, 0, gradients);
            gradients.fill(0.0);
        }
        loss
    }

    /// The first layer, and the sums of the second.
    #[inline(always)]
    fn forward<S: Simd>(&mut self, simd: S, net: &Learner) {
        let count = self.ends.len();
        self.wide.resize(net.blocks * count, [0.0; BLOCK]);
        self.second.clear();
        self.second.resize(count, *line(&net.second.value, WIDE));
        for block in 0..net.blocks {
            let weights = &net.wide.value[net.place(block, 0)..net.place(block + 1, 0)];
            let second: &[[f32; NARROW]] = &lines(&net.second.value)[block * BLOCK..(block + 1) * BLOCK];
            for sample in 0..count {
                let rows = sample_features(&self.rows, &self.ends, sample);
                let rows = rows.iter().map(|&row| line(weights, usize::from(row)));
                let values = Wide::of(simd, line(weights, net.rows)).plus(rows).clipped().text();
                // Two sums for each number: the additions of one do not wait for those of the other.
                let mut sums = [Narrow::of(simd, &self.second[sample]), Narrow::of(simd, &[0.0; NARROW])];
                for (values, weights) in values.chunks_exact(2).zip(second.chunks_exact(2)) {
                    sums[0].add(&Narrow::of(simd, &weights[0]), values[0]);
                    sums[1].add(&Narrow::of(simd, &weights[1]), values[1]);
                }
                let [mut sum, other] = sums;
                sum.add(&other, 1.0);
                self.second[sample] = sum.text();
                self.seen.wide.see(block * BLOCK, &values);
                self.wide[block * count + sample] = values;
            }
        }
    }

    /// One sample through the small layers and back: what the second layer summed up becomes its gradients. Answers the loss.
    fn small_layers(&mut self, net: &Learner, sample: usize) -> f64 {
        let (target, gradients) = (self.targets[sample], &mut self.gradients);
        let second = self.second[sample].map(|sum| sum.clamp(0.0, 1.0));
        let mut third = *line::<NARROW>(&net.third.value, NARROW);
        for (place, &value) in second.iter().enumerate() {
            add(&mut third, line(&net.third.value, place), value);
        }
        let third = third.map(|sum| sum.clamp(0.0, 1.0));
        self.seen.second.see(0, &second);
        self.seen.third.see(0, &third);
        let outputs: [f32; HEADS] = std::array::from_fn(|head| {
            dot(&third, line(&net.last.value, head)) + net.last.value[HEADS * NARROW + head]
        });
        let (loss, of_outputs) = loss(outputs, target, self.factor_weight);
        let mut of_third = [0.0; NARROW];
        for (head, gradient) in of_outputs.into_iter().enumerate() {
            add(line_mut::<NARROW>(&mut gradients.last, head), &third, gradient);
            gradients.last[HEADS * NARROW + head] += gradient;
            add(&mut of_third, line(&net.last.value, head), gradient);
        }
        of_third.iter_mut().zip(&third).for_each(|(each, &value)| *each = through(value, *each));
        add(line_mut(&mut gradients.third, NARROW), &of_third, 1.0);
        let mut of_second = [0.0; NARROW];
        for (place, &value) in second.iter().enumerate() {
            add(line_mut(&mut gradients.third, place), &of_third, value);
            of_second[place] = through(value, dot(&of_third, line(&net.third.value, place)));
        }
        add(line_mut(&mut gradients.second, WIDE), &of_second, 1.0);
        self.second[sample] = of_second;
        loss
    }

    /// The gradients of one block of the first layer's sums for each sample, and those of the weights behind them.
    #[inline(always)]
    fn block_gradients<S: Simd>(&mut self, simd: S, block: usize) {
        let count = self.ends.len();
        let values = &self.wide[block * count..(block + 1) * count];
        let turned = &self.turned[block * NARROW..(block + 1) * NARROW];
        self.of_block.clear();
        for (values, of_second) in values.iter().zip(&self.second) {
            let mut gradients = Wide::of(simd, &[0.0; BLOCK]);
            for (line, &gradient) in turned.iter().zip(of_second) {
                gradients.add(&Wide::of(simd, line), gradient);
            }
            self.of_block.push(gradients.through(&Wide::of(simd, values)).text());
        }
        // Four sums' weights at a time stay in registers.
        const TOGETHER: usize = 4;
        for first in (0..BLOCK).step_by(TOGETHER) {
            let mut sums = [Narrow::of(simd, &[0.0; NARROW]); TOGETHER];
            for (values, of_second) in values.iter().zip(&self.second) {
                let of_second = Narrow::of(simd, of_second);
                (0..TOGETHER).for_each(|place| sums[place].add(&of_second, values[first + place]));
            }
            for (place, sum) in sums.into_iter().enumerate() {
                *line_mut::<NARROW>(&mut self.gradients.second, block * BLOCK + first + place) = sum.text();
            }
        }
    }
}

/// The loss of a net's outputs, and its gradient: cross-entropy of the chance, squared error of the factor that came true.
fn loss(outputs: [f32; HEADS], target: Target, factor_weight: f32) -> (f64, [f32; HEADS]) {
    let chance = 1.0 / (1.0 + (-outputs[0]).exp());
    let entropy = -(target.chance * chance.max(1e-6).ln() + (1.0 - target.chance) * (1.0 - chance).max(1e-6).ln());
    let head = if target.won { 1 } else { 2 };
    let error = outputs[head] - target.factor;
    let mut gradient = [chance - target.chance, 0.0, 0.0];
    gradient[head] = factor_weight * error;
    (f64::from(entropy + factor_weight * error * error / 2.0), gradient)
}

type Wide<S> = Line<S, BLOCK, { BLOCK / 16 }>;
type Narrow<S> = Line<S, NARROW, { NARROW / 16 }>;

/// Numbers that a processor adds up at once, in registers.
#[derive(Clone, Copy)]
struct Line<S: Simd, const N: usize, const PARTS: usize>([f32x16<S>; PARTS]);

impl<S: Simd, const N: usize, const PARTS: usize> Line<S, N, PARTS> {
    #[inline(always)]
    fn of(simd: S, parameters: &[f32; N]) -> Self {
        const { assert!(N == PARTS * 16) };
        Line(std::array::from_fn(|part| f32x16::from_slice(simd, &parameters[part * 16..(part + 1) * 16])))
    }

    #[inline(always)]
    fn text(self) -> [f32; N] {
        const { assert!(N == PARTS * 16) };
        let mut parameters = [0.0; N];
        (0..PARTS).for_each(|part| self.0[part].store_slice(&mut parameters[part * 16..(part + 1) * 16]));
        parameters
    }

    #[inline(always)]
    fn add(&mut self, other: &Line<S, N, PARTS>, times: f32) {
        (0..PARTS).for_each(|part| {
            let times = f32x16::splat(self.0[part].simd, times);
            self.0[part] = other.0[part].mul_add(times, self.0[part]);
        });
    }

    #[inline(always)]
    fn plus<'a>(mut self, lines: impl Iterator<Item = &'a [f32; N]>) -> Self {
        for line in lines {
            let line = Self::of(self.0[0].simd, line);
            (0..PARTS).for_each(|part| self.0[part] += line.0[part]);
        }
        self
    }

    /// Between 0 and 1.
    #[inline(always)]
    fn clipped(self) -> Self {
        Line(self.0.map(|part| part.max(0.0).min(1.0)))
    }

    /// Gradients pass only where the value was not clipped.
    #[inline(always)]
    fn through(self, values: &Line<S, N, PARTS>) -> Self {
        Line(std::array::from_fn(|part| {
            let (gradients, values) = (self.0[part], values.0[part]);
            let none = f32x16::splat(gradients.simd, 0.0);
            let one = f32x16::splat(gradients.simd, 1.0);
            values.simd_gt(none).select(values.simd_lt(one).select(gradients, none), none)
        }))
    }
}

/// A layer as lines.
fn lines<const N: usize>(values: &[f32]) -> &[[f32; N]] {
    values.as_chunks().0
}

fn sample_features<'a>(rows: &'a [u16], ends: &[u32], sample: usize) -> &'a [u16] {
    let start = if sample == 0 { 0 } else { ends[sample - 1] };
    &rows[start as usize..ends[sample] as usize]
}

fn line_mut<const N: usize>(values: &mut [f32], place: usize) -> &mut [f32; N] {
    values[place * N..].first_chunk_mut().expect("the line lies within the layer")
}

#[inline]
fn add<const N: usize>(sums: &mut [f32; N], values: &[f32; N], times: f32) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * times);
}

/// In eight lanes, which the compiler computes at once.
#[inline]
fn dot<const N: usize>(left: &[f32; N], right: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 8];
    for (left, right) in left.chunks_exact(8).zip(right.chunks_exact(8)) {
        (0..8).for_each(|lane| lanes[lane] += left[lane] * right[lane]);
    }
    lanes.iter().sum()
}

/// A gradient passes only where the value was not clipped.
#[inline]
fn through(value: f32, gradient: f32) -> f32 {
    if value > 0.0 && value < 1.0 { gradient } else { 0.0 }
}
