//! What backends tell of a room, as the room's own events.

use std::hash::{BuildHasher, RandomState};

use rules::{Chair, Series};
use wire::v1;
use wire::v1::event::What as Table;
use wire::v1::played::What;
use wire::v1::room_event::What as Kind;
use wire::v1::seat_changed::Who;

use super::cards::{CardReader, SentHand, reading_hint};
use super::digest::{Digest, digest_of};
use super::inbound;
use super::names::{self, needed};
use super::room_out::Audience;
use crate::error::{Reason, Refusal};
use crate::room::RoomState;
use crate::room::cards::Cards;
use crate::room::event::Announcement::{Called, LandlordFound, PassedOn, Raised, Shown, WildShown};
use crate::room::event::{Dealt, Emote, PHRASE_MAX, RoomEvent, RoomEventKind, Saying, Settled, TakenOver};
use crate::room::rebuild::{BotView, rebuild};
use crate::room::state::{Bot, Occupant, PLAYER_NAME_BYTES_MAX, Snapshot};
use crate::roster::Roster;

/// The highest sequence and hand number that a snapshot may set: half of their range is left to count on.
const COUNTER_MAX: u32 = 1 << 31;
/// The longest name of a room, a request or a player, in bytes.
pub const NAME_BYTES_MAX: usize = 64;
// A persona's key is told from a player's name by its length.
const _: () = assert!(NAME_BYTES_MAX == PLAYER_NAME_BYTES_MAX);

/// A room that is about to be opened, and its name.
pub struct Opening {
    /// Its name.
    pub name: String,
    /// It as it begins.
    pub state: RoomState,
}

/// Reads the request that opens a room.
pub fn opening(roster: &Roster, request: &v1::OpenRoomRequest) -> Result<Opening, Refusal> {
    if request.request_id.is_empty() {
        return Err(Refusal::missing("request_id"));
    }
    if request.request_id.len() > NAME_BYTES_MAX {
        let message = format!("{} bytes, {NAME_BYTES_MAX} are allowed", request.request_id.len());
        return Err(Refusal::new(Reason::ROOM_ID_INVALID, message).at("request_id"));
    }
    let request_id = Digest::new().bytes(request.request_id.as_bytes());
    let name = match request.room_id.as_str() {
        // The same request finds the same room, on any replica.
        "" => format!("r-{:016x}{:016x}", request_id.finish(), request_id.word(1).finish()),
        name => room_name(name)?.to_owned(),
    };
    let rules = names::ruleset(&request.ruleset)?;
    let codec = CardReader::new(request.card_codec)?.codec();
    let mut chairs = [Occupant::Unknown, Occupant::Unknown, Occupant::Unknown];
    let mut seat = |field: String, (chair, occupant): (Chair, Occupant)| {
        let place = &mut chairs[chair.index()];
        if *place != Occupant::Unknown {
            let message = format!("the {chair} chair is taken already");
            return Err(Refusal::new(Reason::SEATS_INVALID, message).at(field));
        }
        *place = occupant;
        Ok(())
    };
    for (index, bot) in request.bots.iter().enumerate() {
        let at = format!("bots[{index}]");
        seat(at.clone(), bot_seat(roster, bot).map_err(|refusal| refusal.within(&at))?)?;
    }
    for (index, player) in request.players.iter().enumerate() {
        let at = format!("players[{index}]");
        // What both chairs show would count for one player.
        if !player.player_id.is_empty()
            && request.players[..index].iter().any(|other| other.player_id == player.player_id)
        {
            let message = format!("{:?} sits on another chair too", player.player_id);
            return Err(Refusal::new(Reason::SEATS_INVALID, message).at(format!("{at}.player_id")));
        }
        seat(at.clone(), player_seat(player).map_err(|refusal| refusal.within(&at))?)?;
    }
    if request.bots.is_empty() {
        let message = "a room has one to three bots";
        return Err(Refusal::new(Reason::SEATS_INVALID, message).at("bots"));
    }
    let state = RoomState {
        request_id: request_id.finish(),
        request: digest_of(request),
        rules,
        codec,
        strict: request.strict,
        version: 1,
        sequence: 0,
        hand_number: 0,
        chairs,
        hand: None,
        digests: Vec::new(),
        habits: Vec::new(),
        series: Series::default(),
        cached: None,
        said: 0,
    };
    Ok(Opening { name, state })
}

/// A room's name.
pub fn room_name(name: &str) -> Result<&str, Refusal> {
    let fine = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
    if name.is_empty() {
        return Err(Refusal::missing("room_id"));
    }
    if name.len() > NAME_BYTES_MAX || !name.chars().all(fine) {
        let message = format!("{name:.80?} is no room's name: 1 to {NAME_BYTES_MAX} letters, digits, - _ . :");
        return Err(Refusal::new(Reason::ROOM_ID_INVALID, message).at("room_id"));
    }
    Ok(name)
}

/// Where a list of rooms goes on: a token of [`page_token`](super::room_out::page_token).
pub fn place(token: &str) -> Result<Option<(u64, &str)>, Refusal> {
    if token.is_empty() {
        return Ok(None);
    }
    let read = token.split_once('-').and_then(|(used, room)| {
        let used_us = u64::from_str_radix(used, 16).ok()?;
        Some((used_us, room_name(room).ok()?))
    });
    read.map(Some).ok_or_else(|| {
        let message = format!("{token:.40?} was not answered by ListRooms");
        Refusal::new(Reason::PAGE_TOKEN_UNKNOWN, message).at("page_token")
    })
}

fn bot_seat(roster: &Roster, bot: &v1::BotSeat) -> Result<(Chair, Occupant), Refusal> {
    let chair = needed(names::chair(bot.chair), "chair")?;
    let companion = roster.at_strength(&bot.persona, bot.strength)?;
    // Nothing is decided by this number but what a bot does at random, and the answers name it.
    let drawn = || RandomState::new().hash_one(&bot.persona);
    Ok((chair, Occupant::Bot(Bot { companion, seed: bot.seed.unwrap_or_else(drawn), disclosed: bot.disclosed })))
}

fn player_seat(player: &v1::PlayerSeat) -> Result<(Chair, Occupant), Refusal> {
    let chair = needed(names::chair(player.chair), "chair")?;
    if player.player_id.len() > NAME_BYTES_MAX {
        let message = format!("{} bytes, {NAME_BYTES_MAX} are allowed", player.player_id.len());
        return Err(Refusal::new(Reason::ROOM_ID_INVALID, message).at("player_id"));
    }
    let occupant = match player.player_id.as_str() {
        "" => Occupant::Unknown,
        name => Occupant::Player(name.to_owned()),
    };
    Ok((chair, occupant))
}

/// What a call tells of a room.
pub struct Report {
    /// The hand as it stands, which replaces the room's.
    pub snapshot: Option<Snapshot>,
    /// What happened, after the snapshot if there is one.
    pub events: Vec<RoomEvent>,
}

/// Reads what a call tells of a room.
pub fn report(
    roster: &Roster,
    state: &RoomState,
    snapshot: Option<&v1::Snapshot>,
    events: &[v1::RoomEvent],
) -> Result<Report, Refusal> {
    let read = |sent| read_snapshot(state, sent).map_err(|refusal| refusal.within("snapshot"));
    Ok(Report { snapshot: snapshot.map(read).transpose()?, events: read_events(roster, state, events)? })
}

/// Whether a hand may end or begin with these events: any other leaves the records of players alone.
pub fn concerns_players(events: &[v1::RoomEvent]) -> bool {
    events.iter().any(|event| matches!(event.what, Some(Kind::Dealt(_) | Kind::Settled(_) | Kind::Redealt(_))))
}

/// Who looks.
pub fn audience(audience: i32, chair: i32) -> Result<Audience, Refusal> {
    let unknown = |_| Refusal::new(Reason::VALUE_UNKNOWN, format!("{audience} is no audience")).at("audience");
    Ok(match v1::Audience::try_from(audience).map_err(unknown)? {
        v1::Audience::Unspecified | v1::Audience::Public => Audience::Public,
        v1::Audience::Seat => Audience::Seat(needed(names::chair(chair), "chair")?),
        v1::Audience::Operator => Audience::Operator,
    })
}

/// Reads the events of a call.
fn read_events(roster: &Roster, state: &RoomState, events: &[v1::RoomEvent]) -> Result<Vec<RoomEvent>, Refusal> {
    inbound::check_count(events.len())?;
    let reader = CardReader::of(state.codec);
    let read = |(index, event): (usize, &v1::RoomEvent)| {
        room_event(roster, &reader, event).map_err(|refusal| refusal.within(&format!("events[{index}]")))
    };
    events.iter().enumerate().map(read).collect()
}

fn room_event(roster: &Roster, reader: &CardReader, event: &v1::RoomEvent) -> Result<RoomEvent, Refusal> {
    let what = match event.what.as_ref().ok_or_else(|| Refusal::missing("what"))? {
        Kind::Dealt(dealt) => {
            RoomEventKind::Dealt(read_dealt(reader, dealt).map_err(|refusal| refusal.within("dealt"))?)
        }
        Kind::Table(table) => read_table(reader, table).map_err(|refusal| refusal.within("table"))?,
        Kind::Settled(settled) => {
            RoomEventKind::Settled(read_settled(reader, settled).map_err(|refusal| refusal.within("settled"))?)
        }
        Kind::Redealt(_) => RoomEventKind::Redealt,
        Kind::SeatChanged(change) => {
            read_seat_change(roster, reader, change).map_err(|refusal| refusal.within("seat_changed"))?
        }
        Kind::Said(said) => read_said(said).map_err(|refusal| refusal.within("said"))?,
    };
    let digest = digest_of(event) as u32;
    Ok(RoomEvent { sequence: event.sequence.into(), hand_number: event.hand_number, digest, what })
}

/// Cards as they were told.
pub(super) fn cards(reader: &CardReader, sent: &v1::Cards) -> Result<Cards, Refusal> {
    Ok(match reader.sent(sent)? {
        SentHand::Text(hand) => Cards::of(hand),
        SentHand::Ids(sent) => Cards::of_ids(sent.codec(), sent.ids(), sent.hand()),
    })
}

fn cards_at(reader: &CardReader, sent: &Option<v1::Cards>, field: &str) -> Result<Cards, Refusal> {
    let sent = sent.as_ref().ok_or_else(|| Refusal::missing(field))?;
    cards(reader, sent).map_err(|refusal| refusal.within(field))
}

/// Cards that need not be told.
fn cards_where_told(reader: &CardReader, sent: &Option<v1::Cards>, field: &str) -> Result<Option<Cards>, Refusal> {
    sent.as_ref().map(|sent| cards(reader, sent).map_err(|refusal| refusal.within(field))).transpose()
}

fn by_chair(reader: &CardReader, sent: &[v1::ChairCards], field: &str) -> Result<[Option<Cards>; 3], Refusal> {
    let mut all = [None, None, None];
    for (index, one) in sent.iter().enumerate() {
        let at = format!("{field}[{index}]");
        let chair = needed(names::chair(one.chair), "chair").map_err(|refusal| refusal.within(&at))?;
        let cards = cards_at(reader, &one.cards, "cards").map_err(|refusal| refusal.within(&at))?;
        if all[chair.index()].replace(cards).is_some() {
            let message = format!("the {chair} chair is told twice");
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at(at));
        }
    }
    Ok(all)
}

fn read_dealt(reader: &CardReader, dealt: &v1::Dealt) -> Result<Dealt, Refusal> {
    let first = names::chair(dealt.first).map_err(|refusal| refusal.at("first"))?;
    let landlord = names::chair(dealt.landlord).map_err(|refusal| refusal.at("landlord"))?;
    let hands = by_chair(reader, &dealt.hands, "hands")?;
    let bottom = match landlord {
        Some(_) => Some(cards_at(reader, &dealt.bottom, "bottom")?),
        None if dealt.bottom.is_some() => {
            let message = "is told, but no landlord: with an auction landlord_found tells the bottom";
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("bottom"));
        }
        None => None,
    };
    if let (Some(first), Some(landlord)) = (first, landlord)
        && first != landlord
    {
        let message = format!("without an auction the landlord leads: first is {first}, landlord {landlord}");
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("first"));
    }
    Ok(Dealt { first: landlord.or(first).unwrap_or(Chair::First), hands, bottom })
}

fn read_table(reader: &CardReader, event: &v1::Event) -> Result<RoomEventKind, Refusal> {
    Ok(match event.what.as_ref().ok_or_else(|| Refusal::missing("what"))? {
        Table::PassedOn(passed) => {
            let chair = needed(names::chair(passed.chair), "passed_on.chair")?;
            let told = cards_where_told(reader, &passed.cards, "passed_on.cards")?;
            RoomEventKind::Announced(PassedOn(chair, told))
        }
        Table::Called(called) => {
            let chair = needed(names::chair(called.chair), "called.chair")?;
            RoomEventKind::Announced(Called(chair, needed(names::call(called.call), "called.call")?))
        }
        Table::LandlordFound(found) => {
            let chair = needed(names::chair(found.chair), "landlord_found.chair")?;
            let bottom = cards_at(reader, &found.bottom, "landlord_found.bottom")?;
            RoomEventKind::Announced(LandlordFound(chair, bottom))
        }
        Table::Raised(raised) => {
            let seat = needed(names::seat(raised.seat), "raised.seat")?;
            RoomEventKind::Announced(Raised(seat, needed(names::raise(raised.doubling), "raised.doubling")?))
        }
        Table::WildShown(shown) => RoomEventKind::Announced(WildShown(names::shown_rank(shown)?)),
        Table::Shown(shown) => {
            let hand = shown.open.then(|| cards_at(reader, &shown.hand, "shown.hand")).transpose()?;
            RoomEventKind::Announced(Shown(hand))
        }
        Table::Played(played) => {
            let seat = names::seat(played.seat).map_err(|refusal| refusal.at("played.seat"))?;
            match played.what.as_ref().ok_or_else(|| Refusal::missing("played.what"))? {
                What::Passed(_) => RoomEventKind::Passed(seat),
                What::Combo(combo) => {
                    let at = |refusal: Refusal| refusal.within("played.combo");
                    let cards = cards_at(reader, &combo.cards, "cards").map_err(at)?;
                    if cards.is_empty() {
                        let message = "no card is given; a pass is an action of its own";
                        return Err(at(Refusal::new(Reason::NO_COMBO, message).at("cards")));
                    }
                    RoomEventKind::Played(seat, cards, reading_hint(combo).map_err(at)?)
                }
            }
        }
    })
}

fn read_settled(reader: &CardReader, settled: &v1::Settled) -> Result<Settled, Refusal> {
    let reason = match settled.amounts.len() {
        0 | 3 => None,
        1 | 2 => Some(Reason::FIELD_MISSING),
        _ => Some(Reason::TOO_MANY_ITEMS),
    };
    if let Some(reason) = reason {
        let message = format!("{} amounts: there are three chairs, write one for each or none", settled.amounts.len());
        return Err(Refusal::new(reason, message).at("amounts"));
    }
    let winner = names::side(settled.winner).map_err(|refusal| refusal.at("winner"))?;
    let remaining = by_chair(reader, &settled.remaining, "remaining")?;
    Ok(Settled { winner, amounts: settled.amounts.clone(), remaining })
}

fn read_seat_change(roster: &Roster, reader: &CardReader, change: &v1::SeatChanged) -> Result<RoomEventKind, Refusal> {
    let (chair, occupant) = match change.who.as_ref().ok_or_else(|| Refusal::missing("who"))? {
        Who::Bot(bot) => bot_seat(roster, bot).map_err(|refusal| refusal.within("bot"))?,
        Who::Player(player) => player_seat(player).map_err(|refusal| refusal.within("player"))?,
    };
    let gave = cards_where_told(reader, &change.gave, "gave")?;
    let got = cards_where_told(reader, &change.got, "got")?;
    let taken = match cards_where_told(reader, &change.hand, "hand")? {
        Some(hand) => Some(TakenOver { hand, gave, got }),
        None if gave.is_some() || got.is_some() => {
            let message = "is needed with gave and got: they are told of a bot that sits down in the middle of a hand";
            return Err(Refusal::new(Reason::FIELD_MISSING, message).at("hand"));
        }
        None => None,
    };
    Ok(RoomEventKind::SeatChanged(chair, occupant, taken))
}

fn read_said(said: &v1::Said) -> Result<RoomEventKind, Refusal> {
    let chair = needed(names::chair(said.chair), "chair")?;
    let saying = match said.what.as_ref().ok_or_else(|| Refusal::missing("what"))? {
        v1::said::What::Emote(number) => {
            let place = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
            let emote = place.and_then(|place| Emote::ALL.get(place));
            let unknown = || Refusal::new(Reason::VALUE_UNKNOWN, format!("{number} is no feeling")).at("emote");
            Saying::Emote(*emote.ok_or_else(unknown)?)
        }
        v1::said::What::Phrase(number @ 1..=PHRASE_MAX) => Saying::Phrase(*number),
        v1::said::What::Phrase(number) => {
            let message = format!("{number}, phrases have the numbers 1 to {PHRASE_MAX}");
            return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("phrase"));
        }
    };
    Ok(RoomEventKind::Said(chair, saying))
}

fn at_most(field: &str, value: u32) -> Result<(), Refusal> {
    if value <= COUNTER_MAX {
        return Ok(());
    }
    Err(Refusal::new(Reason::VALUE_UNKNOWN, format!("{value}, {COUNTER_MAX} is the most")).at(field))
}

/// Reads a snapshot.
fn read_snapshot(state: &RoomState, snapshot: &v1::Snapshot) -> Result<Snapshot, Refusal> {
    if snapshot.hand_number == 0 {
        return Err(Refusal::missing("hand_number"));
    }
    // The room counts on from them: at the end of their range it could take no further event.
    at_most("hand_number", snapshot.hand_number)?;
    at_most("sequence", snapshot.sequence)?;
    let reader = CardReader::of(state.codec);
    let mut told = Vec::new();
    for (index, sent) in snapshot.views.iter().take(4).enumerate() {
        let at = |refusal: Refusal| refusal.within(&format!("views[{index}]"));
        let chair = needed(names::chair(sent.chair), "chair").map_err(at)?;
        let view = sent.view.as_ref().ok_or_else(|| at(Refusal::missing("view")))?;
        if !view.ruleset.is_empty() || view.card_codec != 0 {
            let message = "a room's ruleset and codec are fixed: leave them empty";
            return Err(at(Refusal::new(Reason::CODEC_MIXED, message).at("view")));
        }
        let hand = cards_at(&reader, &view.hand, "hand").map_err(|refusal| at(refusal.within("view")))?;
        let read = inbound::view_by(state.rules, &reader, view).map_err(|refusal| at(refusal.within("view")))?;
        told.push(BotView { chair, view: read.view, cards: hand });
    }
    let bots = [0, 1, 2].map(|chair: usize| state.chairs[chair].bot().is_some());
    let hand = rebuild(&state.rules, bots, &told)?;
    Ok(Snapshot { hand_number: snapshot.hand_number, sequence: snapshot.sequence.into(), hand })
}
