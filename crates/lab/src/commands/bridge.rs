//! `lab bridge`: our bots for other programs, and other programs for our matches.

mod bot;
mod ccga;
mod referee;

use std::io::Write;

use clap::Subcommand;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    form: Form,
}

#[derive(Subcommand)]
enum Form {
    /// Answer one JSON line with another: a bot on standard input and output.
    Bot(bot::Args),
    /// Be an engine of the CCGA line protocol; ccga:"COMMAND" is such an engine in a match
    Ccga(ccga::Args),
    /// Play a match against a program that answers one JSON line with another.
    Referee(referee::Args),
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.form {
        Form::Bot(args) => bot::run(args, out),
        Form::Ccga(args) => ccga::run(args, out),
        Form::Referee(args) => referee::run(args, out),
    }
}
