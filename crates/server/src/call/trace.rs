//! By what a caller names its call, so that it stands on every line that we write about it: `traceparent`, the caller's trace, and
//! `x-request-id`, its own number, which is answered too.

use std::fmt;

use http::{HeaderMap, HeaderValue};

/// The caller's trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceId(u128);

impl TraceId {
    /// Reads the header as W3C writes it: version, trace, parent, flags. What is none counts as absent.
    pub fn of(headers: &HeaderMap) -> Option<TraceId> {
        let mut parts = headers.get("traceparent")?.to_str().ok()?.split('-');
        let (version, trace) = (parts.next()?, parts.next()?);
        let (parent, flags) = (parts.next()?, parts.next()?);
        let is_hex = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let fits = version.len() == 2 && trace.len() == 32 && parent.len() == 16 && flags.len() == 2;
        if !fits || ![version, trace, parent, flags].into_iter().all(is_hex) || version == "ff" {
            return None;
        }
        u128::from_str_radix(trace, 16).ok().filter(|&number| number > 0).map(TraceId)
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The header by which a caller names its calls.
pub const REQUEST_ID: &str = "x-request-id";
/// The longest such name.
const REQUEST_ID_MAX: usize = 64;

/// A caller's name for its call: 1 to 64 visible characters of ASCII, so that it does no harm on a line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// Reads the header. What is none counts as absent.
    pub fn of(headers: &HeaderMap) -> Option<RequestId> {
        let value = headers.get(REQUEST_ID)?;
        let fits = (1..=REQUEST_ID_MAX).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic);
        fits.then(|| RequestId(value.clone()))
    }

    /// Returns the answer's header.
    pub fn header(&self) -> HeaderValue {
        self.0.clone()
    }

    /// Returns its text.
    pub fn as_str(&self) -> &str {
        self.0.to_str().expect("it was read as ASCII")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(header: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert("traceparent", header.parse().unwrap());
        TraceId::of(&headers).map(|trace| trace.to_string())
    }

    #[test]
    fn traces_are_read_as_the_standard_writes_them() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(read(&format!("00-{trace}-00f067aa0ba902b7-01")).as_deref(), Some(trace));
        let zero = "0".repeat(32);
        for nonsense in [
            String::new(),
            format!("00-{trace}"),
            format!("00-{trace}-00f067aa0ba902b7"),
            format!("ff-{trace}-00f067aa0ba902b7-01"),
            format!("00-{zero}-00f067aa0ba902b7-01"),
            format!("00-{}-00f067aa0ba902b7-01", trace.to_uppercase()),
        ] {
            assert_eq!(read(&nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn numbers_of_requests_are_short_and_visible() {
        let read = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            RequestId::of(&headers).map(|id| id.as_str().to_owned())
        };
        assert_eq!(read("7c1-a/b\"c").as_deref(), Some("7c1-a/b\"c"));
        for nonsense in [String::new(), String::from("a b"), String::from("é"), "x".repeat(65)] {
            assert_eq!(read(&nonsense), None, "{nonsense}");
        }
    }
}
