//! The store's interface for its users. Every answer is timed and counted. [`Kv::update`] alone changes a value: it reads, computes and
//! compare-and-sets, and tries again if another writer was faster. No lock is held meanwhile, so no value waits for another, and any
//! replica may change it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};

use super::{Answer, Kept, Revision, Store, StoreError, Stored, Swap};
use crate::observe::metrics::{Metrics, StoreFault, StoreOp};

/// The number of attempts before the caller is asked to retry. An attempt fails only because another writer of the same value succeeded,
/// so all fail only under as many concurrent writes.
const ATTEMPTS_MAX: usize = 1000;

/// A store and the metrics of its answers.
pub struct Kv {
    store: Box<dyn Store>,
    metrics: Arc<Metrics>,
}

/// The value that the first attempt of an update is computed from.
pub enum First {
    /// None: the key is new, or a conflict returns the value that is there.
    Absent,
    /// The value that this process wrote last, if it is in memory; else a loaded one.
    Recent,
    /// A value that was loaded for this update.
    Loaded(Stored),
}

/// The outcome of a step on a value: its next bytes, if it changes, and an answer.
pub type Next<T> = Result<(Option<Vec<u8>>, T), Refusal>;

impl Kv {
    /// Makes a store that records its answers in metrics.
    pub fn new(store: impl Store + 'static, metrics: &Arc<Metrics>) -> Kv {
        Kv { store: Box::new(store), metrics: Arc::clone(metrics) }
    }

    /// Loads the value of a key.
    pub async fn load(&self, key: &str) -> Result<Option<Stored>, Refusal> {
        self.timed(StoreOp::Read, self.store.load(key)).await
    }

    /// Returns the value that this process wrote last, if it is in memory. Another replica may have written since.
    pub fn recent(&self, key: &str) -> Option<Stored> {
        self.store.recent(key)
    }

    /// Changes a value by `step`, which runs again if the store had another value. Returns the value after it, and the answer.
    pub async fn update<T>(
        &self,
        key: &str,
        first: First,
        mut step: impl FnMut(Option<&Stored>) -> Next<T>,
    ) -> Result<(Option<Stored>, T), Refusal> {
        let (mut found, mut is_read) = match first {
            First::Absent => (None, false),
            First::Loaded(stored) => (Some(stored), true),
            First::Recent => match self.recent(key) {
                Some(stored) => (Some(stored), false),
                None => (self.load(key).await?, true),
            },
        };
        for _ in 0..ATTEMPTS_MAX {
            let stepped = step(found.as_ref());
            if !is_read && !matches!(stepped, Ok((Some(_), _))) {
                // Only a write proves that the value was still there.
                (found, is_read) = (self.load(key).await?, true);
                continue;
            }
            let (next, answer) = stepped?;
            let Some(next) = next else { return Ok((found, answer)) };
            let (op, expected) = match &found {
                Some(found) => (StoreOp::Write, Some(found.revision)),
                None => (StoreOp::Open, None),
            };
            match self.timed(op, self.store.swap(key, expected, next)).await? {
                Swap::Written(stored) => return Ok((Some(stored), answer)),
                Swap::Found(now) => found = now,
            }
            if is_read {
                self.metrics.store_failed(op, StoreFault::Conflict);
            }
            is_read = true;
            tokio::task::yield_now().await;
        }
        let message = "too many change this at the same moment";
        Err(Refusal::new(Reason::OVERLOADED, message).retry_after(Duration::from_millis(20)))
    }

    /// Loads the value of a key, and the answer that is kept beside it.
    pub async fn load_with_answer(&self, key: &str) -> Result<(Option<Stored>, Option<Answer>), Refusal> {
        let both = async { tokio::try_join!(self.store.load(key), self.store.answer(key)) };
        self.timed(StoreOp::Read, both).await
    }

    /// Loads the answer that is kept beside a key's value.
    pub async fn answer(&self, key: &str) -> Result<Option<Answer>, Refusal> {
        self.timed(StoreOp::Read, self.store.answer(key)).await
    }

    /// Keeps an answer beside a value that has to be at this revision.
    pub async fn keep(&self, key: &str, at: Revision, answer: &Answer) -> Result<Kept, Refusal> {
        self.timed(StoreOp::Write, self.store.keep(key, at, answer)).await
    }

    /// Removes a value, and returns it.
    pub async fn delete(&self, op: StoreOp, key: &str) -> Result<Option<Stored>, Refusal> {
        self.timed(op, self.store.delete(key)).await
    }

    /// Counts the values, if that costs nothing.
    pub fn count(&self) -> Option<usize> {
        self.store.count()
    }

    /// Drops values whose time is over.
    pub async fn tidy(&self) {
        self.store.tidy().await;
    }

    /// True if other replicas change the same values.
    pub fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    /// Waits for the answer of the store, or of another one on the same servers, and records the time that it took.
    pub async fn timed<T>(
        &self,
        op: StoreOp,
        answer: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, Refusal> {
        let begin = Instant::now();
        let answer = answer.await;
        let is_answered = !matches!(answer, Err(StoreError::Down(_)));
        // A cluster with one node down is not down.
        let nodes_down = self.store.nodes_down().unwrap_or((usize::from(!is_answered), 1));
        self.metrics.stored(op, begin.elapsed(), is_answered, nodes_down);
        if matches!(answer, Err(StoreError::Full(_))) {
            self.metrics.store_failed(op, StoreFault::Full);
        }
        answer.map_err(|error| match error {
            StoreError::Down(_) | StoreError::Full(_) => down(&error),
            StoreError::Unreadable(_) => unreadable(&error),
        })
    }
}

fn down(error: &StoreError) -> Refusal {
    // The words of Redis and of the system are in the log: they name addresses, which callers must not learn.
    let message = match error {
        StoreError::Full(_) => "the store of the rooms takes no writes",
        _ => "the store of the rooms does not answer",
    };
    Refusal::new(Reason::STORE_UNAVAILABLE, message).retry_after(Duration::from_millis(200))
}

/// Makes the refusal of a value that no replica of this release wrote.
pub fn unreadable(error: &impl std::error::Error) -> Refusal {
    Refusal::new(Reason::ROOM_UNREADABLE, error.to_string()).at("room_id")
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::memory::Memory;
    use super::*;

    /// A store in which another writer was faster, with an old value in this process's memory.
    struct Behind {
        store: Memory,
        recent: Arc<Mutex<Option<Stored>>>,
    }

    #[tonic::async_trait]
    impl Store for Behind {
        async fn load(&self, key: &str) -> Result<Option<Stored>, StoreError> {
            self.store.load(key).await
        }

        async fn swap(&self, key: &str, expected: Option<Revision>, bytes: Vec<u8>) -> Result<Swap, StoreError> {
            self.store.swap(key, expected, bytes).await
        }

        async fn delete(&self, key: &str) -> Result<Option<Stored>, StoreError> {
            self.store.delete(key).await
        }

        fn recent(&self, _key: &str) -> Option<Stored> {
            self.recent.lock().unwrap().take()
        }

        fn is_shared(&self) -> bool {
            true
        }
    }

    #[test]
    fn callers_learn_nothing_of_the_store_s_address() {
        let told = "127.0.0.1:6379: Connection refused (os error 111)";
        let said = |error: &StoreError| down(error).message().to_owned();
        assert_eq!(said(&StoreError::Down(told.to_owned())), "the store of the rooms does not answer");
        assert_eq!(said(&StoreError::Full(told.to_owned())), "the store of the rooms takes no writes");
    }

    #[tokio::test]
    async fn an_old_value_at_hand_neither_refuses_nor_answers() {
        let store = Memory::new(9, Duration::from_secs(60), Box::new(|_, _| {}));
        store.swap("a", None, vec![1]).await.unwrap();
        let old = store.load("a").await.unwrap().unwrap();
        store.swap("a", Some(old.revision), vec![2]).await.unwrap();
        let recent = Arc::new(Mutex::default());
        let kv = Kv::new(Behind { store, recent: Arc::clone(&recent) }, &Arc::default());
        for (written, refused) in [(true, false), (false, false), (false, true)] {
            let mut seen = Vec::new();
            let step = |found: Option<&Stored>| {
                let value = found.unwrap().bytes[0];
                seen.push(value);
                match (value, refused) {
                    (1, true) => Err(Refusal::missing("old")),
                    _ => Ok((written.then(|| vec![value]), value)),
                }
            };
            *recent.lock().unwrap() = Some(old.clone());
            let (_, answer) = kv.update("a", First::Recent, step).await.unwrap();
            assert_eq!((answer, seen), (2, vec![1, 2]));
        }
    }
}
