//! Metrics by kind of bot: outcomes of hands, and acts of the players at its table.

use engine::persona::Skill;

use super::Metrics;
use game::closed_set;

closed_set! {
    /// The outcome of a hand for a bot.
    BotOutcome {
        /// It won as landlord.
        LandlordWon = "landlord_won",
        /// It lost as landlord.
        LandlordLost = "landlord_lost",
        /// It won as peasant.
        PeasantWon = "peasant_won",
        /// It lost as peasant.
        PeasantLost = "peasant_lost",
    }
}

closed_set! {
    /// An act of a player at a bot's table.
    PlayerAct {
        /// The player urged the bot.
        Urged = "urged",
        /// A bot took the player's seat during a hand.
        LeftDuring = "left_during",
        /// A bot took the player's seat after a hand.
        LeftAfter = "left_after",
    }
}

/// The most kinds of bots that a process counts separately; further ones are counted as `other`.
const KINDS_MAX: usize = 256;

/// Returns empty values for a label; kinds of bots fill them as they appear.
pub(super) fn rows() -> Vec<&'static str> {
    vec![""; KINDS_MAX]
}

/// A kind of bots: the persona's name, and its skill or the skill that its strength reaches.
pub type BotKind<'a> = [&'a str; 2];

impl Metrics {
    /// Sets the outcomes of the commonest persona to zero. All personas would fill the page with rows that no room has.
    pub(super) fn start_bots(&self) {
        let casual = ["casual", Skill::Casual.name()];
        (0..BotOutcome::NAMES.len()).for_each(|outcome| self.bot_hands.named(casual, outcome).absolute(0));
        (0..PlayerAct::NAMES.len()).for_each(|act| self.player_acts.named(casual, act).absolute(0));
    }

    /// Counts a hand that a bot played to its end.
    pub fn bot_hand(&self, kind: BotKind<'_>, outcome: BotOutcome) {
        self.bot_hands.named(kind, outcome as usize).increment(1);
    }

    /// Counts an act of a player at a bot's table.
    pub fn player_act(&self, kind: BotKind<'_>, act: PlayerAct) {
        self.player_acts.named(kind, act as usize).increment(1);
    }
}
