//! Checks on a call's head, before anything of its body is kept: token, quota, scope, deadline.

use std::sync::{Arc, Mutex};

use http::Request;
use tonic::Status;
use tonic::body::Body;

use super::guard::CallMetricsGuard;
use super::late;
use crate::call::auth::Grant;
use crate::call::context::{Arrival, Peer, Tags};
use crate::call::rpc::Rpc;
use crate::error::{Reason, Refusal};
use crate::observe::metrics::Shed;
use crate::state::App;

/// A call that may go on.
pub(in crate::server) struct Admitted {
    pub(in crate::server) guard: CallMetricsGuard,
    pub(in crate::server) grant: Grant,
    pub(in crate::server) arrival: Arrival,
}

/// The same, as a request carries it: there it has to be something that can be cloned.
#[derive(Clone)]
pub(in crate::server) struct Carried(Arc<Mutex<Option<Admitted>>>);

impl Carried {
    pub(in crate::server) fn new(admitted: Admitted) -> Carried {
        Carried(Arc::new(Mutex::new(Some(admitted))))
    }

    pub(super) fn take(&self) -> Option<Admitted> {
        self.0.lock().expect("no code panics while it holds the call").take()
    }
}

/// Lets a call begin, or says why not; counted and logged either way.
pub(in crate::server) fn admit(
    app: &Arc<App>,
    rpc: Rpc,
    arrival: Arrival,
    request: &Request<Body>,
) -> Result<Admitted, Status> {
    let mut guard = CallMetricsGuard::begin(app, rpc, arrival.at, Tags::of(request.headers()));
    match check(app, rpc, arrival, request, &mut guard) {
        Ok(grant) => Ok(Admitted { guard, grant, arrival }),
        Err(refusal) => {
            let status = refusal.into_status();
            guard.refuse(&status);
            Err(status)
        }
    }
}

fn check(
    app: &App,
    rpc: Rpc,
    arrival: Arrival,
    request: &Request<Body>,
    guard: &mut CallMetricsGuard,
) -> Result<Grant, Refusal> {
    let peer = request.extensions().get::<Peer>();
    let grant = app.callers.check(request.headers(), peer.map_or(&[], |peer| &*peer.subjects))?;
    guard.by(&grant.caller)?;
    if !grant.scopes.allow(rpc.scope()) {
        let message = format!("the token lacks the scope {:?}", rpc.scope().name());
        return Err(Refusal::new(Reason::SCOPE_MISSING, message));
    }
    if arrival.deadline.is_some_and(|deadline| deadline <= arrival.at) {
        app.metrics.shed(rpc, Shed::Deadline);
        return Err(late());
    }
    if let Some(peer) = peer {
        peer.standing.prove();
    }
    Ok(grant)
}
