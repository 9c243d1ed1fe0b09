//! The commands of the laboratory, one module each. They print to `out`; a progress line goes to standard error.

mod decide;
mod solve;
mod replay;
mod personas;
mod style;
mod levels;
mod reasons;
mod tune;
mod grow_cases;
mod r#match;
mod ladder;
mod review;
mod profile;
mod bot;
mod puzzles;
mod selfplay;
mod quantise;
mod bench;

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::Subcommand;
use engine::net::Weights;
use rules::Seed;

use crate::match_runner::player::{PersonaArgs, PersonaPlayer};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Decide one position and give the reason.
    Decide(decide::Args),
    /// Solve an endgame with open hands: who wins, and with which plays.
    Solve(solve::Args),
    /// Repeat decisions from log lines and compare the results; exit code 1 if they differ.
    Replay(replay::Args),
    /// List the personas, or every number of one of them.
    Personas(personas::Args),
    /// Compare a persona with the built-in one of its skill: bids, leads, bombs, answers, pace and faces.
    Style(style::Args),
    /// Write the mean grades of strengths, or estimate the levels of players.
    Levels(levels::Args),
    /// Explain many choices of a persona, count its reasons, and let it review mistakes of `beginner`.
    Reasons(reasons::Args),
    /// Find better numbers for a persona by matches; prints a section of a persona file.
    Tune(tune::Args),
    /// Grow a tree of cases from self-play or a log: positions in which another move wins more often than the choice of the strategies.
    GrowCases(grow_cases::Args),
    /// Play two players against each other on paired deals and report which is stronger.
    Match(r#match::Args),
    /// Rate players by a round robin: Elo with error bars.
    Ladder(ladder::Args),
    /// Review recorded hands: what each decision lost, blunders, attacks on partners.
    Review(review::Args),
    /// Show which nets, belief weights, bid rows and evaluator decide under a ruleset.
    Profile(profile::Args),
    /// Run a persona as a program: it answers each JSON line with another. In a match, cmd:"COMMAND" is such a program.
    Bot(bot::Args),
    /// Generate, grade and verify endgame puzzles.
    Puzzles(puzzles::Args),
    /// Play hands with the nets of another process, and write samples for learning: the game part of `tools/train`.
    Selfplay(selfplay::Args),
    /// Turn trained deep nets into the integers that a weights file keeps, and measure what that loses.
    Quantise(quantise::Args),
    /// Compute the bench number: what the personas do in fixed positions, as one number; and measure their time.
    Bench(bench::Args),
}

/// The commands by task, as `lab help` lists them.
pub(crate) const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    ("One position or decision", &["decide", "solve", "replay"]),
    ("Design a persona", &["personas", "style", "levels", "reasons", "tune", "grow-cases"]),
    ("Who is stronger", &["match", "ladder"]),
    ("Logs and rulesets, other programs", &["review", "profile", "bot"]),
    ("A product", &["puzzles"]),
    ("Train and measure", &["selfplay", "quantise", "bench"]),
];

/// The error for a replayed decision that differs. The difference is printed already; the exit code tells scripts.
#[derive(Debug, thiserror::Error)]
#[error("not the same")]
pub(crate) struct ReplayMismatch;

impl Command {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match self {
            Command::Decide(args) => decide::run(args, out),
            Command::Solve(args) => solve::run(args, out),
            Command::Replay(args) => replay::run(args, out),
            Command::Personas(args) => personas::run(args, out),
            Command::Style(args) => style::run(args, out),
            Command::Levels(args) => levels::run(args, out),
            Command::Reasons(args) => reasons::run(args, out),
            Command::Tune(args) => tune::run(args, out),
            Command::GrowCases(args) => grow_cases::run(args, out),
            Command::Match(args) => r#match::run(args, out),
            Command::Ladder(args) => ladder::run(args, out),
            Command::Review(args) => review::run(args, out),
            Command::Profile(args) => profile::run(args, out),
            Command::Bot(args) => bot::run(args, out),
            Command::Puzzles(args) => puzzles::run(args, out),
            Command::Selfplay(args) => selfplay::run(args, out),
            Command::Quantise(args) => quantise::run(args, out),
            Command::Bench(args) => bench::run(args, out),
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct DeciderArgs {
    /// The persona that decides
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Fixes every random choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The time limit of a decision, in CPU time: personas that search or solve endings stop then
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
}

impl DeciderArgs {
    /// Returns the persona; its own budget overrides `--budget-ms`.
    pub(crate) fn read(&self) -> anyhow::Result<PersonaPlayer> {
        let player = self.persona_file.read()?.persona_player(&self.persona).context("--persona")?;
        Ok(PersonaPlayer { budget_ms: player.budget_ms.or(self.budget_ms), ..player })
    }

    pub(crate) fn seed(&self) -> Seed {
        Seed(self.seed)
    }
}

/// Reads the weights in `file`; the word `shipped` stands for the weights of this build.
pub(crate) fn read_weights(option: &str, file: &Path) -> anyhow::Result<Weights> {
    if file == Path::new("shipped") {
        return Ok(Weights::shipped());
    }
    let place = || format!("{option} {}", file.display());
    Weights::read(&fs::read(file).with_context(place)?).with_context(place)
}
