//! The standing combo, as the search sees it: kind and run in one small code, the key separate, no wings. In plain rulesets, two standing
//! combos with the same category and key have the same answers. The functions about answers are for plain rulesets only.

use rules::{Combo, Hand, Kind, Ranks, SHAPES};

/// The kind and run of a standing combo, or [`Category::LEAD`] without a standing combo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Category(u8);

impl Category {
    pub(crate) const LEAD: Category = Category(0);
    /// The number of bits that a code takes in a table key.
    pub(crate) const BITS: u32 = 7;

    pub(crate) const fn of(combo: Combo) -> Category {
        let shape = combo.kind().shape();
        Category(FIRST_CODES[combo.kind() as usize] + combo.run() - shape.run_min)
    }

    pub(crate) const fn code(self) -> u64 {
        self.0 as u64
    }
}

/// The code of each kind's shortest run.
const FIRST_CODES: [u8; SHAPES.len()] = {
    let mut first = [0; SHAPES.len()];
    let (mut kind, mut next) = (0, 1);
    while kind < SHAPES.len() {
        first[kind] = next;
        next += SHAPES[kind].run_max - SHAPES[kind].run_min + 1;
        kind += 1;
    }
    assert!(next <= 1 << Category::BITS);
    first
};

/// Returns the keys of the bodies of `body` copies and `run` neighbouring ranks that `hand` holds.
#[inline]
pub(crate) fn body_keys(hand: Hand, body: u8, run: u8) -> Ranks {
    let have = hand.at_least(body);
    if run == 1 {
        return have;
    }
    let have = have.and(Ranks::RUN);
    let mut keys = have;
    for step in 1..u32::from(run) {
        keys = keys.and(have.up(step));
    }
    keys
}

/// Returns the keys with which `hand` could answer `standing` in kind, judged by bodies: wings may still be missing.
#[inline]
pub(crate) fn answer_keys(hand: Hand, standing: Combo) -> Ranks {
    let kind = standing.kind();
    if kind == Kind::Rocket {
        return Ranks::NONE;
    }
    body_keys(hand, kind.shape().body, standing.run()).and(Ranks::printed_above(standing.key()))
}

/// True if `hand` may have an answer to `standing`; false only if it has none.
#[inline]
pub(crate) fn may_answer(hand: Hand, standing: Combo) -> bool {
    if standing.kind() == Kind::Rocket {
        return false;
    }
    !answer_keys(hand, standing).is_empty()
        || standing.kind() != Kind::Bomb && !hand.at_least(4).is_empty()
        || hand.contains(Hand::ROCKET)
}
