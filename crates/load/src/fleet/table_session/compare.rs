//! The comparison of a room with its table.

use std::time::Instant;

use rules::Table;
use wire::{v1, write};

use super::{HandAbandoned, TableSession};
use crate::questions::CODEC;

impl TableSession {
    /// Notes that the room has acknowledged the events up to `last`, and compares its counts with the table's.
    pub(super) fn acknowledge(&mut self, sequence: u32, version: u32, last: usize) {
        self.count_live_call(false);
        let sent = last as u32;
        self.run.audit.update(|audit| audit.events += (last - self.acknowledged) as u64);
        if sequence > sent || version > sent + 1 {
            let words = format!("{sent} events were sent, the room has {sequence} in version {version}");
            self.add_problem(words, |audit| audit.duplicated += 1);
        }
        if sequence < sent {
            let words = format!("{sent} events were sent and acknowledged, the room has {sequence}");
            self.add_problem(words, |audit| audit.lost += u64::from(sent - sequence));
        }
        self.acknowledged = last;
    }

    /// Compares the room's count of events, `has`, with the table's.
    pub(super) fn reconcile(&mut self, has: usize) -> Result<(), HandAbandoned> {
        if has > self.events.len() {
            let words = format!("{} events happened, the room has {has}", self.events.len());
            self.add_problem(words, |audit| audit.duplicated += 1);
            return Err(HandAbandoned);
        }
        let gone = self.acknowledged.saturating_sub(has) as u64;
        if gone > 0 && self.run.store_may_lose_rooms {
            self.run.audit.update(|audit| audit.resent += gone);
        } else if gone > 0 {
            let words = format!("{} events were acknowledged, the room has {has}", self.acknowledged);
            self.add_problem(words, |audit| audit.lost += gone);
        }
        self.acknowledged = has;
        Ok(())
    }

    /// Compares the room at the end of a hand with the table.
    pub(super) async fn compare_room(&mut self, table: &Table) -> Result<(), HandAbandoned> {
        let room = loop {
            let room = self.get_room(Instant::now()).await?;
            if room.sequence as usize == self.acknowledged || !self.run.store_may_lose_rooms {
                break room;
            }
            // The store may have lost acknowledged events.
            self.open_room().await?;
            self.reconcile(room.sequence as usize)?;
            self.record_events().await?;
        };
        let landlord = table.board().landlord();
        let happened: Vec<v1::Event> = table.log().iter().map(|event| write::event(&CODEC, event, landlord)).collect();
        let events = room.hand.as_ref().map(|hand| &hand.events[..]).unwrap_or_default();
        let is_same = events.len() == happened.len()
            && events.iter().zip(&happened).all(|(there, here)| plain_event(there) == plain_event(here));
        if !is_same || room.version != self.version() || room.state().hand_number != self.hand_number {
            let (there, here) = (events.len(), happened.len());
            let words = format!("hand {}, {here} events; the room: {room:?}", self.hand_number);
            self.add_problem(words, |audit| match there > here {
                true => audit.duplicated += (there - here) as u64,
                false => audit.lost += (here - there).max(1) as u64,
            });
        }
        Ok(())
    }
}

/// Returns the event with only the cards of its combo, because the service adds the other fields.
fn plain_event(event: &v1::Event) -> v1::Event {
    let mut event = event.clone();
    if let Some(v1::event::What::Action(v1::Action { what: Some(v1::action::What::Play(combo)) })) = &mut event.what {
        *combo = v1::Combo { cards: combo.cards.take(), ..Default::default() };
    }
    event
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::fleet::Run;
    use crate::fleet::audit::{Audit, SharedAudit};
    use crate::fleet::client::Client;
    use crate::fleet::faults::Outage;

    #[test]
    fn events_are_compared_by_their_cards() {
        let play = |text: &str, kind: &str| {
            let cards = Some(v1::Cards { ids: Vec::new(), text: text.to_owned() });
            let combo = v1::Combo { cards, kind: kind.to_owned(), ..Default::default() };
            let action = v1::Action { what: Some(v1::action::What::Play(combo)) };
            v1::Event { chair: 1, what: Some(v1::event::What::Action(action)) }
        };
        assert_eq!(plain_event(&play("33", "pair")), plain_event(&play("33", "")));
        assert_ne!(plain_event(&play("33", "pair")), plain_event(&play("44", "pair")));
    }

    fn audit(store_may_lose_rooms: bool, check: impl FnOnce(&mut TableSession)) -> Audit {
        let client = Client::new(&[String::from("127.0.0.1:1")], Duration::from_secs(1)).unwrap();
        let (audit, outage) = (SharedAudit::default(), Outage::of(1));
        let run = Arc::new(Run { client, audit, outage, asks_stateless: false, store_may_lose_rooms });
        let mut session = TableSession::new(Arc::clone(&run), String::from("room"));
        for _ in 0..10 {
            session.push_event(v1::room_event::What::Settled(v1::Settled::default()));
        }
        check(&mut session);
        run.audit.read()
    }

    #[tokio::test]
    async fn losses_and_duplicates_are_counted() {
        let fine = audit(false, |session| session.acknowledge(10, 11, 10));
        assert_eq!((fine.events, fine.lost, fine.duplicated), (10, 0, 0));
        assert_eq!(audit(false, |session| session.acknowledge(9, 10, 10)).lost, 1);
        assert_eq!(audit(false, |session| session.acknowledge(11, 12, 10)).duplicated, 1);
        assert_eq!(audit(false, |session| session.acknowledge(10, 12, 10)).duplicated, 1, "a version too many");
        let behind = |session: &mut TableSession| {
            session.acknowledge(10, 11, 10);
            assert!(session.reconcile(7).is_ok());
            assert_eq!(session.acknowledged, 7, "the rest is sent again");
        };
        assert_eq!(audit(false, behind).lost, 3);
        let allowed = audit(true, behind);
        assert_eq!((allowed.lost, allowed.resent), (0, 3));
        assert_eq!(audit(true, |session| assert!(session.reconcile(11).is_err())).duplicated, 1, "the table sent ten");
    }
}
