//! Where companions are sent: the request becomes places, the plan becomes an answer.

use std::collections::HashSet;
use std::sync::Arc;

use engine::persona::Skill;
use rules::Seed;
use wire::v1::{self, *};

use crate::call::context::Call;
use crate::companions::plan::{Place, Waiting, plan};
use crate::error::{Reason, Refusal};
use crate::state::App;

/// Regions of a request.
const REGIONS_MAX: usize = 1000;
/// Characters of a region's name.
const NAME_MAX: usize = 120;
/// Tables of one kind in a region.
const TABLES_MAX: u32 = 1_000_000;
const MINUTES: u32 = 24 * 60;

pub(super) async fn plan_companions(
    app: &Arc<App>,
    _call: &Call,
    request: PlanCompanionsRequest,
) -> Result<PlanCompanionsResponse, Refusal> {
    let policy = app.policies.named(&request.policy).ok_or_else(|| {
        let message = format!("{:.60?} is no policy; there are {}", request.policy, app.policies.names());
        Refusal::new(Reason::UNKNOWN_POLICY, message).at("policy")
    })?;
    if request.regions.len() > REGIONS_MAX {
        let message = format!("{} regions, {REGIONS_MAX} are allowed", request.regions.len());
        return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("regions"));
    }
    let mut names = HashSet::new();
    let mut places = Vec::with_capacity(request.regions.len());
    for (index, region) in request.regions.into_iter().enumerate() {
        let place = place(region).map_err(|refusal| refusal.within(&format!("regions[{index}]")))?;
        if !names.insert(place.name.clone()) {
            let message = format!("{:?} stands twice", place.name);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at(format!("regions[{index}].name")));
        }
        places.push(place);
    }
    let placements = plan(policy, &places, Seed(request.seed)).into_iter().map(|placement| v1::Placement {
        region: places[placement.place].name.clone(),
        persona: placement.persona,
        count: placement.count,
    });
    Ok(PlanCompanionsResponse { placements: placements.collect() })
}

fn place(region: Region) -> Result<Place, Refusal> {
    let Region { name, local_minute: minute, tables_lacking_one: one, tables_lacking_two: two, waiting } = region;
    let refuse = |reason, field: &str, message: String| Err(Refusal::new(reason, message).at(field));
    if name.is_empty() {
        return Err(Refusal::missing("name"));
    }
    if name.chars().count() > NAME_MAX {
        return refuse(Reason::TEXT_TOO_LONG, "name", format!("more than {NAME_MAX} characters"));
    }
    if minute >= MINUTES {
        let message = format!("{minute} is no minute of a day, which has 0 to {}", MINUTES - 1);
        return refuse(Reason::VALUE_UNKNOWN, "local_minute", message);
    }
    for (tables, field) in [(one, "tables_lacking_one"), (two, "tables_lacking_two")] {
        if tables > TABLES_MAX {
            return refuse(Reason::VALUE_UNKNOWN, field, format!("{tables} tables, {TABLES_MAX} are allowed"));
        }
    }
    let waiting: Result<_, Refusal> = waiting.into_iter().enumerate().map(|(index, it)| player(index, it)).collect();
    let place = Place { name, minute, tables_lacking: [one, two], waiting: waiting? };
    if place.waiting.len() as u64 > place.players() {
        let message = format!("{} wait at tables with {} players", place.waiting.len(), place.players());
        return refuse(Reason::FIELD_CONFLICT, "waiting", message);
    }
    Ok(place)
}

fn player(index: usize, player: WaitingPlayer) -> Result<Waiting, Refusal> {
    let WaitingPlayer { waited_s, level } = player;
    if level.is_empty() {
        return Ok(Waiting { waited_s, level: None });
    }
    match Skill::ALL.into_iter().find(|skill| skill.name() == level) {
        Some(skill) => Ok(Waiting { waited_s, level: Some(skill) }),
        None => {
            let names = Skill::ALL.map(Skill::name).join(", ");
            let refusal = Refusal::new(Reason::VALUE_UNKNOWN, format!("{level:.60?} is no level; there are {names}"));
            Err(refusal.at(format!("waiting[{index}].level")))
        }
    }
}
