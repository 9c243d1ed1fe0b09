//! Stores of rooms. A store knows bytes and revisions, not rooms; a room changes only by compare-and-set on its
//! revision, so that writers on any replica lose nothing.

pub mod kv;
pub mod memory;
pub mod redis;
pub mod codec;

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rules::Chair;

/// Returns the time since 1970. Clocks of replicas may differ: nothing that has to be exact is decided by it.
pub(in crate::room) fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The number of one state of one room. No two states ever stored under one name share a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Revision(pub u64);

/// A room as it was found.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The revision of its state.
    pub revision: Revision,
    /// The state.
    pub bytes: Arc<[u8]>,
}

/// The outcome of a compare-and-set.
#[derive(Clone, Debug)]
pub enum Swap {
    /// The new state is there.
    Written(Stored),
    /// Another state was there, or none, and still is.
    Found(Option<Stored>),
}

impl Swap {
    /// Returns the revision of the new state, if that is there.
    pub fn written(self) -> Option<Revision> {
        if let Swap::Written(stored) = self { Some(stored.revision) } else { None }
    }
}

/// A decision that was answered, kept beside its room: a retry gets the same one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// A digest of the `request_id` that opened the room.
    pub request_id: u64,
    /// The version at which the turn began.
    pub turn: u64,
    /// The chair on turn.
    pub chair: Chair,
    /// A digest of the question.
    pub question: u64,
    /// The answer, encoded.
    pub decision: Vec<u8>,
}

/// The number of bytes before a kept decision: they identify the question.
const MARK_BYTES: usize = 25;
/// The largest decision that is kept. A larger one is not kept, and a retry decides again.
pub const ANSWER_BYTES_MAX: usize = 1536;

impl Answer {
    /// True if both answer the same question.
    pub fn is_to_same(&self, other: &Answer) -> bool {
        let mark = |one: &Answer| (one.request_id, one.turn, one.chair, one.question);
        mark(self) == mark(other)
    }

    /// Returns its bytes in a store: the mark, then the decision.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MARK_BYTES + self.decision.len());
        bytes.extend(self.request_id.to_be_bytes());
        bytes.extend(self.turn.to_be_bytes());
        bytes.push(self.chair.index() as u8);
        bytes.extend(self.question.to_be_bytes());
        bytes.extend(&self.decision);
        bytes
    }

    /// Reads what [`Answer::to_bytes`] wrote; `None` for other bytes.
    fn of_bytes(bytes: &[u8]) -> Option<Answer> {
        let (request_id, rest) = bytes.split_first_chunk()?;
        let (turn, rest) = rest.split_first_chunk()?;
        let (&chair, rest) = rest.split_first()?;
        let (question, decision) = rest.split_first_chunk()?;
        Some(Answer {
            request_id: u64::from_be_bytes(*request_id),
            turn: u64::from_be_bytes(*turn),
            chair: *Chair::ALL.get(usize::from(chair))?,
            question: u64::from_be_bytes(*question),
            decision: decision.to_vec(),
        })
    }
}

/// The outcome of keeping an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It is kept.
    Written,
    /// Another answer to the same question is kept, and stays.
    Found(Answer),
    /// The room is at another revision, or is gone.
    Changed,
}

/// The reason why the store has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It does not answer, or not in time.
    #[error("the store of the rooms does not answer: {0}")]
    Down(String),
    /// It takes no more writes.
    #[error("the store of the rooms is full: {0}")]
    Full(String),
    /// It answers with something that no replica wrote.
    #[error("the store keeps something else under the room's name: {0}")]
    Unreadable(String),
}

/// The reason why a room is no longer there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// It was closed.
    Closed,
    /// Nothing happened in it for too long.
    Expired,
    /// The store was full and it was used least recently.
    Evicted,
}

/// A store of rooms, each with the answer to its last question. Every call on a room restarts its time-to-live.
#[tonic::async_trait]
pub trait Store: Send + Sync {
    /// Loads the room, if it is there.
    async fn load(&self, room: &str) -> Result<Option<Stored>, StoreError>;

    /// Puts `bytes` in the place of the state that is expected there (`None`: no room).
    async fn swap(&self, room: &str, expected: Option<Revision>, bytes: Vec<u8>) -> Result<Swap, StoreError>;

    /// Removes the room, and returns its last state.
    async fn delete(&self, room: &str) -> Result<Option<Stored>, StoreError>;

    /// Loads the answer that is kept beside the room.
    async fn answer(&self, _room: &str) -> Result<Option<Answer>, StoreError> {
        Ok(None)
    }

    /// Keeps an answer beside the room, which has to be at this revision, in place of the answer to another question.
    async fn keep(&self, _room: &str, _at: Revision, _answer: &Answer) -> Result<Kept, StoreError> {
        Ok(Kept::Written)
    }

    /// Counts the rooms, if that costs nothing.
    fn count(&self) -> Option<usize> {
        None
    }

    /// Drops rooms whose time is over, if the store does not do so itself.
    async fn tidy(&self) {}

    /// Returns the state that this process wrote last, if it is in memory, to save a load. Another replica may have written since.
    fn recent(&self, _room: &str) -> Option<Stored> {
        None
    }

    /// True if other replicas change the same rooms. Then watchers poll now and then.
    fn is_shared(&self) -> bool;

    /// Counts the store's servers that did not answer when last asked, and all its servers; `None` if it has none.
    fn nodes_down(&self) -> Option<(usize, usize)> {
        None
    }
}
