//! Who there is to play, and by which rules.

use wire::v1::*;

use super::call::Call;
use crate::app::App;
use crate::error::{Reason, Refusal};

pub(super) async fn list_personas(
    _app: &App,
    _call: &Call,
    _request: ListPersonasRequest,
) -> Result<ListPersonasResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}

pub(super) async fn list_rulesets(
    _app: &App,
    _call: &Call,
    _request: ListRulesetsRequest,
) -> Result<ListRulesetsResponse, Refusal> {
    Err(Refusal::new(Reason::NOT_BUILT, "not built yet"))
}
