//! The edge: the way of a request from its connection to the service, as a list of layers. Each has a file, in the order of the way. What
//! one of them learns travels in the request's extensions: [`Asked`](head::Asked) and the arrival, then the grant, then the quota, then the [`Call`].
//!
//! [`Call`]: crate::call::context::Call

mod pages;
mod rest;
mod protocols;
mod head;
mod answer;
mod stream;
mod caller;
mod quota;
mod metrics;
mod deadline;
mod body;

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use game::refusal::Refusal;
use http::{Request, Response};
use tokio_util::either::Either;
use tonic::body::Body;
use tonic::service::Routes;
use tower::layer::layer_fn;
use tower::{Service, ServiceBuilder};

use self::body::Bodies;
use self::deadline::Deadlines;
use self::metrics::Metrics;
use self::pages::Pages;
use self::protocols::Protocols;
use crate::call::rpc::Calls;
use crate::state::App;

/// Builds the way of a request: `calls` says which paths are calls of `service`, and `others` answers the rest of gRPC.
pub(super) fn edge<C>(
    app: &Arc<App>,
    calls: Calls,
    service: C,
    others: Routes,
) -> impl Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send> + Clone + Send + Sync + 'static
where
    C: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + Sync + 'static,
    C::Future: Send + 'static,
{
    let (pages, protocols, callers, quotas, metrics, deadlines, bodies) =
        (app.clone(), app.clone(), app.clone(), app.clone(), app.clone(), app.clone(), app.clone());
    ServiceBuilder::new()
        .layer(layer_fn(move |inner| Pages::new(inner, &pages, calls)))
        .layer(layer_fn(move |inner| Protocols::new(inner, &protocols, calls, others.clone())))
        .layer(layer_fn(move |inner| Checks { inner, app: callers.clone(), check: caller::check }))
        .layer(layer_fn(move |inner| Checks { inner, app: quotas.clone(), check: quota::check }))
        .layer(layer_fn(move |inner| Metrics { inner, app: metrics.clone() }))
        .layer(layer_fn(move |inner| Deadlines { inner, app: deadlines.clone() }))
        .layer(layer_fn(move |inner| Bodies { inner, app: bodies.clone() }))
        .service(service)
}

/// A layer that lets a call on, or answers it with a refusal, by its head alone.
#[derive(Clone)]
struct Checks<S> {
    inner: S,
    app: Arc<App>,
    check: Check,
}

/// A check of a call's head.
type Check = fn(&App, &mut Request<Body>) -> Result<(), Refusal>;

impl<S> Service<Request<Body>> for Checks<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Either<std::future::Ready<Result<Response<Body>, Infallible>>, S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        match (self.check)(&self.app, &mut request) {
            Ok(()) => Either::Right(self.inner.call(request)),
            Err(refusal) => {
                let refused = metrics::refused(&self.app, &request, refusal);
                Either::Left(std::future::ready(Ok(refused)))
            }
        }
    }
}
