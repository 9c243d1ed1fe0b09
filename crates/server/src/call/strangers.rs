//! Connections that have made no call yet that was let in. When every place is taken, one of them goes for a new one: the oldest of the
//! address that has the most. A caller makes its first call within milliseconds, and is then no stranger. So a flood of connections
//! that only answer pings keeps no caller out.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use tokio_util::sync::CancellationToken;

/// The knowledge of one connection.
#[derive(Debug)]
pub struct Standing {
    address: IpAddr,
    is_known: AtomicBool,
    ended: CancellationToken,
}

/// The address of a caller; one household or machine has all the addresses of an IPv6 network of 64 bits.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

/// The number of connections among which one is chosen to go. It has a limit, so that a flood costs little; a caller is no stranger for
/// long, so that one among the oldest has many strangers beside it.
const LOOKED_AT: usize = 256;

/// The address that has the most connections among the oldest; of two with as many, the one with the oldest. Its oldest ones make room.
/// Behind a balancer all have one address, and the oldest of all make room.
pub(crate) fn crowd(addresses: impl Iterator<Item = IpAddr>) -> Option<IpAddr> {
    let mut of_address: HashMap<IpAddr, (usize, usize)> = HashMap::new();
    for (place, address) in addresses.take(LOOKED_AT).enumerate() {
        of_address.entry(address).or_insert((0, place)).0 += 1;
    }
    let most = of_address.into_iter().max_by_key(|&(_, (count, oldest))| (count, std::cmp::Reverse(oldest)));
    most.map(|(address, _)| address)
}

impl Standing {
    /// A connection from this address that has made no call.
    pub(crate) fn new(address: IpAddr) -> Standing {
        Standing { address: network(address), is_known: AtomicBool::new(false), ended: CancellationToken::new() }
    }

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

    /// Ends one, the oldest of the address that has the most, and enters another for it; false if there was none.
    pub(crate) fn replace_one(&self, number: u64, standing: &Arc<Standing>) -> bool {
        let mut strangers = self.lock();
        // Those who are gone are forgotten, so that the oldest are strangers.
        let looked_at: Vec<(u64, Option<Arc<Standing>>)> = strangers
            .iter()
            .take(LOOKED_AT)
            .map(|(&number, one)| (number, one.upgrade().filter(|one| is_stranger(one))))
            .collect();
        looked_at.iter().filter(|(_, one)| one.is_none()).for_each(|(number, _)| drop(strangers.remove(number)));
        let present: Vec<Arc<Standing>> = looked_at.into_iter().filter_map(|(_, one)| one).collect();
        let crowd = crowd(present.iter().map(|one| one.address));
        let chosen = present.into_iter().find(|one| Some(one.address) == crowd).or_else(|| oldest(&mut strangers));
        let Some(chosen) = chosen else { return false };
        chosen.ended.cancel();
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

    fn from(address: [u8; 4]) -> Arc<Standing> {
        Arc::new(Standing::new(address.into()))
    }

    #[test]
    fn the_address_with_the_most_strangers_makes_room() {
        let strangers = Strangers::default();
        let (flood, one, other) = ([10, 0, 0, 1], from([10, 0, 0, 2]), from([10, 0, 0, 3]));
        let all: Vec<Arc<Standing>> = [Arc::clone(&one)].into_iter().chain((0..3).map(|_| from(flood))).collect();
        (0..4).for_each(|number| strangers.enter(number as u64, &all[number], 4));
        assert!(strangers.replace_one(4, &other) && strangers.replace_one(5, &from(flood)));
        let ended: Vec<bool> = all.iter().map(|one| one.ended.is_cancelled()).collect();
        assert_eq!((ended, other.ended.is_cancelled()), (vec![false, true, true, false], false));
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let read = |text: &str| network(text.parse().unwrap());
        assert_eq!(read("2001:db8:1:2:3:4:5:6"), read("2001:db8:1:2:ffff::"));
        assert_ne!(read("2001:db8:1:2::"), read("2001:db8:1:3::"));
        assert_ne!(read("10.0.0.1"), read("10.0.0.2"));
    }

    #[test]
    fn the_oldest_stranger_goes_first_and_no_caller() {
        let strangers = Strangers::default();
        let all: Vec<Arc<Standing>> = (0..6).map(|_| from([127, 0, 0, 1])).collect();
        // The second is entered first.
        for number in [1, 0, 2, 3] {
            strangers.enter(number as u64, &all[number], 4);
        }
        all[1].prove();
        let ended = || all.iter().map(|one| one.ended.is_cancelled()).collect::<Vec<_>>();
        assert!(strangers.replace_one(4, &all[4]));
        assert_eq!(ended(), [true, false, false, false, false, false]);
        assert!(strangers.replace_one(5, &all[5]));
        assert_eq!(ended(), [true, false, true, false, false, false]);
        for one in [&all[3], &all[4], &all[5]] {
            one.prove();
        }
        assert!(!strangers.has_any() && !strangers.replace_one(6, &from([127, 0, 0, 1])));
        assert_eq!(ended(), [true, false, true, false, false, false]);
    }

    /// More newcomers than places come before anybody has hung up: each makes room, those that wait too.
    #[test]
    fn newcomers_that_wait_make_room_for_later_ones() {
        let strangers = Strangers::default();
        let all: Vec<Arc<Standing>> = (0..12).map(|_| from([127, 0, 0, 1])).collect();
        (0..4).for_each(|number| strangers.enter(number as u64, &all[number], 4));
        (4..12).for_each(|number| assert!(strangers.replace_one(number as u64, &all[number]), "{number}"));
        assert!(all.iter().enumerate().all(|(number, one)| one.ended.is_cancelled() == (number < 8)));
    }

    #[test]
    fn those_who_are_gone_are_forgotten() {
        let strangers = Strangers::default();
        for number in 0..1000 {
            strangers.enter(number, &from([127, 0, 0, 1]), 4);
        }
        assert!(strangers.0.lock().unwrap().len() <= 8);
        assert!(!strangers.has_any());
    }
}
