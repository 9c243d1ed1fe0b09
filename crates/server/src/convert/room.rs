//! Rooms as messages: the reports of backends as the room's own events, and rooms as each audience may see them. Writing cannot fail.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use engine::Habits;
use game::cards::{CardForm, Cards};
use game::event::{Act, LogEntry, RuleViolation, TableWhat, check_event_count, read_seat};
use game::event::{table_event, to_cards, to_chair_cards};
use game::hand::{Facts, Game, Start, ToBeat, check_bots};
use game::names::{self, require};
use game::read;
use game::refusal::{AtField, Reason, Refusal, check_at_most, read_each};
use rules::ruleset::{Auction, Doubling, Scoring};
use rules::{Board, Chair, Hand, OpenRule, PassOn, Raise, Ruleset, Seat, Stage};
use wire::v1::room_event::What as Kind;
use wire::v1::seat_changed::Who;
use wire::v1::{self, AuctionForm};

use super::inbound::{self, Digest, digest_of};
use super::outbound::{self, wire_count};
use crate::call::{Scope, Scopes};
use crate::room::RoomState;
use crate::room::people::{Bot, Matching, Occupant, PLAYER_NAME_BYTES_MAX, People, convert_habits};
use crate::room::players::boards::BOARDS_OF_HAND_MAX;
use crate::room::react::Reaction;
use crate::room::state::RoomEvent;
use crate::roster::Roster;

/// The audience of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// The table: what all players see.
    Public,
    /// This chair, with the cards of its bot.
    Seat(Chair),
    /// The operator.
    Operator,
}

impl Audience {
    /// True if it may see the hidden cards of a chair.
    pub fn sees(self, chair: Chair) -> bool {
        self == Audience::Operator || self == Audience::Seat(chair)
    }

    /// Returns the cards of chairs that it may see.
    fn seen(self, held: &[Option<Cards>; 3]) -> [Option<Cards>; 3] {
        Chair::ALL.map(|chair| held[chair.index()].clone().filter(|_| self.sees(chair)))
    }
}

/// The highest sequence and hand number that a room may be opened with: half of their range is left for counting.
const COUNTER_MAX: u32 = 1 << 31;
/// The longest name of a room, a request or a player, in bytes.
pub const NAME_BYTES_MAX: usize = PLAYER_NAME_BYTES_MAX;
const BOARD_BYTES_MAX: usize = 32;

/// Reads the request that opens a room, without its hand and events.
pub fn read_opening(roster: &Roster, request: &v1::OpenRoomRequest) -> Result<(String, RoomState), Refusal> {
    if request.request_id.is_empty() {
        return Err(Refusal::missing("request_id"));
    }
    check_at_most(request.request_id.len(), "bytes", NAME_BYTES_MAX).at("request_id")?;
    let request_id = Digest::EMPTY.bytes(request.request_id.as_bytes());
    let name = match request.room_id.as_str() {
        // The same request finds the same room, on any replica.
        "" => format!("r-{:016x}{:016x}", request_id.finish(), request_id.word(1).finish()),
        name => check_room_name(name)?.to_owned(),
    };
    let rules = names::ruleset(&request.ruleset)?;
    let codec = CardForm::new(request.card_codec, &request.card_numbers)?.codec().cloned();
    let mut chairs = [const { Occupant::Unknown }; 3];
    let mut seat = |(chair, occupant): (Chair, Occupant)| {
        let place = &mut chairs[chair.index()];
        if *place != Occupant::Unknown {
            let message = format!("the {chair} chair is taken already");
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message));
        }
        *place = occupant;
        Ok(())
    };
    read_each("bots", &request.bots, |bot| seat(read_bot_seat(roster, bot)?))?;
    read_each("players", request.players.iter().enumerate(), |(index, player)| {
        // Otherwise the events of both chairs would count for one player.
        let is_same = |other: &v1::PlayerSeat| !player.player_id.is_empty() && other.player_id == player.player_id;
        if request.players[..index].iter().any(is_same) {
            let message = format!("{:?} sits on another chair too", player.player_id);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("player_id"));
        }
        seat(read_player_seat(player)?)
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
pub fn check_room_name(name: &str) -> Result<&str, Refusal> {
    checked_name(name, "room", NAME_BYTES_MAX).at("room_id")
}

/// Checks the name of a board.
pub fn check_board_name(name: &str) -> Result<&str, Refusal> {
    checked_name(name, "board", BOARD_BYTES_MAX).at("board")
}

fn checked_name<'a>(name: &'a str, whose: &str, bytes_max: usize) -> Result<&'a str, Refusal> {
    if name.is_empty() {
        return Err(Refusal::missing(""));
    }
    check_at_most(name.len(), "bytes", bytes_max)?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.:".contains(letter);
    if !name.chars().all(fits) {
        let message = format!("{name:.80?} is no {whose}'s name: 1 to {bytes_max} letters, digits, - _ . :");
        return Err(Refusal::new(Reason::VALUE_UNKNOWN, message));
    }
    Ok(name)
}

fn read_bot_seat(roster: &Roster, bot: &v1::BotSeat) -> Result<(Chair, Occupant), Refusal> {
    let chair = require(names::chair(bot.chair), "chair")?;
    let companion = roster.at_strength(&bot.persona, bot.strength)?;
    // This number decides only a bot's random choices. Each answer names the seed of its hand.
    let seed = bot.seed.unwrap_or_else(|| RandomState::new().hash_one(&bot.persona));
    let matching = bot.matching.as_ref().map(|sent| Matching::read(sent).within("matching")).transpose()?;
    Ok((chair, Occupant::Bot(Bot { companion, seed, disclosed: roster.discloses(bot.disclosed), matching })))
}

fn read_player_seat(player: &v1::PlayerSeat) -> Result<(Chair, Occupant), Refusal> {
    let chair = require(names::chair(player.chair), "chair")?;
    let name = &player.player_id;
    check_at_most(name.len(), "bytes", NAME_BYTES_MAX).at("player_id")?;
    Ok((chair, if name.is_empty() { Occupant::Unknown } else { Occupant::Player(name.clone()) }))
}

/// True if these events may need the records of players: a deal, a settlement, or a bot with matching.
pub fn concerns_players(events: &[v1::RoomEvent]) -> bool {
    events.iter().any(|event| match &event.what {
        Some(Kind::Dealt(_) | Kind::Settled(_)) => true,
        Some(Kind::SeatChanged(v1::SeatChanged { who: Some(Who::Bot(bot)), .. })) => bot.matching.is_some(),
        _ => false,
    })
}

/// Reads the audience for which a call wants to see the room, if its scopes allow it. The view of a bot's seat needs the scope `rooms`.
pub fn read_audience(scopes: Scopes, audience: i32, chair: i32) -> Result<Audience, Refusal> {
    let unknown = |_| Refusal::new(Reason::VALUE_UNKNOWN, format!("{audience} is no audience")).at("audience");
    let (audience, scope) = match v1::Audience::try_from(audience).map_err(unknown)? {
        v1::Audience::Unspecified | v1::Audience::Public => return Ok(Audience::Public),
        v1::Audience::Seat => (Audience::Seat(require(names::chair(chair), "chair")?), Scope::Rooms),
        v1::Audience::Operator => (Audience::Operator, Scope::Operator),
    };
    scopes.require(scope).map(|()| audience)
}

/// Reads the events of a call, without the cards in them.
pub fn read_events(roster: &Roster, events: Vec<v1::RoomEvent>) -> Result<Vec<RoomEvent>, Refusal> {
    check_event_count(events.len())?;
    read_each("events", events, |event| read_event(roster, event))
}

fn read_event(roster: &Roster, event: v1::RoomEvent) -> Result<RoomEvent, Refusal> {
    let digest = digest_of(&event) as u32;
    let nothing = || Refusal::missing_one_of("dealt, table, settled, seat_changed or said");
    let mut what = event.what.ok_or_else(nothing)?;
    let mut seated = None;
    match &mut what {
        Kind::SeatChanged(change) => {
            let (chair, occupant) = read_occupant(roster, change).within("seat_changed")?;
            // The room has its name or persona elsewhere.
            let chair_only = v1::PlayerSeat { chair: names::to_chair(chair) as i32, player_id: String::new() };
            (change.who, seated) = (Some(Who::Player(chair_only)), Some((chair, occupant)));
        }
        Kind::Settled(settled) => settled.boards = read_boards(&settled.boards).within("settled")?,
        _ => {}
    }
    let (sequence, entry) = (event.sequence.into(), Arc::new(LogEntry::of(what)));
    Ok(RoomEvent { sequence, hand_number: event.hand_number, digest, entry, seated })
}

/// Checks the names of a hand's boards, and drops repeated ones.
fn read_boards(sent: &[String]) -> Result<Vec<String>, Refusal> {
    check_at_most(sent.len(), "boards", BOARDS_OF_HAND_MAX).at("boards")?;
    let mut boards: Vec<String> = Vec::new();
    for (at, board) in sent.iter().enumerate() {
        check_board_name(board).map_err(|refusal| refusal.at(format!("boards[{at}]")))?;
        if !boards.contains(board) {
            boards.push(board.clone());
        }
    }
    Ok(boards)
}

fn read_occupant(roster: &Roster, change: &v1::SeatChanged) -> Result<(Chair, Occupant), Refusal> {
    match change.who.as_ref().ok_or_else(|| Refusal::missing_one_of("bot or player"))? {
        Who::Bot(bot) => read_bot_seat(roster, bot).within("bot"),
        Who::Player(player) => read_player_seat(player).within("player"),
    }
}

/// Gives a new room the hand that it is opened with, and returns the rules that this hand breaks.
pub fn with_hand(
    state: &RoomState,
    sent: &mut v1::Hand,
    hand_number: u32,
    sequence: u32,
) -> Result<(RoomState, Vec<RuleViolation>), Refusal> {
    // The room continues both counts: at the end of their range it could take no further event.
    for (field, value) in [("hand_number", hand_number), ("sequence", sequence)] {
        if value > COUNTER_MAX {
            let message = format!("{value}, {COUNTER_MAX} is the most");
            return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at(field));
        }
    }
    let mut told = read::hand_of_room((state.rules, state.codec.as_ref(), state.strict), sent).within("hand")?;
    inbound::habits(&sent.habits).within("hand")?;
    check_bots(state.people.are_bots(), &told.holds).at("holds").within("hand")?;
    let (hand, broken) = told.replay(None).within("hand")?;
    Ok((state.with_hand(hand_number.max(1), sequence.into(), hand.for_room(sent)), broken))
}

/// Writes the room as an audience sees it.
pub fn to_room(name: &str, state: &RoomState, audience: Audience) -> v1::Room {
    let mut room = v1::Room {
        room_id: name.to_owned(),
        version: wire_count(state.version),
        sequence: wire_count(state.sequence),
        ruleset: Some(to_ruleset(&state.rules)),
        card_codec: names::to_codec(state.codec.as_ref()).0,
        bots: Vec::new(),
        players: Vec::new(),
        state: Some(to_table(state)),
        hand: state.hand.as_ref().map(|told| to_hand(state, told, audience)),
    };
    for (chair, occupant) in Chair::ALL.into_iter().zip(&state.people.chairs) {
        match to_occupant(chair, occupant, audience) {
            Who::Bot(bot) => room.bots.push(bot),
            Who::Player(player) => room.players.push(player),
        }
    }
    room
}

/// Writes a ruleset without its points.
pub fn to_ruleset(rules: &Ruleset) -> v1::Ruleset {
    let auction = match rules.auction() {
        Auction::Score => AuctionForm::Points,
        Auction::CallRob => AuctionForm::CallRob,
        Auction::TakeIt => AuctionForm::TakeIt,
        Auction::Rounds => AuctionForm::Rounds,
        Auction::FirstScore => AuctionForm::FirstPoints,
    };
    let pass_on = match rules.pass_on() {
        PassOn::None => v1::PassOn::Unspecified,
        PassOn::Next => v1::PassOn::Next,
        PassOn::Previous => v1::PassOn::Previous,
    };
    let doubling = rules.doubling();
    let doublings = Raise::ALL.into_iter().filter(|raise| doubling != Doubling::None && raise.is_allowed_by(doubling));
    v1::Ruleset {
        name: rules.to_string(),
        points: Vec::new(),
        auction: auction as i32,
        pass_on: pass_on as i32,
        wild_ranks: rules.wild_ranks().into(),
        doublings: doublings.map(|raise| names::to_raise(raise) as i32).collect(),
        show: rules.open_hand() != OpenRule::No,
    }
}

/// Returns an event of the present hand as the audience sees it. Cards passed on are hidden from all but the operator, the giver and, once
/// they have moved, the receiver.
fn visible_event(state: &RoomState, rules: &Ruleset, entry: &LogEntry, audience: Audience) -> Kind {
    let mut told = entry.to_message(state.codec.as_ref(), rules);
    let form = CardForm::of(state.codec.clone());
    let rewrite =
        |sent: &mut v1::Cards| *sent = to_cards(form.codec(), &form.cards(sent).expect("checked as it was taken"));
    match &mut told {
        Kind::Dealt(dealt) => {
            dealt.holds.retain(|one| names::chair(one.chair).ok().flatten().is_some_and(|chair| audience.sees(chair)));
            dealt.holds.iter_mut().flat_map(|one| &mut one.cards).for_each(rewrite);
        }
        Kind::Settled(settled) => settled.remaining.iter_mut().flat_map(|one| &mut one.cards).for_each(rewrite),
        Kind::Table(v1::Event {
            what: Some(TableWhat::Action(v1::Action { what: Some(Act::PassOn(cards)) })), ..
        }) => {
            let is_seen = match (audience, entry.chair(), &state.hand) {
                (Audience::Seat(viewer), Some(giver), Some(hand)) => hand.sees_gift(&state.rules, viewer, giver),
                _ => audience == Audience::Operator,
            };
            if !is_seen {
                *cards = v1::Cards::default();
            }
        }
        Kind::SeatChanged(change) => {
            let is_seen = read_seat(change).is_ok_and(|chair| audience.sees(chair));
            for cards in [&mut change.holds, &mut change.gave] {
                *cards = cards.take().filter(|_| is_seen);
                cards.iter_mut().for_each(rewrite);
            }
            // The gift to the chair may still be hidden from it.
            change.got = None;
        }
        _ => {}
    }
    told
}

/// Writes a hand as the audience may know it, in the form of a request.
fn to_hand(state: &RoomState, hand: &Game, audience: Audience) -> v1::Hand {
    let (rules, codec) = (hand.rules_in_play(&state.rules), state.codec.as_ref());
    let told = hand.log.iter().filter(|entry| !entry.is_skipped_show());
    let told = told.filter_map(|entry| table_event(visible_event(state, &rules, entry, audience)));
    let present = hand.untracked.as_ref().filter(|_| hand.start == Start::Unknown);
    let habits = Chair::ALL.into_iter().filter_map(|chair| {
        let Audience::Seat(viewer) = audience else { return None };
        Some(to_habits(names::to_chair(chair), &state.people.habits_of(viewer, chair)?))
    });
    let (card_codec, card_numbers) = names::to_codec(codec);
    v1::Hand {
        ruleset: state.rules.to_string(),
        card_codec,
        card_numbers,
        first: names::to_chair(hand.first) as i32,
        holds: to_chair_cards(codec, &audience.seen(&hand.held)),
        events: if present.is_some() { Vec::new() } else { told.collect() },
        present: present.map(|now| Box::new(now.to_present(&rules, cards_of_last_play(state, hand)))),
        habits: habits.collect(),
        strict: state.strict,
    }
}

/// Writes an event without what the audience may not know.
pub fn to_room_event(state: &RoomState, event: &RoomEvent, audience: Audience) -> v1::RoomEvent {
    let mut what = visible_event(state, &state.rules_in_play(), &event.entry, audience);
    if let Kind::SeatChanged(change) = &mut what {
        change.who = event.seated.as_ref().map(|(chair, occupant)| to_occupant(*chair, occupant, audience));
    }
    v1::RoomEvent { sequence: wire_count(event.sequence), hand_number: event.hand_number, what: Some(what) }
}

fn to_occupant(chair: Chair, occupant: &Occupant, audience: Audience) -> Who {
    let number = names::to_chair(chair) as i32;
    match occupant {
        Occupant::Bot(bot) if bot.disclosed || audience != Audience::Public => {
            let known = audience.sees(chair);
            Who::Bot(v1::BotSeat {
                chair: number,
                persona: if known { bot.companion.persona.name().to_owned() } else { String::new() },
                seed: (audience == Audience::Operator).then_some(bot.seed),
                disclosed: bot.disclosed,
                strength: bot.companion.strength.filter(|_| known),
                matching: bot.matching.as_ref().filter(|_| known).map(Matching::to_message),
            })
        }
        Occupant::Player(player) if audience == Audience::Operator => {
            Who::Player(v1::PlayerSeat { chair: number, player_id: player.clone() })
        }
        _ => Who::Player(v1::PlayerSeat { chair: number, player_id: String::new() }),
    }
}

/// Writes habits as those of `chair`.
pub fn to_habits(chair: v1::Chair, seen: &Habits) -> v1::Habits {
    convert_habits!(seen => v1::Habits { chair: chair as i32 })
}

/// Writes the reaction of a bot.
pub fn to_reaction(reaction: &Reaction) -> v1::Reaction {
    v1::Reaction {
        chair: names::to_chair(reaction.chair) as i32,
        sequence: wire_count(reaction.sequence),
        emote: reaction.emote.unwrap_or_default() as i32,
        delay_ms: reaction.delay_ms,
        urge_after_ms: reaction.urge_after_ms.clone(),
        hurries: reaction.hurries,
    }
}

/// Writes the table as all of its players see it.
pub fn to_table(state: &RoomState) -> v1::TableState {
    let facts = state.facts();
    let facts = facts.as_ref();
    let open = state.hand.as_ref().filter(|hand| hand.settled().is_none());
    // An untracked hand has no history to count.
    let board =
        state.hand.as_ref().filter(|hand| hand.untracked.is_none()).map(|hand| hand.tracked_board(&state.rules));
    let board = board.as_ref();
    let live = facts.filter(|_| open.is_some());
    let asked = live.filter(|facts| facts.turn.is_some());
    let in_auction = board.filter(|_| asked.is_some_and(|facts| facts.stage == Stage::Auction));
    // Outside STAGE_SHOWING, an open hand is offered only in the auction.
    let may_open = in_auction.is_some_and(|board| board.turn().is_some_and(|turn| board.may_open(turn)));
    let calls = in_auction.into_iter().flat_map(|board| board.bidding().options());
    let doublings = board.filter(|_| asked.is_some()).into_iter().flat_map(Board::doublings);
    let chair = |chair: Option<Chair>| chair.map_or(0, |chair| names::to_chair(chair) as i32);
    v1::TableState {
        hand_number: state.hand_number,
        stage: match (facts, live) {
            (None, _) => v1::Stage::Unspecified,
            (Some(_), None) => v1::Stage::Over,
            (Some(_), Some(live)) => outbound::to_stage(live.stage),
        } as i32,
        turn: chair(live.and_then(|facts| facts.turn)),
        awaited: to_awaited(live) as i32,
        calls: calls.map(|call| names::to_call(call) as i32).collect(),
        doublings: doublings.map(|raise| names::to_raise(raise) as i32).collect(),
        may_show: may_open || asked.is_some_and(|facts| facts.stage == Stage::Showing),
        may_pass: asked.is_some_and(|facts| facts.stage == Stage::Play && facts.standing != ToBeat::Nothing),
        landlord: chair(facts.and_then(|facts| facts.landlord)),
        bottom: state.hand.as_ref().and_then(Game::bottom).map(|bottom| to_cards(state.codec.as_ref(), bottom)),
        standing: open.zip(facts).and_then(|(hand, facts)| {
            facts.standing.to_combo_to_beat(&state.rules_in_play(), facts.landlord?, cards_of_last_play(state, hand))
        }),
        cards_left: facts.map(|facts| facts.left.to_vec()).unwrap_or_default(),
        stakes: board.zip(facts).map(|(board, facts)| to_stakes(board, facts.landlord)),
    }
}

/// Returns the writer of the standing cards: with the numbers of the last play if it had these ranks, otherwise by rank.
fn cards_of_last_play<'a>(state: &'a RoomState, hand: &'a Game) -> impl FnOnce(Hand) -> v1::Cards + 'a {
    |cards| to_cards(state.codec.as_ref(), &hand.last_played(cards))
}

/// Returns the event that the table waits for: without a hand being played, a deal.
fn to_awaited(facts: Option<&Facts>) -> v1::Awaited {
    match facts.map(|facts| (facts.stage, &facts.standing)) {
        None | Some((Stage::Redeal, _)) => v1::Awaited::Deal,
        Some((Stage::Wild, _)) => v1::Awaited::Wild,
        Some((Stage::PassOn, _)) => v1::Awaited::Gift,
        Some((Stage::Auction, _)) => v1::Awaited::Call,
        Some((Stage::Bottom, _)) => v1::Awaited::Landlord,
        Some((Stage::Doubling, _)) => v1::Awaited::Doubling,
        Some((Stage::Showing, _)) => v1::Awaited::Show,
        Some((Stage::Play, ToBeat::Nothing)) => v1::Awaited::Lead,
        Some((Stage::Play, _)) => v1::Awaited::Answer,
        Some((Stage::Over, _)) => v1::Awaited::Settlement,
    }
}

fn to_stakes(board: &Board, landlord: Option<Chair>) -> v1::Stakes {
    let seats = landlord.map(|landlord| Chair::ALL.map(|chair| chair.seat(landlord)));
    let seats = seats.iter().flatten();
    let by_chair = |number: &dyn Fn(Seat) -> u8| seats.clone().map(|&seat| u32::from(number(seat))).collect();
    let stakes = board.stakes(1);
    let is_by_cards = board.rules().scoring() == Scoring::Cards;
    let factors = |seat| board.raise(seat).map_or(1, Raise::factor);
    // The settlement of the ruleset, once a seat went out.
    let paid = board.settlement(1).filter(|_| landlord.is_some());
    let so_far = if is_by_cards { 1 } else { stakes.points() * stakes.factor(board.rules()) };
    let number = paid.as_ref().map_or(so_far, |paid| paid.base * paid.factor);
    v1::Stakes {
        points: u32::from(stakes.score),
        robs: u32::from(stakes.robs),
        bombs: u32::from(board.course().bomb_count()),
        doublings: by_chair(&factors),
        multiplier: u32::try_from(number).unwrap_or(u32::MAX),
        cards_won: if is_by_cards { by_chair(&|seat| board.course().cards_won(seat)) } else { Vec::new() },
        open_hands: u32::from(stakes.shown),
        winner: paid.as_ref().map_or(0, |paid| names::to_side(paid.winner) as i32),
        amounts: paid.iter().flat_map(|paid| seats.clone().map(move |seat| paid.points[seat.index()])).collect(),
        spring: paid.is_some_and(|paid| paid.spring),
    }
}
