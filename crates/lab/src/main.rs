//! The laboratory: looks things up, plays matches, tunes, replays. Text in, text out; bad input ends with exit code 2
//! and a sentence that says what was wrong. This file only dispatches: each command has a file of its own.

mod legal;
mod split;
mod perft;
mod decide;
mod r#match;
mod contest;
mod series;
mod worker;
mod game;
mod player;
mod options;
mod budget;
mod greedy;
mod minimax;
mod tally;
mod stats;
mod sprt;
mod bridge;
mod regret;
mod replay;
mod hands;
mod review;
mod conform;
mod ladder;
mod experiment;
mod svg;
mod page;
mod bench;
mod progress;
mod tune;
mod bids;
mod personas;
mod puzzles;
mod solve;
mod belief;
mod train;
mod grow_cases;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Thirdseat's laboratory: what is legal, what is good, and is it better than yesterday.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Lab {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// List every legal play, one a line.
    Legal(legal::Args),
    /// Cut a hand into combos and say what they are worth.
    Split(split::Args),
    /// Count the positions of fixed deals by depth and compare with the numbers in a file.
    Perft(perft::Args),
    /// Decide one position and say why.
    Decide(decide::Args),
    /// Play two players against each other on paired deals and say who is stronger.
    Match(r#match::Args),
    /// Let three players meet hand after hand and rank them by their points.
    Series(series::Args),
    /// Take a decision from a log line again and say whether the same comes out; exit code 1 if not.
    Replay(replay::Args),
    /// Review recorded hands: what each decision lost, blunders, attacks on partners, pace.
    Review(review::Args),
    /// Compare a backend's hand logs with a ruleset: every disagreement about what is legal; exit code 1 if there is one.
    Conform(conform::Args),
    /// Rate players by a round robin: Elo with error bars, a table and a picture.
    Ladder(ladder::Args),
    /// Run a published experiment again, with our players beside the published figures.
    Experiment(experiment::Args),
    /// Sum up what our personas do in fixed positions as one number, and time them.
    Bench(bench::Args),
    /// Play against programs that speak JSON lines, or be one.
    Bridge(bridge::Args),
    /// Find better numbers for a persona by matches; prints a section of a persona file.
    Tune(tune::Args),
    /// Measure by self-play how often hands of each strength win as landlord; writes the table that bidding reads.
    Bids(bids::Args),
    /// List the personas, or every number of one of them.
    Personas(personas::Args),
    /// Generate, grade and verify endgame puzzles.
    Puzzles(puzzles::Args),
    /// Say who wins an endgame with open hands, and with which plays.
    Solve(solve::Args),
    /// Measure what is believed about hidden cards against the truth, or fit the weights of the evidence.
    Belief(belief::Args),
    /// Train the nets of the learned player by self-play.
    Train(train::Args),
    /// Compare what players choose in hard positions by playing all choices out: what each gives away a decision.
    Regret(regret::Args),
    /// Grow a tree of cases from self-play: where another move wins more often than what the tables would do.
    GrowCases(grow_cases::Args),
}

/// Somebody pressed Ctrl-C. What was printed is a part of the result.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

impl Interrupted {
    /// What shells expect of a program that Ctrl-C ended.
    pub(crate) const CODE: u8 = 130;
}

/// What was compared is not the same. It was printed; the exit code tells scripts.
#[derive(Debug, thiserror::Error)]
#[error("not the same")]
pub(crate) struct Disagreement;

fn main() -> ExitCode {
    let lab = Lab::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match lab.command {
        // `cargo run --release` without a word is how a newcomer looks around: no mistake, so no exit code 2.
        None => Lab::command().print_help().map_err(anyhow::Error::from),
        Some(Command::Legal(args)) => legal::run(&args, &mut out),
        Some(Command::Split(args)) => split::run(&args, &mut out),
        Some(Command::Perft(args)) => perft::run(&args, &mut out),
        Some(Command::Decide(args)) => decide::run(&args, &mut out),
        Some(Command::Match(args)) => r#match::run(&args, &mut out),
        Some(Command::Series(args)) => series::run(&args, &mut out),
        Some(Command::Replay(args)) => replay::run(&args, &mut out),
        Some(Command::Review(args)) => review::run(&args, &mut out),
        Some(Command::Conform(args)) => conform::run(&args, &mut out),
        Some(Command::Ladder(args)) => ladder::run(&args, &mut out),
        Some(Command::Experiment(args)) => experiment::run(&args, &mut out),
        Some(Command::Bench(args)) => bench::run(&args, &mut out),
        Some(Command::Bridge(args)) => bridge::run(&args, &mut out),
        Some(Command::Tune(args)) => tune::run(&args, &mut out),
        Some(Command::Bids(args)) => bids::run(&args, &mut out),
        Some(Command::Personas(args)) => personas::run(&args, &mut out),
        Some(Command::Puzzles(args)) => puzzles::run(&args, &mut out),
        Some(Command::Solve(args)) => solve::run(&args, &mut out),
        Some(Command::Belief(args)) => belief::run(&args, &mut out),
        Some(Command::Train(args)) => train::run(&args, &mut out),
        Some(Command::Regret(args)) => regret::run(&args, &mut out),
        Some(Command::GrowCases(args)) => grow_cases::run(&args, &mut out),
    };
    // What was printed before an error is part of the answer.
    let flushed = out.flush();
    match done.and_then(|()| Ok(flushed?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has read enough: `lab legal … | head` is no failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => ExitCode::from(Interrupted::CODE),
        Err(error) if error.is::<Disagreement>() => ExitCode::from(1),
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
