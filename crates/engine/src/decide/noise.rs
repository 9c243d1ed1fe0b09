//! Slips of judgement: a softmax over the candidates, so that errors are small, frequent in close choices and absent in
//! clear ones. The weights are integers from a table, so that slips are the same on every platform.

use rules::Rng;

use crate::decision::Candidate;

/// 65536 · e^(−i/8), rounded; beyond the end the weight is 0.
const WEIGHTS: [u32; 56] = [
    65536, 57835, 51039, 45042, 39750, 35079, 30957, 27320, 24109, 21276, 18776, 16570, 14623, 12905, 11388, 10050,
    8869, 7827, 6907, 6096, 5380, 4747, 4190, 3697, 3263, 2879, 2541, 2243, 1979, 1746, 1541, 1360, 1200, 1059, 935,
    825, 728, 642, 567, 500, 442, 390, 344, 303, 268, 236, 209, 184, 162, 143, 127, 112, 99, 87, 77, 68,
];

/// Draws one of `candidates`; `None` if there are none. Without noise this is the best one, the first of equal ones. With noise, [`WEIGHTS`]
/// has the weight of each candidate by its loss, in eighths of the noise.
pub(crate) fn choose(candidates: &[Candidate], noise: i32, rng: &mut Rng) -> Option<Candidate> {
    let best = candidates.iter().copied().rev().max_by_key(|candidate| candidate.value)?;
    if noise == 0 {
        return Some(best);
    }
    let weight = |candidate: &Candidate| {
        let loss = i64::from(best.value - candidate.value) * 8 / i64::from(noise);
        usize::try_from(loss).ok().and_then(|loss| WEIGHTS.get(loss)).copied().unwrap_or(0)
    };
    let total: u32 = candidates.iter().map(weight).sum();
    let mut point = rng.below(total);
    candidates.iter().copied().find(|candidate| {
        let weight = weight(candidate);
        let here = point < weight;
        point = point.wrapping_sub(weight);
        here
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Combo, Rank, Seed};

    fn shares(values: [i32; 3], noise: i32) -> [u32; 3] {
        let candidates: Vec<Candidate> = values
            .iter()
            .zip(Rank::all())
            .map(|(&value, rank)| Candidate { play: Some(Combo::single(rank)), value })
            .collect();
        let mut rng = Seed(1).rng();
        let mut shares = [0; 3];
        for _ in 0..10_000 {
            let chosen = choose(&candidates, noise, &mut rng).unwrap();
            shares[candidates.iter().position(|candidate| *candidate == chosen).unwrap()] += 1;
        }
        shares
    }

    #[test]
    fn without_noise_the_best_is_played_and_the_first_of_equals() {
        assert_eq!(shares([3, 9, 9], 0), [0, 10_000, 0]);
    }

    #[test]
    fn close_choices_slip_and_clear_ones_do_not() {
        // Weights e^0, e^-1, e^-100: shares .731, .269, 0
        let [best, close, clear] = shares([20, 0, -1980], 20);
        assert!((7_100..7_500).contains(&best) && (2_500..2_900).contains(&close), "{best} {close}");
        assert_eq!(clear, 0);
    }
}
