//! The personas that can play, and by which rules.

use std::sync::Arc;

use rules::Ruleset;
use wire::v1::{ListPersonasRequest, ListPersonasResponse, ListRulesetsRequest, ListRulesetsResponse};

use crate::call::context::Call;
use crate::convert::{catalog, names};
use crate::error::{AtField, Reason, Refusal, at_most};
use crate::state::App;

/// The most rulesets that a request asks for.
const RULESETS_MAX: usize = 100;

pub(super) async fn list_personas(
    app: &Arc<App>,
    _call: &Call,
    _request: ListPersonasRequest,
) -> Result<ListPersonasResponse, Refusal> {
    Ok(ListPersonasResponse { personas: app.roster.all().iter().map(|it| catalog::to_persona(it)).collect() })
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
    at_most(Reason::TOO_MANY_ITEMS, asked.len(), "rulesets", RULESETS_MAX).at("rulesets")?;
    let read = |(place, text): (usize, &String)| match names::ruleset(text) {
        Ok(rules) => Ok(catalog::to_ruleset(&rules)),
        Err(refusal) => Err(refusal.at(format!("rulesets[{place}]"))),
    };
    Ok(ListRulesetsResponse { rulesets: asked.iter().enumerate().map(read).collect::<Result<_, _>>()? })
}
