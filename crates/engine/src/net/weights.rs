//! The weights of nets as they are kept: small integers, a layout, a digest. `file` reads and writes them.

mod file;

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::deep::{DeepAccumulator, DeepNet, deep_bytes};
use super::features::{FULL_INFORMATION_FEATURES, LAYOUT_VERSION, NetInput, SEAT_VIEW_FEATURES, WILD_FEATURES};
use crate::profile::Family;
use file::HEADER_BYTES;
pub(super) use file::Reader;
pub use file::{Layers, write};

/// The number of sums of the first layer.
pub const WIDE: usize = 512;
/// The number of sums of the second layer, and that of the third.
pub const NARROW: usize = 32;

/// The unit of the first layer.
pub const UNIT_WIDE: i32 = 128;
/// The unit of weights after the first layer.
pub const UNIT_WEIGHT: i32 = 256;
/// The unit of sums after the first layer.
pub const UNIT_NARROW: i32 = 1024;
/// The unit of the result of the first head, the logarithm of odds.
pub const UNIT_LOGIT: i32 = 1024;
/// The unit of the results of the other heads, the stake's factors.
pub const UNIT_FACTOR: i32 = 1024;
/// The number of a net's results: the logarithm of the odds to win, and the factor by which bombs after the play multiply the stake, given
/// a win and given a loss.
pub const HEADS: usize = 3;

/// The largest size of a weight after the first layer, so that sums fit 32 bits.
pub const WEIGHT_MAX: i16 = 4096;
/// The largest size of a bias after the first layer.
pub const BIAS_MAX: i32 = 1 << 24;

// A sum of a situation's rows and the biases, one byte each, fits 16 bits.
const _: () = assert!((super::features::ACTIVE_ROWS_MAX as i32 + 1) * 128 <= i16::MAX as i32);
const _: () = assert!(WIDE as i64 * UNIT_WIDE as i64 * WEIGHT_MAX as i64 + (BIAS_MAX as i64) < i32::MAX as i64);

#[derive(Clone, Debug)]
pub(super) struct SeatNet {
    pub(super) wide: Rows,
    pub(super) second: Pairs<{ WIDE / 2 }>,
    pub(super) second_bias: [i32; NARROW],
    pub(super) third: Pairs<{ NARROW / 2 }>,
    pub(super) third_bias: [i32; NARROW],
    pub(super) last: [[i16; NARROW]; HEADS],
    pub(super) last_bias: [i32; HEADS],
}

/// Weights from a layer to a narrow one. The weights of two inputs lie side by side for each output: processors multiply and add such pairs
/// at once.
#[derive(Clone, Debug)]
pub(super) struct Pairs<const PAIRS: usize>(pub(super) Box<[[[i16; 2]; NARROW]; PAIRS]>);

/// The rows of the first layer. They are most of a file, so they are read from it directly.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    file: FileBytes,
    start: usize,
    pub(super) biases: [i16; WIDE],
}

#[derive(Clone, Debug)]
pub(super) enum FileBytes {
    Shipped(&'static [u8]),
    Own(Arc<[u8]>),
}

impl FileBytes {
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            FileBytes::Shipped(bytes) => bytes,
            FileBytes::Own(bytes) => bytes,
        }
    }
}

impl Rows {
    pub(super) fn new(file: &FileBytes, start: usize, biases: [i16; WIDE]) -> Rows {
        Rows { file: file.clone(), start, biases }
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> &[u8; WIDE] {
        self.file.bytes()[self.start + row * WIDE..].first_chunk().expect("the row lies within the file")
    }
}

/// The nets of a weights file, and the rows that they know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Seat-view and full-information nets for natural cards.
    Natural,
    /// Seat-view, full-information and deep seat-view nets for natural cards.
    Deep,
    /// Seat-view nets that know wild cards as well.
    Wild,
}

impl Layout {
    const ALL: [Layout; 3] = [Layout::Natural, Layout::Deep, Layout::Wild];

    /// Returns the layout of a family's small nets.
    pub const fn of(family: Family) -> Layout {
        match family {
            Family::Plain | Family::Journey => Layout::Natural,
            Family::Wild => Layout::Wild,
        }
    }

    /// Returns the number in the file. The rows of natural cards are the same in all layouts, so a change of these rows changes all
    /// numbers.
    pub const fn number(self) -> u32 {
        match self {
            Layout::Natural => LAYOUT_VERSION,
            Layout::Wild => 256 + LAYOUT_VERSION,
            Layout::Deep => 512 + LAYOUT_VERSION,
        }
    }

    /// Returns the number of rows of each small net: seat-view nets by seat, then full-information ones if there are some.
    pub const fn rows(self) -> &'static [usize] {
        match self {
            Layout::Natural | Layout::Deep => &[
                SEAT_VIEW_FEATURES,
                SEAT_VIEW_FEATURES,
                SEAT_VIEW_FEATURES,
                FULL_INFORMATION_FEATURES,
                FULL_INFORMATION_FEATURES,
                FULL_INFORMATION_FEATURES,
            ],
            Layout::Wild => &[WILD_FEATURES, WILD_FEATURES, WILD_FEATURES],
        }
    }

    /// Returns the size of a file.
    pub fn file_bytes(self) -> usize {
        let deep = if self == Layout::Deep { 3 * deep_bytes() } else { 0 };
        HEADER_BYTES + self.rows().iter().map(|&rows| seat_net_bytes(rows)).sum::<usize>() + deep
    }

    /// Returns the layout without deep nets that has this number of nets.
    fn from_net_count(count: usize) -> Option<Layout> {
        Layout::ALL.into_iter().find(|layout| layout.rows().len() == count)
    }
}

/// The nets of a player: for each seat a seat-view net, and in some layouts further nets.
#[derive(Clone, Debug)]
pub struct Weights {
    layout: Layout,
    pub(super) seat_view: [SeatNet; 3],
    /// The full-information nets; `None` in the wild layout.
    pub(super) full_information: Option<[SeatNet; 3]>,
    /// The deep nets; `None` except in the deep layout.
    pub(super) deep: Option<[DeepNet; 3]>,
    digest: u64,
}

/// The reason why bytes are no weights for this build.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadWeights(String);

impl BadWeights {
    pub(in crate::net) fn out_of_range(value: i32, allowed: RangeInclusive<i32>) -> BadWeights {
        BadWeights(format!("weight {value} is out of range: it may be {} to {}", allowed.start(), allowed.end()))
    }
}

const fn seat_net_bytes(rows: usize) -> usize {
    WIDE * (rows + 1) + 2 * WIDE * NARROW + 4 * NARROW + 2 * NARROW * NARROW + 4 * NARROW + HEADS * (2 * NARROW + 4)
}

static SHIPPED_PLAIN: &[u8] = include_bytes!("../../data/plain/nets.bin");
static SHIPPED_JOURNEY: &[u8] = include_bytes!("../../data/journey/nets.bin");
static SHIPPED_WILD: &[u8] = include_bytes!("../../data/wild/nets.bin");

/// Weights are equal if their digests are.
impl PartialEq for Weights {
    fn eq(&self, other: &Weights) -> bool {
        self.digest == other.digest
    }
}

impl Weights {
    /// Returns the weights for plain rulesets that came with this build.
    pub fn shipped() -> Weights {
        Weights::shipped_for_family(Family::Plain)
    }

    /// Returns the weights for a family of rulesets that came with this build.
    pub fn shipped_for_family(family: Family) -> Weights {
        let bytes = match family {
            Family::Plain => SHIPPED_PLAIN,
            Family::Journey => SHIPPED_JOURNEY,
            Family::Wild => SHIPPED_WILD,
        };
        // A test checks the digest, so it is not checked here.
        Weights::parse(&FileBytes::Shipped(bytes)).expect("the shipped weights were tested")
    }

    /// Returns the layout: the nets, and the rows that they know.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// True if there are full-information nets.
    pub const fn has_full_information(&self) -> bool {
        self.full_information.is_some()
    }

    /// Returns the seat-view nets in the wild layout. Missing rows for wild cards become zero.
    pub fn in_wild_layout(&self) -> Weights {
        if self.layout == Layout::Wild {
            return self.clone();
        }
        let mut nets = self.layers();
        nets.truncate(3);
        for net in &mut nets {
            // The biases stay the last row.
            let biases = net.wide.split_off(SEAT_VIEW_FEATURES * WIDE);
            net.wide.resize(WILD_FEATURES * WIDE, 0);
            net.wide.extend(biases);
        }
        Weights::parse(&FileBytes::Own(write(&nets).into())).expect("it was just written")
    }

    /// Returns the deep net's first sums for a scene, if there is such a net.
    pub fn deep_accumulator<'a>(&'a self, scene: NetInput<'a>) -> Option<DeepAccumulator<'a>> {
        self.deep.as_ref().map(|nets| DeepAccumulator::new(nets, scene))
    }

    /// Returns the version of the weights: their digest.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_whole() {
        for (file, shipped) in [
            (SHIPPED_PLAIN, Weights::shipped()),
            (SHIPPED_JOURNEY, Weights::shipped_for_family(Family::Journey)),
            (SHIPPED_WILD, Weights::shipped_for_family(Family::Wild)),
        ] {
            assert_eq!(Weights::read(file).expect("the shipped weights are whole"), shipped);
        }
    }
}
