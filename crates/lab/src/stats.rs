//! What a match proves: shares and means over paired deals, each with its 95% interval.
//!
//! The two hands of a deal share their cards, so the deal and not the hand is what is counted: sums are taken per deal,
//! and an interval comes from how much deals differ.

/// A figure and where the true one lies with 95% certainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The normal deviate that leaves 2.5% on either side.
const Z: f64 = 1.959_963_985;

/// A share: won units of all units, both summed per deal. A deal may bring any number of units, also none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Share {
    deals: f64,
    won: f64,
    all: f64,
    won_won: f64,
    won_all: f64,
    all_all: f64,
}

impl Share {
    /// Counts one deal.
    pub(crate) fn add(&mut self, won: f64, all: f64) {
        if all == 0.0 {
            return;
        }
        self.deals += 1.0;
        self.won += won;
        self.all += all;
        self.won_won += won * won;
        self.won_all += won * all;
        self.all_all += all * all;
    }

    /// Units counted.
    pub(crate) fn units(&self) -> f64 {
        self.all
    }

    /// The share; `None` before there is a unit.
    ///
    /// Wilson's interval, which stays honest near 0 and 1, on the number of independent hands that would vary as much
    /// as these deals do (the deals' own variance by linearising the ratio).
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        if self.all == 0.0 {
            return None;
        }
        let share = self.won / self.all;
        let spread = self.won_won - 2.0 * share * self.won_all + share * share * self.all_all;
        let correction = self.deals / (self.deals - 1.0).max(1.0);
        let variance = spread.max(0.0) * correction / (self.all * self.all);
        let binomial = share * (1.0 - share);
        // Deals that never differed tell no variance; one independent hand each is the cautious reading.
        let hands = if variance > 1e-12 && binomial > 0.0 { binomial / variance } else { self.deals };
        let (centre, reach) = wilson(share, hands);
        Some(Estimate { value: share, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) })
    }
}

fn wilson(share: f64, hands: f64) -> (f64, f64) {
    let z2 = Z * Z / hands;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let reach = Z / (1.0 + z2) * (share * (1.0 - share) / hands + z2 / (4.0 * hands)).sqrt();
    (centre, reach)
}

/// A mean of one number per deal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mean {
    count: f64,
    mean: f64,
    /// Sum of squared distances from the mean (Welford), which loses nothing when scores are large.
    spread: f64,
}

impl Mean {
    /// Counts one deal.
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.spread += off * (value - self.mean);
    }

    pub(crate) fn count(&self) -> f64 {
        self.count
    }

    pub(crate) fn mean(&self) -> f64 {
        self.mean
    }

    pub(crate) fn spread(&self) -> f64 {
        self.spread
    }

    /// The mean with Student's interval; `None` before there are two deals.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        if self.count < 2.0 {
            return None;
        }
        let freedom = self.count - 1.0;
        let error = (self.spread / freedom / self.count).sqrt();
        let reach = student(freedom) * error;
        Some(Estimate { value: self.mean, low: self.mean - reach, high: self.mean + reach })
    }
}

/// Student's deviate for 95%, by its expansion around the normal one: within 0.1% from 9 degrees of freedom on.
fn student(freedom: f64) -> f64 {
    let z3 = Z.powi(3);
    let z5 = Z.powi(5);
    let z7 = Z.powi(7);
    Z + (z3 + Z) / (4.0 * freedom)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * freedom.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * freedom.powi(3))
}
