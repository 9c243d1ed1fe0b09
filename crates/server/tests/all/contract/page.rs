//! The browser table on the gRPC port: its files and calls are served, calls of other pages are refused.

use std::net::SocketAddr;

use crate::contract::harness::*;
use crate::contract::http_calls::{HttpAnswer, http1, path};

async fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> HttpAnswer {
    http1(address, "GET", path, headers, b"").await
}

async fn asked(address: SocketAddr, headers: &[(&str, &str)]) -> HttpAnswer {
    let headers = [&[("content-type", "application/json")], headers].concat();
    http1(address, "POST", &path("ListRulesets"), &headers, b"{}").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_served_beside_the_calls() {
    let (server, _client) = serve(&[]).await;
    let page = get(server.grpc, "/", &[]).await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.text().contains("app.js") && page.header("content-security-policy").contains("script-src 'self';"));
    assert_eq!(get(server.grpc, "/app.js", &[]).await.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(get(server.grpc, "/Cargo.toml", &[]).await.status, 404);
    assert_eq!(get(server.grpc, "/", &[("host", "evil.example")]).await.status, 421);
    assert_eq!(http1(server.grpc, "PUT", "/", &[], b"").await.status, 404);
    // The path of a call is a call even with GET.
    assert_eq!(get(server.grpc, &path("Follow"), &[]).await.refusal().2, "PROTOCOL_UNSUPPORTED");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_own_calls_are_taken_and_no_other_pages() {
    let (server, _client) = serve(&[("WEB__HOSTS", "table.example")]).await;
    let own = format!("http://{}", server.grpc);
    assert_eq!(asked(server.grpc, &[("origin", &own), ("sec-fetch-site", "same-origin")]).await.status, 200);
    assert_eq!(asked(server.grpc, &[("origin", "https://table.example"), ("host", "table.example")]).await.status, 200);
    let refused = (403, String::from("permission_denied"), String::from("ORIGIN_REFUSED"));
    for headers in [
        // A page of another port of this machine.
        vec![("origin", "http://127.0.0.1:1"), ("sec-fetch-site", "same-site")],
        // A foreign name that points to this address: the browser sees one origin.
        vec![("origin", "http://evil.example"), ("host", "evil.example"), ("sec-fetch-site", "same-origin")],
        vec![("origin", "null")],
        vec![("sec-fetch-site", "cross-site")],
    ] {
        assert_eq!(asked(server.grpc, &headers).await.refusal(), refused, "{headers:?}");
    }
    // A client that is no browser sends neither header.
    assert_eq!(asked(server.grpc, &[("host", "thirdseat.svc")]).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_page_nothing_is_served_and_no_origin_is_our_own() {
    let (server, _client) = serve(&[("WEB__PAGE", "off")]).await;
    assert_eq!(get(server.grpc, "/", &[]).await.status, 404);
    let own = format!("http://{}", server.grpc);
    assert_eq!(asked(server.grpc, &[("origin", &own)]).await.status, 403);
}
