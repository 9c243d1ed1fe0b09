//! The weights of a net as they are kept: small integers, a version, a digest.

use std::sync::Arc;

use super::deep::{self, DeepAccumulator, DeepLayers, DeepNet, deep_bytes};
use super::features::{FULL_INFORMATION_FEATURES, LAYOUT, SEAT_VIEW_FEATURES, Scene, WILD_FEATURES};
use crate::profile::Family;

/// Sums of the first layer.
pub const WIDE: usize = 512;
/// Sums of the second and the third layer.
pub const NARROW: usize = 32;

/// The unit of the first layer.
pub const UNIT_WIDE: i32 = 128;
/// The unit of weights of the other layers.
pub const UNIT_WEIGHT: i32 = 256;
/// The unit of sums of the other layers.
pub const UNIT_NARROW: i32 = 1024;
/// The unit of the result of the first head, the logarithm of odds.
pub const UNIT_LOGIT: i32 = 1024;
/// The unit of the results of the other heads, the stake's factors.
pub const UNIT_FACTOR: i32 = 1024;
/// A net's results: the logarithm of the odds to win, and the factor by which bombs after the play multiply the stake, given a win and
/// given a loss.
pub const HEADS: usize = 3;

/// The largest weight of the other layers: sums fit 32 bits.
pub const WEIGHT_MAX: i16 = 4096;
/// The largest bias of the other layers.
pub const BIAS_MAX: i32 = 1 << 24;

// A sum of as many rows as a situation has, each weight a byte, fits 16 bits.
const _: () = assert!((super::features::ACTIVE_MAX as i32 + 1) * 128 <= i16::MAX as i32);
const _: () = assert!(WIDE as i64 * UNIT_WIDE as i64 * WEIGHT_MAX as i64 + (BIAS_MAX as i64) < i32::MAX as i64);

/// One seat's net.
#[derive(Clone, Debug)]
pub(super) struct SeatNet {
    /// The first layer, a row for each feature, and its biases as the last row.
    pub(super) wide: Rows,
    pub(super) second: Pairs<{ WIDE / 2 }>,
    pub(super) second_bias: [i32; NARROW],
    pub(super) third: Pairs<{ NARROW / 2 }>,
    pub(super) third_bias: [i32; NARROW],
    pub(super) last: [[i16; NARROW]; HEADS],
    pub(super) last_bias: [i32; HEADS],
}

/// Weights from a layer to a narrow one: for two sums of the former at a time, side by side, those to all of the latter, which is
/// what a processor multiplies and adds at once.
#[derive(Clone, Debug)]
pub(super) struct Pairs<const PAIRS: usize>(pub(super) Box<[[[i16; 2]; NARROW]; PAIRS]>);

/// Rows of the first layer as they stand in the file: nearly all of it, so they are read where they lie.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    file: FileBytes,
    start: usize,
    pub(super) biases: [i16; WIDE],
}

/// The bytes of a file, shared by all who think with it.
#[derive(Clone, Debug)]
pub(super) enum FileBytes {
    Shipped(&'static [u8]),
    Own(Arc<[u8]>),
}

impl FileBytes {
    #[inline]
    pub(super) fn all(&self) -> &[u8] {
        match self {
            FileBytes::Shipped(bytes) => bytes,
            FileBytes::Own(bytes) => bytes,
        }
    }
}

impl Rows {
    /// The rows that begin at a place of the file.
    pub(super) fn at(file: &FileBytes, start: usize, biases: [i16; WIDE]) -> Rows {
        Rows { file: file.clone(), start, biases }
    }

    /// One row, a byte a weight.
    #[inline]
    pub(super) fn get(&self, row: usize) -> &[u8; WIDE] {
        self.file.all()[self.start + row * WIDE..].first_chunk().expect("the row lies within the file")
    }
}

/// Which nets a weights file has, and which rows they know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Seat-view and full-information nets for natural cards.
    Natural,
    /// The same, and deep seat-view nets.
    Deep,
    /// Seat-view nets that know wild cards as well.
    Wild,
}

impl Layout {
    const ALL: [Layout; 3] = [Layout::Natural, Layout::Deep, Layout::Wild];

    /// The layout of a family's nets.
    pub const fn of(family: Family) -> Layout {
        match family {
            Family::Plain | Family::Journey => Layout::Natural,
            Family::Wild => Layout::Wild,
        }
    }

    /// The number in the file. The rows of natural cards are the same in all, so one change moves all numbers.
    pub const fn number(self) -> u32 {
        match self {
            Layout::Natural => LAYOUT,
            Layout::Wild => 256 + LAYOUT,
            Layout::Deep => 512 + LAYOUT,
        }
    }

    /// The rows of each small net: seat-view nets by seat, then full-information ones where there are some.
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

    /// The size of a file.
    pub fn file_bytes(self) -> usize {
        let deep = if self == Layout::Deep { 3 * deep_bytes() } else { 0 };
        HEADER + self.rows().iter().map(|&rows| seat_bytes(rows)).sum::<usize>() + deep
    }

    /// The layout of a number of nets.
    fn of_nets(count: usize) -> Option<Layout> {
        Layout::ALL.into_iter().find(|layout| layout.rows().len() == count)
    }
}

/// The nets of a player: for each seat a seat-view net, and a full-information net for the worlds of a search.
#[derive(Clone, Debug)]
pub struct Weights {
    layout: Layout,
    pub(super) seat_view: [SeatNet; 3],
    /// `None` in the wild layout: search does not use nets there.
    pub(super) full_information: Option<[SeatNet; 3]>,
    /// `None` but in the deep layout.
    pub(super) deep: Option<[DeepNet; 3]>,
    digest: u64,
}

/// Why bytes are no weights for this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadWeights {
    /// Other bytes altogether.
    #[error("this is no file of net weights: it begins with other bytes than \"3SEATNET\"")]
    NotWeights,
    /// Made for rows of another meaning or for other sizes.
    #[error(
        "the weights are of layout {found}, this build reads layouts {}, {} and {}: train them again",
        Layout::Natural.number(),
        Layout::Deep.number(),
        Layout::Wild.number()
    )]
    Layout {
        /// The file's layout.
        found: u32,
    },
    /// Cut short, or longer than it should be.
    #[error("the weights have {found} bytes, a file of this layout has {expected}")]
    Size {
        /// FileBytes there.
        found: usize,
        /// FileBytes that there should be.
        expected: usize,
    },
    /// Damaged.
    #[error("the weights are damaged: their digest is {found:016x}, the file says {said:016x}")]
    Digest {
        /// The digest of what is there.
        found: u64,
        /// The file's digest.
        said: u64,
    },
    /// A weight that could overflow a sum.
    #[error("weight {value} is out of range: it may be -{max} to {max}")]
    Range {
        /// The weight.
        value: i32,
        /// The largest.
        max: i32,
    },
}

const MAGIC: &[u8; 8] = b"3SEATNET";
const HEADER: usize = 8 + 4 + 8;

const fn seat_bytes(rows: usize) -> usize {
    WIDE * (rows + 1) + 2 * WIDE * NARROW + 4 * NARROW + 2 * NARROW * NARROW + 4 * NARROW + HEADS * (2 * NARROW + 4)
}

/// The weights that were trained for this build.
static SHIPPED: &[u8] = include_bytes!("../../data/plain/nets.bin");
/// The same for the Journey to the West.
static SHIPPED_JOURNEY: &[u8] = include_bytes!("../../data/journey/nets.bin");
/// And for wild ranks, one or two of them.
static SHIPPED_WILD: &[u8] = include_bytes!("../../data/wild/nets.bin");

/// The same digest, the same weights.
impl PartialEq for Weights {
    fn eq(&self, other: &Weights) -> bool {
        self.digest == other.digest
    }
}

impl Weights {
    /// The weights for plain rulesets that came with this build.
    pub fn shipped() -> Weights {
        Weights::shipped_for(Family::Plain)
    }

    /// The weights for a family of rulesets that came with this build.
    pub fn shipped_for(family: Family) -> Weights {
        let bytes = match family {
            Family::Plain => SHIPPED,
            Family::Journey => SHIPPED_JOURNEY,
            Family::Wild => SHIPPED_WILD,
        };
        // Reading them whole for every thread would cost milliseconds; a test does.
        Weights::parse(&FileBytes::Shipped(bytes)).expect("the shipped weights were tested")
    }

    /// Which nets there are, and which rows they know.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// True if there are nets for the worlds of a search.
    pub const fn judges_worlds(&self) -> bool {
        self.full_information.is_some()
    }

    /// The seat-view nets with rows for wild cards that say nothing: where a training with wild ranks begins.
    pub fn widened(&self) -> Weights {
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

    /// Reads a weights file.
    pub fn read(bytes: &[u8]) -> Result<Weights, BadWeights> {
        let weights = Weights::parse(&FileBytes::Own(bytes.into()))?;
        let found = digest(&bytes[HEADER..]);
        if found != weights.digest {
            return Err(BadWeights::Digest { found, said: weights.digest });
        }
        Ok(weights)
    }

    fn parse(file: &FileBytes) -> Result<Weights, BadWeights> {
        let bytes = file.all();
        if !bytes.starts_with(MAGIC) {
            return Err(BadWeights::NotWeights);
        }
        let size = |layout: Layout| BadWeights::Size { found: bytes.len(), expected: layout.file_bytes() };
        if bytes.len() < HEADER {
            return Err(size(Layout::Natural));
        }
        let mut reader = Reader { file, place: MAGIC.len() };
        let found = reader.word() as u32;
        let layout = Layout::ALL.into_iter().find(|layout| layout.number() == found);
        let layout = layout.ok_or(BadWeights::Layout { found })?;
        if bytes.len() != layout.file_bytes() {
            return Err(size(layout));
        }
        let digest = u64::from_le_bytes(reader.take());
        let mut seats = |rows: usize| -> Result<[SeatNet; 3], BadWeights> {
            Ok([reader.seat(rows)?, reader.seat(rows)?, reader.seat(rows)?])
        };
        let seat_view = seats(layout.rows()[0])?;
        let full_information = match layout {
            Layout::Natural | Layout::Deep => Some(seats(FULL_INFORMATION_FEATURES)?),
            Layout::Wild => None,
        };
        let deep = match layout {
            Layout::Deep => Some([reader.deep_seat()?, reader.deep_seat()?, reader.deep_seat()?]),
            Layout::Natural | Layout::Wild => None,
        };
        Ok(Weights { layout, seat_view, full_information, deep, digest })
    }

    /// True if there are deep seat-view nets.
    pub const fn has_deep(&self) -> bool {
        self.deep.is_some()
    }

    /// The deep nets' inputs for a scene, where there are such nets.
    pub fn deep<'a>(&'a self, scene: Scene<'a>) -> Option<DeepAccumulator<'a>> {
        self.deep.as_ref().map(|nets| DeepAccumulator::new(nets, scene))
    }

    /// A file of the small nets of these weights, and of deep ones.
    ///
    /// # Panics
    /// Where there are no full-information nets: the layout has them.
    pub fn write_with(&self, deep: &[DeepLayers; 3]) -> Vec<u8> {
        assert!(self.judges_worlds(), "deep nets are for natural cards");
        let mut body = body(&self.layers());
        deep.iter().for_each(|net| deep::write_seat(&mut body, net));
        file(Layout::Deep, &body)
    }

    /// The numbers of all small nets, for a training that continues from them: seat-view nets by seat, then full-information ones.
    pub fn layers(&self) -> Vec<Layers> {
        let nets = self.seat_view.iter().chain(self.full_information.iter().flatten());
        nets.zip(self.layout.rows()).map(|(net, &rows)| net.layers(rows)).collect()
    }

    /// The version of the weights: their digest.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

impl SeatNet {
    fn layers(&self, rows: usize) -> Layers {
        Layers {
            wide: (0..=rows).flat_map(|row| self.wide.get(row)).map(|&byte| i8::from_le_bytes([byte])).collect(),
            second: self.second.by_output(),
            second_bias: self.second_bias.to_vec(),
            third: self.third.by_output(),
            third_bias: self.third_bias.to_vec(),
            last: self.last.as_flattened().to_vec(),
            last_bias: self.last_bias.to_vec(),
        }
    }
}

impl<const PAIRS: usize> Pairs<PAIRS> {
    /// As in [`Layers`]: for each output the weights of all inputs.
    fn by_output(&self) -> Vec<i16> {
        (0..NARROW).flat_map(|out| self.0.iter().flat_map(move |pair| pair[out])).collect()
    }
}

/// Writes a weights file from layers of numbers: seat-view nets by seat, then full-information ones.
///
/// # Panics
/// When no layout has these nets.
pub fn write(nets: &[Layers]) -> Vec<u8> {
    let layout = Layout::of_nets(nets.len()).expect("a layout has as many nets");
    file(layout, &body(nets))
}

/// A file of this layout.
fn file(layout: Layout, body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(layout.number().to_le_bytes());
    bytes.extend(digest(body).to_le_bytes());
    bytes.extend(body);
    assert_eq!(bytes.len(), layout.file_bytes(), "each net has the rows of its layout");
    bytes
}

/// The numbers of small nets as a file has them.
fn body(nets: &[Layers]) -> Vec<u8> {
    let mut body = Vec::new();
    for net in nets {
        let short =
            |body: &mut Vec<u8>, values: &[i16]| values.iter().for_each(|value| body.extend(value.to_le_bytes()));
        let long =
            |body: &mut Vec<u8>, values: &[i32]| values.iter().for_each(|value| body.extend(value.to_le_bytes()));
        body.extend(net.wide.iter().map(|weight| weight.to_le_bytes()[0]));
        short(&mut body, &net.second);
        long(&mut body, &net.second_bias);
        short(&mut body, &net.third);
        long(&mut body, &net.third_bias);
        short(&mut body, &net.last);
        long(&mut body, &net.last_bias);
    }
    body
}

/// The numbers of one seat's net, layer by layer, as a trainer has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers {
    /// Row after row of the first layer, then its biases.
    pub wide: Vec<i8>,
    /// For each sum of the second layer the weights of all of the first.
    pub second: Vec<i16>,
    /// Biases of the second layer.
    pub second_bias: Vec<i32>,
    /// For each sum of the third layer the weights of all of the second.
    pub third: Vec<i16>,
    /// Biases of the third layer.
    pub third_bias: Vec<i32>,
    /// For each head the weights of all of the third layer.
    pub last: Vec<i16>,
    /// Biases of the heads.
    pub last_bias: Vec<i32>,
}

/// FNV-1a over words of eight bytes: stable between builds, unlike the standard hashers.
fn digest(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(29)
    })
}

/// Takes numbers off bytes whose length was checked.
pub(super) struct Reader<'a> {
    file: &'a FileBytes,
    place: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn file(&self) -> &'a FileBytes {
        self.file
    }

    pub(super) fn place(&self) -> usize {
        self.place
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.file.all()[self.place..]
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.place += bytes;
    }

    pub(super) fn take<const N: usize>(&mut self) -> [u8; N] {
        let taken = self.file.all()[self.place..].first_chunk().expect("the length was checked");
        self.place += N;
        *taken
    }

    fn word(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn within(value: i32, max: i32) -> Result<i32, BadWeights> {
        if (-max..=max).contains(&value) { Ok(value) } else { Err(BadWeights::Range { value, max }) }
    }

    pub(super) fn shorts<const N: usize>(&mut self, max: i16) -> Result<[i16; N], BadWeights> {
        let mut values = [0; N];
        for value in &mut values {
            *value = i16::from_le_bytes(self.take());
            Self::within(i32::from(*value), i32::from(max))?;
        }
        Ok(values)
    }

    /// The file has one sum of the narrow layer after the other.
    fn pairs<const PAIRS: usize>(&mut self) -> Result<Pairs<PAIRS>, BadWeights> {
        let mut pairs = Box::new([[[0; 2]; NARROW]; PAIRS]);
        for to in 0..NARROW {
            for pair in pairs.iter_mut() {
                pair[to] = self.shorts(WEIGHT_MAX)?;
            }
        }
        Ok(Pairs(pairs))
    }

    fn heads(&mut self) -> Result<[[i16; NARROW]; HEADS], BadWeights> {
        let mut heads = [[0; NARROW]; HEADS];
        for head in &mut heads {
            *head = self.shorts(WEIGHT_MAX)?;
        }
        Ok(heads)
    }

    pub(super) fn words<const N: usize>(&mut self, max: i32) -> Result<[i32; N], BadWeights> {
        let mut values = [0; N];
        for value in &mut values {
            *value = Self::within(self.word(), max)?;
        }
        Ok(values)
    }

    fn rows(&mut self, count: usize) -> Rows {
        let start = self.place;
        self.place += WIDE * count;
        let biases = self.take::<WIDE>().map(|byte| i16::from(i8::from_le_bytes([byte])));
        Rows::at(self.file, start, biases)
    }

    fn seat(&mut self, rows: usize) -> Result<SeatNet, BadWeights> {
        Ok(SeatNet {
            wide: self.rows(rows),
            second: self.pairs()?,
            second_bias: self.words(BIAS_MAX)?,
            third: self.pairs()?,
            third_bias: self.words(BIAS_MAX)?,
            last: self.heads()?,
            last_bias: self.words(BIAS_MAX)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_is_whole() {
        for (file, shipped) in [
            (SHIPPED, Weights::shipped()),
            (SHIPPED_JOURNEY, Weights::shipped_for(Family::Journey)),
            (SHIPPED_WILD, Weights::shipped_for(Family::Wild)),
        ] {
            assert_eq!(Weights::read(file).expect("the shipped weights are whole"), shipped);
        }
    }
}
