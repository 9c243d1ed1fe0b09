//! The reactions of bots to events: an emote now and then, by temperament, and the times at which bots urge. The backend may ignore reactions.
//! Hidden cards do not influence reactions.

use engine::manners::{Feeling, Moment, Occasion, Urges, face_delay_ms, feeling, feeling_at_anger};
use game::event::{Emote, What, read_said};
use rules::{Chair, Combo, Event, Kind, Stage};

use super::people::Bot;
use super::state::{RoomEvent, RoomState};
use game::hand::Facts;

/// The reaction of one bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reaction {
    /// The chair of the bot.
    pub chair: Chair,
    /// The number of the event.
    pub sequence: u64,
    /// The emote, if the bot shows one.
    pub emote: Option<Emote>,
    /// The time from the event to the emote; 0 without one.
    pub delay_ms: u32,
    /// The milliseconds after which the bot urges, if this event began a player's turn: at most [`URGES_MAX`] times.
    pub urge_after_ms: Vec<u32>,
    /// True if the bot was urged and plays at once.
    pub hurries: bool,
}

/// The stream of a hand's seed that decides if an urged bot plays at once. The engine's streams have other numbers.
const HURRY_STREAM: u64 = 0x4EAD;

/// The most urgings of a turn that an answer announces, for each bot.
pub const URGES_MAX: usize = 8;

/// Returns the times at which the bots urge the player on turn; none if a bot is on turn, or no chair.
pub fn urges(state: &RoomState) -> Urges {
    let is_awaited = state.turn().is_some_and(|turn| state.people.bot(turn).is_none());
    let bots = Chair::ALL.into_iter().filter(|_| is_awaited).filter_map(|chair| {
        let bot = state.people.bot(chair)?;
        Some((chair, &bot.companion.persona, bot.hand_seed(state.hand_number)))
    });
    Urges::new(bots, state.sequence - state.said)
}

/// Returns the urgings that an answer announces, by chair. The lists end where a bot would urge more than [`URGES_MAX`] times.
fn announced_urges(state: &RoomState) -> [Vec<u32>; 3] {
    let mut by_chair = [const { Vec::new() }; 3];
    for (chair, ms) in urges(state) {
        let mine: &mut Vec<u32> = &mut by_chair[chair.index()];
        if mine.len() == URGES_MAX {
            break;
        }
        mine.push(ms as u32);
    }
    by_chair
}

/// Returns the reactions of the bots to `events`; `state` is the room after them.
pub fn react(state: &RoomState, events: &[RoomEvent]) -> Vec<Reaction> {
    let Some(facts) = state.facts() else { return Vec::new() };
    let turn = state.turn();
    // An emote during a turn does not restart the bots' patience. Otherwise a caller that reads only answers would get new urgings after
    // each emote.
    let began = events.len().checked_sub(1 + state.said as usize);
    let mut urging = announced_urges(state);
    let mut reactions = Vec::new();
    for (place, event) in events.iter().enumerate() {
        let is_last = place + 1 == events.len();
        for chair in Chair::ALL {
            let Some(bot) = state.people.bot(chair) else { continue };
            let went_out = is_last && facts.stage == Stage::Over;
            let feeling = event_feeling(&facts, bot, chair, event, went_out);
            let urge_after_ms = match began == Some(place) {
                true => std::mem::take(&mut urging[chair.index()]),
                false => Vec::new(),
            };
            let (emote, delay_ms) = feeling.and_then(|it| Some((it, delay_ms(bot, chair, event, went_out)?))).unzip();
            let delay_ms = delay_ms.unwrap_or(0);
            let hurries = is_last && turn == Some(chair) && is_urging(event) && plays_at_once(bot, event);
            if emote.is_some() || !urge_after_ms.is_empty() || hurries {
                reactions.push(Reaction { chair, sequence: event.sequence, emote, delay_ms, urge_after_ms, hurries });
            }
        }
    }
    reactions
}

fn is_urging(event: &RoomEvent) -> bool {
    matches!(&event.entry.told, What::Said(said) if said.emote() == Emote::Hurry)
}

fn plays_at_once(bot: &Bot, event: &RoomEvent) -> bool {
    let hurries = bot.companion.persona.params().hurry_percent as u32;
    let mut rng = bot.hand_seed(event.hand_number).stream(HURRY_STREAM).stream(event.sequence).rng();
    rng.below(100) < hurries
}

fn event_feeling(facts: &Facts, bot: &Bot, me: Chair, event: &RoomEvent, went_out: bool) -> Option<Emote> {
    let landlord = facts.landlord?;
    let mine = me.seat(landlord);
    let is_rival = |chair: Chair| chair.seat(landlord).side() != mine.side();
    match (&event.entry.told, event.entry.rules) {
        (What::Said(said), _) => match said.emote() {
            // An urged bot on turn is angry. A bot reacts to anger by its temperament. Praise or joy of a partner pleases a bot.
            Emote::Hurry => (facts.turn == Some(me)).then_some(Emote::Angry),
            Emote::Angry => {
                let (persona, seed) = (&bot.companion.persona, bot.hand_seed(event.hand_number));
                Some(emote(feeling_at_anger(persona, seed, event.sequence, is_rival(read_said(said).ok()?))))
            }
            Emote::Praise | Emote::Happy => (!is_rival(read_said(said).ok()?)).then_some(Emote::Happy),
            _ => None,
        },
        (_, Some(Event::Landlord(..))) => feeling(mine, Moment::LandlordFound).map(emote),
        (_, play) if event.entry.is_play() => {
            let is_bomb = |combo: Combo| matches!(combo.kind(), Kind::Bomb | Kind::Rocket);
            let is_bomb = matches!(play, Some(Event::Play(_, Some(combo))) if is_bomb(combo));
            let moment = Moment::Play { seat: event.entry.chair()?.seat(landlord), is_bomb, goes_out: went_out };
            feeling(mine, moment).map(emote)
        }
        _ => None,
    }
}

fn emote(feeling: Feeling) -> Emote {
    match feeling {
        Feeling::Happy => Emote::Happy,
        Feeling::Praise => Emote::Praise,
        Feeling::Angry => Emote::Angry,
        Feeling::Sorry => Emote::Sorry,
    }
}

fn delay_ms(bot: &Bot, me: Chair, event: &RoomEvent, went_out: bool) -> Option<u32> {
    let persona = &bot.companion.persona;
    if is_urging(event) && persona.params().hurry_percent == 0 {
        return None;
    }
    let occasion = match went_out && event.entry.is_play() && event.entry.chair() == Some(me) {
        true => Occasion::GoesOut,
        false => Occasion::Event(event.sequence),
    };
    face_delay_ms(persona, bot.hand_seed(event.hand_number), occasion)
}
