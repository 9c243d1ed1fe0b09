//! Shares and means with their 95% intervals, and rates.
//!
//! The two hands of a deal share their cards, so a match counts deals, not hands: sums are taken per deal, and an interval
//! comes from the variance between deals.

/// An estimated figure, and its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The normal deviate with 2.5% on either side.
pub(crate) const Z: f64 = 1.959_963_985;

/// A share: won units of all units, both summed per deal. A deal may have any number of units, even none.
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

    pub(crate) fn units(&self) -> f64 {
        self.all
    }

    /// Returns the share; `None` before there is a unit.
    ///
    /// The interval is Wilson's, which is good near 0 and 1. Its sample size is the number of independent hands with the same
    /// variance as these deals. That variance comes from the linearised ratio.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        if self.all == 0.0 {
            return None;
        }
        let share = self.won / self.all;
        let spread = self.won_won - 2.0 * share * self.won_all + share * share * self.all_all;
        let correction = self.deals / (self.deals - 1.0).max(1.0);
        let variance = spread.max(0.0) * correction / (self.all * self.all);
        let binomial = share * (1.0 - share);
        // Without any variance each deal counts as only one independent hand.
        let hands = if variance > 1e-12 && binomial > 0.0 { binomial / variance } else { self.deals };
        let (centre, reach) = wilson_interval(share, hands);
        Some(Estimate { value: share, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) })
    }
}

fn wilson_interval(share: f64, hands: f64) -> (f64, f64) {
    let z2 = Z * Z / hands;
    let centre = (share + z2 / 2.0) / (1.0 + z2);
    let reach = Z / (1.0 + z2) * (share * (1.0 - share) / hands + z2 / (4.0 * hands)).sqrt();
    (centre, reach)
}

/// A rate: the number of times that something was done, of the times that it was possible.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rate {
    pub(crate) done: u32,
    pub(crate) could: u32,
}

impl Rate {
    pub(crate) fn add(&mut self, is_done: bool) {
        self.done += u32::from(is_done);
        self.could += 1;
    }

    pub(crate) fn percent(self) -> f64 {
        100.0 * f64::from(self.done) / f64::from(self.could.max(1))
    }
}

/// A mean of independent numbers, for example one per deal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mean {
    count: f64,
    mean: f64,
    /// The sum of squared distances from the mean (Welford), which stays accurate for large scores.
    spread: f64,
}

impl Mean {
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

    /// Returns the mean with Student's interval; `None` before there are two numbers.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        if self.count < 2.0 {
            return None;
        }
        let freedom = self.count - 1.0;
        let error = (self.spread / freedom / self.count).sqrt();
        let reach = student_deviate(freedom) * error;
        Some(Estimate { value: self.mean, low: self.mean - reach, high: self.mean + reach })
    }
}

/// Returns Student's deviate for 95%, by its expansion around the normal one: within 0.1% from 9 degrees of freedom on.
fn student_deviate(freedom: f64) -> f64 {
    let z3 = Z.powi(3);
    let z5 = Z.powi(5);
    let z7 = Z.powi(7);
    Z + (z3 + Z) / (4.0 * freedom)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * freedom.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * freedom.powi(3))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The generator xorshift64*, independent of the generator in matches.
    pub(crate) struct Dice(pub(crate) u64);

    impl Dice {
        pub(crate) fn uniform(&mut self) -> f64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
        }

        pub(crate) fn chance(&mut self, share: f64) -> bool {
            self.uniform() < share
        }

        /// Draws if A wins as landlord, and if A wins as peasants: a good landlord's hand helps A in one hand and hurts it in the other.
        pub(crate) fn deal(&mut self, landlord: f64, peasants: f64) -> [bool; 2] {
            let spread = landlord.min(1.0 - landlord).min(peasants).min(1.0 - peasants);
            let luck = (2.0 * self.uniform() - 1.0) * spread;
            [self.chance(landlord + luck), self.chance(peasants - luck)]
        }
    }

    /// Checks that about 95% of `runs` intervals contain `truth`.
    fn check_intervals(runs: u32, truth: f64, mut run: impl FnMut() -> Estimate) {
        let inside = (0..runs).filter(|_| {
            let Estimate { low, high, .. } = run();
            (low..=high).contains(&truth)
        });
        let share = inside.count() as f64 / f64::from(runs);
        // 95% of 2,000 runs: ±3 standard deviations are ±1.5%. Wilson's interval is a little too wide.
        assert!((0.935..=0.985).contains(&share), "{truth} lies in {share} of the intervals");
    }

    #[test]
    fn nineteen_of_twenty_intervals_of_a_share_hold_the_truth() {
        let mut dice = Dice(11);
        for (landlord, peasants) in [(0.42, 0.58), (0.45, 0.61), (0.965, 0.99), (0.2, 0.3)] {
            for deals in [100, 600] {
                let mut sample = || {
                    let [mut one, mut both] = [Share::default(), Share::default()];
                    for _ in 0..deals {
                        let [lone, pair] = dice.deal(landlord, peasants).map(|won| f64::from(u8::from(won)));
                        one.add(lone, 1.0);
                        both.add((lone + pair) / 2.0, 1.0);
                    }
                    [one, both].map(|share| share.estimate().expect("deals were counted"))
                };
                check_intervals(2000, landlord, || sample()[0]);
                check_intervals(2000, (landlord + peasants) / 2.0, || sample()[1]);
            }
        }
    }

    #[test]
    fn deals_with_many_units_or_none_do_not_narrow_an_interval() {
        // As in an auction, the same luck decides who gets the seat and who wins.
        let mut dice = Dice(12);
        let mut sample = |deals: u32| {
            let mut share = Share::default();
            for _ in 0..deals {
                let luck = dice.uniform();
                let units = [0.0, 1.0, 2.0][(3.0 * luck) as usize];
                let won = if dice.chance(0.3 + 0.4 * luck) { units } else { 0.0 };
                share.add(won, units);
            }
            share.estimate().expect("the seat was played")
        };
        let truth = sample(2_000_000).value;
        check_intervals(2000, truth, || sample(400));
    }

    #[test]
    fn nineteen_of_twenty_intervals_of_a_mean_hold_the_truth() {
        // Points of a hand: mostly small, sometimes doubled once or twice.
        let mut dice = Dice(13);
        for deals in [30, 400] {
            check_intervals(2000, 0.0, || {
                let mut mean = Mean::default();
                for _ in 0..deals {
                    let doublings = if dice.chance(0.2) { 2 } else { i32::from(dice.chance(0.3)) };
                    let sign = if dice.chance(0.5) { 1.0 } else { -1.0 };
                    mean.add(sign * 2f64.powi(doublings));
                }
                mean.estimate().expect("many deals")
            });
        }
    }

    #[test]
    fn students_deviates_are_those_of_the_tables() {
        for (freedom, deviate) in [(9.0, 2.262_157), (29.0, 2.045_230), (99.0, 1.984_217), (1e9, 1.959_964)] {
            assert!((student_deviate(freedom) / deviate - 1.0).abs() < 1e-3, "{freedom}: {}", student_deviate(freedom));
        }
    }

    #[test]
    fn an_estimate_needs_counts_and_has_width_at_a_share_of_one() {
        assert_eq!(Share::default().estimate(), None);
        assert_eq!(Mean::default().estimate(), None);
        let mut certain = Share::default();
        (0..100).for_each(|_| certain.add(1.0, 1.0));
        let Estimate { low, high, .. } = certain.estimate().expect("deals were counted");
        assert!(low > 0.95 && low < 0.97 && high > 0.999_999, "{low} to {high}");
    }
}
