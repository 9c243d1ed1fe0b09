//! The caller: its token or certificate, its scopes and its quota. A call that is not let in ends here, before a byte of its body is read.

use std::sync::Arc;

use game::refusal::Refusal;
use http::Request;
use tonic::body::Body;

use super::answer::at_once;
use super::protocols::Asked;
use super::{Answer, HttpService, metrics};
use crate::call::caller::Using;
use crate::call::context::Peer;
use crate::call::strangers::UnderWay;
use crate::state::App;

/// The places that a call holds until it ends.
#[derive(Clone)]
pub(super) struct Used {
    _quota: Arc<Using>,
    _connection: Option<Arc<UnderWay>>,
}

/// Passes the call of a known caller on, or refuses it.
pub(super) fn check<S: HttpService>(app: &Arc<App>, inner: &mut S, mut request: Request<Body>) -> Answer {
    match let_in(app, &mut request) {
        Ok(()) => inner.call(request),
        Err(refusal) => at_once(metrics::refused(app, Asked::of(&request).rpc, &request, refusal).into_http()),
    }
}

/// Checks the caller and its quota, and leaves in the request the grant and what the call uses.
fn let_in(app: &App, request: &mut Request<Body>) -> Result<(), Refusal> {
    let rpc = Asked::of(request).rpc;
    let peer = request.extensions().get::<Peer>().cloned();
    let subjects = peer.as_ref().map(|peer| Arc::clone(&peer.subjects)).unwrap_or_default();
    let grant = app.callers.check(request.headers(), &subjects).inspect_err(|_| {
        peer.as_ref().inspect(|peer| peer.standing.refuse());
    })?;
    request.extensions_mut().insert(grant.clone());
    grant.scopes.need(rpc.scope())?;
    let standing = peer.map(|peer| peer.standing);
    let using = app.begin(rpc, &grant.caller, standing.as_deref())?;
    let connection = standing.map(|standing| Arc::new(standing.count()));
    request.extensions_mut().insert(Used { _quota: Arc::new(using), _connection: connection });
    Ok(())
}
