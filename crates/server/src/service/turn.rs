//! Bid, Play, Follow and Decide: requests of one shape, decided by [`decide`].

use std::sync::Arc;

use wire::v1::{BidRequest, DecideRequest, FollowRequest, PlayRequest};
use wire::v1::{bid_request, decide_request, follow_request, play_request};

use super::decide::{self, Ask, Source, Started};
use crate::call::context::Call;
use crate::error::Refusal;
use crate::state::App;

/// A request for a bot's decision.
pub(super) trait TurnRequest {
    /// What is asked. The request keeps its view, which the answer borrows.
    fn ask(&mut self) -> Ask<'_>;
}

macro_rules! turn_request {
    ($request:ident, $kind:ident, $legal_plays:expr) => {
        impl TurnRequest for $request {
            fn ask(&mut self) -> Ask<'_> {
                let (options, legal_plays) = (self.options.take().unwrap_or_default(), $legal_plays(self));
                let source = self.position.as_mut().map(|position| match position {
                    $kind::Position::View(view) => Source::View(view),
                    $kind::Position::Room(turn) => Source::Room(std::mem::take(turn)),
                });
                Ask { source, options, legal_plays }
            }
        }
    };
}

turn_request!(BidRequest, bid_request, |_: &mut BidRequest| None);
turn_request!(PlayRequest, play_request, |request: &mut PlayRequest| request.legal_plays.take());
turn_request!(FollowRequest, follow_request, |request: &mut FollowRequest| request.legal_plays.take());
turn_request!(DecideRequest, decide_request, |request: &mut DecideRequest| request.legal_plays.take());

/// Starts to decide a request.
pub(super) fn start<'a>(
    app: &'a Arc<App>,
    call: &'a Call,
    mut request: impl TurnRequest,
) -> Result<Started<'a>, Refusal> {
    decide::start(app, call, request.ask())
}
