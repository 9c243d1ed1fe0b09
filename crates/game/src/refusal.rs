//! The refusals of calls, and the one place where a refusal becomes a gRPC status with details. The reasons come from the contract,
//! `errors.proto`; `docs/generated/errors.md` is written from them.

use std::collections::HashMap;
use std::fmt::Display;
use std::time::Duration;

use rules::Chair;
use rules::card::CardError;
use tonic::metadata::{AsciiMetadataValue, MetadataMap};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};
pub use wire::reason::Reason;
use wire::v1::Retry;

/// The length, in characters, at which an error cuts a value: the answer to an oversized value must not itself be oversized.
const VALUE_CHARS_MAX: usize = 64;
/// The length at which the message of an error is cut, in characters.
const SENTENCE_CHARS_MAX: usize = 1024;

/// The domain of our error reasons.
pub const ERROR_DOMAIN: &str = "thirdseat.v1";

/// The headers that carry a refusal, also for clients without the `google.rpc` types.
pub const HEADERS: [&str; 4] = [REASON_HEADER, FIELD_HEADER, RETRY_HEADER, PUSHBACK_HEADER];
const REASON_HEADER: &str = "thirdseat-reason";
/// The header of the field that is wrong, if there is one.
const FIELD_HEADER: &str = "thirdseat-field";
/// The header that says whether to ask again: `never`, `reread` or `later`.
const RETRY_HEADER: &str = "thirdseat-retry";
/// The header of the delay in milliseconds that gRPC's own retries obey; a negative number ends them.
pub const PUSHBACK_HEADER: &str = "grpc-retry-pushback-ms";

/// A refused call: the reason, and what the caller has to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    reason: Reason,
    // Boxed, because refusals are rare and every conversion's result would be as large as one.
    content: Box<Content>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Content {
    code: Code,
    field: String,
    message: String,
    metadata: HashMap<String, String>,
    retry_after: Option<Duration>,
    stops_retries: bool,
}

impl Refusal {
    /// Makes a refusal for `reason`. `message` should name the value and the rule.
    pub fn new(reason: Reason, message: impl Into<String>) -> Refusal {
        let (field, message, metadata) = (String::new(), shorten(message.into()), HashMap::new());
        let content = Content { code: reason.code, field, message, metadata, retry_after: None, stops_retries: false };
        Refusal { reason, content: Box::new(content) }
    }

    /// Makes the refusal of a message that lacks the required `field`.
    pub fn missing(field: &str) -> Refusal {
        Refusal::new(Reason::FIELD_MISSING, "is needed").at(field)
    }

    /// Makes the refusal of a list that lacks the entry of a chair.
    pub fn lacks_chair(field: &str, chair: Chair) -> Refusal {
        Refusal::new(Reason::FIELD_MISSING, format!("has no entry of the {chair} chair")).at(field).with("chair", chair)
    }

    /// Makes the refusal of a message in which none of the fields in `choices` is set.
    pub fn missing_one_of(choices: &str) -> Refusal {
        Refusal::new(Reason::FIELD_MISSING, format!("is empty: {choices} is needed"))
    }

    /// Names the field at fault, as a path: `hand.events[2].chair`.
    pub fn at(mut self, field: impl Into<String>) -> Refusal {
        self.content.field = field.into();
        self
    }

    /// Names `field` as the one at fault if no field is named yet.
    pub fn or_at(self, field: &str) -> Refusal {
        if self.content.field.is_empty() { self.at(field) } else { self }
    }

    /// Adds the likely cause to the message.
    pub fn add_cause(mut self, cause: &str) -> Refusal {
        self.content.message = shorten(format!("{}; {cause}", self.content.message));
        self
    }

    /// Puts `parent` before the path of the field at fault.
    pub fn within(mut self, parent: &str) -> Refusal {
        let gap = if self.content.field.is_empty() || self.content.field.starts_with('[') { "" } else { "." };
        self.content.field = format!("{parent}{gap}{}", self.content.field);
        self
    }

    /// Sets the code `FAILED_PRECONDITION`: the request may be valid, but not in the room's present state.
    pub fn not_now(mut self) -> Refusal {
        self.content.code = Code::FailedPrecondition;
        self
    }

    /// Adds a value for programs to read, such as `version` or `expected_rpc`.
    pub fn with(mut self, key: &str, value: impl Display) -> Refusal {
        let value = value.to_string().chars().take(VALUE_CHARS_MAX).collect();
        self.content.metadata.insert(key.to_owned(), value);
        self
    }

    /// Sets the delay after which a retry may succeed.
    pub fn retry_after(mut self, delay: Duration) -> Refusal {
        self.content.retry_after = Some(delay);
        self
    }

    /// Stops gRPC's own retries, so that the caller sees the refusal at once and can send another request.
    pub fn no_grpc_retry(mut self) -> Refusal {
        self.content.stops_retries = true;
        self.content.retry_after = None;
        self
    }

    /// Returns the reason.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// Returns the path of the field at fault; empty if there is none.
    pub fn field(&self) -> &str {
        &self.content.field
    }

    /// Returns the sentence, without the field.
    pub fn message(&self) -> &str {
        &self.content.message
    }

    /// Makes the gRPC status, with `google.rpc` details.
    pub fn into_status(self) -> Status {
        let Refusal { reason, content } = self;
        let Content { code, field, message, mut metadata, retry_after, stops_retries } = *content;
        let headers = headers(reason, code, &field, retry_after, stops_retries);
        let sentence = if field.is_empty() { message.clone() } else { format!("{field}: {message}") };
        metadata.insert(String::from("retry"), reason.retry.word().to_owned());
        let mut details = ErrorDetails::with_error_info(reason.name, ERROR_DOMAIN, metadata);
        match code {
            Code::FailedPrecondition | Code::Aborted => {
                details.add_precondition_failure_violation(reason.name, field, message);
            }
            Code::InvalidArgument | Code::NotFound | Code::AlreadyExists => {
                details.add_bad_request_violation(field, format!("{}: {message}", reason.name));
            }
            _ => {}
        }
        if let Some(delay) = retry_after {
            details.set_retry_info(Some(delay));
        }
        Status::with_error_details_and_metadata(code, sentence, details, headers)
    }
}

/// A result that can name the field of its refusal.
pub trait AtField {
    /// Names the field at fault, as [`Refusal::at`] does.
    #[must_use]
    fn at(self, field: &str) -> Self;
    /// Puts `parent` before the field, as [`Refusal::within`] does.
    #[must_use]
    fn within(self, parent: &str) -> Self;
}

impl<T> AtField for Result<T, Refusal> {
    fn at(self, field: &str) -> Result<T, Refusal> {
        self.map_err(|refusal| refusal.at(field))
    }

    fn within(self, parent: &str) -> Result<T, Refusal> {
        self.map_err(|refusal| refusal.within(parent))
    }
}

/// Refuses more of something than is allowed: too long a text, too long a list.
pub fn check_at_most(count: usize, unit: &str, most: usize) -> Result<(), Refusal> {
    if count <= most {
        return Ok(());
    }
    Err(Refusal::new(Reason::TOO_LONG, format!("{count} {unit}, {most} are allowed")))
}

/// Reads each item of a list. A refusal names the item within `list`.
pub fn read_each<T, U>(
    list: &str,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    mut read: impl FnMut(T) -> Result<U, Refusal>,
) -> Result<Vec<U>, Refusal> {
    let items = items.into_iter();
    let mut all = Vec::with_capacity(items.len());
    for (index, item) in items.enumerate() {
        all.push(read(item).map_err(|refusal| refusal.within(&format!("{list}[{index}]")))?);
    }
    Ok(all)
}

fn headers(reason: Reason, code: Code, field: &str, retry_after: Option<Duration>, stops_retries: bool) -> MetadataMap {
    let mut headers = MetadataMap::new();
    headers.insert(REASON_HEADER, AsciiMetadataValue::from_static(reason.name));
    headers.insert(RETRY_HEADER, AsciiMetadataValue::from_static(reason.retry.word()));
    if let Some(field) = AsciiMetadataValue::try_from(field).ok().filter(|field| !field.is_empty()) {
        headers.insert(FIELD_HEADER, field);
    }
    // A retry policy looks only at the code. If the code suggests a retry and the reason does not, the header stops it.
    let is_retried = matches!(code, Code::Unavailable | Code::ResourceExhausted);
    match retry_after {
        Some(delay) if reason.retry == Retry::Later => {
            headers.insert(PUSHBACK_HEADER, AsciiMetadataValue::from(delay.as_millis() as u64));
        }
        _ if is_retried && (stops_retries || reason.retry != Retry::Later) => {
            headers.insert(PUSHBACK_HEADER, AsciiMetadataValue::from_static("-1"));
        }
        _ => {}
    }
    headers
}

/// Shortens long quoted values and a long sentence: callers send values of any length.
fn shorten(sentence: String) -> String {
    if sentence.len() <= VALUE_CHARS_MAX {
        return sentence;
    }
    let mut out = String::with_capacity(sentence.len().min(4 * SENTENCE_CHARS_MAX));
    let mut quote: Option<(char, usize)> = None;
    let mut is_escaped = false;
    for letter in sentence.chars() {
        quote = match quote {
            None if letter == '"' || letter == '`' => Some((letter, 0)),
            None => None,
            Some((end, _)) if letter == end && !is_escaped => None,
            Some((end, length)) => Some((end, length + 1)),
        };
        is_escaped = letter == '\\' && !is_escaped;
        match quote {
            Some((_, length)) if length > VALUE_CHARS_MAX + 1 => continue,
            Some((_, length)) if length == VALUE_CHARS_MAX + 1 => out.push('…'),
            _ => out.push(letter),
        }
    }
    match out.char_indices().nth(SENTENCE_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &out[..end]),
        None => out,
    }
}

/// Adds a reason to the status with which the transport refused a message. The transport reports an unreadable message as an error of the
/// server, without details.
pub fn with_transport_reason(status: Status) -> Status {
    let reason = match status.code() {
        _ if !status.details().is_empty() => return status,
        Code::Internal | Code::Unknown => Reason::REQUEST_UNREADABLE,
        Code::OutOfRange => Reason::BODY_TOO_LARGE,
        _ => return status,
    };
    Refusal::new(reason, status.message()).into_status()
}

/// Returns the reason that a status carries.
pub fn reason_of(status: &Status) -> Option<Reason> {
    let name = status.get_details_error_info()?.reason;
    Reason::ALL.iter().find(|reason| reason.name == name).copied()
}

impl From<Refusal> for Status {
    fn from(refusal: Refusal) -> Status {
        refusal.into_status()
    }
}

impl From<CardError> for Refusal {
    fn from(error: CardError) -> Refusal {
        let field = error.index().map_or_else(|| "ids".to_owned(), |index| format!("ids[{index}]"));
        Refusal::new(Reason::CARDS_INVALID, error.to_string()).at(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_unique_and_described() {
        for (index, reason) in Reason::ALL.iter().enumerate() {
            assert!(reason.about.ends_with('.'), "{}", reason.name);
            assert!(Reason::ALL[..index].iter().all(|other| other.name != reason.name), "{} stands twice", reason.name);
        }
    }

    #[test]
    fn a_refusal_names_field_value_and_rule() {
        let error = rules::card::Codec::RanksFrom0.decode(&[3, 99]).unwrap_err();
        let refusal = Refusal::from(error).within("hand").within("view");
        assert_eq!((refusal.reason(), refusal.field()), (Reason::CARDS_INVALID, "view.hand.ids[1]"));
        let status = refusal.into_status();
        assert_eq!(status.message(), "view.hand.ids[1]: card 1: 99 is no card; RANKS_FROM_0 has 0 to 53");
        let details = status.get_error_details();
        assert_eq!(details.error_info().unwrap().reason, "CARDS_INVALID");
        assert_eq!(details.bad_request().unwrap().field_violations[0].field, "view.hand.ids[1]");
    }

    #[test]
    fn headers_name_the_field() {
        let header = |refusal: Refusal| refusal.into_status().metadata().get(FIELD_HEADER).cloned();
        let wrong = Refusal::new(Reason::FIELD_MISSING, "is needed").at("hand").within("view");
        assert_eq!(header(wrong).unwrap(), "view.hand");
        assert_eq!(header(Refusal::new(Reason::FAULT, "broken")), None);
    }

    #[test]
    fn headers_say_why_and_when_to_retry() {
        let headers = |refusal: Refusal| {
            let headers = refusal.into_status().metadata().clone().into_headers();
            let text = |name| headers.get(name).map(|value| value.to_str().unwrap().to_owned());
            [text(REASON_HEADER), text(RETRY_HEADER), text(PUSHBACK_HEADER)].map(Option::unwrap_or_default).join(" ")
        };
        let busy = Refusal::new(Reason::OVERLOADED, "busy").retry_after(Duration::from_millis(40));
        assert_eq!(headers(busy), "OVERLOADED later 40");
        assert_eq!(headers(Refusal::new(Reason::ROOM_TOO_LARGE, "large")), "ROOM_TOO_LARGE never -1");
        let away = Refusal::new(Reason::STORE_UNAVAILABLE, "away");
        assert_eq!(headers(away.clone()), "STORE_UNAVAILABLE later ");
        assert_eq!(headers(away.retry_after(Duration::from_millis(200)).no_grpc_retry()), "STORE_UNAVAILABLE later -1");
        assert_eq!(headers(Refusal::new(Reason::SEQUENCE_GAP, "gap")), "SEQUENCE_GAP reread ");
    }

    #[test]
    fn long_values_are_cut_and_the_rest_is_kept() {
        let long = "x".repeat(300);
        let short = format!("{}…", "x".repeat(64));
        assert_eq!(shorten(format!("{long:?} is no name, at 7")), format!("\"{short}\" is no name, at 7"));
        assert_eq!(shorten(format!("unknown field `{long}`")), format!("unknown field `{short}`"));
        assert_eq!(shorten(String::from("\"a\\\"b\" is no name")), "\"a\\\"b\" is no name");
        assert_eq!(shorten("y ".repeat(3000)).chars().count(), SENTENCE_CHARS_MAX + 1);
    }
}
