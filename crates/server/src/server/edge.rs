//! The edge: the way of a request from its connection to the service, as a list of layers. Each has a file, in the order of the way. What
//! one of them learns travels in the request's extensions: [`Asked`](protocols::Asked) and the arrival, then the [`Call`].
//!
//! [`Call`]: crate::call::context::Call

mod pages;
mod rest;
mod protocols;
mod answer;
mod stream;
mod call;
mod deadline;
mod body;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Request, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use prost::bytes::Bytes;
use tonic::Status;
use tonic::body::Body;
use tonic::service::Routes;
use tower::layer::layer_fn;
use tower::{Service, ServiceBuilder};

use self::answer::Answer;
use self::pages::Pages;
use self::protocols::Protocols;
use crate::call::rpc::Calls;
use crate::state::App;

/// A service that answers requests.
pub trait HttpService:
    Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future = Answer> + Clone + Send + Sync + 'static
{
}

impl<S> HttpService for S where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future = Answer>
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// The result of a call to the service inside.
type Called = Result<Response<Body>, Infallible>;

/// Builds the layers: `calls` finds the calls of `service` by path, and `others` answers the rest of gRPC.
pub(super) fn edge(app: &Arc<App>, calls: Calls, service: impl HttpService, others: &Routes) -> impl HttpService {
    ServiceBuilder::new()
        .layer(layer_fn(|inner| Pages::new(inner, app, calls)))
        .layer(layer_fn(|inner| Protocols::new(inner, app, calls, others.clone())))
        .layer(layer_fn(|inner| Step { inner, app: Arc::clone(app), run: call::check }))
        .layer(layer_fn(|inner| Step { inner, app: Arc::clone(app), run: deadline::keep }))
        .layer(layer_fn(|inner| Step { inner, app: Arc::clone(app), run: body::read }))
        .service(service)
}

/// A layer that is one function: it answers a call, or lets the layer inside answer it.
#[derive(Clone)]
struct Step<S> {
    inner: S,
    app: Arc<App>,
    run: fn(&Arc<App>, &mut S, Request<Body>) -> Answer,
}

impl<S: HttpService> Service<Request<Body>> for Step<S> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        (self.run)(&self.app, &mut self.inner, request)
    }
}

/// The result of polling the next part of a body.
type Polled = Poll<Option<Result<Frame<Bytes>, Status>>>;

/// A body whose parts a layer sees and may replace.
struct Seen<F> {
    inner: Body,
    see: F,
}

impl<F> Seen<F>
where
    F: FnMut(Polled, &mut Context<'_>) -> Polled + Send + Unpin + 'static,
{
    fn body(inner: Body, see: F) -> Body {
        Body::new(Seen { inner, see })
    }
}

impl<F> HttpBody for Seen<F>
where
    F: FnMut(Polled, &mut Context<'_>) -> Polled + Unpin,
{
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Polled {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.inner).poll_frame(context);
        (this.see)(polled, context)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
