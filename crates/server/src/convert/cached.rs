//! The answer that a room keeps for a caller who asks the same again, and for those who watch.

use prost::Message;
use wire::v1::Decision;

use super::outbound::Wants;
use crate::error::{Reason, Refusal};
use crate::room::RoomState;
use crate::room::state::CachedDecision;

/// The answer as a room keeps it: without what follows from the room.
pub fn to_cached(decision: &Decision) -> Vec<u8> {
    let mut decision = decision.clone();
    if let Some(trace) = &mut decision.trace {
        trace.position.clear();
    }
    decision.encode_to_vec()
}

/// The answer that a room keeps, with what this caller wants of it.
pub fn repeated(state: &RoomState, cached: &CachedDecision, wants: Wants) -> Result<Decision, Refusal> {
    let mut decision = Decision::decode(&*cached.decision)
        .map_err(|error| Refusal::new(Reason::FAULT, format!("the stored decision cannot be read: {error}")))?;
    if let (Some(trace), Some(view)) = (&mut decision.trace, state.view(cached.chair)) {
        trace.position = view.to_string();
    }
    if !wants.trace {
        decision.trace = None;
        decision.alternatives.iter_mut().for_each(|alternative| alternative.covered = None);
    }
    if !wants.alternatives {
        decision.alternatives.clear();
    }
    if let Some(source) = &mut decision.source {
        source.repeated = true;
    }
    Ok(decision)
}
