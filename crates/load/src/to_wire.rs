//! What the rules know, as it is told over the wire, and what a bot answers, as the rules know it. All in text: a backend
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

pub(crate) const fn seat(seat: Seat) -> v1::Seat {
    match seat {
        Seat::Landlord => v1::Seat::Landlord,
        Seat::Down => v1::Seat::Down,
        Seat::Up => v1::Seat::Up,
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

/// An event as the table saw it.
pub(crate) fn event(event: &Event) -> v1::Event {
    use v1::event::What;
    let what = match *event {
        Event::PassedOn(who, given) => {
            What::PassedOn(v1::PassedOn { chair: chair(who).into(), cards: given.map(cards) })
        }
        Event::Call(who, call) => {
            let call = paired(&CALLS, call).expect("every call stands in the table");
            What::Called(v1::Called { chair: chair(who).into(), call: call.into() })
        }
        Event::Wild(rank) => What::WildShown(v1::WildShown { rank: rank.to_string() }),
        Event::Landlord(who, bottom) => {
            What::LandlordFound(v1::LandlordFound { chair: chair(who).into(), bottom: Some(cards(bottom)) })
        }
        Event::Raise(who, raise) => {
            let raise = paired(&RAISES, raise).expect("every word stands in the table");
            What::Raised(v1::Raised { seat: seat(who).into(), doubling: raise.into() })
        }
        Event::Show(hand) => What::Shown(v1::Shown { open: hand.is_some(), hand: hand.map(cards) }),
        Event::Play(who, play) => {
            let what = play.map_or(v1::played::What::Passed(v1::Pass {}), |play| v1::played::What::Combo(combo(play)));
            What::Played(v1::Played { seat: seat(who).into(), what: Some(what) })
        }
    };
    v1::Event { what: Some(what) }
}

/// All that a chair knows of an auctioned hand, from its beginning.
pub(crate) fn view(view: &View, who: Chair) -> v1::View {
    v1::View {
        ruleset: view.rules().to_string(),
        chair: chair(who).into(),
        hand: Some(cards(view.hand())),
        events: view.log().iter().map(event).collect(),
        events_complete: true,
        ..Default::default()
    }
}

/// What a bot does; `None` where it is nothing that the rules know.
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
        What::Show(open) => Some(Action::Show(*open)),
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
