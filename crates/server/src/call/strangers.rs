//! Connections that have made no call yet that was let in. When every place is taken, the oldest of them goes for a new one: a caller
//! makes its first call within milliseconds, and is then no stranger. So a flood of connections that only answer pings keeps no
//! caller out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use tokio_util::sync::CancellationToken;

/// The knowledge of one connection.
#[derive(Default, Debug)]
pub struct Standing {
    is_known: AtomicBool,
    ended: CancellationToken,
}

impl Standing {
    /// A call on it was let in.
    pub fn prove(&self) {
        // Nearly every call comes on a connection that is known: those only read.
        if !self.is_known.load(Ordering::Relaxed) {
            self.is_known.store(true, Ordering::Relaxed);
        }
    }

    /// Cancelled when the connection has to make room.
    pub(crate) fn ended(&self) -> CancellationToken {
        self.ended.clone()
    }
}

/// The connections by their number, the oldest first, until they are known to be callers or closed. Their tasks run in any order: the
/// number of an accepted connection tells its age.
#[derive(Default)]
pub(crate) struct Strangers(Mutex<ByAge>);

type ByAge = BTreeMap<u64, Weak<Standing>>;

impl Strangers {
    /// Enters a connection. `connections_max` is how many there may be.
    pub(crate) fn enter(&self, number: u64, standing: &Arc<Standing>, connections_max: usize) {
        let mut strangers = self.lock();
        if strangers.len() >= 2 * connections_max {
            strangers.retain(|_, one| one.upgrade().is_some_and(|one| is_stranger(&one)));
        }
        strangers.insert(number, Arc::downgrade(standing));
    }

    /// False if all connections are callers.
    pub(crate) fn has_any(&self) -> bool {
        oldest(&mut self.lock()).is_some()
    }

    /// Ends the oldest and enters another for it; false if there was none.
    pub(crate) fn replace_oldest(&self, number: u64, standing: &Arc<Standing>) -> bool {
        let mut strangers = self.lock();
        let Some(oldest) = oldest(&mut strangers) else { return false };
        oldest.ended.cancel();
        strangers.insert(number, Arc::downgrade(standing));
        true
    }

    fn lock(&self) -> MutexGuard<'_, ByAge> {
        self.0.lock().expect("no code panics while it holds the strangers")
    }
}

fn oldest(strangers: &mut ByAge) -> Option<Arc<Standing>> {
    loop {
        let first = strangers.first_entry()?;
        match first.get().upgrade().filter(|one| is_stranger(one)) {
            Some(oldest) => return Some(oldest),
            None => first.remove(),
        };
    }
}

fn is_stranger(standing: &Standing) -> bool {
    !standing.is_known.load(Ordering::Relaxed) && !standing.ended.is_cancelled()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_stranger_goes_first_and_no_caller() {
        let strangers = Strangers::default();
        let all: Vec<Arc<Standing>> = (0..6).map(|_| Arc::default()).collect();
        // The second is entered first.
        for number in [1, 0, 2, 3] {
            strangers.enter(number as u64, &all[number], 4);
        }
        all[1].prove();
        let ended = || all.iter().map(|one| one.ended.is_cancelled()).collect::<Vec<_>>();
        assert!(strangers.replace_oldest(4, &all[4]));
        assert_eq!(ended(), [true, false, false, false, false, false]);
        assert!(strangers.replace_oldest(5, &all[5]));
        assert_eq!(ended(), [true, false, true, false, false, false]);
        for one in [&all[3], &all[4], &all[5]] {
            one.prove();
        }
        assert!(!strangers.has_any() && !strangers.replace_oldest(6, &Arc::default()));
        assert_eq!(ended(), [true, false, true, false, false, false]);
    }

    /// More newcomers than places come before anybody has hung up: each makes room, those that wait too.
    #[test]
    fn newcomers_that_wait_make_room_for_later_ones() {
        let strangers = Strangers::default();
        let all: Vec<Arc<Standing>> = (0..12).map(|_| Arc::default()).collect();
        (0..4).for_each(|number| strangers.enter(number as u64, &all[number], 4));
        (4..12).for_each(|number| assert!(strangers.replace_oldest(number as u64, &all[number]), "{number}"));
        assert!(all.iter().enumerate().all(|(number, one)| one.ended.is_cancelled() == (number < 8)));
    }

    #[test]
    fn those_who_are_gone_are_forgotten() {
        let strangers = Strangers::default();
        for number in 0..1000 {
            strangers.enter(number, &Arc::default(), 4);
        }
        assert!(strangers.0.lock().unwrap().len() <= 8);
        assert!(!strangers.has_any());
    }
}
