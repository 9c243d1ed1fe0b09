//! Options that several commands share.

use std::fs;
use std::path::Path;

use anyhow::Context;
use engine::net::Weights;
use rules::Seed;

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

/// Returns a weights file that an option names, or "shipped" for that of this build.
pub(crate) fn weights(option: &str, file: &Path) -> anyhow::Result<Weights> {
    if file == Path::new("shipped") {
        return Ok(Weights::shipped());
    }
    let place = || format!("{option} {}", file.display());
    Weights::read(&fs::read(file).with_context(place)?).with_context(place)
}
