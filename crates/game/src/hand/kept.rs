//! A hand as a room keeps it: as it was told when it began, and the events since, as messages of the API. All else that a [`Game`] has,
//! except `dealt_at`, follows from a replay, by the code that reads a caller's hand and takes a caller's events.

use std::borrow::Cow;
use std::sync::Arc;

use rules::card::Codec;
use rules::{Kind, Ruleset};
use wire::v1;
use wire::v1::seat_changed::Who;

use super::{Game, LogEntry, Start, ToBeat, UntrackedHand};
use crate::cards::{CardForm, Cards, ReadingHint};
use crate::event::HandEvent::{self, PassedOn, Played};
use crate::event::{read_room_event, to_cards, to_chair_cards, to_event, to_room_event};
use crate::names;
use crate::read::{Hand, hand_of_room};
use crate::refusal::{AtField, Refusal};

/// The hand as it was told when it began: dealt, or with events or a present.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Beginning {
    held: [Option<Cards>; 3],
    entries: usize,
    /// The present, if that was told in place of events.
    present: Option<UntrackedHand>,
}

impl Beginning {
    /// Returns an event as it was sent at the beginning: without the cards of gifts that a bot made known later.
    fn event_as_told<'e>(&self, rules: &Ruleset, event: &'e HandEvent) -> Cow<'e, HandEvent> {
        let PassedOn(Some(giver), _) = event else { return Cow::Borrowed(event) };
        let chairs = [Some(*giver), rules.pass_on().receiver(*giver)];
        let is_told = chairs.into_iter().flatten().any(|chair| self.held[chair.index()].is_some());
        if is_told { Cow::Borrowed(event) } else { Cow::Owned(PassedOn(Some(*giver), None)) }
    }
}

impl Game {
    /// Makes the present state the beginning of the hand.
    pub(super) fn with_beginning(mut self) -> Game {
        let present = self.untracked.filter(|_| self.start == Start::Unknown);
        self.beginning = Some(Arc::new(Beginning { held: self.held.clone(), entries: self.log.len(), present }));
        self
    }

    /// Returns the hand of a caller for a room that opens with it. It is written and read back, so that it equals the hand that the room
    /// keeps.
    pub fn for_room(self, rules: &Ruleset, codec: Option<&Codec>) -> Result<Game, Refusal> {
        let (told, since) = self.with_beginning().to_stored(rules, codec);
        hand_of_room((*rules, codec, false), &told)?.read_back(&since)
    }

    /// Writes the hand of a room: as it was told when it began, and the events since.
    pub fn to_stored(&self, rules: &Ruleset, codec: Option<&Codec>) -> (v1::Hand, Vec<v1::RoomEvent>) {
        let beginning = self.beginning.as_deref().expect("a room's hand was begun");
        let in_play = &self.rules_in_play(rules);
        let (told, since) = self.log.split_at(beginning.entries);
        let told = told.iter().filter(|_| beginning.present.is_none());
        let told = told.map(|entry| beginning.event_as_told(rules, &entry.event));
        let hand = v1::Hand {
            first: names::to_chair(self.first) as i32,
            holds: to_chair_cards(codec, &beginning.held),
            events: told.filter_map(|event| to_event(codec, in_play, &without_reading(in_play, &event))).collect(),
            present: beginning.present.map(|now| Box::new(stored_present(in_play, &now))),
            ..v1::Hand::default()
        };
        let since = since.iter().map(|LogEntry { event, .. }| v1::RoomEvent {
            what: Some(to_room_event(codec, in_play, &without_reading(in_play, event), stored_occupant(event))),
            ..v1::RoomEvent::default()
        });
        (hand, since.collect())
    }

    /// Takes an event that was recorded before.
    fn replay_event(&mut self, rules: &Ruleset, form: &CardForm, event: &v1::RoomEvent) -> Result<(), Refusal> {
        match read_room_event(form, event.what.as_ref().ok_or_else(|| Refusal::missing("what"))?)? {
            PassedOn(giver, cards) => self.take_gift(rules, giver, cards.as_ref(), true),
            HandEvent::Settled(_) if self.settled().is_some() => Err(Refusal::missing_one_of("said")).at("settled"),
            event => self.take_unchecked(rules, false, &event).map(drop),
        }
    }
}

impl Hand {
    /// Reads what [`Game::to_stored`] wrote. `self` is the hand as it began; the events came since.
    pub fn read_back(&self, since: &[v1::RoomEvent]) -> Result<Game, Refusal> {
        let mut hand = self.replay(None)?.0.with_beginning();
        hand.log.reserve(since.len());
        for event in since {
            hand.replay_event(&self.rules, &self.form, event)?;
        }
        hand.check_deck(None)?;
        Ok(hand)
    }
}

/// Writes the present. Standing cards can be unrecognised although they have a reading, because the caller named another one. The written
/// kind is one that no reading has, so that they stay unrecognised.
fn stored_present(rules: &Ruleset, now: &UntrackedHand) -> v1::Present {
    let mut present = now.to_present(rules, |cards| to_cards(None, &Cards::of(cards)));
    if let (ToBeat::Unrecognised(_, cards), Some(standing)) = (now.standing, &mut present.standing) {
        let readings = rules.readings(cards);
        let is_denied = |kind: &Kind| readings.as_slice().iter().all(|reading| reading.kind() != *kind);
        let kind = Kind::all().find(is_denied).map_or("", Kind::name);
        standing.combo.get_or_insert_default().kind = kind.to_owned();
    }
    present
}

/// Returns an event without the reading of its play, if the cards have no other.
fn without_reading<'e>(rules: &Ruleset, event: &'e HandEvent) -> Cow<'e, HandEvent> {
    match event {
        Played(chair, cards, hint) if hint.combo().is_some() && rules.readings(cards.hand()).as_slice().len() == 1 => {
            Cow::Owned(Played(*chair, cards.clone(), ReadingHint::default()))
        }
        event => Cow::Borrowed(event),
    }
}

/// Writes the occupant that sat down. The room has its name or persona elsewhere.
fn stored_occupant(event: &HandEvent) -> Option<Who> {
    let HandEvent::SeatChanged(chair, taken) = event else { return None };
    let chair = names::to_chair(*chair) as i32;
    Some(match taken {
        Some(_) => Who::Bot(v1::BotSeat { chair, ..v1::BotSeat::default() }),
        None => Who::Player(v1::PlayerSeat { chair, player_id: String::new() }),
    })
}

#[cfg(test)]
mod tests {
    use rules::Chair;

    use super::*;
    use crate::event::TakeOver;

    #[test]
    fn a_room_keeps_standing_cards_unrecognised() {
        let chair = |chair: Chair| names::to_chair(chair) as i32;
        let cards = |text: &str| Some(v1::Cards { text: text.to_owned(), ..v1::Cards::default() });
        let combo = v1::Combo { cards: cards("33"), kind: "bomb".to_owned(), ..v1::Combo::default() };
        let left = |one: Chair| v1::ChairPresent { chair: chair(one), cards_left: 5, ..v1::ChairPresent::default() };
        let present = v1::Present {
            landlord: chair(Chair::First),
            chairs: Chair::ALL.map(left).to_vec(),
            standing: Some(v1::ComboToBeat { chair: chair(Chair::First), combo: Some(combo) }),
            ..v1::Present::default()
        };
        let holds = vec![v1::ChairCards { chair: chair(Chair::Second), cards: cards("4455X") }];
        let sent = v1::Hand { holds, present: Some(Box::new(present)), ..v1::Hand::default() };
        let (told, broken) = hand_of_room((Ruleset::CLASSIC, None, false), &sent).unwrap().replay(None).unwrap();
        assert_eq!(broken.len(), 1);
        let hand = told.for_room(&Ruleset::CLASSIC, None).unwrap();
        let pair = ToBeat::Unrecognised(rules::Seat::Landlord, "33".parse().unwrap());
        assert_eq!(hand.facts(&Ruleset::CLASSIC).standing, pair);
    }

    /// Otherwise two replicas could answer with different numbers.
    #[test]
    fn a_room_keeps_the_order_of_numbers_without_suits() {
        let ids = vec![17, 3, 30, 20, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 3];
        let cards = Some(v1::Cards { ids, ..v1::Cards::default() });
        let holds = vec![v1::ChairCards { chair: names::to_chair(Chair::First) as i32, cards }];
        let sent = v1::Hand { holds, ..v1::Hand::default() };
        let codec = Some(&Codec::Douzero);
        let told = hand_of_room((Ruleset::CLASSIC, codec, true), &sent).unwrap().replay(None).unwrap().0;
        assert_eq!(told.clone().for_room(&Ruleset::CLASSIC, codec).unwrap().held, told.held);
    }

    #[test]
    fn a_gift_told_when_a_bot_takes_over_is_read_back() {
        let rules: Ruleset = "classic pass-on=next".parse().unwrap();
        let cards = |text: &str| Some(Cards::of(text.parse().unwrap()));
        let gift = |chair, cards| PassedOn(Some(chair), cards);
        let events =
            vec![gift(Chair::First, cards("333")), gift(Chair::Second, None), gift(Chair::Third, cards("QQQ"))];
        let (form, holds) = (CardForm::of(None), [cards("34444555566667QQQ"), None, None]);
        let told = Hand { rules, form, holds, strict: true, first: Chair::First, events, present: None };
        let mut hand = told.replay(None).unwrap().0.for_room(&rules, None).unwrap();
        let taken = TakeOver { holds: cards("33377789999TTTTJJ").unwrap(), gave: cards("888"), got: None };
        hand.change_seat(&rules, Chair::Second, Some(&taken)).unwrap();
        assert!(hand.gifts().all(|gift| gift.1.is_some()), "each gift is known now");
        let (told, since) = hand.to_stored(&rules, None);
        let back = hand_of_room((rules, None, true), &told).unwrap().read_back(&since).unwrap();
        assert_eq!((&back, back.view(&rules, Chair::Second)), (&hand, hand.view(&rules, Chair::Second)));
    }
}
