//! Many decisions over one stream, answered as they finish.

use std::sync::Arc;

use tonic::Streaming;
use wire::v1::*;

use super::Answers;
use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) fn decide_many(
    _app: Arc<App>,
    _call: Call,
    _requests: Streaming<DecideManyRequest>,
) -> Result<Answers<DecideManyResponse>, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
