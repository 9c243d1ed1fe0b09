//! A hand told from its beginning.

use rules::view::BadView;
use rules::{Bidding, Chair, Hand, Illegal, PassOn, Ruleset, Seat, Stage, View};
use wire::v1;
use wire::v1::event::What as Kind;
use wire::v1::played::What;

use super::bad_view;
use crate::convert::cards::CardReader;
use crate::convert::events::{self, seat_of_play};
use crate::convert::names::{self, needed};
use crate::error::{Reason, Refusal};

/// A hand told from its beginning; the dealt cards come back too.
pub(super) fn whole(
    rules: &Ruleset,
    reader: &CardReader,
    sent: &v1::View,
    chair: Option<Chair>,
    seat: Option<Seat>,
    hand: Hand,
) -> Result<(View, Hand), Refusal> {
    for (field, is_told) in [
        ("cards_left", sent.cards_left.is_some()),
        ("standing", sent.standing.is_some()),
        ("played", sent.played.is_some()),
        ("wilds", !sent.wilds.is_empty()),
    ] {
        if is_told {
            let message = "is told although events_complete is set: then it follows from the events";
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at(field));
        }
    }
    let (mut view, dealt) = match (chair, seat) {
        (Some(chair), _) => {
            let found = landlord_found(reader, sent)?;
            let mine = found.map(|(landlord, _)| chair.seat(landlord));
            let mut dealt = before_own_plays(reader, sent, mine, hand)?;
            if let (Some(Seat::Landlord), Some((_, bottom))) = (mine, found) {
                let error = BadView::BottomNotHeld { bottom, hand: dealt };
                dealt = dealt.minus(bottom).ok_or_else(|| bad_view(&error))?;
            }
            let dealt = before_gifts(rules, reader, sent, chair, dealt)?;
            (View::dealt(*rules, chair, dealt).map_err(|error| bad_view(&error))?, dealt)
        }
        (None, Some(seat)) => {
            let bottom = sent.bottom.as_ref().ok_or_else(|| Refusal::missing("bottom"))?;
            let bottom = reader.hand(bottom).map_err(|refusal| refusal.within("bottom"))?;
            let start = before_own_plays(reader, sent, Some(seat), hand)?;
            (View::seated(*rules, seat, start, bottom).map_err(|error| bad_view(&error))?, start)
        }
        (None, None) => return Err(Refusal::new(Reason::FIELD_MISSING, "is needed: chair, or seat").at("chair")),
    };
    for (index, event) in sent.events.iter().enumerate() {
        let at = || format!("events[{index}]");
        let event = event.what.as_ref().ok_or_else(|| Refusal::missing("event"));
        let event = event.and_then(|event| events::event(reader, view.board(), event));
        let event = event.map_err(|refusal| refusal.within(&at()))?;
        view.apply(event).map_err(|error| events::illegal(&error).at(at()))?;
    }
    if view.board().stage() == Stage::PassOn && !view.is_my_turn() {
        let message =
            "tell some gifts and not all: a seat that has not given sees none, afterwards all three are needed";
        return Err(Refusal::new(Reason::FIELD_MISSING, message).at("events"));
    }
    Ok((view, dealt))
}

/// A view that tells its auction as calls, in the form of events; `None` for other views.
pub(super) fn auction(rules: &Ruleset, sent: &v1::View) -> Result<Option<v1::View>, Refusal> {
    if sent.calls.is_empty() {
        return Ok(None);
    }
    for (field, is_told) in [
        ("events", !sent.events.is_empty()),
        ("events_complete", sent.events_complete),
        ("seat", sent.seat != 0),
        ("bottom", sent.bottom.is_some()),
    ] {
        if is_told {
            let message = "is told although calls tell the auction";
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at(field));
        }
    }
    if rules.pass_on() != PassOn::None {
        let message = format!("are told, but in {rules} cards are passed on before them: events tell both");
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("calls"));
    }
    let mut bidding = Bidding::open(rules);
    if rules.awaits_wild() && rules.shows_wild_first() && sent.wilds.is_empty() {
        return Err(Refusal::new(Reason::FIELD_MISSING, "is needed: the first wild rank is shown before the auction")
            .at("wilds"));
    }
    let shown = |rank: char| v1::Event { what: Some(Kind::WildShown(v1::WildShown { rank: rank.to_string() })) };
    let mut events: Vec<v1::Event> = sent.wilds.chars().take(2).map(shown).collect();
    for (index, &call) in sent.calls.iter().enumerate() {
        let at = |refusal: Refusal| refusal.at(format!("calls[{index}]"));
        let said = needed(names::call(call), "call").map_err(at)?;
        let turn = bidding.turn();
        bidding.say(said).map_err(|error| at(Refusal::new(Reason::ILLEGAL_EVENT, error.to_string())))?;
        let chair = names::to_chair(turn.expect("the auction was open")) as i32;
        events.push(v1::Event { what: Some(Kind::Called(v1::Called { chair, call })) });
    }
    Ok(Some(v1::View { calls: Vec::new(), wilds: String::new(), events, events_complete: true, ..sent.clone() }))
}

/// Who the events make landlord, and the bottom cards.
pub(super) fn landlord_found(reader: &CardReader, sent: &v1::View) -> Result<Option<(Chair, Hand)>, Refusal> {
    for (index, event) in sent.events.iter().enumerate() {
        if let Some(Kind::LandlordFound(found)) = &event.what {
            let read = events::landlord_found(reader, found);
            return read.map(Some).map_err(|refusal| refusal.within(&format!("events[{index}]")));
        }
    }
    Ok(None)
}

/// The hand is told as it is now: what the chair has passed on belongs to it at the beginning, what came to it does not.
fn before_gifts(rules: &Ruleset, reader: &CardReader, sent: &v1::View, me: Chair, now: Hand) -> Result<Hand, Refusal> {
    let direction = rules.pass_on();
    if direction == PassOn::None {
        return Ok(now);
    }
    let gifts = sent.events.iter().enumerate().filter_map(|(index, event)| match &event.what {
        Some(Kind::PassedOn(passed)) => Some((index, passed)),
        _ => None,
    });
    let mut dealt = now;
    for (number, (index, passed)) in gifts.enumerate() {
        let at = || format!("events[{index}]");
        let (chair, cards) = events::passed_on(reader, passed).map_err(|refusal| refusal.within(&at()))?;
        // What is missing or too much the view says itself.
        let Some((giver, cards)) = chair.or(Chair::ALL.get(number).copied()).zip(cards) else { continue };
        let before = match giver == me {
            true => dealt.plus(cards).ok_or(Illegal::GiftElsewhere { chair: giver, cards, held: dealt }),
            false if direction.receiver(giver) != Some(me) => Ok(dealt),
            false => dealt.minus(cards).ok_or(Illegal::GiftLost { chair: me, cards, hand: dealt }),
        };
        dealt = before.map_err(|error| events::illegal(&error).at(at()))?;
    }
    Ok(dealt)
}

/// The hand is told as it is now: what the seat has played since belongs to it at the beginning.
fn before_own_plays(reader: &CardReader, sent: &v1::View, mine: Option<Seat>, now: Hand) -> Result<Hand, Refusal> {
    let Some(mine) = mine else { return Ok(now) };
    let mut start = now;
    let plays = sent.events.iter().enumerate().filter_map(|(index, event)| match &event.what {
        Some(Kind::Played(played)) => Some((index, &played.what)),
        _ => None,
    });
    for (number, (index, what)) in plays.enumerate() {
        if let (Some(What::Combo(combo)), true) = (what, seat_of_play(number) == mine) {
            let at = || format!("events[{index}].played.combo.cards");
            let cards = combo.cards.as_ref().ok_or_else(|| Refusal::missing(&at()))?;
            let cards = reader.hand(cards).map_err(|refusal| refusal.within(&at()))?;
            let more = || format!("{cards} was played and {start} was held at the same time: no deck has both");
            start = start.plus(cards).ok_or_else(|| Refusal::new(Reason::TOO_MANY_OF_RANK, more()).at(at()))?;
        }
    }
    Ok(start)
}
