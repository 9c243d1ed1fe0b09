//! `lab solve`: solves one endgame with open hands, or a file of them.

mod file;
mod pass_on;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use engine::endgame::{
    Ask, Endgame, MEMORY_BYTES_MAX, Memory, Next, Outcome, Review, Seats, SolveLimits, Stopped, review, solve,
};
use rules::{Combo, Hand, Rank, Ruleset, Seat, Side, Trick};
use serde_json::{Value, json};

use crate::options;
use crate::stop::{Interrupted, stop_on_ctrl_c};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides, as in "classic" or "classic wing-copies=4"; classic, or douzero with --file
    #[arg(long)]
    ruleset: Option<Ruleset>,
    /// The wild ranks of a ruleset that has some, in the order of showing, as in 7,9
    #[arg(long, value_name = "RANKS", value_delimiter = ',', value_parser = options::rank)]
    wilds: Vec<Rank>,
    /// The landlord's hand
    #[arg(long, required_unless_present = "file")]
    landlord: Option<Hand>,
    /// The hand of the only peasant, or of the one who plays after the landlord
    #[arg(long, required_unless_present = "file")]
    peasant: Option<Hand>,
    /// The hand of the peasant who plays before the landlord
    #[arg(long)]
    peasant2: Option<Hand>,
    /// The seat to play: landlord, peasant (or down), peasant2 (or up)
    #[arg(long, value_name = "SEAT", default_value = "landlord", value_parser = seat)]
    to_move: Seat,
    /// The combo to beat, as in 34567, or 444555666+777 to say which cards are wings; without it the player leads
    #[arg(long, value_name = "COMBO")]
    standing: Option<String>,
    /// The seat that played it; by default the seat before the one to play
    #[arg(long, value_name = "SEAT", requires = "standing", value_parser = seat)]
    standing_by: Option<Seat>,
    /// Report whether this first play, a combo or pass, loses a won position, with the shortest refutation
    #[arg(long, value_name = "COMBO|pass")]
    played: Option<String>,
    /// First the seat to play gives three cards of its hand to the other, who sees them and gives three of its own back; report the
    /// gifts that win. Two seats, 3 to 10 cards a hand
    #[arg(long, conflicts_with_all = ["peasant2", "standing", "played", "file"])]
    pass_on: bool,
    /// Report for every first play, or gift, whether it wins
    #[arg(long)]
    all: bool,
    /// Stop after this time; a position not solved by then is unknown
    #[arg(long, value_name = "MS")]
    time_limit_ms: Option<u64>,
    /// Read deals from a table with the columns id, landlord, peasant and, if it likes, wilds (landlord leads), write one with the columns
    /// id, winner, first_move, winning_first_moves (how many, with --all), ms and nodes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["landlord", "peasant", "peasant2", "standing", "to_move", "played"])]
    file: Option<PathBuf>,
    /// Print JSON, with --file one object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    match (&args.file, args.landlord, args.peasant) {
        (Some(path), ..) => file::solve(args, path, out),
        (None, Some(landlord), Some(peasant)) => solve_one(args, landlord, peasant, out),
        _ => bail!("--landlord and --peasant, or --file, are needed"),
    }
}

fn seat(text: &str) -> Result<Seat, String> {
    match text {
        "peasant" => Ok(Seat::Down),
        "peasant2" => Ok(Seat::Up),
        _ => Seat::from_name(text)
            .ok_or_else(|| format!("{text:?} is no seat; there are landlord, peasant (or down), peasant2 (or up)")),
    }
}

fn solve_one(args: &Args, landlord: Hand, peasant: Hand, out: &mut impl Write) -> anyhow::Result<()> {
    let rules = options::in_play(&args.ruleset.unwrap_or(Ruleset::CLASSIC), &args.wilds)?;
    let game = game(args, rules, landlord, peasant)?;
    let played = args.played.as_deref().map(|text| Played::read(text, &game)).transpose()?;
    let clock = Clock::start(args, stop_on_ctrl_c()?);
    if args.pass_on {
        pass_on::solve(args, &game, &clock, out)?;
        out.flush()?;
        return clock.interrupted();
    }
    let mut memory = Memory::new(MEMORY_BYTES_MAX);
    let (outcome, ms) = timed(args, &game, true, &mut memory, &clock);
    let reviewed = played.map(|played| {
        let review = review(&game, played.play, &mut memory, SolveLimits::NONE, &mut || clock.is_over());
        (played, review)
    });
    let solved = Solved { args, game: &game, outcome: &outcome, ms };
    if args.json {
        let mut object = solved.json();
        if let Some((played, review)) = &reviewed {
            object["played"] = played.json(&game, review);
        }
        writeln!(out, "{object}")?;
    } else {
        solved.write(out)?;
        if let Some((played, review)) = &reviewed {
            played.write(&game, review, out)?;
        }
    }
    out.flush()?;
    clock.interrupted()
}

/// The end of a solve: its time limit, or Ctrl-C.
struct Clock {
    start: Instant,
    limit: Option<Duration>,
    stop: Arc<AtomicBool>,
}

impl Clock {
    fn start(args: &Args, stop: Arc<AtomicBool>) -> Clock {
        Clock { start: Instant::now(), limit: args.time_limit_ms.map(Duration::from_millis), stop }
    }

    /// Starts the time of the next position.
    fn again(&mut self) {
        self.start = Instant::now();
    }

    fn is_over(&self) -> bool {
        self.is_interrupted() || self.limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }

    fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn interrupted(&self) -> anyhow::Result<()> {
        if self.is_interrupted() { Err(Interrupted.into()) } else { Ok(()) }
    }
}

/// One endgame and the outcome of solving it.
struct Solved<'a> {
    args: &'a Args,
    game: &'a Endgame,
    outcome: &'a Outcome,
    ms: f64,
}

impl Solved<'_> {
    /// Lists the first plays with this result.
    fn plays(&self, wins: Option<bool>) -> Vec<String> {
        let of = self.outcome.first_plays.iter().filter(|first| first.wins == wins);
        of.map(|first| text(self.game, first.play)).collect()
    }

    /// Returns the play to choose while the winner is unknown.
    fn guess(&self) -> Option<String> {
        let best = self.outcome.winner.is_none().then(|| self.outcome.best()).flatten();
        best.map(|play| text(self.game, play))
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let outcome = self.outcome;
        let list = |plays: Vec<String>, none: &str| if plays.is_empty() { none.to_owned() } else { plays.join("  ") };
        match outcome.winner {
            Some(winner) => writeln!(out, "winner      {winner}")?,
            None => writeln!(out, "winner      unknown, probably {}", outcome.guess)?,
        }
        let none = if outcome.winner.is_some() { "nothing" } else { "nothing known yet" };
        writeln!(out, "wins with   {}", list(self.plays(Some(true)), none))?;
        if let Some(guess) = self.guess() {
            writeln!(out, "best guess  {guess}")?;
        }
        if self.args.all {
            writeln!(out, "loses with  {}", list(self.plays(Some(false)), "nothing"))?;
            let unknown = self.plays(None);
            if !unknown.is_empty() {
                writeln!(out, "unknown     {}", unknown.join("  "))?;
            }
        }
        if !outcome.line.is_empty() {
            writeln!(out, "line        {}", line(self.game, &outcome.line))?;
        }
        writeln!(out, "nodes       {}\nms          {:.3}", outcome.nodes, self.ms)?;
        if let Some(stopped) = outcome.stopped {
            writeln!(out, "stopped     {stopped}")?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let outcome = self.outcome;
        let mut object = json!({
            "winner": outcome.winner.map(Side::name),
            "probably": outcome.guess.name(),
            "wins_with": self.plays(Some(true)),
            "best_guess": self.guess(),
            "line": steps(self.game, &outcome.line),
            "nodes": outcome.nodes,
            "ms": self.ms,
            "stopped": outcome.stopped.map(|stopped| stopped.to_string()),
        });
        if self.args.all {
            object["loses_with"] = json!(self.plays(Some(false)));
            object["unknown"] = json!(self.plays(None));
        }
        object
    }
}

/// Writes a first play in the words of position text.
fn text(game: &Endgame, play: Option<Combo>) -> String {
    play.map_or("pass".to_owned(), |_| game.rules().play_text(play, game.trick()))
}

/// A first play to be judged. It is legal.
struct Played {
    play: Option<Combo>,
    next: Next,
}

impl Played {
    fn read(text: &str, game: &Endgame) -> anyhow::Result<Played> {
        let context = || format!("--played {text}");
        let play = game.rules().read_play(text, game.trick()).with_context(context)?;
        let next = game.after(play).with_context(context)?;
        Ok(Played { play, next })
    }

    fn write(&self, game: &Endgame, reviewed: &Result<Review, Stopped>, out: &mut impl Write) -> anyhow::Result<()> {
        let play = text(game, self.play);
        let side = game.turn().side();
        let review = match reviewed {
            Ok(review) => review,
            Err(stopped) => return Ok(writeln!(out, "played      {play}: unknown, {stopped}")?),
        };
        let verdict = match (review.is_won, review.was_won) {
            (true, _) => format!("no mistake, {side} still wins"),
            (false, true) => format!("a mistake, {side} had a win and has lost it"),
            (false, false) => format!("no mistake, {side} has lost whatever is played"),
        };
        writeln!(out, "played      {play}: {verdict}")?;
        if let (Some(punishment), Next::Position(next)) = (&review.punishment, self.next) {
            writeln!(out, "punished    {}", line(&next, &punishment.line))?;
        }
        Ok(())
    }

    fn json(&self, game: &Endgame, reviewed: &Result<Review, Stopped>) -> Value {
        let play = text(game, self.play);
        match reviewed {
            Err(stopped) => json!({ "play": play, "stopped": stopped.to_string() }),
            Ok(review) => {
                let punished = match (&review.punishment, self.next) {
                    (Some(punishment), Next::Position(next)) => steps(&next, &punishment.line),
                    _ => Vec::new(),
                };
                json!({ "play": play, "is_mistake": review.was_won && !review.is_won, "was_won": review.was_won,
                        "is_won": review.is_won, "punished": punished })
            }
        }
    }
}

/// Writes the plays in order, passes as `-`.
fn line(game: &Endgame, plays: &[(Seat, Option<Combo>)]) -> String {
    steps(game, plays).join(", ")
}

/// Writes each play with its player.
fn steps(game: &Endgame, plays: &[(Seat, Option<Combo>)]) -> Vec<String> {
    let mut trick = game.trick();
    let mut last = game.standing().map(|(seat, _)| seat);
    let mut words = Vec::new();
    for &(seat, play) in plays {
        // All other seats have passed.
        if last == Some(seat) {
            trick = Trick::Lead;
        }
        let name = if game.seats() == Seats::Two && seat == Seat::Down { "peasant" } else { seat.name() };
        words.push(format!("{name} {}", game.rules().play_text(play, trick)));
        if let Some(combo) = play {
            (trick, last) = (Trick::Follow(combo), Some(seat));
        }
    }
    words
}

fn game(args: &Args, rules: Ruleset, landlord: Hand, peasant: Hand) -> anyhow::Result<Endgame> {
    let game = match args.peasant2 {
        None => Endgame::two(rules, landlord, peasant)?,
        Some(up) => Endgame::three(rules, [landlord, peasant, up])?,
    };
    let Some(text) = &args.standing else { return Ok(game.led_by(args.to_move)?) };
    let standing = rules.read_text(text).context("--standing")?;
    let before = || match game.seats() {
        Seats::Two => game.next(args.to_move),
        Seats::Three => args.to_move.previous(),
    };
    Ok(game.answering(args.to_move, standing, args.standing_by.unwrap_or_else(before))?)
}

/// Solves and takes the time.
fn timed(args: &Args, game: &Endgame, line: bool, memory: &mut Memory, clock: &Clock) -> (Outcome, f64) {
    let start = Instant::now();
    let ask = Ask { all_first_plays: args.all, line };
    let outcome = solve(game, ask, memory, SolveLimits::NONE, &mut || clock.is_over());
    (outcome, start.elapsed().as_secs_f64() * 1e3)
}
