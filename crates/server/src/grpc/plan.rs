//! Where companions are sent.

use std::sync::Arc;

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn plan_companions(
    _app: &Arc<App>,
    _call: &Call,
    _request: PlanCompanionsRequest,
) -> Result<PlanCompanionsResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "where companions are sent is not planned yet"))
}
