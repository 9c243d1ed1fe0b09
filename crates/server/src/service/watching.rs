//! The stream of WatchRoom: what an audience may see of a room, from a version on, as it happens.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use wire::v1::watch_room_response::Update as Shown;
use wire::v1::*;

use super::Answers;
use super::rooms::{check_audience, deps};
use crate::convert::names;
use crate::convert::outbound::count;
use crate::convert::room_out::{self, Audience};
use crate::error::{Reason, Refusal};
use crate::room::RoomState;
use crate::room::event::RoomEvent;
use crate::room::watch::{Change, Decided, Update, Watching};
use crate::state::App;

/// So often a watcher looks for itself at a room that other replicas may change.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Updates between the watcher and its connection. Beyond them its own queue fills, which has a configured limit.
const AHEAD: usize = 1;

/// Watches a room. Refused at once when there is no such room, or no bot on the chair.
pub(super) async fn watch(
    app: &Arc<App>,
    room: &str,
    audience: Audience,
    after: Option<u64>,
) -> Result<Answers<WatchRoomResponse>, Refusal> {
    // Watches before it looks, so that nothing falls between.
    let updates = app.rooms.watch(room)?;
    let state = app.rooms.load(deps(app), room).await?;
    check_audience(&state, audience)?;
    let (out, stream) = mpsc::channel(AHEAD);
    let watcher = Watcher { app: Arc::clone(app), room: room.to_owned(), audience, seen: after, out };
    tokio::spawn(watcher.run(state, updates));
    Ok(Box::pin(ReceiverStream::new(stream)))
}

struct Watcher {
    app: Arc<App>,
    room: String,
    audience: Audience,
    /// The last version that was shown; `None` before the first.
    seen: Option<u64>,
    out: mpsc::Sender<Result<WatchRoomResponse, Status>>,
}

/// Why a watcher stops.
enum Stop {
    /// The client went away.
    Left,
    /// The room is gone, and the watcher was told so.
    Done,
    /// The stream ends with an error.
    Refused(Refusal),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(refusal)
    }
}

impl Watcher {
    async fn run(mut self, state: RoomState, updates: Watching) {
        if let Err(Stop::Refused(refusal)) = self.follow(state, updates).await {
            let _ = self.out.send(Err(refusal.into())).await;
        }
    }

    async fn follow(&mut self, state: RoomState, mut updates: Watching) -> Result<(), Stop> {
        self.catch_up(&state).await?;
        let mut look = tokio::time::interval(LOOK_EVERY);
        let is_shared = self.app.rooms.is_shared();
        loop {
            tokio::select! {
                update = updates.next() => match update? {
                    Update::Changed(change) => self.changed(&change).await?,
                    Update::Decided(decided) => self.decided(&decided).await?,
                    Update::Gone(gone) => return self.gone(gone.word()).await,
                },
                _ = look.tick(), if is_shared => self.look().await?,
                () = self.out.closed() => return Err(Stop::Left),
            }
        }
    }

    /// Shows what happened since the last version that was seen, or the room as it is.
    async fn catch_up(&mut self, state: &RoomState) -> Result<(), Stop> {
        match self.seen.and_then(|seen| state.since(seen)) {
            Some(events) => {
                for (version, event) in events {
                    self.show_event(state, version, &event).await?;
                }
            }
            None if self.seen.is_some_and(|seen| seen > state.version) => {
                let message = format!("the room is at version {}", state.version);
                return Err(Refusal::new(Reason::VERSION_MISMATCH, message)
                    .at("after_version")
                    .with("version", state.version)
                    .into());
            }
            None => {
                let room = room_out::room(&self.room, state, self.audience);
                self.show(state.version, Shown::Room(room)).await?;
            }
        }
        // The turn's decision may have been made before the watcher came.
        if let Some(cached) = state.cached.as_ref().filter(|one| one.version == state.version)
            && let Ok(decision) = prost::Message::decode(&*cached.decision)
        {
            self.decided(&Decided { version: cached.version, chair: cached.chair, decision }).await?;
        }
        Ok(())
    }

    async fn changed(&mut self, change: &Change) -> Result<(), Stop> {
        let seen = self.seen.unwrap_or(0);
        if change.state.version <= seen {
            return Ok(());
        }
        match &change.events {
            Some(events) if change.before <= seen => {
                for (version, event) in (change.before + 1..).zip(events).filter(|(version, _)| *version > seen) {
                    self.show_event(&change.state, version, event).await?;
                }
                Ok(())
            }
            // Out of order, or the hand was rebuilt.
            Some(_) => self.look().await,
            None => {
                let room = room_out::room(&self.room, &change.state, self.audience);
                self.show(change.state.version, Shown::Room(room)).await
            }
        }
    }

    /// Looks at the room itself.
    async fn look(&mut self) -> Result<(), Stop> {
        match self.app.rooms.load(deps(&self.app), &self.room).await {
            Ok(state) if Some(state.version) > self.seen => self.catch_up(&state).await,
            Ok(_) => Ok(()),
            Err(refusal) if refusal.reason() == Reason::ROOM_NOT_FOUND => self.gone("closed").await,
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Bots' thoughts are shown to themselves and to the operator; to the table only what they do, as events.
    async fn decided(&mut self, decided: &Decided) -> Result<(), Stop> {
        let decision = match self.audience {
            Audience::Operator => decided.decision.clone(),
            Audience::Seat(chair) if chair == decided.chair => Decision { trace: None, ..decided.decision.clone() },
            Audience::Seat(_) | Audience::Public => return Ok(()),
        };
        let update = BotDecision { chair: names::to_chair(decided.chair) as i32, decision: Some(decision) };
        let version = self.seen.unwrap_or(0).max(decided.version);
        self.show(version, Shown::Decision(update)).await
    }

    async fn gone(&mut self, reason: &str) -> Result<(), Stop> {
        let version = self.seen.unwrap_or(0);
        self.show(version, Shown::Closed(RoomClosed { reason: reason.to_owned() })).await?;
        Err(Stop::Done)
    }

    async fn show_event(&mut self, state: &RoomState, version: u64, event: &RoomEvent) -> Result<(), Stop> {
        let event = room_out::room_event(state, event, self.audience);
        self.show(version, Shown::Event(event)).await
    }

    async fn show(&mut self, version: u64, update: Shown) -> Result<(), Stop> {
        self.seen = Some(version);
        let response = WatchRoomResponse { version: count(version), update: Some(update) };
        self.out.send(Ok(response)).await.map_err(|_| Stop::Left)
    }
}
