//! The quota of the caller: its connections, its calls a second and at a time, its streams.

use std::sync::Arc;

use game::refusal::Refusal;
use http::Request;
use tonic::body::Body;

use super::head::Asked;
use crate::call::auth::Grant;
use crate::call::caller::Using;
use crate::call::context::Peer;
use crate::call::strangers::UnderWay;
use crate::state::App;

/// The parts of limits that a call uses until it ends.
#[derive(Clone)]
pub(super) struct Used {
    _quota: Arc<Using>,
    _connection: Option<Arc<UnderWay>>,
}

/// Checks the quota, and leaves in the request what the call uses.
pub(super) fn check(app: &App, request: &mut Request<Body>) -> Result<(), Refusal> {
    let rpc = Asked::of(request).rpc;
    let caller = &request.extensions().get::<Grant>().expect("the layer of callers leaves it").caller;
    let standing = request.extensions().get::<Peer>().map(|peer| &peer.standing);
    let using = app.begin(rpc, caller, standing.map(|standing| &**standing))?;
    let connection = standing.map(|standing| Arc::new(standing.count()));
    request.extensions_mut().insert(Used { _quota: Arc::new(using), _connection: connection });
    Ok(())
}
