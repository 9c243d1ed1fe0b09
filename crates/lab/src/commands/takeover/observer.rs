//! The observer: a logistic regression on what a table sees of a seat in 20 turns before and 20 turns after.

use rules::Kind;

use super::play::Act;

/// The number of features of a window.
const FEATURES: usize = 14;
/// The features before and after, and their differences.
const INPUTS: usize = 3 * FEATURES;

/// Two windows, and if a bot played the second.
pub(super) struct Sample {
    pub(super) inputs: [f64; INPUTS],
    pub(super) is_bot: bool,
}

pub(super) fn inputs(before: &[Act], after: &[Act]) -> [f64; INPUTS] {
    let (before, after) = (features(before), features(after));
    std::array::from_fn(|place| {
        let feature = place % FEATURES;
        match place / FEATURES {
            0 => before[feature],
            1 => after[feature],
            _ => (before[feature] - after[feature]).abs(),
        }
    })
}

/// A mean over some turns, drawn a little to what is usual: a window may have one such turn, or none.
#[derive(Clone, Copy)]
struct Usual {
    sum: f64,
    count: f64,
}

impl Usual {
    const fn of(usual: f64) -> Usual {
        Usual { sum: usual, count: 1.0 }
    }

    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1.0;
    }

    fn add_if(&mut self, is: bool) {
        self.add(f64::from(u8::from(is)));
    }
}

const LOW: usize = 7;
const HIGH: usize = 11;

fn features(acts: &[Act]) -> [f64; FEATURES] {
    let usual = [0.4, 0.2, 0.4, 0.3, 0.15, 2.5, 4.0, 3.0, 0.3, 0.02, 0.5, 0.3, 0.33, 0.3];
    let mut means = usual.map(Usual::of);
    let [
        answers,
        covers_partner,
        leads_single,
        leads_pair,
        leads_chain,
        cards_led,
        key_led,
        step,
        high,
        bombs,
        wanted,
        passes_on_low,
        landlord,
        lowest_answers,
    ] = &mut means;
    for act in acts {
        landlord.add_if(act.is_landlord);
        bombs.add_if(act.play.is_some_and(|play| play.is_bomb()));
        if let Some(did) = act.wanted {
            wanted.add_if(did);
        }
        let Some((standing, is_enemys)) = act.standing else {
            let Some(lead) = act.play else { continue };
            leads_single.add_if(lead.kind() == Kind::Single);
            leads_pair.add_if(lead.kind() == Kind::Pair);
            leads_chain.add_if(lead.run() > 1);
            cards_led.add(f64::from(lead.len()));
            if matches!(lead.kind(), Kind::Single | Kind::Pair) {
                key_led.add(lead.key().index() as f64);
            }
            continue;
        };
        if !is_enemys {
            covers_partner.add_if(act.play.is_some());
            continue;
        }
        answers.add_if(act.play.is_some());
        if standing.key().index() < LOW && matches!(standing.kind(), Kind::Single | Kind::Pair) {
            passes_on_low.add_if(act.play.is_none());
        }
        if let Some(play) = act.play.filter(|play| play.kind() == standing.kind() && !play.is_bomb()) {
            let steps = play.key().index() as f64 - standing.key().index() as f64;
            step.add(steps);
            lowest_answers.add_if(steps < 2.0);
            high.add_if(play.key().index() >= HIGH);
        }
    }
    means.map(|mean| mean.sum / mean.count)
}

/// A logistic regression over standardised inputs.
pub(super) struct Observer {
    means: [f64; INPUTS],
    spreads: [f64; INPUTS],
    weights: [f64; INPUTS],
    bias: f64,
}

/// Steps of the descent, their size, and how much weights are drawn to 0.
const STEPS: usize = 400;
const RATE: f64 = 0.5;
const DECAY: f64 = 0.01;

impl Observer {
    /// The observer that these samples taught.
    pub(super) fn of(samples: &[Sample]) -> Observer {
        let count = samples.len().max(1) as f64;
        let means: [f64; INPUTS] =
            std::array::from_fn(|place| samples.iter().map(|sample| sample.inputs[place]).sum::<f64>() / count);
        let spreads = std::array::from_fn(|place| {
            let square = |sample: &Sample| (sample.inputs[place] - means[place]).powi(2);
            (samples.iter().map(square).sum::<f64>() / count).sqrt().max(1e-6)
        });
        let mut observer = Observer { means, spreads, weights: [0.0; INPUTS], bias: 0.0 };
        let standard: Vec<([f64; INPUTS], f64)> =
            samples.iter().map(|sample| (observer.standard(sample), f64::from(u8::from(sample.is_bot)))).collect();
        for _ in 0..STEPS {
            let (mut slope, mut bias) = ([0.0; INPUTS], 0.0);
            for (inputs, is_bot) in &standard {
                let off = observer.chance(inputs) - is_bot;
                bias += off;
                slope.iter_mut().zip(inputs).for_each(|(slope, input)| *slope += off * input);
            }
            observer.bias -= RATE * bias / count;
            for (weight, slope) in observer.weights.iter_mut().zip(slope) {
                *weight -= RATE * (slope / count + DECAY * *weight);
            }
        }
        observer
    }

    fn standard(&self, sample: &Sample) -> [f64; INPUTS] {
        std::array::from_fn(|place| (sample.inputs[place] - self.means[place]) / self.spreads[place])
    }

    fn chance(&self, inputs: &[f64; INPUTS]) -> f64 {
        let sum: f64 = self.weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum();
        1.0 / (1.0 + (-self.bias - sum).exp())
    }

    /// True if it says of a sample what is so.
    pub(super) fn is_right(&self, sample: &Sample) -> bool {
        (self.chance(&self.standard(sample)) > 0.5) == sample.is_bot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_and_what_does_not_is_not() {
        let sample = |number: usize, shift: f64| {
            let noise = ((number * 37) % 101) as f64 / 101.0;
            let is_bot = number.is_multiple_of(2);
            let mut inputs = [0.0; INPUTS];
            (inputs[3], inputs[7]) = (noise + if is_bot { shift } else { 0.0 }, noise);
            Sample { inputs, is_bot }
        };
        let right = |shift: f64| {
            let taught: Vec<Sample> = (0..400).map(|number| sample(number, shift)).collect();
            let observer = Observer::of(&taught);
            (400..800).filter(|&number| observer.is_right(&sample(number, shift))).count()
        };
        assert!(right(2.0) > 390, "{}", right(2.0));
        assert!((170..230).contains(&right(0.0)), "{}", right(0.0));
    }
}
