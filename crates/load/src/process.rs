//! The processor time of a process, read from `/proc`.

use std::fs;
use std::time::Duration;

use anyhow::Context;

/// A running process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Process(pub(crate) u32);

/// Clock ticks a second in `/proc`, the same on every Linux that Rust runs on.
const TICKS_PER_S: u64 = 100;

impl Process {
    /// Measures the processor time of all its threads so far, those that have ended included.
    pub(crate) fn cpu(self) -> anyhow::Result<Duration> {
        let path = format!("/proc/{}/stat", self.0);
        let stat = fs::read_to_string(&path).with_context(|| format!("{path}: is the process there?"))?;
        read_stat(&stat).with_context(|| format!("{path} reads {stat:?}"))
    }
}

/// Reads `utime` and `stime`, the 14th and 15th field; the 2nd is a name in brackets that may hold anything.
fn read_stat(stat: &str) -> Option<Duration> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * 1000 / TICKS_PER_S))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_lines_are_read_whatever_the_name() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 1 0 0 0 250 50 9 9 20 0 1 0";
        assert_eq!(read_stat(stat), Some(Duration::from_secs(3)));
        assert_eq!(read_stat("7 (a) S 1"), None);
        assert_eq!(read_stat(""), None);
    }

    #[test]
    fn our_own_process_costs_something() {
        let us = Process(std::process::id());
        let before = us.cpu().unwrap();
        let mut sum = 0u64;
        while us.cpu().unwrap() == before {
            sum = (0..1_000_000).fold(sum, |sum: u64, number| std::hint::black_box(sum.wrapping_add(number)));
        }
        assert!(Process(u32::MAX).cpu().is_err());
    }
}
