//! A lead.

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn play(_app: &App, _call: &Call, _request: PlayRequest) -> Result<PlayResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
