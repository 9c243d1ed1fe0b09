//! Wald's sequential test on the paired share: it stops a match as soon as the result is certain enough.
//!
//! The hypotheses are two true shares: a lower one, "equal", and a higher one, "better". After each deal the likelihood ratio of
//! the two is taken as if the paired scores were normal with about the variance seen so far (the generalised test that engine
//! developers use); at either bound the match stops, with the chosen probability of error.

use std::fmt;
use std::str::FromStr;

use crate::report::stats::Mean;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    equal: f64,
    better: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The lower hypothesis is accepted.
    NotBetter,
    /// The higher hypothesis is accepted.
    Better,
    /// More deals are needed.
    Open,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::NotBetter => "not better",
            Verdict::Better => "better",
            Verdict::Open => "open",
        })
    }
}

/// `P0,P1`: gains over an even match in percentage points.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let bad =
            || format!("{text:?} is no P0,P1: two gains of the paired share in percent, the lower first, as in 0,3");
        let (low, high) = text.split_once(',').ok_or_else(bad)?;
        let read = |word: &str| word.trim().trim_end_matches('%').parse::<f64>().ok();
        let (low, high) = read(low).zip(read(high)).ok_or_else(bad)?;
        if !(-50.0..high).contains(&low) || high > 50.0 {
            return Err(bad());
        }
        Ok(Sprt { equal: 0.5 + low / 100.0, better: 0.5 + high / 100.0 })
    }
}

/// The probability of error, in each direction.
pub(crate) const ERROR_RATE: f64 = 0.02;

/// The variance of a pair of independent hands, and the number of such pairs that are added: without them the first
/// deals, which are often equal, would decide too early.
const PRIOR_VARIANCE: f64 = 0.125;
const PRIOR_PAIRS: f64 = 10.0;

impl Sprt {
    /// Returns the two gains in percent.
    pub(crate) fn gains(&self) -> [f64; 2] {
        [self.equal, self.better].map(|share| ((share - 0.5) * 1e6).round() / 1e4)
    }

    /// Returns the log likelihood ratio at which the test ends, in both directions.
    pub(crate) fn ratio_bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Returns the logarithm of the likelihood ratio after these paired scores (each from 0 to 1).
    pub(crate) fn log_ratio(&self, pairs: &Mean) -> f64 {
        let variance = (pairs.spread() + PRIOR_VARIANCE * PRIOR_PAIRS) / (pairs.count() + PRIOR_PAIRS);
        let middle = (self.equal + self.better) / 2.0;
        pairs.count() * (self.better - self.equal) * (pairs.mean() - middle) / variance
    }

    pub(crate) fn verdict(&self, pairs: &Mean) -> Verdict {
        match self.log_ratio(pairs) {
            ratio if ratio >= Sprt::ratio_bound() => Verdict::Better,
            ratio if ratio <= -Sprt::ratio_bound() => Verdict::NotBetter,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::stats::tests::Dice;

    fn play_to_verdict(sprt: &Sprt, dice: &mut Dice, gain: f64) -> Verdict {
        let mut pairs = Mean::default();
        loop {
            let won = dice.deal(0.42 + gain, 0.58 + gain);
            pairs.add(won.into_iter().filter(|won| *won).count() as f64 / 2.0);
            let verdict = sprt.verdict(&pairs);
            if verdict != Verdict::Open {
                return verdict;
            }
        }
    }

    fn verdict_share(verdict: Verdict, sprt: &Sprt, gain: f64, runs: u32) -> f64 {
        let mut dice = Dice(21);
        (0..runs).filter(|_| play_to_verdict(sprt, &mut dice, gain) == verdict).count() as f64 / f64::from(runs)
    }

    #[test]
    fn errors_are_as_rare_as_promised() {
        for hypotheses in ["0,3", "-2,2"] {
            let sprt = hypotheses.parse::<Sprt>().expect(hypotheses);
            // 1,000 runs at .02: 3 standard deviations are 13 runs.
            let tolerance = 3.0 * (ERROR_RATE * (1.0 - ERROR_RATE) / 1000.0).sqrt();
            let wrong = [
                verdict_share(Verdict::Better, &sprt, sprt.equal - 0.5, 1000),
                verdict_share(Verdict::NotBetter, &sprt, sprt.better - 0.5, 1000),
            ];
            assert!(wrong.iter().all(|&wrong| wrong <= ERROR_RATE + tolerance), "{hypotheses}: {wrong:?}");
            // A far smaller rate would mean that it plays more deals than needed.
            assert!(wrong.iter().all(|&wrong| wrong >= ERROR_RATE / 4.0), "{hypotheses}: {wrong:?}");
        }
    }

    #[test]
    fn few_deals_prove_nothing() {
        let sprt: Sprt = "0,3".parse().expect("a pair of gains");
        let mut pairs = Mean::default();
        (0..8).for_each(|_| pairs.add(1.0));
        assert_eq!(sprt.verdict(&pairs), Verdict::Open);
    }

    #[test]
    fn hypotheses_are_read_with_the_lower_gain_first() {
        assert_eq!("0,3".parse::<Sprt>().map(|sprt| sprt.gains()), Ok([0.0, 3.0]));
        assert_eq!("-1.5%, 0.5%".parse::<Sprt>().map(|sprt| sprt.gains()), Ok([-1.5, 0.5]));
        for text in ["3", "3,0", "1,1", "a,b", "0,60", "-51,0", "nan,1"] {
            assert!(text.parse::<Sprt>().expect_err(text).contains("the lower first"));
        }
    }
}
