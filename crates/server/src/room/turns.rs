//! When the turn of each room began, as this process saw it. A stream that is resumed goes on with the patience of the bots from
//! there; another process begins anew, because no clock is stored with a room.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::Instant;

use super::state::RoomState;

/// The most rooms that are remembered. The turn of a further room counts as begun whenever it is looked at.
const ROOMS_MAX: usize = 65_536;

/// The turns of this process's rooms.
pub struct Turns {
    rooms: Mutex<HashMap<String, Turn>>,
    rooms_max: usize,
    age_max: Duration,
}

#[derive(Clone, Copy)]
struct Turn {
    /// The request that opened the room: a room of the same name may follow it.
    opened: u64,
    /// The version since which the turn is as it is.
    version: u64,
    began: Instant,
}

impl Turns {
    /// Makes an empty record of turns. A turn that is older than `age_max` is forgotten, as its room is.
    pub(super) fn new(age_max: Duration) -> Turns {
        Turns { rooms: Mutex::default(), rooms_max: ROOMS_MAX, age_max }
    }

    /// Returns when the turn of `room`, which stands as `state`, began: now, if this is the first sight of it.
    pub fn began(&self, room: &str, state: &RoomState) -> Instant {
        let turn = Turn { opened: state.request_id, version: state.turn_version(), began: Instant::now() };
        let mut rooms = self.lock();
        let is_full = rooms.len() >= self.rooms_max;
        match rooms.get_mut(room) {
            Some(known) if known.opened == turn.opened && known.version == turn.version => return known.began,
            // The state that was looked at is an old one.
            Some(known) if known.opened == turn.opened && known.version > turn.version => {}
            Some(known) => *known = turn,
            None if is_full => {}
            None => {
                rooms.insert(room.to_owned(), turn);
            }
        }
        turn.began
    }

    /// Forgets a room that is gone.
    pub(super) fn forget(&self, room: &str) {
        self.lock().remove(room);
    }

    /// Forgets the turns of rooms that must be gone. To be called now and then.
    pub(super) fn tidy(&self) {
        self.lock().retain(|_, turn| turn.began.elapsed() <= self.age_max);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Turn>> {
        self.rooms.lock().expect("no code panics while it holds the turns")
    }
}

#[cfg(test)]
mod tests {
    use rules::Ruleset;

    use super::super::occupant::Occupant;
    use super::*;

    fn room(request_id: u64, version: u64, said: u64) -> RoomState {
        RoomState {
            request_id,
            request: 0,
            rules: Ruleset::CLASSIC,
            codec: None,
            strict: false,
            version,
            sequence: 0,
            hand_number: 0,
            chairs: [Occupant::Unknown, Occupant::Unknown, Occupant::Unknown],
            hand: None,
            digests: Vec::new(),
            habits: Vec::new(),
            said,
            unknown: Vec::new(),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_begins_once_and_what_is_said_begins_none() {
        let turns = Turns::new(Duration::from_secs(60));
        let second = Duration::from_secs(1);
        let began = turns.began("a", &room(1, 5, 0));
        tokio::time::advance(second).await;
        assert_eq!(turns.began("a", &room(1, 5, 0)), began);
        assert_eq!(turns.began("a", &room(1, 7, 2)), began, "two words");
        assert_eq!(turns.began("a", &room(1, 8, 0)), began + second, "a play");
        tokio::time::advance(second).await;
        assert_eq!(turns.began("a", &room(1, 5, 0)), began + 2 * second, "an old state");
        assert_eq!(turns.began("a", &room(1, 8, 0)), began + second, "which changed nothing");
        assert_eq!(turns.began("a", &room(2, 8, 0)), began + 2 * second, "another room of that name");
        turns.forget("a");
        tokio::time::advance(second).await;
        assert_eq!(turns.began("a", &room(2, 8, 0)), began + 3 * second);
        tokio::time::advance(61 * second).await;
        turns.tidy();
        assert!(turns.lock().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn beyond_the_limit_a_turn_begins_when_it_is_looked_at() {
        let turns = Turns { rooms_max: 1, ..Turns::new(Duration::from_secs(60)) };
        let began = turns.began("a", &room(1, 5, 0));
        tokio::time::advance(Duration::from_secs(1)).await;
        for _ in 0..2 {
            assert_eq!(turns.began("b", &room(1, 5, 0)), Instant::now());
            assert_eq!(turns.began("a", &room(1, 5, 0)), began);
            tokio::time::advance(Duration::from_secs(1)).await;
        }
    }
}
