//! The occupant of a chair.

use std::borrow::Cow;
use std::sync::Arc;

use rules::Seed;

use crate::room::matching::Matching;
use crate::roster::Companion;

/// The occupant of a chair.
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
    /// The persona, with its numbers as they were when it sat down.
    pub companion: Arc<Companion>,
    /// The seed of its random choices.
    pub seed: u64,
    /// True if the players know that it is a bot.
    pub disclosed: bool,
    /// The players whose level its strength follows.
    pub matching: Option<Matching>,
}

impl PartialEq for Bot {
    fn eq(&self, other: &Bot) -> bool {
        let same = self.companion.persona == other.companion.persona && self.companion.digest == other.companion.digest;
        let rest = |bot: &Bot| (bot.seed, bot.disclosed, bot.matching.clone());
        same && rest(self) == rest(other)
    }
}

impl Bot {
    /// Returns the seed of a hand. Each bot has its own, and each hand a stream of its own.
    pub const fn hand_seed(&self, hand_number: u32) -> Seed {
        Seed(self.seed).stream(hand_number as u64)
    }
}

/// A player's opaque name is at most this long.
pub const PLAYER_NAME_BYTES_MAX: usize = 64;
/// The number of groups in which rooms share the counts of a persona: one record for all of them would be written at the end of every hand.
const GROUPS: u64 = 64;

/// Returns the name of a persona where its counts are kept for the rooms of a group. It is longer than a player's may be, so no player has
/// it.
pub fn persona_key(name: &str, group: u64) -> String {
    format!("persona:{name:<PLAYER_NAME_BYTES_MAX$}{}", group % GROUPS)
}

impl Occupant {
    /// Returns the bot, if it is one.
    pub const fn bot(&self) -> Option<&Bot> {
        match self {
            Occupant::Bot(bot) => Some(bot),
            _ => None,
        }
    }

    /// Returns the name under which counts of it are kept: a player's own, and one for the bots of a persona in `group`.
    pub(super) fn remembered_as(&self, group: u64) -> Option<Cow<'_, str>> {
        match self {
            Occupant::Unknown => None,
            Occupant::Player(name) => Some(Cow::Borrowed(name)),
            Occupant::Bot(bot) => Some(Cow::Owned(persona_key(bot.companion.persona.name(), group))),
        }
    }
}
