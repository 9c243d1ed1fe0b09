//! Callers that do not speak gRPC, on the gRPC port: JSON over HTTP, the Connect protocol, and gRPC-Web. Each call becomes a gRPC
//! request for the layer inside, so authentication, deadlines, metrics and answers are the same. gRPC calls pass untouched.
//!
//! Pages of other origins are refused unless the configuration lists them: a page in a developer's browser must not reach a
//! server on loopback. The server's own page, the browser table, is an origin of its own. Its files are in the crate `web`.

mod connect;
mod head;
mod answer;
mod stream;
mod rest;

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::time::Duration;

use http::header::{AUTHORIZATION, CONTENT_TYPE, ORIGIN, RETRY_AFTER};
use http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use prost::bytes::Bytes;
use tonic::Status;
use tonic::body::Body;
use tonic_web::GrpcWebLayer;
use tower::{Layer, Service, service_fn};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use self::rest::Rest;
use super::call_layer::{Answer, CallMetricsGuard};
use crate::call::context::Tags;
use crate::call::rpc::{Calls, Rpc};
use crate::call::trace::{REQUEST_ID, RequestId};
use crate::config;
use crate::error::{HEADERS, Reason, Refusal};
use crate::state::App;

/// The path of the [`wire::openapi`] document, and its bytes.
const OPENAPI_PATH: &str = "/openapi.json";
static OPENAPI: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(wire::openapi::document().to_string()));

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

/// Checks where a call comes from, and translates those that are not gRPC.
#[derive(Clone)]
pub(super) struct Web<S> {
    translator: Translator<S>,
    origins: Origins,
    cors: CorsLayer,
}

impl<S> Service<Request<Body>> for Web<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future = Answer> + Clone + Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answer;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.translator.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Answer {
        let id = RequestId::of(request.headers());
        let (request, rest) = Rest::of(request);
        let answer = match self.caller(&request) {
            Caller::Welcome => self.translator.answer(request),
            Caller::OtherOrigin => {
                let mut translator = self.translator.clone();
                Box::pin(self.cors.layer(service_fn(move |request| translator.answer(request))).call(request))
            }
            Caller::Stranger(message) => {
                let status = self.translator.refused(&request, Refusal::new(Reason::ORIGIN_REFUSED, message));
                Box::pin(async move { Ok(answer::refused(&status, None)) })
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

/// The sender of a request, as its browser tells.
enum Caller {
    /// No browser, or the server's own page.
    Welcome,
    /// A page of another origin that is listed.
    OtherOrigin,
    /// Another page, and why it is refused.
    Stranger(String),
}

impl<S> Web<S> {
    pub(super) fn new(inner: S, app: &Arc<App>, calls: Calls) -> Web<S> {
        let origins = Origins::of(&app.config.web);
        let cors = cors(&origins);
        Web { translator: Translator { inner, app: Arc::clone(app), calls }, origins, cors }
    }

    fn caller(&self, request: &Request<Body>) -> Caller {
        let (uri, headers) = (request.uri(), request.headers());
        let config = &self.translator.app.config;
        match headers.get(ORIGIN) {
            Some(origin) if self.origins.allow(origin) => Caller::OtherOrigin,
            Some(_) if config.serves_page() && web::is_own_origin(uri, headers, &config.web.hosts) => Caller::Welcome,
            Some(origin) => Caller::Stranger(format!("{origin:?} is not listed in web.origins")),
            None if (self.translator.calls)(uri.path()).is_some() && web::is_strangers_fetch(headers) => {
                Caller::Stranger(String::from("a page of another origin calls without saying which"))
            }
            None => Caller::Welcome,
        }
    }
}

/// Translates calls that are not gRPC.
#[derive(Clone)]
struct Translator<S> {
    inner: S,
    app: Arc<App>,
    calls: Calls,
}

/// Refuses a gRPC call that the layer inside would answer as if it were another: one that is no POST, or not of protobuf.
fn check_grpc<B>(request: &Request<B>) -> Result<(), Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let format = kind.strip_prefix(b"application/grpc+").map(|format| format.split(|&byte| byte == b';').next());
    let message = match (request.method(), format) {
        (&Method::POST, None | Some(Some(b"proto"))) => return Ok(()),
        (&Method::POST, _) => String::from("the format of messages is not served: send application/grpc"),
        (method, _) => format!("{:.64} is not served: send POST", method.as_str()),
    };
    Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message))
}

/// The protocol of a call, by its content type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Speech {
    Grpc,
    GrpcWeb,
    Other,
}

impl Speech {
    fn of<B>(request: &Request<B>) -> Speech {
        let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        match kind.strip_prefix(b"application/grpc") {
            Some([] | [b'+' | b';', ..]) => Speech::Grpc,
            Some([b'-', b'w', b'e', b'b', ..]) => Speech::GrpcWeb,
            _ => Speech::Other,
        }
    }
}

impl<S> Translator<S> {
    /// A refusal of a call that does not reach the layer that counts calls: it is counted here.
    fn refused(&self, request: &Request<Body>, refusal: Refusal) -> Status {
        let status = refusal.into_status();
        if let Some((rpc, _)) = (self.calls)(request.uri().path()) {
            let tags = Tags::of(request.headers());
            CallMetricsGuard::begin(&self.app, rpc, std::time::Instant::now(), tags).refuse(&status);
        }
        status
    }
}

impl<S> Translator<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future = Answer> + Clone + Send + 'static,
{
    fn answer(&mut self, request: Request<Body>) -> Answer {
        let web = &self.app.config.web;
        let call = match Speech::of(&request) {
            Speech::Grpc => match check_grpc(&request) {
                Ok(()) => return self.inner.call(request),
                Err(refusal) => {
                    let status = self.refused(&request, refusal);
                    return Box::pin(async move { Ok(status.into_http()) });
                }
            },
            Speech::GrpcWeb if web.grpc_web => {
                return Box::pin(GrpcWebLayer::new().layer(self.inner.clone()).call(request));
            }
            Speech::GrpcWeb | Speech::Other => (self.calls)(request.uri().path()),
        };
        match call {
            Some(call) if web.json => {
                let (inner, app) = (self.inner.clone(), Arc::clone(&self.app));
                Box::pin(async move { Ok(connect::answer(inner, app, call, request).await) })
            }
            None if web.json && is_look(&request) && request.uri().path() == OPENAPI_PATH => {
                let body = if request.method() == Method::HEAD { Bytes::new() } else { OPENAPI.clone() };
                Box::pin(async { Ok(answer::whole("application/json", body)) })
            }
            None if self.app.config.serves_page() && is_look(&request) => {
                let response = web::answer(&request.into_parts().0, &self.app.config.web.hosts);
                Box::pin(async { Ok(response.map(|body| Body::new(Full::new(Bytes::from(body))))) })
            }
            None => {
                let refusal = Rpc::unknown(request.uri().path());
                Box::pin(async { Ok(answer::refused(&refusal.into_status(), Some(StatusCode::NOT_FOUND))) })
            }
            Some(_) => {
                let refusal = Refusal::new(Reason::PROTOCOL_UNSUPPORTED, "calls that are not gRPC are turned off");
                let status = Some(StatusCode::UNSUPPORTED_MEDIA_TYPE);
                Box::pin(async move { Ok(answer::refused(&refusal.into_status(), status)) })
            }
        }
    }
}

fn is_look<B>(request: &Request<B>) -> bool {
    [Method::GET, Method::HEAD].contains(request.method())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grpc_is_a_post_of_protobuf() {
        let reason = |method: Method, kind: &str| {
            let request = Request::builder().method(method).header(CONTENT_TYPE, kind).body(()).unwrap();
            check_grpc(&request).map_err(|refusal| refusal.reason())
        };
        for kind in ["application/grpc", "application/grpc+proto", "application/grpc;a=b", "application/grpc+proto;a=b"]
        {
            assert_eq!(reason(Method::POST, kind), Ok(()), "{kind}");
            assert_eq!(reason(Method::DELETE, kind), Err(Reason::PROTOCOL_UNSUPPORTED), "{kind}");
        }
        for kind in ["application/grpc+json", "application/grpc+", "application/grpc+protox"] {
            assert_eq!(reason(Method::POST, kind), Err(Reason::PROTOCOL_UNSUPPORTED), "{kind}");
        }
    }

    #[test]
    fn content_types_tell_what_is_spoken() {
        for (kind, speech) in [
            ("application/grpc", Speech::Grpc),
            ("application/grpc+proto", Speech::Grpc),
            ("application/grpc;charset=utf-8", Speech::Grpc),
            ("application/grpc-web", Speech::GrpcWeb),
            ("application/grpc-web-text+proto", Speech::GrpcWeb),
            ("application/grpcx", Speech::Other),
            ("application/json", Speech::Other),
        ] {
            let request = Request::builder().header(CONTENT_TYPE, kind).body(()).unwrap();
            assert_eq!(Speech::of(&request), speech, "{kind}");
        }
        assert_eq!(Speech::of(&Request::new(())), Speech::Other);
    }
}
