//! Matching: bots whose strength follows the levels of players. The strength is set when a hand is dealt or a bot takes over a player's seat,
//! and stays for that hand.

use rules::Chair;

use super::occupant::{Occupant, Whom};
use super::state::RoomState;

/// The most by which a bot's strength moves from one hand to the next: players do not notice the change.
const STEP_MAX: u32 = 10;
/// The highest strength.
const STRENGTH_MAX: i32 = 100;

impl RoomState {
    /// Returns the players whose levels bots follow, by their opaque names.
    pub fn followed(&self) -> impl Iterator<Item = &str> {
        Chair::ALL.into_iter().flat_map(|chair| self.followed_by(chair))
    }

    fn followed_by(&self, chair: Chair) -> Vec<&str> {
        let matching = self.chairs[chair.index()].bot().and_then(|bot| bot.matching.as_ref());
        match matching.map(|matching| &matching.whom) {
            None => Vec::new(),
            Some(Whom::Predecessor(player)) => vec![player.as_str()],
            Some(Whom::Chairs(chairs)) => {
                let followed = |chair: &Chair| chairs.is_empty() || chairs.contains(chair);
                let named = |chair: Chair| match &self.chairs[chair.index()] {
                    Occupant::Player(player) => Some(player.as_str()),
                    _ => None,
                };
                Chair::ALL.into_iter().filter(followed).filter_map(named).collect()
            }
        }
    }

    /// Returns the strength that a bot takes now; `None` if it stays as it is. `level` is a player's, if it is known.
    pub fn matched(&self, chair: Chair, level: impl Fn(&str) -> Option<u32>) -> Option<u32> {
        let bot = self.chairs[chair.index()].bot()?;
        let matching = bot.matching.as_ref()?;
        let levels: Vec<u32> = self.followed_by(chair).into_iter().filter_map(level).collect();
        let mean = levels.iter().sum::<u32>().checked_div(levels.len() as u32)?;
        let wanted = (mean as i32 + matching.offset).clamp(0, STRENGTH_MAX) as u32;
        let is_takeover = matches!(matching.whom, Whom::Predecessor(_));
        // A bot that has just sat down has no earlier strength to compare with.
        Some(match bot.companion.strength.filter(|_| self.hand_number > 1 && !is_takeover) {
            Some(now) => wanted.clamp(now.saturating_sub(STEP_MAX), now + STEP_MAX),
            None => wanted,
        })
    }
}
