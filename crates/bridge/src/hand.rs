//! The message `Hand`, in DouZero's numbers: answers then have them too. The landlord, or who speaks first, is the first chair.

use rules::card::Codec;
use rules::{Call, Chair, Combo, Event, Hand, Rank, Ruleset, Seat, View};
use wire::v1::{self, action, event};

pub(crate) fn cards(hand: Hand) -> v1::Cards {
    v1::Cards { ids: Codec::Douzero.encode(hand), text: String::new() }
}

pub(crate) fn chair(chair: Chair) -> i32 {
    [v1::Chair::First, v1::Chair::Second, v1::Chair::Third][chair as usize].into()
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

/// A question to the service: the chair decides in this hand.
pub(crate) fn question(who: Chair, hand: v1::Hand, options: v1::DecisionOptions) -> v1::DecideRequest {
    v1::DecideRequest {
        chair: chair(who),
        position: Some(v1::decide_request::Position::Hand(hand)),
        options: Some(options),
        ..v1::DecideRequest::default()
    }
}

/// The calls and their numbers on the wire.
const CALLS: [(Call, v1::Call); 7] = [
    (Call::Pass, v1::Call::Pass),
    (Call::Score(1), v1::Call::Score1),
    (Call::Score(2), v1::Call::Score2),
    (Call::Score(3), v1::Call::Score3),
    (Call::Call, v1::Call::Call),
    (Call::Rob, v1::Call::Rob),
    (Call::Take, v1::Call::Take),
];

/// The call of a number on the wire.
pub(crate) fn call(number: i32) -> Option<Call> {
    CALLS.iter().find(|(_, told)| *told as i32 == number).map(|(call, _)| *call)
}

/// The cards that a chair holds now, after these events.
pub(crate) fn told(rules: &Ruleset, who: Chair, hand: Hand, events: &[Event]) -> v1::Hand {
    v1::Hand {
        ruleset: rules.unshown().to_string(),
        card_codec: v1::CardCodec::Douzero.into(),
        holds: vec![v1::ChairCards { chair: chair(who), cards: Some(cards(hand)) }],
        events: events.iter().map(event).collect(),
        // A position is refused, and never decided without what is wrong with it.
        strict: true,
        ..v1::Hand::default()
    }
}

/// The knowledge of a seat in the play.
pub(crate) fn of_view(view: &View) -> v1::Hand {
    let (bottom, landlord) = (view.board().bottom(), chair(Chair::First));
    if let Some(bottom) = bottom.filter(|_| view.is_complete()) {
        let events: Vec<Event> = [Event::Landlord(Chair::First, bottom)].iter().chain(view.log()).copied().collect();
        return told(view.rules(), view.chair(), view.hand(), &events);
    }
    let course = view.course();
    let standing = course
        .standing()
        .map(|(seat, standing)| v1::Standing { chair: chair(seat.chair(Chair::First)), combo: Some(combo(standing)) });
    let known = |seat: Seat| v1::ChairPresent {
        chair: chair(seat.chair(Chair::First)),
        cards_left: course.left(seat),
        played: Some(cards(course.played(seat))),
        open: None,
    };
    let present = v1::Present {
        landlord,
        chairs: Seat::ALL.map(known).into(),
        standing,
        bottom: bottom.map(cards),
        wilds: wilds(view.rules()),
        turn: 0,
    };
    v1::Hand { present: Some(Box::new(present)), ..told(view.rules(), view.chair(), view.hand(), &[]) }
}

/// The wild ranks that are shown, as letters.
pub(crate) fn wilds(rules: &Ruleset) -> String {
    rules.wilds().in_order().map(Rank::letter).collect()
}

fn event(event: &Event) -> v1::Event {
    use action::What as Act;
    let by = |seat: Seat| seat.chair(Chair::First);
    let (who, act) = match *event {
        Event::Wild(rank) => {
            return v1::Event { chair: 0, what: Some(event::What::WildShown(rank.letter().to_string())) };
        }
        Event::Landlord(who, bottom) => {
            return v1::Event { chair: chair(who), what: Some(event::What::LandlordFound(cards(bottom))) };
        }
        Event::PassedOn(who, given) => (who, Act::PassOn(given.map(cards).unwrap_or_default())),
        Event::Call(who, call) => {
            let told = CALLS.iter().find(|(one, _)| *one == call).expect("every call stands in the table").1;
            (who, Act::Call(told.into()))
        }
        Event::Play(seat, None) => (by(seat), Act::Passed(v1::Pass {})),
        Event::Play(seat, Some(play)) => (by(seat), Act::Play(combo(play))),
        Event::Raise(..) | Event::Show(..) => unreachable!("no position of another program tells {event:?}"),
    };
    v1::Event { chair: chair(who), what: Some(event::What::Action(v1::Action { what: Some(act) })) }
}

#[cfg(test)]
mod tests {
    use rules::{Deal, Present, Seed, Table, View};

    use super::*;

    #[test]
    fn a_whole_history_is_told_as_events_and_the_rest_as_it_stands() {
        let table = Table::seated(Ruleset::DOUZERO, Deal::shuffled(&mut Seed(7).rng()));
        let view = table.view(Chair::First);
        let whole = of_view(&view);
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
        let hand = of_view(&View::present(&now).unwrap());
        let present = hand.present.unwrap();
        let counts: Vec<u32> = present.chairs.iter().map(|one| one.cards_left).collect();
        assert_eq!((hand.events.len(), counts), (0, vec![6, 7, 3]));
        assert_eq!(present.standing.unwrap().combo, Some(combo(fours)));
        assert_eq!(hand.holds[0].cards.as_ref().unwrap().ids, [5, 5, 30]);
    }
}
