//! What is legal, so that a backend can check that both agree.

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn list_legal_plays(
    _app: &App,
    _call: &Call,
    _request: ListLegalPlaysRequest,
) -> Result<ListLegalPlaysResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}

pub(super) async fn classify_play(
    _app: &App,
    _call: &Call,
    _request: ClassifyPlayRequest,
) -> Result<ClassifyPlayResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
