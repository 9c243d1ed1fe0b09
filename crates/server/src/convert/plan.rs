//! Regions that wait for companions, from a request, and the plan as an answer.

use std::collections::HashSet;

use companions::plan::{Outcome, Placement, Plan, RegionState, Waiting};
use rules::Seed;
use wire::v1::{self, PlanCompanionsRequest, Region, WaitingPlayer};

use super::digest::{Digest, digest_of};
use super::names;
use super::room_in::NAME_BYTES_MAX;
use crate::error::{Reason, Refusal};

/// Regions of a request.
const REGIONS_MAX: usize = 1000;
/// Characters of a region's name.
const NAME_MAX: usize = 120;
/// Tables of one kind in a region, and companions.
const TABLES_MAX: u32 = 1_000_000;
const MINUTES: u32 = 24 * 60;

/// The digest of a request's name, where it has one.
pub fn name_digest(request: &PlanCompanionsRequest) -> Result<Option<u64>, Refusal> {
    let name = &request.request_id;
    if name.len() > NAME_BYTES_MAX {
        let message = format!("{} bytes, {NAME_BYTES_MAX} are allowed", name.len());
        return Err(Refusal::new(Reason::TEXT_TOO_LONG, message).at("request_id"));
    }
    Ok((!name.is_empty()).then(|| Digest::new().bytes(name.as_bytes()).finish()))
}

/// A digest of all that a plan follows from, but its name. A seed that is told counts like the same seed that is derived.
pub fn content_digest(request: &PlanCompanionsRequest, policy: &str, seed: Seed) -> u64 {
    Digest::new().bytes(policy.as_bytes()).word(seed.0).word(digest_of(&request.regions)).finish()
}

/// The plan as an answer.
pub fn answer(plan: Plan, regions: &[RegionState], seed: u64) -> v1::PlanCompanionsResponse {
    let mut placed = vec![Vec::new(); regions.len()];
    for Placement { region, personas, tables } in plan.placements {
        placed[region].push(v1::Placement { personas, tables });
    }
    let regions = regions.iter().zip(&plan.tables).zip(placed).map(|((region, tables), placements)| {
        let outcomes = Outcome::ALL.into_iter().map(|outcome| (outcome, tables.of(outcome)));
        let outcomes = outcomes.filter(|(_, tables)| *tables != [0; 2]).map(|(outcome, [one, two])| v1::TableOutcome {
            outcome: to_outcome(outcome) as i32,
            tables_lacking_one: one,
            tables_lacking_two: two,
        });
        let (tables, companions) = (outcomes.collect(), region.companions);
        v1::RegionPlan { region: region.name.clone(), companions, tables, placements }
    });
    v1::PlanCompanionsResponse { regions: regions.collect(), seed }
}

/// The regions of a request, and which of them tell their companions.
pub fn read_regions(regions: Vec<Region>) -> Result<(Vec<RegionState>, Vec<bool>), Refusal> {
    if regions.len() > REGIONS_MAX {
        let message = format!("{} regions, {REGIONS_MAX} are allowed", regions.len());
        return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("regions"));
    }
    let mut names = HashSet::new();
    let (mut states, mut told) = (Vec::with_capacity(regions.len()), Vec::with_capacity(regions.len()));
    for (index, region) in regions.into_iter().enumerate() {
        let (region, is_told) = read_region(region).map_err(|refusal| refusal.within(&format!("regions[{index}]")))?;
        if !names.insert(region.name.clone()) {
            let message = format!("{:?} stands twice", region.name);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at(format!("regions[{index}].name")));
        }
        states.push(region);
        told.push(is_told);
    }
    Ok((states, told))
}

/// The players of a request whose level is looked up.
const PLAYERS_MAX: usize = 500;

/// The players that are named and whose level is not told: their region, their place there, and their name.
pub fn players_of(regions: &[Region]) -> Result<Vec<(usize, usize, String)>, Refusal> {
    let mut players = Vec::new();
    for (at, region) in regions.iter().enumerate() {
        for (place, player) in region.waiting.iter().enumerate() {
            let is_asked = !player.player_id.is_empty() && player.level == v1::Skill::Unspecified as i32;
            if is_asked {
                players.push((at, place, player.player_id.clone()));
            }
        }
    }
    if players.len() > PLAYERS_MAX {
        let message = format!("{} players are named without a level, {PLAYERS_MAX} are allowed", players.len());
        return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("regions"));
    }
    Ok(players)
}

/// The plan's facts about one region, and whether it is told how many companions are there.
fn read_region(region: Region) -> Result<(RegionState, bool), Refusal> {
    let Region { name, local_minute: minute, tables_lacking_one: one, tables_lacking_two: two, waiting, companions } =
        region;
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
    if let Some(companions) = companions.filter(|&companions| companions > TABLES_MAX) {
        return refuse(Reason::VALUE_UNKNOWN, "companions", format!("{companions}, {TABLES_MAX} are allowed"));
    }
    let waiting: Result<_, Refusal> = waiting.iter().enumerate().map(|(index, it)| player(index, it)).collect();
    let region = RegionState {
        name,
        minute,
        tables_lacking: [one, two],
        waiting: waiting?,
        companions: companions.unwrap_or_default(),
    };
    if region.waiting.len() as u64 > region.players() {
        let message = format!("{} wait at tables with {} players", region.waiting.len(), region.players());
        return refuse(Reason::FIELD_CONFLICT, "waiting", message);
    }
    Ok((region, companions.is_some()))
}

fn player(index: usize, player: &WaitingPlayer) -> Result<Waiting, Refusal> {
    let &WaitingPlayer { waited_s, level, no_companions, .. } = player;
    let level = names::skill(level).map_err(|refusal| refusal.at(format!("waiting[{index}].level")))?;
    Ok(Waiting { waited_s, level, no_companions })
}

fn to_outcome(outcome: Outcome) -> v1::PlanOutcome {
    match outcome {
        Outcome::Filled => v1::PlanOutcome::Filled,
        Outcome::NotOverdue => v1::PlanOutcome::NotOverdue,
        Outcome::Share => v1::PlanOutcome::Share,
        Outcome::RegionMax => v1::PlanOutcome::RegionMax,
        Outcome::CompanionsMax => v1::PlanOutcome::CompanionsMax,
    }
}
