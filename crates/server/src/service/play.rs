//! A lead.

use std::sync::Arc;

use tonic::Status;
use wire::borrowed::Asked;
use wire::frame::Frame;
use wire::v1::PlayRequest;
use wire::v1::play_request::Position;

use super::decide::{self, Ask, Source, Started};
use crate::call::context::Call;
use crate::error::Refusal;
use crate::state::App;

pub(super) fn play<'a>(app: &'a Arc<App>, call: &'a Call, mut request: PlayRequest) -> Result<Started<'a>, Refusal> {
    let source = request.position.as_mut().map(|position| match position {
        Position::View(view) => Source::View((&*view).into()),
        Position::Room(turn) => Source::Room(std::mem::take(turn)),
    });
    let options = request.options.unwrap_or_default();
    decide::start(app, call, Ask { source, options, legal_plays: request.legal_plays })
}

/// The same of a request that nobody has read yet.
pub(super) fn framed<'a>(
    app: &'a Arc<App>,
    call: &'a Call,
    request: &Frame<PlayRequest>,
) -> Result<Started<'a>, Status> {
    let started = match Asked::read(request.bytes()) {
        Some(asked) => decide::start(app, call, asked.into()),
        None => play(app, call, request.read()?),
    };
    started.map_err(Status::from)
}
