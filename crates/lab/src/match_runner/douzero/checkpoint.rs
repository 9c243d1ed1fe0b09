//! The converted checkpoints: the numbers of one network as 32-bit floats, in the order of the published files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rules::Seat;
use rules::external_history::role;

use super::features::{ROUND, inputs};
use super::network::{LSTM, Layer, Network, WIDTH};

/// The reason why a folder holds no networks.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadCheckpoint {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: it has {found} bytes, a network of this seat has {expected}", path.display())]
    Size { path: PathBuf, found: usize, expected: usize },
    #[error("{}: number {place} is {value}, which no network has", path.display())]
    Number { path: PathBuf, place: usize, value: f32 },
}

/// Returns a seat's network.
pub(super) fn read(folder: &Path, seat: Seat) -> Result<Network, BadCheckpoint> {
    let path = folder.join(format!("{}.f32", role(seat)));
    let bytes = fs::read(&path).map_err(|error| BadCheckpoint::File { path: path.clone(), error })?;
    let widths = [LSTM + inputs(seat), WIDTH, WIDTH, WIDTH, WIDTH];
    let dense = widths.iter().map(|inputs| (inputs + 1) * WIDTH).sum::<usize>();
    let expected = 4 * (4 * LSTM * (ROUND + LSTM + 2) + dense + WIDTH + 1);
    if bytes.len() != expected {
        return Err(BadCheckpoint::Size { path, found: bytes.len(), expected });
    }
    let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    if let Some(place) = numbers.iter().position(|number| !number.is_finite()) {
        return Err(BadCheckpoint::Number { path, place, value: numbers[place] });
    }
    let mut rest = numbers.as_slice();
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at(count);
        rest = left;
        taken
    };
    let (of_round, of_state) = (take(4 * LSTM * ROUND), take(4 * LSTM * LSTM));
    let bias: Vec<f32> = take(4 * LSTM).iter().zip(take(4 * LSTM)).map(|(one, other)| one + other).collect();
    let of_round = Layer::of(of_round, &bias);
    let of_state = Layer::of(of_state, &vec![0.0; 4 * LSTM]);
    let dense = widths.map(|inputs| Layer::of(take(inputs * WIDTH), take(WIDTH)));
    Ok(Network { seat, of_round, of_state, dense, last: take(WIDTH).to_vec(), last_bias: take(1)[0] })
}
