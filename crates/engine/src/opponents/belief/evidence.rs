//! The kinds of evidence, one row each, and how much each counts.

use super::slant::Slant;
use super::suspicion::Suspicion;
use crate::opponents::habits::Habits;

/// A kind of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Row {
    /// Words of the auction.
    Calls,
    /// Doublings.
    Raises,
    /// What a seat let stand.
    Passes,
    /// What it answered with.
    Answers,
    /// What it led.
    Leads,
    /// What it still holds after all that it did.
    Keeps,
}

/// One kind of evidence, for people.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// Which.
    pub row: Row,
    /// Its name.
    pub name: &'static str,
    /// Why it tells anything.
    pub why: &'static str,
}

/// Every kind of evidence, in the order of [`Row`].
pub const EVIDENCE: [Evidence; Row::COUNT] = [
    Evidence { row: Row::Calls, name: "calls", why: "Who calls high holds big cards, who passes lacks them." },
    Evidence { row: Row::Raises, name: "raises", why: "Who doubles expects to win." },
    Evidence {
        row: Row::Passes,
        name: "passes",
        why: "Who lets an enemy's low combo stand rarely has a cheap answer to it.",
    },
    Evidence {
        row: Row::Answers,
        name: "answers",
        why: "Answers are the smallest that will do, and taken from what need not be broken.",
    },
    Evidence {
        row: Row::Leads,
        name: "leads",
        why: "Leads start low and shed what the hand has too much of; what was led tells what was not there.",
    },
    Evidence {
        row: Row::Keeps,
        name: "keeps",
        why: "Small and loose cards are played first: who has played a while holds big ones and groups.",
    },
];

impl Row {
    /// How many kinds there are.
    pub const COUNT: usize = 6;
}

/// How much each kind of evidence counts, in sixteenths of what its signs weigh, and how each player's acts are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trust {
    sixteenths: [i32; Row::COUNT],
    /// By seat.
    pub(super) players: [Slant; 3],
    /// That somebody plays by reflex.
    pub(super) reflex: Suspicion,
    /// That somebody plays as our tables do. Belief itself does not weigh it: a search does, which has such a player at hand.
    pub(crate) tables: Suspicion,
}

impl Trust {
    /// Everything, as fitted.
    pub const FULL: Trust = Trust {
        sixteenths: [16; Row::COUNT],
        players: [Slant::NONE; 3],
        reflex: Suspicion::NONE,
        tables: Suspicion::NONE,
    };
    /// Nothing: every deal of the unseen cards is as likely as any other.
    pub const NONE: Trust = Trust { sixteenths: [0; Row::COUNT], ..Trust::FULL };

    /// The same with one kind of evidence counted so much; 16 is as fitted.
    pub const fn with(mut self, row: Row, sixteenths: u8) -> Trust {
        self.sixteenths[row as usize] = sixteenths as i32;
        self
    }

    /// The same with what earlier hands showed of the players, by seat. Of whom nothing is known stays as everybody.
    #[must_use]
    pub fn knowing(mut self, habits: &[Habits; 3]) -> Trust {
        self.players = habits.each_ref().map(Slant::of);
        self
    }

    /// The same, suspecting players by reflex.
    #[must_use]
    pub const fn suspecting(mut self, reflex: Suspicion) -> Trust {
        self.reflex = reflex;
        self
    }

    /// The same, suspecting players by the tables.
    #[must_use]
    pub(crate) const fn suspecting_tables(mut self, tables: Suspicion) -> Trust {
        self.tables = tables;
        self
    }

    /// What these sums of weights come to.
    #[inline]
    pub fn total(&self, sums: &[i32; Row::COUNT]) -> i32 {
        self.sixteenths.iter().zip(sums).map(|(trust, sum)| trust * sum).sum::<i32>() >> 4
    }
}

/// A doubling of the weight, in the units of the table.
pub const OCTAVE: i32 = 64;

/// 2⁰ as [`power`] gives it. The sum of a few thousand such still fits 32 bits.
pub(super) const ONE: u32 = 1 << UNIT;
const UNIT: u32 = 20;

/// 2^(index/64) in units of 2⁻²⁰, by products alone: powers differ between platforms.
const POWERS: [u32; OCTAVE as usize] = {
    // 2^(1/64) in units of 2⁻⁴⁸.
    const STEP: u128 = 284_540_038_248_454;
    let mut powers = [0; OCTAVE as usize];
    let (mut power, mut index) = (1u128 << 48, 0);
    while index < OCTAVE as usize {
        powers[index] = ((power + (1 << (47 - UNIT))) >> (48 - UNIT)) as u32;
        power = (power * STEP) >> 48;
        index += 1;
    }
    powers
};

/// 2^(octaves/64) in units of 2⁻²⁰, for numbers up to 0; 0 where it is below the smallest unit.
#[inline]
pub(crate) fn power(octaves: i32) -> u32 {
    debug_assert!(octaves <= 0);
    let halvings = (-(octaves >> 6)) as u32;
    if halvings > UNIT + 1 { 0 } else { POWERS[(octaves & 63) as usize] >> halvings }
}

/// The logarithm of a number of 2⁻²⁰ parts, in 64ths of a doubling, to within two.
#[inline]
pub(crate) fn logarithm(parts: u32) -> i32 {
    debug_assert!(parts > 0);
    let whole = parts.ilog2();
    let part = (u64::from(parts) << 16 >> whole) as i32 - (1 << 16);
    // Between powers the logarithm is nearly a parabola.
    let bent = part + (((part >> 8) * ((1 << 16) - part)) >> 8) * 11 / 32;
    (whole as i32 - UNIT as i32) * OCTAVE + (bent >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_undo_powers() {
        for parts in (1..1 << 12).chain((1 << 12..1 << 22).step_by(977)) {
            let exact = (f64::from(parts) / f64::from(ONE)).log2() * f64::from(OCTAVE);
            assert!((f64::from(logarithm(parts)) - exact).abs() <= 2.0, "{parts}: {} for {exact}", logarithm(parts));
        }
    }

    #[test]
    fn powers_are_those_of_two() {
        for octaves in -1500..=0 {
            let exact = f64::from(ONE) * (f64::from(octaves) / f64::from(OCTAVE)).exp2();
            let found = f64::from(power(octaves));
            assert!((found - exact).abs() <= 1.0, "{octaves}: {found} for {exact}");
        }
    }

    #[test]
    fn rows_stand_where_their_names_say() {
        for (index, evidence) in EVIDENCE.iter().enumerate() {
            assert_eq!(evidence.row as usize, index);
            assert!(evidence.why.ends_with('.'), "{}", evidence.name);
            assert!(EVIDENCE.iter().filter(|other| other.name == evidence.name).count() == 1);
        }
    }
}
