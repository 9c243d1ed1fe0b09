//! Readers of numbers in arguments, each with its range.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// Reads a number from `least` to `most`.
fn read_within<N: FromStr + PartialOrd + Display + Copy>(text: &str, least: N, most: N) -> Result<N, String> {
    let number: N = text.parse().map_err(|_| String::from("it is not a number"))?;
    if number >= least && number <= most { Ok(number) } else { Err(format!("it may be {least} to {most}")) }
}

/// Reads a time in seconds; the longest run takes an hour.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    read_within(text, 0.1, 3600.0).map(Duration::from_secs_f64)
}

/// Reads a rate, in calls a second.
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    read_within(text, 0.1, 200_000.0)
}

pub(crate) fn tables(text: &str) -> Result<usize, String> {
    read_within(text, 1, 10_000)
}

/// Reads milliseconds, at least one.
pub(crate) fn millis(text: &str) -> Result<Duration, String> {
    read_within(text, 1, 3_600_000).map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_range() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(rate("NaN"), Err(String::from("it may be 0.1 to 200000")));
        assert_eq!(tables("0"), Err(String::from("it may be 1 to 10000")));
        assert_eq!(tables("ten"), Err(String::from("it is not a number")));
    }
}
