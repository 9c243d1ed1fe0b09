//! Questions to the process with the nets, through a file in shared memory: the rows of many plays at once, and their values.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::net::features::SEAT_VIEW_FEATURES;

use super::hand::Outputs;

/// The number of rows of a sample or a question. Fewer than one in a thousand positions have more: their last rows are dropped.
pub(super) const ROWS_KEPT: usize = 96;
/// The filler for positions with fewer rows.
const NO_ROW: u16 = SEAT_VIEW_FEATURES as u16;
/// The number of nets that can be asked: the current ones by seat, then the first ones of the step.
pub(super) const NETS: usize = 6;

/// Places of the parts of a file. The asking process writes question number, counts and rows; the other one writes answer number
/// and values.
const QUESTION_NUMBER_AT: u64 = 0;
const COUNTS_AT: u64 = 8;
const ANSWER_NUMBER_AT: u64 = 64;
const ROWS_AT: u64 = 4096;

const POLL: Duration = Duration::from_micros(100);

/// Sorts the rows of a position, and cuts or fills them to [`ROWS_KEPT`]. Rows of shown cards have the highest numbers and are cut
/// first.
pub(super) fn kept(rows: &mut Vec<u16>) {
    rows.sort_unstable();
    rows.resize(ROWS_KEPT, NO_ROW);
}

/// A file of questions.
pub(super) struct Questions {
    file: File,
    /// The number of plays that fit.
    capacity: usize,
    /// The number of the last question.
    asked: u32,
    count: usize,
    bytes: Vec<u8>,
}

impl Questions {
    /// Creates a new file, which appears under its name when it is whole.
    pub(super) fn create(path: &Path, capacity: usize) -> io::Result<Questions> {
        let beside = path.with_extension("new");
        let mut file = File::options().read(true).write(true).create(true).truncate(true).open(&beside)?;
        write_at(&mut file, ROWS_AT, &vec![0; capacity * (2 * ROWS_KEPT + size_of::<Outputs>())])?;
        fs::rename(&beside, path)?;
        Ok(Questions { file, capacity, asked: 0, count: 0, bytes: Vec::new() })
    }

    /// Adds a play's rows to the next question. The plays of one net are together, in the order of the nets.
    pub(super) fn add(&mut self, rows: &[u16]) {
        self.bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
        self.count += 1;
    }

    /// Asks about all added plays; `counts` are the plays by net.
    pub(super) fn ask(&mut self, counts: [u32; NETS]) -> io::Result<()> {
        assert!(self.count <= self.capacity, "{} plays in a file for {}", self.count, self.capacity);
        assert_eq!(self.count, counts.iter().sum::<u32>() as usize, "{counts:?}");
        write_at(&mut self.file, ROWS_AT, &self.bytes)?;
        write_at(&mut self.file, COUNTS_AT, counts.map(u32::to_le_bytes).as_flattened())?;
        self.asked += 1;
        self.bytes.clear();
        // The number is written last, when the question is complete.
        write_at(&mut self.file, QUESTION_NUMBER_AT, &self.asked.to_le_bytes())
    }

    /// Returns the values of the last question; `None` if `stop` is set first.
    pub(super) fn answers(&mut self, stop: &AtomicBool) -> io::Result<Option<Vec<Outputs>>> {
        let mut number = [0; 4];
        loop {
            read_at(&mut self.file, ANSWER_NUMBER_AT, &mut number)?;
            if u32::from_le_bytes(number) == self.asked {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            std::thread::sleep(POLL);
        }
        let mut bytes = vec![0; self.count * size_of::<Outputs>()];
        read_at(&mut self.file, ROWS_AT + (2 * ROWS_KEPT * self.capacity) as u64, &mut bytes)?;
        self.count = 0;
        let numbers = bytes.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number));
        Ok(Some(numbers.collect::<Vec<f32>>().as_chunks().0.to_vec()))
    }
}

// Seek and write instead of a memory map, which would need unsafe code.
fn write_at(file: &mut File, place: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    file.write_all(bytes)
}

fn read_at(file: &mut File, place: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_in_its_own_order() {
        let path = std::env::temp_dir().join(format!("lab-questions-{}", std::process::id()));
        let mut questions = Questions::create(&path, 4).unwrap();
        for row in [7u16, 9] {
            let mut rows = vec![row, 3];
            kept(&mut rows);
            assert_eq!(rows[..3], [3, row, NO_ROW]);
            questions.add(&rows);
        }
        questions.ask([1, 0, 0, 1, 0, 0]).unwrap();
        let stop = AtomicBool::new(true);
        assert!(questions.answers(&stop).unwrap().is_none());
        let mut other = File::options().read(true).write(true).open(&path).unwrap();
        let mut row = [0; 2];
        read_at(&mut other, ROWS_AT + 2 * ROWS_KEPT as u64 + 2, &mut row).unwrap();
        assert_eq!(u16::from_le_bytes(row), 9);
        let values = [0.5f32, 1.0, 2.0, -0.5, 1.5, 1.0].map(f32::to_le_bytes);
        write_at(&mut other, ROWS_AT + 4 * 2 * ROWS_KEPT as u64, values.as_flattened()).unwrap();
        write_at(&mut other, ANSWER_NUMBER_AT, &1u32.to_le_bytes()).unwrap();
        assert_eq!(questions.answers(&stop).unwrap(), Some(vec![[0.5, 1.0, 2.0], [-0.5, 1.5, 1.0]]));
        fs::remove_file(path).unwrap();
    }
}
