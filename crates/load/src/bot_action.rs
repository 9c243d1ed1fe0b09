//! Conversion of a bot's answer to an action of the rules. Cards are text, as for a backend without its own card
//! numbers.

use rules::card::Codec;
use rules::{Action, Hand, Ruleset};
use wire::{told, v1};

/// The form of cards in all messages of this program.
pub(crate) const TEXT: Codec = Codec::RankText;

/// Reads the action of a bot; `None` if the rules do not know it.
pub(crate) fn action(answer: &v1::Action, rules: &Ruleset) -> Option<Action> {
    use v1::action::What;
    match answer.what.as_ref()? {
        What::Call(number) => Option::from(v1::Call::try_from(*number).ok()?).map(Action::Call),
        What::Doubling(number) => Option::from(v1::Doubling::try_from(*number).ok()?).map(Action::Raise),
        What::Show(show) => Some(Action::Show(show.open)),
        What::Passed(_) => Some(Action::Play(None)),
        What::PassOn(given) => Some(Action::PassOn(given.text.parse().ok()?)),
        What::Play(play) => {
            let hand: Hand = play.cards.as_ref()?.text.parse().ok()?;
            let readings = rules.readings(hand);
            let meant = readings.as_slice().iter().find(|reading| told::combo(&TEXT, **reading) == *play);
            meant.map(|combo| Action::Play(Some(*combo)))
        }
    }
}
