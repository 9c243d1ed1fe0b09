//! What bots show when they see something: a face now and then, by temperament, and when they begin to urge. Advice only, and
//! drawn from what the whole table saw: a bot's own cards never show in its face.

use engine::persona::Temperament;
use rules::{Chair, Seat, Stage};

use super::event::{Announcement, RoomEvent, RoomEventKind};
use super::hand::Facts;
use super::state::{Bot, RoomState};

/// A feeling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emote {
    /// Is pleased.
    Happy,
    /// Is cross.
    Angry,
    /// Praises a partner.
    Praise,
    /// Is sorry.
    Sorry,
}

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
    /// After how many seconds without a play it urges the player to act; 0 when no other player is to act.
    pub urge_after_s: u32,
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

/// How the bots of `state` react to `events`, after which it stands.
pub fn react(state: &RoomState, events: &[RoomEvent]) -> Vec<Reaction> {
    let Some(facts) = state.facts() else { return Vec::new() };
    let turn = state.turn();
    let mut reactions = Vec::new();
    for (place, event) in events.iter().enumerate() {
        let is_last = place + 1 == events.len();
        for chair in Chair::ALL {
            let Some(bot) = state.chairs[chair.index()].bot() else { continue };
            let feeling = feel(&facts, chair, event, is_last && facts.stage == Stage::Over);
            let urge_after_s = match turn {
                Some(turn) if is_last && turn != chair => bot.companion.persona.params().urge_s as u32,
                _ => 0,
            };
            let (emote, delay_ms) = show(bot, event, feeling);
            if emote.is_some() || urge_after_s > 0 {
                reactions.push(Reaction { chair, sequence: event.sequence, emote, delay_ms, urge_after_s });
            }
        }
    }
    reactions
}

/// What it feels about an event, if anything.
fn feel(facts: &Facts, me: Chair, event: &RoomEvent, went_out: bool) -> Option<Emote> {
    let landlord = facts.landlord?;
    let mine = me.seat(landlord);
    match &event.what {
        RoomEventKind::Announced(Announcement::LandlordFound(chair, _)) => (*chair == me).then_some(Emote::Happy),
        RoomEventKind::Played(Some(seat), _, hint) => {
            let ours = seat.side() == mine.side();
            let bomb = hint.kind.is_some_and(|kind| matches!(kind, rules::Kind::Bomb | rules::Kind::Rocket));
            match (went_out, ours, bomb) {
                (true, true, _) if *seat == mine => Some(Emote::Happy),
                (true, true, _) => Some(Emote::Praise),
                (true, false, _) if mine == Seat::Landlord => Some(Emote::Angry),
                (true, false, _) => Some(Emote::Sorry),
                (false, true, true) if *seat != mine => Some(Emote::Praise),
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
    let temperament = bot.companion.persona.temperament();
    let row = SHOWN.iter().find(|row| row.0 == temperament);
    let &(_, chance, haste) = row.expect("every temperament has a row");
    let mut rng = bot.hand_seed(event.hand_number).stream(REACTION_STREAM).stream(event.sequence).rng();
    if rng.below(100) >= chance {
        return (None, 0);
    }
    let usual = bot.companion.persona.params().pace_ms as u32 * haste / 100;
    (Some(feeling), DELAY_MS_MIN + usual / 2 + rng.below(usual))
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
