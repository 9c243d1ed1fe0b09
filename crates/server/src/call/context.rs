//! The circumstances of a call: its RPC, its arrival, its deadline and its scopes. Two headers name the call on each line of the log:
//! `traceparent`, the caller's trace, and `x-request-id`, the caller's name for the call, which the answer repeats.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::refusal::{Reason, Refusal};
use http::{HeaderMap, HeaderValue};
use tonic::Request;

use super::rpc::{Rpc, Scopes};
use crate::call::caller::Caller;
use crate::call::strangers::Standing;

/// The time of a call's arrival, and the time until which it waits.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The time at which its headers were read.
    pub at: Instant,
    /// The time at which the caller stops waiting, by `grpc-timeout`.
    pub deadline: Option<Instant>,
}

/// The time before the deadline at which the call is answered, so that the caller hears DEADLINE_EXCEEDED from us.
pub const EARLY: Duration = Duration::from_millis(2);

/// The longest deadline. Longer ones count as none: clocks cannot count them.
const TIMEOUT_MAX: Duration = Duration::from_secs(86400 * 365);

impl Arrival {
    /// Notes the time of a call's arrival, and reads its deadline. tonic's own timeout would answer CANCELLED, too late for the caller to
    /// hear it. A malformed header counts as none, as the protocol asks.
    pub fn of(headers: &HeaderMap) -> Arrival {
        let at = Instant::now();
        let timeout = headers.get("grpc-timeout").and_then(|value| value.to_str().ok()).and_then(timeout);
        Arrival { at, deadline: timeout.filter(|timeout| *timeout < TIMEOUT_MAX).map(|timeout| at + timeout) }
    }
}

/// Reads at most eight digits and a unit.
fn timeout(text: &str) -> Option<Duration> {
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

/// Facts about the connection that a call came on.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The standing of the connection: that of a caller, or of a stranger so far.
    pub standing: Arc<Standing>,
    /// The longest time that a stream on it lasts; `None` over HTTP/2, whose pings show that the caller is there.
    pub stream_max: Option<Duration>,
    /// The names in the certificate that the client has shown: its common name, DNS names and URIs.
    pub subjects: Arc<[String]>,
}

/// The names of a call in the log.
#[derive(Clone, Debug, Default)]
pub struct Tags {
    /// The caller, once that is known.
    pub caller: Option<Arc<Caller>>,
    /// The caller's trace, if given.
    pub trace: Option<TraceId>,
    /// The caller's name for its call, if it gave one.
    pub request: Option<RequestId>,
}

impl Tags {
    /// Reads a call's headers, before its token was checked.
    pub fn of(headers: &HeaderMap) -> Tags {
        Tags { caller: None, trace: TraceId::of(headers), request: RequestId::of(headers) }
    }
}

/// The circumstances of a call, which the call layer puts into its extensions.
#[derive(Clone, Debug)]
pub struct Call {
    /// The RPC.
    pub rpc: Rpc,
    /// The time of its arrival, and the time until which it waits.
    pub arrival: Arrival,
    /// The caller.
    pub caller: Arc<Caller>,
    /// The scopes of its token.
    pub scopes: Scopes,
    /// The caller's trace, if given.
    pub trace: Option<TraceId>,
    /// The caller's name for it, if given.
    pub request: Option<RequestId>,
}

impl Call {
    /// Returns the call layer's part of the request. A request that did not pass the layer is refused: its token was not checked.
    pub fn of<T>(request: &Request<T>) -> Result<Call, Refusal> {
        let missing = || Refusal::new(Reason::FAULT, "the call did not pass the layer that checks its token");
        request.extensions().get::<Call>().cloned().ok_or_else(missing)
    }

    /// Returns the same call as another RPC.
    pub fn as_rpc(&self, rpc: Rpc) -> Call {
        Call { rpc, ..self.clone() }
    }

    /// Returns the time until which a deciding call waits for the store of rooms. It waits for half of its own time, so that the caller
    /// can still ask without the room. `None` for a call without a budget and without a deadline.
    pub fn store_until(&self, budget_ms: Option<u32>) -> Option<Instant> {
        let Arrival { at, deadline } = self.arrival;
        let asked = budget_ms.map(|ms| Duration::from_millis(u64::from(ms)));
        let left = deadline.map(|deadline| deadline.saturating_duration_since(at));
        let own = asked.into_iter().chain(left).min()?;
        Some(at + own / 2)
    }

    /// Returns the names of the call on lines of the log.
    pub fn tags(&self) -> Tags {
        Tags { caller: Some(Arc::clone(&self.caller)), trace: self.trace, request: self.request.clone() }
    }
}

/// The caller's trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceId(u128);

impl TraceId {
    /// Reads the header as W3C writes it: version, trace, parent, flags. A malformed one counts as absent.
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
    /// Reads the header. A malformed one counts as absent.
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

    #[test]
    fn timeouts_are_read_as_the_protocol_writes_them() {
        assert_eq!(timeout("20m"), Some(Duration::from_millis(20)));
        assert_eq!(timeout("99999999H"), Some(Duration::from_secs(99_999_999 * 3600)));
        assert_eq!(timeout("5S"), Some(Duration::from_secs(5)));
        for nonsense in ["", "m", "-1m", "1", "123456789m", "1.5S", "10ms", "７m"] {
            assert_eq!(timeout(nonsense), None, "{nonsense}");
        }
    }

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
