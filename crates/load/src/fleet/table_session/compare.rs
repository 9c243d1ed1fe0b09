//! The room at the end of a hand, held against what the table saw.

use std::time::Instant;

use rules::Table;
use wire::{told, v1};

use super::{HandAbandoned, TableSession};
use crate::bot_action::TEXT;

impl TableSession<'_> {
    /// Compares the room at the end of a hand with what the table saw: each event once and in order, and nothing else.
    pub(super) async fn compare(&mut self, table: &Table) -> Result<(), HandAbandoned> {
        let room = loop {
            let room = self.get_room(Instant::now()).await?;
            if room.sequence as usize == self.acknowledged || !self.options.store_may_lose_rooms {
                break room;
            }
            // Forgotten since the last event was acknowledged.
            self.open().await?;
            self.reconcile(room.sequence as usize)?;
            self.record().await?;
        };
        let landlord = table.board().landlord();
        let happened: Vec<v1::Event> = table.log().iter().map(|event| told::event(&TEXT, event, landlord)).collect();
        let events = room.hand.as_ref().map(|hand| &hand.events[..]).unwrap_or_default();
        let is_same = events.len() == happened.len()
            && events.iter().zip(&happened).all(|(there, here)| plain(there) == plain(here));
        if !is_same || room.version != self.version() || room.state().hand_number != self.hand_number {
            let (there, here) = (events.len(), happened.len());
            let words = format!("{}: hand {}, {here} events; the room: {room:?}", self.room, self.hand_number);
            self.audit_log.problem(words, |audit| match there > here {
                true => audit.duplicated += (there - here) as u64,
                false => audit.lost += (here - there).max(1) as u64,
            });
        }
        Ok(())
    }
}

/// Reduces an event to who did what; the service decides how a combo is named beside its cards.
fn plain(event: &v1::Event) -> v1::Event {
    let mut event = event.clone();
    if let Some(v1::event::What::Action(v1::Action { what: Some(v1::action::What::Play(combo)) })) = &mut event.what {
        *combo = v1::Combo { cards: combo.cards.take(), ..Default::default() };
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_compared_by_what_happened() {
        let play = |text: &str, kind: &str| {
            let cards = Some(v1::Cards { ids: Vec::new(), text: text.to_owned() });
            let combo = v1::Combo { cards, kind: kind.to_owned(), ..Default::default() };
            let action = v1::Action { what: Some(v1::action::What::Play(combo)) };
            v1::Event { chair: 1, what: Some(v1::event::What::Action(action)) }
        };
        assert_eq!(plain(&play("33", "pair")), plain(&play("33", "")));
        assert_ne!(plain(&play("33", "pair")), plain(&play("44", "pair")));
    }
}
