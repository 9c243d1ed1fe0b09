//! Personas and rulesets as answers list them.

use rules::ruleset::POINTS;
use wire::v1::{self, RulesetPoint};

use super::digest::ruleset_digest;
use super::names;
use crate::roster::Companion;

/// A persona by its row.
pub fn to_persona(companion: &Companion) -> v1::Persona {
    let persona = &companion.persona;
    v1::Persona {
        name: persona.name().to_owned(),
        title: persona.title().to_owned(),
        skill: names::to_skill(persona.skill()) as i32,
        temperament: names::to_temperament(persona.temperament()) as i32,
        urge_after_s: persona.params().urge_s as u32,
        deciders: companion.deciders().map(|decider| names::to_decider(decider) as i32).collect(),
        digest: companion.digest,
    }
}

/// A ruleset with all its points.
pub fn to_ruleset(rules: &rules::Ruleset) -> v1::Ruleset {
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
