//! Where companions are sent: the request becomes regions, the plan becomes an answer. Where a region's companions are not told, those
//! that plans have sent there count, by leases in the store.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use companions::plan::{Outcome, Placement, Plan, RegionState, Waiting, plan};
use rules::Seed;
use wire::v1::{self, PlanCompanionsRequest, PlanCompanionsResponse, Region, WaitingPlayer};

use crate::call::context::Call;
use crate::convert::digest::{Digest, digest_of};
use crate::convert::names;
use crate::convert::room_in::NAME_BYTES_MAX;
use crate::error::{AtField, Reason, Refusal, at_most, each};
use crate::room::leases::{Leases, NamedRequest};
use crate::state::App;

/// Regions of a request.
const REGIONS_MAX: usize = 1000;
/// Characters of a region's name.
const NAME_MAX: usize = 120;
/// Tables of one kind in a region, and companions.
const TABLES_MAX: u32 = 1_000_000;
const MINUTES: u32 = 24 * 60;
/// The players of a request whose level is looked up.
const PLAYERS_MAX: usize = 500;

pub(super) async fn plan_companions(
    app: &Arc<App>,
    call: &Call,
    request: PlanCompanionsRequest,
) -> Result<PlanCompanionsResponse, Refusal> {
    let policy = app.policies.named(&request.policy).ok_or_else(|| {
        let message = format!("{:.60?} is no policy; there are {}", request.policy, app.policies.names());
        Refusal::new(Reason::UNKNOWN_POLICY, message).at("policy")
    })?;
    let name = name_digest(&request)?;
    // A named request draws by its name: sent again, it plans the same. Another one draws anew, or one lone player would be left out each
    // time.
    let draw = Seed(name.unwrap_or_else(|| RandomState::new().hash_one("draw of a plan")));
    let named = name.map(|name| NamedRequest::new(name, content_digest(&request, policy.name())));
    let players = players_of(&request.regions)?;
    let (mut regions, is_told) = read_regions(request.regions)?;
    for (region, player, id) in players {
        if let Some(skill) = super::players::skill_of(app, call, &id).await {
            regions[region].waiting[player].level = Some(skill);
        }
    }
    let (plan, regions) = if is_told.iter().all(|&is_told| is_told) {
        (plan(policy, &regions, 0, draw), regions)
    } else {
        let step = |leases: &mut Leases, now_s: u64| {
            named.map_or(Ok(()), |named| leases.end(named))?;
            let regions = counted(leases, &regions, &is_told);
            let elsewhere = elsewhere(leases, &regions);
            let plan = plan(policy, &regions, elsewhere, draw);
            let until_s = now_s + u64::from(policy.lease_s());
            lease(leases, &plan, &regions, &is_told, until_s, named)?;
            Ok((plan, regions))
        };
        app.rooms.change_leases(policy.name(), step).await?
    };
    count(app, &plan);
    Ok(answer(plan, &regions))
}

/// The regions with the leased companions of those that do not tell theirs.
fn counted(leases: &Leases, regions: &[RegionState], is_told: &[bool]) -> Vec<RegionState> {
    let leased = leases.by_region();
    let count = |(region, &is_told): (&RegionState, &bool)| match leased.get(region.name.as_str()) {
        Some(&companions) if !is_told => RegionState { companions, ..region.clone() },
        _ => region.clone(),
    };
    regions.iter().zip(is_told).map(count).collect()
}

/// The leased companions of regions that are not asked about.
fn elsewhere(leases: &Leases, regions: &[RegionState]) -> u64 {
    let here: HashSet<&str> = regions.iter().map(|region| region.name.as_str()).collect();
    let others = leases.by_region().into_iter().filter(|(region, _)| !here.contains(region));
    others.map(|(_, companions)| u64::from(companions)).sum()
}

/// Leases what is sent to regions that do not tell their companions.
fn lease(
    leases: &mut Leases,
    plan: &Plan,
    regions: &[RegionState],
    is_told: &[bool],
    until_s: u64,
    named: Option<NamedRequest>,
) -> Result<(), Refusal> {
    for ((region, tables), _) in regions.iter().zip(&plan.tables).zip(is_told).filter(|(_, is_told)| !**is_told) {
        if tables.companions() > 0 {
            leases.add(&region.name, tables.companions(), until_s, named)?;
        }
    }
    Ok(())
}

fn count(app: &App, plan: &Plan) {
    for tables in &plan.tables {
        for (row, outcome) in Outcome::ALL.into_iter().enumerate() {
            let [one, two] = tables.of(outcome);
            app.metrics.companion_tables.at(row, 0).increment(u64::from(one) + u64::from(two));
        }
        app.metrics.companions_sent.one().increment(u64::from(tables.companions()));
    }
}

/// The digest of a request's name, where it has one.
fn name_digest(request: &PlanCompanionsRequest) -> Result<Option<u64>, Refusal> {
    let name = &request.request_id;
    at_most(Reason::TEXT_TOO_LONG, name.len(), "bytes", NAME_BYTES_MAX).at("request_id")?;
    Ok((!name.is_empty()).then(|| Digest::new().bytes(name.as_bytes()).finish()))
}

/// A digest of all that a plan follows from, but its name.
fn content_digest(request: &PlanCompanionsRequest, policy: &str) -> u64 {
    Digest::new().bytes(policy.as_bytes()).word(digest_of(&request.regions)).finish()
}

/// The plan as an answer.
fn answer(plan: Plan, regions: &[RegionState]) -> v1::PlanCompanionsResponse {
    let mut placed = vec![Vec::new(); regions.len()];
    for Placement { region, personas, tables } in plan.placements {
        placed[region].push(v1::Placement { personas, tables });
    }
    let regions = regions.iter().zip(&plan.tables).zip(placed).map(|((region, tables), placements)| {
        let outcomes = Outcome::ALL.into_iter().map(|outcome| (outcome, tables.of(outcome)));
        let outcomes = outcomes.filter(|(_, tables)| *tables != [0; 2]).map(|(outcome, [one, two])| v1::TableOutcome {
            outcome: names::to_outcome(outcome) as i32,
            tables_lacking_one: one,
            tables_lacking_two: two,
        });
        let (tables, companions) = (outcomes.collect(), region.companions);
        v1::RegionPlan { region: region.name.clone(), companions, tables, placements }
    });
    v1::PlanCompanionsResponse { regions: regions.collect() }
}

/// The regions of a request, and which of them tell their companions.
fn read_regions(regions: Vec<Region>) -> Result<(Vec<RegionState>, Vec<bool>), Refusal> {
    at_most(Reason::TOO_MANY_ITEMS, regions.len(), "regions", REGIONS_MAX).at("regions")?;
    let mut names = HashSet::new();
    let read = each("regions", regions, |region| {
        let (region, is_told) = read_region(region)?;
        if !names.insert(region.name.clone()) {
            let message = format!("{:?} stands twice", region.name);
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("name"));
        }
        Ok((region, is_told))
    });
    Ok(read?.into_iter().unzip())
}

/// The players that are named and whose level is not told: their region, their place there, and their name.
fn players_of(regions: &[Region]) -> Result<Vec<(usize, usize, String)>, Refusal> {
    let mut players = Vec::new();
    for (at, region) in regions.iter().enumerate() {
        for (place, player) in region.waiting.iter().enumerate() {
            let is_asked = !player.player_id.is_empty() && player.level == v1::Skill::Unspecified as i32;
            if is_asked {
                players.push((at, place, player.player_id.clone()));
            }
        }
    }
    let what = "players are named without a level";
    at_most(Reason::TOO_MANY_ITEMS, players.len(), what, PLAYERS_MAX).at("regions")?;
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
    let region = RegionState {
        name,
        minute,
        tables_lacking: [one, two],
        waiting: each("waiting", &waiting, player)?,
        companions: companions.unwrap_or_default(),
    };
    if region.waiting.len() as u64 > region.players() {
        let message = format!("{} wait at tables with {} players", region.waiting.len(), region.players());
        return refuse(Reason::FIELD_CONFLICT, "waiting", message);
    }
    Ok((region, companions.is_some()))
}

fn player(player: &WaitingPlayer) -> Result<Waiting, Refusal> {
    let &WaitingPlayer { waited_s, level, .. } = player;
    Ok(Waiting { waited_s, level: names::skill(level).at("level")? })
}
