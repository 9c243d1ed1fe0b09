//! Where companions are sent: the request becomes places, the plan becomes an answer.

use std::collections::HashSet;
use std::sync::Arc;

use rules::Seed;
use wire::v1::{self, *};

use crate::call::context::Call;
use crate::companions::plan::plan;
use crate::convert::plan::read_region;
use crate::error::{Reason, Refusal};
use crate::state::App;

/// Regions of a request.
const REGIONS_MAX: usize = 1000;

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
        let place = read_region(region).map_err(|refusal| refusal.within(&format!("regions[{index}]")))?;
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
