//! The message `Hand` for a client that uses our rules: a seat's knowledge, with cards as text or as numbers of a codec.

use rules::card::Codec;
use rules::{Chair, Combo, Event, Hand, Rank, Ruleset, Seat, View};

use crate::v1::{self, action, event};

/// Writes cards: as text for [`Codec::RankText`], else as numbers.
pub fn cards(codec: &Codec, hand: Hand) -> v1::Cards {
    match codec {
        Codec::RankText => v1::Cards { ids: Vec::new(), text: hand.to_string() },
        codec => v1::Cards { ids: codec.encode(hand), text: String::new() },
    }
}

/// Writes a combo, without the ranks that wild cards stand for.
pub fn combo(codec: &Codec, combo: Combo) -> v1::Combo {
    v1::Combo {
        cards: Some(cards(codec, combo.cards())),
        kind: combo.kind().name().to_owned(),
        key: combo.key().letter().to_string(),
        length: u32::from(combo.run()),
        stands_for: String::new(),
    }
}

/// Returns a chair's number on the wire.
pub fn chair_number(chair: Chair) -> i32 {
    v1::Chair::from(chair).into()
}

/// Writes the cards of a chair.
pub fn chair_cards(codec: &Codec, who: Chair, hand: Hand) -> v1::ChairCards {
    v1::ChairCards { chair: chair_number(who), cards: Some(cards(codec, hand)) }
}

/// Writes an event of a table as a message. `landlord` is the landlord's chair, once there is one.
pub fn event(codec: &Codec, event: &Event, landlord: Option<Chair>) -> v1::Event {
    use action::What as Act;
    let by_chair = |who, what| (chair_number(who), event::What::Action(v1::Action { what: Some(what) }));
    let by_seat = |who: Seat, what| by_chair(who.chair(landlord.expect("a seat is one beside a landlord")), what);
    let (chair, what) = match *event {
        Event::Wild(rank) => (0, event::What::WildShown(rank.letter().to_string())),
        Event::Landlord(who, bottom) => (chair_number(who), event::What::LandlordFound(cards(codec, bottom))),
        Event::PassedOn(who, given) => {
            by_chair(who, Act::PassOn(given.map(|given| cards(codec, given)).unwrap_or_default()))
        }
        Event::Call(who, call) => by_chair(who, Act::Call(v1::Call::from(call).into())),
        Event::Raise(who, raise) => by_seat(who, Act::Doubling(v1::Doubling::from(raise).into())),
        Event::Show(who, shown) => {
            let factor = shown.map_or(0, |shown| u32::from(shown.factor.number()));
            let hand = shown.map(|shown| cards(codec, shown.hand));
            by_chair(who, Act::Show(v1::Show { open: hand.is_some(), hand, factor }))
        }
        Event::Play(who, None) => by_seat(who, Act::Passed(true)),
        Event::Play(who, Some(play)) => by_seat(who, Act::Play(combo(codec, play))),
    };
    v1::Event { chair, what: Some(what) }
}

/// Writes a hand with the cards that a chair holds now, after these events.
pub fn hand_after(codec: &Codec, rules: &Ruleset, who: Chair, hand: Hand, events: Vec<v1::Event>) -> v1::Hand {
    v1::Hand {
        ruleset: rules.without_wilds().to_string(),
        card_codec: v1::CardCodec::from(codec).into(),
        holds: vec![chair_cards(codec, who, hand)],
        events,
        ..v1::Hand::default()
    }
}

/// Writes a chair's knowledge of a hand: as a present hand without open hands, if the landlord is known and the beginning is not; otherwise as
/// events. The event of the landlord comes first if the log lacks it.
pub fn hand(codec: &Codec, view: &View) -> v1::Hand {
    let (rules, landlord, bottom) = (view.rules(), view.board().landlord(), view.board().bottom());
    if let Some(landlord) = landlord.filter(|_| !view.is_complete()) {
        return v1::Hand {
            present: Some(Box::new(present(codec, view, landlord, bottom))),
            ..hand_after(codec, rules, view.chair(), view.hand(), Vec::new())
        };
    }
    let is_found = view.log().iter().any(|event| matches!(event, Event::Landlord(..)));
    let found = landlord.zip(bottom).filter(|_| !is_found).map(|(who, bottom)| Event::Landlord(who, bottom));
    let events = found.iter().chain(view.log()).map(|told| event(codec, told, landlord)).collect();
    hand_after(codec, rules, view.chair(), view.hand(), events)
}

fn present(codec: &Codec, view: &View, landlord: Chair, bottom: Option<Hand>) -> v1::Present {
    let course = view.course();
    let known = |seat: Seat| v1::ChairPresent {
        chair: chair_number(seat.chair(landlord)),
        cards_left: course.left(seat),
        played: Some(cards(codec, course.played(seat))),
        open: None,
    };
    let standing = course.standing().map(|(seat, standing)| v1::ComboToBeat {
        chair: chair_number(seat.chair(landlord)),
        combo: Some(combo(codec, standing)),
    });
    v1::Present {
        landlord: chair_number(landlord),
        chairs: Seat::ALL.map(known).into(),
        standing,
        bottom: bottom.map(|bottom| cards(codec, bottom)),
        wilds: view.rules().wilds().in_order().map(Rank::letter).collect(),
        turn: 0,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Deal, Present, Seed, Table};

    use super::*;

    #[test]
    fn a_history_is_written_as_events_if_complete_else_as_a_present() {
        let table = Table::at_lead(Ruleset::DOUZERO, Deal::shuffled(&mut Seed(7).rng()));
        let whole = hand(&Codec::Douzero, &table.view(Chair::First));
        assert_eq!((whole.present, whole.events.len(), whole.holds.len()), (None, 1, 1));
        let fours = Ruleset::DOUZERO.read("44".parse().unwrap()).unwrap();
        let now = Present {
            rules: Ruleset::DOUZERO,
            seat: Seat::Up,
            hand: "55D".parse().unwrap(),
            turn: Seat::Up,
            left: [6, 7, 3],
            standing: Some((Seat::Landlord, fours)),
            bottom: None,
            played: [Hand::EMPTY; 3],
            open: [Hand::EMPTY; 3],
        };
        let told = hand(&Codec::Douzero, &View::from_present(&now).unwrap());
        let present = told.present.unwrap();
        let counts: Vec<u32> = present.chairs.iter().map(|one| one.cards_left).collect();
        assert_eq!((told.events.len(), counts), (0, vec![6, 7, 3]));
        assert_eq!(present.standing.unwrap().combo, Some(combo(&Codec::Douzero, fours)));
        assert_eq!(told.holds[0].cards.as_ref().unwrap().ids, [5, 5, 30]);
    }
}
