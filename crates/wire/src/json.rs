//! Messages as JSON, in the form that protobuf prescribes: names in camelCase (snake_case is read too), enums by name, 64-bit numbers
//! as strings. Most of the code is generated; this module has the methods and the special cases.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use prost::Message;
use serde::de::DeserializeOwned;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use serde_path_to_error::{Path, Segment};
use tonic_types::pb;

use crate::v1;

/// A method of the service, and how its messages are read from JSON and written as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name in the proto.
    pub name: &'static str,
    /// True if the answer is a stream.
    pub gives_stream: bool,
    /// The function that converts a request from JSON to protobuf.
    pub read: fn(&[u8]) -> Result<Vec<u8>, BadRequest>,
    /// The function that converts an answer from protobuf to JSON. The error says why it cannot.
    pub write: fn(&[u8]) -> Result<Vec<u8>, String>,
}

/// A request that is no valid JSON of its message.
#[derive(Debug)]
pub struct BadRequest {
    /// The field, in the proto's spelling; empty if none is known.
    pub field: String,
    /// The fault.
    pub message: String,
    /// The line of the fault, from 1.
    pub line: usize,
    /// The column there.
    pub column: usize,
}

impl Method {
    const fn of<I, O>(name: &'static str, gives_stream: bool) -> Method
    where
        I: Message + DeserializeOwned,
        O: Message + Default + Serialize,
    {
        Method { name, gives_stream, read: read::<I>, write: write::<O> }
    }

    /// Every method, in the order of the proto.
    pub const ALL: &[Method] = include!("generated/methods.rs");

    /// Returns the method of that name.
    pub fn named(name: &str) -> Option<&'static Method> {
        Method::ALL.iter().find(|method| method.name == name)
    }
}

fn read<I: Message + DeserializeOwned>(json: &[u8]) -> Result<Vec<u8>, BadRequest> {
    let message = serde_json::from_slice::<I>(json);
    Ok(message.map_err(|error| BadRequest::new::<I>(json, &error))?.encode_to_vec())
}

impl BadRequest {
    /// Makes the error. It reads the request again to find the field at fault: only a bad request costs that.
    fn new<I: DeserializeOwned>(json: &[u8], error: &serde_json::Error) -> BadRequest {
        let mut tracked = serde_json::Deserializer::from_slice(json);
        let path = serde_path_to_error::deserialize::<_, I>(&mut tracked).err().map(|error| error.path().clone());
        let (line, column) = (error.line(), error.column());
        let at = format!(" at line {line} column {column}");
        let problem = error.to_string();
        let problem = problem.strip_suffix(&at).unwrap_or(&problem);
        let what = match problem.split_once("duplicate field ") {
            // serde has the same error for two fields of a oneof.
            Some((_, field)) => format!("{field} is told twice, or beside a field that excludes it,"),
            None => match path.as_ref().and_then(|path| value_at(json, path)) {
                Some(value) if is_about_number(problem) => {
                    format!("{value} is no number that the field takes")
                }
                _ => problem.to_owned(),
            },
        };
        let field = path.map_or_else(String::new, |path| proto_path(&path));
        BadRequest { field, message: format!("{what}{at}"), line, column }
    }
}

/// True if serde's message is about a number. A number may also be written as a text, which Rust parses.
fn is_about_number(problem: &str) -> bool {
    ["untagged enum", "digit", "number too", "parse integer", "float literal"]
        .iter()
        .any(|words| problem.contains(words))
}

fn value_at(json: &[u8], path: &Path) -> Option<Value> {
    let value: Value = serde_json::from_slice(json).ok()?;
    path.iter().try_fold(value, |mut value, segment| match segment {
        Segment::Map { key } => value.get_mut(key).map(Value::take),
        Segment::Seq { index } => value.get_mut(index).map(Value::take),
        _ => None,
    })
}

/// Returns a path in the proto's spelling, from either spelling.
fn proto_path(path: &Path) -> String {
    let mut spelled = String::new();
    // The path of the whole message is a point; a key that cannot be read is a question mark.
    for letter in path.to_string().trim_end_matches('?').trim_matches('.').chars() {
        if letter.is_ascii_uppercase() {
            spelled.push('_');
        }
        spelled.push(letter.to_ascii_lowercase());
    }
    spelled
}

fn write<O: Message + Default + Serialize>(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let answer = O::decode(bytes).map_err(|error| error.to_string())?;
    serde_json::to_vec(&answer).map_err(|error| error.to_string())
}

/// Returns a detail of an error as JSON; `None` if the service does not use its type, or if it cannot be read.
pub fn detail_to_json(any: &prost_types::Any) -> Option<Value> {
    let name = any.type_url.rsplit('/').next()?;
    let bytes = any.value.as_slice();
    Some(match name {
        "google.rpc.ErrorInfo" => {
            let info = pb::ErrorInfo::decode(bytes).ok()?;
            // A JSON object is sorted, so that equal refusals have equal texts.
            json!({"reason": info.reason, "domain": info.domain, "metadata": info.metadata})
        }
        "google.rpc.BadRequest" => {
            let violations = pb::BadRequest::decode(bytes).ok()?.field_violations.into_iter();
            let shown = violations.map(|it| json!({"field": it.field, "description": it.description}));
            json!({"fieldViolations": shown.collect::<Value>()})
        }
        "google.rpc.PreconditionFailure" => {
            let violations = pb::PreconditionFailure::decode(bytes).ok()?.violations.into_iter();
            let shown =
                violations.map(|it| json!({"type": it.r#type, "subject": it.subject, "description": it.description}));
            json!({"violations": shown.collect::<Value>()})
        }
        "google.rpc.RetryInfo" => {
            let delay = pb::RetryInfo::decode(bytes).ok()?.retry_delay.unwrap_or_default();
            json!({"retryDelay": format!("{}.{:09}s", delay.seconds, delay.nanos)})
        }
        _ => return None,
    })
}

/// Writes an `Any`: the type with the fields, or else with the bytes.
fn any_to_json(any: &prost_types::Any) -> Value {
    let mut value = detail_to_json(any).unwrap_or_else(|| json!({"value": STANDARD.encode(&any.value)}));
    value["@type"] = Value::String(any.type_url.clone());
    value
}

impl Serialize for v1::ItemStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut status = serializer.serialize_struct("thirdseat.v1.ItemStatus", 3)?;
        if self.code != 0 {
            status.serialize_field("code", &self.code)?;
        }
        if !self.message.is_empty() {
            status.serialize_field("message", &self.message)?;
        }
        if !self.details.is_empty() {
            status.serialize_field("details", &self.details.iter().map(any_to_json).collect::<Vec<_>>())?;
        }
        status.end()
    }
}

/// No request has an `ItemStatus`, but messages that contain one need this implementation.
impl<'de> Deserialize<'de> for v1::ItemStatus {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<v1::ItemStatus, D::Error> {
        Err(serde::de::Error::custom("a status comes in answers alone"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_and_write(text: &str) -> Value {
        let request = Method::named("Follow").unwrap();
        let bytes = (request.read)(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        serde_json::to_value(v1::DecideRequest::decode(bytes.as_slice()).unwrap()).unwrap()
    }

    #[test]
    fn camel_and_snake_case_are_read_and_camel_case_is_written() {
        let camel = read_and_write(
            r#"{"hand": {"cardCodec": "CARD_CODEC_DOUZERO", "present": {"chairs": [{"cardsLeft": 3}]}}}"#,
        );
        let snake = read_and_write(r#"{"hand": {"card_codec": 6, "present": {"chairs": [{"cards_left": 3}]}}}"#);
        assert_eq!(camel, snake);
        let written = json!({"cardCodec": "CARD_CODEC_DOUZERO", "present": {"chairs": [{"cardsLeft": 3}]}});
        assert_eq!(camel, json!({"hand": written}));
    }

    #[test]
    fn numbers_of_64_bits_are_text_and_both_forms_are_read() {
        let text = read_and_write(r#"{"options": {"handSeed": "18446744073709551615"}}"#);
        assert_eq!(text, json!({"options": {"handSeed": "18446744073709551615"}}));
        assert_eq!(read_and_write(r#"{"options": {"handSeed": 7}}"#), json!({"options": {"handSeed": "7"}}));
        assert_eq!(read_and_write(r#"{"roomVersion": 7}"#), json!({"roomVersion": 7}));
    }

    #[test]
    fn bad_messages_are_refused_by_position() {
        let read = Method::named("Follow").unwrap().read;
        for (text, position) in [
            (r#"{"handd": {}}"#, "at line 1 column 8"),
            (r#"{"hand": {"first": "A_CHAIR"}}"#, "at line 1 column 28"),
            ("", "at line 1 column 0"),
            ("[]", "at line 1 column 2"),
        ] {
            let error = read(text.as_bytes()).unwrap_err().message;
            assert!(error.ends_with(position), "{text}: {error}");
        }
    }

    #[test]
    fn bad_values_are_refused_by_field_and_value() {
        let refused = |rpc: &str, text: &str| {
            let error = (Method::named(rpc).unwrap().read)(text.as_bytes()).unwrap_err();
            (error.field, error.message.split(" at line ").next().unwrap().to_owned())
        };
        let cases = [
            (
                "PlanCompanions",
                r#"{"regions": [{}, {"waiting": [{"waitedS": -1}]}]}"#,
                "regions[1].waiting[0].waited_s",
                "-1",
            ),
            ("Follow", r#"{"options": {"budgetMs": -1}}"#, "options.budget_ms", "-1"),
            ("Follow", r#"{"hand": {"habits": [{"auctions": 1.5}]}}"#, "hand.habits[0].auctions", "1.5"),
            ("GenerateEndgame", r#"{"seed": "abc"}"#, "seed", "\"abc\""),
            ("GenerateEndgame", r#"{"seed": 18446744073709551616}"#, "seed", "1.8446744073709552e+19"),
        ];
        for (rpc, text, field, value) in cases {
            let problem = format!("{value} is no number that the field takes");
            assert_eq!(refused(rpc, text), (field.to_owned(), problem), "{text}");
        }
        assert_eq!(refused("Follow", r#"{"hand": {"first": "A_CHAIR"}}"#).0, "hand.first");
        for (text, field) in [
            (r#"{"hand": {"holds": [{"cards": {"text": 5}}]}}"#, "hand.holds[0].cards.text"),
            (r#"{"hand": {"holds": 5}}"#, "hand.holds"),
            (r#"{"hand": {"strict": 5}}"#, "hand.strict"),
            (r#"{"hand": 5}"#, "hand"),
        ] {
            let (at, problem) = refused("Follow", text);
            assert_eq!((at.as_str(), problem.contains("no number")), (field, false), "{problem}");
        }
        for (text, field) in [("[]", ""), (r#"{"chair":1,}"#, ""), (r#"{"hand":{"strict":true,}}"#, "hand")] {
            assert_eq!(refused("Follow", text).0, field, "{text}");
        }
    }

    #[test]
    fn an_empty_message_of_every_method_is_an_empty_object() {
        for method in Method::ALL {
            assert_eq!((method.write)(&[]).unwrap(), b"{}", "{}", method.name);
            assert!(matches!((method.read)(b"{}"), Ok(bytes) if bytes.is_empty()), "{}", method.name);
        }
    }

    #[test]
    fn a_status_shows_its_details() {
        let info = pb::ErrorInfo { reason: String::from("OVERLOADED"), ..Default::default() };
        let url = |name: &str| format!("type.googleapis.com/{name}");
        let details = vec![
            prost_types::Any { type_url: url("google.rpc.ErrorInfo"), value: info.encode_to_vec() },
            prost_types::Any { type_url: url("other.Thing"), value: vec![1, 2] },
        ];
        let status = v1::ItemStatus { code: 8, message: String::new(), details };
        let shown = serde_json::to_value(status).unwrap();
        assert_eq!(shown["code"], 8);
        assert_eq!(shown["details"][0]["@type"], "type.googleapis.com/google.rpc.ErrorInfo");
        assert_eq!(shown["details"][0]["reason"], "OVERLOADED");
        assert_eq!(shown["details"][1], json!({"@type": "type.googleapis.com/other.Thing", "value": "AQI="}));
    }
}
