//! The counts of a match, shown as a table or as JSON.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use crate::match_runner::{DealResult, MatchRunner};
use crate::report::sprt::{ERROR_RATE, Sprt, Verdict};
use crate::report::stats::{Estimate, Mean, Share};

/// The counts so far. Wins and points are player A's, except the landlord's points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    landlord: Share,
    peasants: Share,
    both: Share,
    pairs: Mean,
    points: Mean,
    landlord_points: Mean,
    redeals: u64,
    illegal: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, pair: &DealResult) {
        let [first, second] = pair.hands;
        let won = f64::from(first.landlord.won + second.landlord.won);
        self.landlord.add(won, f64::from(first.landlord.hands + second.landlord.hands));
        let won = f64::from(first.peasants.won + second.peasants.won);
        self.peasants.add(won, f64::from(first.peasants.hands + second.peasants.hands));
        self.both.add(pair.share(), 1.0);
        self.pairs.add(pair.share());
        self.points.add((first.points + second.points) as f64 / 2.0);
        self.landlord_points.add((first.landlord_points + second.landlord_points) as f64 / 2.0);
        self.redeals += u64::from(first.redeal) + u64::from(second.redeal);
        self.illegal += u64::from(pair.illegal);
    }

    pub(crate) fn deals(&self) -> u64 {
        self.pairs.count() as u64
    }

    /// Returns the paired share: A's share of wins over both hands of each deal.
    pub(crate) fn share(&self) -> Option<Estimate> {
        self.both.estimate()
    }

    pub(crate) fn pairs(&self) -> &Mean {
        &self.pairs
    }

    fn sides(&self) -> [(&'static str, &Share); 3] {
        [("landlord", &self.landlord), ("peasants", &self.peasants), ("both", &self.both)]
    }
}

pub(crate) struct MatchReport<'a> {
    pub(crate) runner: &'a MatchRunner,
    pub(crate) tally: &'a Tally,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) took: Duration,
    /// True if fewer deals were played than asked for and no test asked to stop.
    pub(crate) partial: bool,
}

impl MatchReport<'_> {
    fn hands_per_second(&self) -> f64 {
        2.0 * self.tally.deals() as f64 / self.took.as_secs_f64().max(1e-9)
    }

    pub(crate) fn write_table(&self, out: &mut impl Write) -> std::io::Result<()> {
        let (runner, tally) = (self.runner, self.tally);
        let [a, b] = &runner.players;
        writeln!(out, "A: {a}   B: {b}")?;
        let auction = if runner.setup.auction { "auction" } else { "landlord leads, no auction" };
        writeln!(out, "ruleset {}, {auction}, seed {}", runner.setup.rules, runner.setup.seed.0)?;
        let of = if self.partial { format!(" of {}, interrupted", runner.deals) } else { String::new() };
        writeln!(
            out,
            "{} paired deals{of}, {:.1} s, {:.0} hands a second\n",
            tally.deals(),
            self.took.as_secs_f64(),
            self.hands_per_second()
        )?;
        if tally.deals() == 0 {
            return Ok(());
        }
        writeln!(out, "{:<10}{:>10}{:>10}   95% interval", "A as", "hands", "wins")?;
        for (name, share) in tally.sides() {
            // Peasants are counted by seat. Without an auction one player has both seats, so a hand counts twice.
            let hands = match name {
                "both" => 2 * tally.deals(),
                "peasants" if !runner.setup.auction => share.units() as u64 / 2,
                _ => share.units() as u64,
            };
            match share.estimate() {
                Some(Estimate { value, low, high }) => {
                    writeln!(
                        out,
                        "{name:<10}{hands:>10}{:>10}   {} to {}",
                        percent_text(value),
                        percent_text(low),
                        percent_text(high)
                    )?;
                }
                None => writeln!(out, "{name:<10}{hands:>10}{:>10}", "-")?,
            }
        }
        if let Some(points) = tally.points.estimate() {
            writeln!(
                out,
                "\nscore a hand {:+.3}, 95% interval {:+.3} to {:+.3}",
                points.value, points.low, points.high
            )?;
        }
        // The landlord's score is shown only with an auction, where players choose that seat.
        if let Some(points) = tally.landlord_points.estimate().filter(|_| runner.setup.auction) {
            writeln!(out, "landlord's   {:+.3}, 95% interval {:+.3} to {:+.3}", points.value, points.low, points.high)?;
        }
        if tally.redeals > 0 {
            writeln!(out, "redeals      {} (each counts as half a win)", tally.redeals)?;
        }
        if tally.illegal > 0 {
            writeln!(out, "illegal      {} answers, each replaced by a random legal play", tally.illegal)?;
        }
        if let Some(sprt) = self.sprt {
            writeln!(out, "{}", self.sprt_line(&sprt))?;
        }
        Ok(())
    }

    fn sprt_line(&self, sprt: &Sprt) -> String {
        let [equal, better] = sprt.gains();
        let ratio = sprt.log_ratio(self.tally.pairs());
        let verdict = match sprt.verdict(self.tally.pairs()) {
            Verdict::Better => format!("better: +{better}% is far more likely than {equal:+}%"),
            Verdict::NotBetter => format!("not better: {equal:+}% is far more likely than +{better}%"),
            Verdict::Open => String::from("open: more deals are needed"),
        };
        let bound = Sprt::ratio_bound();
        format!("sprt [{equal}, {better}]% at {ERROR_RATE}: {verdict} (log ratio {ratio:+.2}, bounds ±{bound:.2})")
    }

    pub(crate) fn json(&self) -> Value {
        let (runner, tally) = (self.runner, self.tally);
        let sprt = self.sprt.map(|sprt| {
            let [equal, better] = sprt.gains();
            let (ratio, verdict) = (sprt.log_ratio(tally.pairs()), sprt.verdict(tally.pairs()).to_string());
            json!({ "equal": equal, "better": better, "error": ERROR_RATE,
                    "log_ratio": ratio, "bound": Sprt::ratio_bound(), "verdict": verdict })
        });
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "a": runner.players[0].to_string(),
            "b": runner.players[1].to_string(),
            "ruleset": runner.setup.rules.to_string(),
            "auction": runner.setup.auction,
            "seed": runner.setup.seed.0,
            "deals": tally.deals(),
            "partial": self.partial,
            "seconds": self.took.as_secs_f64(),
            "hands_per_second": self.hands_per_second(),
            "landlord": tally.landlord.estimate(),
            "peasants": tally.peasants.estimate(),
            "both": tally.both.estimate(),
            "score": tally.points.estimate(),
            "landlord_score": tally.landlord_points.estimate(),
            "redeals": tally.redeals,
            "illegal_answers": tally.illegal,
            "sprt": sprt,
        })
    }
}

fn percent_text(share: f64) -> String {
    format!("{:.2}%", 100.0 * share)
}
