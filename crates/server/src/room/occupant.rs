//! The occupant of a chair, and the players whose level a bot follows.

use std::borrow::Cow;
use std::sync::Arc;

use rules::{Chair, Seed};

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
    /// The persona, with its numbers at the time when the bot sat down.
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
    /// Returns the seed of a hand: each hand has its own stream of the bot's seed.
    pub const fn hand_seed(&self, hand_number: u32) -> Seed {
        Seed(self.seed).stream(hand_number as u64)
    }
}

/// The players whose level a bot's strength follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matching {
    /// The players.
    pub whom: Whom,
    /// The difference in strength between the bot and the mean of the players.
    pub offset: i32,
}

/// The players whom a bot follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whom {
    /// The players on these chairs; no chair: all of the table.
    Chairs(Vec<Chair>),
    /// The player who sat on the bot's chair before, by its opaque name; empty if it had none.
    Predecessor(String),
}

/// The longest opaque name of a player, in bytes.
pub const PLAYER_NAME_BYTES_MAX: usize = 64;
/// The number of groups of rooms; each group shares the counts of a persona. A single record for all rooms would be written at the end of
/// every hand.
const GROUPS: u64 = 64;

/// Returns the key of a persona's counts for the rooms of a group. It is longer than any player's name, so no player has it.
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

    /// Returns the key of the occupant's counts: a player's name, or the key of a bot's persona in `group`.
    pub(super) fn remembered_as(&self, group: u64) -> Option<Cow<'_, str>> {
        match self {
            Occupant::Unknown => None,
            Occupant::Player(name) => Some(Cow::Borrowed(name)),
            Occupant::Bot(bot) => Some(Cow::Owned(persona_key(bot.companion.persona.name(), group))),
        }
    }

    /// Seats this occupant on the chair of `before`: a bot that follows its predecessor learns who that is.
    #[must_use]
    pub(super) fn seated_after(mut self, before: &Occupant) -> Occupant {
        if let Occupant::Bot(Bot { matching: Some(Matching { whom: Whom::Predecessor(player), .. }), .. }) = &mut self {
            *player = before.predecessor().unwrap_or_default().to_owned();
        }
        self
    }

    /// Returns the player whom a bot on this chair would follow. If a bot took the seat over, this is the player before that
    /// bot.
    fn predecessor(&self) -> Option<&str> {
        match self {
            Occupant::Player(player) => Some(player),
            Occupant::Bot(Bot { matching: Some(Matching { whom: Whom::Predecessor(player), .. }), .. }) => Some(player),
            _ => None,
        }
    }
}
