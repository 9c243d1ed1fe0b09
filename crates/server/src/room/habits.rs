//! The record of a room's hands for its players. The engine counts by place in the hand; this module converts places to
//! the room's chairs.

use engine::Habits;
use engine::opponents::habits;
use rules::{Chair, Hand, Ruleset};

use game::cards::Cards;
use game::hand::{Game, Start};

/// Returns, by the room's chairs, the habits that a hand showed, and the outcomes of each chair's guesses about the others. Of an
/// untracked hand only the events that follow the ruleset count.
pub fn of_hand(hand: &Game, rules: &Ruleset) -> [[Habits; 3]; 2] {
    let mut shown = [Hand::EMPTY; 3];
    if let Some(settled) = &hand.settled {
        for chair in Chair::ALL {
            let cards = settled.remaining[chair.index()].as_ref();
            shown[hand.place(chair)] = cards.map_or(Hand::EMPTY, Cards::hand);
        }
    }
    let (rules, landlord) = (hand.rules(rules), (hand.start == Start::Seated).then_some(Chair::First));
    let seen = habits::of_hand(&rules, landlord, hand.events(), shown);
    let made = habits::guesses_of_hand(&rules, landlord, hand.events(), shown);
    [seen, made].map(|counts| Chair::ALL.map(|chair| counts[hand.place(chair)]))
}

/// Conversion of habits to another type with the same counts: `counts!(habits => disk::Player { name: String::new()
/// })`.
macro_rules! counts {
    ($habits:expr => $($kind:ident)::+ { $($field:ident: $value:expr)? }) => {{
        let habits = $habits;
        $($kind)::+ {
            $($field: $value,)?
            auctions: habits.auctions,
            wanted: habits.wanted,
            answerable: habits.answerable,
            answered: habits.answered,
            bombs: habits.bombs,
            bombs_early: habits.bombs_early,
            bombs_kept: habits.bombs_kept,
            choices: habits.choices,
            highest: habits.highest,
            leads: habits.leads,
            leads_single: habits.leads_single,
            guesses: habits.guesses,
            guesses_right: habits.guesses_right,
            fourths: habits.fourths,
            fourths_right: habits.fourths_right,
        }
    }};
}
pub(crate) use counts;
