//! Digests that mean the same in every build: FNV-1a over 64-bit words.

use std::sync::LazyLock;

use rules::{Ruleset, ruleset};

/// A running digest.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// Of nothing yet.
    pub const fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// With one word more.
    #[must_use]
    pub const fn word(self, word: u64) -> Digest {
        // A word in one step; the rotation carries high bits down, which a multiplication alone never does.
        Digest((self.0 ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29))
    }

    /// With bytes more.
    #[must_use]
    pub fn bytes(self, bytes: &[u8]) -> Digest {
        bytes.iter().fold(self.word(bytes.len() as u64), |digest, &byte| digest.word(u64::from(byte)))
    }

    /// The digest.
    pub const fn finish(self) -> u64 {
        // Spread once more, so that short inputs differ in all bits.
        let word = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        word ^ (word >> 29)
    }
}

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

/// The digest of all points of a ruleset: two rulesets with the same are played alike.
pub fn ruleset_digest(rules: &Ruleset) -> u64 {
    // Each decision asks twice, and nearly always for a row as it stands.
    static ROWS: LazyLock<[u64; Ruleset::ALL.len()]> = LazyLock::new(|| Ruleset::ALL.map(digest_of_points));
    let row = Ruleset::ALL.into_iter().position(|row| row == rules);
    row.map_or_else(|| digest_of_points(rules), |row| ROWS[row])
}

fn digest_of_points(rules: &Ruleset) -> u64 {
    let points = ruleset::POINTS.iter();
    points.fold(Digest::new(), |digest, point| digest.bytes(point.value(rules).as_bytes())).finish()
}
