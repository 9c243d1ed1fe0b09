//! Questions that can be asked in both forms: in a room that knows the hand so far, and without a room.

use std::sync::Arc;

use rules::{Action, Chair, Combo, Deal, Plays, Rng, Ruleset, Table, Trick};
use tokio::task::JoinSet;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::{told, v1};

use crate::bot_action::TEXT;
use crate::positions::Question;
use crate::request::Connections;

/// One Follow in both forms.
pub(super) struct RoomQuestion {
    pub(super) room: String,
    pub(super) stateless: Question,
    events: Vec<v1::RoomEvent>,
}

/// The chair of the bot that follows.
pub(super) const BOT: Chair = Chair::Second;
/// Number of callers that open rooms at the same time.
const OPENERS: usize = 32;

/// Makes positions in which the second chair may answer the landlord's lead, in rooms named after `name`.
pub(super) fn room_questions(count: usize, name: &str, rng: &mut Rng) -> Arc<Vec<RoomQuestion>> {
    let mut plays = Plays::new();
    let mut questions = Vec::with_capacity(count);
    while questions.len() < count {
        let deal = Deal::shuffled(rng);
        let mut table = Table::seated(Ruleset::CLASSIC, deal);
        let start = Chair::ALL.map(|chair| table.view(chair).hand());
        let bottom = table.board().bottom().expect("a seated hand has shown its bottom");
        let view = table.view(Chair::First);
        let leads = plays.fill(view.rules(), view.hand(), view.trick());
        let Some(lead) = rng.pick(leads).copied().filter(|lead| !lead.is_bomb()) else { continue };
        table.act(Action::Play(Some(lead))).expect("it is one of the legal plays");
        let view = table.view(BOT);
        debug_assert!(matches!(view.trick(), Trick::Follow(_)));
        if plays.fill(view.rules(), view.hand(), view.trick()).is_empty() {
            continue;
        }
        let stateless = Question::of(&view);
        let room = format!("{name}-{}", questions.len());
        questions.push(RoomQuestion { room, stateless, events: dealt_and_led(start, bottom, lead) });
    }
    Arc::new(questions)
}

fn dealt_and_led(start: [rules::Hand; 3], bottom: rules::Hand, lead: Combo) -> Vec<v1::RoomEvent> {
    use v1::room_event::What as Event;
    let dealt = Event::Dealt(v1::Dealt {
        first: v1::Chair::First.into(),
        holds: vec![told::chair_cards(&TEXT, BOT, start[BOT.index()])],
    });
    let found = Event::Table(told::landlord_found(&TEXT, Chair::First, bottom));
    let led = rules::Event::Play(rules::Seat::Landlord, Some(lead));
    let led = Event::Table(told::event(&TEXT, &led, Some(Chair::First)));
    let numbered = |(sequence, event)| v1::RoomEvent { sequence, hand_number: 1, what: Some(event) };
    (1..).zip([dealt, found, led]).map(numbered).collect()
}

/// Opens the rooms, and tells each the hand so far.
pub(super) async fn open(connections: &Connections, questions: &Arc<Vec<RoomQuestion>>) -> anyhow::Result<()> {
    let mut openers = JoinSet::new();
    for opener in 0..OPENERS {
        let (questions, channel) = (Arc::clone(questions), connections.pick(opener));
        openers.spawn(async move {
            let mut client = CompanionServiceClient::new(channel);
            for question in questions.iter().skip(opener).step_by(OPENERS) {
                client.open_room(question.opening()).await?;
                let (room_id, events) = (question.room.clone(), question.events.clone());
                client.record_events(v1::RecordEventsRequest { room_id, events, ..Default::default() }).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(opened) = openers.join_next().await {
        opened??;
    }
    Ok(())
}

impl RoomQuestion {
    fn opening(&self) -> v1::OpenRoomRequest {
        let bot = v1::BotSeat { chair: told::chair(BOT), persona: String::from("rules"), ..Default::default() };
        v1::OpenRoomRequest {
            request_id: self.room.clone(),
            room_id: self.room.clone(),
            ruleset: Ruleset::CLASSIC.to_string(),
            bots: vec![bot],
            ..Default::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Seed;

    use super::*;

    #[test]
    fn turns_are_varied_and_have_something_to_answer() {
        let found = room_questions(50, "room", &mut Seed(1).rng());
        let mut hands: Vec<_> =
            found.iter().map(|question| question.stateless.hand.holds[0].cards.clone().unwrap().text).collect();
        hands.sort();
        hands.dedup();
        assert!(hands.len() > 48, "{}", hands.len());
        assert!(found.iter().all(|question| question.events.len() == 3 && question.stateless.hand.events.len() == 2));
        assert_eq!((&*found[0].room, &*found[49].room), ("room-0", "room-49"));
    }
}
