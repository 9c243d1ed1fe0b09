//! Why calls are refused: one table of reasons, and the one place where a refusal becomes a gRPC status with details.
//! `docs/use/errors.md` shows the same table; a test compares them.

use std::collections::HashMap;
use std::fmt::Display;
use std::time::Duration;

use rules::card::CardError;
use tonic::metadata::{AsciiMetadataValue, MetadataMap};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// The longest value that an error repeats, in characters: the answer to an oversized value must not itself be oversized.
const VALUE_CHARS_MAX: usize = 64;
/// The longest sentence.
const SENTENCE_CHARS_MAX: usize = 1024;

/// The domain of our error reasons.
pub const DOMAIN: &str = "thirdseat.v1";

/// Whether asking again can help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retry {
    /// Only a changed request can.
    Never,
    /// Read the room again first: another writer was faster.
    Reread,
    /// The same request can, after a while, best on another replica.
    Later,
}

impl Retry {
    /// The word in the error's metadata and in the table.
    pub const fn word(self) -> &'static str {
        match self {
            Retry::Never => "never",
            Retry::Reread => "reread",
            Retry::Later => "later",
        }
    }
}

/// A reason: a row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The name on the wire, which never changes its meaning.
    pub name: &'static str,
    /// The gRPC code that goes with it.
    pub code: Code,
    /// Whether asking again can help.
    pub retry: Retry,
    /// What it means, as a sentence.
    pub about: &'static str,
}

macro_rules! reasons {
    ($($name:ident $code:ident $retry:ident $about:literal)+) => {
        impl Reason {
            $(
                #[doc = $about]
                pub const $name: Reason =
                    Reason { name: stringify!($name), code: Code::$code, retry: Retry::$retry, about: $about };
            )+

            /// Every reason, in the order of the documentation.
            pub const ALL: &[Reason] = &[$(Reason::$name),+];
        }
    };
}

reasons! {
    // Cards.
    CARD_UNKNOWN InvalidArgument Never "The codec has no such number."
    CARD_DUPLICATED InvalidArgument Never "The same card was sent twice."
    TOO_MANY_OF_RANK InvalidArgument Never "A rank has more cards than the deck holds, in one list or in all lists together."
    COUNTS_LENGTH InvalidArgument Never "`COUNTS_15` takes exactly 15 counts."
    NOT_HELD InvalidArgument Never "The hand does not hold these cards."
    CODEC_MIXED InvalidArgument Never "Numbers and text that say different cards, or another codec than the room's."
    CODEC_MISSING InvalidArgument Never "Numbers without a `card_codec`."
    TEXT_UNREADABLE InvalidArgument Never "The text is no list of cards."
    NO_COMBO InvalidArgument Never "The ruleset has no such combo, or not with this kind, key and length."

    // Requests.
    REQUEST_UNREADABLE InvalidArgument Never "The message is no protobuf of its type, or its frame is damaged."
    FIELD_MISSING InvalidArgument Never "A field that is needed is not set."
    FIELD_CONFLICT InvalidArgument Never "Two fields exclude each other, or contradict each other."
    VALUE_UNKNOWN InvalidArgument Never "A value that its field does not know."
    TEXT_TOO_LONG InvalidArgument Never "A text is longer than its field takes."
    TOO_MANY_ITEMS InvalidArgument Never "A list is longer than its field takes."
    PAGE_TOKEN_UNKNOWN InvalidArgument Never "The page token does not come from an answer to the same fields."
    UNKNOWN_RULESET InvalidArgument Never "The ruleset, or a point or value in its overrides, is unknown."
    UNKNOWN_PERSONA InvalidArgument Never "No persona has that name."
    UNKNOWN_POLICY InvalidArgument Never "No placement policy has that name."
    EMPTY_LEGAL_PLAYS InvalidArgument Never "`legal_plays` is there and holds nothing."

    // Positions.
    HAND_SIZE InvalidArgument Never "The number of cards in a hand is impossible."
    BOTTOM_SIZE InvalidArgument Never "The bottom has other than three cards."
    GIFT_SIZE InvalidArgument Never "A chair passes on other than three cards."
    BOTTOM_NOT_HELD InvalidArgument Never "The landlord's hand lacks bottom cards that it must hold, or has no room for them."
    COUNT_MISMATCH InvalidArgument Never "The counts of cards contradict the hand, the deck, the plays or each other."
    ILLEGAL_STANDING_PLAY InvalidArgument Never "The combo sent as `standing` cannot stand here."
    OTHERS_CARDS InvalidArgument Never "A call that asks for one chair tells cards of another chair."
    ILLEGAL_PLAY InvalidArgument Never "The play to be reviewed is not legal."
    BAD_ENDGAME InvalidArgument Never "The hands are no endgame that can be solved."
    NOT_YOUR_TURN InvalidArgument Never "It is not the turn of the seat that asks, or that passes cards on; in a room the code is FAILED_PRECONDITION."
    WRONG_PHASE InvalidArgument Never "The hand is in a phase that needs another RPC; in a room the code is FAILED_PRECONDITION."

    // Calls that are not gRPC.
    JSON_UNREADABLE InvalidArgument Never "The body is not the request's message as JSON; the message ends with the position."
    BODY_UNREADABLE InvalidArgument Never "The body ended too early, or is no envelope of the Connect protocol."
    BODY_TOO_LARGE OutOfRange Never "The body is larger than `web.json_bytes_max`; the HTTP status is 413."
    PROTOCOL_UNSUPPORTED Unimplemented Never "The HTTP method, content type, encoding or protocol version is not served."
    ORIGIN_REFUSED PermissionDenied Never "The page's origin is not listed in `web.origins`."

    // Rooms.
    ROOM_ID_INVALID InvalidArgument Never "A room, request or player ID has a wrong character or length."
    SEATS_INVALID InvalidArgument Never "The bots and players do not fit on three chairs, a player sits on two, or there is no bot."
    PERSONA_FIXED InvalidArgument Never "A room's bots are fixed when they sit down: `persona` and `strength` stay empty."
    ROOM_NOT_FOUND NotFound Never "No room has that name: it was never opened, was closed, or expired."
    ROOM_EXISTS AlreadyExists Never "A room of that name was opened by another request."
    REQUEST_ID_REUSED Aborted Never "The same `request_id` came with another request."
    VERSION_MISMATCH Aborted Reread "The room is at another version than the caller expects."
    SEQUENCE_GAP FailedPrecondition Reread "Events before this one are missing."
    SEQUENCE_CONFLICT Aborted Reread "Another event was recorded under this number."
    HAND_CLOSED FailedPrecondition Never "The hand that the event belongs to is over."
    HAND_MISMATCH FailedPrecondition Reread "The event belongs to another hand than the one that is played."
    NO_HAND FailedPrecondition Reread "No hand is being played."
    NOT_A_BOT FailedPrecondition Never "No bot sits on that chair."
    STRICT_EVENT FailedPrecondition Never "The event breaks the ruleset, and the room, or the hand, is strict."
    EVENT_IMPOSSIBLE FailedPrecondition Never "The event contradicts the deck or the cards that are known."
    DECISION_CONFLICT Aborted Reread "The same turn was asked before with other `legal_plays`."
    SUPERSEDED Aborted Reread "An event ended the turn while the bot was thinking about it."
    ROOM_TOO_LARGE ResourceExhausted Never "The room's state would exceed its limit."
    WATCHER_TOO_SLOW ResourceExhausted Later "The watcher fell too far behind; resume from the last version it saw."
    SHUTTING_DOWN Unavailable Later "This replica is about to stop: watch at another one."
    STORE_UNAVAILABLE Unavailable Later "The store of the rooms does not answer."
    ROOM_UNREADABLE DataLoss Never "What the store keeps under the room's name was not written by this service, or by a release that is too new or too old."

    // The server.
    OVERLOADED ResourceExhausted Later "The server is overloaded."
    QUOTA_EXCEEDED ResourceExhausted Later "The caller uses as much of this replica as it may."
    DEADLINE_PASSED DeadlineExceeded Later "There was no time left to answer within the deadline."
    STREAM_IDLE Unavailable Later "Nothing was asked on the stream for too long: open it again."
    TOKEN_MISSING Unauthenticated Never "The call carries no bearer token."
    TOKEN_UNKNOWN Unauthenticated Never "The bearer token is not known."
    SCOPE_MISSING PermissionDenied Never "The token does not allow this call."
    FAULT Internal Later "The server made a mistake; its log says more."
}

/// A call that is refused, and why. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    reason: Reason,
    // Boxed, because refusals are rare and every conversion's result would be as large as one.
    said: Box<Said>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Said {
    code: Code,
    field: String,
    message: String,
    metadata: Vec<(&'static str, String)>,
    retry_after: Option<Duration>,
}

impl Refusal {
    /// Refused for `reason`; `message` names the value and the rule.
    pub fn new(reason: Reason, message: impl Into<String>) -> Refusal {
        let (field, message, metadata) = (String::new(), cut(message.into()), Vec::new());
        Refusal { reason, said: Box::new(Said { code: reason.code, field, message, metadata, retry_after: None }) }
    }

    /// A field that is needed is not set.
    pub fn missing(field: &str) -> Refusal {
        Refusal::new(Reason::FIELD_MISSING, "is needed").at(field)
    }

    /// The field is to blame, as a path: `view.hand.ids`.
    pub fn at(mut self, field: impl Into<String>) -> Refusal {
        self.said.field = field.into();
        self
    }

    /// The field lies within `parent`.
    pub fn within(mut self, parent: &str) -> Refusal {
        let gap = if self.said.field.is_empty() || self.said.field.starts_with('[') { "" } else { "." };
        self.said.field = format!("{parent}{gap}{}", self.said.field);
        self
    }

    /// The same, in a room: the request may be fine, the room is not there.
    pub fn in_room(mut self) -> Refusal {
        self.said.code = Code::FailedPrecondition;
        self
    }

    /// More for programs to read, as `version` or `expected_rpc`.
    pub fn with(mut self, key: &'static str, value: impl Display) -> Refusal {
        let value = value.to_string();
        let end = value.char_indices().nth(VALUE_CHARS_MAX).map_or(value.len(), |(place, _)| place);
        self.said.metadata.push((key, value[..end].to_owned()));
        self
    }

    /// When asking again may help.
    pub fn retry_after(mut self, delay: Duration) -> Refusal {
        self.said.retry_after = Some(delay);
        self
    }

    /// Why.
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The path of the field that is to blame; empty where none is.
    pub fn field(&self) -> &str {
        &self.said.field
    }

    /// The sentence, without the field.
    pub fn message(&self) -> &str {
        &self.said.message
    }

    /// The gRPC status, with `google.rpc` details.
    pub fn into_status(self) -> Status {
        let Refusal { reason, said } = self;
        let Said { code, field, message, metadata, retry_after } = *said;
        let headers = headers(reason, code, &field, retry_after);
        let sentence = if field.is_empty() { message.clone() } else { format!("{field}: {message}") };
        let mut metadata: HashMap<String, String> =
            metadata.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        metadata.insert(String::from("retry"), reason.retry.word().to_owned());
        let mut details = ErrorDetails::with_error_info(reason.name, DOMAIN, metadata);
        match code {
            Code::InvalidArgument => {
                details.add_bad_request_violation(field, format!("{}: {message}", reason.name));
            }
            Code::FailedPrecondition | Code::Aborted => {
                details.add_precondition_failure_violation(reason.name, field, message);
            }
            _ => {}
        }
        if let Some(delay) = retry_after {
            details.set_retry_info(Some(delay));
        }
        Status::with_error_details_and_metadata(code, sentence, details, headers)
    }
}

/// A typed error is one look-up in every language, also where `google.rpc` types are not at hand.
const REASON_HEADER: &str = "thirdseat-reason";
/// The field that is wrong, where there is one.
const FIELD_HEADER: &str = "thirdseat-field";
/// The delay in milliseconds that gRPC's own retries obey; a negative number ends them.
const PUSHBACK_HEADER: &str = "grpc-retry-pushback-ms";

fn headers(reason: Reason, code: Code, field: &str, retry_after: Option<Duration>) -> MetadataMap {
    let mut headers = MetadataMap::new();
    headers.insert(REASON_HEADER, AsciiMetadataValue::from_static(reason.name));
    if let Some(field) = AsciiMetadataValue::try_from(field).ok().filter(|field| !field.is_empty()) {
        headers.insert(FIELD_HEADER, field);
    }
    // A policy retries by code: where the code suggests it and the reason does not, it is told to stop.
    let is_retried = matches!(code, Code::Unavailable | Code::ResourceExhausted);
    match retry_after {
        Some(delay) if reason.retry == Retry::Later => {
            headers.insert(PUSHBACK_HEADER, AsciiMetadataValue::from(delay.as_millis() as u64));
        }
        _ if is_retried && reason.retry != Retry::Later => {
            headers.insert(PUSHBACK_HEADER, AsciiMetadataValue::from_static("-1"));
        }
        _ => {}
    }
    headers
}

/// The sentence with its quoted values cut: a value of any length comes from callers.
fn cut(sentence: String) -> String {
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

/// What the transport says of a message that it cannot read. It calls that an error of the server, and carries no details;
/// ours always do.
pub fn readable(status: Status) -> Status {
    let is_transport = matches!(status.code(), Code::Internal | Code::Unknown) && status.details().is_empty();
    if is_transport { Refusal::new(Reason::REQUEST_UNREADABLE, status.message()).into_status() } else { status }
}

/// The reason that a status carries.
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
        let reason = Reason::ALL.iter().find(|reason| reason.name == error.rule());
        let refusal = Refusal::new(*reason.expect("every rule of cards is a reason"), error.to_string());
        match error.culprit() {
            Some((index, _)) => refusal.at(format!("ids[{index}]")),
            None => refusal.at("ids"),
        }
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
        assert_eq!((refusal.reason(), refusal.field()), (Reason::CARD_UNKNOWN, "view.hand.ids[1]"));
        let status = refusal.into_status();
        assert_eq!(status.message(), "view.hand.ids[1]: card 1: 99 is no card; RANKS_FROM_0 has 0 to 53");
        let details = status.get_error_details();
        assert_eq!(details.error_info().unwrap().reason, "CARD_UNKNOWN");
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
            (text(REASON_HEADER).unwrap(), text(PUSHBACK_HEADER))
        };
        let busy = Refusal::new(Reason::OVERLOADED, "busy").retry_after(Duration::from_millis(40));
        assert_eq!(headers(busy), (String::from("OVERLOADED"), Some(String::from("40"))));
        let large = Refusal::new(Reason::ROOM_TOO_LARGE, "large");
        assert_eq!(headers(large), (String::from("ROOM_TOO_LARGE"), Some(String::from("-1"))));
        let away = Refusal::new(Reason::STORE_UNAVAILABLE, "away");
        assert_eq!(headers(away), (String::from("STORE_UNAVAILABLE"), None));
    }

    #[test]
    fn long_values_are_cut_and_the_rest_is_kept() {
        let long = "x".repeat(300);
        let short = format!("{}…", "x".repeat(64));
        assert_eq!(cut(format!("{long:?} is no name, at 7")), format!("\"{short}\" is no name, at 7"));
        assert_eq!(cut(format!("unknown field `{long}`")), format!("unknown field `{short}`"));
        assert_eq!(cut(String::from("\"a\\\"b\" is no name")), "\"a\\\"b\" is no name");
        assert_eq!(cut("y ".repeat(3000)).chars().count(), SENTENCE_CHARS_MAX + 1);
    }

    #[test]
    fn what_can_be_repeated_says_when() {
        let status = Refusal::new(Reason::OVERLOADED, "busy").retry_after(Duration::from_millis(40)).into_status();
        assert_eq!(status.code(), Code::ResourceExhausted);
        assert_eq!(status.get_error_details().retry_info().unwrap().retry_delay, Some(Duration::from_millis(40)));
        assert_eq!(status.get_error_details().error_info().unwrap().metadata["retry"], "later");
    }
}
