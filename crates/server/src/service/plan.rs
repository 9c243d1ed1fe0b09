//! Where companions are sent: the request becomes regions, the plan becomes an answer. Where a region's companions are not told, those
//! that plans have sent there count, by leases in the store.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use companions::plan::{Outcome, Plan, RegionState, plan};
use rules::Seed;
use wire::v1::{PlanCompanionsRequest, PlanCompanionsResponse};

use super::rooms::deps;
use crate::call::context::Call;
use crate::convert::plan::{answer, content_digest, name_digest, players_of, read_regions};
use crate::error::{Reason, Refusal};
use crate::room::leases::{Leases, NamedRequest};
use crate::state::App;

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
    // A named request without a seed takes one from its name: sent again, it plans the same.
    let drawn = || name.unwrap_or_else(|| RandomState::new().hash_one("seed of a plan"));
    let seed = Seed(request.seed.unwrap_or_else(drawn));
    let named = name.map(|name| NamedRequest::new(name, content_digest(&request, policy.name(), seed)));
    let players = players_of(&request.regions)?;
    let (mut regions, is_told) = read_regions(request.regions)?;
    for (region, player, id) in players {
        if let Some(skill) = super::players::skill_of(app, call, &id).await {
            regions[region].waiting[player].level = Some(skill);
        }
    }
    // A backend that sends the same seed at every call would leave out the same lone player each time.
    let draw = named.map_or(seed, |named| seed.stream(named.name()));
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
        app.rooms.change_leases(deps(app), policy.name(), step).await?
    };
    count(app, &plan);
    Ok(answer(plan, &regions, seed.0))
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
