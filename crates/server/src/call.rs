//! A call: its RPC, its arrival, its deadline, its caller and scopes. Two headers, if given, name the call in the log: `traceparent`,
//! the caller's trace, and `x-request-id`, the caller's name for the call, which the answer repeats.

pub mod caller;
pub mod auth;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::closed_set;
use game::refusal::{Reason, Refusal};
use http::{Extensions, HeaderMap, HeaderValue};
use tokio_stream::Stream;
use tonic::Status;
use wire::json::Method;

use self::caller::Caller;
use crate::config::Config;

/// The answers of a stream.
pub type AnswerStream<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

macro_rules! rpcs {
    ($($name:ident $rpc:ident($request:ty) -> $answer:ty, $handler:path, $scope:ident;)+) => {
        /// An RPC of the service.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Rpc {
            $(#[doc = concat!("`", stringify!($name), "`")] $name,)+
        }

        impl Rpc {
            /// Every RPC, in the order of the proto.
            pub const ALL: &[Rpc] = &[$(Rpc::$name),+];
            /// The names of every RPC, as in the proto.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// Returns the scope that it needs.
            pub const fn scope(self) -> Scope {
                match self { $(Rpc::$name => Scope::$scope,)+ }
            }
        }
    };
}

/// Gives a macro the RPCs, in the order of the proto: the name, the method with its messages, the handler in `service`, the scope.
macro_rules! each_rpc {
    ($make:ident) => {
        $make! {
            Decide decide(DecideRequest) -> Decision, decide::answer, Decide;
            Bid bid(DecideRequest) -> Decision, decide::answer, Decide;
            Play play(DecideRequest) -> Decision, decide::answer, Decide;
            Follow follow(DecideRequest) -> Decision, decide::answer, Decide;
            SolveEndgame solve_endgame(SolveEndgameRequest) -> SolveEndgameResponse, endgame::solve_endgame, Decide;
            GenerateEndgame generate_endgame(GenerateEndgameRequest) -> GenerateEndgameResponse, endgame::generate_endgame, Decide;
            OpenRoom open_room(OpenRoomRequest) -> OpenRoomResponse, rooms::open_room, Rooms;
            RecordEvents record_events(RecordEventsRequest) -> RecordEventsResponse, rooms::record_events, Rooms;
            GetRoom get_room(GetRoomRequest) -> Room, rooms::get_room, Watch;
            CloseRoom close_room(CloseRoomRequest) -> Room, rooms::close_room, Rooms;
            WatchRoom watch_room(WatchRoomRequest) -> AnswerStream<WatchRoomResponse>, rooms::watch_room, Watch;
            ListLegalPlays list_legal_plays(ListLegalPlaysRequest) -> LegalPlays, rules_help::list_legal_plays, Decide;
            ClassifyPlay classify_play(ClassifyPlayRequest) -> ClassifyPlayResponse, rules_help::classify_play, Decide;
            ReviewPlay review_play(ReviewPlayRequest) -> ReviewPlayResponse, review::review_play, Decide;
            ReviewHand review_hand(ReviewHandRequest) -> AnswerStream<ReviewHandResponse>, review_hand::review_hand, Decide;
            ListPersonas list_personas(ListPersonasRequest) -> ListPersonasResponse, catalog::list_personas, Decide;
            ListRulesets list_rulesets(ListRulesetsRequest) -> ListRulesetsResponse, catalog::list_rulesets, Decide;
            PlanCompanions plan_companions(PlanCompanionsRequest) -> PlanCompanionsResponse, plan::plan_companions, Decide;
            GetPlayer get_player(GetPlayerRequest) -> GetPlayerResponse, players::get_player, Decide;
            ListStandings list_standings(ListStandingsRequest) -> ListStandingsResponse, players::list_standings, Decide;
            ForgetPlayer forget_player(GetPlayerRequest) -> GetPlayerResponse, players::forget_player, Rooms;
        }
    };
}

pub(crate) use each_rpc;
each_rpc!(rpcs);

/// A function that finds the RPC of a path, and the form of its messages. The product has [`Rpc::of_path`]; Connect's test suite has paths
/// and messages of its own.
pub type FindRpc = fn(path: &str) -> Option<(Rpc, &'static Method)>;

impl Rpc {
    /// Returns the RPC of a request's path, and the form of its messages; `None` for any other path.
    pub fn of_path(path: &str) -> Option<(Rpc, &'static Method)> {
        let name = path.strip_prefix('/')?.strip_prefix(wire::SERVICE_NAME)?.strip_prefix('/')?;
        let rpc = Rpc::ALL.iter().copied().find(|rpc| rpc.name() == name)?;
        Some((rpc, rpc.method()))
    }

    /// Returns the form of its messages.
    const fn method(self) -> &'static Method {
        &Method::ALL[self as usize]
    }

    /// Returns its name, as in the proto.
    pub const fn name(self) -> &'static str {
        Rpc::NAMES[self as usize]
    }

    /// Makes the refusal of a path that no RPC has. It lists all RPCs.
    pub fn unknown_path(path: &str) -> Refusal {
        let names = Rpc::NAMES.join(", ");
        let message = format!("{path:?} is no call: /{}/ is followed by one of {names}", wire::SERVICE_NAME);
        Refusal::new(Reason::CALL_UNKNOWN, message)
    }

    /// True if its answer is a stream.
    pub fn is_stream(self) -> bool {
        self.method().gives_stream
    }

    /// Returns the longest budget of the RPC, in milliseconds; `None` if it has none.
    pub fn budget_ms(self, config: &Config) -> Option<u64> {
        Some(match self {
            Rpc::Bid | Rpc::Play | Rpc::Follow | Rpc::Decide => config.budgets.decide_ms,
            Rpc::ReviewPlay | Rpc::ReviewHand => config.fixed.review_ms,
            Rpc::SolveEndgame => config.budgets.solve_ms,
            Rpc::GenerateEndgame => config.fixed.generate_ms,
            _ => return None,
        })
    }
}

closed_set! {
    /// The scopes that a caller can have.
    Scope {
        /// Decisions, also in rooms, and the other calls without a room, except `ForgetPlayer`.
        Decide = "decide",
        /// Rooms: opening, events, reading and closing. Also the deletion of a player's record. A decision within such a call needs `Decide` too.
        Rooms = "rooms",
        /// Reading of rooms as the operator sees them. It needs `Watch` too.
        Operator = "operator",
        /// Reading of rooms as the public sees them. A token that a web page holds should have no other scope. `Rooms` includes it.
        Watch = "watch",
    }
}

/// A set of scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// All scopes.
    pub const ALL: Scopes = Scopes(0b1111);

    /// Adds a scope, and those that it includes.
    pub const fn with(self, scope: Scope) -> Scopes {
        let within = if matches!(scope, Scope::Rooms) { 1 << Scope::Watch as u8 } else { 0 };
        Scopes(self.0 | 1 << scope as u8 | within)
    }

    /// True if `scope` is in it.
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & (1 << scope as u8) != 0
    }

    /// Refuses a call that lacks `scope`.
    pub fn require(self, scope: Scope) -> Result<(), Refusal> {
        let lacks = || Refusal::new(Reason::SCOPE_MISSING, format!("the token lacks the scope {:?}", scope.name()));
        self.has(scope).then_some(()).ok_or_else(lacks)
    }
}

/// The format of messages of the Connect protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// JSON.
    Json,
    /// Protobuf.
    Proto,
}

/// A call as it is asked for, before its caller is known: a layer of the edge puts it into the request's extensions.
#[derive(Clone, Copy, Debug)]
pub struct RequestedCall {
    /// The RPC.
    pub rpc: Rpc,
    /// The form of its messages.
    pub method: &'static Method,
    /// The format of messages by the Connect protocol; `None` for gRPC.
    pub connect: Option<Form>,
}

/// The time before the deadline at which an unanswered call ends, so that our DEADLINE_EXCEEDED still reaches the caller.
pub const DEADLINE_MARGIN: Duration = Duration::from_millis(2);

/// The limit for timeouts of gRPC. A timeout from here on counts as none.
const TIMEOUT_MAX: Duration = Duration::from_secs(86400 * 365);
/// The header of a timeout in the Connect protocol, and the most digits of one.
const CONNECT_TIMEOUT_HEADER: &str = "connect-timeout-ms";
const TIMEOUT_DIGITS_MAX: usize = 10;

impl RequestedCall {
    /// Reads the time at which the caller stops waiting for a call that came at `at`. tonic's own timeout would answer CANCELLED, too late
    /// for the caller to hear it.
    pub fn deadline(&self, headers: &HeaderMap, at: Instant) -> Result<Option<Instant>, Refusal> {
        let header = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or(""));
        Ok(match self.connect {
            // A malformed header counts as none, as in tonic.
            None => header("grpc-timeout").and_then(grpc_timeout).filter(|timeout| *timeout < TIMEOUT_MAX),
            Some(_) => header(CONNECT_TIMEOUT_HEADER).map(connect_timeout_header).transpose()?,
        }
        .map(|timeout| at + timeout))
    }
}

/// Reads at most eight digits and a unit.
fn grpc_timeout(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let count = read_digits(digits, 8)?;
    Some(match unit {
        "H" => Duration::from_secs(count * 3600),
        "M" => Duration::from_secs(count * 60),
        "S" => Duration::from_secs(count),
        "m" => Duration::from_millis(count),
        "u" => Duration::from_micros(count),
        "n" => Duration::from_nanos(count),
        _ => return None,
    })
}

/// Reads a timeout of the Connect protocol. A malformed one is refused, because the caller relies on it.
fn connect_timeout_header(text: &str) -> Result<Duration, Refusal> {
    let malformed = || {
        let message = format!("{text:.64?} is no timeout: 1 to {TIMEOUT_DIGITS_MAX} digits, in milliseconds");
        Refusal::new(Reason::VALUE_UNKNOWN, message).at(CONNECT_TIMEOUT_HEADER)
    };
    read_digits(text, TIMEOUT_DIGITS_MAX).map(Duration::from_millis).ok_or_else(malformed)
}

fn read_digits(text: &str, digits_max: usize) -> Option<u64> {
    let fits = text.len() <= digits_max && text.bytes().all(|byte| byte.is_ascii_digit());
    // Without a digit it is no number.
    text.parse().ok().filter(|_| fits)
}

/// The data of a call that was let in. A layer of the edge puts them into the request's extensions.
#[derive(Clone, Debug)]
pub struct Call {
    /// The RPC.
    pub rpc: Rpc,
    /// The time at which its headers were read; for a turn of `ReviewHand`, the beginning of its review.
    pub at: Instant,
    /// The time at which the caller stops waiting, if it set one.
    pub deadline: Option<Instant>,
    /// The caller.
    pub caller: Arc<Caller>,
    /// Its scopes.
    pub scopes: Scopes,
    /// The caller's trace, if given.
    pub trace: Option<TraceId>,
    /// The caller's name for it, if given.
    pub request: Option<RequestId>,
}

impl Call {
    /// Returns the call of a request. A request that did not pass the layer is refused: its token was not checked.
    pub fn of(extensions: &Extensions) -> Result<&Call, Refusal> {
        let missing = || Refusal::new(Reason::FAULT, "the call did not pass the layer that checks its token");
        extensions.get().ok_or_else(missing)
    }

    /// Returns the time until which a call waits for the store of rooms. It waits for half of its own time, so that the caller can still ask without
    /// the room. `None` for a call without a budget and without a deadline.
    pub fn store_deadline(&self, budget_ms: Option<u32>) -> Option<Instant> {
        let asked = budget_ms.map(|ms| Duration::from_millis(u64::from(ms)));
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(self.at));
        let own = asked.into_iter().chain(left).min()?;
        Some(self.at + own / 2)
    }
}

/// The caller's trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceId(u128);

impl TraceId {
    /// Reads the header `traceparent`: version, trace, parent, flags. A malformed trace counts as absent.
    pub fn of(headers: &HeaderMap) -> Option<TraceId> {
        let mut parts = headers.get("traceparent")?.to_str().ok()?.split('-');
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let mut part = |length: usize| parts.next().filter(|text| text.len() == length && text.bytes().all(is_hex));
        let (version, trace, _parent, _flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
        let number = u128::from_str_radix(trace, 16).ok()?;
        (version != "ff" && number > 0).then_some(TraceId(number))
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The header by which a caller names its calls.
pub const REQUEST_ID_HEADER: &str = "x-request-id";
const REQUEST_ID_MAX: usize = 64;

/// A caller's name for its call: 1 to 64 visible characters of ASCII, so that it cannot break a line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// Reads the header. A malformed one counts as absent.
    pub fn of(headers: &HeaderMap) -> Option<RequestId> {
        let value = headers.get(REQUEST_ID_HEADER)?;
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
    use prost::Message;

    use super::*;

    #[test]
    fn timeouts_are_read_as_the_protocol_writes_them() {
        assert_eq!(grpc_timeout("20m"), Some(Duration::from_millis(20)));
        assert_eq!(grpc_timeout("99999999H"), Some(Duration::from_secs(99_999_999 * 3600)));
        assert_eq!(grpc_timeout("5S"), Some(Duration::from_secs(5)));
        for nonsense in ["", "m", "-1m", "1", "123456789m", "1.5S", "10ms", "７m"] {
            assert_eq!(grpc_timeout(nonsense), None, "{nonsense}");
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
    fn request_ids_are_short_and_visible() {
        let read = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID_HEADER, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            RequestId::of(&headers).map(|id| id.as_str().to_owned())
        };
        assert_eq!(read("7c1-a/b\"c").as_deref(), Some("7c1-a/b\"c"));
        for nonsense in [String::new(), String::from("a b"), String::from("é"), "x".repeat(65)] {
            assert_eq!(read(&nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn every_method_of_the_proto_is_an_rpc() {
        let set = prost_types::FileDescriptorSet::decode(wire::DESCRIPTORS).unwrap();
        let methods = set.file.iter().flat_map(|file| &file.service).flat_map(|service| &service.method);
        let names: Vec<&str> = methods.map(|method| method.name()).collect();
        assert_eq!(names, Rpc::NAMES);
        for rpc in Rpc::ALL {
            let (found, method) = Rpc::of_path(&format!("/{}/{}", wire::SERVICE_NAME, rpc.name())).unwrap();
            assert_eq!((found, method.name), (*rpc, rpc.name()));
        }
        assert!(Rpc::of_path("/grpc.health.v1.Health/Check").is_none());
    }
}
