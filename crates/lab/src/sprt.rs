//! Stopping a match as soon as it has proved its point: Wald's sequential test on the paired share.
//!
//! The hypotheses are two true shares, "equal" and "better by so much". After each deal the likelihood ratio of the two
//! is taken as if the paired scores were normal with the variance seen so far (the generalised test that engine
//! developers use); beyond either bound the match may stop, and errs with the chosen probability.

use std::fmt;
use std::str::FromStr;

use crate::stats::Mean;

/// The two hypotheses and how often the test may err.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprt {
    equal: f64,
    better: f64,
    error: f64,
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The lower hypothesis holds: not better by as much as was asked.
    Equal,
    /// The higher hypothesis holds.
    Better,
    /// Go on.
    Open,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Equal => "equal",
            Verdict::Better => "better",
            Verdict::Open => "open",
        })
    }
}

/// Why a text is no pair of hypotheses.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is no P0,P1: two gains of the paired share in percent, the lower first, as in 0,3")]
pub(crate) struct SprtError {
    found: String,
}

/// `P0,P1`: gains over an even match in percentage points. The error rates are set apart.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let bad = || SprtError { found: text.to_owned() };
        let (low, high) = text.split_once(',').ok_or_else(bad)?;
        let read = |word: &str| word.trim().trim_end_matches('%').parse::<f64>().ok();
        let (low, high) = read(low).zip(read(high)).ok_or_else(bad)?;
        if !(-50.0..high).contains(&low) || high > 50.0 {
            return Err(bad());
        }
        Ok(Sprt { equal: 0.5 + low / 100.0, better: 0.5 + high / 100.0, error: ERROR })
    }
}

/// How often the test may err, either way, unless told otherwise.
pub(crate) const ERROR: f64 = 0.02;

/// The variance of a pair whose two hands have nothing to do with each other, and how many such pairs are mixed into
/// what was seen: without them the first few deals, often all alike, would prove anything.
const PRIOR_VARIANCE: f64 = 0.125;
const PRIOR_PAIRS: f64 = 10.0;

impl Sprt {
    /// The same hypotheses with another rate of error, above 0 and below one half.
    pub(crate) fn with_error(self, error: f64) -> Sprt {
        assert!(error > 0.0 && error < 0.5, "an error rate lies between 0 and 0.5, {error} does not");
        Sprt { error, ..self }
    }

    /// Gains in percent, as they were asked for.
    pub(crate) fn gains(&self) -> [f64; 2] {
        [self.equal, self.better].map(|share| ((share - 0.5) * 1e6).round() / 1e4)
    }

    /// The rate of error.
    pub(crate) fn error(&self) -> f64 {
        self.error
    }

    /// The logarithm of the likelihood ratio beyond which (either way) the test ends.
    pub(crate) fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// The logarithm of the likelihood ratio after these paired scores (each from 0 to 1).
    pub(crate) fn ratio(&self, pairs: &Mean) -> f64 {
        let variance = (pairs.spread() + PRIOR_VARIANCE * PRIOR_PAIRS) / (pairs.count() + PRIOR_PAIRS);
        let middle = (self.equal + self.better) / 2.0;
        pairs.count() * (self.better - self.equal) * (pairs.mean() - middle) / variance
    }

    /// What these paired scores prove.
    pub(crate) fn verdict(&self, pairs: &Mean) -> Verdict {
        match self.ratio(pairs) {
            ratio if ratio >= self.bound() => Verdict::Better,
            ratio if ratio <= -self.bound() => Verdict::Equal,
            _ => Verdict::Open,
        }
    }
}
