//! The placing of companions.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use game::refusal::{AtField, Reason, Refusal, at_most, each};
use rules::Seed;
use wire::v1::{self, PlanCompanionsRequest, PlanCompanionsResponse, Region, WaitingPlayer};

use crate::call::Call;
use crate::placement::{RegionState, Waiting, plan};
use crate::state::App;

/// The most regions of a request.
const REGIONS_MAX: usize = 1000;
/// The most characters of a region's name.
const NAME_MAX: usize = 120;
/// The most tables of one size in a region, and the most companions.
const TABLES_MAX: u32 = 1_000_000;
const MINUTES: u32 = 24 * 60;
/// The highest level of a player.
const LEVEL_MAX: u32 = 100;

#[expect(clippy::unused_async, reason = "every handler has one shape")]
pub(super) async fn plan_companions(
    app: &Arc<App>,
    _call: &Call,
    request: PlanCompanionsRequest,
) -> Result<PlanCompanionsResponse, Refusal> {
    at_most(request.regions.len(), "regions", REGIONS_MAX).at("regions")?;
    let mut names = HashSet::new();
    let regions = each("regions", request.regions, |region| {
        let region = read_region(region)?;
        if !names.insert(region.name.clone()) {
            let message = format!("{:?} stands twice", region.name);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("name"));
        }
        Ok(region)
    })?;
    // Each call without a seed draws again. Otherwise a lone player would be left out each time.
    let seed = request.seed.unwrap_or_else(|| RandomState::new().hash_one("draw of a plan"));
    let placed = plan(&app.policy, &regions, Seed(seed));
    let placements = regions.iter().zip(placed).flat_map(|(region, placements)| {
        let to_wire = |it: crate::placement::Placement| v1::Placement {
            region: region.name.clone(),
            personas: it.personas,
            tables: it.tables,
        };
        placements.into_iter().map(to_wire)
    });
    Ok(PlanCompanionsResponse { placements: placements.collect() })
}

/// Reads one region of a request.
fn read_region(region: Region) -> Result<RegionState, Refusal> {
    let Region { name, local_minute: minute, tables_lacking_one: one, tables_lacking_two: two, waiting, companions } =
        region;
    let refuse = |reason, field: &str, message: String| Err(Refusal::new(reason, message).at(field));
    if name.is_empty() {
        return Err(Refusal::missing("name"));
    }
    if name.chars().count() > NAME_MAX {
        return refuse(Reason::TOO_LONG, "name", format!("more than {NAME_MAX} characters"));
    }
    if minute >= MINUTES {
        let message = format!("{minute} is no minute of a day, which has 0 to {}", MINUTES - 1);
        return refuse(Reason::VALUE_UNKNOWN, "local_minute", message);
    }
    for (number, field) in [(one, "tables_lacking_one"), (two, "tables_lacking_two"), (companions, "companions")] {
        if number > TABLES_MAX {
            return refuse(Reason::VALUE_UNKNOWN, field, format!("{number}, {TABLES_MAX} are allowed"));
        }
    }
    let waiting = each("waiting", &waiting, |&WaitingPlayer { waited_s, level }| {
        if level.is_some_and(|level| level > LEVEL_MAX) {
            let message = format!("{} is no level: it may be 0 to {LEVEL_MAX}", level.unwrap_or_default());
            return Err(Refusal::new(Reason::VALUE_UNKNOWN, message).at("level"));
        }
        Ok(Waiting { waited_s, level })
    })?;
    let region = RegionState { name, minute, tables_lacking: [one, two], waiting, companions };
    if region.waiting.len() as u64 > region.players() {
        let message = format!("{} wait at tables with {} players", region.waiting.len(), region.players());
        return refuse(Reason::FIELD_CONFLICT, "waiting", message);
    }
    Ok(region)
}
