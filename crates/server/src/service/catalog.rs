//! Who there is to play, and by which rules.

use std::sync::Arc;

use rules::ruleset::POINTS;
use wire::v1::{self, *};

use super::rules_help::{next_token, page};
use crate::call::context::Call;
use crate::convert::digest::ruleset_digest;
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
    let personas = rows[from..until].iter().map(|companion| persona(companion)).collect();
    Ok(ListPersonasResponse { personas, next_page_token: next_token(until, rows.len()) })
}

fn persona(companion: &Companion) -> v1::Persona {
    let persona = &companion.persona;
    v1::Persona {
        name: persona.name().to_owned(),
        title: persona.title().to_owned(),
        skill: persona.skill().name().to_owned(),
        temperament: persona.temperament().name().to_owned(),
        urge_after_s: persona.params().urge_s as u32,
        deciders: companion.deciders().into_iter().map(str::to_owned).collect(),
        digest: companion.digest,
    }
}

pub(super) async fn list_rulesets(
    _app: &Arc<App>,
    _call: &Call,
    request: ListRulesetsRequest,
) -> Result<ListRulesetsResponse, Refusal> {
    let rows = rules::Ruleset::ALL;
    let (from, until) = page(&request.page_token, request.page_size, PAGE_MAX, PAGE_MAX, rows.len())?;
    let rulesets = rows[from..until].iter().map(|row| ruleset(row)).collect();
    Ok(ListRulesetsResponse { rulesets, next_page_token: next_token(until, rows.len()) })
}

fn ruleset(rules: &rules::Ruleset) -> v1::Ruleset {
    let point = |point: &rules::ruleset::Point| RulesetPoint {
        name: point.name.to_owned(),
        value: point.value(rules).to_owned(),
        values: point.values.iter().map(|value| (*value).to_owned()).collect(),
        about: point.about.to_owned(),
    };
    v1::Ruleset {
        name: rules.name().to_owned(),
        points: POINTS.iter().map(point).collect(),
        digest: ruleset_digest(rules),
    }
}
