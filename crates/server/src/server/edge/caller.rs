//! The caller: its token or certificate, and its scopes. A stranger's call ends here, before a byte of its body is read.

use std::sync::Arc;

use game::refusal::{Reason, Refusal};
use http::Request;
use tonic::body::Body;

use super::head::Asked;
use crate::call::context::Peer;
use crate::state::App;

/// Checks the caller, and leaves the grant in the request.
pub(super) fn check(app: &App, request: &mut Request<Body>) -> Result<(), Refusal> {
    let scope = Asked::of(request).rpc.scope();
    let peer = request.extensions().get::<Peer>();
    let subjects = peer.map(|peer| Arc::clone(&peer.subjects)).unwrap_or_default();
    let grant = app.callers.check(request.headers(), &subjects).inspect_err(|_| {
        peer.inspect(|peer| peer.standing.refuse());
    })?;
    let is_allowed = grant.scopes.allow(scope);
    request.extensions_mut().insert(grant);
    if is_allowed {
        return Ok(());
    }
    Err(Refusal::new(Reason::SCOPE_MISSING, format!("the token lacks the scope {:?}", scope.name())))
}
