//! Events of the table, in both directions.

use rules::{Board, Chair, Event, Hand, Seat};
use wire::v1;
use wire::v1::event::What as Kind;
use wire::v1::played::What;

use super::cards::{CardReader, cards_of, combo_of};
use super::names::{self, needed};
use crate::error::{Reason, Refusal};

/// Reads an event that happens on `board`; what it leaves open (whose turn, which reading) follows from there.
pub fn event(reader: &CardReader, board: &Board, event: &Kind) -> Result<Event, Refusal> {
    Ok(match event {
        Kind::WildShown(shown) => Event::Wild(names::shown_rank(shown)?),
        Kind::PassedOn(passed) => {
            let (chair, cards) = passed_on(reader, passed)?;
            Event::PassedOn(chair.or(board.turn()).ok_or_else(|| Refusal::missing("passed_on.chair"))?, cards)
        }
        Kind::Called(called) => {
            let chair = names::chair(called.chair).map_err(|refusal| refusal.at("called.chair"))?;
            let chair = chair.or(board.turn()).ok_or_else(|| Refusal::missing("called.chair"))?;
            Event::Call(chair, needed(names::call(called.call), "called.call")?)
        }
        Kind::LandlordFound(found) => {
            let (chair, bottom) = landlord_found(reader, found)?;
            Event::Landlord(chair, bottom)
        }
        Kind::Raised(raised) => {
            let seat = needed(names::seat(raised.seat), "raised.seat")?;
            Event::Raise(seat, needed(names::raise(raised.doubling), "raised.doubling")?)
        }
        Kind::Shown(v1::Shown { open: false, .. }) => Event::Show(None),
        Kind::Shown(v1::Shown { hand, .. }) => {
            let hand = hand.as_ref().ok_or_else(|| Refusal::missing("shown.hand"))?;
            Event::Show(Some(reader.hand(hand).map_err(|refusal| refusal.within("shown.hand"))?))
        }
        Kind::Played(v1::Played { seat, what }) => {
            let seat = names::seat(*seat).map_err(|refusal| refusal.at("played.seat"))?;
            let seat = seat.unwrap_or_else(|| board.course().turn());
            let play = match what.as_ref().ok_or_else(|| Refusal::missing("played.combo"))? {
                What::Passed(_) => None,
                What::Combo(combo) => {
                    let combo = reader.combo(board.rules(), board.course().trick(), combo);
                    Some(combo.map_err(|refusal| refusal.within("played.combo"))?)
                }
            };
            Event::Play(seat, play)
        }
    })
}

/// Reads who passes cards on, and which, as far as they are told.
pub(super) fn passed_on(reader: &CardReader, passed: &v1::PassedOn) -> Result<(Option<Chair>, Option<Hand>), Refusal> {
    let chair = names::chair(passed.chair).map_err(|refusal| refusal.at("passed_on.chair"))?;
    let cards = passed.cards.as_ref().map(|cards| reader.hand(cards)).transpose();
    Ok((chair, cards.map_err(|refusal| refusal.within("passed_on.cards"))?))
}

/// Reads who is landlord, and the bottom cards.
pub(super) fn landlord_found(reader: &CardReader, found: &v1::LandlordFound) -> Result<(Chair, Hand), Refusal> {
    let chair = needed(names::chair(found.chair), "landlord_found.chair")?;
    let bottom = found.bottom.as_ref().ok_or_else(|| Refusal::missing("landlord_found.bottom"))?;
    let bottom = reader.hand(bottom).map_err(|refusal| refusal.within("landlord_found.bottom"))?;
    Ok((chair, bottom))
}

/// Writes an event.
pub fn to_event(codec: Option<rules::card::Codec>, rules: &rules::Ruleset, event: Event) -> v1::Event {
    let kind = match event {
        Event::Wild(rank) => Kind::WildShown(v1::WildShown { rank: rank.to_string() }),
        Event::PassedOn(chair, cards) => Kind::PassedOn(v1::PassedOn {
            chair: names::to_chair(chair) as i32,
            cards: cards.map(|cards| cards_of(codec, cards)),
        }),
        Event::Call(chair, call) => {
            Kind::Called(v1::Called { chair: names::to_chair(chair) as i32, call: names::to_call(call) as i32 })
        }
        Event::Landlord(chair, bottom) => Kind::LandlordFound(v1::LandlordFound {
            chair: names::to_chair(chair) as i32,
            bottom: Some(cards_of(codec, bottom)),
        }),
        Event::Raise(seat, raise) => {
            Kind::Raised(v1::Raised { seat: names::to_seat(seat) as i32, doubling: names::to_raise(raise) as i32 })
        }
        Event::Show(hand) => {
            Kind::Shown(v1::Shown { open: hand.is_some(), hand: hand.map(|hand| cards_of(codec, hand)) })
        }
        Event::Play(seat, play) => {
            Kind::Played(v1::Played { seat: names::to_seat(seat) as i32, what: Some(to_what(codec, rules, play)) })
        }
    };
    v1::Event { what: Some(kind) }
}

fn to_what(codec: Option<rules::card::Codec>, rules: &rules::Ruleset, play: Option<rules::Combo>) -> What {
    match play {
        Some(combo) => What::Combo(combo_of(codec, rules, combo)),
        None => What::Passed(v1::Pass {}),
    }
}

/// The seat of the play with that number in a hand that is told from its beginning: seats play in turn, passes included.
pub(super) fn seat_of_play(number: usize) -> Seat {
    Seat::ALL[number % 3]
}

/// An event that the rules refuse where it stands.
pub fn illegal(error: &rules::Illegal) -> Refusal {
    use rules::Illegal;
    let reason = match error {
        Illegal::NotHeld { .. } | Illegal::NotDealt { .. } => Reason::NOT_HELD,
        Illegal::BottomSize { .. } => Reason::BOTTOM_SIZE,
        Illegal::PassSize { .. } => Reason::GIFT_SIZE,
        Illegal::GiftHidden { .. } => Reason::FIELD_MISSING,
        _ => Reason::ILLEGAL_EVENT,
    };
    Refusal::new(reason, error.to_string())
}
