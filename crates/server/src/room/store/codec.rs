//! Rooms as bytes: compact, versioned, readable by the release before and after. `crates/wire/storage/thirdseat/storage/v1/room.proto` says
//! what every field means.

mod hand;

use engine::Habits;
use game::names::to_codec;
use game::refusal::{Reason, Refusal};
use hand::{chair, hand, read_hand};
use prost::Message;
use prost::encoding::{DecodeContext, decode_key, skip_field};
use rules::Ruleset;
use rules::card::{Codec, OwnNumbers};
use wire::storage as disk;

use crate::room::habits;
use crate::room::occupant::{Bot, Matching, Occupant, Whom};
use crate::room::state::RoomState;
use crate::roster::frozen_persona::{self, Catalogue};

/// The version that this release writes.
pub const FORMAT: u32 = 7;
/// The oldest format whose readers understand what this release writes.
const NEEDS: u32 = 7;
/// The oldest format that this release reads: earlier ones told the reading of a play by the standing combo.
const READS: u32 = 7;
/// The most that a room may take. Even the longest hand stays below.
pub const STATE_BYTES_MAX: usize = 5120;

/// The reason why bytes are no room of this release.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// Written by a release that is too new.
    #[error("the room needs a reader of format {needs}, this release reads format {FORMAT}")]
    TooNew {
        /// The version that it needs.
        needs: u32,
    },
    /// Written by a release that is too old.
    #[error(
        "the room was stored in format {format}, this release reads formats {READS} to {FORMAT}: close it and open another one"
    )]
    TooOld {
        /// The format that it has.
        format: u32,
    },
    /// Not written by us.
    #[error("the room's {0} cannot be read")]
    Broken(&'static str),
}

/// Writes the room as bytes. `Err` when it is too large.
pub fn write(state: &RoomState) -> Result<Vec<u8>, Refusal> {
    let mut bytes = room(state).encode_to_vec();
    bytes.extend_from_slice(&state.unknown);
    if bytes.len() > STATE_BYTES_MAX {
        let message = format!("the room would take {} bytes, {STATE_BYTES_MAX} are allowed", bytes.len());
        return Err(Refusal::new(Reason::ROOM_TOO_LARGE, message));
    }
    Ok(bytes)
}

/// Reads the room of these bytes. Personas come from `catalogue` if their numbers are still the same.
pub fn read(bytes: &[u8], catalogue: &dyn Catalogue) -> Result<RoomState, Unreadable> {
    let disk::RoomFormat { format, needs } =
        disk::RoomFormat::decode(bytes).map_err(|_| Unreadable::Broken("bytes"))?;
    if needs > FORMAT {
        return Err(Unreadable::TooNew { needs });
    }
    if (1..READS).contains(&format) {
        return Err(Unreadable::TooOld { format });
    }
    let room = disk::Room::decode(bytes).map_err(|_| Unreadable::Broken("bytes"))?;
    let rules: Ruleset = room.ruleset.parse().map_err(|_| Unreadable::Broken("ruleset"))?;
    let codec = match room.codec {
        0 => None,
        _ if room.numbers.is_empty() => Some(entry(&Codec::ALL, room.codec - 1, "codec")?),
        _ => Some(Codec::Own(OwnNumbers::new(&room.numbers).map_err(|_| Unreadable::Broken("numbers"))?)),
    };
    let chairs: Vec<Occupant> =
        room.chairs.into_iter().map(|occupant| read_occupant(occupant, catalogue)).collect::<Result<_, _>>()?;
    Ok(RoomState {
        request_id: room.request_id,
        request: room.request,
        rules,
        codec,
        strict: room.strict,
        version: room.version,
        sequence: room.sequence,
        hand_number: room.hand_number,
        chairs: chairs.try_into().map_err(|_| Unreadable::Broken("chairs"))?,
        hand: room.hand.map(|hand| read_hand(&hand, &rules)).transpose()?,
        digests: room.digests,
        habits: room.players.into_iter().map(read_player).collect(),
        said: u64::from(room.said).min(room.version),
        unknown: unknown(bytes).ok_or(Unreadable::Broken("bytes"))?,
    })
}

/// Returns the entry at this place of a closed set.
fn entry<T: Clone>(all: &[T], place: u32, what: &'static str) -> Result<T, Unreadable> {
    all.get(place as usize).cloned().ok_or(Unreadable::Broken(what))
}

/// The last field of a stored room that this release knows: a test compares it.
const LAST_FIELD: u32 = 19;

/// Returns the bytes of fields that this release does not know. They are written back, because a later release would miss them.
fn unknown(bytes: &[u8]) -> Option<Vec<u8>> {
    let unknown = fields(bytes)?.into_iter().filter(|(number, _)| *number > LAST_FIELD);
    Some(unknown.flat_map(|(_, field)| field).copied().collect())
}

/// Splits a message into its fields: their numbers, and their bytes.
fn fields(mut bytes: &[u8]) -> Option<Vec<(u32, &[u8])>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let field = bytes;
        let (number, kind) = decode_key(&mut bytes).ok()?;
        skip_field(kind, number, &mut bytes, DecodeContext::default()).ok()?;
        found.push((number, &field[..field.len() - bytes.len()]));
    }
    Some(found)
}

fn room(state: &RoomState) -> disk::Room {
    let (codec, numbers) = to_codec(state.codec.as_ref());
    disk::Room {
        format: FORMAT,
        needs: NEEDS,
        request_id: state.request_id,
        request: state.request,
        ruleset: state.rules.to_string(),
        codec: codec as u32,
        numbers,
        strict: state.strict,
        version: state.version,
        sequence: state.sequence,
        hand_number: state.hand_number,
        chairs: state.chairs.iter().map(occupant).collect(),
        hand: state.hand.as_ref().map(|one| hand(one, &state.rules)),
        digests: state.digests.clone(),
        players: state.habits.iter().map(player).collect(),
        said: state.said.try_into().unwrap_or(u32::MAX),
    }
}

fn occupant(occupant: &Occupant) -> disk::Occupant {
    match occupant {
        Occupant::Unknown => disk::Occupant::default(),
        Occupant::Player(player) => disk::Occupant { player: player.clone(), bot: None },
        Occupant::Bot(bot) => {
            let frozen = bot.companion.frozen().clone();
            let matching = bot.matching.as_ref().map(to_matching);
            let bot = disk::Bot { seed: bot.seed, disclosed: bot.disclosed, matching, ..frozen };
            disk::Occupant { player: String::new(), bot: Some(bot) }
        }
    }
}

fn to_matching(matching: &Matching) -> disk::Matching {
    let (chairs, player) = match &matching.whom {
        Whom::Chairs(chairs) => (chairs.iter().map(|chair| chair.index() as u32).collect(), None),
        Whom::Predecessor(player) => (Vec::new(), Some(player.clone())),
    };
    disk::Matching { chairs, offset: matching.offset, player }
}

fn read_matching(stored: disk::Matching) -> Result<Matching, Unreadable> {
    let whom = match stored.player {
        Some(player) => Whom::Predecessor(player),
        None => Whom::Chairs(stored.chairs.into_iter().map(chair).collect::<Result<_, _>>()?),
    };
    Ok(Matching { whom, offset: stored.offset })
}

fn read_occupant(occupant: disk::Occupant, catalogue: &dyn Catalogue) -> Result<Occupant, Unreadable> {
    Ok(match occupant.bot {
        Some(bot) => {
            let companion = frozen_persona::restore(&bot, catalogue).ok_or(Unreadable::Broken("persona"))?;
            let matching = bot.matching.map(read_matching).transpose()?;
            Occupant::Bot(Bot { companion, seed: bot.seed, disclosed: bot.disclosed, matching })
        }
        None if occupant.player.is_empty() => Occupant::Unknown,
        None => Occupant::Player(occupant.player),
    })
}

fn player((name, habits): &(String, Habits)) -> disk::Player {
    disk::Player { name: name.clone(), ..to_counts(habits) }
}

fn read_player(player: disk::Player) -> (String, Habits) {
    let habits = of_counts(&player);
    (player.name, habits)
}

/// Writes habits as they are stored, without a name.
pub(in crate::room) fn to_counts(habits: &Habits) -> disk::Player {
    habits::counts!(habits => disk::Player { name: String::new() })
}

/// Reads the habits that [`to_counts`] wrote.
pub(in crate::room) const fn of_counts(player: &disk::Player) -> Habits {
    habits::counts!(player => Habits {})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_field_is_the_last() {
        // Every field by name: one more does not compile until it stands here.
        let room = disk::Room {
            format: 1,
            needs: 1,
            request_id: 1,
            request: 1,
            ruleset: String::from("classic"),
            codec: 1,
            strict: true,
            version: 1,
            sequence: 1,
            hand_number: 1,
            chairs: vec![disk::Occupant::default()],
            hand: Some(disk::Hand::default()),
            digests: vec![1],
            players: vec![disk::Player::default()],
            said: 1,
            numbers: vec![1],
        };
        let bytes = room.encode_to_vec();
        assert_eq!(fields(&bytes).unwrap().iter().map(|(number, _)| *number).max(), Some(LAST_FIELD));
        assert_eq!(unknown(&bytes), Some(Vec::new()));
        // Field 20 of a later release, a number. Its key is 20 × 8, in two bytes.
        assert_eq!(unknown(&[&bytes[..], &[0xa0, 1, 7]].concat()), Some(vec![0xa0, 1, 7]));
    }
}
