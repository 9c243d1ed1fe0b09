//! An answer to the standing combo, or a pass.

use std::sync::Arc;

use wire::v1::follow_request::Position;
use wire::v1::{FollowRequest, FollowResponse};

use super::call::Call;
use super::decide::{self, Ask, Source};
use crate::app::App;
use crate::error::Refusal;

pub(super) async fn follow(app: &Arc<App>, call: &Call, request: FollowRequest) -> Result<FollowResponse, Refusal> {
    let digest = Ask::digest_of(&request, matches!(request.position, Some(Position::Room(_))));
    let source = request.position.map(|position| match position {
        Position::View(view) => Source::View(Box::new(view)),
        Position::Room(turn) => Source::Room(turn),
    });
    let options = request.options.unwrap_or_default();
    let decision = decide::decide(app, call, Ask { source, options, legal_plays: request.legal_plays, digest }).await?;
    Ok(FollowResponse { decision: Some(decision) })
}
