//! The sum of many decisions.

use std::fmt;
use std::io::{self, Write};

use serde_json::{Value, json};

use crate::report::stats::{Mean, Share};

use super::judge::{Judged, Loss};

/// The sums of some decisions.
#[derive(Default)]
pub(super) struct Sums {
    decisions: u64,
    same: Share,
    points: Mean,
    deals: Mean,
    stakes: Mean,
    unweighed: u64,
    blunders: Share,
    open: Share,
    attacks: Share,
}

impl Sums {
    pub(super) fn add(&mut self, judged: &Judged, blunder: bool) {
        let one = |yes: bool| f64::from(u8::from(yes));
        self.decisions += 1;
        self.same.add(one(judged.played == judged.best), 1.0);
        match judged.loss {
            Loss::Points(points) => self.points.add(points),
            Loss::Deals(share) => self.deals.add(share),
            Loss::Stakes(stakes) => self.stakes.add(stakes),
            Loss::Unweighed => self.unweighed += 1,
        }
        self.blunders.add(one(blunder), 1.0);
        if let Some(threw) = judged.threw_win {
            self.open.add(one(threw), 1.0);
        }
        if let Some(attacked) = judged.attack {
            self.attacks.add(one(attacked), 1.0);
        }
    }

    pub(super) fn json(&self) -> Value {
        let share = |share: &Share| json!({ "of": share.units(), "rate": share.estimate() });
        let mean = |mean: &Mean| json!({ "of": mean.count(), "mean": (mean.count() > 0.0).then(|| mean.mean()) });
        json!({ "decisions": self.decisions, "same": share(&self.same), "points_lost": mean(&self.points),
                "deals_lost": mean(&self.deals), "stakes_lost": mean(&self.stakes), "unweighed": self.unweighed, "blunders": share(&self.blunders),
                "thrown_wins": share(&self.open), "partner_attacks": share(&self.attacks) })
    }
}

pub(super) fn write_table(groups: &[(String, Sums)], out: &mut impl Write) -> io::Result<()> {
    let width = groups.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(10);
    // A reviewer by points has no shares of deals but where it solves an ending, one by nets no points: a column of zeros is left out.
    let loses = |pick: fn(&Sums) -> &Mean| groups.iter().any(|(_, sums)| pick(sums).mean() > 0.0);
    let is_told = [loses(|sums| &sums.points), loses(|sums| &sums.deals), loses(|sums| &sums.stakes)];
    let lost = |columns: [String; 3]| {
        let told = is_told.into_iter().zip(columns).filter(|(is_told, _)| *is_told);
        told.map(|(_, text)| format!("{text:>13}")).collect::<String>()
    };
    writeln!(
        out,
        "{:<width$}{:>11}{:>8}{}{:>11}{:>17}{:>17}",
        "",
        "decisions",
        "same",
        lost(["points lost", "deals lost", "stakes lost"].map(String::from)),
        "blunders",
        "thrown wins",
        "partner attacks"
    )?;
    for (name, sums) in groups {
        let rate =
            |share: &Share| share.estimate().map_or(String::from("-"), |rate| format!("{:.1}%", 100.0 * rate.value));
        // A rate of few says little: how many stands beside it.
        let of = |share: &Share| format!("{} of {}", rate(share), share.units());
        let of_some = |mean: &Mean, told: String| if mean.count() > 0.0 { told } else { String::from("-") };
        let points = of_some(&sums.points, format!("{:.3}", sums.points.mean()));
        let stakes = of_some(&sums.stakes, format!("{:.3}", sums.stakes.mean()));
        let deals = of_some(&sums.deals, format!("{:.2}%", 100.0 * sums.deals.mean()));
        writeln!(
            out,
            "{name:<width$}{:>11}{:>8}{}{:>11}{:>17}{:>17}",
            sums.decisions,
            rate(&sums.same),
            lost([points, deals, stakes]),
            rate(&sums.blunders),
            of(&sums.open),
            of(&sums.attacks)
        )?;
    }
    writeln!(out, "\npartner attacks: how often a peasant covered its partner's combo where it could, going out aside")
}

/// The reviewer's seeming thought times, and the course of the hands. Recorded hands hold no times.
pub(super) struct Pace {
    mean_ms: f64,
    /// The coefficient of variation.
    variation: f64,
    /// Likeness of each thought to the one before it of the same seat; `None` where there are too few.
    correlation: Option<f64>,
    choices_a_hand: f64,
}

impl Pace {
    pub(super) fn of(judged: &[Vec<Judged>]) -> Pace {
        let mut all = Mean::default();
        let mut pairs = Vec::new();
        for hand in judged {
            let mut last = [None; 3];
            for decision in hand {
                let think = f64::from(decision.think_ms);
                all.add(think);
                // Times are long-tailed: their logarithms are compared, or a few long thoughts would decide.
                let log = think.ln();
                if let Some(before) = last[decision.seat.index()].replace(log) {
                    pairs.push((before, log));
                }
            }
        }
        let deviation = (all.spread() / (all.count() - 1.0).max(1.0)).sqrt();
        let choices_a_hand = all.count() / judged.len().max(1) as f64;
        Pace {
            mean_ms: all.mean(),
            variation: if all.mean() > 0.0 { deviation / all.mean() } else { 0.0 },
            correlation: correlation(&pairs),
            choices_a_hand,
        }
    }

    pub(super) fn json(&self) -> Value {
        json!({ "mean_ms": self.mean_ms, "variation": self.variation, "correlation": self.correlation,
                "choices_a_hand": self.choices_a_hand })
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pace { mean_ms, variation, choices_a_hand, .. } = self;
        let correlation = self.correlation.map_or(String::from("-"), |value| format!("{value:.2}"));
        write!(
            f,
            "pace: {choices_a_hand:.1} choices a hand; the reviewer would think {mean_ms:.0} ms in the mean, \
             variation {variation:.2}, correlation with the thought before {correlation}"
        )
    }
}

fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let count = pairs.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let both = sum(&|pair| (pair.0 - x) * (pair.1 - y));
    let apart = (sum(&|pair| (pair.0 - x).powi(2)) * sum(&|pair| (pair.1 - y).powi(2))).sqrt();
    (apart > 0.0).then(|| both / apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_one_minus_one_and_nothing() {
        let close = |found: Option<f64>, expected: f64| assert!((found.unwrap() - expected).abs() < 1e-9, "{found:?}");
        close(correlation(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), 1.0);
        close(correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), -1.0);
        // By hand: sums of products 1, squares 2 and 2.
        close(correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), 0.5);
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(correlation(&[(1.0, 1.0)]), None);
    }
}
