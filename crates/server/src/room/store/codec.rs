//! Rooms as bytes: compact, versioned, readable by the release before and after. `crates/wire/storage/thirdseat/storage/v1/room.proto` says
//! what every field means.

use engine::Habits;
use game::cards::{CardOrRank, Cards};
use game::event::Announcement::{Called, LandlordFound, PassedOn, Raised, Shown};
use game::event::{Emote, Settled, TableEvent};
use game::hand::{DealtAt, Entry, Game, ReplayCache, Standing, Start, Untracked};
use game::names::to_codec;
use game::refusal::{Reason, Refusal};
use prost::Message;
use prost::encoding::{DecodeContext, decode_key, skip_field};
use rules::card::{Codec, OwnNumbers};
use rules::{Call, Chair, Combo, Hand, OpenFactor, Raise, Rank, Ruleset, Seat, Side};
use wire::storage as disk;

use crate::room::people::{Bot, Matching, Occupant, People, Whom, counts};
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
        opening: room.opening,
        rules,
        codec,
        strict: room.strict,
        version: room.version,
        sequence: room.sequence,
        hand_number: room.hand_number,
        people: People {
            chairs: chairs.try_into().map_err(|_| Unreadable::Broken("chairs"))?,
            habits: room.players.into_iter().map(read_player).collect(),
            group: room.request_id,
        },
        hand: room.hand.map(|hand| read_hand(&hand, &rules)).transpose()?,
        digests: room.digests,
        said: u64::from(room.said).min(room.version),
        unknown: unknown(bytes).ok_or(Unreadable::Broken("bytes"))?,
    })
}

/// Returns the entry at this place of a closed set.
fn entry<T: Clone>(all: &[T], place: u32, what: &'static str) -> Result<T, Unreadable> {
    all.get(place as usize).cloned().ok_or(Unreadable::Broken(what))
}

/// The last field of a stored room that this release knows: a test compares it.
const LAST_FIELD: u32 = 20;

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
        opening: state.opening,
        ruleset: state.rules.to_string(),
        codec: codec as u32,
        numbers,
        strict: state.strict,
        version: state.version,
        sequence: state.sequence,
        hand_number: state.hand_number,
        chairs: state.people.chairs.iter().map(occupant).collect(),
        hand: state.hand.as_ref().map(|one| hand(one, &state.rules)),
        digests: state.digests.clone(),
        players: state.people.habits.iter().map(player).collect(),
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
    counts!(habits => disk::Player { name: String::new() })
}

/// Reads the habits that [`to_counts`] wrote.
pub(in crate::room) const fn of_counts(player: &disk::Player) -> Habits {
    counts!(player => Habits {})
}

fn hand(hand: &Game, rules: &Ruleset) -> disk::Hand {
    let settled = hand.settled.as_ref();
    let mut shown = *rules;
    disk::Hand {
        first: hand.first.index() as u32,
        start: hand.start as u32,
        held: held(&hand.held),
        log: hand.log.iter().map(|entry| step(entry, &mut shown)).collect(),
        untracked: hand.untracked.as_ref().map(|one| untracked(one, &hand.rules(rules))),
        end: settled.is_some().into(),
        winner: settled.and_then(|settled| settled.winner).map_or(0, |side| side as u32 + 1),
        amounts: settled.map(|settled| settled.amounts.clone()).unwrap_or_default(),
        remaining: settled.map(|settled| held(&settled.remaining)).unwrap_or_default(),
        boards: settled.map(|settled| settled.boards.clone()).unwrap_or_default(),
        dealt_sequence: hand.dealt_at.map_or(0, |dealt_at| dealt_at.sequence),
        dealt_version: hand.dealt_at.map_or(0, |dealt_at| dealt_at.version),
    }
}

fn read_hand(hand: &disk::Hand, rules: &Ruleset) -> Result<Game, Unreadable> {
    let side = |place| entry(&[Side::Landlord, Side::Peasants], place, "winner");
    let winner = hand.winner.checked_sub(1).map(side).transpose()?;
    let settled = match hand.end {
        0 => None,
        1 => {
            let remaining = read_held(&hand.remaining)?;
            Some(Settled { winner, amounts: hand.amounts.clone(), remaining, boards: hand.boards.clone() })
        }
        _ => return Err(Unreadable::Broken("end")),
    };
    let mut shown = *rules;
    Ok(Game {
        first: chair(hand.first)?,
        start: entry(&[Start::Auction, Start::Seated, Start::Unknown], hand.start, "start")?,
        held: read_held(&hand.held)?,
        log: hand.log.iter().map(|step| read_step(step, &mut shown)).collect::<Result<_, _>>()?,
        untracked: hand.untracked.as_ref().map(|one| read_untracked(one, &shown)).transpose()?,
        cache: ReplayCache::default(),
        settled,
        dealt_at: (hand.dealt_sequence > 0)
            .then_some(DealtAt { sequence: hand.dealt_sequence, version: hand.dealt_version }),
    })
}

fn chair(index: u32) -> Result<Chair, Unreadable> {
    entry(&Chair::ALL, index, "chair")
}

fn bytes(cards: &Cards) -> Vec<u8> {
    cards.as_slice().iter().map(|told| told.byte()).collect()
}

fn cards(bytes: &[u8]) -> Result<Cards, Unreadable> {
    let told: Option<Vec<CardOrRank>> = bytes.iter().map(|&byte| CardOrRank::from_byte(byte)).collect();
    told.and_then(Cards::new).ok_or(Unreadable::Broken("cards"))
}

fn held(held: &[Option<Cards>; 3]) -> Vec<disk::Held> {
    let told = held.iter().enumerate().filter_map(|(chair, cards)| Some((chair as u32, cards.as_ref()?)));
    told.map(|(chair, cards)| disk::Held { chair, cards: bytes(cards) }).collect()
}

fn read_held(held: &[disk::Held]) -> Result<[Option<Cards>; 3], Unreadable> {
    let mut all = [None, None, None];
    for one in held {
        all[chair(one.chair)?.index()] = Some(cards(&one.cards)?);
    }
    Ok(all)
}

fn seat(index: u32) -> Result<Seat, Unreadable> {
    entry(&Seat::ALL, index, "seat")
}

/// Shows the wild rank of a step: later plays are read with it.
fn show(rules: &mut Ruleset, entry: &Entry) -> Result<(), Unreadable> {
    if let Entry::Table { event: TableEvent::WildShown(rank), skipped: false } = entry {
        *rules = rules.showing(*rank).map_err(|_| Unreadable::Broken("wild rank"))?;
    }
    Ok(())
}

/// Finds the place of a combo among the readings of its cards.
fn place(rules: &Ruleset, combo: Combo) -> u32 {
    let readings = rules.readings(combo.cards());
    readings.as_slice().iter().position(|&one| one == combo).expect("a combo is a reading of its cards") as u32
}

const SKIPPED: u32 = 4;

fn step(entry: &Entry, rules: &mut Ruleset) -> disk::Step {
    use TableEvent::{Announced, Passed, Played, WildShown};
    let no_cards = Vec::new();
    let (kind, chair, word, cards) = match entry {
        Entry::SeatChanged(chair) => (8, Some(*chair), 0, no_cards),
        Entry::Ended => (9, None, 0, no_cards),
        Entry::Said(chair, emote) => (10, Some(*chair), *emote as u32 + 1, no_cards),
        Entry::Table { event, .. } => match event {
            Announced(chair, Called(call)) => {
                let word = Call::ALL.iter().position(|one| one == call).expect("every call is listed");
                (1, *chair, word as u32, no_cards)
            }
            Announced(chair, LandlordFound(bottom)) => (2, *chair, 0, bytes(bottom)),
            Announced(chair, Raised(raise)) => (3, *chair, u32::from(raise.factor()), no_cards),
            Announced(chair, Shown(None)) => (4, *chair, 0, no_cards),
            Announced(chair, Shown(Some((cards, factor)))) => (5, *chair, factor.number().into(), bytes(cards)),
            Played(chair, cards, _) => (6, *chair, 0, bytes(cards)),
            Passed(chair) => (7, *chair, 0, no_cards),
            WildShown(rank) => (11, None, rank.index() as u32, no_cards),
            Announced(chair, PassedOn(told)) => (12, *chair, 0, told.as_ref().map(bytes).unwrap_or_default()),
        },
    };
    // 0 is the first reading, which most plays have, and takes no byte.
    let reading = match entry.event() {
        Some(Played(_, _, hint)) => match hint.combo().map(|combo| place(rules, combo)) {
            None => 1,
            Some(0) => 0,
            Some(place) => place + 1,
        },
        _ => 0,
    };
    show(rules, entry).expect("a recorded wild rank could be shown");
    let who = chair.map_or(0, |chair| chair.index() as u32);
    let skipped = if matches!(entry, Entry::Table { skipped: true, .. }) { SKIPPED } else { 0 };
    disk::Step { head: kind * 8 + who + skipped, word, cards, reading }
}

fn read_step(step: &disk::Step, rules: &mut Ruleset) -> Result<Entry, Unreadable> {
    let (kind, who) = (step.head / 8, chair(step.head % SKIPPED)?);
    let announced = |what| TableEvent::Announced(Some(who), what);
    let event = match kind {
        1 => announced(Called(entry(&Call::ALL, step.word, "call")?)),
        2 => announced(LandlordFound(cards(&step.cards)?)),
        3 => {
            let raise = Raise::ALL.into_iter().find(|raise| u32::from(raise.factor()) == step.word);
            announced(Raised(raise.ok_or(Unreadable::Broken("raise"))?))
        }
        4 => announced(Shown(None)),
        5 => {
            let factor = u8::try_from(step.word).ok().and_then(OpenFactor::of).ok_or(Unreadable::Broken("factor"))?;
            announced(Shown(Some((cards(&step.cards)?, factor))))
        }
        6 => {
            let cards = cards(&step.cards)?;
            let place = step.reading.saturating_sub(1);
            let combo = match step.reading {
                1 => None,
                _ => Some(entry(rules.readings(cards.hand()).as_slice(), place, "reading")?),
            };
            TableEvent::Played(Some(who), cards, combo.into())
        }
        7 => TableEvent::Passed(Some(who)),
        8 => return Ok(Entry::SeatChanged(who)),
        9 => return Ok(Entry::Ended),
        10 => {
            let emote = Emote::ALL.get((step.word as usize).wrapping_sub(1)).copied();
            return Ok(Entry::Said(who, emote.ok_or(Unreadable::Broken("said"))?));
        }
        11 => {
            let rank = Rank::from_index(step.word as usize).ok_or(Unreadable::Broken("wild rank"))?;
            TableEvent::WildShown(rank)
        }
        12 => announced(PassedOn((!step.cards.is_empty()).then(|| cards(&step.cards)).transpose()?)),
        _ => return Err(Unreadable::Broken("step")),
    };
    let entry = Entry::Table { event, skipped: step.head & SKIPPED != 0 };
    show(rules, &entry)?;
    Ok(entry)
}

fn untracked(one: &Untracked, rules: &Ruleset) -> disk::Untracked {
    let (owner, standing, reading) = match one.standing {
        Standing::Nothing => (0, Vec::new(), 0),
        Standing::Combo(owner, combo) => {
            (owner.index() as u32 + 1, bytes(&Cards::of(combo.cards())), place(rules, combo) + 1)
        }
        Standing::Unrecognised(owner, odd) => (owner.index() as u32 + 1, bytes(&Cards::of(odd)), 0),
    };
    disk::Untracked {
        landlord: one.landlord.index() as u32,
        turn: one.turn.index() as u32,
        owner,
        standing,
        reading,
        left: one.left.map(u32::from).to_vec(),
        played: ranks(&one.played),
        bottom: one.bottom.map(|bottom| bytes(&Cards::of(bottom))).unwrap_or_default(),
        open: if one.open == [Hand::EMPTY; 3] { Vec::new() } else { ranks(&one.open) },
    }
}

fn read_untracked(one: &disk::Untracked, rules: &Ruleset) -> Result<Untracked, Unreadable> {
    let cards_standing = cards(&one.standing)?.hand();
    let standing = match (one.owner, one.reading) {
        (0, _) => Standing::Nothing,
        (owner, 0) => Standing::Unrecognised(seat(owner - 1)?, cards_standing),
        (owner, reading) => {
            let combo = entry(rules.readings(cards_standing).as_slice(), reading - 1, "standing")?;
            Standing::Combo(seat(owner - 1)?, combo)
        }
    };
    let left: Vec<u8> = one
        .left
        .iter()
        .map(|&left| u8::try_from(left))
        .collect::<Result<_, _>>()
        .map_err(|_| Unreadable::Broken("left"))?;
    Ok(Untracked {
        landlord: chair(one.landlord)?,
        turn: seat(one.turn)?,
        standing,
        left: left.try_into().map_err(|_| Unreadable::Broken("left"))?,
        played: read_ranks(&one.played)?.ok_or(Unreadable::Broken("played"))?,
        bottom: if one.bottom.is_empty() { None } else { Some(cards(&one.bottom)?.hand()) },
        open: if one.open.is_empty() {
            [Hand::EMPTY; 3]
        } else {
            read_ranks(&one.open)?.ok_or(Unreadable::Broken("open"))?
        },
    })
}

fn ranks(hands: &[Hand; 3]) -> Vec<Vec<u8>> {
    hands.map(|hand| bytes(&Cards::of(hand))).to_vec()
}

/// Reads three hands; `None` if there is another number of them.
fn read_ranks(hands: &[Vec<u8>]) -> Result<Option<[Hand; 3]>, Unreadable> {
    let hands: Vec<Hand> = hands.iter().map(|hand| Ok(cards(hand)?.hand())).collect::<Result<_, Unreadable>>()?;
    Ok(hands.try_into().ok())
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
            opening: 1,
        };
        let bytes = room.encode_to_vec();
        assert_eq!(fields(&bytes).unwrap().iter().map(|(number, _)| *number).max(), Some(LAST_FIELD));
        assert_eq!(unknown(&bytes), Some(Vec::new()));
        // Field 21 of a later release, a number. Its key is 21 × 8, in two bytes.
        assert_eq!(unknown(&[&bytes[..], &[0xa8, 1, 7]].concat()), Some(vec![0xa8, 1, 7]));
    }
}
