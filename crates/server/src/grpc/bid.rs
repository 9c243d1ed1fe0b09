//! The call in any auction phase, doublings, open hands.

use std::sync::Arc;

use wire::v1::bid_request::Position;
use wire::v1::{BidRequest, BidResponse};

use super::call::Call;
use super::decide::{self, Ask, Source};
use crate::app::App;
use crate::error::Refusal;

pub(super) async fn bid(app: &Arc<App>, call: &Call, request: BidRequest) -> Result<BidResponse, Refusal> {
    let digest = Ask::digest_of(&request, matches!(request.position, Some(Position::Room(_))));
    let source = request.position.map(|position| match position {
        Position::View(view) => Source::View(Box::new(view)),
        Position::Room(turn) => Source::Room(turn),
    });
    let options = request.options.unwrap_or_default();
    let decision = decide::decide(app, call, Ask { source, options, legal_plays: None, digest }).await?;
    Ok(BidResponse { decision: Some(decision) })
}
