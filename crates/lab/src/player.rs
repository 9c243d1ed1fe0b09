//! Who plays in a match, by text: a persona's name, `random`, or a program.

use std::fmt;
use std::str::FromStr;

use engine::Persona;
use rules::{Action, Plays, Raise, Rng, Stage, Trick, View};

/// A player of a match.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Player {
    /// One of ours.
    Persona(Persona),
    /// Every legal play is as likely as any other, a pass among them.
    Random,
    /// A program that speaks the lines of `lab bridge bot`.
    Command(String),
}

/// Why a text names no player.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlayerError {
    /// Neither a persona nor one of the other words.
    #[error("no player is named {name:?}; write a persona (such as rules), random, or cmd:\"COMMAND\"")]
    Unknown { name: String },
    /// `cmd:` alone.
    #[error("cmd: needs a command, as in cmd:\"python3 bot.py\"")]
    NoCommand,
}

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        if let Some(command) = text.strip_prefix("cmd:") {
            let bare = command.trim();
            let bare = bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(bare);
            return if bare.is_empty() { Err(PlayerError::NoCommand) } else { Ok(Player::Command(bare.to_owned())) };
        }
        if text == "random" {
            return Ok(Player::Random);
        }
        Persona::named(text).map(Player::Persona).ok_or_else(|| PlayerError::Unknown { name: text.to_owned() })
    }
}

/// Reads a persona alone, where no other player will do.
pub(crate) fn persona(text: &str) -> Result<Persona, String> {
    Persona::named(text).ok_or_else(|| format!("no persona is named {text:?}"))
}

/// What [`FromStr`] reads.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Persona(persona) => f.write_str(persona.name()),
            Player::Random => f.write_str("random"),
            Player::Command(command) => write!(f, "cmd:\"{command}\""),
        }
    }
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
    fn players_are_read_as_they_are_written() {
        for text in ["rules", "random", "cmd:\"python3 bot.py --seed 1\""] {
            assert_eq!(text.parse::<Player>().expect(text).to_string(), text);
        }
        assert_eq!("cmd:bot".parse(), Ok(Player::Command("bot".to_owned())));
        assert_eq!("cmd:\"\"".parse::<Player>(), Err(PlayerError::NoCommand));
        let error = "wukong".parse::<Player>().expect_err("no such persona").to_string();
        assert!(error.starts_with("no player is named \"wukong\""), "{error}");
    }
}
