//! The reports of backends on a room, as the room's own events.

use std::hash::{BuildHasher, RandomState};

use game::names::{self, needed};
use game::refusal::{AtField, Reason, Refusal, at_most, each};
use rules::Chair;
use wire::v1;
use wire::v1::room_event::What as Kind;
use wire::v1::seat_changed::Who;

use super::inbound;
use super::inbound::{Digest, digest_of};
use super::room_out::Audience;
use crate::room::RoomState;
use crate::room::event::{Dealt, Emote, RoomEvent, RoomEventKind, Settled, TakenOver};
use crate::room::people::{Bot, Matching, Occupant, PLAYER_NAME_BYTES_MAX, People, Whom};
use crate::room::players::boards::BOARDS_OF_HAND_MAX;
use crate::roster::Roster;
use game::cards::CardReader;
use game::cards::Cards;
use game::event::{self as table, RuleViolation, by_chair};
use game::hand::{ToldHand, check_bots};
use game::read as told;

/// The highest sequence and hand number that a room may be opened with: half of their range is left for counting.
const COUNTER_MAX: u32 = 1 << 31;
/// The longest name of a room, a request or a player, in bytes.
pub const NAME_BYTES_MAX: usize = 64;
/// The longest name of a board, in bytes.
const BOARD_BYTES_MAX: usize = 32;
// The length of a key distinguishes a persona's key from a player's name.
const _: () = assert!(NAME_BYTES_MAX == PLAYER_NAME_BYTES_MAX);

/// Reads the request that opens a room: its name, and the room as it begins.
pub fn opening(roster: &Roster, request: &v1::OpenRoomRequest) -> Result<(String, RoomState), Refusal> {
    if request.request_id.is_empty() {
        return Err(Refusal::missing("request_id"));
    }
    at_most(request.request_id.len(), "bytes", NAME_BYTES_MAX).at("request_id")?;
    let request_id = Digest::new().bytes(request.request_id.as_bytes());
    let name = match request.room_id.as_str() {
        // The same request finds the same room, on any replica.
        "" => format!("r-{:016x}{:016x}", request_id.finish(), request_id.word(1).finish()),
        name => room_name(name)?.to_owned(),
    };
    let rules = names::ruleset(&request.ruleset)?;
    let codec = CardReader::new(request.card_codec, &request.card_numbers)?.codec().cloned();
    let mut chairs = [Occupant::Unknown, Occupant::Unknown, Occupant::Unknown];
    let mut seat = |(chair, occupant): (Chair, Occupant)| {
        let place = &mut chairs[chair.index()];
        if *place != Occupant::Unknown {
            let message = format!("the {chair} chair is taken already");
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message));
        }
        *place = occupant;
        Ok(())
    };
    each("bots", &request.bots, |bot| seat(bot_seat(roster, bot)?))?;
    each("players", request.players.iter().enumerate(), |(index, player)| {
        // Otherwise the events of both chairs would count for one player.
        if !player.player_id.is_empty()
            && request.players[..index].iter().any(|other| other.player_id == player.player_id)
        {
            let message = format!("{:?} sits on another chair too", player.player_id);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("player_id"));
        }
        seat(player_seat(player)?)
    })?;
    if request.bots.is_empty() {
        let message = "a room has one to three bots";
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("bots"));
    }
    let state = RoomState {
        request_id: request_id.finish(),
        request: digest_of(request),
        opening: RandomState::new().hash_one(&name),
        rules,
        codec,
        strict: request.strict,
        version: 1,
        sequence: 0,
        hand_number: 0,
        people: People { chairs, habits: Vec::new(), group: request_id.finish() },
        hand: None,
        digests: Vec::new(),
        said: 0,
        unknown: Vec::new(),
    };
    Ok((name, state))
}

/// Checks a room's name.
pub fn room_name(name: &str) -> Result<&str, Refusal> {
    checked_name(name, "room", NAME_BYTES_MAX).at("room_id")
}

/// Checks the name of a board.
pub fn board_name(name: &str) -> Result<&str, Refusal> {
    checked_name(name, "board", BOARD_BYTES_MAX).at("board")
}

fn checked_name<'a>(name: &'a str, whose: &str, bytes_max: usize) -> Result<&'a str, Refusal> {
    if name.is_empty() {
        return Err(Refusal::missing(""));
    }
    at_most(name.len(), "bytes", bytes_max)?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
    if !name.chars().all(fits) {
        let message = format!("{name:.80?} is no {whose}'s name: 1 to {bytes_max} letters, digits, - _ . :");
        return Err(Refusal::new(Reason::VALUE_UNKNOWN, message));
    }
    Ok(name)
}

fn bot_seat(roster: &Roster, bot: &v1::BotSeat) -> Result<(Chair, Occupant), Refusal> {
    let chair = needed(names::chair(bot.chair), "chair")?;
    let companion = roster.at_strength(&bot.persona, bot.strength)?;
    // This number decides only a bot's random choices, and the answers name it.
    let drawn = || RandomState::new().hash_one(&bot.persona);
    let seed = bot.seed.unwrap_or_else(drawn);
    let matching = bot.matching.as_ref().map(|sent| matching(sent).within("matching"));
    Ok((
        chair,
        Occupant::Bot(Bot {
            companion,
            seed,
            disclosed: roster.discloses(bot.disclosed),
            matching: matching.transpose()?,
        }),
    ))
}

/// The most that a bot may be stronger or weaker than the players that it follows.
const OFFSET_MAX: i32 = 100;

fn matching(sent: &v1::SeatMatch) -> Result<Matching, Refusal> {
    let v1::SeatMatch { chairs, offset, predecessor } = sent;
    if !(-OFFSET_MAX..=OFFSET_MAX).contains(offset) {
        let message = format!("{offset} is no offset: it may be -{OFFSET_MAX} to {OFFSET_MAX}");
        return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("offset"));
    }
    if *predecessor && !chairs.is_empty() {
        let message = "stands beside predecessor: one of the two says whom the bot follows";
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("chairs"));
    }
    let chairs = chairs.iter().map(|&chair| needed(names::chair(chair), "chairs")).collect::<Result<Vec<_>, _>>()?;
    let whom = if *predecessor { Whom::Predecessor(String::new()) } else { Whom::Chairs(chairs) };
    Ok(Matching { whom, offset: *offset })
}

fn player_seat(player: &v1::PlayerSeat) -> Result<(Chair, Occupant), Refusal> {
    let chair = needed(names::chair(player.chair), "chair")?;
    at_most(player.player_id.len(), "bytes", NAME_BYTES_MAX).at("player_id")?;
    let occupant = match player.player_id.as_str() {
        "" => Occupant::Unknown,
        name => Occupant::Player(name.to_owned()),
    };
    Ok((chair, occupant))
}

/// True if these events may need the records of players: a deal, a settlement, or a bot with matching.
pub fn concerns_players(events: &[v1::RoomEvent]) -> bool {
    events.iter().any(|event| match &event.what {
        Some(Kind::Dealt(_) | Kind::Settled(_)) => true,
        Some(Kind::SeatChanged(v1::SeatChanged { who: Some(Who::Bot(bot)), .. })) => bot.matching.is_some(),
        _ => false,
    })
}

/// Reads for whom a call wants to see the room.
pub fn audience(audience: i32, chair: i32) -> Result<Audience, Refusal> {
    let unknown = |_| Refusal::new(Reason::VALUE_UNKNOWN, format!("{audience} is no audience")).at("audience");
    Ok(match v1::Audience::try_from(audience).map_err(unknown)? {
        v1::Audience::Unspecified | v1::Audience::Public => Audience::Public,
        v1::Audience::Seat => Audience::Seat(needed(names::chair(chair), "chair")?),
        v1::Audience::Operator => Audience::Operator,
    })
}

/// Reads the events of a call.
pub fn events(roster: &Roster, state: &RoomState, events: &[v1::RoomEvent]) -> Result<Vec<RoomEvent>, Refusal> {
    inbound::check_count(events.len())?;
    each("events", events, |event| room_event(roster, state, event))
}

fn room_event(roster: &Roster, state: &RoomState, event: &v1::RoomEvent) -> Result<RoomEvent, Refusal> {
    let reader = &CardReader::of(state.codec.clone());
    let nothing = || Refusal::empty("dealt, table, settled, seat_changed or said");
    let what = match event.what.as_ref().ok_or_else(nothing)? {
        Kind::Dealt(dealt) => RoomEventKind::Dealt(read_dealt(reader, dealt).within("dealt")?),
        Kind::Table(event) => RoomEventKind::Table(table::read(reader, event).within("table")?),
        Kind::Settled(settled) => RoomEventKind::Settled(read_settled(reader, settled).within("settled")?),
        Kind::SeatChanged(change) => read_seat_change(roster, reader, change).within("seat_changed")?,
        Kind::Said(said) => read_said(said).within("said")?,
    };
    let digest = digest_of(event) as u32;
    Ok(RoomEvent { sequence: event.sequence.into(), hand_number: event.hand_number, digest, what })
}

/// Reads optional cards.
fn cards_where_told(reader: &CardReader, sent: &Option<v1::Cards>, field: &str) -> Result<Option<Cards>, Refusal> {
    sent.as_ref().map(|sent| reader.cards(sent).within(field)).transpose()
}

fn read_dealt(reader: &CardReader, dealt: &v1::Dealt) -> Result<Dealt, Refusal> {
    let first = names::chair(dealt.first).at("first")?;
    Ok(Dealt { first: first.unwrap_or(Chair::First), holds: by_chair(reader, &dealt.holds, "holds")? })
}

fn read_settled(reader: &CardReader, settled: &v1::Settled) -> Result<Settled, Refusal> {
    let reason = match settled.amounts.len() {
        0 | 3 => None,
        1 | 2 => Some(Reason::FIELD_MISSING),
        _ => Some(Reason::TOO_LONG),
    };
    if let Some(reason) = reason {
        let message = format!("{} amounts: there are three chairs, write one for each or none", settled.amounts.len());
        return Err(Refusal::new(reason, message).at("amounts"));
    }
    let winner = names::side(settled.winner).at("winner")?;
    let remaining = by_chair(reader, &settled.remaining, "remaining")?;
    at_most(settled.boards.len(), "boards", BOARDS_OF_HAND_MAX).at("boards")?;
    let mut boards: Vec<String> = Vec::new();
    for (at, board) in settled.boards.iter().enumerate() {
        board_name(board).map_err(|refusal| refusal.at(format!("boards[{at}]")))?;
        if !boards.contains(board) {
            boards.push(board.clone());
        }
    }
    Ok(Settled { winner, amounts: settled.amounts.clone(), remaining, boards })
}

fn read_seat_change(roster: &Roster, reader: &CardReader, change: &v1::SeatChanged) -> Result<RoomEventKind, Refusal> {
    let (chair, occupant) = match change.who.as_ref().ok_or_else(|| Refusal::empty("bot or player"))? {
        Who::Bot(bot) => bot_seat(roster, bot).within("bot")?,
        Who::Player(player) => player_seat(player).within("player")?,
    };
    let gave = cards_where_told(reader, &change.gave, "gave")?;
    let got = cards_where_told(reader, &change.got, "got")?;
    let taken = match cards_where_told(reader, &change.holds, "holds")? {
        Some(holds) => Some(TakenOver { holds, gave, got }),
        None if gave.is_some() || got.is_some() => {
            let message = "is needed with gave and got: they are told of a bot that sits down in the middle of a hand";
            return Err(Refusal::new(Reason::FIELD_MISSING, message).at("holds"));
        }
        None => None,
    };
    Ok(RoomEventKind::SeatChanged(chair, occupant, taken))
}

fn read_said(said: &v1::Said) -> Result<RoomEventKind, Refusal> {
    let chair = needed(names::chair(said.chair), "chair")?;
    let place = usize::try_from(said.emote).ok().and_then(|number| number.checked_sub(1));
    let emote = place.and_then(|place| Emote::ALL.get(place));
    let unknown = || Refusal::new(Reason::VALUE_UNKNOWN, format!("{} is no feeling", said.emote)).at("emote");
    Ok(RoomEventKind::Said(chair, *emote.ok_or_else(unknown)?))
}

fn check_counter(field: &str, value: u32) -> Result<(), Refusal> {
    if value <= COUNTER_MAX {
        return Ok(());
    }
    Err(Refusal::new(Reason::VALUE_UNKNOWN, format!("{value}, {COUNTER_MAX} is the most")).at(field))
}

/// Gives a new room the hand that it is opened with, and returns the rules that this hand breaks.
pub fn with_hand(
    state: &RoomState,
    sent: &v1::Hand,
    hand_number: u32,
    sequence: u32,
) -> Result<(RoomState, Vec<RuleViolation>), Refusal> {
    // The room continues both counts: at the end of their range it could take no further event.
    check_counter("hand_number", hand_number)?;
    check_counter("sequence", sequence)?;
    let read = told::hand_of_room((state.rules, state.codec.as_ref(), state.strict), sent).within("hand")?;
    inbound::habits(&sent.habits).within("hand")?;
    check_bots(state.people.are_bots(), &read.holds).at("holds").within("hand")?;
    let ToldHand { hand, broken } = read.replay(None).within("hand")?;
    Ok((state.with_hand(hand_number.max(1), sequence.into(), hand), broken))
}
