//! Sums over many reasons.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use engine::explain::{Contrast, Reason};

/// Counts of reasons.
#[derive(Default)]
pub(super) struct Tally {
    by_code: BTreeMap<&'static str, u32>,
    by_text: BTreeMap<String, u32>,
    explained: u32,
    without: u32,
    took: Vec<Duration>,
    reviewed: u32,
    /// Mistakes with a fact against the play.
    violated: u32,
    /// Mistakes with a fact against the play or for the better one.
    told: u32,
    /// Mistakes before the play: calls, doublings and the like.
    calls: u32,
    faults: BTreeMap<&'static str, u32>,
    pub(super) choices: Vec<String>,
    pub(super) mistakes: Vec<String>,
}

impl Tally {
    pub(super) fn explained(&mut self, reason: &Reason, took: Duration, example: &str) {
        self.explained += 1;
        self.without += u32::from(reason.leading().is_none());
        *self.by_code.entry(reason.code()).or_default() += 1;
        let pattern = reason.facts().map(|fact| fact.code()).collect::<Vec<_>>().join(" + ");
        *self.by_text.entry(pattern).or_default() += 1;
        self.took.push(took);
        self.choices.push(format!("{example} [{}]", reason.code()));
    }

    pub(super) fn reviewed(&mut self, contrast: &Contrast, is_play: bool, example: String) {
        self.reviewed += 1;
        self.calls += u32::from(!is_play);
        let fault = contrast.made.leading();
        self.violated += u32::from(fault.is_some());
        self.told += u32::from(fault.or(contrast.better.leading()).is_some());
        *self.faults.entry(contrast.made.code()).or_default() += 1;
        self.mistakes.push(example);
    }

    pub(super) fn write(&self, persona: &str, player: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        let most = |counts: &BTreeMap<&'static str, u32>| {
            let mut all: Vec<_> = counts.iter().map(|(code, count)| (*count, *code)).collect();
            all.sort_by_key(|(count, code)| (std::cmp::Reverse(*count), *code));
            all
        };
        let leading = most(&self.by_code);
        let (count, code) = leading.first().copied().unwrap_or_default();
        let pattern = self.by_text.values().max().copied().unwrap_or(0);
        writeln!(out, "{} choices of {persona}", self.explained)?;
        writeln!(out, "most frequent leading fact   {:5.1}%  {code}", share(count, self.explained))?;
        writeln!(out, "most frequent whole reason   {:5.1}%", share(pattern, self.explained))?;
        writeln!(out, "without a fact               {:5.1}%", share(self.without, self.explained))?;
        let mut took = self.took.clone();
        took.sort();
        let at = |share: usize| took.get((took.len() * share / 100).min(took.len().saturating_sub(1)));
        let micros = |share| at(share).map_or(0.0, |took| took.as_secs_f64() * 1e6);
        let mean = took.iter().sum::<Duration>().as_secs_f64() * 1e6 / took.len().max(1) as f64;
        writeln!(
            out,
            "time a reason                {mean:5.1} us mean, {:.1} median, {:.1} in 99 of 100",
            micros(50),
            micros(99)
        )?;
        let list = |all: &[(u32, &str)]| {
            all.iter().map(|(count, code)| format!("{code} {count}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(out, "leading facts: {}", list(&leading))?;
        if self.reviewed > 0 {
            writeln!(
                out,
                "\n{} mistakes of {player}, {} of them calls, reviewed by {persona}",
                self.reviewed, self.calls
            )?;
            writeln!(out, "with a violated concept      {:5.1}%", share(self.violated, self.reviewed))?;
            writeln!(out, "with a fact of either         {:5.1}%", share(self.told, self.reviewed))?;
            writeln!(out, "violated: {}", list(&most(&self.faults)))?;
        }
        Ok(())
    }
}
