//! The choices of players in a settled hand: the knowledge of a seat and its play, turn by turn, for chairs whose cards are all known.

use rules::{Chair, Combo, Event, Ruleset, Seat, View};

use game::cards::Cards;
use game::hand::Game;

/// A settled hand that followed the ruleset.
#[derive(Clone, PartialEq, Debug)]
pub struct SettledHand {
    /// Its number in the room.
    pub hand_number: u32,
    /// The room's rules.
    pub rules: Ruleset,
    /// The hand.
    pub hand: Game,
    /// The players who stayed for the whole hand, by chair.
    pub players: [Option<String>; 3],
}

/// The choices of a chair, turn by turn.
pub struct Choices {
    /// True if it was the landlord.
    pub is_landlord: bool,
    /// Its knowledge at each turn, and its play.
    pub turns: Vec<(View, Option<Combo>)>,
}

impl SettledHand {
    /// Returns the choices of a chair; `None` where its cards are not all known.
    pub fn choices(&self, chair: Chair) -> Option<Choices> {
        let settled = self.hand.settled.as_ref()?;
        let left = self.hand.facts(&self.rules).left[chair.index()];
        let remaining = settled.remaining[chair.index()].clone().unwrap_or(Cards::NONE);
        if remaining.len() != left {
            return None;
        }
        let mut view = self.hand.first_view(&self.rules, chair, Some(&remaining)).ok()??;
        let (mut turns, mut is_landlord) = (Vec::new(), false);
        for event in self.hand.events() {
            if let Event::Play(seat, play) = event
                && view.seat() == Some(seat)
            {
                is_landlord = seat == Seat::Landlord;
                turns.push((view.clone(), play));
            }
            view.apply(event).ok()?;
        }
        Some(Choices { is_landlord, turns })
    }
}
