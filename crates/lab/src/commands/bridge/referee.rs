//! `lab bridge referee`: `lab match` against a program that speaks the lines of `lab bridge bot`.

use std::io::Write;

use anyhow::Context;
use rules::Ruleset;

use crate::commands::r#match::Options;
use crate::match_runner::player::{PersonaArgs, Player};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program, as the shell would start it
    #[arg(long, value_name = "COMMAND")]
    opponent: String,
    /// Our player against it
    #[arg(long, default_value = "rules")]
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let ours = args.persona_file.read()?.player(&args.persona).context("--persona")?;
    let theirs = Player::program(&args.opponent).context("--opponent")?;
    args.options.play([ours, theirs], Ruleset::DOUZERO, out)
}
