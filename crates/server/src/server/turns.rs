//! Turns at TLS handshakes. A step of one costs a stranger a few bytes and the server a part of a millisecond, so few are done at a time:
//! a flood leaves threads for the calls of callers. Addresses take turns, so that the many handshakes of one hold up none of another.
//! Of one address the newest step comes first: in a flood of more than can be done the oldest are given up soon, and time spent on
//! them is lost.

use std::collections::{HashMap, VecDeque};
use std::future::{Future, poll_fn};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;

use tokio::sync::oneshot;

use super::accept::HALF_OPEN_MAX;

/// The turns of a port.
#[derive(Clone)]
pub(super) struct Turns(Arc<Mutex<Queue>>);

struct Queue {
    free: usize,
    /// The addresses that wait, the next one first.
    order: VecDeque<IpAddr>,
    /// Those that wait, by address, the newest one last. No address has an empty list.
    waiting: HashMap<IpAddr, Vec<oneshot::Sender<Turn>>>,
}

/// The number of waiting steps of an address from which those whose connections have gone are removed. Fewer connections than that are
/// half open at a time.
const FORGETS_AT: usize = 2 * HALF_OPEN_MAX;

/// One step at work, until this is dropped.
struct Turn(Turns);

impl Turns {
    /// As many at a time as half of the processors, at least one.
    pub(super) fn new() -> Turns {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Turns::of(processors.div_ceil(2))
    }

    fn of(free: usize) -> Turns {
        Turns(Arc::new(Mutex::new(Queue { free, order: VecDeque::new(), waiting: HashMap::new() })))
    }

    /// Does `work`, each step of it at a turn of `address`. While it waits for its peer it has none.
    pub(super) async fn each_step<F: Future>(&self, address: IpAddr, work: F) -> F::Output {
        let mut work = pin!(work);
        loop {
            let turn = self.take(address).await;
            let step = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await;
            drop(turn);
            if let Poll::Ready(done) = step {
                return done;
            }
            woken().await;
        }
    }

    async fn take(&self, address: IpAddr) -> Turn {
        let granted = {
            let mut queue = self.lock();
            if queue.free > 0 {
                queue.free -= 1;
                return Turn(self.clone());
            }
            queue.enter(address)
        };
        granted.await.expect("a queue lasts as long as those who wait, and forgets only those who left")
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().expect("no code panics while it holds the turns")
    }
}

/// Ready once the task is woken again.
async fn woken() {
    let mut is_woken = false;
    poll_fn(|_| if std::mem::replace(&mut is_woken, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

impl Queue {
    fn enter(&mut self, address: IpAddr) -> oneshot::Receiver<Turn> {
        let (grant, granted) = oneshot::channel();
        let own = self.waiting.entry(address).or_default();
        if own.is_empty() {
            self.order.push_back(address);
        }
        if own.len() >= FORGETS_AT {
            own.retain(|grant| !grant.is_closed());
        }
        own.push(grant);
        granted
    }

    /// The newest of the next address that is still there; a place is free again if there is none.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some(address) = self.order.pop_front() {
            let Some(mut own) = self.waiting.remove(&address) else { continue };
            let next = std::iter::from_fn(|| own.pop()).find(|grant| !grant.is_closed());
            if !own.is_empty() {
                self.waiting.insert(address, own);
                self.order.push_back(address);
            }
            if next.is_some() {
                return next;
            }
        }
        self.free += 1;
        None
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = self.0.lock().next();
        if let Some(next) = next {
            // One that has just left gives the turn back, which hands it on.
            drop(next.send(Turn(self.0.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOD: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    #[tokio::test]
    async fn addresses_take_turns() {
        let turns = Turns::of(1);
        let first = turns.take(FLOOD).await;
        let [second, third, other] = [FLOOD, FLOOD, OTHER].map(|address| turns.lock().enter(address));
        drop(first);
        drop(third.await.expect("the newest one"));
        drop(other.await.expect("it does not wait for all of the flood"));
        drop(second.await.unwrap());
        assert_eq!(turns.lock().free, 1);
    }

    #[tokio::test]
    async fn those_who_leave_are_passed_over() {
        let turns = Turns::of(1);
        let first = turns.take(FLOOD).await;
        let [last, gone] = [FLOOD, FLOOD].map(|address| turns.lock().enter(address));
        drop(gone);
        drop(first);
        // Granted and left at the same moment.
        drop(last);
        assert_eq!(turns.lock().free, 1);
        let queue = turns.lock();
        assert!(queue.order.is_empty() && queue.waiting.is_empty());
    }

    #[tokio::test]
    async fn a_flood_of_those_who_leave_is_forgotten() {
        let turns = Turns::of(1);
        let first = turns.take(FLOOD).await;
        for _ in 0..10 * FORGETS_AT {
            drop(turns.lock().enter(FLOOD));
        }
        assert!(turns.lock().waiting[&FLOOD].len() <= FORGETS_AT);
        drop(first);
        assert_eq!(turns.lock().free, 1);
    }

    #[tokio::test]
    async fn work_that_waits_has_no_turn() {
        let turns = Turns::of(1);
        let (told, ear) = oneshot::channel();
        let silent = turns.each_step(FLOOD, ear);
        let other = async {
            turns.each_step(OTHER, async {}).await;
            told.send(7).unwrap();
        };
        let (heard, ()) = tokio::join!(silent, other);
        assert_eq!((heard, turns.lock().free), (Ok(7), 1));
    }
}
