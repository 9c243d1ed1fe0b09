//! Stores of rooms and of players' records. A store knows bytes and revisions; a value changes only by compare-and-set on its revision, so that
//! writers on any replica lose nothing. [`Kv`] is the interface for users: it times and counts the answers. [`Kv::update`] computes the next value
//! and compares-and-sets, and tries again if another writer was faster. No lock is held meanwhile.
//!
//! An answer to a turn is kept apart from the room. The write that ends a turn closes it for late answers.

pub mod memory;
pub mod redis;
pub mod codec;

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};
use rules::Chair;

use crate::observe::metrics::{Metrics, StoreFault, StoreOp};

/// The number of one state of a value; other states under its key have others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Revision(pub u64);

/// A value in a store.
#[derive(Clone, Debug)]
pub struct StoredValue {
    /// The revision of its state.
    pub revision: Revision,
    /// The state.
    pub bytes: Arc<[u8]>,
}

/// The outcome of a compare-and-set: the revision of the new state, or the value that is there instead, if there is one.
pub type SwapOutcome = Result<Revision, Option<StoredValue>>;

/// A turn of a room. No two turns of rooms of one name are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnId {
    /// The random number of the room's opening.
    pub opening: u64,
    /// The version at which the turn began.
    pub version: u64,
}

/// The next state of a value.
#[derive(Clone, Debug)]
pub struct Write {
    /// The state.
    pub bytes: Arc<[u8]>,
    /// The turn that ends with this write: late answers to it are not kept.
    pub ends: Option<TurnId>,
}

impl From<Vec<u8>> for Write {
    fn from(bytes: Vec<u8>) -> Write {
        Write { bytes: bytes.into(), ends: None }
    }
}

/// A decision as it is kept for a retry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The version at which the turn began.
    pub turn: u64,
    /// The chair that was asked. While cards are passed on, several may be asked at one turn.
    pub chair: Chair,
    /// A digest of the legal plays that came with the question; 0 without a list.
    pub question: u64,
    /// The answer, encoded.
    pub decision: Vec<u8>,
}

/// The largest decision that is kept, in bytes. A retry of a larger one decides again.
pub const ANSWER_BYTES_MAX: usize = 1536;

/// Returns the bytes of an answer that name the chair and the question.
pub(in crate::room) fn question_bytes(answer: &[u8]) -> &[u8] {
    &answer[..answer.len().min(9)]
}

impl Answer {
    /// Returns its bytes in a store: the chair, the question and the decision.
    pub fn to_bytes(&self) -> Vec<u8> {
        [&[self.chair.index() as u8][..], &self.question.to_be_bytes(), &self.decision].concat()
    }

    /// Reads the bytes of [`Answer::to_bytes`]; `None` if they are too short, or name no chair.
    pub fn from_bytes(turn: u64, bytes: &[u8]) -> Option<Answer> {
        let (&chair, rest) = bytes.split_first()?;
        let (question, decision) = rest.split_first_chunk()?;
        let chair = *Chair::ALL.get(usize::from(chair))?;
        Some(Answer { turn, chair, question: u64::from_be_bytes(*question), decision: decision.to_vec() })
    }
}

/// The reason why the store gives no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It gives no usable answer in time.
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
pub enum RoomEnd {
    /// It was closed, or is gone from a shared store.
    Closed,
    /// No call used it for too long.
    Expired,
    /// The store was full and it was used least recently.
    Evicted,
}

/// A store of values, and of the answers to turns of rooms. A load or change restarts a value's time-to-live, unless Redis is full.
#[tonic::async_trait]
pub trait Store: Send + Sync {
    /// Loads the value, if it is there.
    async fn load(&self, key: &str) -> Result<Option<StoredValue>, StoreError>;

    /// Writes the next state if the expected one is there; `None` expects no value.
    async fn swap(&self, key: &str, expected: Option<Revision>, next: Write) -> Result<SwapOutcome, StoreError>;

    /// Removes the value, and returns its last state.
    async fn delete(&self, key: &str) -> Result<Option<StoredValue>, StoreError>;

    /// Loads an answer to a turn of a room. An empty one means that the turn is over.
    async fn load_answer(&self, room: &str, turn: TurnId) -> Result<Option<Vec<u8>>, StoreError>;

    /// Keeps an answer to a turn of a room. If there is one to the same question, that stays and is returned. An empty one means that the
    /// turn is over.
    async fn add_answer(&self, room: &str, turn: TurnId, answer: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Notes that the room of a turn is gone: late answers to it are not kept.
    async fn end_turn(&self, _room: &str, _turn: TurnId) -> Result<(), StoreError> {
        Ok(())
    }

    /// Counts the values, if that costs nothing.
    fn count(&self) -> Option<usize> {
        None
    }

    /// Drops values whose time is over, if the store does not do so itself. A store on servers asks them whether they answer.
    async fn tidy(&self) {}

    /// True if other replicas may change the same values.
    fn is_shared(&self) -> bool;

    /// Counts the store's servers that did not answer when last asked, and all its servers; `None` if it has none.
    fn nodes_down(&self) -> Option<(usize, usize)> {
        None
    }
}

/// The number of attempts before the caller is asked to retry. Most failed attempts mean that another writer of the value succeeded.
const ATTEMPTS_MAX: usize = 1000;

/// A store and the metrics of its answers.
pub struct Kv {
    /// The store. Its answers are waited for by [`Kv::measure`].
    pub(in crate::room) store: Box<dyn Store>,
    pub(in crate::room) metrics: Arc<Metrics>,
}

/// The outcome of a step on a value: its next state, if it changes, and an answer.
pub type ValueStep<T> = Result<(Option<Write>, T), Refusal>;

impl Kv {
    /// Makes a store that records its answers in metrics.
    pub fn new(store: impl Store + 'static, metrics: &Arc<Metrics>) -> Kv {
        Kv { store: Box::new(store), metrics: Arc::clone(metrics) }
    }

    /// Loads the value of a key, if there is one.
    pub async fn load(&self, key: &str) -> Result<Option<StoredValue>, Refusal> {
        self.measure(StoreOp::Read, self.store.load(key)).await
    }

    /// Changes a value by `step`, which may run again. The first attempt is computed from `found`. If `is_read` is false, another replica may have
    /// written since, and only a write proves that `found` is current. Returns the value after the change, and the answer.
    pub async fn update<T>(
        &self,
        key: &str,
        mut found: Option<StoredValue>,
        mut is_read: bool,
        mut step: impl FnMut(Option<&StoredValue>) -> ValueStep<T>,
    ) -> Result<(Option<StoredValue>, T), Refusal> {
        for _ in 0..ATTEMPTS_MAX {
            let stepped = step(found.as_ref());
            if !is_read && !matches!(stepped, Ok((Some(_), _))) {
                (found, is_read) = (self.load(key).await?, true);
                continue;
            }
            let (next, answer) = stepped?;
            let Some(next) = next else { return Ok((found, answer)) };
            let bytes = Arc::clone(&next.bytes);
            let (op, expected) = match &found {
                Some(found) => (StoreOp::Write, Some(found.revision)),
                None => (StoreOp::Open, None),
            };
            match self.measure(op, self.store.swap(key, expected, next)).await? {
                Ok(revision) => return Ok((Some(StoredValue { revision, bytes }), answer)),
                Err(now) => found = now,
            }
            if is_read {
                self.metrics.store_errors.at(op as usize, StoreFault::Conflict as usize).increment(1);
            }
            is_read = true;
            tokio::task::yield_now().await;
        }
        let message = "too many change this at the same moment";
        Err(Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_millis(20)))
    }

    /// Waits for the answer of this store or another, and records the time that it took.
    pub async fn measure<T>(
        &self,
        op: StoreOp,
        answer: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, Refusal> {
        let begin = Instant::now();
        let answer = answer.await;
        self.metrics.store_seconds.at(op as usize, 0).record(begin.elapsed().as_secs_f64());
        // The words of Redis and of the system may name addresses, which callers must not learn.
        let (fault, message) = match answer {
            Ok(answer) => return Ok(answer),
            Err(StoreError::Down(_)) => (StoreFault::Unanswered, "the store of the rooms does not answer"),
            Err(StoreError::Full(_)) => (StoreFault::Full, "the store of the rooms takes no writes"),
            Err(error @ StoreError::Unreadable(_)) => return Err(room_unreadable(&error)),
        };
        self.metrics.store_errors.at(op as usize, fault as usize).increment(1);
        Err(Refusal::new(Reason::STORE_UNAVAILABLE, message).retry_after(Duration::from_millis(200)))
    }
}

/// Makes the refusal of a value that this release cannot read.
pub fn room_unreadable(error: &impl std::error::Error) -> Refusal {
    Refusal::new(Reason::ROOM_UNREADABLE, error.to_string()).at("room_id")
}

#[cfg(test)]
mod tests {
    use super::memory::MemoryStore;
    use super::*;

    #[tokio::test]
    async fn a_step_on_an_old_value_is_repeated_on_the_current_one() {
        let store = MemoryStore::new(9, Duration::from_secs(60), Box::new(|_, _| {}));
        store.swap("a", None, vec![1].into()).await.unwrap().unwrap();
        let old = store.load("a").await.unwrap().unwrap();
        store.swap("a", Some(old.revision), vec![2].into()).await.unwrap().unwrap();
        let kv = Kv::new(store, &Arc::default());
        for (written, refused) in [(true, false), (false, false), (false, true)] {
            let mut seen = Vec::new();
            let step = |found: Option<&StoredValue>| {
                let value = found.unwrap().bytes[0];
                seen.push(value);
                match (value, refused) {
                    (1, true) => Err(Refusal::missing("old")),
                    _ => Ok((written.then(|| vec![value].into()), value)),
                }
            };
            let (_, answer) = kv.update("a", Some(old.clone()), false, step).await.unwrap();
            assert_eq!((answer, seen), (2, vec![1, 2]));
        }
    }
}
