//! The stream of WatchRoom: the updates of a room that an audience may see, from a version on.

use std::sync::Arc;
use std::time::Duration;

use engine::words::Lang;
use game::refusal::{Reason, Refusal};
use prost::Message;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use wire::v1::watch_room_response::Update;
use wire::v1::{Decision, TableState, WatchRoomResponse};

use crate::call::{AnswerStream, Call};
use crate::convert::outbound::{self, turn_decision, wire_count, with_reason_text};
use crate::convert::room::{self, Audience};
use crate::observe::metrics::GaugeGuard;
use crate::room::RoomState;
use crate::room::state::RoomEvent;
use crate::room::store::{Answer, RoomEnd};
use crate::room::watch::{self, Change, Subscription};
use crate::state::App;

/// The interval at which a watcher loads a room that other replicas may change.
const POLL_EVERY: Duration = Duration::from_millis(500);
/// The most updates between the watcher and its connection. Further ones stay in the queue of [`Subscription`], which has a limit.
const QUEUED_UPDATES_MAX: usize = 1;

/// Watches a room. Refuses at once if there is no such room, or no bot on the chair.
pub(super) async fn watch(
    app: &Arc<App>,
    call: &Call,
    room: &str,
    audience: Audience,
    after: Option<u64>,
    language: Lang,
) -> Result<AnswerStream<WatchRoomResponse>, Refusal> {
    // The subscription comes before the load, so that no update is lost.
    let key = call.caller.room_key(room).into_owned();
    let updates = app.rooms.watchers.watch(&key)?;
    let state = app.rooms.load(&key).await?;
    check_audience(&state, audience)?;
    let open = GaugeGuard::begin(app.metrics.streams.at(call.rpc as usize, 0));
    let (out, stream) = mpsc::channel(QUEUED_UPDATES_MAX);
    let (app, room) = (Arc::clone(app), room.to_owned());
    let watcher = Watcher { app, room, key, audience, language, seen: after, out };
    tokio::spawn(watcher.run(state, updates, open));
    Ok(Box::pin(ReceiverStream::new(stream).map(|update| *update)))
}

struct Watcher {
    app: Arc<App>,
    room: String,
    /// The room's name in the store.
    key: String,
    audience: Audience,
    language: Lang,
    /// The last version that the client has seen; `None` before the first.
    seen: Option<u64>,
    /// The way to the connection. Messages are boxed, because a channel allocates many places: without boxes an idle watcher would cost much memory.
    out: mpsc::Sender<Box<Result<WatchRoomResponse, Status>>>,
}

/// The end of a watcher: a refusal that ends its stream; `None` if the client left or the room is gone.
type WatchEnd = Option<Refusal>;

impl Watcher {
    async fn run(mut self, state: Arc<RoomState>, updates: Subscription, open: GaugeGuard) {
        // The place among the watchers is free after `send_updates`; only the refusal still waits for a reader.
        let ended = self.send_updates(state, updates).await;
        drop(open);
        if let Err(Some(refusal)) = ended {
            let _ = self.out.send(Box::new(Err(refusal.into()))).await;
        }
    }

    async fn send_updates(&mut self, state: Arc<RoomState>, mut updates: Subscription) -> Result<(), WatchEnd> {
        self.catch_up(&state).await?;
        let mut poll = tokio::time::interval(POLL_EVERY);
        let is_shared = self.app.rooms.is_shared();
        loop {
            tokio::select! {
                update = updates.next() => match update? {
                    watch::Update::Changed(change) => self.send_change(&change).await?,
                    watch::Update::Decided(decision) => self.send_decision(&decision).await?,
                    watch::Update::Gone(gone) => return self.send_end(gone).await,
                },
                _ = poll.tick(), if is_shared => self.poll_store().await?,
                () = self.out.closed() => return Err(None),
            }
        }
    }

    async fn catch_up(&mut self, state: &RoomState) -> Result<(), WatchEnd> {
        if self.seen.is_some_and(|seen| seen > state.version) {
            let message = format!("the room is at version {}", state.version);
            let refusal = Refusal::new(Reason::VERSION_MISMATCH, message).at("after_version");
            return Err(Some(refusal.with("version", state.version)));
        }
        let missed = self.seen.and_then(|seen| state.events_since(seen));
        match missed.filter(|events| !self.needs_room(state, events.iter().map(|(_, event)| event))) {
            None => self.send_room(state).await?,
            Some(events) => {
                for (version, event) in events {
                    self.send_event(state, version, &event).await?;
                }
            }
        }
        // The turn's decision may have been made before the watcher came.
        match self.app.rooms.load_answer(&self.key, state).await? {
            Some(answer) => self.send_decision(&answer).await,
            None => Ok(()),
        }
    }

    async fn send_change(&mut self, change: &Change) -> Result<(), WatchEnd> {
        let seen = self.seen.unwrap_or(0);
        if change.state.version <= seen {
            return Ok(());
        }
        if self.needs_room(&change.state, &change.events) {
            return self.send_room(&change.state).await;
        }
        if change.before > seen {
            // An earlier change did not come here.
            return self.poll_store().await;
        }
        for (version, event) in (change.before + 1..).zip(&change.events).filter(|(version, _)| *version > seen) {
            self.send_event(&change.state, version, event).await?;
        }
        Ok(())
    }

    async fn poll_store(&mut self) -> Result<(), WatchEnd> {
        match self.app.rooms.load(&self.key).await {
            Ok(state) if Some(state.version) > self.seen => self.catch_up(&state).await,
            Ok(_) => Ok(()),
            Err(refusal) if refusal.reason() == Reason::ROOM_NOT_FOUND => self.send_end(RoomEnd::Closed).await,
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Sends the decision of a bot, if the watcher views its seat or is the operator.
    async fn send_decision(&mut self, answer: &Answer) -> Result<(), WatchEnd> {
        if !self.audience.sees(answer.chair) {
            return Ok(());
        }
        let Ok(mut decision) = Decision::decode(&*answer.decision) else { return Ok(()) };
        if self.audience != Audience::Operator {
            decision.trace = None;
        }
        let decided = turn_decision(answer.chair, Ok(with_reason_text(self.language, decision)));
        self.send(self.seen.unwrap_or(0).max(answer.turn), Update::Decision(decided), None).await
    }

    async fn send_end(&mut self, gone: RoomEnd) -> Result<(), WatchEnd> {
        let end = outbound::to_end(gone);
        self.send(self.seen.unwrap_or(0), Update::Closed(end as i32), None).await?;
        Err(None)
    }

    async fn send_room(&mut self, state: &RoomState) -> Result<(), WatchEnd> {
        self.send(state.version, Update::Room(room::to_room(&self.room, state, self.audience)), None).await
    }

    async fn send_event(&mut self, state: &RoomState, version: u64, event: &RoomEvent) -> Result<(), WatchEnd> {
        // A change has the table only after its last event.
        let table = (version == state.version).then(|| room::to_table(state));
        let event_seen = Update::Event(room::to_room_event(state, event, self.audience));
        self.send(version, event_seen, table).await
    }

    async fn send(&mut self, version: u64, update: Update, state: Option<TableState>) -> Result<(), WatchEnd> {
        self.seen = Some(version);
        let update = WatchRoomResponse { version: wire_count(version), update: Some(update), state };
        let within = Duration::from_millis(self.app.config.fixed.watcher_unread_ms);
        self.out.send_timeout(Box::new(Ok(update)), within).await.map_err(|error| match error {
            SendTimeoutError::Closed(_) => None,
            SendTimeoutError::Timeout(_) => {
                let message = format!("nothing was read for {} s", within.as_secs_f64());
                Some(Refusal::new(Reason::WATCHER_TOO_SLOW, message))
            }
        })
    }

    /// True if the whole room has to be shown in place of these events. One case is the last gift: it moves cards in hands that the
    /// audience sees. The other is a show against the rules, which does not count.
    fn needs_room<'a>(&self, state: &RoomState, events: impl IntoIterator<Item = &'a RoomEvent>) -> bool {
        let Some(hand) = state.hand.as_ref() else { return false };
        let last = hand.last_to_speak();
        let has_moved = self.audience != Audience::Public && hand.has_passed_on();
        let is_told_otherwise = |RoomEvent { entry, .. }: &RoomEvent| {
            entry.is_skipped_show() || (has_moved && entry.is_gift() && entry.chair() == Some(last))
        };
        events.into_iter().any(is_told_otherwise)
    }
}

pub(super) fn check_audience(state: &RoomState, audience: Audience) -> Result<(), Refusal> {
    match audience {
        Audience::Seat(chair) if state.people.bot(chair).is_none() => {
            let message = format!("no bot sits on the {chair} chair: there is no view of that seat");
            Err(Refusal::new(Reason::NOT_A_BOT, message).at("chair"))
        }
        _ => Ok(()),
    }
}
