//! The call in any auction phase, doublings, open hands.

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn bid(_app: &App, _call: &Call, _request: BidRequest) -> Result<BidResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
