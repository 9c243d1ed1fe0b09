//! Callers by name: what each may use of this replica, and what it uses at the moment: calls, streams, connections, bytes of bodies. The name may be
//! a label value in metrics, so an operator chooses it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};

pub use crate::config::Quota;
use game::closed_set;

/// The number of label values for callers, over all files of tokens that a process reads. The last one is for all further callers.
pub const CALLERS_MAX: usize = 64;
/// The name in metrics of all further callers.
pub const OTHER_CALLERS: &str = "other";
/// The caller without a name of its own.
pub const DEFAULT_CALLER: &str = "default";
const NAME_MAX: usize = 32;
/// The retry times after too many calls at a time and after too many streams.
const CALLS_RETRY: Duration = Duration::from_millis(50);
const STREAMS_RETRY: Duration = Duration::from_secs(1);
const CONNECTIONS_RETRY: Duration = Duration::from_secs(5);
/// The limit for the counted bytes of bodies at a time, and the retry time after more.
pub const BODIES_BYTES_MAX: usize = 32 << 20;
const BODIES_RETRY: Duration = Duration::from_millis(50);

closed_set! {
    /// A limit of a caller, by its name in the file of tokens, in settings and in metrics.
    Limit {
        /// Calls a second.
        CallsPerS = "calls_per_s",
        /// Calls at a time.
        Calls = "calls_max",
        /// Streams at a time.
        Streams = "streams_max",
        /// Connections at a time.
        Connections = "connections_per_caller",
    }
}

/// A caller.
#[derive(Debug)]
pub struct Caller {
    name: String,
    /// The owner of its rooms: its own name, unless the file has another.
    rooms: String,
    quota: Quota,
    usage: Arc<Usage>,
}

/// The current use of a caller. It stays when the file changes, so that the counts do not start again.
#[derive(Debug, Default)]
struct Usage {
    place: usize,
    calls: AtomicUsize,
    streams: AtomicUsize,
    connections: AtomicUsize,
    deciding: AtomicUsize,
    body_bytes: AtomicUsize,
    /// The time at which the calls of a whole second may come at once again; `None` before the first call.
    rested_at: Mutex<Option<Instant>>,
}

/// The names that were ever used, each with its place among the label's values and what it uses.
#[derive(Debug, Default)]
pub struct KnownCallers(HashMap<String, Arc<Usage>>);

impl KnownCallers {
    fn usage(&mut self, name: &str) -> Arc<Usage> {
        let place = self.0.len().min(CALLERS_MAX - 1);
        let usage = || Arc::new(Usage { place, ..Usage::default() });
        Arc::clone(self.0.entry(name.to_owned()).or_insert_with(usage))
    }
}

/// True if `name` can be the name of a caller.
pub fn is_name(name: &str) -> bool {
    let fine = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    (1..=NAME_MAX).contains(&name.len()) && name.chars().all(fine)
}

impl Caller {
    /// Makes a caller with these names, which were checked.
    pub fn new(known: &mut KnownCallers, name: &str, rooms: &str, quota: Quota) -> Caller {
        Caller { name: name.to_owned(), rooms: rooms.to_owned(), quota, usage: known.usage(name) }
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its name in metrics.
    pub fn label(&self) -> &str {
        if self.place() == CALLERS_MAX - 1 { OTHER_CALLERS } else { &self.name }
    }

    /// Returns its place among the callers of this process, below [`CALLERS_MAX`]. Further callers share the last.
    pub fn place(&self) -> usize {
        self.usage.place
    }

    /// True if both have the same limits and rooms.
    pub fn has_same_limits(&self, other: &Caller) -> bool {
        (&self.rooms, self.quota) == (&other.rooms, other.quota)
    }

    /// Returns the store's name of the room that this caller calls `room`. No room's own name has a slash, so a caller cannot name a room
    /// of another owner.
    pub fn room_key<'a>(&self, room: &'a str) -> Cow<'a, str> {
        match self.rooms.as_str() {
            DEFAULT_CALLER => Cow::Borrowed(room),
            rooms => Cow::Owned(format!("{rooms}/{room}")),
        }
    }

    /// Returns the store's key of the player whom this caller names `player`. No owner's name has a slash, so callers of different owners
    /// never share a player.
    pub fn player_key(&self, player: &str) -> String {
        format!("{}/{player}", self.rooms)
    }

    /// Lets one more call or stream begin, or returns the limit that it would exceed and a retry time.
    pub fn begin(self: &Arc<Caller>, is_stream: bool, now: Instant) -> Result<UsageGuard, (Limit, Refusal)> {
        let Quota { calls_max, streams_max, .. } = self.quota;
        let using = match is_stream {
            true => self.take(|usage| &usage.streams, streams_max).ok_or((Limit::Streams, streams_max, STREAMS_RETRY)),
            false => self.take(|usage| &usage.calls, calls_max).ok_or((Limit::Calls, calls_max, CALLS_RETRY)),
        };
        let using = using.map_err(|(limit, most, pause)| self.quota_exceeded(limit, most, pause))?;
        self.spend_call(now)?;
        Ok(using)
    }

    /// Counts a call that decides. `None` if the caller already has at least one such call, and at least four times as many as there are
    /// `free` places. So one caller alone takes about four fifths of many places, and a later caller still finds some.
    pub fn begin_deciding(self: &Arc<Caller>, free: usize) -> Option<UsageGuard> {
        self.take(|usage| &usage.deciding, share_of_free(free))
    }

    /// Counts a connection, by the rule of [`Caller::begin_deciding`] and by the configured limit.
    pub fn begin_connection(self: &Arc<Caller>, free: usize) -> Result<UsageGuard, (Limit, Refusal)> {
        let share = share_of_free(free);
        let most = match self.quota.connections_per_caller {
            0 => share,
            most => most.min(share),
        };
        let using = self.take(|usage| &usage.connections, most);
        using.ok_or_else(|| self.quota_exceeded(Limit::Connections, most, CONNECTIONS_RETRY))
    }

    fn take(self: &Arc<Caller>, count: fn(&Usage) -> &AtomicUsize, most: u32) -> Option<UsageGuard> {
        // Counted first and given back by the guard: two threads cannot both take the last place.
        let before = count(&self.usage).fetch_add(1, Ordering::Relaxed);
        let using = UsageGuard { caller: Arc::clone(self), count };
        (most == 0 || before < most as usize).then_some(using)
    }

    /// Counts a call at the caller's rate, or refuses it. The calls of a second may come at once.
    fn spend_call(&self, now: Instant) -> Result<(), (Limit, Refusal)> {
        let Some(each) = self.time_per_call() else { return Ok(()) };
        let mut rested_at = self.usage.rested_at.lock().unwrap_or_else(PoisonError::into_inner);
        let after = rested_at.map_or(now, |at| at.max(now)) + each;
        let pause = after.saturating_duration_since(now + Duration::from_secs(1));
        // Calls of several threads take this lock in another order than they came.
        if pause >= Duration::from_millis(1) {
            return Err(self.quota_exceeded(Limit::CallsPerS, self.quota.calls_per_s, pause));
        }
        *rested_at = Some(after);
        Ok(())
    }

    /// Counts more `calls` for a single call. They are not refused, but later calls may be, until the caller has rested.
    pub fn charge(&self, calls: usize, now: Instant) {
        let Some(each) = self.time_per_call() else { return };
        let mut rested_at = self.usage.rested_at.lock().unwrap_or_else(PoisonError::into_inner);
        *rested_at = Some(rested_at.map_or(now, |at| at.max(now)) + each * calls as u32);
    }

    /// Returns the share of a second that a call takes at the caller's rate; `None` without a limit.
    fn time_per_call(&self) -> Option<Duration> {
        Duration::from_secs(1).checked_div(self.quota.calls_per_s)
    }

    fn quota_exceeded(&self, limit: Limit, most: u32, pause: Duration) -> (Limit, Refusal) {
        let message = match limit {
            Limit::CallsPerS => format!("the caller {:?} may make {most} calls a second on a replica", self.name),
            Limit::Calls => format!("the caller {:?} may make {most} calls at a time on a replica", self.name),
            Limit::Streams => format!("the caller {:?} may have {most} streams at a time on a replica", self.name),
            Limit::Connections => format!("the caller {:?} may have {most} connections to a replica", self.name),
        };
        let refusal = Refusal::new(Reason::QUOTA_EXCEEDED, message).with("quota", limit.name());
        (limit, refusal.with("caller", &self.name).retry_after(pause))
    }
}

/// Returns four times the `free` places, and at least one.
fn share_of_free(free: usize) -> u32 {
    u32::try_from(free.saturating_mul(4)).unwrap_or(u32::MAX).max(1)
}

/// A call, stream or connection that counts for a caller until this is dropped.
#[derive(Debug)]
pub struct UsageGuard {
    caller: Arc<Caller>,
    count: fn(&Usage) -> &AtomicUsize,
}

impl Drop for UsageGuard {
    fn drop(&mut self) {
        (self.count)(&self.caller.usage).fetch_sub(1, Ordering::Relaxed);
    }
}

/// The bytes of one body, which count until this is dropped. All bodies together have a limit, and each caller leaves some bytes to others. So
/// bodies that never end take a limited memory.
#[derive(Debug)]
pub struct BodyBytes {
    all: Arc<AtomicUsize>,
    caller: Arc<Caller>,
    bytes: usize,
}

impl BodyBytes {
    /// Begins to count the bytes of a body of this caller.
    pub fn new(all: &Arc<AtomicUsize>, caller: &Arc<Caller>) -> BodyBytes {
        BodyBytes { all: Arc::clone(all), caller: Arc::clone(caller), bytes: 0 }
    }

    /// Counts more bytes. Refuses them if the caller then has more than four times what is left. So one caller alone leaves about a fifth
    /// of all to later callers.
    pub fn add(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.bytes += bytes;
        let all = self.all.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let own = self.caller.usage.body_bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if own <= 4 * BODIES_BYTES_MAX.saturating_sub(all) {
            return Ok(());
        }
        let message =
            format!("bodies of calls take {all} bytes, {BODIES_BYTES_MAX} are allowed; {own} are the caller's");
        Err(Refusal::new(Reason::OVERLOADED, message).retry_after(BODIES_RETRY))
    }
}

impl Drop for BodyBytes {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::Relaxed);
        self.caller.usage.body_bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(quota: Quota) -> Arc<Caller> {
        Arc::new(Caller::new(&mut KnownCallers::default(), "lobby", "lobby", quota))
    }

    #[test]
    fn a_second_s_worth_of_calls_may_come_at_once() {
        let caller = caller(Quota { calls_per_s: 4, ..Quota::default() });
        let (begin, ms) = (Instant::now(), Duration::from_millis);
        let asked = |at: Duration| caller.begin(false, begin + at).map(drop).map_err(|(limit, _)| limit);
        assert_eq!([0; 5].map(|at| asked(ms(at)).is_ok()), [true, true, true, true, false]);
        assert_eq!(asked(ms(249)), Err(Limit::CallsPerS));
        assert_eq!([251, 252].map(|at| asked(ms(at)).is_ok()), [true, false]);
        // A caller that rested for a minute has no minute's worth.
        assert_eq!([60_000; 5].map(|at| asked(ms(at)).is_ok()), [true, true, true, true, false]);
        let (_, refusal) = caller.begin(false, begin + ms(60_000)).unwrap_err();
        let details = tonic_types::StatusExt::get_error_details(&refusal.into_status());
        assert_eq!(details.retry_info().unwrap().retry_delay, Some(ms(250)));
        assert_eq!(details.error_info().unwrap().metadata["quota"], "calls_per_s");
    }

    #[test]
    fn a_charged_call_delays_the_next() {
        let caller = caller(Quota { calls_per_s: 4, ..Quota::default() });
        let (begin, ms) = (Instant::now(), Duration::from_millis);
        assert!(caller.begin(true, begin).is_ok());
        caller.charge(7, begin);
        assert_eq!([1249, 1251].map(|at| caller.begin(false, begin + ms(at)).is_ok()), [false, true], "3 - 7 + 5");
    }

    #[test]
    fn calls_and_streams_have_places_of_their_own_and_give_them_back() {
        let caller = caller(Quota { calls_max: 1, streams_max: 1, ..Quota::default() });
        let now = Instant::now();
        let (call, stream) = (caller.begin(false, now).unwrap(), caller.begin(true, now).unwrap());
        assert_eq!(caller.begin(false, now).unwrap_err().0, Limit::Calls);
        assert_eq!(caller.begin(true, now).unwrap_err().0, Limit::Streams);
        drop((call, stream));
        assert!(caller.begin(false, now).is_ok() && caller.begin(true, now).is_ok());
    }

    #[test]
    fn a_caller_leaves_places_for_others() {
        let (flood, other) = (caller(Quota::default()), caller(Quota::default()));
        let (mut held, most) = (Vec::new(), 100);
        while let Some(using) = flood.begin_deciding(most - held.len()) {
            held.push(using);
        }
        assert_eq!(held.len(), 80);
        assert!(other.begin_deciding(most - held.len()).is_some());
    }

    #[test]
    fn a_player_key_begins_with_the_owner_of_the_rooms() {
        let tools = Caller::new(&mut KnownCallers::default(), "tools", "lobby", Quota::default());
        assert_eq!(tools.player_key("p/1"), "lobby/p/1");
    }

    #[test]
    fn callers_beyond_the_limit_share_a_label() {
        let mut known = KnownCallers::default();
        let mut caller = |name: String| Caller::new(&mut known, &name, &name, Quota::default());
        for number in 0..CALLERS_MAX {
            let caller = caller(format!("c{number}"));
            assert_eq!((caller.place(), caller.label() == OTHER_CALLERS), (number, number == CALLERS_MAX - 1));
        }
        assert_eq!(caller(String::from("c1")).place(), 1, "it is known already");
        let beyond = caller(String::from("beyond"));
        assert_eq!((beyond.place(), beyond.label(), beyond.name()), (CALLERS_MAX - 1, OTHER_CALLERS, "beyond"));
    }

    #[test]
    fn a_caller_leaves_bytes_for_others_and_gives_its_own_back() {
        let (all, mut known) = (Arc::<AtomicUsize>::default(), KnownCallers::default());
        let mut caller = |name: &str| Arc::new(Caller::new(&mut known, name, name, Quota::default()));
        let (flood, other) = (caller("flood"), caller("other"));
        let mut held = Vec::new();
        let refusal = loop {
            let mut kept = BodyBytes::new(&all, &flood);
            match kept.add(64 << 10) {
                Ok(()) => held.push(kept),
                Err(refusal) => break refusal,
            }
        };
        assert_eq!(
            (held.len(), refusal.into_status().code()),
            (BODIES_BYTES_MAX / 5 * 4 / (64 << 10), tonic::Code::ResourceExhausted)
        );
        let mut kept = BodyBytes::new(&all, &other);
        assert!((0..16).all(|_| kept.add(64 << 10).is_ok()));
        drop((kept, held));
        assert_eq!(
            [&*all, &flood.usage.body_bytes, &other.usage.body_bytes].map(|bytes| bytes.load(Ordering::Relaxed)),
            [0; 3]
        );
    }
}
