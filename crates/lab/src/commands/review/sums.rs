//! The sum of many decisions.

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
    // Each reviewer uses mainly one unit, so columns of zeros are left out.
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
        // A rate has its count beside it, because a rate of few says little.
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
