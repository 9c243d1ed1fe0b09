//! The table of the kinds of combos. Its rows drive the walker in [`crate::movegen`] and the reader in [`crate::classify`];
//! [`crate::ruleset`] decides which kinds are allowed.

use std::fmt;

/// The kind of a combo.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
// With four bytes a combo has no padding, so it is copied as two words.
#[repr(u32)]
pub enum Kind {
    /// 单张
    Single,
    /// 对子
    Pair,
    /// 三张
    Triple,
    /// 三带一
    TripleSingle,
    /// 三带二
    TriplePair,
    /// 顺子
    Straight,
    /// 连对
    PairChain,
    /// 飞机
    Airplane,
    /// 飞机带单
    AirplaneSingles,
    /// 飞机带对
    AirplanePairs,
    /// 四带二
    FourSingles,
    /// 四带两对
    FourPairs,
    /// 航天飞机
    Shuttle,
    /// 航天飞机带单
    ShuttleSingles,
    /// 航天飞机带对
    ShuttlePairs,
    /// 炸弹
    Bomb,
    /// 王炸 / 火箭
    Rocket,
}

/// The sort of cards that go with the body of a combo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    /// No cards.
    None,
    /// Single cards 带单.
    Single,
    /// Pairs 带对.
    Pair,
}

impl Wing {
    /// Returns the number of cards of one wing.
    pub const fn cards(self) -> u8 {
        match self {
            Wing::None => 0,
            Wing::Single => 1,
            Wing::Pair => 2,
        }
    }
}

/// One row of the table of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The kind that this row describes.
    pub kind: Kind,
    /// The name in text and in the API.
    pub name: &'static str,
    /// The name at a Chinese table.
    pub zh: &'static str,
    /// The number of copies of each rank in the body. A bomb with wild cards may have more.
    pub body: u8,
    /// The smallest number of neighbouring ranks in the body.
    pub run_min: u8,
    /// The largest number of neighbouring ranks in the body.
    pub run_max: u8,
    /// The sort of wings.
    pub wing: Wing,
    /// The number of wings that each rank of the body carries.
    pub wings_per_rank: u8,
}

impl Shape {
    /// Returns the number of cards of a combo with `run` ranks in its body. A bomb with wild cards may have more.
    pub const fn cards(&self, run: u8) -> u8 {
        run * (self.body + self.wings_per_rank * self.wing.cards())
    }

    /// Returns the number of wings that a body of `run` ranks carries.
    pub const fn wings(&self, run: u8) -> u8 {
        run * self.wings_per_rank
    }
}

const fn new_shape(
    kind: Kind,
    name: &'static str,
    zh: &'static str,
    body: u8,
    (run_min, run_max): (u8, u8),
    (wing, wings_per_rank): (Wing, u8),
) -> Shape {
    Shape { kind, name, zh, body, run_min, run_max, wing, wings_per_rank }
}

const NO_WINGS: (Wing, u8) = (Wing::None, 0);
const ONE_RANK: (u8, u8) = (1, 1);
/// The number of ranks in the longest run: 3 to ace.
const RUN_RANKS: u8 = 12;

/// The shape of every kind, in the order of [`Kind`]. The rocket's row would fit any two neighbouring ranks, so the walker and the reader
/// handle the kind `Rocket` as a special case.
pub const SHAPES: [Shape; 17] = [
    new_shape(Kind::Single, "single", "单张", 1, ONE_RANK, NO_WINGS),
    new_shape(Kind::Pair, "pair", "对子", 2, ONE_RANK, NO_WINGS),
    new_shape(Kind::Triple, "triple", "三张", 3, ONE_RANK, NO_WINGS),
    new_shape(Kind::TripleSingle, "triple-single", "三带一", 3, ONE_RANK, (Wing::Single, 1)),
    new_shape(Kind::TriplePair, "triple-pair", "三带二", 3, ONE_RANK, (Wing::Pair, 1)),
    new_shape(Kind::Straight, "straight", "顺子", 1, (5, RUN_RANKS), NO_WINGS),
    new_shape(Kind::PairChain, "pair-chain", "连对", 2, (3, RUN_RANKS), NO_WINGS),
    new_shape(Kind::Airplane, "airplane", "飞机", 3, (2, RUN_RANKS), NO_WINGS),
    new_shape(Kind::AirplaneSingles, "airplane-singles", "飞机带单", 3, (2, RUN_RANKS), (Wing::Single, 1)),
    new_shape(Kind::AirplanePairs, "airplane-pairs", "飞机带对", 3, (2, RUN_RANKS), (Wing::Pair, 1)),
    new_shape(Kind::FourSingles, "four-singles", "四带二", 4, ONE_RANK, (Wing::Single, 2)),
    new_shape(Kind::FourPairs, "four-pairs", "四带两对", 4, ONE_RANK, (Wing::Pair, 2)),
    new_shape(Kind::Shuttle, "shuttle", "航天飞机", 4, (2, RUN_RANKS), NO_WINGS),
    new_shape(Kind::ShuttleSingles, "shuttle-singles", "航天飞机带单", 4, (2, RUN_RANKS), (Wing::Single, 2)),
    new_shape(Kind::ShuttlePairs, "shuttle-pairs", "航天飞机带对", 4, (2, RUN_RANKS), (Wing::Pair, 2)),
    new_shape(Kind::Bomb, "bomb", "炸弹", 4, ONE_RANK, NO_WINGS),
    new_shape(Kind::Rocket, "rocket", "王炸", 1, (2, 2), NO_WINGS),
];

impl Kind {
    /// Returns every kind, in the order of [`SHAPES`].
    pub fn all() -> impl Iterator<Item = Kind> {
        SHAPES.iter().map(|shape| shape.kind)
    }

    /// Returns the row that describes this kind.
    pub const fn shape(self) -> &'static Shape {
        &SHAPES[self as usize]
    }

    /// Returns the name in text and in the API.
    pub const fn name(self) -> &'static str {
        self.shape().name
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        SHAPES.iter().find(|shape| shape.name == name).map(|shape| shape.kind)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
