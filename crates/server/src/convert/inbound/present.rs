//! The present alone.

use rules::{Chair, Hand, Present, Ruleset, Seat, Trick, View};
use wire::v1;
use wire::v1::event::What as Kind;
use wire::v1::played::What;

use super::bad_view;
use super::history::landlord_found;
use crate::convert::cards::CardReader;
use crate::convert::names::{self, needed};
use crate::error::{Reason, Refusal};

/// Reads it.
pub(super) fn present(
    rules: &Ruleset,
    reader: &CardReader,
    sent: &v1::View,
    chair: Option<Chair>,
    seat: Option<Seat>,
    hand: Hand,
) -> Result<View, Refusal> {
    let rules = &names::in_play(*rules, &sent.wilds)?;
    let found = landlord_found(reader, sent)?;
    let seat = match (seat, chair, found) {
        (Some(seat), ..) => seat,
        (None, Some(chair), Some((landlord, _))) => chair.seat(landlord),
        (None, Some(chair), None) if sent.cards_left.is_none() => {
            // Nothing but a chair and a hand: an auction in which the caller forgot to say that it tells everything.
            let message = format!("is needed: the auction of {chair} has to be told from its beginning");
            return Err(Refusal::new(Reason::FIELD_MISSING, message).at("events_complete"));
        }
        _ => return Err(Refusal::missing("seat")),
    };
    let left = sent.cards_left.as_ref().ok_or_else(|| Refusal::missing("cards_left"))?;
    let count = |count: u32, seat: Seat| {
        u8::try_from(count).map_err(|_| {
            let message = format!("{seat} is counted with {count} cards");
            Refusal::new(Reason::COUNT_MISMATCH, message).at(format!("cards_left.{seat}"))
        })
    };
    let counts = [count(left.landlord, Seat::Landlord)?, count(left.down, Seat::Down)?, count(left.up, Seat::Up)?];
    let standing = match &sent.standing {
        Some(standing) => Some(read_standing(rules, reader, standing, seat)?),
        None => standing_of_events(rules, reader, sent, seat)?,
    };
    let bottom = sent.bottom.as_ref().map(|bottom| reader.hand(bottom).map_err(|refusal| refusal.within("bottom")));
    let bottom = bottom.transpose()?.or(found.map(|(_, bottom)| bottom));
    let played = played(reader, sent)?;
    View::present(&Present { rules: *rules, seat, hand, turn: seat, left: counts, standing, bottom, played })
        .map_err(|error| bad_view(&error))
}

fn read_standing(
    rules: &Ruleset,
    reader: &CardReader,
    standing: &v1::Standing,
    turn: Seat,
) -> Result<(Seat, rules::Combo), Refusal> {
    let owner = needed(names::seat(standing.seat), "standing.seat")?;
    let combo = standing.combo.as_ref().ok_or_else(|| Refusal::missing("standing.combo"))?;
    let combo = reader.combo(rules, Trick::Lead, combo).map_err(|refusal| refusal.within("standing.combo"))?;
    if let Some(passes) = standing.passes.filter(|_| owner != turn) {
        let needed = owner.steps_to(turn) as u32 - 1;
        if passes != needed {
            let message = format!("after {owner}'s combo {turn} is to play when {needed} have passed, not {passes}");
            return Err(Refusal::new(Reason::PASSES_MISMATCH, message).at("standing.passes"));
        }
    }
    Ok((owner, combo))
}

/// What the last events say to stand, where nothing else does.
fn standing_of_events(
    rules: &Ruleset,
    reader: &CardReader,
    sent: &v1::View,
    turn: Seat,
) -> Result<Option<(Seat, rules::Combo)>, Refusal> {
    let mut passes = 0;
    for (index, event) in sent.events.iter().enumerate().rev() {
        let Some(Kind::Played(v1::Played { seat, what })) = &event.what else { return Ok(None) };
        let Some(What::Combo(combo)) = what else {
            passes += 1;
            continue;
        };
        let at = |field: &str| format!("events[{index}].played{field}");
        let owner = needed(names::seat(*seat), "seat").map_err(|refusal| refusal.within(&at("")))?;
        if passes >= 2 || owner == turn {
            return Ok(None);
        }
        let combo = reader.combo(rules, Trick::Lead, combo).map_err(|refusal| refusal.within(&at(".combo")))?;
        return Ok(Some((owner, combo)));
    }
    Ok(None)
}

/// What each seat is known to have played: by list, or by events, not by both.
fn played(reader: &CardReader, sent: &v1::View) -> Result<[Hand; 3], Refusal> {
    let mut played = [Hand::EMPTY; 3];
    if let Some(cards) = &sent.played {
        for (seat, cards) in Seat::ALL.into_iter().zip([&cards.landlord, &cards.down, &cards.up]) {
            if let Some(cards) = cards {
                played[seat.index()] =
                    reader.hand(cards).map_err(|refusal| refusal.within(&format!("played.{seat}")))?;
            }
        }
    }
    for (index, event) in sent.events.iter().enumerate() {
        let Some(Kind::Played(v1::Played { seat, what: Some(What::Combo(combo)) })) = &event.what else { continue };
        let at = |field: &str| format!("events[{index}].played.{field}");
        if sent.played.is_some() {
            let message = "is told, and the events tell plays too; the present takes one of them";
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("played"));
        }
        let seat = needed(names::seat(*seat), &at("seat"))?;
        let cards = combo.cards.as_ref().ok_or_else(|| Refusal::missing(&at("combo.cards")))?;
        let cards = reader.hand(cards).map_err(|refusal| refusal.within(&at("combo.cards")))?;
        let sum = &mut played[seat.index()];
        *sum = sum.plus(cards).ok_or_else(|| {
            let message = format!("{seat} played {cards} after {sum}: no deck has both");
            Refusal::new(Reason::TOO_MANY_OF_RANK, message).at(at("combo.cards"))
        })?;
    }
    Ok(played)
}
