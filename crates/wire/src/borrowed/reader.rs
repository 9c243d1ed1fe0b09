//! From a frame to borrowed messages. Every `Unusual` here means: ask the generated reader.

use prost::Message;

use super::{Asked, Cards, Combo, Event, Ids, View, What};

/// Not the form that is read here.
pub(super) struct Unusual;

type Read<T> = Result<T, Unusual>;

/// Longer histories are refused when the position is read: there is no need to make room for them.
const EVENTS_MAX: usize = 256;
/// The fewest bytes of an event in a history of plays alone.
const EVENT_BYTES: usize = 16;

pub(super) fn asked(frame: &[u8]) -> Read<Asked<'_>> {
    let (mut view_read, mut options, mut legal_plays) = (None, None, None);
    let mut fields = Fields::of(frame);
    while let Some((field, value)) = fields.next()? {
        match field {
            1 => view_read = Some(view(value.bytes()?)?),
            3 => options = Some(generated(value)?),
            4 => legal_plays = Some(generated(value)?),
            _ => return Err(Unusual),
        }
    }
    Ok(Asked { view: view_read.ok_or(Unusual)?, options: options.unwrap_or_default(), legal_plays })
}

fn view(bytes: &[u8]) -> Read<View<'_>> {
    let mut view = View::default();
    let mut fields = Fields { repeated: 7, ..Fields::of(bytes) };
    while let Some((field, value)) = fields.next()? {
        match field {
            1 => view.ruleset = value.text()?,
            2 => view.card_codec = value.number()? as i32,
            3 => view.chair = value.number()? as i32,
            4 => view.seat = value.number()? as i32,
            5 => view.hand = Some(cards(value.bytes()?)?),
            6 => view.bottom = Some(cards(value.bytes()?)?),
            7 => {
                match view.events.len() {
                    0 => view.events.reserve_exact((bytes.len() / EVENT_BYTES).clamp(1, EVENTS_MAX)),
                    EVENTS_MAX => return Err(Unusual),
                    _ => {}
                }
                view.events.push(Some(event(value.bytes()?)?));
            }
            8 => view.events_complete = value.number()? != 0,
            _ => return Err(Unusual),
        }
    }
    Ok(view)
}

fn cards(bytes: &[u8]) -> Read<Cards<'_>> {
    let mut cards = Cards { ids: Ids::Packed(&[]), text: "" };
    let mut fields = Fields::of(bytes);
    while let Some((field, value)) = fields.next()? {
        match field {
            1 => {
                let packed = value.bytes()?;
                let mut rest = packed;
                while !rest.is_empty() {
                    varint(&mut rest)?;
                }
                cards.ids = Ids::Packed(packed);
            }
            2 => cards.text = value.text()?,
            _ => return Err(Unusual),
        }
    }
    Ok(cards)
}

/// Numbers that [`cards`] found to be complete.
pub(super) fn numbers(mut packed: &[u8]) -> Vec<u32> {
    let mut numbers = Vec::with_capacity(packed.len());
    while let Ok(number) = varint(&mut packed) {
        numbers.push(number as u32);
    }
    numbers
}

fn combo(bytes: &[u8]) -> Read<Combo<'_>> {
    let mut combo = Combo::default();
    let mut fields = Fields::of(bytes);
    while let Some((field, value)) = fields.next()? {
        match field {
            1 => combo.cards = Some(cards(value.bytes()?)?),
            2 => combo.kind = value.text()?,
            3 => combo.key = value.text()?,
            4 => combo.length = value.number()? as u32,
            _ => return Err(Unusual),
        }
    }
    Ok(combo)
}

/// An event is one of many: two in one are unusual, as is none.
fn event(bytes: &[u8]) -> Read<Event<'_>> {
    let mut fields = Fields::of(bytes);
    let (field, value) = fields.next()?.ok_or(Unusual)?;
    if !fields.rest.is_empty() {
        return Err(Unusual);
    }
    match field {
        1 => Ok(Event::Called(generated(value)?)),
        2 => {
            let (chair, bottom) = number_and_cards(value.bytes()?)?;
            Ok(Event::LandlordFound { chair: chair as i32, bottom })
        }
        3 => Ok(Event::Raised(generated(value)?)),
        4 => {
            let (open, hand) = number_and_cards(value.bytes()?)?;
            Ok(Event::Shown { open: open != 0, hand })
        }
        5 => played(value.bytes()?),
        _ => Err(Unusual),
    }
}

/// The form of `LandlordFound` and of `Shown`.
fn number_and_cards(bytes: &[u8]) -> Read<(u64, Option<Cards<'_>>)> {
    let (mut number, mut told) = (0, None);
    let mut fields = Fields::of(bytes);
    while let Some((field, value)) = fields.next()? {
        match field {
            1 => number = value.number()?,
            2 => told = Some(cards(value.bytes()?)?),
            _ => return Err(Unusual),
        }
    }
    Ok((number, told))
}

fn played(bytes: &[u8]) -> Read<Event<'_>> {
    let (mut seat, mut what) = (0, None);
    let mut fields = Fields::of(bytes);
    while let Some((field, value)) = fields.next()? {
        match (field, what) {
            (1, _) => seat = value.number()? as i32,
            (2, None) => what = Some(What::Combo(combo(value.bytes()?)?)),
            (3, None) if value.bytes()?.is_empty() => what = Some(What::Passed),
            _ => return Err(Unusual),
        }
    }
    Ok(Event::Played { seat, what })
}

/// A message that has nothing to be borrowed.
fn generated<M: Message + Default>(value: Value<'_>) -> Read<M> {
    M::decode(value.bytes()?).map_err(|_| Unusual)
}

/// The fields of one message, one after the other.
struct Fields<'a> {
    rest: &'a [u8],
    /// The fields that have come, a bit each.
    seen: u16,
    /// The field that may come more than once.
    repeated: u8,
}

impl<'a> Fields<'a> {
    const fn of(bytes: &'a [u8]) -> Fields<'a> {
        Fields { rest: bytes, seen: 0, repeated: 0 }
    }

    /// The next field. All of ours have numbers under 16, and so keys of one byte.
    #[inline]
    fn next(&mut self) -> Read<Option<(u8, Value<'a>)>> {
        let Some((&key, rest)) = self.rest.split_first() else { return Ok(None) };
        let (field, wire_type) = (key >> 3, key & 7);
        if !(1..16).contains(&field) || (self.seen >> field & 1 == 1 && field != self.repeated) {
            return Err(Unusual);
        }
        self.seen |= 1 << field;
        self.rest = rest;
        let number = varint(&mut self.rest)?;
        match wire_type {
            0 => Ok(Some((field, Value::Number(number)))),
            2 => {
                let length = usize::try_from(number).map_err(|_| Unusual)?;
                let (bytes, rest) = self.rest.split_at_checked(length).ok_or(Unusual)?;
                self.rest = rest;
                Ok(Some((field, Value::Bytes(bytes))))
            }
            _ => Err(Unusual),
        }
    }
}

/// What a field holds.
#[derive(Clone, Copy)]
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    const fn number(self) -> Read<u64> {
        match self {
            Value::Number(number) => Ok(number),
            Value::Bytes(_) => Err(Unusual),
        }
    }

    const fn bytes(self) -> Read<&'a [u8]> {
        match self {
            Value::Bytes(bytes) => Ok(bytes),
            Value::Number(_) => Err(Unusual),
        }
    }

    fn text(self) -> Read<&'a str> {
        std::str::from_utf8(self.bytes()?).map_err(|_| Unusual)
    }
}

/// A number of up to ten bytes, seven bits each, the lowest first. Nearly all have one.
#[inline]
fn varint(rest: &mut &[u8]) -> Read<u64> {
    match **rest {
        [number @ 0..0x80, ref after @ ..] => {
            *rest = after;
            Ok(u64::from(number))
        }
        _ => long_varint(rest),
    }
}

#[cold]
fn long_varint(rest: &mut &[u8]) -> Read<u64> {
    let mut number = 0;
    for (place, &byte) in rest.iter().enumerate().take(10) {
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            // The tenth byte has room for one bit.
            if place == 9 && byte > 1 {
                return Err(Unusual);
            }
            *rest = &rest[place + 1..];
            return Ok(number);
        }
    }
    Err(Unusual)
}
