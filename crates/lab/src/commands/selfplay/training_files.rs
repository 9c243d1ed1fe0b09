//! The files between this process and the one that holds the nets. Questions and their values go through a file, best in shared memory:
//! rows of many plays at once. A sample file has a fixed number of samples of one seat, column after column, and a name that appears when
//! the file is whole.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use engine::net::features::SEAT_VIEW_FEATURES;
use rules::Seat;

use super::hand::NetOutputs;

/// The number of rows of a sample, and of a play in a question.
pub(super) const ROWS_KEPT: usize = 96;
/// The filler for positions with fewer rows.
const NO_ROW: u16 = SEAT_VIEW_FEATURES as u16;
/// The number of nets that can be asked: the current ones by seat, then the first ones of the step.
pub(super) const NET_COUNT: usize = 6;

/// Places of the parts of a file. The asking process writes question number, counts and rows; the other one writes answer number
/// and values.
const QUESTION_NUMBER_AT: u64 = 0;
const COUNTS_AT: u64 = 8;
const ANSWER_NUMBER_AT: u64 = 64;
const ROWS_AT: u64 = 4096;

const ANSWER_POLL: Duration = Duration::from_micros(100);

/// Sorts the rows of a position, and cuts or fills them to [`ROWS_KEPT`]. The rows with the highest numbers are cut.
pub(super) fn fit_rows(rows: &mut Vec<u16>) {
    rows.sort_unstable();
    rows.resize(ROWS_KEPT, NO_ROW);
}

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
        write_at(&mut file, ROWS_AT, &vec![0; capacity * (2 * ROWS_KEPT + size_of::<NetOutputs>())])?;
        fs::rename(&beside, path)?;
        Ok(Questions { file, capacity, asked: 0, count: 0, bytes: Vec::new() })
    }

    /// Adds a play's rows to the next question. The caller adds the plays net by net, in the order of the nets.
    pub(super) fn add(&mut self, rows: &[u16]) {
        self.bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
        self.count += 1;
    }

    /// Asks about all added plays; `counts` are the plays by net.
    pub(super) fn ask(&mut self, counts: [u32; NET_COUNT]) -> io::Result<()> {
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
    pub(super) fn wait_for_values(&mut self, stop: &AtomicBool) -> io::Result<Option<Vec<NetOutputs>>> {
        let mut number = [0; 4];
        loop {
            read_at(&mut self.file, ANSWER_NUMBER_AT, &mut number)?;
            if u32::from_le_bytes(number) == self.asked {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            thread::sleep(ANSWER_POLL);
        }
        let mut bytes = vec![0; self.count * size_of::<NetOutputs>()];
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

/// The outcome of a situation, from the seat's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    /// The return of the chance to win.
    pub(super) chance: f32,
    /// The return of the factor by bombs after the play.
    pub(super) factor: f32,
    /// True if the side won. Then the net learns the factor of a win from it, otherwise the factor of a loss.
    pub(super) won: bool,
}

/// Rows and targets, one sample after the other.
#[derive(Default)]
pub(super) struct Samples {
    rows: Vec<u16>,
    pub(super) targets: Vec<Target>,
}

pub(super) type SampleSets = [Samples; 3];

impl Samples {
    pub(super) fn add(&mut self, rows: &[u16], target: Target) {
        self.rows.extend_from_slice(rows);
        self.targets.push(target);
    }
}

/// The number of waiting files above which self-play waits for the learner.
const WAITING_FILES_MAX: usize = 600;
const LEARNER_POLL: Duration = Duration::from_millis(200);

pub(super) struct SampleFiles {
    folder: PathBuf,
    per_file: usize,
    /// The number of the process, which tells its files apart.
    process: u32,
    written: u64,
    pub(super) samples: u64,
}

impl SampleFiles {
    pub(super) fn new(folder: PathBuf, per_file: usize, process: u32) -> SampleFiles {
        SampleFiles { folder, per_file, process, written: 0, samples: 0 }
    }

    /// Writes the sets that fill a file.
    pub(super) fn write_full_sets(&mut self, samples: &mut SampleSets, stop: &AtomicBool) -> io::Result<()> {
        for seat in Seat::ALL {
            let of_seat = &mut samples[seat.index()];
            if of_seat.targets.len() >= self.per_file {
                self.write(seat, of_seat, stop)?;
                *of_seat = Samples::default();
            }
        }
        Ok(())
    }

    /// Writes rows, chances, factors and outcomes. The last samples of a set, at most one hand's, are left out.
    fn write(&mut self, seat: Seat, samples: &Samples, stop: &AtomicBool) -> io::Result<()> {
        while fs::read_dir(&self.folder)?.count() > WAITING_FILES_MAX && !stop.load(Ordering::Relaxed) {
            thread::sleep(LEARNER_POLL);
        }
        let (rows, targets) = (&samples.rows[..self.per_file * ROWS_KEPT], &samples.targets[..self.per_file]);
        let mut bytes: Vec<u8> = rows.iter().flat_map(|row| row.to_le_bytes()).collect();
        bytes.extend(targets.iter().flat_map(|target| target.chance.to_le_bytes()));
        bytes.extend(targets.iter().flat_map(|target| target.factor.to_le_bytes()));
        bytes.extend(targets.iter().flat_map(|target| u16::from(target.won).to_le_bytes()));
        let name = self.folder.join(format!("{}-{}-{}", seat.index(), self.process, self.written));
        let beside = name.with_extension("new");
        fs::write(&beside, bytes)?;
        fs::rename(&beside, name.with_extension("bin"))?;
        self.written += 1;
        self.samples += self.per_file as u64;
        Ok(())
    }
}
