//! Options that several commands share.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use engine::net::Weights;
use rules::{Combo, Rank, Ruleset, Seed, Trick};

use crate::match_runner::player::{Ours, PersonaArgs};

/// The persona that decides, and its limits: `lab decide` and `lab bot`.
#[derive(clap::Args)]
pub(crate) struct DeciderArgs {
    /// The persona that decides
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Fixes every random choice: the same question gets the same answer
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The time limit of a decision, in CPU time: personas that search and solve stop then, the rule player answers in microseconds
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
}

impl DeciderArgs {
    /// Returns the persona; its own budget overrides `--budget-ms`.
    pub(crate) fn read(&self) -> anyhow::Result<Ours> {
        let ours = self.persona_file.read()?.ours(&self.persona).context("--persona")?;
        Ok(Ours { budget_ms: ours.budget_ms.or(self.budget_ms), ..ours })
    }

    pub(crate) fn seed(&self) -> Seed {
        Seed(self.seed)
    }
}

/// Returns the ruleset in play: with the wild ranks of `--wilds`. A ruleset with wild ranks needs all of them.
pub(crate) fn in_play(rules: &Ruleset, wilds: &[Rank]) -> anyhow::Result<Ruleset> {
    let shown = wilds.iter().try_fold(*rules, |rules, &rank| rules.showing(rank)).context("--wilds")?;
    if shown.awaits_wild() {
        let (told, name, number) = (wilds.len(), rules.name(), rules.wild_ranks());
        bail!("--wilds: wild ranks told: {told}; in ruleset {name} their number is {number}");
    }
    Ok(shown)
}

/// Returns a play as text. In rulesets with wild cards it has its reading, if that is not the usual one.
pub(crate) fn play_text(rules: &Ruleset, play: Combo, trick: Trick) -> String {
    if rules.has_stand_ins() { rules.play_text(Some(play), trick) } else { play.to_string() }
}

/// Returns a weights file that an option names, or "shipped" for that of this build.
pub(crate) fn weights(option: &str, file: &Path) -> anyhow::Result<Weights> {
    if file == Path::new("shipped") {
        return Ok(Weights::shipped());
    }
    let place = || format!("{option} {}", file.display());
    Weights::read(&fs::read(file).with_context(place)?).with_context(place)
}

/// Returns one rank of `--wilds`.
pub(crate) fn rank(text: &str) -> Result<Rank, String> {
    let mut letters = text.chars();
    let rank = letters.next().and_then(Rank::from_letter).filter(|_| letters.next().is_none());
    rank.ok_or_else(|| format!("{text:?} is not a rank: 3 4 5 6 7 8 9 T J Q K A 2"))
}
