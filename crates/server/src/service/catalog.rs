//! Who there is to play, and by which rules.

use std::sync::Arc;

use wire::v1::{ListPersonasRequest, ListPersonasResponse, ListRulesetsRequest, ListRulesetsResponse};

use super::rules_help::{next_token, page};
use crate::call::context::Call;
use crate::convert::catalog;
use crate::error::Refusal;
use crate::roster::Companion;
use crate::state::App;

/// Rows of a page, when the request does not say and at most.
const PAGE_MAX: usize = 100;

pub(super) async fn list_personas(
    app: &Arc<App>,
    _call: &Call,
    request: ListPersonasRequest,
) -> Result<ListPersonasResponse, Refusal> {
    let rows: Vec<&Arc<Companion>> = app.roster.all().collect();
    let (from, until) = page(&request.page_token, request.page_size, PAGE_MAX, PAGE_MAX, rows.len())?;
    let personas = rows[from..until].iter().map(|companion| catalog::to_persona(companion)).collect();
    Ok(ListPersonasResponse { personas, next_page_token: next_token(until, rows.len()) })
}

pub(super) async fn list_rulesets(
    _app: &Arc<App>,
    _call: &Call,
    request: ListRulesetsRequest,
) -> Result<ListRulesetsResponse, Refusal> {
    let rows: Vec<&rules::Ruleset> = rules::Ruleset::NATURAL.into_iter().chain(rules::Ruleset::WILD).collect();
    let (from, until) = page(&request.page_token, request.page_size, PAGE_MAX, PAGE_MAX, rows.len())?;
    let rulesets = rows[from..until].iter().map(|row| catalog::to_ruleset(row)).collect();
    Ok(ListRulesetsResponse { rulesets, next_page_token: next_token(until, rows.len()) })
}
