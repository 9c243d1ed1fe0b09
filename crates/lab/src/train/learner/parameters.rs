//! Learned parameters, and the Adam optimizer.

use engine::net::weights::NARROW;

/// Parameters of one layer, with Adam's two moments.
#[derive(Clone)]
pub(in crate::train) struct Parameters {
    pub(in crate::train) value: Vec<f32>,
    pub(in crate::train) mean: Vec<f32>,
    pub(in crate::train) square: Vec<f32>,
    max: f32,
}

const MEAN_KEPT: f32 = 0.9;
const SQUARE_KEPT: f32 = 0.999;

impl Parameters {
    pub(super) fn new(count: usize, max: f32, mut value: impl FnMut() -> f32) -> Parameters {
        let zeros = || vec![0.0; count];
        Parameters { value: (0..count).map(|_| value()).collect(), mean: zeros(), square: zeros(), max }
    }

    /// A parameter gets a value, and its means start again from zero.
    pub(super) fn begin(&mut self, place: usize, value: f32) {
        (self.value[place], self.mean[place], self.square[place]) = (value, 0.0, 0.0);
    }

    /// An input that was always `value` says nothing any more; the biases, which stand behind `inputs` lines, say it.
    pub(super) fn fold_into_bias(&mut self, input: usize, inputs: usize, value: f32) {
        for out in 0..NARROW {
            let text = self.value[input * NARROW + out] * value;
            self.value[inputs * NARROW + out] += text;
            self.begin(input * NARROW + out, 0.0);
        }
    }

    /// One step of Adam on the parameters from `first` on, by their gradients.
    // Inlined where it is compiled for this processor.
    #[inline(always)]
    pub(super) fn step(&mut self, first: usize, gradients: &[f32], rate: f32, scale: f32) {
        let Parameters { value, mean, square, max } = self;
        let part = first..first + gradients.len();
        let parameters = value[part.clone()].iter_mut().zip(&mut mean[part.clone()]);
        for ((value, mean), (square, gradient)) in parameters.zip(square[part].iter_mut().zip(gradients)) {
            let by = gradient * scale;
            *mean = MEAN_KEPT * *mean + (1.0 - MEAN_KEPT) * by;
            *square = SQUARE_KEPT * *square + (1.0 - SQUARE_KEPT) * by * by;
            *value = (*value - rate * *mean / (square.sqrt() + 1e-7)).clamp(-*max, *max);
        }
    }
}
