//! A lead.

use std::sync::Arc;

use wire::v1::play_request::Position;
use wire::v1::{PlayRequest, PlayResponse};

use super::call::Call;
use super::decide::{self, Ask, Source};
use crate::app::App;
use crate::error::Refusal;

pub(super) async fn play(app: &Arc<App>, call: &Call, request: PlayRequest) -> Result<PlayResponse, Refusal> {
    let digest = Ask::digest_of(&request, matches!(request.position, Some(Position::Room(_))));
    let source = request.position.map(|position| match position {
        Position::View(view) => Source::View(Box::new(view)),
        Position::Room(turn) => Source::Room(turn),
    });
    let options = request.options.unwrap_or_default();
    let decision = decide::decide(app, call, Ask { source, options, legal_plays: request.legal_plays, digest }).await?;
    Ok(PlayResponse { decision: Some(decision) })
}
