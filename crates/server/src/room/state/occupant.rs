//! Who sits on a chair.

use std::sync::Arc;

use rules::Seed;

use crate::roster::Companion;

/// Who sits on a chair.
#[derive(Clone, PartialEq, Debug)]
pub enum Occupant {
    /// The occupant is not known.
    Unknown,
    /// A player, by the backend's opaque name.
    Player(String),
    /// A bot.
    Bot(Bot),
}

/// A bot at a table.
#[derive(Clone, Debug)]
pub struct Bot {
    /// Who plays, with its numbers as they were when it sat down.
    pub companion: Arc<Companion>,
    /// Where its random choices come from.
    pub seed: u64,
    /// Whether the players know that it is a bot.
    pub disclosed: bool,
}

impl PartialEq for Bot {
    fn eq(&self, other: &Bot) -> bool {
        let same = self.companion.persona == other.companion.persona && self.companion.digest == other.companion.digest;
        same && (self.seed, self.disclosed) == (other.seed, other.disclosed)
    }
}

impl Bot {
    /// The seed of a hand. Each bot has its own, and each hand a stream of its own.
    pub const fn hand_seed(&self, hand_number: u32) -> Seed {
        Seed(self.seed).stream(hand_number as u64)
    }
}

impl Occupant {
    /// The bot, if it is one.
    pub const fn bot(&self) -> Option<&Bot> {
        match self {
            Occupant::Bot(bot) => Some(bot),
            _ => None,
        }
    }

    pub(super) fn player(&self) -> Option<&str> {
        match self {
            Occupant::Player(name) => Some(name),
            _ => None,
        }
    }
}
