//! Where companions are sent: the request becomes places, the plan becomes an answer. Where a region's companions are not told, those
//! that plans have sent there count, by leases in the store.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use companions::plan::{Outcome, Place, Plan, plan};
use rules::Seed;
use wire::v1::{PlanCompanionsRequest, PlanCompanionsResponse};

use super::rooms::deps;
use crate::call::context::Call;
use crate::convert::plan::{answer, read_regions, request_id};
use crate::error::{Reason, Refusal};
use crate::room::leases::Leases;
use crate::state::App;

pub(super) async fn plan_companions(
    app: &Arc<App>,
    _call: &Call,
    request: PlanCompanionsRequest,
) -> Result<PlanCompanionsResponse, Refusal> {
    let policy = app.policies.named(&request.policy).ok_or_else(|| {
        let message = format!("{:.60?} is no policy; there are {}", request.policy, app.policies.names());
        Refusal::new(Reason::UNKNOWN_POLICY, message).at("policy")
    })?;
    let request_id = request_id(&request.request_id)?;
    let (places, is_told) = read_regions(request.regions)?;
    let seed = Seed(request.seed.unwrap_or_else(|| RandomState::new().hash_one("seed of a plan")));
    let (plan, places) = if is_told.iter().all(|&is_told| is_told) {
        (plan(policy, &places, 0, seed), places)
    } else {
        let step = |leases: &mut Leases, now_s: u64| {
            leases.end(request_id);
            let places = counted(leases, &places, &is_told);
            let elsewhere = elsewhere(leases, &places);
            let plan = plan(policy, &places, elsewhere, seed);
            let until_s = now_s + u64::from(policy.lease_s());
            lease(leases, &plan, &places, &is_told, until_s, request_id)?;
            Ok((plan, places))
        };
        app.rooms.change_leases(deps(app), policy.name(), step).await?
    };
    count(app, &plan);
    Ok(answer(plan, &places, seed.0))
}

/// The places with the leased companions of those that do not tell theirs.
fn counted(leases: &Leases, places: &[Place], is_told: &[bool]) -> Vec<Place> {
    let leased = leases.by_region();
    let count = |(place, &is_told): (&Place, &bool)| match leased.get(place.name.as_str()) {
        Some(&companions) if !is_told => Place { companions, ..place.clone() },
        _ => place.clone(),
    };
    places.iter().zip(is_told).map(count).collect()
}

/// The leased companions of regions that are not asked about.
fn elsewhere(leases: &Leases, places: &[Place]) -> u64 {
    let here: HashSet<&str> = places.iter().map(|place| place.name.as_str()).collect();
    let others = leases.by_region().into_iter().filter(|(region, _)| !here.contains(region));
    others.map(|(_, companions)| u64::from(companions)).sum()
}

/// Leases what is sent to regions that do not tell their companions.
fn lease(
    leases: &mut Leases,
    plan: &Plan,
    places: &[Place],
    is_told: &[bool],
    until_s: u64,
    request_id: u64,
) -> Result<(), Refusal> {
    for ((place, tables), _) in places.iter().zip(&plan.tables).zip(is_told).filter(|(_, is_told)| !**is_told) {
        if tables.companions() > 0 {
            leases.add(&place.name, tables.companions(), until_s, request_id)?;
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
