//! `thirdseat play`: a game at a terminal, a person and two companions. This file reads and writes the terminal; `game` is
//! the game, text in and text out. The command itself is in the binary of the service.

mod faces;
mod game;
mod ink;
mod input;
mod scene;
mod suits;
#[cfg(test)]
mod tests;
mod words;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use engine::Persona;
use engine::cases::read_personas_with;
use rules::{Ranks, Ruleset, Seed};

pub use engine::words::Lang;
use game::{Game, Next, Setup};
use ink::Ink;

/// The longest line that is read; no play has as many letters.
const LINE_BYTES_MAX: usize = 4096;
/// Seeds that are drawn stay below: short enough to be typed again.
const DRAWN_SEED_MAX: u64 = 1_000_000;

/// Options of the table.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Your companions: one name for both, or two names, first the one who plays after you
    #[arg(long = "persona", value_name = "NAME", default_value = "casual")]
    names: Vec<String>,
    /// A file of personas beside the built-in ones
    #[arg(long = "personas", value_name = "FILE")]
    file: Option<PathBuf>,
    /// A ruleset and its overrides, as in "classic auction=call-rob"
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Fixes every deal and every choice of the companions; random by default
    #[arg(long)]
    seed: Option<u64>,
    /// True if companions pause to think, and urge you: by default yes on a terminal and no elsewhere
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no)]
    pace: Option<bool>,
    /// en or zh; by default the language of the locale
    #[arg(long)]
    lang: Option<Lang>,
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("{text:?} is neither yes nor no")),
    }
}

/// Plays at this process's terminal until the person leaves.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (stdin, mut out) = (io::stdin(), io::stdout());
    let is_interactive = out.is_terminal() && stdin.is_terminal();
    let terminal = Terminal {
        echo: !stdin.is_terminal(),
        pace: is_interactive,
        colour: is_interactive && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        lang: locale(),
    };
    play(args, &terminal, &mut stdin.lock(), &mut out)
}

/// Plays until the person leaves or the input ends.
pub fn play(
    args: &Args,
    terminal: &Terminal,
    input: &mut impl BufRead,
    out: &mut (impl Write + Send),
) -> anyhow::Result<()> {
    let lang = args.lang.unwrap_or(terminal.lang);
    let setup = Setup {
        rules: args.ruleset,
        personas: companions(args)?,
        seed: Seed(args.seed.unwrap_or_else(drawn)),
        ink: Ink { colour: terminal.colour, lang, wilds: Ranks::NONE },
    };
    let terminal = Terminal { pace: args.pace.unwrap_or(terminal.pace), lang, ..*terminal };
    match terminal.play(setup, input, out) {
        // The reader of our output has closed it: the game is over.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.context("the terminal"),
    }
}

/// The companions by name, the one who plays after the person first.
fn companions(args: &Args) -> anyhow::Result<[Persona; 2]> {
    let mut known = Persona::all();
    if let Some(file) = &args.file {
        let place = || format!("--personas {}", file.display());
        let text = fs::read_to_string(file).with_context(place)?;
        // Trees of cases lie beside the file that names them.
        let folder = file.parent().unwrap_or(Path::new(""));
        let open = |tree: &str| fs::read_to_string(folder.join(tree)).map_err(|error| error.to_string());
        known.extend(read_personas_with(&text, &open).with_context(place)?);
    }
    let named = |name: &String| {
        // One of the file takes the place of a built-in one.
        known.iter().rev().find(|persona| persona.name() == name).cloned().with_context(|| {
            let all: Vec<&str> = known.iter().map(Persona::name).collect();
            format!("--persona: no persona is named {name:?}; there are {}", all.join(", "))
        })
    };
    match &args.names[..] {
        [both] => Ok([named(both)?, named(both)?]),
        [next, previous] => Ok([named(next)?, named(previous)?]),
        names => anyhow::bail!("--persona is given {} times; two companions sit with you", names.len()),
    }
}

/// The language of the environment, by the precedence that locales have.
fn locale() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().filter_map(|name| std::env::var(name).ok());
    set.into_iter().find(|value| !value.is_empty()).map_or(Lang::En, |value| words::language_of(&value))
}

fn drawn() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Seed(now.as_nanos() as u64).rng().next_u64() % DRAWN_SEED_MAX
}

/// The abilities of the terminal, where the arguments do not say.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// True if the game writes the typed lines: a pipe does not show them.
    pub echo: bool,
    /// True if companions take their time.
    pub pace: bool,
    /// True if it shows colour.
    pub colour: bool,
    /// The language of the environment.
    pub lang: Lang,
}

impl Terminal {
    fn play(&self, setup: Setup, input: &mut impl BufRead, out: &mut (impl Write + Send)) -> io::Result<()> {
        let mut text = String::new();
        let mut game = Game::new(setup, &mut text);
        loop {
            let next = game.advance(&mut text);
            out.write_all(text.as_bytes())?;
            out.flush()?;
            text.clear();
            match next {
                Next::Left => return Ok(()),
                Next::Think { player, ms } if self.pace => self.wait(player, ms, out)?,
                Next::Think { .. } => {}
                Next::Ask => match self.read(game.urges(), input, out)? {
                    Some(line) => {
                        if self.echo {
                            game::say(&mut text, &line);
                        }
                        game.hear(&line, &mut text);
                    }
                    None => game.hang_up(&mut text),
                },
            }
        }
    }

    /// Reads a line. The companions urge the person meanwhile, where they also take their time themselves.
    fn read(
        &self,
        urges: impl Iterator<Item = (String, u64)> + Send,
        input: &mut impl BufRead,
        out: &mut (impl Write + Send),
    ) -> io::Result<Option<String>> {
        if !self.pace {
            return read_line(input);
        }
        let (reader, is_read) = channel::<()>();
        thread::scope(|scope| {
            let urging = scope.spawn(move || urge(urges, &is_read, out));
            let line = read_line(input);
            drop(reader);
            urging.join().expect("urging does not panic")?;
            line
        })
    }

    fn wait(&self, player: usize, ms: u32, out: &mut impl Write) -> io::Result<()> {
        let ink = Ink { colour: self.colour, lang: self.lang, wilds: Ranks::NONE };
        if self.colour {
            write!(out, "  {}", ink.dim(&format!("{} …", words::name(self.lang, player))))?;
            out.flush()?;
        }
        thread::sleep(Duration::from_millis(u64::from(ms)));
        if self.colour {
            // Back to the start of the line, which is cleared.
            write!(out, "\r\x1b[K")?;
        }
        Ok(())
    }
}

/// Writes each line at its time, until the sender is gone.
fn urge(urges: impl Iterator<Item = (String, u64)>, is_read: &Receiver<()>, out: &mut impl Write) -> io::Result<()> {
    let began = Instant::now();
    for (line, at_ms) in urges {
        let left = Duration::from_millis(at_ms).saturating_sub(began.elapsed());
        if is_read.recv_timeout(left) != Err(RecvTimeoutError::Timeout) {
            break;
        }
        write!(out, "\n  {line}\n> ")?;
        out.flush()?;
    }
    Ok(())
}

/// A line without its end, cut where it is too long to be one; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LINE_BYTES_MAX as u64).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() == LINE_BYTES_MAX && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned()))
}
