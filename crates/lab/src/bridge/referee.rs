//! `lab bridge referee`: `lab match` against a program that speaks the lines of `lab bridge bot`.

use std::io::Write;

use anyhow::bail;
use rules::Ruleset;

use crate::r#match::Options;
use crate::player::Player;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program, as the shell would start it
    #[arg(long, value_name = "COMMAND")]
    opponent: String,
    /// Who of ours plays against it
    #[arg(long, default_value = "rules")]
    persona: Player,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: Args, out: &mut impl Write) -> anyhow::Result<()> {
    if args.opponent.trim().is_empty() {
        bail!("--opponent: a command is needed, as in \"python3 bot.py\"");
    }
    args.options.play([args.persona, Player::Command(args.opponent)], Ruleset::DOUZERO, out)
}
