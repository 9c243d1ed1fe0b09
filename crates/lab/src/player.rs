//! Who plays in a match, by text: a persona, `random`, `greedy`, or a program.

use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use engine::Persona;
use engine::persona::{BadNumber, read_personas};
use rules::{Action, Plays, Raise, Rng, Stage, Trick, View};

use crate::minimax::{self, Search};

/// A player of a match: what it was called, and what it is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Player {
    text: String,
    pub(crate) kind: Kind,
}

/// The sorts of players.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// One of ours.
    Persona(Box<Persona>),
    /// Every legal play is as likely as any other, a pass among them.
    Random,
    /// See [`crate::greedy`].
    Greedy,
    /// See [`engine::search::minimax`].
    Search(Search),
    /// A program that speaks the lines of `lab bridge bot`.
    Command(String),
}

/// Why a text names no player.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlayerError {
    /// Neither a persona nor one of the other words.
    #[error("no player is named {name:?}; there are {known}, random, greedy, {searches} and cmd:\"COMMAND\"", searches = minimax::NAMES)]
    Unknown { name: String, known: String },
    /// `cmd:` alone.
    #[error("cmd: needs a command, as in cmd:\"python3 bot.py\"")]
    NoCommand,
    /// A changed number without its value.
    #[error("{word:?} changes nothing: write NAME:key=value,key=value with whole numbers")]
    NoPair { word: String },
    /// A number that a search does not have or that lies outside its bounds.
    #[error("{key}={value} in {name}: there are {known}")]
    SearchNumber { name: &'static str, key: String, value: u32, known: String },
    /// A number that the persona refuses.
    #[error(transparent)]
    Number(#[from] BadNumber),
}

impl Player {
    /// A program.
    pub(crate) fn program(command: &str) -> Result<Player, PlayerError> {
        let bare = command.trim();
        let bare = bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(bare);
        if bare.is_empty() {
            return Err(PlayerError::NoCommand);
        }
        Ok(Player { text: format!("cmd:\"{bare}\""), kind: Kind::Command(bare.to_owned()) })
    }
}

impl From<Persona> for Player {
    /// A persona that plays under its own name.
    fn from(persona: Persona) -> Player {
        Player { text: persona.name().to_owned(), kind: Kind::Persona(Box::new(persona)) }
    }
}

/// As it was called.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Where personas come from.
#[derive(clap::Args)]
pub(crate) struct Cast {
    /// A file of personas that adds to the built-in ones or takes their place
    #[arg(long, value_name = "FILE")]
    personas: Option<PathBuf>,
}

/// All personas that may be named.
#[derive(Default)]
pub(crate) struct Roster {
    own: Vec<Persona>,
}

impl Cast {
    /// Reads the file, if there is one.
    pub(crate) fn read(&self) -> anyhow::Result<Roster> {
        let Some(path) = &self.personas else { return Ok(Roster::default()) };
        let text = fs::read_to_string(path).with_context(|| format!("--personas {}", path.display()))?;
        let own = read_personas(&text).with_context(|| format!("--personas {}", path.display()))?;
        Ok(Roster { own })
    }
}

impl Roster {
    /// `NAME`, or `NAME:key=value,key=value` for the same persona with some numbers changed.
    pub(crate) fn persona(&self, text: &str) -> Result<Persona, PlayerError> {
        let (name, changes) = text.split_once(':').unwrap_or((text, ""));
        let own = self.own.iter().find(|persona| persona.name() == name).cloned();
        let persona = own.or_else(|| Persona::named(name));
        let persona = persona.ok_or_else(|| PlayerError::Unknown { name: name.to_owned(), known: self.names() })?;
        changed(changes).try_fold(persona, |persona, pair| {
            let (key, value) = pair?;
            Ok(persona.with(key, value)?)
        })
    }

    /// A persona, `random`, `greedy`, a search, or `cmd:"COMMAND"`.
    pub(crate) fn player(&self, text: &str) -> Result<Player, PlayerError> {
        if let Some(command) = text.strip_prefix("cmd:") {
            return Player::program(command);
        }
        let kind = match text {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            _ => match Search::read(text) {
                Some(search) => Kind::Search(search?),
                None => Kind::Persona(Box::new(self.persona(text)?)),
            },
        };
        Ok(Player { text: text.to_owned(), kind })
    }

    fn names(&self) -> String {
        let built_in = Persona::all();
        let own = self.own.iter().filter(|own| built_in.iter().all(|other| other.name() != own.name()));
        built_in.iter().chain(own).map(Persona::name).collect::<Vec<_>>().join(", ")
    }
}

/// The pairs of `key=value,key=value`.
pub(crate) fn changed<N: FromStr>(changes: &str) -> impl Iterator<Item = Result<(&str, N), PlayerError>> {
    changes.split(',').filter(|word| !word.is_empty()).map(|word| {
        let pair = word.split_once('=').and_then(|(key, value)| Some((key.trim(), value.trim().parse().ok()?)));
        pair.ok_or_else(|| PlayerError::NoPair { word: word.to_owned() })
    })
}

/// Any legal action of the seat whose turn it is, each as likely as any other.
pub(crate) fn random_action(view: &View, rng: &mut Rng, plays: &mut Plays) -> Action {
    match view.board().stage() {
        Stage::Auction => {
            let bidding = view.board().bidding();
            let choice = rng.below(bidding.options().count() as u32) as usize;
            Action::Call(bidding.options().nth(choice).expect("the choice lies among the options"))
        }
        Stage::Doubling => {
            let known = Raise::ALL.iter().filter(|raise| raise.is_known(view.rules().doubling())).count();
            Action::Raise(Raise::ALL[rng.below(known as u32) as usize])
        }
        Stage::Showing => Action::Show(rng.below(2) == 1),
        _ => {
            let plays = plays.fill(view.rules(), view.hand(), view.trick());
            match view.trick() {
                Trick::Lead => Action::Play(rng.pick(plays).copied()),
                // One place more than there are plays: the pass.
                Trick::Follow(_) => Action::Play(plays.get(rng.below(plays.len() as u32 + 1) as usize).copied()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_shown_as_they_are_called() {
        let roster = Roster::default();
        for text in [
            "rules",
            "casual-hasty",
            "random",
            "greedy",
            "cmd:\"python3 bot.py --seed 1\"",
            "casual:noise=4,up.near-at=6",
            "minimax-published",
            "minimax:worlds=16,depth=3,nodes=1000",
            "minimax-published:depth=4,samples=5",
        ] {
            assert_eq!(roster.player(text).expect(text).to_string(), text);
        }
        assert_eq!(roster.player("cmd:bot").expect("a program").kind, Kind::Command("bot".to_owned()));
        assert_eq!(roster.persona("casual:noise=4").expect("a number of casual").nature().noise, 4);
    }

    #[test]
    fn players_that_are_none_are_refused_by_name() {
        let error = |text: &str| Roster::default().player(text).expect_err(text).to_string();
        assert!(error("wukong").starts_with("no player is named \"wukong\"; there are "));
        assert_eq!(error("cmd:\"\""), "cmd: needs a command, as in cmd:\"python3 bot.py\"");
        assert!(error("casual:noise").starts_with("\"noise\" changes nothing"));
        assert!(error("casual:noise=x").starts_with("\"noise=x\" changes nothing"));
        assert!(error("casual:charm=1").contains("charm"));
        assert!(error("minimax-published:depth").starts_with("\"depth\" changes nothing"));
        assert_eq!(
            error("minimax-published:depth=9"),
            "depth=9 in minimax-published: there are samples from 1 to 1000 and depth from 1 to 8"
        );
    }
}
