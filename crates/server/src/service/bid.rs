//! The call in any auction phase, doublings, open hands.

use std::sync::Arc;

use wire::v1::BidRequest;
use wire::v1::bid_request::Position;

use super::decide::{self, Ask, Source, Started};
use crate::call::context::Call;
use crate::error::Refusal;
use crate::state::App;

pub(super) fn bid<'a>(app: &'a Arc<App>, call: &'a Call, mut request: BidRequest) -> Result<Started<'a>, Refusal> {
    let source = request.position.as_mut().map(|position| match position {
        Position::View(view) => Source::View((&*view).into()),
        Position::Room(turn) => Source::Room(std::mem::take(turn)),
    });
    let options = request.options.unwrap_or_default();
    decide::start(app, call, Ask { source, options, legal_plays: None })
}
