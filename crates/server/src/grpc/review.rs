//! What a bot thinks of a play that was made.

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn review_play(
    _app: &App,
    _call: &Call,
    _request: ReviewPlayRequest,
) -> Result<ReviewPlayResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
