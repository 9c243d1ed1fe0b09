//! The rules' view, as it is told over the wire, and what a bot answers, as the rules know it. All in text: a backend
//! without card numbers of its own.

use rules::{Action, Call, Chair, Combo, Event, Hand, Raise, Ruleset, Seat, View};
use wire::v1;

pub(crate) fn cards(hand: Hand) -> v1::Cards {
    v1::Cards { ids: Vec::new(), text: hand.to_string() }
}

pub(crate) fn combo(combo: Combo) -> v1::Combo {
    v1::Combo {
        cards: Some(cards(combo.cards())),
        kind: combo.kind().name().to_owned(),
        key: combo.key().letter().to_string(),
        length: u32::from(combo.run()),
        stands_for: String::new(),
    }
}

pub(crate) const fn chair(chair: Chair) -> v1::Chair {
    match chair {
        Chair::First => v1::Chair::First,
        Chair::Second => v1::Chair::Second,
        Chair::Third => v1::Chair::Third,
    }
}

/// The calls and what they are on the wire.
const CALLS: [(Call, v1::Call); 7] = [
    (Call::Pass, v1::Call::Pass),
    (Call::Score(1), v1::Call::Score1),
    (Call::Score(2), v1::Call::Score2),
    (Call::Score(3), v1::Call::Score3),
    (Call::Call, v1::Call::Call),
    (Call::Rob, v1::Call::Rob),
    (Call::Take, v1::Call::Take),
];

/// The words about stakes and what they are on the wire.
const RAISES: [(Raise, v1::Doubling); 3] =
    [(Raise::Plain, v1::Doubling::None), (Raise::Double, v1::Doubling::Double), (Raise::Super, v1::Doubling::Super)];

/// The other side of a pair that stands in a table with it.
fn paired<A: Copy + PartialEq, B: Copy>(table: &[(A, B)], wanted: A) -> Option<B> {
    table.iter().find(|(one, _)| *one == wanted).map(|(_, other)| *other)
}

/// An event as a table saw it whose landlord sits there, once there is one.
pub(crate) fn event(event: &Event, landlord: Option<Chair>) -> v1::Event {
    use v1::action::What as Act;
    let by_seat = |who: Seat| who.chair(landlord.expect("a seat is one beside a landlord"));
    let (who, act) = match *event {
        Event::Wild(rank) => {
            return v1::Event { chair: 0, what: Some(v1::event::What::WildShown(rank.to_string())) };
        }
        Event::Landlord(who, bottom) => return found(who, bottom),
        Event::PassedOn(who, given) => (who, Act::PassOn(given.map(cards).unwrap_or_default())),
        Event::Call(who, call) => {
            (who, Act::Call(paired(&CALLS, call).expect("every call stands in the table").into()))
        }
        Event::Raise(who, raise) => {
            (by_seat(who), Act::Doubling(paired(&RAISES, raise).expect("every word stands in the table").into()))
        }
        Event::Show(chair, shown) => {
            let factor = shown.map_or(0, |shown| u32::from(shown.factor.number()));
            let hand = shown.map(|shown| cards(shown.hand));
            (chair, Act::Show(v1::Show { open: hand.is_some(), hand, factor }))
        }
        Event::Play(who, play) => (by_seat(who), play.map_or(Act::Passed(v1::Pass {}), |play| Act::Play(combo(play)))),
    };
    let action = v1::Action { what: Some(act) };
    v1::Event { chair: chair(who).into(), what: Some(v1::event::What::Action(action)) }
}

/// The landlord is found, by an auction or without one.
pub(crate) fn found(landlord: Chair, bottom: Hand) -> v1::Event {
    v1::Event { chair: chair(landlord).into(), what: Some(v1::event::What::LandlordFound(cards(bottom))) }
}

/// Cards of a chair.
pub(crate) fn chair_cards(who: Chair, hand: Hand) -> v1::ChairCards {
    v1::ChairCards { chair: chair(who).into(), cards: Some(cards(hand)) }
}

/// All that a chair knows of a hand, from its beginning. The first chair speaks first; without an auction it is the landlord.
pub(crate) fn hand(view: &View) -> v1::Hand {
    let landlord = view.board().landlord();
    let is_found = view.log().iter().any(|event| matches!(event, Event::Landlord(..)));
    let seated =
        landlord.zip(view.board().bottom()).filter(|_| !is_found).map(|(landlord, bottom)| found(landlord, bottom));
    v1::Hand {
        ruleset: view.rules().to_string(),
        holds: vec![chair_cards(view.chair(), view.hand())],
        events: seated.into_iter().chain(view.log().iter().map(|told| event(told, landlord))).collect(),
        ..Default::default()
    }
}

/// The action of a bot; `None` where it is nothing that the rules know.
pub(crate) fn action(told: &v1::Action, rules: &Ruleset) -> Option<Action> {
    use v1::action::What;
    let turned = |table: &[(Call, v1::Call)], number: i32| {
        table.iter().find(|(_, told)| *told as i32 == number).map(|(call, _)| Action::Call(*call))
    };
    match told.what.as_ref()? {
        What::Call(number) => turned(&CALLS, *number),
        What::Doubling(number) => {
            RAISES.iter().find(|(_, told)| *told as i32 == *number).map(|(raise, _)| Action::Raise(*raise))
        }
        What::Show(show) => Some(Action::Show(show.open)),
        What::Passed(_) => Some(Action::Play(None)),
        What::PassOn(given) => Some(Action::PassOn(given.text.parse().ok()?)),
        What::Play(play) => {
            let hand: Hand = play.cards.as_ref()?.text.parse().ok()?;
            let is_meant = |reading: &&Combo| combo(**reading) == *play;
            let readings = rules.readings(hand);
            readings.as_slice().iter().find(is_meant).map(|combo| Action::Play(Some(*combo)))
        }
    }
}
