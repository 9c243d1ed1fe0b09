//! Protocols: the call of a request, and its protocol. gRPC passes unchanged. Answers to JSON over HTTP, Connect and gRPC-Web
//! are translated back. Requests for other gRPC services and for the page end here.

use game::refusal::{Reason, Refusal};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Method as Verb, Request, Response, StatusCode};
use http_body_util::Full;
use prost::bytes::Bytes;
use tonic::body::Body;
use tonic_web::GrpcWebLayer;
use tower::{Layer, Service, service_fn};
use wire::json::Method;

use super::{Answer, Edge, Next, answer, at_once, connect};
use crate::call::{RequestedCall, Rpc};

/// The protocol of a request, by its content type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    Grpc,
    GrpcWeb,
    Other,
}

impl Protocol {
    fn of<B>(request: &Request<B>) -> Protocol {
        let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        match kind.strip_prefix(b"application/grpc") {
            Some([] | [b'+' | b';', ..]) => Protocol::Grpc,
            Some([b'-', b'w', b'e', b'b', ..]) => Protocol::GrpcWeb,
            _ => Protocol::Other,
        }
    }
}

/// The layer that finds the call of a request, and puts it into the request's extensions.
pub(in crate::server) fn find_call(next: Next, request: Request<Body>) -> Answer {
    let found = (next.edge.calls)(request.uri().path());
    match (Protocol::of(&request), found) {
        (Protocol::Grpc, _) => match check_grpc(&request) {
            Ok(()) => grpc(next, found, request),
            Err(refusal) => at_once(match found {
                Some((rpc, _)) => next.edge.refused(rpc, request.headers(), refusal).into_http(),
                None => refusal.into_status().into_http(),
            }),
        },
        (Protocol::GrpcWeb, _) => {
            let as_grpc = service_fn(move |request| grpc(next.clone(), found, request));
            Box::pin(GrpcWebLayer::new().layer(as_grpc).call(request))
        }
        (Protocol::Other, Some((rpc, method))) => connect::answer(next, rpc, method, request),
        (Protocol::Other, None) => at_once(page(&next.edge, request)),
    }
}

/// Lets the service answer, or another one with gRPC.
fn grpc(next: Next, found: Option<(Rpc, &'static Method)>, mut request: Request<Body>) -> Answer {
    let path = request.uri().path();
    match found {
        Some((rpc, method)) => {
            request.extensions_mut().insert(RequestedCall { rpc, method, connect: None });
            next.answer(request)
        }
        None if path.strip_prefix('/').is_some_and(|path| path.starts_with(wire::SERVICE_NAME)) => {
            at_once(Rpc::unknown(path).into_status().into_http())
        }
        None => Box::pin(next.edge.others.clone().call(request)),
    }
}

/// Answers a request that is no call: with a file of the page, or with 404.
fn page(edge: &Edge, request: Request<Body>) -> Response<Body> {
    let config = &edge.app.config;
    if config.serves_page() && [Verb::GET, Verb::HEAD].contains(request.method()) {
        let response = web::answer(&request.into_parts().0, &config.web.hosts);
        return response.map(|body| Body::new(Full::new(Bytes::from(body))));
    }
    answer::refused(&Rpc::unknown(request.uri().path()).into_status(), Some(StatusCode::NOT_FOUND))
}

/// Refuses a gRPC call that is no POST or has no protobuf, because the inner layer would accept it.
fn check_grpc<B>(request: &Request<B>) -> Result<(), Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let format = kind.strip_prefix(b"application/grpc+").map(|format| format.split(|&byte| byte == b';').next());
    let message = match (request.method(), format) {
        (&Verb::POST, None | Some(Some(b"proto"))) => return Ok(()),
        (&Verb::POST, _) => String::from("the format of messages is not served: send application/grpc"),
        (method, _) => format!("{:.64} is not served: send POST", method.as_str()),
    };
    Err(Refusal::new(Reason::PROTOCOL_UNSUPPORTED, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grpc_is_a_post_of_protobuf() {
        let reason = |verb: Verb, kind: &str| {
            let request = Request::builder().method(verb).header(CONTENT_TYPE, kind).body(()).unwrap();
            check_grpc(&request).map_err(|refusal| refusal.reason())
        };
        for kind in ["application/grpc", "application/grpc+proto", "application/grpc;a=b", "application/grpc+proto;a=b"]
        {
            assert_eq!(reason(Verb::POST, kind), Ok(()), "{kind}");
            assert_eq!(reason(Verb::DELETE, kind), Err(Reason::PROTOCOL_UNSUPPORTED), "{kind}");
        }
        for kind in ["application/grpc+json", "application/grpc+", "application/grpc+protox"] {
            assert_eq!(reason(Verb::POST, kind), Err(Reason::PROTOCOL_UNSUPPORTED), "{kind}");
        }
    }

    #[test]
    fn content_types_tell_what_is_spoken() {
        for (kind, protocol) in [
            ("application/grpc", Protocol::Grpc),
            ("application/grpc+proto", Protocol::Grpc),
            ("application/grpc;charset=utf-8", Protocol::Grpc),
            ("application/grpc-web", Protocol::GrpcWeb),
            ("application/grpc-web-text+proto", Protocol::GrpcWeb),
            ("application/grpcx", Protocol::Other),
            ("application/json", Protocol::Other),
        ] {
            let request = Request::builder().header(CONTENT_TYPE, kind).body(()).unwrap();
            assert_eq!(Protocol::of(&request), protocol, "{kind}");
        }
        assert_eq!(Protocol::of(&Request::new(())), Protocol::Other);
    }
}
