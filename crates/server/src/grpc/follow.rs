//! An answer to the standing combo, or a pass.

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn follow(_app: &App, _call: &Call, _request: FollowRequest) -> Result<FollowResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
