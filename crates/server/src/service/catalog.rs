//! The lists of personas and of rulesets.

use std::sync::Arc;

use game::names;
use game::refusal::{AtField, Refusal, check_at_most, read_each};
use rules::Ruleset;
use rules::ruleset::POINTS;
use wire::v1::{
    self, ListPersonasRequest, ListPersonasResponse, ListRulesetsRequest, ListRulesetsResponse, RulesetPoint,
};

use crate::call::Call;
use crate::convert::room;
use crate::roster::Companion;
use crate::state::App;

const RULESETS_MAX: usize = 100;

pub(super) async fn list_personas(
    app: &Arc<App>,
    _call: &Call,
    _request: ListPersonasRequest,
) -> Result<ListPersonasResponse, Refusal> {
    Ok(ListPersonasResponse { personas: app.roster.all().iter().map(|it| to_persona(it)).collect() })
}

pub(super) async fn list_rulesets(
    _app: &Arc<App>,
    _call: &Call,
    request: ListRulesetsRequest,
) -> Result<ListRulesetsResponse, Refusal> {
    let asked = request.rulesets;
    check_at_most(asked.len(), "rulesets", RULESETS_MAX).at("rulesets")?;
    let rulesets = match asked.is_empty() {
        true => Ruleset::NATURAL.into_iter().chain(Ruleset::WILD).map(to_ruleset).collect(),
        false => read_each("rulesets", &asked, |text| Ok(to_ruleset(&names::ruleset(text).at("")?)))?,
    };
    Ok(ListRulesetsResponse { rulesets })
}

fn to_persona(companion: &Companion) -> v1::Persona {
    let persona = &companion.persona;
    v1::Persona {
        name: persona.name().to_owned(),
        title: persona.title().to_owned(),
        level: persona.level(),
        temperament: persona.temperament_name().to_owned(),
    }
}

fn to_ruleset(rules: &Ruleset) -> v1::Ruleset {
    let point = |point: &rules::ruleset::Point| RulesetPoint {
        name: point.name.to_owned(),
        value: point.value(rules).to_owned(),
        values: point.values.iter().map(|value| (*value).to_owned()).collect(),
        about: point.about.to_owned(),
    };
    v1::Ruleset { points: POINTS.iter().map(point).collect(), ..room::to_ruleset(rules) }
}
