//! Digests that mean the same on every replica: FNV-1a over 64-bit words.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use rules::{Ruleset, ruleset};

/// A running digest.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// Begins an empty digest.
    pub const fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// Adds one word.
    #[must_use]
    pub const fn word(self, word: u64) -> Digest {
        // The rotation carries high bits down, which a multiplication alone never does.
        Digest((self.0 ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29))
    }

    /// Adds bytes.
    #[must_use]
    pub fn bytes(self, bytes: &[u8]) -> Digest {
        bytes.iter().fold(self.word(bytes.len() as u64), |digest, &byte| digest.word(u64::from(byte)))
    }

    /// Returns the digest.
    pub const fn finish(self) -> u64 {
        // Spread once more, so that short inputs differ in all bits.
        let word = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        word ^ (word >> 29)
    }
}

/// Computes the digest of one opening of a room. A room of the same name that another request opens has another digest.
pub fn of_opening(room: &str, request_id: u64) -> u64 {
    Digest::new().bytes(room.as_bytes()).word(request_id).finish()
}

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        Digest::finish(*self)
    }

    fn write(&mut self, bytes: &[u8]) {
        *self = self.bytes(bytes);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        *self = self.word(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Computes the digest of a message. Equal messages have equal digests.
pub fn digest_of(message: &impl Hash) -> u64 {
    let mut digest = Digest::new();
    message.hash(&mut digest);
    Hasher::finish(&digest)
}

/// Computes the digest of all points of a ruleset: two rulesets with the same digest are played alike.
pub fn ruleset_digest(rules: &Ruleset) -> u64 {
    // Each decision asks twice, and nearly always for a ruleset without overrides.
    static ROWS: LazyLock<[u64; Ruleset::NATURAL.len()]> = LazyLock::new(|| Ruleset::NATURAL.map(digest_of_points));
    let row = Ruleset::NATURAL.into_iter().position(|row| row == rules);
    row.map_or_else(|| digest_of_points(rules), |row| ROWS[row])
}

/// The points that came after the first digests. No two of them have a value in common, except that of `classic`.
const YOUNGER: [&str; 11] = [
    "wilds",
    "wild-shown",
    "bomb-grades",
    "long-grades",
    "rocket",
    "chain-bomb",
    "bomb-factors",
    "dealer",
    "doubling-reach",
    "factor-cap",
    "pass-on",
];

fn digest_of_points(rules: &Ruleset) -> u64 {
    // A later point counts only if it differs from `classic`. So older digests, and the seeds made from them, stay the
    // same.
    let is_silent =
        |point: &&ruleset::Point| YOUNGER.contains(&point.name) && point.value(rules) == point.value(&Ruleset::CLASSIC);
    let points = ruleset::POINTS.iter().filter(|point| !is_silent(point));
    points.fold(Digest::new(), |digest, point| digest.bytes(point.value(rules).as_bytes())).finish()
}

#[cfg(test)]
mod tests {
    use wire::v1::room_event::What;
    use wire::v1::{Action, Call, Cards, Chair, ChairCards, Dealt, Event, RoomEvent, action, event};

    use super::*;

    #[test]
    fn younger_points_leave_older_digests_as_they_were() {
        let older = &ruleset::POINTS[..ruleset::POINTS.len() - YOUNGER.len()];
        for rules in Ruleset::ALL {
            let by_older =
                older.iter().fold(Digest::new(), |digest, point| digest.bytes(point.value(rules).as_bytes()));
            assert_eq!(ruleset_digest(rules), by_older.finish(), "{rules}");
        }
        assert_ne!(ruleset_digest(&Ruleset::LAIZI), ruleset_digest(&Ruleset::LAIZI_TIANDI));
        assert_ne!(ruleset_digest(&Ruleset::CLASSIC), ruleset_digest(&Ruleset::UNSHUFFLED));
        let passing = Ruleset::CLASSIC.with("pass-on", "next").unwrap();
        assert_ne!(ruleset_digest(&Ruleset::CLASSIC), ruleset_digest(&passing));
    }

    /// Rooms keep these numbers, and a replica of the release before or after compares them with its own. The bytes that `Hash`
    /// writes may change with the compiler. Then a repeated event counts as another one during a rolling update.
    #[test]
    fn the_digest_of_a_message_stays() {
        let cards = Cards { text: "345".to_owned(), ids: vec![7, 54] };
        let holds = vec![ChairCards { chair: Chair::Second as i32, cards: Some(cards) }];
        let dealt = What::Dealt(Dealt { first: Chair::Third as i32, holds });
        let action = Action { what: Some(action::What::Call(Call::Score2 as i32)) };
        let called = What::Table(Event { chair: Chair::First as i32, what: Some(event::What::Action(action)) });
        let event = |what| RoomEvent { sequence: 3, hand_number: 1, what: Some(what) };
        assert_eq!(
            [dealt, called].map(|what| digest_of(&event(what))),
            [3_058_971_702_379_527_862, 16_039_969_923_051_514_749]
        );
    }
}
