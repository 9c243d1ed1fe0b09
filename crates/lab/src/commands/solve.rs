//! `lab solve`: who wins an endgame with open hands.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use engine::endgame::{Endgame, MEMORY_BYTES_MAX, Memory, Outcome, SolveLimits, longest_defence, solve};
use rules::{Combo, Hand, Rank, Ruleset, Seat, Trick};

use crate::work::{Interrupted, stop_on_ctrl_c};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides, as in "classic" or "classic wing-copies=4"
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The wild ranks of a ruleset that has some, in the order of showing, as in 7,9
    #[arg(long, value_name = "RANKS", value_delimiter = ',', value_parser = parse_rank)]
    wilds: Vec<Rank>,
    /// The landlord's hand
    #[arg(long)]
    landlord: Hand,
    /// The hand of the only peasant, or of the one who plays after the landlord
    #[arg(long)]
    peasant: Hand,
    /// The hand of the peasant who plays before the landlord
    #[arg(long)]
    peasant2: Option<Hand>,
    /// The seat to play: landlord, peasant (or down), peasant2 (or up)
    #[arg(long, value_name = "SEAT", default_value = "landlord", value_parser = parse_seat)]
    to_move: Seat,
    /// The combo to beat, as in 34567, or 444555666+777 to say which cards are wings; without it the player leads
    #[arg(long, value_name = "COMBO")]
    standing: Option<String>,
    /// The seat that played it; by default the seat before the one to play
    #[arg(long, value_name = "SEAT", requires = "standing", value_parser = parse_seat)]
    standing_by: Option<Seat>,
    /// Report how it goes on: the soonest win against the longest defence, which takes longer to find than the winner
    #[arg(long)]
    line: bool,
    /// Report for every first play whether it wins
    #[arg(long)]
    all: bool,
    /// Stop after this time; a position not solved by then is unknown
    #[arg(long, value_name = "MS")]
    time_limit_ms: Option<u64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let game = read_endgame(args)?;
    let clock =
        Clock { start: Instant::now(), limit: args.time_limit_ms.map(Duration::from_millis), stop: stop_on_ctrl_c()? };
    let mut memory = Memory::new(MEMORY_BYTES_MAX);
    let outcome = solve(&game, args.all, &mut memory, SolveLimits::NONE, &mut || clock.is_over());
    write(args, &game, &outcome, clock.start.elapsed(), out)?;
    if args.line && outcome.winner.is_some() {
        let line = longest_defence(&game, &mut memory, SolveLimits::NONE, &mut || clock.is_over());
        let line = line.map_or_else(|stopped| stopped.to_string(), |line| line_text(&game, &line));
        writeln!(out, "line        {line}")?;
    }
    out.flush()?;
    if clock.is_interrupted() { Err(Interrupted.into()) } else { Ok(()) }
}

fn parse_rank(text: &str) -> Result<Rank, String> {
    let mut letters = text.chars();
    let rank = letters.next().and_then(Rank::from_letter).filter(|_| letters.next().is_none());
    rank.ok_or_else(|| format!("{text:?} is not a rank: 3 4 5 6 7 8 9 T J Q K A 2"))
}

fn parse_seat(text: &str) -> Result<Seat, String> {
    match text {
        "peasant" => Ok(Seat::Down),
        "peasant2" => Ok(Seat::Up),
        _ => Seat::from_name(text)
            .ok_or_else(|| format!("{text:?} is no seat; there are landlord, peasant (or down), peasant2 (or up)")),
    }
}

/// The end of a solve: its time limit, or Ctrl-C.
struct Clock {
    start: Instant,
    limit: Option<Duration>,
    stop: Arc<AtomicBool>,
}

impl Clock {
    fn is_over(&self) -> bool {
        self.is_interrupted() || self.limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }

    fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn write(args: &Args, game: &Endgame, outcome: &Outcome, took: Duration, out: &mut impl Write) -> anyhow::Result<()> {
    let plays = |wins: Option<bool>| -> Vec<String> {
        let of = outcome.first_plays.iter().filter(|first| first.wins == wins);
        of.map(|first| play_text(game, first.play)).collect()
    };
    let list = |plays: Vec<String>, none: &str| if plays.is_empty() { none.to_owned() } else { plays.join("  ") };
    match outcome.winner {
        Some(winner) => writeln!(out, "winner      {winner}")?,
        None => writeln!(out, "winner      unknown")?,
    }
    let none = if outcome.winner.is_some() { "nothing" } else { "nothing known yet" };
    writeln!(out, "wins with   {}", list(plays(Some(true)), none))?;
    if let Some(guess) = outcome.winner.is_none().then(|| outcome.best_play()).flatten() {
        writeln!(out, "best guess  {}", play_text(game, guess))?;
    }
    if args.all {
        writeln!(out, "loses with  {}", list(plays(Some(false)), "nothing"))?;
        let unknown = plays(None);
        if !unknown.is_empty() {
            writeln!(out, "unknown     {}", unknown.join("  "))?;
        }
    }
    writeln!(out, "nodes       {}\nms          {:.3}", outcome.nodes, 1e3 * took.as_secs_f64())?;
    if let Some(stopped) = outcome.stopped {
        writeln!(out, "stopped     {stopped}")?;
    }
    Ok(())
}

/// Returns a first play in the words of position text, but a pass as `pass`.
fn play_text(game: &Endgame, play: Option<Combo>) -> String {
    play.map_or("pass".to_owned(), |_| game.rules().play_text(play, game.trick()))
}

/// Returns the plays in order, each after its seat; a pass is `-`.
fn line_text(game: &Endgame, plays: &[(Seat, Option<Combo>)]) -> String {
    let mut trick = game.trick();
    let mut last = game.standing().map(|(seat, _)| seat);
    let mut words = Vec::new();
    for &(seat, play) in plays {
        // All other seats have passed.
        if last == Some(seat) {
            trick = Trick::Lead;
        }
        let name = if seat == Seat::Down && !game.has(Seat::Up) { "peasant" } else { seat.name() };
        words.push(format!("{name} {}", game.rules().play_text(play, trick)));
        if let Some(combo) = play {
            (trick, last) = (Trick::Follow(combo), Some(seat));
        }
    }
    words.join(", ")
}

/// Returns the endgame that the options describe. A ruleset with wild ranks needs all of them.
fn read_endgame(args: &Args) -> anyhow::Result<Endgame> {
    let rules = args.wilds.iter().try_fold(args.ruleset, |rules, &rank| rules.with_wild(rank)).context("--wilds")?;
    if rules.awaits_wild() {
        let (given, name, number) = (args.wilds.len(), rules.name(), rules.wild_ranks());
        bail!("--wilds: wild ranks told: {given}; in ruleset {name} their number is {number}");
    }
    let game = Endgame::new(rules, [args.landlord, args.peasant, args.peasant2.unwrap_or_default()])?;
    let Some(text) = &args.standing else { return Ok(game.with_turn(args.to_move, None)?) };
    let standing = rules.read_text(text).context("--standing")?;
    let before = || if game.has(Seat::Up) { args.to_move.previous() } else { game.next(args.to_move) };
    Ok(game.with_turn(args.to_move, Some((args.standing_by.unwrap_or_else(before), standing)))?)
}
