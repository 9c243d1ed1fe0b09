//! The weights of a net as they are kept: small integers, a version, a digest.

use super::features::{CLOSED_ROWS, LAYOUT, OPEN_ROWS};

/// Sums of the first layer.
pub const WIDE: usize = 256;
/// Sums of the second and the third layer.
pub const NARROW: usize = 32;

/// What 1 is in the first layer.
pub const UNIT_WIDE: i32 = 128;
/// What 1 is in weights of the other layers.
pub const UNIT_WEIGHT: i32 = 256;
/// What 1 is in sums of the other layers.
pub const UNIT_NARROW: i32 = 1024;
/// What 1 is in the result, the logarithm of odds.
pub const UNIT_LOGIT: i32 = 1024;

/// The largest weight of the first layer and of its biases. A sum of so many rows as a situation has fits 16 bits.
pub const WIDE_MAX: i16 = 200;
/// The largest weight of the other layers: sums fit 32 bits.
pub const WEIGHT_MAX: i16 = 4096;
/// The largest bias of the other layers.
pub const BIAS_MAX: i32 = 1 << 24;

const _: () = assert!((super::features::ACTIVE_MAX as i32 + 1) * WIDE_MAX as i32 <= i16::MAX as i32);
const _: () = assert!(WIDE as i64 * UNIT_WIDE as i64 * WEIGHT_MAX as i64 + (BIAS_MAX as i64) < i32::MAX as i64);

/// One seat's net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatNet {
    /// The first layer, a row for each feature, and its biases as the last row.
    pub(super) wide: Box<[[i16; WIDE]]>,
    pub(super) second: Box<[[i16; WIDE]; NARROW]>,
    pub(super) second_bias: [i32; NARROW],
    pub(super) third: Box<[[i16; NARROW]; NARROW]>,
    pub(super) third_bias: [i32; NARROW],
    pub(super) last: [i16; NARROW],
    pub(super) last_bias: i32,
}

/// The nets of a player: for each seat one that sees what the seat sees, and one that sees all hands, for worlds that
/// somebody thinks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub(super) closed: [SeatNet; 3],
    pub(super) open: [SeatNet; 3],
    digest: u64,
}

/// Why bytes are no weights for this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadWeights {
    /// Other bytes altogether.
    #[error("this is no file of net weights: it begins with other bytes than \"3SEATNET\"")]
    NotWeights,
    /// Made for rows of another meaning or for other sizes.
    #[error("the weights are of layout {found}, this build reads layout {LAYOUT}: train them anew")]
    Layout {
        /// The file's layout.
        found: u32,
    },
    /// Cut short, or longer than it should be.
    #[error("the weights have {found} bytes, a file of this layout has {expected}")]
    Size {
        /// Bytes there.
        found: usize,
        /// Bytes that there should be.
        expected: usize,
    },
    /// Damaged.
    #[error("the weights are damaged: their digest is {found:016x}, the file says {said:016x}")]
    Digest {
        /// The digest of what is there.
        found: u64,
        /// What the file says.
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
    2 * WIDE * (rows + 1) + 2 * WIDE * NARROW + 4 * NARROW + 2 * NARROW * NARROW + 4 * NARROW + 2 * NARROW + 4
}

/// The size of a weights file.
pub const FILE_BYTES: usize = HEADER + 3 * (seat_bytes(CLOSED_ROWS) + seat_bytes(OPEN_ROWS));
const _: () = assert!(FILE_BYTES <= 4 << 20);

impl Weights {
    /// Reads a weights file.
    pub fn read(bytes: &[u8]) -> Result<Weights, BadWeights> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(BadWeights::NotWeights) };
        let mut header = Reader { bytes: rest };
        let size = BadWeights::Size { found: bytes.len(), expected: FILE_BYTES };
        if rest.len() < HEADER - MAGIC.len() {
            return Err(size);
        }
        let found = header.word() as u32;
        if found != LAYOUT {
            return Err(BadWeights::Layout { found });
        }
        if bytes.len() != FILE_BYTES {
            return Err(size);
        }
        let said = u64::from_le_bytes(header.take());
        let found = digest(header.bytes);
        if found != said {
            return Err(BadWeights::Digest { found, said });
        }
        let mut seats = |rows| -> Result<[SeatNet; 3], BadWeights> {
            Ok([header.seat(rows)?, header.seat(rows)?, header.seat(rows)?])
        };
        Ok(Weights { closed: seats(CLOSED_ROWS)?, open: seats(OPEN_ROWS)?, digest: said })
    }

    /// A version that nobody can forget to raise: the digest of all weights.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

/// Writes a weights file from layers of numbers: closed nets by seat, then open ones.
pub fn write(nets: &[Layers; 6]) -> Vec<u8> {
    let mut body = Vec::with_capacity(FILE_BYTES);
    for net in nets {
        let short = |body: &mut Vec<u8>, values: &[i16]| values.iter().for_each(|value| body.extend(value.to_le_bytes()));
        let long = |body: &mut Vec<u8>, values: &[i32]| values.iter().for_each(|value| body.extend(value.to_le_bytes()));
        short(&mut body, &net.wide);
        short(&mut body, &net.second);
        long(&mut body, &net.second_bias);
        short(&mut body, &net.third);
        long(&mut body, &net.third_bias);
        short(&mut body, &net.last);
        long(&mut body, &[net.last_bias]);
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(LAYOUT.to_le_bytes());
    bytes.extend(digest(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The numbers of one seat's net, layer by layer, as a trainer has them.
#[derive(Clone, Debug)]
pub struct Layers {
    /// Row after row of the first layer, then its biases.
    pub wide: Vec<i16>,
    /// For each sum of the second layer the weights of all of the first.
    pub second: Vec<i16>,
    /// Biases of the second layer.
    pub second_bias: Vec<i32>,
    /// For each sum of the third layer the weights of all of the second.
    pub third: Vec<i16>,
    /// Biases of the third layer.
    pub third_bias: Vec<i32>,
    /// Weights of the result.
    pub last: Vec<i16>,
    /// Its bias.
    pub last_bias: i32,
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
struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.bytes.split_first_chunk().expect("the length was checked");
        self.bytes = rest;
        *taken
    }

    fn word(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }

    fn within(value: i32, max: i32) -> Result<i32, BadWeights> {
        if (-max..=max).contains(&value) { Ok(value) } else { Err(BadWeights::Range { value, max }) }
    }

    fn shorts<const N: usize>(&mut self, max: i16) -> Result<[i16; N], BadWeights> {
        let mut values = [0; N];
        for value in &mut values {
            *value = i16::from_le_bytes(self.take());
            Self::within(i32::from(*value), i32::from(max))?;
        }
        Ok(values)
    }

    fn rows<const N: usize>(&mut self, count: usize, max: i16) -> Result<Box<[[i16; N]]>, BadWeights> {
        (0..count).map(|_| self.shorts(max)).collect()
    }

    fn biases(&mut self) -> Result<[i32; NARROW], BadWeights> {
        let mut values = [0; NARROW];
        for value in &mut values {
            *value = Self::within(self.word(), BIAS_MAX)?;
        }
        Ok(values)
    }

    fn seat(&mut self, rows: usize) -> Result<SeatNet, BadWeights> {
        let square = "so many rows were read";
        Ok(SeatNet {
            wide: self.rows(rows + 1, WIDE_MAX)?,
            second: self.rows(NARROW, WEIGHT_MAX)?.try_into().expect(square),
            second_bias: self.biases()?,
            third: self.rows(NARROW, WEIGHT_MAX)?.try_into().expect(square),
            third_bias: self.biases()?,
            last: self.shorts(WEIGHT_MAX)?,
            last_bias: Self::within(self.word(), BIAS_MAX)?,
        })
    }
}
