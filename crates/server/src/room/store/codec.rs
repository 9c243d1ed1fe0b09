//! Rooms as bytes, with a version: a header, and the hand as the backend told it. `crates/wire/storage/thirdseat/storage/v1/room.proto` says what the
//! fields mean.

use engine::Habits;
use game::hand::Game;
use game::names::{self, require, to_codec};
use game::refusal::{Reason, Refusal};
use prost::Message;
use prost::encoding::{DecodeContext, decode_key, skip_field};
use wire::storage as disk;
use wire::v1;

use crate::room::people::{Bot, Followed, Matching, Occupant, People, convert_habits};
use crate::room::state::RoomState;
use crate::roster::Roster;

/// The format that this release writes.
pub const FORMAT: u32 = 8;
/// The oldest format whose readers understand what this release writes.
const READER_FORMAT_MIN: u32 = 8;
/// The oldest format that this release reads.
const FORMAT_MIN: u32 = 8;
/// The most bytes that a room may take: more than the longest hand of the rules needs.
pub const STATE_BYTES_MAX: usize = 8192;

/// The reason why this release cannot read a room.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Written by a release that is too new: the format that its reader needs.
    #[error("the room needs a reader of format {0}, this release reads format {FORMAT}")]
    TooNew(u32),
    /// Written by a release that is too old: the format that the room has.
    #[error(
        "the room was stored in format {0}, this release reads formats {FORMAT_MIN} to {FORMAT}: close it and open another one"
    )]
    TooOld(u32),
    /// A part of it cannot be read.
    #[error("the room's {0} cannot be read")]
    Broken(&'static str),
}

/// Writes the room as bytes. `Err` when it is too large.
pub fn write(state: &RoomState) -> Result<Vec<u8>, Refusal> {
    let mut bytes = to_room(state).encode_to_vec();
    bytes.extend_from_slice(&state.unknown);
    if bytes.len() > STATE_BYTES_MAX {
        let message = format!("the room would take {} bytes, {STATE_BYTES_MAX} are allowed", bytes.len());
        return Err(Refusal::new(Reason::ROOM_TOO_LARGE, message));
    }
    Ok(bytes)
}

/// Reads the room of these bytes. Its bots are as [`Roster::restore`] makes them.
pub fn read(bytes: &[u8], roster: &Roster) -> Result<RoomState, Unreadable> {
    let disk::RoomFormat { format, needs } =
        disk::RoomFormat::decode(bytes).map_err(|_| Unreadable::Broken("bytes"))?;
    if needs > FORMAT {
        return Err(Unreadable::TooNew(needs));
    }
    if (1..FORMAT_MIN).contains(&format) {
        return Err(Unreadable::TooOld(format));
    }
    let room = disk::Room::decode(bytes).map_err(|_| Unreadable::Broken("bytes"))?;
    // The refusal may name hidden cards, and this error goes to callers.
    let refused = |_: Refusal| Unreadable::Broken("hand");
    let mut told = room.hand.unwrap_or_default();
    let mut begun = game::read::hand(&mut told).map_err(refused)?;
    let hand = (room.hand_number > 0).then(|| begun.read_back(&told, room.events)).transpose();
    let mut hand = hand.map_err(refused)?;
    if let Some(hand) = &mut hand {
        hand.dealt_at = (room.dealt > 0).then_some(room.dealt);
    }
    let chairs: Vec<Occupant> =
        room.chairs.into_iter().map(|occupant| read_occupant(occupant, roster)).collect::<Result<_, _>>()?;
    Ok(RoomState {
        request_id: room.request_id,
        request: room.request,
        opening: room.opening,
        rules: begun.rules,
        codec: begun.form.codec().cloned(),
        strict: begun.strict,
        version: room.version,
        sequence: room.sequence,
        hand_number: room.hand_number,
        people: People {
            chairs: chairs.try_into().map_err(|_| Unreadable::Broken("chairs"))?,
            habits: room.players.into_iter().map(read_player).collect(),
            group: room.request_id,
        },
        hand,
        digests: room.digests,
        said: u64::from(room.said).min(room.version),
        unknown: unknown_fields(bytes).ok_or(Unreadable::Broken("bytes"))?,
    })
}

/// The last field of a stored room that this release knows: a test compares it.
const LAST_FIELD: u32 = 20;

/// Returns the bytes of later fields. They are written back, because a later release would miss them.
fn unknown_fields(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut unknown = Vec::new();
    while !bytes.is_empty() {
        let field = bytes;
        let (number, kind) = decode_key(&mut bytes).ok()?;
        skip_field(kind, number, &mut bytes, DecodeContext::default()).ok()?;
        if number > LAST_FIELD {
            unknown.extend_from_slice(&field[..field.len() - bytes.len()]);
        }
    }
    Some(unknown)
}

fn to_room(state: &RoomState) -> disk::Room {
    let (card_codec, card_numbers) = to_codec(state.codec.as_ref());
    let (hand, events) = state.hand.as_ref().map(Game::to_stored).unzip();
    disk::Room {
        format: FORMAT,
        needs: READER_FORMAT_MIN,
        request_id: state.request_id,
        request: state.request,
        opening: state.opening,
        version: state.version,
        sequence: state.sequence,
        hand_number: state.hand_number,
        chairs: state.people.chairs.iter().map(to_occupant).collect(),
        hand: Some(v1::Hand {
            ruleset: state.rules.to_string(),
            card_codec,
            card_numbers,
            strict: state.strict,
            ..hand.unwrap_or_default()
        }),
        events: events.unwrap_or_default(),
        dealt: state.hand.as_ref().and_then(|hand| hand.dealt_at).unwrap_or(0),
        digests: state.digests.clone(),
        players: state.people.habits.iter().map(|(name, habits)| habits_to_disk(name, habits)).collect(),
        said: state.said.try_into().unwrap_or(u32::MAX),
    }
}

fn to_occupant(occupant: &Occupant) -> disk::Occupant {
    match occupant {
        Occupant::Unknown => disk::Occupant::default(),
        Occupant::Player(player) => disk::Occupant { player: player.clone(), ..disk::Occupant::default() },
        Occupant::Bot(Bot { companion, seed, disclosed, matching }) => {
            let seat = v1::BotSeat {
                persona: companion.persona.name().to_owned(),
                seed: Some(*seed),
                disclosed: *disclosed,
                strength: companion.strength,
                matching: matching.as_ref().map(Matching::to_message),
                ..v1::BotSeat::default()
            };
            let predecessor = occupant.predecessor().unwrap_or_default().to_owned();
            let numbers = Some(companion.frozen.clone());
            disk::Occupant { bot: Some(seat), numbers, predecessor, player: String::new() }
        }
    }
}

fn read_occupant(stored: disk::Occupant, roster: &Roster) -> Result<Occupant, Unreadable> {
    let Some(v1::BotSeat { persona, seed, disclosed, strength, matching, .. }) = stored.bot else {
        let is_known = !stored.player.is_empty();
        return Ok(if is_known { Occupant::Player(stored.player) } else { Occupant::Unknown });
    };
    let numbers = stored.numbers.unwrap_or_default();
    let companion = roster.restore(&persona, strength, &numbers);
    let mut matching = matching.as_ref().map(Matching::read).transpose().map_err(|_| Unreadable::Broken("matching"))?;
    if let Some(Matching { whom: Followed::Predecessor(player), .. }) = &mut matching {
        *player = stored.predecessor;
    }
    Ok(Occupant::Bot(Bot {
        companion: companion.ok_or(Unreadable::Broken("persona"))?,
        seed: seed.unwrap_or_default(),
        disclosed,
        matching,
    }))
}

/// The largest offset of a [`Matching`], up or down.
const STRENGTH_OFFSET_MAX: i32 = 100;

impl Matching {
    /// Reads the players whose level a bot's strength follows. The name of a predecessor stays empty.
    pub fn read(sent: &v1::SeatMatch) -> Result<Matching, Refusal> {
        let v1::SeatMatch { chairs, offset, predecessor } = sent;
        if !(-STRENGTH_OFFSET_MAX..=STRENGTH_OFFSET_MAX).contains(offset) {
            let message = format!("{offset} is no offset: it may be -{STRENGTH_OFFSET_MAX} to {STRENGTH_OFFSET_MAX}");
            return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("offset"));
        }
        if *predecessor && !chairs.is_empty() {
            let message = "stands beside predecessor: one of the two says whom the bot follows";
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("chairs"));
        }
        let chairs =
            chairs.iter().map(|&chair| require(names::chair(chair), "chairs")).collect::<Result<Vec<_>, _>>()?;
        let whom = if *predecessor { Followed::Predecessor(String::new()) } else { Followed::Chairs(chairs) };
        Ok(Matching { whom, offset: *offset })
    }

    /// Writes the players whose level a bot's strength follows, without the name of a predecessor.
    pub fn to_message(&self) -> v1::SeatMatch {
        let chairs = match &self.whom {
            Followed::Chairs(chairs) => chairs.iter().map(|&chair| names::to_chair(chair) as i32).collect(),
            Followed::Predecessor(_) => Vec::new(),
        };
        v1::SeatMatch { chairs, offset: self.offset, predecessor: matches!(self.whom, Followed::Predecessor(_)) }
    }
}

fn read_player(player: disk::Player) -> (String, Habits) {
    let habits = habits_from_disk(&player);
    (player.name, habits)
}

pub(in crate::room) fn habits_to_disk(name: &str, habits: &Habits) -> disk::Player {
    convert_habits!(habits => disk::Player { name: name.to_owned() })
}

pub(in crate::room) const fn habits_from_disk(player: &disk::Player) -> Habits {
    convert_habits!(player => Habits {})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_field_has_the_highest_number_of_the_proto() {
        let proto = include_str!("../../../../wire/storage/thirdseat/storage/v1/room.proto");
        let (_, room) = proto.split_once("\nmessage Room {").unwrap();
        let fields = room.split_once("\n}").unwrap().0.lines().filter_map(|line| line.split_once(" = "));
        let numbers = fields.filter_map(|(_, number)| number.split([';', ' ']).next()?.parse::<u32>().ok());
        assert_eq!(numbers.max(), Some(LAST_FIELD));
    }
}
