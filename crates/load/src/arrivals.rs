//! When to ask: at random moments with a fixed mean rate (a Poisson process), whatever became of earlier questions. An
//! open loop: a slow server meets as many new questions as a fast one.

use std::time::Duration;

use rules::{Rng, Seed};

/// The moments at which to ask, from the beginning; never ends.
pub(crate) struct Arrivals {
    rng: Rng,
    mean_s: f64,
    at_s: f64,
}

impl Arrivals {
    /// Makes `rate` arrivals a second on average.
    pub(crate) fn new(rate: f64, seed: Seed) -> Arrivals {
        assert!(rate > 0.0 && rate.is_finite(), "a rate is a positive number, not {rate}");
        Arrivals { rng: seed.rng(), mean_s: 1.0 / rate, at_s: 0.0 }
    }
}

impl Iterator for Arrivals {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        // 53 random bits, never 0: the logarithm is finite.
        let uniform = ((self.rng.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        self.at_s -= self.mean_s * uniform.ln();
        Some(Duration::from_secs_f64(self.at_s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals_have_their_rate_and_are_random() {
        let moments: Vec<f64> = Arrivals::new(200.0, Seed(1)).take(20_000).map(|at| at.as_secs_f64()).collect();
        let gaps: Vec<f64> = moments.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let deviation = (gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64).sqrt();
        assert!((mean * 200.0 - 1.0).abs() < 0.03, "{mean}");
        // Exponential gaps: as wide as they are long.
        assert!((deviation / mean - 1.0).abs() < 0.05, "{deviation} {mean}");
        assert_ne!(gaps[0], Arrivals::new(200.0, Seed(2)).next().unwrap().as_secs_f64());
        assert_eq!(moments[9], Arrivals::new(200.0, Seed(1)).nth(9).unwrap().as_secs_f64());
    }
}
