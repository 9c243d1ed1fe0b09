//! What bots show when they see or hear something: a face now and then, by temperament, and when they begin to urge. Advice only, and
//! drawn from what the whole table saw: a bot's own cards never show in its face.

use engine::persona::Temperament;
use rules::{Chair, Seat, Stage};

use super::event::{Announcement, Emote, RoomEvent, RoomEventKind, Saying};
use super::hand::Facts;
use super::state::{Bot, RoomState};

/// What one bot shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reaction {
    /// Which bot.
    pub chair: Chair,
    /// The event that it saw.
    pub sequence: u64,
    /// The feeling, if it shows any.
    pub emote: Option<Emote>,
    /// After how long.
    pub delay_ms: u32,
    /// After how many seconds without a play it urges the player to act, where this event began that player's turn; else 0.
    pub urge_after_s: u32,
    /// It was urged, and plays at once.
    pub hurries: bool,
}

/// How often a feeling shows, in percent, and how long it takes to, in percent of the usual thinking time.
const SHOWN: &[(Temperament, u32, u32)] = &[
    (Temperament::Standard, 35, 50),
    (Temperament::Hesitant, 20, 90),
    (Temperament::Patient, 15, 70),
    (Temperament::Hasty, 60, 25),
];

/// Never shown sooner: a person reacts only after the card lies.
const DELAY_MS_MIN: u32 = 250;

/// The stream of a hand's seed from which faces are drawn; the engine's own streams have other numbers.
const REACTION_STREAM: u64 = 0x4EAC;
/// That from which giving in is drawn.
const HURRY_STREAM: u64 = 0x4EAD;

/// How the bots of `state` react to `events`, after which it stands.
pub fn react(state: &RoomState, events: &[RoomEvent]) -> Vec<Reaction> {
    let Some(facts) = state.facts() else { return Vec::new() };
    let turn = state.turn();
    // What is said later in a turn begins no patience anew, or who hears only answers would urge with every word.
    let began = events.len().checked_sub(1 + state.said as usize);
    let is_awaited = turn.is_some_and(|turn| state.chairs[turn.index()].bot().is_none());
    let mut reactions = Vec::new();
    for (place, event) in events.iter().enumerate() {
        let is_last = place + 1 == events.len();
        for chair in Chair::ALL {
            let Some(bot) = state.chairs[chair.index()].bot() else { continue };
            let feeling = feel(&facts, chair, event, is_last && facts.stage == Stage::Over);
            let urge_after_s = match is_awaited && began == Some(place) {
                true => bot.companion.persona.params().urge_s as u32,
                false => 0,
            };
            let (emote, delay_ms) = show(bot, event, feeling);
            let hurries = is_last && turn == Some(chair) && is_urged(event) && gives_in(bot, event);
            if emote.is_some() || urge_after_s > 0 || hurries {
                reactions.push(Reaction { chair, sequence: event.sequence, emote, delay_ms, urge_after_s, hurries });
            }
        }
    }
    reactions
}

fn is_urged(event: &RoomEvent) -> bool {
    matches!(event.what, RoomEventKind::Said(_, Saying::Emote(Emote::Hurry)))
}

/// Whether a bot that is urged plays at once. A patient one never does, and is not cross either.
fn gives_in(bot: &Bot, event: &RoomEvent) -> bool {
    bot.companion.persona.temperament() != Temperament::Patient && draws(bot, event, HURRY_STREAM)
}

/// What it feels about an event, if anything.
fn feel(facts: &Facts, me: Chair, event: &RoomEvent, went_out: bool) -> Option<Emote> {
    let landlord = facts.landlord?;
    let mine = me.seat(landlord);
    match &event.what {
        // A face of a player: urged, it answers back; a partner's blame and praise are answered, a rival's are not.
        RoomEventKind::Said(_, Saying::Emote(Emote::Hurry)) => (facts.turn == Some(me)).then_some(Emote::Angry),
        RoomEventKind::Said(chair, Saying::Emote(emote)) if chair.seat(landlord).side() == mine.side() => match emote {
            Emote::Praise | Emote::Happy => Some(Emote::Happy),
            Emote::Angry => Some(Emote::Sorry),
            _ => None,
        },
        RoomEventKind::Announced(chair, Announcement::LandlordFound(_)) => {
            (chair.unwrap_or(landlord) == me).then_some(Emote::Happy)
        }
        RoomEventKind::Played(Some(chair), _, hint) => {
            let seat = chair.seat(landlord);
            let ours = seat.side() == mine.side();
            let bomb = hint.kind.is_some_and(|kind| matches!(kind, rules::Kind::Bomb | rules::Kind::Rocket));
            match (went_out, ours, bomb) {
                (true, true, _) if seat == mine => Some(Emote::Happy),
                (true, true, _) => Some(Emote::Praise),
                (true, false, _) if mine == Seat::Landlord => Some(Emote::Angry),
                (true, false, _) => Some(Emote::Sorry),
                (false, true, true) if seat != mine => Some(Emote::Praise),
                (false, false, true) => Some(Emote::Angry),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether the feeling shows, and when.
fn show(bot: &Bot, event: &RoomEvent, feeling: Option<Emote>) -> (Option<Emote>, u32) {
    let Some(feeling) = feeling else { return (None, 0) };
    if is_urged(event) && bot.companion.persona.temperament() == Temperament::Patient {
        return (None, 0);
    }
    let (chance, haste) = shown(bot);
    let mut rng = rng(bot, event, REACTION_STREAM);
    if rng.below(100) >= chance {
        return (None, 0);
    }
    let usual = bot.companion.persona.params().pace_ms as u32 * haste / 100;
    (Some(feeling), DELAY_MS_MIN + usual / 2 + rng.below(usual))
}

/// How often its feelings show, and how soon.
fn shown(bot: &Bot) -> (u32, u32) {
    let temperament = bot.companion.persona.temperament();
    let row = SHOWN.iter().find(|row| row.0 == temperament);
    let &(_, chance, haste) = row.expect("every temperament has a row");
    (chance, haste)
}

fn rng(bot: &Bot, event: &RoomEvent, stream: u64) -> rules::Rng {
    bot.hand_seed(event.hand_number).stream(stream).stream(event.sequence).rng()
}

fn draws(bot: &Bot, event: &RoomEvent, stream: u64) -> bool {
    rng(bot, event, stream).below(100) < shown(bot).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_temperament_has_a_row() {
        for temperament in Temperament::ALL {
            assert_eq!(SHOWN.iter().filter(|row| row.0 == temperament).count(), 1, "{temperament:?}");
        }
    }
}
