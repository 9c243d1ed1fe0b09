//! Readers of numbers in arguments, each with its range.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

fn read_number_within<N: FromStr + PartialOrd + Display + Copy>(text: &str, least: N, most: N) -> Result<N, String> {
    let number: N = text.parse().map_err(|_| String::from("it is not a number"))?;
    if number >= least && number <= most { Ok(number) } else { Err(format!("it may be {least} to {most}")) }
}

/// Reads a time in seconds, at most an hour.
pub(crate) fn read_seconds(text: &str) -> Result<Duration, String> {
    read_number_within(text, 0.1, 3600.0).map(Duration::from_secs_f64)
}

/// Reads a rate, in calls a second.
pub(crate) fn read_rate(text: &str) -> Result<f64, String> {
    read_number_within(text, 0.1, 200_000.0)
}

pub(crate) fn read_table_count(text: &str) -> Result<usize, String> {
    read_number_within(text, 1, 10_000)
}

/// Reads milliseconds, at least one.
pub(crate) fn read_millis(text: &str) -> Result<Duration, String> {
    read_number_within(text, 1, 3_600_000).map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_range() {
        assert_eq!(read_seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(read_rate("NaN"), Err(String::from("it may be 0.1 to 200000")));
        assert_eq!(read_table_count("0"), Err(String::from("it may be 1 to 10000")));
        assert_eq!(read_table_count("ten"), Err(String::from("it is not a number")));
    }
}
