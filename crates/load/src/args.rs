//! Readers of numbers in arguments, each with its range.

use std::time::Duration;

fn read_number(text: &str, most: f64) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| String::from("it is not a number"))?;
    if (0.1..=most).contains(&number) { Ok(number) } else { Err(format!("it may be 0.1 to {most}")) }
}

/// Reads a time in seconds, at most an hour.
pub(crate) fn read_seconds(text: &str) -> Result<Duration, String> {
    read_number(text, 3600.0).map(Duration::from_secs_f64)
}

/// Reads a rate, in calls a second.
pub(crate) fn read_rate(text: &str) -> Result<f64, String> {
    read_number(text, 200_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_within_their_range() {
        assert_eq!(read_seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(read_rate("NaN"), Err(String::from("it may be 0.1 to 200000")));
        assert_eq!(read_rate("0.05"), Err(String::from("it may be 0.1 to 200000")));
        assert_eq!(read_rate("ten"), Err(String::from("it is not a number")));
    }
}
