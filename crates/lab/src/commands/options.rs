//! Options that several commands share, each said once.

use std::num::NonZero;
use std::path::PathBuf;

use anyhow::{Context, bail};
use rules::{Combo, Rank, Ruleset, Seed, Trick};

use crate::match_runner::cores;
use crate::match_runner::player::{Ours, PersonaArgs, Player, PlayerError, Roster};
use engine::Profile;

/// The persona that decides, and its limits: `lab decide` and the bots of `lab bridge`.
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
    /// The persona; its own budget goes before the budget of all.
    pub(crate) fn read(&self) -> anyhow::Result<Ours> {
        let ours = self.persona_file.read()?.ours(&self.persona).context("--persona")?;
        Ok(Ours { budget_ms: ours.budget_ms.or(self.budget_ms), ..ours })
    }

    pub(crate) fn seed(&self) -> Seed {
        Seed(self.seed)
    }
}

/// The number of matches, and where their figures go: `lab ladder` and `lab experiment`.
#[derive(clap::Args)]
pub(crate) struct Matches {
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    pub(crate) ruleset: Ruleset,
    /// The time that our players may think about a decision, in CPU time of the thread
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Write table and picture into this page and its folder, as a section of its own
    #[arg(long, value_name = "FILE.md")]
    pub(crate) write: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Matches {
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, NonZero::get)
    }

    pub(crate) fn roster(&self) -> anyhow::Result<Roster> {
        self.persona_file.read()
    }

    /// A player, within the budget of all.
    pub(crate) fn player(&self, roster: &Roster, text: &str) -> Result<Player, PlayerError> {
        Ok(roster.player(text)?.within(self.budget_ms))
    }
}

/// The ruleset in play: with the wild ranks that `--wilds` tells. A ruleset that has some needs all of them.
pub(crate) fn in_play(rules: &Ruleset, wilds: &[Rank]) -> anyhow::Result<Ruleset> {
    let shown = wilds.iter().try_fold(*rules, |rules, &rank| rules.showing(rank)).context("--wilds")?;
    if shown.awaits_wild() {
        let (told, name, number) = (wilds.len(), rules.name(), rules.wild_ranks());
        bail!("--wilds: wild ranks told: {told}; in ruleset {name} their number is {number}");
    }
    Ok(shown)
}

/// A play as text. Where ranks are wild its reading stands with it, if the cards alone would be read otherwise.
pub(crate) fn play_text(rules: &Ruleset, play: Combo, trick: Trick) -> String {
    if Profile::of(rules).has_stand_ins() { rules.play_text(Some(play), trick) } else { play.to_string() }
}

/// One rank of `--wilds`.
pub(crate) fn rank(text: &str) -> Result<Rank, String> {
    let mut letters = text.chars();
    let rank = letters.next().and_then(Rank::from_letter).filter(|_| letters.next().is_none());
    rank.ok_or_else(|| format!("{text:?} is not a rank: 3 4 5 6 7 8 9 T J Q K A 2"))
}
