//! Connections that have made no call yet that was let in. When every place is taken, the oldest of them goes for a new one: a caller
//! makes its first call within milliseconds, and is then no stranger. So a flood of connections that only answer pings keeps no
//! caller out.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

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

/// The connections, the oldest first, until they are known to be callers or closed.
#[derive(Default)]
pub(crate) struct Strangers(Mutex<VecDeque<Weak<Standing>>>);

impl Strangers {
    /// Enters a connection. `connections_max` is how many there may be.
    pub(crate) fn enter(&self, standing: &Arc<Standing>, connections_max: usize) {
        let mut strangers = self.0.lock().expect("no code panics while it holds the strangers");
        if strangers.len() >= 2 * connections_max {
            strangers.retain(|one| one.upgrade().is_some_and(|one| is_stranger(&one)));
        }
        strangers.push_back(Arc::downgrade(standing));
    }

    /// False if all connections are callers.
    pub(crate) fn has_any(&self) -> bool {
        self.oldest().is_some()
    }

    /// Ends the oldest, and says if there was one.
    pub(crate) fn end_oldest(&self) -> bool {
        let oldest = self.oldest();
        oldest.inspect(|oldest| oldest.ended.cancel()).is_some()
    }

    fn oldest(&self) -> Option<Arc<Standing>> {
        let mut strangers = self.0.lock().expect("no code panics while it holds the strangers");
        loop {
            match strangers.front()?.upgrade().filter(|one| is_stranger(one)) {
                Some(oldest) => return Some(oldest),
                None => strangers.pop_front(),
            };
        }
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
        let all: Vec<Arc<Standing>> = (0..4).map(|_| Arc::default()).collect();
        all.iter().for_each(|one| strangers.enter(one, 4));
        all[1].prove();
        let ended = || all.iter().map(|one| one.ended.is_cancelled()).collect::<Vec<_>>();
        assert!(strangers.end_oldest());
        assert_eq!(ended(), [true, false, false, false]);
        assert!(strangers.end_oldest());
        assert_eq!(ended(), [true, false, true, false]);
        assert!(strangers.end_oldest() && !strangers.end_oldest());
        assert_eq!(ended(), [true, false, true, true]);
    }

    #[test]
    fn those_who_are_gone_are_forgotten() {
        let strangers = Strangers::default();
        for _ in 0..1000 {
            strangers.enter(&Arc::default(), 4);
        }
        assert!(strangers.0.lock().unwrap().len() <= 8);
        assert!(!strangers.end_oldest());
    }
}
