//! `grpc-timeout`: tonic would answer CANCELLED, and too late for the caller to hear it.

use std::time::{Duration, Instant};

use http::HeaderMap;

use crate::call::context::Arrival;

/// The header.
pub const HEADER: &str = "grpc-timeout";

/// The time before the deadline at which the call is answered, so that the caller hears DEADLINE_EXCEEDED from us.
pub const EARLY: Duration = Duration::from_millis(2);

/// The longest deadline. Longer ones count as none: clocks cannot count them.
const TIMEOUT_MAX: Duration = Duration::from_secs(86400 * 365);

/// Reads when the call came and until when it waits. A header that is no timeout counts as none, as the protocol asks.
pub fn arrival(headers: &HeaderMap) -> Arrival {
    let at = Instant::now();
    let timeout = headers.get(HEADER).and_then(|value| value.to_str().ok()).and_then(parse);
    Arrival { at, deadline: timeout.filter(|timeout| *timeout < TIMEOUT_MAX).map(|timeout| at + timeout) }
}

/// Reads at most eight digits and a unit.
fn parse(text: &str) -> Option<Duration> {
    let unit = text.char_indices().next_back()?;
    let digits = &text[..unit.0];
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let count: u64 = digits.parse().ok()?;
    Some(match unit.1 {
        'H' => Duration::from_secs(count * 3600),
        'M' => Duration::from_secs(count * 60),
        'S' => Duration::from_secs(count),
        'm' => Duration::from_millis(count),
        'u' => Duration::from_micros(count),
        'n' => Duration::from_nanos(count),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_read_as_the_protocol_writes_them() {
        assert_eq!(parse("20m"), Some(Duration::from_millis(20)));
        assert_eq!(parse("99999999H"), Some(Duration::from_secs(99_999_999 * 3600)));
        assert_eq!(parse("5S"), Some(Duration::from_secs(5)));
        for nonsense in ["", "m", "-1m", "1", "123456789m", "1.5S", "10ms", "７m"] {
            assert_eq!(parse(nonsense), None, "{nonsense}");
        }
    }
}
