//! Rooms as bytes: compact, versioned, readable by the release before and after. `storage/thirdseat/storage/v1/room.proto` says
//! what every field means.

use engine::Habits;
use prost::Message;
use prost::encoding::{DecodeContext, decode_key, skip_field};
use rules::card::Codec;
use rules::series::{Row, Series};
use rules::{Call, Chair, Combo, Hand, OpenFactor, Raise, Rank, Ruleset, Seat, Side, Trick};
use wire::storage as disk;

use crate::error::{Reason, Refusal};
use crate::room::cards::{CardOrRank, Cards};
use crate::room::event::Announcement::{Called, LandlordFound, PassedOn, Raised, Shown};
use crate::room::event::{Emote, Hint, Saying, Settled};
use crate::room::hand::{DealtAt, End, Entry, Live, RoomHand, Start, Step};
use crate::room::matching::{Matching, Whom};
use crate::room::state::{Bot, CachedDecision, Occupant, RoomState};
use crate::room::untracked::{Standing, Untracked};
use crate::roster::frozen_persona::{self, Catalogue};

/// The version that this release writes.
pub const FORMAT: u32 = 4;
/// The oldest format whose readers understand it.
const NEEDS: u32 = 4;
/// The oldest format that it reads: before, plays named seats, and a hand could be told in several ways.
const READS: u32 = 4;
/// The most that a room may take. Without its cached decision even the longest hand stays below.
pub const STATE_BYTES_MAX: usize = 4608;

/// Bytes that are no room of this release.
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

/// The room as bytes. A decision that does not fit is left out: the same question is then decided again, alike within
/// explicit limits. `Err` when even so it is too large.
pub fn write(state: &RoomState) -> Result<Vec<u8>, Refusal> {
    let mut room = room(state);
    let encode = |room: &disk::Room| {
        let mut bytes = room.encode_to_vec();
        bytes.extend_from_slice(&state.unknown);
        bytes
    };
    let mut bytes = encode(&room);
    if bytes.len() > STATE_BYTES_MAX && room.cached.take().is_some() {
        bytes = encode(&room);
    }
    if bytes.len() > STATE_BYTES_MAX {
        let message = format!("the room would take {} bytes, {STATE_BYTES_MAX} are allowed", bytes.len());
        return Err(Refusal::new(Reason::ROOM_TOO_LARGE, message));
    }
    Ok(bytes)
}

/// The bytes of a room without a cached decision, with this one. Its field is the last: it stands behind all others, and nothing
/// of the room has to be written again. `None` where it does not fit.
pub fn with_cached(bytes: &[u8], cached: &CachedDecision) -> Option<Vec<u8>> {
    let more = disk::Room { cached: Some(disk_cached(cached)), ..disk::Room::default() };
    let whole = [bytes, &more.encode_to_vec()[..]].concat();
    (whole.len() <= STATE_BYTES_MAX).then_some(whole)
}

/// The room of these bytes. Personas come from `catalogue` as long as their numbers are still the same.
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
        number => Some(*Codec::ALL.get(number as usize - 1).ok_or(Unreadable::Broken("codec"))?),
    };
    let chairs: Vec<Occupant> =
        room.chairs.into_iter().map(|occupant| read_occupant(occupant, catalogue)).collect::<Result<_, _>>()?;
    let cached = room.cached.map(|cached| {
        let chair = chair(cached.chair)?;
        Ok(CachedDecision { version: cached.version, chair, digest: cached.digest, decision: cached.decision })
    });
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
        cached: cached.transpose()?,
        series: read_series(room.series_hands, &room.series)?,
        said: u64::from(room.said).min(room.version),
        unknown: unknown(bytes).ok_or(Unreadable::Broken("bytes"))?,
    })
}

/// The last field of a stored room that this release knows.
const LAST_FIELD: u32 = 18;

/// The fields of a stored room that this release does not know, as they stand. They go back with the next write, or a release that
/// rolls forward again would miss them.
fn unknown(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut rest, mut found) = (bytes, Vec::new());
    while !rest.is_empty() {
        let field = rest;
        let (number, kind) = decode_key(&mut rest).ok()?;
        skip_field(kind, number, &mut rest, DecodeContext::default()).ok()?;
        if number > LAST_FIELD {
            found.extend_from_slice(&field[..field.len() - rest.len()]);
        }
    }
    Some(found)
}

fn room(state: &RoomState) -> disk::Room {
    disk::Room {
        format: FORMAT,
        needs: NEEDS,
        request_id: state.request_id,
        request: state.request,
        ruleset: state.rules.to_string(),
        codec: state.codec.map_or(0, |codec| {
            Codec::ALL.iter().position(|&one| one == codec).expect("every codec is listed") as u32 + 1
        }),
        strict: state.strict,
        version: state.version,
        sequence: state.sequence,
        hand_number: state.hand_number,
        chairs: state.chairs.iter().map(occupant).collect(),
        hand: state.hand.as_ref().map(|one| hand(one, &state.rules)),
        digests: state.digests.clone(),
        players: state.habits.iter().map(player).collect(),
        cached: state.cached.as_ref().map(disk_cached),
        said: state.said.try_into().unwrap_or(u32::MAX),
        series_hands: state.series.hands,
        series: match state.series.hands {
            0 => Vec::new(),
            _ => state.series.rows.map(series_row).to_vec(),
        },
    }
}

fn series_row(Row { points, won, landlord }: Row) -> disk::SeriesRow {
    disk::SeriesRow { points, won, landlord }
}

fn read_series(hands: u32, rows: &[disk::SeriesRow]) -> Result<Series, Unreadable> {
    match rows {
        [] => Ok(Series::default()),
        &[first, second, third] => {
            let rows =
                [first, second, third].map(|disk::SeriesRow { points, won, landlord }| Row { points, won, landlord });
            Ok(Series { hands, rows })
        }
        _ => Err(Unreadable::Broken("series")),
    }
}

fn disk_cached(cached: &CachedDecision) -> disk::CachedDecision {
    disk::CachedDecision {
        version: cached.version,
        chair: cached.chair.index() as u32,
        digest: cached.digest,
        decision: cached.decision.clone(),
    }
}

fn occupant(occupant: &Occupant) -> disk::Occupant {
    match occupant {
        Occupant::Unknown => disk::Occupant::default(),
        Occupant::Player(player) => disk::Occupant { player: player.clone(), bot: None },
        Occupant::Bot(bot) => {
            let frozen = bot.companion.frozen().clone();
            let matching = bot.matching.as_ref().map(to_matching);
            let experiment = bot.experiment.as_deref().unwrap_or_default().to_owned();
            let bot = disk::Bot { seed: bot.seed, disclosed: bot.disclosed, matching, experiment, ..frozen };
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
    let chair = |&chair: &u32| Chair::ALL.get(chair as usize).copied().ok_or(Unreadable::Broken("chair"));
    let whom = match stored.player {
        Some(player) => Whom::Predecessor(player),
        None => Whom::Chairs(stored.chairs.iter().map(chair).collect::<Result<_, _>>()?),
    };
    Ok(Matching { whom, offset: stored.offset })
}

fn read_occupant(occupant: disk::Occupant, catalogue: &dyn Catalogue) -> Result<Occupant, Unreadable> {
    Ok(match occupant.bot {
        Some(bot) => {
            let companion = frozen_persona::restore(&bot, catalogue).ok_or(Unreadable::Broken("persona"))?;
            let matching = bot.matching.map(read_matching).transpose()?;
            let experiment = (!bot.experiment.is_empty()).then(|| bot.experiment.into());
            Occupant::Bot(Bot { companion, seed: bot.seed, disclosed: bot.disclosed, matching, experiment })
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

/// Habits as they are stored, without a name.
pub(in crate::room) fn to_counts(habits: &Habits) -> disk::Player {
    let Habits { auctions, wanted, answerable, answered, bombs, bombs_early, bombs_kept, choices, highest, .. } =
        *habits;
    let Habits { leads, leads_single, guesses, guesses_right, fourths, fourths_right, .. } = *habits;
    disk::Player {
        name: String::new(),
        auctions,
        wanted,
        answerable,
        answered,
        bombs,
        bombs_early,
        bombs_kept,
        choices,
        highest,
        leads,
        leads_single,
        guesses,
        guesses_right,
        fourths,
        fourths_right,
    }
}

/// The habits that are stored so.
pub(in crate::room) const fn of_counts(player: &disk::Player) -> Habits {
    Habits {
        auctions: player.auctions,
        wanted: player.wanted,
        answerable: player.answerable,
        answered: player.answered,
        bombs: player.bombs,
        bombs_early: player.bombs_early,
        bombs_kept: player.bombs_kept,
        choices: player.choices,
        highest: player.highest,
        leads: player.leads,
        leads_single: player.leads_single,
        guesses: player.guesses,
        guesses_right: player.guesses_right,
        fourths: player.fourths,
        fourths_right: player.fourths_right,
    }
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

fn chair(index: u32) -> Result<Chair, Unreadable> {
    Chair::ALL.get(index as usize).copied().ok_or(Unreadable::Broken("chair"))
}

fn seat(index: u32) -> Result<Seat, Unreadable> {
    Seat::ALL.get(index as usize).copied().ok_or(Unreadable::Broken("seat"))
}

fn hand(hand: &RoomHand, rules: &Ruleset) -> disk::Hand {
    let (end, settled) = match &hand.end {
        None => (0, None),
        Some(End::Settled(settled)) => (1, Some(settled)),
        Some(End::Redealt) => (2, None),
    };
    let mut tricks = Tricks::new(rules);
    disk::Hand {
        first: hand.first.index() as u32,
        start: hand.start as u32,
        held: held(&hand.held),
        log: hand.log.iter().map(|entry| step(entry, &mut tricks)).collect(),
        untracked: hand.untracked.as_ref().map(|one| untracked(one, &hand.rules(rules))),
        end,
        winner: settled.and_then(|settled| settled.winner).map_or(0, |side| side as u32 + 1),
        amounts: settled.map(|settled| settled.amounts.clone()).unwrap_or_default(),
        remaining: settled.map(|settled| held(&settled.remaining)).unwrap_or_default(),
        boards: settled.map(|settled| settled.boards.clone()).unwrap_or_default(),
        dealt_sequence: hand.dealt_at.map_or(0, |dealt_at| dealt_at.sequence),
        dealt_version: hand.dealt_at.map_or(0, |dealt_at| dealt_at.version),
    }
}

fn read_hand(hand: &disk::Hand, rules: &Ruleset) -> Result<RoomHand, Unreadable> {
    let winner = match hand.winner {
        0 => None,
        1 => Some(Side::Landlord),
        2 => Some(Side::Peasants),
        _ => return Err(Unreadable::Broken("winner")),
    };
    let end = match hand.end {
        0 => None,
        1 => {
            let remaining = read_held(&hand.remaining)?;
            Some(End::Settled(Settled {
                winner,
                amounts: hand.amounts.clone(),
                remaining,
                boards: hand.boards.clone(),
            }))
        }
        2 => Some(End::Redealt),
        _ => return Err(Unreadable::Broken("end")),
    };
    let mut tricks = Tricks::new(rules);
    Ok(RoomHand {
        first: chair(hand.first)?,
        start: match hand.start {
            0 => Start::Auction,
            1 => Start::Seated,
            2 => Start::Unknown,
            _ => return Err(Unreadable::Broken("start")),
        },
        held: read_held(&hand.held)?,
        log: hand.log.iter().map(|step| read_step(step, &mut tricks)).collect::<Result<_, _>>()?,
        untracked: hand.untracked.as_ref().map(|one| read_untracked(one, &tricks.rules)).transpose()?,
        live: Live::default(),
        end,
        dealt_at: (hand.dealt_sequence > 0)
            .then_some(DealtAt { sequence: hand.dealt_sequence, version: hand.dealt_version }),
    })
}

/// The state while a log is written or read, so that the usual reading of a play need not be said. Only writer and reader
/// have to agree: of an untracked hand it may differ from what the table saw.
struct Tricks {
    /// With the wild ranks that are shown.
    rules: Ruleset,
    standing: Option<Combo>,
    passes: u8,
}

impl Tricks {
    fn new(rules: &Ruleset) -> Tricks {
        Tricks { rules: *rules, standing: None, passes: 0 }
    }

    fn usual(&self, hand: Hand) -> Option<Combo> {
        Hint::default().read(&self.rules, hand, self.standing.map_or(Trick::Lead, Trick::Follow))
    }

    fn after(&mut self, entry: &Entry) -> Result<(), Unreadable> {
        match &entry.step {
            Step::WildShown(rank) if !entry.skipped => {
                self.rules = self.rules.showing(*rank).map_err(|_| Unreadable::Broken("wild rank"))?;
            }
            Step::Played(_, _, combo) => (self.standing, self.passes) = (*combo, 0),
            Step::Passed(_) if self.passes == 1 => (self.standing, self.passes) = (None, 0),
            Step::Passed(_) => self.passes += 1,
            _ => {}
        }
        Ok(())
    }
}

/// Where a combo stands among the readings of its cards.
fn place(rules: &Ruleset, combo: Combo) -> u32 {
    let readings = rules.readings(combo.cards());
    readings.as_slice().iter().position(|&one| one == combo).expect("a combo is a reading of its cards") as u32
}

const SKIPPED: u32 = 4;
/// Where the numbers of phrases begin.
const PHRASES: u32 = 1000;

fn step(entry: &Entry, tricks: &mut Tricks) -> disk::Step {
    let mut step = disk::Step::default();
    let (kind, who) = match &entry.step {
        Step::Announced(chair, Called(call)) => {
            step.word = Call::ALL.iter().position(|one| one == call).expect("every call is listed") as u32;
            (1, chair.index())
        }
        Step::Announced(chair, LandlordFound(bottom)) => {
            step.cards = bytes(bottom);
            (2, chair.index())
        }
        Step::Announced(chair, Raised(raise)) => {
            step.word = u32::from(raise.factor());
            (3, chair.index())
        }
        Step::Announced(chair, Shown(None)) => (4, chair.index()),
        Step::Announced(chair, Shown(Some((cards, factor)))) => {
            step.cards = bytes(cards);
            step.word = u32::from(factor.number());
            (5, chair.index())
        }
        Step::Played(chair, cards, combo) => {
            step.cards = bytes(cards);
            step.reading = match combo {
                None => 1,
                Some(combo) if tricks.usual(cards.hand()) == Some(*combo) => 0,
                Some(combo) => place(&tricks.rules, *combo) + 2,
            };
            (6, chair.index())
        }
        Step::Passed(chair) => (7, chair.index()),
        Step::SeatChanged(chair) => (8, chair.index()),
        Step::Ended => (9, 0),
        Step::Said(chair, saying) => {
            step.word = match saying {
                Saying::Emote(emote) => *emote as u32 + 1,
                Saying::Phrase(number) => PHRASES + number,
            };
            (10, chair.index())
        }
        Step::WildShown(rank) => {
            step.word = rank.index() as u32;
            (11, 0)
        }
        Step::Announced(chair, PassedOn(told)) => {
            step.cards = told.as_ref().map(bytes).unwrap_or_default();
            (12, chair.index())
        }
    };
    step.head = kind * 8 + who as u32 + if entry.skipped { SKIPPED } else { 0 };
    tricks.after(entry).expect("a recorded wild rank could be shown");
    step
}

fn read_step(step: &disk::Step, tricks: &mut Tricks) -> Result<Entry, Unreadable> {
    let (kind, who) = (step.head / 8, step.head % SKIPPED);
    let read = match kind {
        1 => {
            let call = Call::ALL.get(step.word as usize).ok_or(Unreadable::Broken("call"))?;
            Step::Announced(chair(who)?, Called(*call))
        }
        2 => Step::Announced(chair(who)?, LandlordFound(cards(&step.cards)?)),
        3 => {
            let raise = Raise::ALL.into_iter().find(|raise| u32::from(raise.factor()) == step.word);
            Step::Announced(chair(who)?, Raised(raise.ok_or(Unreadable::Broken("raise"))?))
        }
        4 => Step::Announced(chair(who)?, Shown(None)),
        5 => {
            // Rooms that were stored before hands could lie open early have none.
            let number = if step.word == 0 { OpenFactor::Two.number().into() } else { step.word };
            let factor = u8::try_from(number).ok().and_then(OpenFactor::of).ok_or(Unreadable::Broken("factor"))?;
            Step::Announced(chair(who)?, Shown(Some((cards(&step.cards)?, factor))))
        }
        6 => {
            let cards = cards(&step.cards)?;
            let combo = match step.reading {
                0 => Some(tricks.usual(cards.hand()).ok_or(Unreadable::Broken("play"))?),
                1 => None,
                more => {
                    let readings = tricks.rules.readings(cards.hand());
                    Some(*readings.as_slice().get(more as usize - 2).ok_or(Unreadable::Broken("reading"))?)
                }
            };
            Step::Played(chair(who)?, cards, combo)
        }
        7 => Step::Passed(chair(who)?),
        8 => Step::SeatChanged(chair(who)?),
        9 => Step::Ended,
        10 => {
            let emote = Emote::ALL.get((step.word as usize).wrapping_sub(1)).copied().map(Saying::Emote);
            let phrase = step.word.checked_sub(PHRASES).map(Saying::Phrase);
            Step::Said(chair(who)?, emote.or(phrase).ok_or(Unreadable::Broken("said"))?)
        }
        11 => {
            let rank = Rank::from_index(step.word as usize).ok_or(Unreadable::Broken("wild rank"))?;
            Step::WildShown(rank)
        }
        12 => {
            let told = (!step.cards.is_empty()).then(|| cards(&step.cards)).transpose()?;
            Step::Announced(chair(who)?, PassedOn(told))
        }
        _ => return Err(Unreadable::Broken("step")),
    };
    let entry = Entry { step: read, skipped: step.head & SKIPPED != 0 };
    tricks.after(&entry)?;
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
        played: one.played.map(|played| bytes(&Cards::of(played))).to_vec(),
        bottom: one.bottom.map(|bottom| bytes(&Cards::of(bottom))).unwrap_or_default(),
    }
}

fn read_untracked(one: &disk::Untracked, rules: &Ruleset) -> Result<Untracked, Unreadable> {
    let cards_standing = cards(&one.standing)?.hand();
    let standing = match (one.owner, one.reading) {
        (0, _) => Standing::Nothing,
        (owner, 0) => Standing::Unrecognised(seat(owner - 1)?, cards_standing),
        (owner, reading) => {
            let readings = rules.readings(cards_standing);
            let combo = readings.as_slice().get(reading as usize - 1).ok_or(Unreadable::Broken("standing"))?;
            Standing::Combo(seat(owner - 1)?, *combo)
        }
    };
    let left: Vec<u8> = one
        .left
        .iter()
        .map(|&left| u8::try_from(left))
        .collect::<Result<_, _>>()
        .map_err(|_| Unreadable::Broken("left"))?;
    let played: Vec<Hand> = one.played.iter().map(|played| Ok(cards(played)?.hand())).collect::<Result<_, _>>()?;
    Ok(Untracked {
        landlord: chair(one.landlord)?,
        turn: seat(one.turn)?,
        standing,
        left: left.try_into().map_err(|_| Unreadable::Broken("left"))?,
        played: played.try_into().map_err(|_| Unreadable::Broken("played"))?,
        bottom: if one.bottom.is_empty() { None } else { Some(cards(&one.bottom)?.hand()) },
    })
}
