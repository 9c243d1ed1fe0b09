//! Personas and rulesets as answers list them.

use engine::profile::{CAPABILITIES, Profile};
use rules::ruleset::{Auction, Doubling, POINTS, Scoring};
use rules::{OpenHand, PassOn, Ruleset};
use wire::v1::{self, AuctionForm, RulesetFacts, RulesetPoint, RulesetSource};

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

/// The steps of a table under a ruleset.
pub fn to_facts(rules: &Ruleset) -> RulesetFacts {
    let auction = match rules.auction() {
        Auction::Score => AuctionForm::Points,
        Auction::CallRob => AuctionForm::CallRob,
        Auction::TakeIt => AuctionForm::TakeIt,
        Auction::Rounds => AuctionForm::Rounds,
    };
    let pass_on = match rules.pass_on() {
        PassOn::None => v1::PassOn::Unspecified,
        PassOn::Next => v1::PassOn::Next,
        PassOn::Previous => v1::PassOn::Previous,
    };
    let doublings = match rules.doubling() {
        Doubling::None => Vec::new(),
        Doubling::Double => vec![v1::Doubling::None, v1::Doubling::Double],
        Doubling::Super => vec![v1::Doubling::None, v1::Doubling::Double, v1::Doubling::Super],
    };
    RulesetFacts {
        auction: auction as i32,
        pass_on: pass_on as i32,
        wild_ranks: rules.wild_ranks().into(),
        doublings: doublings.into_iter().map(|doubling| doubling as i32).collect(),
        show: rules.open_hand() != OpenHand::No,
        pays_cards: rules.scoring() == Scoring::Cards,
        show_early: rules.open_hand() == OpenHand::Deal,
    }
}

/// The data by which bots play a ruleset.
fn sources(rules: &Ruleset) -> Vec<RulesetSource> {
    let profile = Profile::of(rules);
    let sources = CAPABILITIES.iter().map(|(part, of)| {
        let source = of(&profile);
        RulesetSource {
            part: (*part).to_owned(),
            family: source.map(|source| source.family.name().to_owned()).unwrap_or_default(),
            is_own: source.is_some_and(|source| source.is_own),
        }
    });
    sources.collect()
}

/// A ruleset with all its points.
pub fn to_ruleset(rules: &Ruleset) -> v1::Ruleset {
    let point = |point: &rules::ruleset::Point| RulesetPoint {
        name: point.name.to_owned(),
        value: point.value(rules).to_owned(),
        values: point.values.iter().map(|value| (*value).to_owned()).collect(),
        about: point.about.to_owned(),
    };
    v1::Ruleset {
        name: rules.to_string(),
        points: POINTS.iter().map(point).collect(),
        facts: Some(to_facts(rules)),
        sources: sources(rules),
    }
}
