//! Sample files: each has a fixed number of samples of one seat, column after column. Its name appears when the file is
//! complete.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rules::Seat;

use super::questions::ROWS_KEPT;

/// The target of a sample, from the seat's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Target {
    /// The return of the chance to win.
    pub(super) chance: f32,
    /// The return of the factor by bombs after the play.
    pub(super) factor: f32,
    /// True if the side won: the factor given a win is learned from it, else that given a loss.
    pub(super) won: bool,
}

/// Rows and targets, one sample after the other.
#[derive(Default)]
pub(super) struct Samples {
    rows: Vec<u16>,
    targets: Vec<Target>,
}

/// Samples by seat.
pub(super) type SampleSets = [Samples; 3];

impl Samples {
    pub(super) fn add(&mut self, rows: &[u16], target: Target) {
        self.rows.extend_from_slice(rows);
        self.targets.push(target);
    }

    #[cfg(test)]
    pub(super) fn targets(&self) -> &[Target] {
        &self.targets
    }
}

/// The most files that wait for the learner. Then self-play waits.
const FILES_MAX: usize = 600;
const POLL: Duration = Duration::from_millis(200);

pub(super) struct SampleFiles {
    folder: PathBuf,
    /// Samples of a file.
    per_file: usize,
    /// The number of the process, a part of its file names.
    process: u32,
    written: u64,
    pub(super) samples: u64,
}

impl SampleFiles {
    pub(super) fn new(folder: PathBuf, per_file: usize, process: u32) -> SampleFiles {
        SampleFiles { folder, per_file, process, written: 0, samples: 0 }
    }

    /// Writes the sets that have enough samples for a file.
    pub(super) fn flush(&mut self, samples: &mut SampleSets, stop: &AtomicBool) -> io::Result<()> {
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
        while fs::read_dir(&self.folder)?.count() > FILES_MAX && !stop.load(Ordering::Relaxed) {
            thread::sleep(POLL);
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
