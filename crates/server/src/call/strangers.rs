//! Connections of callers and of strangers. A connection is a stranger until a call on it was let in. When every place is taken, a new
//! connection replaces the oldest stranger: a caller makes its first call within milliseconds, and is then no stranger. So a flood of
//! connections that only answer pings keeps no caller out. And a caller leaves places to others: strangers, callers that have few
//! connections, and health probes, which never are callers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::time::Duration;

use game::refusal::Refusal;
use tokio_util::sync::CancellationToken;

use super::caller::{Caller, Limit, Using};

/// The places of a port: how many there are, those that callers hold, and the strangers on the others.
#[derive(Debug)]
pub struct Places {
    most: usize,
    of_callers: AtomicUsize,
    strangers: Mutex<OldestFirst>,
}

/// The connections by their number, the oldest first, until they are known to be callers or closed. Their tasks run in any order: the
/// number of an accepted connection tells its age.
type OldestFirst = BTreeMap<u64, Weak<Standing>>;

impl Places {
    /// Makes as many places as there may be connections.
    pub fn new(most: usize) -> Places {
        Places { most, of_callers: AtomicUsize::new(0), strangers: Mutex::default() }
    }

    /// Enters a connection as a stranger.
    pub(crate) fn enter(&self, number: u64, standing: &Arc<Standing>) {
        let mut strangers = self.strangers();
        if strangers.len() >= 2 * self.most {
            strangers.retain(|_, one| one.upgrade().is_some_and(|one| one.is_stranger()));
        }
        strangers.insert(number, Arc::downgrade(standing));
    }

    /// True if a connection is a stranger.
    pub(crate) fn has_strangers(&self) -> bool {
        oldest(&mut self.strangers()).is_some()
    }

    /// Ends the oldest stranger and enters another connection for it; false if there was none.
    pub(crate) fn replace_stranger(&self, number: u64, standing: &Arc<Standing>) -> bool {
        let mut strangers = self.strangers();
        let Some(oldest) = oldest(&mut strangers) else { return false };
        oldest.ended.cancel();
        strangers.insert(number, Arc::downgrade(standing));
        true
    }

    fn strangers(&self) -> MutexGuard<'_, OldestFirst> {
        self.strangers.lock().expect("no code panics while it holds the strangers")
    }
}

fn oldest(strangers: &mut OldestFirst) -> Option<Arc<Standing>> {
    loop {
        let first = strangers.first_entry()?;
        match first.get().upgrade().filter(|one| one.is_stranger()) {
            Some(oldest) => return Some(oldest),
            None => first.remove(),
        };
    }
}

/// The standing of one connection: that of a stranger, or of a caller. It stands in the extensions of each of its requests.
#[derive(Debug)]
pub struct Standing {
    places: Arc<Places>,
    /// The names in the certificate that the client has shown: its common name, DNS names and URIs.
    pub(crate) subjects: Vec<String>,
    /// The longest time that a stream lasts; `None` over HTTP/2, whose pings show that the caller is there.
    pub(crate) stream_max: Option<Duration>,
    /// The place of the caller that made the first call; empty for a stranger.
    caller: OnceLock<Using>,
    /// Calls under way that were let in.
    calls: AtomicUsize,
    refused: CancellationToken,
    ended: CancellationToken,
}

impl Standing {
    /// Makes the standing of a connection that has made no call.
    pub(crate) fn new(places: &Arc<Places>, subjects: Vec<String>, stream_max: Option<Duration>) -> Standing {
        Standing {
            places: Arc::clone(places),
            subjects,
            stream_max,
            caller: OnceLock::new(),
            calls: AtomicUsize::new(0),
            refused: CancellationToken::new(),
            ended: CancellationToken::new(),
        }
    }

    /// Lets a call of this caller in: the connection belongs to it from its first call on. Refuses if the caller has as many connections
    /// as it may have, or four times as many as are left to others.
    pub fn prove(&self, caller: &Arc<Caller>) -> Result<(), (Limit, Refusal)> {
        // Nearly every call comes on a connection that is known.
        if self.caller.get().is_none() {
            let taken = self.places.of_callers.fetch_add(1, Ordering::Relaxed);
            let begun = caller.begin_connection(self.places.most.saturating_sub(taken));
            // Of two first calls at a time one gives its place back.
            let is_kept = begun.map(|using| self.caller.set(using).is_ok());
            if !matches!(is_kept, Ok(true)) {
                self.places.of_callers.fetch_sub(1, Ordering::Relaxed);
            }
            is_kept?;
        }
        Ok(())
    }

    /// Notes that a call had no known token. A stranger has no reason to stay after that.
    pub fn refuse(&self) {
        if self.is_stranger() {
            self.refused.cancel();
        }
    }

    /// Waits until a stranger's call had no known token.
    pub(crate) async fn refused(&self) {
        self.refused.cancelled().await;
    }

    /// Counts a call under way, until [`Standing::end_call`].
    pub fn begin_call(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a call has ended.
    pub fn end_call(&self) {
        self.calls.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits until the connection has to make room.
    pub(crate) async fn made_room(&self) {
        self.ended.cancelled().await;
    }

    /// Waits until no call is under way at two checks in a row.
    pub(crate) async fn idle_for(&self, pause: Duration) {
        loop {
            let was_idle = self.is_idle();
            tokio::time::sleep(pause).await;
            if was_idle && self.is_idle() {
                return;
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.calls.load(Ordering::Relaxed) == 0
    }

    fn is_stranger(&self) -> bool {
        self.caller.get().is_none() && !self.ended.is_cancelled()
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        if self.caller.get().is_some() {
            self.places.of_callers.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::caller::{KnownCallers, Quota};

    fn caller(name: &str) -> Arc<Caller> {
        Arc::new(Caller::new(&mut KnownCallers::default(), name, name, Quota::default()))
    }

    fn connections<const N: usize>(most: usize) -> [Arc<Standing>; N] {
        let places = Arc::new(Places::new(most));
        std::array::from_fn(|_| Arc::new(Standing::new(&places, Vec::new(), None)))
    }

    #[test]
    fn the_oldest_stranger_goes_first_and_no_caller() {
        let all = connections::<6>(100);
        let places = &all[0].places;
        // The second is entered first.
        for number in [1, 0, 2, 3] {
            places.enter(number as u64, &all[number]);
        }
        let lobby = caller("lobby");
        all[1].prove(&lobby).unwrap();
        let ended = || all.iter().map(|one| one.ended.is_cancelled()).collect::<Vec<_>>();
        assert!(places.replace_stranger(4, &all[4]));
        assert_eq!(ended(), [true, false, false, false, false, false]);
        assert!(places.replace_stranger(5, &all[5]));
        assert_eq!(ended(), [true, false, true, false, false, false]);
        for one in [&all[3], &all[4], &all[5]] {
            one.prove(&lobby).unwrap();
        }
        let [new] = connections(100);
        assert!(!places.has_strangers() && !places.replace_stranger(6, &new));
        assert_eq!(ended(), [true, false, true, false, false, false]);
    }

    /// More newcomers than places come before any connection has closed: each makes room, even those that wait.
    #[test]
    fn newcomers_that_wait_make_room_for_later_ones() {
        let all = connections::<12>(4);
        let places = &all[0].places;
        (0..4).for_each(|number| places.enter(number as u64, &all[number]));
        (4..12).for_each(|number| assert!(places.replace_stranger(number as u64, &all[number]), "{number}"));
        assert!(all.iter().enumerate().all(|(number, one)| one.ended.is_cancelled() == (number < 8)));
    }

    #[test]
    fn those_who_are_gone_are_forgotten() {
        let places = Arc::new(Places::new(4));
        for number in 0..1000 {
            places.enter(number, &Arc::new(Standing::new(&places, Vec::new(), None)));
        }
        assert!(places.strangers().len() <= 8);
        assert!(!places.has_strangers());
    }

    #[test]
    fn a_caller_leaves_places_to_strangers_and_to_callers_with_few() {
        let (flood, other) = (caller("flood"), caller("other"));
        let all = connections::<100>(100);
        let held = all.iter().filter(|one| one.prove(&flood).is_ok()).count();
        assert_eq!(held, 80);
        let (limit, refusal) = all[99].prove(&flood).unwrap_err();
        assert_eq!((limit, refusal.reason()), (Limit::Connections, game::refusal::Reason::QUOTA_EXCEEDED));
        assert!(all[0].prove(&flood).is_ok(), "one that is known takes no second place");
        assert!(all[99].prove(&other).is_ok());
        drop(all);
        let [again] = connections(100);
        assert!(again.prove(&flood).is_ok());
    }
}
