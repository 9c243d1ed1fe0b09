//! The RPCs as a closed set. Each has its metrics, budget and scope.

use game::refusal::{Reason, Refusal};
use wire::json::Method;

use crate::config::Config;
use game::closed_set;

macro_rules! rpcs {
    ($($name:ident $scope:ident;)+) => {
        /// An RPC of the service.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Rpc {
            $(#[doc = concat!("`", stringify!($name), "`")] $name,)+
        }

        impl Rpc {
            /// Every RPC, in the order of the proto.
            pub const ALL: &[Rpc] = &[$(Rpc::$name),+];

            /// Returns its name, as in the proto.
            pub const fn name(self) -> &'static str {
                match self { $(Rpc::$name => stringify!($name),)+ }
            }

            /// Returns the scope that it needs.
            pub const fn scope(self) -> Scope {
                match self { $(Rpc::$name => Scope::$scope,)+ }
            }
        }
    };
}

rpcs! {
    Decide Decide;
    Bid Decide;
    Play Decide;
    Follow Decide;
    SolveEndgame Decide;
    GenerateEndgame Decide;
    OpenRoom Rooms;
    RecordEvents Rooms;
    GetRoom Watch;
    CloseRoom Rooms;
    WatchRoom Watch;
    ListLegalPlays Decide;
    ClassifyPlay Decide;
    ReviewPlay Decide;
    ReviewHand Decide;
    ListPersonas Decide;
    ListRulesets Decide;
    PlanCompanions Decide;
    GetPlayer Decide;
    ListStandings Decide;
    ForgetPlayer Rooms;
}

/// A function that finds the RPC of a path, and the form of its messages. The product has [`Rpc::call`]; a test of the transport has its
/// own.
pub type Calls = fn(path: &str) -> Option<(Rpc, &'static Method)>;

impl Rpc {
    /// Returns the RPC of an HTTP/2 path, and the form of its messages.
    pub fn call(path: &str) -> Option<(Rpc, &'static Method)> {
        let name = path.strip_prefix('/')?.strip_prefix(wire::SERVICE_NAME)?.strip_prefix('/')?;
        let rpc = Rpc::ALL.iter().copied().find(|rpc| rpc.name() == name)?;
        Some((rpc, &Method::ALL[rpc as usize]))
    }

    /// Makes the refusal of a path that no RPC has. It lists all RPCs, because the caller got a name wrong.
    pub fn unknown(path: &str) -> Refusal {
        let names: Vec<&str> = Rpc::ALL.iter().map(|rpc| rpc.name()).collect();
        let message =
            format!("{path:?} is no call: /{}/ is followed by one of {}", wire::SERVICE_NAME, names.join(", "));
        Refusal::new(Reason::CALL_UNKNOWN, message)
    }

    /// True if its answer is a stream.
    pub const fn is_stream(self) -> bool {
        matches!(self, Rpc::WatchRoom | Rpc::ReviewHand)
    }

    /// Returns the longest budget of the RPC, in milliseconds; `None` if it does not think.
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
    /// The scopes of a token.
    Scope {
        /// Stateless calls.
        Decide = "decide",
        /// Rooms: opening, events, reading and closing. Decisions in them need `Decide` too.
        Rooms = "rooms",
        /// Everything of a room, hidden cards included.
        Operator = "operator",
        /// Reading of rooms as the public sees them: the only scope for a page. `Rooms` includes it.
        Watch = "watch",
    }
}

/// A set of scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// All scopes, for callers without tokens if none are needed.
    pub const ALL: Scopes = Scopes(0b1111);

    /// Adds a scope, and those that it includes.
    pub const fn with(self, scope: Scope) -> Scopes {
        let within = if matches!(scope, Scope::Rooms) { 1 << Scope::Watch as u8 } else { 0 };
        Scopes(self.0 | 1 << scope as u8 | within)
    }

    /// True if `scope` is in it.
    pub const fn allow(self, scope: Scope) -> bool {
        self.0 & (1 << scope as u8) != 0
    }

    /// Refuses a call whose token lacks `scope`.
    pub fn need(self, scope: Scope) -> Result<(), Refusal> {
        let lacks = || Refusal::new(Reason::SCOPE_MISSING, format!("the token lacks the scope {:?}", scope.name()));
        self.allow(scope).then_some(()).ok_or_else(lacks)
    }
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;

    #[test]
    fn every_method_of_the_proto_is_an_rpc() {
        let set = prost_types::FileDescriptorSet::decode(wire::DESCRIPTORS).unwrap();
        let methods = set.file.iter().flat_map(|file| &file.service).flat_map(|service| &service.method);
        let names: Vec<&str> = methods.map(|method| method.name()).collect();
        assert_eq!(names, Rpc::ALL.iter().map(|rpc| rpc.name()).collect::<Vec<_>>());
        for rpc in Rpc::ALL {
            let (found, method) = Rpc::call(&format!("/{}/{}", wire::SERVICE_NAME, rpc.name())).unwrap();
            assert_eq!((found, method.name), (*rpc, rpc.name()));
        }
        assert!(Rpc::call("/grpc.health.v1.Health/Check").is_none());
    }
}
