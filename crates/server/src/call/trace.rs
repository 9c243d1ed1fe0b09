//! `traceparent`: the caller's trace, so that its number stands on every line that we write about its call.

use std::fmt;

use http::HeaderMap;

/// The number of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceId([u8; 16]);

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
        let number = u128::from_str_radix(trace, 16).ok().filter(|&number| number > 0)?;
        Some(TraceId(number.to_be_bytes()))
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
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
}
