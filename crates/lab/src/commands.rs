//! The commands of the laboratory, one file each. They print to `out`; a progress bar goes to standard error.

mod options;
mod legal;
mod split;
mod perft;
mod decide;
mod reasons;
mod r#match;
mod series;
mod companions;
mod style;
mod temperaments;
mod tells;
mod takeover;
mod levels;
mod replay;
mod review;
mod conform;
mod ladder;
mod experiment;
mod bench;
mod bridge;
mod tune;
mod bids;
mod personas;
mod profile;
mod puzzles;
mod solve;
mod belief;
mod quantise;
mod regret;
mod eval_deals;
mod league;
mod exploit;
mod grow_cases;
mod experience;

use std::io::Write;

use clap::Subcommand;

use crate::train::{self, deep_self_play};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List every legal play, one a line.
    Legal(legal::Args),
    /// Split a hand into combos and print their value.
    Split(split::Args),
    /// Count the positions of fixed deals by depth and compare with the numbers in a file.
    Perft(perft::Args),
    /// Decide one position and give the reason.
    Decide(decide::Args),
    /// Explain many choices of a persona: how varied, telling and quick its reasons are.
    Reasons(reasons::Args),
    /// Play two players against each other on paired deals and report which is stronger.
    Match(r#match::Args),
    /// Play hands between three players and rank them by their points.
    Series(series::Args),
    /// Simulate a day of players who arrive against a policy of companions: who waits how long, and how many companions go.
    Companions(companions::Args),
    /// Show what a persona does beside a built-in one: bids, leads, bombs, answers, pace and faces.
    Style(style::Args),
    /// Compare the temperaments of each skill: how often they play otherwise than the standard one, and which way.
    Temperaments(temperaments::Args),
    /// Measure what gives a bot away: repeated thinking times, urging in step, and what its pace says of its hand.
    Tells(tells::Args),
    /// Measure how often an observer tells that a bot took a player's seat over, by the player's level alone and with its habits.
    Takeover(takeover::Args),
    /// Measure the grades of each strength's choices, and how well the levels of players come out.
    Levels(levels::Args),
    /// Repeat decisions from log lines and compare the results; exit code 1 if they differ.
    Replay(replay::Args),
    /// Review recorded hands: what each decision lost, blunders, attacks on partners, pace.
    Review(review::Args),
    /// Compare a backend's hand logs with a ruleset: every disagreement about what is legal; exit code 1 if there is one.
    Conform(conform::Args),
    /// Play each named player against a fixed pool of opponents: wins and score by seat, the worst and the mean.
    League(league::Args),
    /// Train a player to beat one persona, and say how often it does.
    Exploit(exploit::Args),
    /// Write the deals of the public evaluation set as text.
    EvalDeals(eval_deals::Args),
    /// Rate players by a round robin: Elo with error bars, a table and a picture.
    Ladder(ladder::Args),
    /// Run a published experiment again, with our players beside the published figures.
    Experiment(experiment::Args),
    /// Compute the bench number: what the personas do in fixed positions, as one number; and measure their time.
    Bench(bench::Args),
    /// Play against programs that speak JSON lines, or be one.
    Bridge(bridge::Args),
    /// Find better numbers for a persona by matches; prints a section of a persona file.
    Tune(tune::Args),
    /// Measure by self-play how often hands of each strength win as landlord; writes the table that bidding reads.
    Bids(bids::Args),
    /// List the personas, or every number of one of them.
    Personas(personas::Args),
    /// Show which nets, belief weights, bid rows and evaluator decide under a ruleset.
    Profile(profile::Args),
    /// Generate, grade and verify endgame puzzles.
    Puzzles(puzzles::Args),
    /// Solve an endgame with open hands: who wins, and with which plays.
    Solve(solve::Args),
    /// Compare the beliefs about hidden cards with the truth, or fit the weights of the evidence.
    Belief(belief::Args),
    /// Train the nets of the learned player by self-play.
    Train(train::Args),
    /// Play hands by nets that another process holds, and write samples for it to learn: the part of `tools/train` that knows the game.
    Selfplay(deep_self_play::Args),
    /// Turn trained deep nets into the integers that a weights file keeps, and measure what that loses.
    Quantise(quantise::Args),
    /// Compare the choices of players in hard positions by playing all choices out: the mean loss of each player.
    Regret(regret::Args),
    /// Grow a tree of cases from self-play: positions in which another move wins more often than the choice of the strategies.
    GrowCases(grow_cases::Args),
    /// Measure what a persona wins by knowing its opponents' habits: series against scripted players, with and without experience.
    Experience(experience::Args),
}

/// The commands by task, as `lab help` lists them.
pub(crate) const GROUPS: &[(&str, &[&str])] = &[
    ("One hand or position", &["decide", "legal", "split", "solve", "replay"]),
    (
        "Design a persona",
        &["personas", "style", "temperaments", "tells", "takeover", "levels", "reasons", "tune", "grow-cases"],
    ),
    ("Who is stronger", &["match", "ladder", "league", "series", "regret", "exploit", "experience"]),
    ("Logs and rules of a backend", &["conform", "review", "bridge", "profile"]),
    ("A product", &["companions", "puzzles"]),
    (
        "Train and measure",
        &["train", "selfplay", "quantise", "belief", "bids", "eval-deals", "experiment", "bench", "perft"],
    ),
];

/// The compared things differ. It was printed; the exit code tells scripts.
#[derive(Debug, thiserror::Error)]
#[error("not the same")]
pub(crate) struct Disagreement;

impl Command {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match self {
            Command::Legal(args) => legal::run(args, out),
            Command::Split(args) => split::run(args, out),
            Command::Perft(args) => perft::run(args, out),
            Command::Decide(args) => decide::run(args, out),
            Command::Reasons(args) => reasons::run(args, out),
            Command::Match(args) => r#match::run(args, out),
            Command::Series(args) => series::run(args, out),
            Command::Companions(args) => companions::run(args, out),
            Command::Style(args) => style::run(args, out),
            Command::Temperaments(args) => temperaments::run(args, out),
            Command::Tells(args) => tells::run(args, out),
            Command::Takeover(args) => takeover::run(args, out),
            Command::Levels(args) => levels::run(args, out),
            Command::Replay(args) => replay::run(args, out),
            Command::Review(args) => review::run(args, out),
            Command::Conform(args) => conform::run(args, out),
            Command::Ladder(args) => ladder::run(args, out),
            Command::Experiment(args) => experiment::run(args, out),
            Command::Bench(args) => bench::run(args, out),
            Command::Bridge(args) => bridge::run(args, out),
            Command::Tune(args) => tune::run(args, out),
            Command::Bids(args) => bids::run(args, out),
            Command::Personas(args) => personas::run(args, out),
            Command::Profile(args) => profile::run(args, out),
            Command::Puzzles(args) => puzzles::run(args, out),
            Command::Solve(args) => solve::run(args, out),
            Command::Belief(args) => belief::run(args, out),
            Command::Train(args) => train::run(args, out),
            Command::Selfplay(args) => deep_self_play::run(args, out),
            Command::League(args) => league::run(args, out),
            Command::Exploit(args) => exploit::run(args, out),
            Command::EvalDeals(args) => eval_deals::run(args, out),
            Command::Quantise(args) => quantise::run(args, out),
            Command::Regret(args) => regret::run(args, out),
            Command::GrowCases(args) => grow_cases::run(args, out),
            Command::Experience(args) => experience::run(args, out),
        }
    }
}
