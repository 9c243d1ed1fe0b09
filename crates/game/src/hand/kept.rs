//! A hand as a room keeps it: as it was told when it began, and the events since, as messages of the API. All else that a [`Game`] has,
//! except `dealt_at`, follows from a replay, by the code that reads a caller's hand and takes a caller's events.

use std::sync::Arc;

use wire::v1;

use super::Game;
use crate::event::table_event;
use crate::read::Hand;
use crate::refusal::Refusal;

/// The hand as it was told when it began: dealt, or with events or a present. The events are the first ones of the log.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Beginning {
    told: v1::Hand,
    entries: usize,
}

impl Game {
    /// Returns the hand for a room that keeps it. It begins with the present state, and was told by this message.
    #[must_use]
    pub fn for_room(mut self, told: &v1::Hand) -> Game {
        let v1::Hand { first, ref holds, ref present, .. } = *told;
        let told = v1::Hand { first, holds: holds.clone(), present: present.clone(), ..v1::Hand::default() };
        self.beginning = Some(Arc::new(Beginning { told, entries: self.log.len() }));
        self
    }

    /// Writes the hand of a room: as it was told when it began, and the events since.
    pub fn to_stored(&self) -> (v1::Hand, Vec<v1::RoomEvent>) {
        let beginning = self.beginning.as_deref().expect("a room's hand was begun");
        let mut hand = beginning.told.clone();
        let (told, since) = self.log.split_at(beginning.entries);
        if hand.present.is_none() {
            hand.events = told.iter().filter_map(|entry| table_event(entry.told.clone())).collect();
        }
        let since = since.iter().map(|entry| Some(entry.told.clone()));
        (hand, since.map(|what| v1::RoomEvent { what, ..v1::RoomEvent::default() }).collect())
    }
}

impl Hand {
    /// Reads what [`Game::to_stored`] wrote. `self` was read from `told`, the hand as it began; the events came since.
    pub fn read_back(&mut self, told: &v1::Hand, since: Vec<v1::RoomEvent>) -> Result<Game, Refusal> {
        let mut hand = self.replay(None)?.0.for_room(told);
        hand.log.reserve(since.len());
        for event in since {
            let what = event.what.ok_or_else(|| Refusal::missing("what"))?;
            hand.take(&self.rules, &self.form, false, what)?;
        }
        hand.check_deck()?;
        Ok(hand)
    }
}

#[cfg(test)]
mod tests {
    use rules::card::Codec;
    use rules::{Chair, Ruleset, Seat};
    use wire::v1::action::What::PassOn;
    use wire::v1::event;
    use wire::v1::seat_changed::Who;

    use super::*;
    use crate::cards::CardForm;
    use crate::hand::ToBeat;
    use crate::read::hand_of_room;

    const fn number(chair: Chair) -> i32 {
        chair.index() as i32 + 1
    }

    fn text(text: &str) -> v1::Cards {
        v1::Cards { text: text.to_owned(), ..v1::Cards::default() }
    }

    fn held(chair: Chair, cards: v1::Cards) -> Vec<v1::ChairCards> {
        vec![v1::ChairCards { chair: number(chair), cards: Some(cards) }]
    }

    /// Opens a room with a hand. Returns it and what is read back after these events.
    fn room(rules: Ruleset, codec: Option<&Codec>, mut told: v1::Hand, since: Option<v1::SeatChanged>) -> [Game; 2] {
        let read = |sent: &mut v1::Hand| hand_of_room((rules, codec, false), sent).unwrap();
        let mut hand = read(&mut told).replay(None).unwrap().0.for_room(&told);
        if let Some(change) = since {
            hand.change_seat(&rules, &CardForm::of(None), change).unwrap();
        }
        let (mut told, since) = hand.to_stored();
        let back = read(&mut told).read_back(&told, since).unwrap();
        [hand, back]
    }

    #[test]
    fn a_room_keeps_standing_cards_unrecognised() {
        let combo = v1::Combo { cards: Some(text("33")), kind: "bomb".to_owned(), ..v1::Combo::default() };
        let left =
            |chair: Chair| v1::ChairPresent { chair: number(chair), cards_left: 5, ..v1::ChairPresent::default() };
        let present = v1::Present {
            landlord: number(Chair::First),
            chairs: Chair::ALL.map(left).to_vec(),
            standing: Some(v1::ComboToBeat { chair: number(Chair::First), combo: Some(combo) }),
            ..v1::Present::default()
        };
        let holds = held(Chair::Second, text("4455X"));
        let sent = v1::Hand { holds, present: Some(Box::new(present)), ..v1::Hand::default() };
        let pair = ToBeat::Unrecognised(Seat::Landlord, "33".parse().unwrap());
        for hand in room(Ruleset::CLASSIC, None, sent, None) {
            assert_eq!(hand.facts(&Ruleset::CLASSIC).standing, pair);
        }
    }

    /// Otherwise two replicas could answer with different numbers.
    #[test]
    fn a_room_keeps_the_order_of_numbers_without_suits() {
        let ids = vec![17, 3, 30, 20, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 3];
        let holds = held(Chair::First, v1::Cards { ids, ..v1::Cards::default() });
        let [hand, back] =
            room(Ruleset::CLASSIC, Some(&Codec::Douzero), v1::Hand { holds, ..v1::Hand::default() }, None);
        assert_eq!(hand.held, back.held);
    }

    #[test]
    fn a_gift_told_when_a_bot_takes_over_is_read_back() {
        let rules: Ruleset = "classic pass-on=next".parse().unwrap();
        let gift = |chair, cards: &str| {
            let action = v1::Action { what: Some(PassOn(text(cards))) };
            v1::Event { chair: number(chair), what: Some(event::What::Action(action)) }
        };
        let events = vec![gift(Chair::First, "333"), gift(Chair::Second, ""), gift(Chair::Third, "QQQ")];
        let holds = held(Chair::First, text("34444555566667QQQ"));
        let change = v1::SeatChanged {
            who: Some(Who::Bot(v1::BotSeat { chair: number(Chair::Second), ..v1::BotSeat::default() })),
            holds: Some(text("33377789999TTTTJJ")),
            gave: Some(text("888")),
            got: None,
        };
        let [hand, back] = room(rules, None, v1::Hand { holds, events, ..v1::Hand::default() }, Some(change));
        assert!(hand.gifts().all(|gift| gift.1.is_some()), "each gift is known now");
        assert_eq!((&back, back.view(&rules, Chair::Second)), (&hand, hand.view(&rules, Chair::Second)));
    }
}
