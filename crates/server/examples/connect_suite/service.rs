//! The suite's service: each request describes its answer.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use http_body_util::BodyExt;
use prost::Message;
use serde_json::{Map, Value, json};
use server::call::{Call, Rpc};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::body::Body;
use tonic::metadata::MetadataMap;
use tonic::server::Grpc;
use tonic::{Code, Request, Response, Status};
use tower::service_fn;
use wire::json::{BadRequest, Method};

use crate::messages::{JsonCodec, PACKAGE, bytes_of, code, json_of, message_descriptor, read_any};

macro_rules! method {
    ($name:literal, $gives_stream:literal) => {
        Method {
            name: $name,
            gives_stream: $gives_stream,
            read: |json| read(concat!($name, "Request"), json),
            write: |bytes| write(concat!($name, "Response"), bytes),
        }
    };
}

static METHODS: [Method; 2] = [method!("Unary", false), method!("ServerStream", true)];

fn read(kind: &str, json: &[u8]) -> Result<Vec<u8>, BadRequest> {
    let unreadable = |message| BadRequest { field: String::new(), message, line: 0, column: 0 };
    let json = serde_json::from_slice(json).map_err(|error| unreadable(error.to_string()))?;
    bytes_of(message_descriptor(kind), &json).map_err(|status| unreadable(status.message().to_owned()))
}

fn write(kind: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let json = json_of(&message_descriptor(kind), bytes).map_err(|status| status.message().to_owned())?;
    Ok(json.to_string().into_bytes())
}

/// Returns the method of a path. It is admitted and counted as `ReviewHand` or as `Decide`.
pub(crate) fn rpc_of(path: &str) -> Option<(Rpc, &'static Method)> {
    let name = path.strip_prefix('/')?.strip_prefix(PACKAGE)?.strip_prefix(".ConformanceService/")?;
    let method = METHODS.iter().find(|method| method.name == name)?;
    Some((if method.gives_stream { Rpc::ReviewHand } else { Rpc::Decide }, method))
}

pub(crate) fn answer(
    request: http::Request<Body>,
    bytes_max: usize,
) -> Pin<Box<dyn Future<Output = Result<http::Response<Body>, Infallible>> + Send>> {
    let (_, method) = rpc_of(request.uri().path()).expect("the transport passes no other on");
    let messages = ["Request", "Response"].map(|side| message_descriptor(&format!("{}{side}", method.name)));
    let [request_kind, response_kind] = messages;
    let name = request_kind.full_name().to_owned();
    let codec = JsonCodec { request: request_kind, response: response_kind };
    let mut grpc = Grpc::new(codec).apply_max_message_size_config(Some(bytes_max), None);
    Box::pin(async move {
        let response = if method.gives_stream {
            let answer = |request: Request<Value>| stream_reply(Echo::of(&name, &request), request.into_inner());
            grpc.server_streaming(service_fn(answer), request).await
        } else {
            let answer = |request: Request<Value>| unary_reply(Echo::of(&name, &request), request.into_inner());
            grpc.unary(service_fn(answer), request).await
        };
        Ok(with_trailers(response))
    })
}

/// Trailers of a successful answer. tonic has no place for them.
#[derive(Clone)]
struct Trailers(HeaderMap);

fn with_trailers(mut response: http::Response<Body>) -> http::Response<Body> {
    let Some(Trailers(more)) = response.extensions_mut().remove() else { return response };
    response.map(|body| {
        Body::new(body.map_frame(move |mut frame| {
            if let Some(trailers) = frame.trailers_mut()
                && trailers.get("grpc-status").is_some_and(|status| status == "0")
            {
                trailers.extend(more.clone());
            }
            frame
        }))
    })
}

/// The parts of a call that its answer repeats.
struct Echo {
    request_name: String,
    headers: Vec<Value>,
    timeout_ms: Option<u128>,
}

impl Echo {
    fn of<T>(name: &str, request: &Request<T>) -> Echo {
        let headers = request.metadata().clone().into_headers();
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let values = |name| headers.get_all(name).iter().map(text).collect::<Vec<_>>();
        let told = headers.keys().map(|name| json!({"name": name.as_str(), "value": values(name)})).collect();
        let call = Call::of(request.extensions()).expect("the call layer has let it in");
        let timeout_ms = call.deadline.map(|deadline| (deadline - call.at).as_millis());
        Echo { request_name: name.to_owned(), headers: told, timeout_ms }
    }

    fn request_info(&self, request: &Value) -> Value {
        let mut told = json!({"requests": [to_any(&self.request_name, request)], "requestHeaders": self.headers});
        if let Some(ms) = self.timeout_ms {
            told["timeoutMs"] = json!(ms.to_string());
        }
        told
    }
}

fn to_any(name: &str, message: &Value) -> Value {
    let mut typed = message.as_object().cloned().unwrap_or_else(Map::new);
    typed.insert(String::from("@type"), json!(format!("type.googleapis.com/{name}")));
    Value::Object(typed)
}

async fn unary_reply(parts: Echo, request: Value) -> Result<Response<Value>, Status> {
    let definition = &request["responseDefinition"];
    pause(definition).await;
    let info = parts.request_info(&request);
    if let Some(error) = definition.get("error") {
        let mut metadata = headers(&definition["responseHeaders"]);
        metadata.extend(headers(&definition["responseTrailers"]));
        return Err(status(error, Some(info), metadata)?);
    }
    let payload = json!({"payload": {"data": definition["responseData"], "requestInfo": info}});
    Ok(response(payload, definition))
}

async fn stream_reply(parts: Echo, request: Value) -> Result<Response<ReceiverStream<Result<Value, Status>>>, Status> {
    let (sender, receiver) = mpsc::channel(1);
    let response = response(ReceiverStream::new(receiver), &request["responseDefinition"]);
    tokio::spawn(async move {
        if let Err(status) = send_data(&sender, &parts, &request).await {
            let _ = sender.send(Err(status)).await;
        }
    });
    Ok(response)
}

async fn send_data(sender: &mpsc::Sender<Result<Value, Status>>, parts: &Echo, request: &Value) -> Result<(), Status> {
    let definition = &request["responseDefinition"];
    let mut info = Some(parts.request_info(request));
    for data in definition["responseData"].as_array().into_iter().flatten() {
        pause(definition).await;
        let mut payload = json!({"data": data});
        if let Some(info) = info.take() {
            payload["requestInfo"] = info;
        }
        // A caller that has cancelled asks for no more.
        let Ok(()) = sender.send(Ok(json!({"payload": payload}))).await else { return Ok(()) };
    }
    let Some(error) = definition.get("error") else { return Ok(()) };
    if info.is_some() {
        pause(definition).await;
    }
    Err(status(error, info, headers(&definition["responseTrailers"]))?)
}

async fn pause(definition: &Value) {
    tokio::time::sleep(Duration::from_millis(definition["responseDelayMs"].as_u64().unwrap_or(0))).await;
}

fn response<T>(body: T, definition: &Value) -> Response<T> {
    let mut response = Response::new(body);
    *response.metadata_mut() = MetadataMap::from_headers(headers(&definition["responseHeaders"]));
    response.extensions_mut().insert(Trailers(headers(&definition["responseTrailers"])));
    response
}

fn headers(list: &Value) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for header in list.as_array().into_iter().flatten() {
        let name: HeaderName =
            header["name"].as_str().unwrap_or_default().parse().expect("the suite's names are valid");
        for value in header["value"].as_array().into_iter().flatten() {
            let value = value.as_str().unwrap_or_default().parse().expect("the suite's values are valid");
            headers.append(&name, value);
        }
    }
    headers
}

fn status(error: &Value, info: Option<Value>, metadata: HeaderMap) -> Result<Status, Status> {
    let (code, message): (Code, &str) =
        (code(error["code"].as_str().unwrap_or_default()), error["message"].as_str().unwrap_or_default());
    let info = info.map(|info| to_any(&format!("{PACKAGE}.ConformancePayload.RequestInfo"), &info));
    let details =
        error["details"].as_array().into_iter().flatten().chain(&info).map(read_any).collect::<Result<_, _>>()?;
    let details = tonic_types::pb::Status { code: code as i32, message: message.to_owned(), details };
    let (details, metadata) = (details.encode_to_vec().into(), MetadataMap::from_headers(metadata));
    Ok(Status::with_details_and_metadata(code, message, details, metadata))
}
