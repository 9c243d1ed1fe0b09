//! Outcomes of bots in metrics: hands, points, and what their company does, by the skill that a bot's strength reaches.

use engine::persona::Skill;

use super::Metrics;

/// The outcome of a hand for a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotOutcome {
    /// It won as landlord.
    LandlordWon,
    /// It lost as landlord.
    LandlordLost,
    /// It won as peasant.
    PeasantWon,
    /// It lost as peasant.
    PeasantLost,
}

impl BotOutcome {
    /// The labels, in the order of the variants.
    pub const NAMES: [&str; 4] = ["landlord_won", "landlord_lost", "peasant_won", "peasant_lost"];
}

/// An act of a player in a bot's company.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerAct {
    /// The player urged the bot.
    Urged,
    /// A bot took the player's seat during a hand.
    LeftDuring,
    /// A bot took the player's seat after a hand.
    LeftAfter,
}

impl PlayerAct {
    /// The labels, in the order of the variants.
    pub const NAMES: [&str; 3] = ["urged", "left_during", "left_after"];
}

/// The labels of points: won, and lost.
pub(super) const POINTS: [&str; 2] = ["won", "lost"];

/// The labels of skills.
pub(super) fn skills() -> Vec<&'static str> {
    Skill::ALL.map(Skill::name).to_vec()
}

impl Metrics {
    /// The outcomes of the commonest skill stand at zero. Those of all would fill a page of skills that no room has.
    pub(super) fn start_bots(&self) {
        let skill = place(Skill::Casual);
        (0..BotOutcome::NAMES.len()).for_each(|outcome| self.bot_hands.at(skill, outcome).absolute(0));
        (0..POINTS.len()).for_each(|points| self.bot_points.at(skill, points).absolute(0));
        (0..PlayerAct::NAMES.len()).for_each(|act| self.player_acts.at(skill, act).absolute(0));
    }

    /// A bot played a hand to its end, and won or lost these points.
    pub fn bot_hand(&self, skill: Skill, outcome: BotOutcome, points: i64) {
        let skill = place(skill);
        self.bot_hands.at(skill, outcome as usize).increment(1);
        self.bot_points.at(skill, usize::from(points < 0)).increment(points.unsigned_abs());
    }

    /// A player did this in the company of a bot.
    pub fn player_act(&self, skill: Skill, act: PlayerAct) {
        self.player_acts.at(place(skill), act as usize).increment(1);
    }
}

fn place(skill: Skill) -> usize {
    Skill::ALL.iter().position(|one| *one == skill).expect("every skill is listed")
}
