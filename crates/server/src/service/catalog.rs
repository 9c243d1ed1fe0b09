//! The personas that can play, and by which rules.

use std::sync::Arc;

use rules::Ruleset;
use wire::v1::{ListPersonasRequest, ListPersonasResponse, ListRulesetsRequest, ListRulesetsResponse};

use super::rules_help::{next_token, page};
use crate::call::context::Call;
use crate::convert::{catalog, names};
use crate::error::{Reason, Refusal};
use crate::state::App;

/// Personas of a page, when the request does not say and at most; the most rulesets that a request asks for.
const PAGE_MAX: usize = 100;

pub(super) async fn list_personas(
    app: &Arc<App>,
    _call: &Call,
    request: ListPersonasRequest,
) -> Result<ListPersonasResponse, Refusal> {
    let rows = app.roster.all();
    let (from, until) = page(&request.page_token, request.page_size, PAGE_MAX, PAGE_MAX, rows.len())?;
    let personas = rows[from..until].iter().map(|companion| catalog::to_persona(companion)).collect();
    Ok(ListPersonasResponse { personas, next_page_token: next_token(until, rows.len()) })
}

pub(super) async fn list_rulesets(
    _app: &Arc<App>,
    _call: &Call,
    request: ListRulesetsRequest,
) -> Result<ListRulesetsResponse, Refusal> {
    let asked = request.rulesets;
    if asked.is_empty() {
        let named = Ruleset::NATURAL.into_iter().chain(Ruleset::WILD);
        return Ok(ListRulesetsResponse { rulesets: named.map(catalog::to_ruleset).collect() });
    }
    if asked.len() > PAGE_MAX {
        let message = format!("{} rulesets, {PAGE_MAX} are allowed", asked.len());
        return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("rulesets"));
    }
    let read = |(place, text): (usize, &String)| match names::ruleset(text) {
        Ok(rules) => Ok(catalog::to_ruleset(&rules)),
        Err(refusal) => Err(refusal.at(format!("rulesets[{place}]"))),
    };
    Ok(ListRulesetsResponse { rulesets: asked.iter().enumerate().map(read).collect::<Result<_, _>>()? })
}
