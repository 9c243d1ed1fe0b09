//! A table of bots in a room: it asks for every decision, checks it by the rules, records it, and compares the room with its own game.

mod compare;

use std::fmt::Display;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::{Action, Chair, Deal, Rng, Ruleset, Table};
use tonic::{Code, Status};
use wire::{v1, write};

use super::Run;
use super::audit::{Audit, reason};
use crate::questions::{CODEC, open_request, read_action, room_request, stateless_request};

const TURN_PAUSE: Duration = Duration::from_millis(10);
/// One of this many decisions is asked for twice.
const COMPARE_EVERY: u64 = 4;
/// The pause of a table after a call that failed after all attempts.
const RETRY_PAUSE: Duration = Duration::from_millis(50);
/// The time without an answer after which a table abandons its hand.
const GIVE_UP_AFTER: Duration = Duration::from_secs(60);
const EVENTS_MAX: usize = 200;

pub(crate) struct HandAbandoned;

pub(crate) struct TableSession {
    run: Arc<Run>,
    room: String,
    /// Every event of the room's life.
    events: Vec<v1::RoomEvent>,
    /// The number of events that the room has acknowledged.
    acknowledged: usize,
    hand_number: u32,
    decisions: u64,
}

impl TableSession {
    pub(crate) fn new(run: Arc<Run>, room: String) -> TableSession {
        TableSession { run, room, events: Vec::new(), acknowledged: 0, hand_number: 0, decisions: 0 }
    }

    /// Plays hands, and begins none after `until`.
    pub(crate) async fn play(mut self, mut rng: Rng, until: Instant) -> Result<(), HandAbandoned> {
        self.open_room().await?;
        while Instant::now() < until {
            self.play_hand(&mut rng).await?;
            self.run.audit.update(|audit| audit.hands += 1);
        }
        let request = &v1::CloseRoomRequest { room_id: self.room };
        let _ = self.run.client.call(|mut rpc| async move { rpc.close_room(request.clone()).await }).await;
        Ok(())
    }

    async fn play_hand(&mut self, rng: &mut Rng) -> Result<(), HandAbandoned> {
        self.hand_number += 1;
        let deal = Deal::shuffled(rng);
        let mut table = Table::new(Ruleset::CLASSIC, deal, Chair::First);
        self.push_event(v1::room_event::What::Dealt(v1::Dealt {
            first: v1::Chair::First.into(),
            holds: Chair::ALL.map(|chair| write::chair_cards(&CODEC, chair, table.view(chair).hand())).into(),
        }));
        self.record_events().await?;
        while let Some(chair) = table.board().turn() {
            tokio::time::sleep(TURN_PAUSE).await;
            let action = self.decide(&table, chair).await?;
            let events = table.act(action).expect("it was found legal").to_vec();
            for event in &events {
                self.push_event(v1::room_event::What::Table(write::event(&CODEC, event, table.board().landlord())));
            }
            self.record_events().await?;
        }
        self.compare_room(&table).await?;
        let winner = table.settlement(1).map_or(0, |settled| i32::from(v1::Side::from(settled.winner)));
        self.push_event(v1::room_event::What::Settled(v1::Settled { winner, ..Default::default() }));
        self.record_events().await
    }

    fn push_event(&mut self, what: v1::room_event::What) {
        let sequence = self.events.len() as u32 + 1;
        self.events.push(v1::RoomEvent { sequence, hand_number: self.hand_number, what: Some(what) });
    }

    /// Returns the expected version of the room: it opened at 1, and each event added one.
    fn version(&self) -> u32 {
        self.acknowledged as u32 + 1
    }

    async fn open_room(&mut self) -> Result<(), HandAbandoned> {
        let request = &open_request(&self.room, &Chair::ALL);
        let since = Instant::now();
        loop {
            match self.run.client.call(|mut rpc| async move { rpc.open_room(request.clone()).await }).await {
                Ok(_) => return Ok(()),
                Err(status) => self.wait(&status, since).await?,
            }
        }
    }

    /// Sends the events that the room has not acknowledged.
    async fn record_events(&mut self) -> Result<(), HandAbandoned> {
        let since = Instant::now();
        while self.acknowledged < self.events.len() {
            let last = self.events.len().min(self.acknowledged + EVENTS_MAX);
            let request = &v1::RecordEventsRequest {
                room_id: self.room.clone(),
                events: self.events[self.acknowledged..last].to_vec(),
                ..Default::default()
            };
            match self.run.client.call(|mut rpc| async move { rpc.record_events(request.clone()).await }).await {
                Ok(recorded) => self.acknowledge(recorded.sequence, recorded.version, last),
                Err(status) => self.recover(&status, since).await?,
            }
        }
        Ok(())
    }

    /// Counts a call that was answered, or failed after all attempts, if its room is on a live node and another node is down.
    fn count_live_call(&self, failed: bool) {
        if self.run.outage.is_on_other_node(&self.room) {
            self.run.audit.update(|audit| {
                audit.live_calls += 1;
                audit.live_failed += u64::from(failed);
            });
        }
    }

    /// Finds out, after a failed call, which events the room has, or waits.
    async fn recover(&mut self, status: &Status, since: Instant) -> Result<(), HandAbandoned> {
        let before = self.acknowledged;
        match reason(status).as_str() {
            "ROOM_NOT_FOUND" => {
                self.open_room().await?;
                self.reconcile(0)?;
            }
            "SEQUENCE_GAP" | "SEQUENCE_CONFLICT" | "HAND_CLOSED" | "HAND_MISMATCH" | "VERSION_MISMATCH" => {
                let room = self.get_room(since).await?;
                self.reconcile(room.sequence as usize)?;
            }
            _ => return self.wait(status, since).await,
        }
        if self.acknowledged == before && before > 0 {
            // The room has the right events and refuses the call: another try cannot help.
            self.add_problem(status, |audit| audit.wrong += 1);
            return Err(HandAbandoned);
        }
        Ok(())
    }

    fn add_problem(&self, words: impl Display, count: impl FnOnce(&mut Audit)) {
        self.run.audit.add_problem(format!("{}: {words}", self.room), count);
    }

    /// Pauses after a failed call, or gives up.
    async fn wait(&self, status: &Status, since: Instant) -> Result<(), HandAbandoned> {
        self.run.audit.update(|audit| *audit.failed.entry(reason(status)).or_default() += 1);
        self.count_live_call(true);
        let is_hopeless = matches!(status.code(), Code::InvalidArgument | Code::Internal | Code::Unimplemented);
        if is_hopeless || since.elapsed() > GIVE_UP_AFTER {
            self.add_problem(status, |_| {});
            return Err(HandAbandoned);
        }
        tokio::time::sleep(RETRY_PAUSE).await;
        Ok(())
    }

    async fn get_room(&self, since: Instant) -> Result<v1::Room, HandAbandoned> {
        let request = &v1::GetRoomRequest {
            room_id: self.room.clone(),
            audience: v1::Audience::Operator.into(),
            ..Default::default()
        };
        loop {
            match self.run.client.call(|mut rpc| async move { rpc.get_room(request.clone()).await }).await {
                Ok(answer) => return Ok(answer),
                Err(status) if reason(&status) == "ROOM_NOT_FOUND" => return Ok(v1::Room::default()),
                Err(status) => self.wait(&status, since).await?,
            }
        }
    }

    /// Asks the bot on turn, and checks its action by the table's own rules.
    async fn decide(&mut self, table: &Table, chair: Chair) -> Result<Action, HandAbandoned> {
        let since = Instant::now();
        let decision = loop {
            match self.ask(table, chair).await {
                Ok(decision) => break decision,
                Err(status) => {
                    self.recover(&status, since).await?;
                    self.record_events().await?;
                }
            }
        };
        self.count_live_call(false);
        self.decisions += 1;
        let without_store = is_without_store(&decision);
        self.run.audit.update(|audit| {
            audit.decisions += 1;
            audit.without_store += u64::from(without_store);
        });
        let (version, decided_at) = (self.version(), decision.source().room_version);
        if !without_store && decided_at != Some(version) {
            self.add_problem(format!("at version {version}, decided at {decided_at:?}"), |audit| audit.wrong += 1);
        }
        if self.decisions.is_multiple_of(COMPARE_EVERY)
            && let Ok(again) = self.ask(table, chair).await
        {
            self.run.audit.update(|audit| audit.compared += 1);
            // A decision without the store may be lost: then the room's bot decides again, by its own seed.
            let is_comparable = !without_store && !is_without_store(&again);
            if is_comparable && again.action != decision.action {
                let words = format!("{:?}, and asked again {:?}", decision.action, again.action);
                self.add_problem(words, |audit| audit.wrong += 1);
            }
        }
        let action = decision.action.as_ref().and_then(|answer| read_action(answer, table.board().rules()));
        action.filter(|action| table.clone().act(*action).is_ok()).ok_or_else(|| {
            let words = format!("{:?} is illegal in {table}", decision.action);
            self.add_problem(words, |audit| audit.wrong += 1);
            HandAbandoned
        })
    }

    /// Asks with the room. If its store is down and the table wants it, asks with the bot's view of the hand.
    async fn ask(&self, table: &Table, chair: Chair) -> Result<v1::Decision, Status> {
        let in_room = room_request(&self.room, chair, Some(self.version()));
        match self.request_decision(&in_room).await {
            Err(status) if self.run.asks_stateless && reason(&status) == "STORE_UNAVAILABLE" => {
                let hand = write::hand(&CODEC, &table.view(chair));
                self.request_decision(&stateless_request(&hand, chair, None)).await
            }
            decided => decided,
        }
    }

    async fn request_decision(&self, request: &v1::DecideRequest) -> Result<v1::Decision, Status> {
        self.run.client.call(|mut rpc| async move { rpc.decide(request.clone()).await }).await
    }
}

/// True if the room may not know of the decision: it is stateless, or its write was not confirmed.
fn is_without_store(decision: &v1::Decision) -> bool {
    decision.source().room_version.is_none() || decision.source().degraded() == v1::Degraded::Store
}
