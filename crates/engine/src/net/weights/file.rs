//! The file of weights: a mark, the number of the layout, the digest of what follows, and the numbers net by net.

use super::super::deep::{self, DeepLayers};
use super::super::features::FULL_INFORMATION_FEATURES;
use super::{BIAS_MAX, BadWeights, FileBytes, HEADS, Layout, NARROW, Pairs, Rows, SeatNet, WEIGHT_MAX, WIDE, Weights};

const MAGIC: &[u8; 8] = b"3SEATNET";
/// The number of bytes before the numbers: the mark, the layout, the digest.
pub(super) const HEADER_BYTES: usize = 8 + 4 + 8;

impl Weights {
    /// Reads a weights file.
    pub fn read(bytes: &[u8]) -> Result<Weights, BadWeights> {
        let weights = Weights::parse(&FileBytes::Own(bytes.into()))?;
        let found = digest(&bytes[HEADER_BYTES..]);
        if found != weights.digest {
            let stated = weights.digest;
            let fault = format!("the weights are damaged: their digest is {found:016x}, the file says {stated:016x}");
            return Err(BadWeights(fault));
        }
        Ok(weights)
    }

    pub(super) fn parse(file: &FileBytes) -> Result<Weights, BadWeights> {
        let bytes = file.bytes();
        if !bytes.starts_with(MAGIC) {
            let fault = "this is no file of net weights: it begins with other bytes than \"3SEATNET\"";
            return Err(BadWeights(fault.to_owned()));
        }
        let size = |layout: Layout| {
            let (found, expected) = (bytes.len(), layout.file_bytes());
            BadWeights(format!("the weights have {found} bytes, a file of this layout has {expected}"))
        };
        if bytes.len() < HEADER_BYTES {
            return Err(size(Layout::Natural));
        }
        let mut reader = Reader { file, place: MAGIC.len() };
        let found = reader.read_word() as u32;
        let layout = Layout::ALL.into_iter().find(|layout| layout.number() == found);
        let layout = layout.ok_or_else(|| {
            let [a, b, c] = [Layout::Natural, Layout::Deep, Layout::Wild].map(Layout::number);
            let reads = format!("this build reads layouts {a}, {b} and {c}: train them again");
            BadWeights(format!("the weights are of layout {found}, {reads}"))
        })?;
        if bytes.len() != layout.file_bytes() {
            return Err(size(layout));
        }
        let digest = u64::from_le_bytes(reader.take());
        let mut seats = |rows: usize| -> Result<[SeatNet; 3], BadWeights> {
            Ok([reader.read_seat_net(rows)?, reader.read_seat_net(rows)?, reader.read_seat_net(rows)?])
        };
        let seat_view = seats(layout.rows()[0])?;
        let full_information = match layout {
            Layout::Natural | Layout::Deep => Some(seats(FULL_INFORMATION_FEATURES)?),
            Layout::Wild => None,
        };
        let deep = match layout {
            Layout::Deep => Some([reader.read_deep_net()?, reader.read_deep_net()?, reader.read_deep_net()?]),
            Layout::Natural | Layout::Wild => None,
        };
        Ok(Weights { layout, seat_view, full_information, deep, digest })
    }

    /// Returns a file of the small nets of these weights, and of deep ones.
    ///
    /// # Panics
    /// Without full-information nets, which the deep layout has, or if a deep net has another size.
    pub fn write_with_deep_nets(&self, deep: &[DeepLayers; 3]) -> Vec<u8> {
        assert!(self.has_full_information(), "deep nets are for natural cards");
        let mut body = write_body(&self.layers());
        deep.iter().for_each(|net| deep::write_deep_net(&mut body, net));
        assemble_file(Layout::Deep, &body)
    }

    /// Returns the numbers of all small nets: seat-view nets by seat, then full-information ones.
    pub fn layers(&self) -> Vec<Layers> {
        let nets = self.seat_view.iter().chain(self.full_information.iter().flatten());
        nets.zip(self.layout.rows()).map(|(net, &rows)| net.layers(rows)).collect()
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
    /// Returns the weights as [`Layers`] has them: output by output.
    fn by_output(&self) -> Vec<i16> {
        (0..NARROW).flat_map(|out| self.0.iter().flat_map(move |pair| pair[out])).collect()
    }
}

/// Writes a weights file from layers of numbers: seat-view nets by seat, then full-information ones.
///
/// # Panics
/// When no layout has these nets.
pub fn write(nets: &[Layers]) -> Vec<u8> {
    let layout = Layout::from_net_count(nets.len()).expect("a layout has as many nets");
    assemble_file(layout, &write_body(nets))
}

fn assemble_file(layout: Layout, body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(layout.number().to_le_bytes());
    bytes.extend(digest(body).to_le_bytes());
    bytes.extend(body);
    assert_eq!(bytes.len(), layout.file_bytes(), "each net has the rows of its layout");
    bytes
}

fn write_body(nets: &[Layers]) -> Vec<u8> {
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

/// The numbers of one small net, layer by layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers {
    /// The weights of the first layer, row after row, then its biases.
    pub wide: Vec<i8>,
    /// The weights of the second layer: for each of its sums, one weight for each sum of the first.
    pub second: Vec<i16>,
    /// The biases of the second layer.
    pub second_bias: Vec<i32>,
    /// The weights of the third layer: for each of its sums, one weight for each sum of the second.
    pub third: Vec<i16>,
    /// The biases of the third layer.
    pub third_bias: Vec<i32>,
    /// The weights of the heads: for each head, one weight for each sum of the third layer.
    pub last: Vec<i16>,
    /// The biases of the heads.
    pub last_bias: Vec<i32>,
}

/// Computes a variant of FNV-1a over words of eight bytes: stable between builds, unlike the standard hashers.
fn digest(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(29)
    })
}

/// A reader of numbers from bytes whose length was checked.
pub(in crate::net) struct Reader<'a> {
    file: &'a FileBytes,
    place: usize,
}

impl<'a> Reader<'a> {
    pub(in crate::net) fn file(&self) -> &'a FileBytes {
        self.file
    }

    pub(in crate::net) fn place(&self) -> usize {
        self.place
    }

    pub(in crate::net) fn rest(&self) -> &'a [u8] {
        &self.file.bytes()[self.place..]
    }

    pub(in crate::net) fn skip(&mut self, bytes: usize) {
        self.place += bytes;
    }

    pub(in crate::net) fn take<const N: usize>(&mut self) -> [u8; N] {
        let taken = self.file.bytes()[self.place..].first_chunk().expect("the length was checked");
        self.place += N;
        *taken
    }

    fn read_word(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn check_within(value: i32, max: i32) -> Result<i32, BadWeights> {
        let allowed = -max..=max;
        if allowed.contains(&value) { Ok(value) } else { Err(BadWeights::out_of_range(value, allowed)) }
    }

    pub(in crate::net) fn read_shorts<const N: usize>(&mut self, max: i16) -> Result<[i16; N], BadWeights> {
        let mut values = [0; N];
        for value in &mut values {
            *value = i16::from_le_bytes(self.take());
            Self::check_within(i32::from(*value), i32::from(max))?;
        }
        Ok(values)
    }

    /// Reads the weights of a narrow layer. The file has one sum after the other.
    fn read_pairs<const PAIRS: usize>(&mut self) -> Result<Pairs<PAIRS>, BadWeights> {
        let mut pairs = Box::new([[[0; 2]; NARROW]; PAIRS]);
        for to in 0..NARROW {
            for pair in pairs.iter_mut() {
                pair[to] = self.read_shorts(WEIGHT_MAX)?;
            }
        }
        Ok(Pairs(pairs))
    }

    fn read_heads(&mut self) -> Result<[[i16; NARROW]; HEADS], BadWeights> {
        let mut heads = [[0; NARROW]; HEADS];
        for head in &mut heads {
            *head = self.read_shorts(WEIGHT_MAX)?;
        }
        Ok(heads)
    }

    pub(in crate::net) fn read_words<const N: usize>(&mut self, max: i32) -> Result<[i32; N], BadWeights> {
        let mut values = [0; N];
        for value in &mut values {
            *value = Self::check_within(self.read_word(), max)?;
        }
        Ok(values)
    }

    fn read_rows(&mut self, count: usize) -> Rows {
        let start = self.place;
        self.place += WIDE * count;
        let biases = self.take::<WIDE>().map(|byte| i16::from(i8::from_le_bytes([byte])));
        Rows::new(self.file, start, biases)
    }

    fn read_seat_net(&mut self, rows: usize) -> Result<SeatNet, BadWeights> {
        Ok(SeatNet {
            wide: self.read_rows(rows),
            second: self.read_pairs()?,
            second_bias: self.read_words(BIAS_MAX)?,
            third: self.read_pairs()?,
            third_bias: self.read_words(BIAS_MAX)?,
            last: self.read_heads()?,
            last_bias: self.read_words(BIAS_MAX)?,
        })
    }
}
