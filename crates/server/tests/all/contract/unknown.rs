//! Calls that the service does not have: other methods, other services, compressed messages. Sent by hand, without a generated
//! client.

use http::{Request, Response};
use server::server::serve::Running;
use tonic::body::Body;
use tonic::transport::Endpoint;
use tonic::{Code, Status};
use tower::{Service, ServiceExt};

use crate::contract::harness::*;

async fn call(server: &Running, path: &str, headers: &[(&str, &str)]) -> Response<Body> {
    let address = format!("http://{}", server.grpc);
    let mut channel = Endpoint::from_shared(address.clone()).unwrap().connect().await.unwrap();
    let mut request = Request::post(format!("{address}{path}")).header("content-type", "application/grpc");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).unwrap();
    channel.ready().await.unwrap().call(request).await.unwrap()
}

fn code(response: &Response<Body>) -> Code {
    Status::from_header_map(response.headers()).expect("an error comes as trailers only").code()
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_methods_are_unimplemented() {
    let (server, _client) = serve(&[]).await;
    let service = wire::SERVICE_NAME;
    for path in [format!("/{service}/Shuffle"), format!("/{service}/"), String::from("/unknown.v1.Unknown/Play")] {
        let response = call(&server, &path, &[]).await;
        assert_eq!((response.status().as_u16(), code(&response)), (200, Code::Unimplemented), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn compressed_messages_are_unimplemented_and_the_answer_says_what_is_read() {
    let (server, _client) = serve(&[]).await;
    // `Follow` is read by our own codec, `ListPersonas` by tonic's, and `WatchRoom` is a stream.
    for rpc in ["Follow", "ListPersonas", "WatchRoom"] {
        let path = format!("/{}/{rpc}", wire::SERVICE_NAME);
        let response = call(&server, &path, &[("grpc-encoding", "gzip")]).await;
        assert_eq!(code(&response), Code::Unimplemented, "{rpc}");
        assert_eq!(response.headers().get("grpc-accept-encoding").unwrap(), "identity", "{rpc}");
        let counted = format!("thirdseat_rpc_total{{rpc=\"{rpc}\",code=\"UNIMPLEMENTED\"}}");
        assert_eq!(metric(&server.app, &counted), 1.0);
        // `identity` means uncompressed, and is accepted.
        let response = call(&server, &path, &[("grpc-encoding", "identity")]).await;
        assert_ne!(Status::from_header_map(response.headers()).map(|status| status.code()), Some(Code::Unimplemented));
    }
}
