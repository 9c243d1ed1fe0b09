//! The check of a request's origin. Pages of other origins are refused unless the configuration lists them: a page in a developer's
//! browser must not reach a server on loopback. The server's own page, the browser table, is allowed. Its files are in the crate
//! `web`.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use game::refusal::{HEADERS, Reason, Refusal};
use http::header::{AUTHORIZATION, CONTENT_TYPE, ORIGIN, RETRY_AFTER};
use http::{HeaderName, HeaderValue, Method, Request, Response};
use tonic::body::Body;
use tower::{Layer, Service};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use super::rest::Rest;
use super::{Answer, HttpService, answer, call};
use crate::call::context::{REQUEST_ID, RequestId};
use crate::call::rpc::Calls;
use crate::config;
use crate::state::App;

/// Time for which a browser remembers what a preflight allowed.
const PREFLIGHT_AGE: Duration = Duration::from_secs(7200);

/// The pages that may call.
#[derive(Clone)]
enum Origins {
    Any,
    Listed(Arc<[HeaderValue]>),
}

impl Origins {
    fn of(config: &config::Web) -> Origins {
        if config.origins.iter().any(|origin| origin == "*") {
            return Origins::Any;
        }
        let listed = config.origins.iter().map(|origin| origin.parse().expect("the configuration was checked"));
        Origins::Listed(listed.collect())
    }

    fn allow(&self, origin: &HeaderValue) -> bool {
        match self {
            Origins::Any => true,
            Origins::Listed(listed) => listed.contains(origin),
        }
    }
}

fn cors(origins: &Origins) -> CorsLayer {
    let name = HeaderName::from_static;
    let cors = CorsLayer::new()
        .allow_methods([Method::POST])
        .allow_headers([
            CONTENT_TYPE,
            AUTHORIZATION,
            name("connect-protocol-version"),
            name("connect-timeout-ms"),
            name("traceparent"),
            name(REQUEST_ID),
            name("x-grpc-web"),
            name("x-user-agent"),
            name("grpc-timeout"),
        ])
        .expose_headers(
            ["grpc-status", "grpc-message", "grpc-status-details-bin", RETRY_AFTER.as_str(), REQUEST_ID]
                .into_iter()
                .chain(HEADERS)
                .map(name)
                .collect::<Vec<_>>(),
        )
        .max_age(PREFLIGHT_AGE);
    match origins {
        Origins::Any => cors.allow_origin(Any),
        Origins::Listed(listed) => cors.allow_origin(AllowOrigin::list(listed.iter().cloned())),
    }
}

/// The layer that checks the origin of a request. It also adds the caller's name for the call to the answer.
#[derive(Clone)]
pub(super) struct Pages<S> {
    inner: S,
    app: Arc<App>,
    calls: Calls,
    origins: Origins,
    cors: CorsLayer,
}

impl<S: HttpService> Service<Request<Body>> for Pages<S> {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let id = RequestId::of(request.headers());
        let (request, rest) = Rest::of(request);
        let answer = match self.caller(&request) {
            Caller::Welcome => self.inner.call(request),
            Caller::OtherOrigin => Box::pin(self.cors.layer(self.inner.clone()).call(request)),
            Caller::Stranger(message) => {
                let refused = self.refused(&request, message);
                Box::pin(async move { Ok(refused) })
            }
        };
        if id.is_none() && rest.is_none() {
            return answer;
        }
        Box::pin(async move {
            let mut response = answer.await?;
            if let Some(rest) = rest {
                rest.read(&mut response).await;
            }
            if let Some(id) = id {
                response.headers_mut().insert(REQUEST_ID, id.header());
            }
            Ok(response)
        })
    }
}

/// The sender of a request, by its browser's headers.
enum Caller {
    /// No browser, or the server's own page.
    Welcome,
    /// A page of another origin that is listed.
    OtherOrigin,
    /// Another page, and why it is refused.
    Stranger(String),
}

impl<S> Pages<S> {
    pub(super) fn new(inner: S, app: &Arc<App>, calls: Calls) -> Pages<S> {
        let origins = Origins::of(&app.config.web);
        let cors = cors(&origins);
        Pages { inner, app: Arc::clone(app), calls, origins, cors }
    }

    fn caller(&self, request: &Request<Body>) -> Caller {
        let (uri, headers) = (request.uri(), request.headers());
        let config = &self.app.config;
        match headers.get(ORIGIN) {
            Some(origin) if self.origins.allow(origin) => Caller::OtherOrigin,
            Some(_) if config.serves_page() && web::is_own_origin(uri, headers, &config.web.hosts) => Caller::Welcome,
            Some(origin) => Caller::Stranger(format!("{origin:?} is not listed in web.origins")),
            None if (self.calls)(uri.path()).is_some() && web::is_strangers_fetch(headers) => {
                Caller::Stranger(String::from("a page of another origin calls without saying which"))
            }
            None => Caller::Welcome,
        }
    }

    /// Refuses a page, and counts it if it made a call.
    fn refused(&self, request: &Request<Body>, message: String) -> Response<Body> {
        let refusal = Refusal::new(Reason::ORIGIN_REFUSED, message);
        let status = match (self.calls)(request.uri().path()) {
            Some((rpc, _)) => call::refused(&self.app, rpc, request.headers(), refusal),
            None => refusal.into_status(),
        };
        answer::refused(&status, None)
    }
}
