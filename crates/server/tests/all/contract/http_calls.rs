//! Calls over HTTP/1.1 and HTTP/2 without the generated client, and their answers in full.

use std::net::SocketAddr;

use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full};
use prost::bytes::Bytes;
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::body::Body;
use tonic::transport::Channel;
use tonic::{Code, Status};
use tower::ServiceExt;

pub(crate) type Headers<'a> = &'a [(&'a str, &'a str)];

pub(crate) struct HttpAnswer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl HttpAnswer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.text()))
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns HTTP status, code and reason of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String, String) {
        let code = self.json()["code"].as_str().unwrap_or_default().to_owned();
        (self.status, code, self.header("thirdseat-reason").to_owned())
    }
}

pub(crate) fn path(rpc: &str) -> String {
    format!("/{}/{rpc}", wire::SERVICE_NAME)
}

pub(crate) async fn http1(to: SocketAddr, verb: &str, path: &str, headers: Headers<'_>, body: &[u8]) -> HttpAnswer {
    let mut stream = http1_open(to, verb, path, headers, body).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    parse(&answer)
}

pub(crate) async fn http1_open(to: SocketAddr, verb: &str, path: &str, headers: Headers<'_>, body: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(to).await.unwrap();
    let mut head = format!("{verb} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        head.push_str(&format!("host: {to}\r\n"));
    }
    headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
    head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    stream.write_all(head.as_bytes()).await.unwrap();
    // A refused body need not be read to its end.
    let _ = stream.write_all(body).await;
    stream
}

pub(crate) fn parse(answer: &[u8]) -> HttpAnswer {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let mut lines = std::str::from_utf8(&answer[..end]).unwrap().lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers: HeaderMap = headers.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
    let body = &answer[end + 4..];
    let body = if headers.contains_key("transfer-encoding") { join_chunks(body) } else { body.to_vec() };
    HttpAnswer { status, headers, body }
}

fn join_chunks(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    body
}

pub(crate) fn change_objects(value: &mut Value, change: &dyn Fn(&mut Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            change(fields);
            fields.values_mut().for_each(|value| change_objects(value, change));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| change_objects(value, change)),
        _ => {}
    }
}

pub(crate) async fn post(address: SocketAddr, rpc: &str, body: &str) -> HttpAnswer {
    http1(address, "POST", &path(rpc), &[("content-type", "application/json")], body.as_bytes()).await
}

pub(crate) async fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> HttpAnswer {
    http1(address, "GET", path, headers, b"").await
}

pub(crate) async fn http2(channel: &Channel, rpc: &str, kind: &str, body: Vec<u8>) -> Response<Body> {
    let request = Request::post(path(rpc)).header("content-type", kind).header("te", "trailers");
    let request = request.body(Body::new(Full::new(Bytes::from(body)))).unwrap();
    channel.clone().oneshot(request).await.unwrap()
}

pub(crate) async fn post_http2(channel: &Channel, rpc: &str, kind: &str, body: Vec<u8>) -> HttpAnswer {
    let response = http2(channel, rpc, kind, body).await;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    HttpAnswer { status, headers, body: response.into_body().collect().await.unwrap().to_bytes().to_vec() }
}

pub(crate) fn frame(message: &[u8]) -> Vec<u8> {
    [&[0], (message.len() as u32).to_be_bytes().as_slice(), message].concat()
}

pub(crate) async fn call_grpc(channel: &Channel, rpc: &str, message: &[u8]) -> Result<Vec<u8>, Status> {
    call_grpc_raw(channel, rpc, frame(message)).await
}

/// Sends the body as it is, without a gRPC frame around it.
pub(crate) async fn call_grpc_raw(channel: &Channel, rpc: &str, body: Vec<u8>) -> Result<Vec<u8>, Status> {
    let response = http2(channel, rpc, "application/grpc", body).await;
    if let Some(status) = Status::from_header_map(response.headers()) {
        return Err(status);
    }
    let collected = response.into_body().collect().await?;
    let status = Status::from_header_map(collected.trailers().unwrap()).unwrap();
    if status.code() != Code::Ok {
        return Err(status);
    }
    Ok(collected.to_bytes()[5..].to_vec())
}
