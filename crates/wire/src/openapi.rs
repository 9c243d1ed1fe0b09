//! The OpenAPI document of the calls as JSON over HTTP, made from the descriptors: a new call or field needs no line here.

use std::collections::HashMap;

use prost::Message;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet};
use serde_json::{Map, Value, json};

use crate::{DESCRIPTORS, SERVICE_NAME};

/// The numbers by which a place in a proto file is told: its messages, enums and services, and the parts of each.
const MESSAGES: i32 = 4;
const ENUMS: i32 = 5;
const SERVICES: i32 = 6;
const PARTS: i32 = 2;

/// Returns the document.
pub fn document() -> Value {
    let set = FileDescriptorSet::decode(DESCRIPTORS).expect("the build wrote it");
    let (mut paths, mut schemas) = (Map::new(), Map::new());
    for file in set.file.iter().filter(|file| SERVICE_NAME.starts_with(file.package()) && !file.package().is_empty()) {
        let comments = comments(file);
        let about = |place: &[i32]| comments.get(place).cloned().unwrap_or_default();
        for (number, message) in (0..).zip(&file.message_type) {
            schemas.insert(
                message.name().to_owned(),
                object(message, |part| match part {
                    None => about(&[MESSAGES, number]),
                    Some(field) => about(&[MESSAGES, number, PARTS, field]),
                }),
            );
        }
        for (number, kind) in (0..).zip(&file.enum_type) {
            schemas.insert(kind.name().to_owned(), names(kind, &about(&[ENUMS, number])));
        }
        for service in &file.service {
            // A caller that sends a stream needs gRPC.
            for (number, method) in (0..).zip(&service.method) {
                let call = json!({
                    "operationId": method.name(),
                    "description": about(&[SERVICES, 0, PARTS, number]),
                    "requestBody": { "required": true, "content": content(method.input_type(), method.server_streaming()) },
                    "responses": {
                        "200": { "description": "The answer.", "content": content(method.output_type(), method.server_streaming()) },
                        "default": { "$ref": "#/components/responses/Refused" },
                    },
                });
                paths.insert(format!("/{SERVICE_NAME}/{}", method.name()), json!({ "post": call }));
            }
        }
    }
    schemas.insert(String::from("Error"), error());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Thirdseat",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Calls as JSON over HTTP. Zeros, empty texts and empty lists are left out of answers; numbers of 64 bits are texts there. \
                            The answers of application/connect+json are streams of the Connect protocol.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": { "Refused": {
                "description": "The call is refused. The headers thirdseat-reason, thirdseat-field and thirdseat-retry say why, where, and whether to ask again.",
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
            } },
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        },
        "security": [{}, { "token": [] }],
    })
}

/// Returns the comment at each place of a file.
fn comments(file: &FileDescriptorProto) -> HashMap<Vec<i32>, String> {
    let locations = file.source_code_info.iter().flat_map(|info| &info.location);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    locations.map(|location| (location.path.clone(), words(location.leading_comments()))).collect()
}

/// Returns a message's schema; `about` tells the comment of the message, or of a field by its place.
fn object(message: &DescriptorProto, about: impl Fn(Option<i32>) -> String) -> Value {
    let fields = (0..).zip(&message.field);
    let properties = fields.map(|(number, field)| {
        let mut schema = value(field);
        let mut text = about(Some(number));
        // An optional field is alone in a group of its own.
        if let (Some(group), false) = (field.oneof_index, field.proto3_optional()) {
            let others =
                message.field.iter().filter(|other| other.oneof_index == Some(group) && other.name() != field.name());
            let others: Vec<&str> = others.map(FieldDescriptorProto::json_name).collect();
            if !others.is_empty() {
                text = format!("{text} Excludes {}.", others.join(", ")).trim().to_owned();
            }
        }
        if !text.is_empty() {
            schema["description"] = text.into();
        }
        (field.json_name().to_owned(), schema)
    });
    let properties: Map<String, Value> = properties.collect();
    json!({ "type": "object", "description": about(None), "properties": properties })
}

fn names(kind: &EnumDescriptorProto, about: &str) -> Value {
    let names: Vec<&str> = kind.value.iter().map(|value| value.name()).collect();
    json!({ "type": "string", "description": about, "enum": names })
}

/// Returns the schema of a field.
fn value(field: &FieldDescriptorProto) -> Value {
    let one = match field.r#type() {
        Type::Bool => json!({ "type": "boolean" }),
        Type::String => json!({ "type": "string" }),
        Type::Bytes => json!({ "type": "string", "contentEncoding": "base64" }),
        Type::Int64 | Type::Uint64 | Type::Sint64 | Type::Fixed64 | Type::Sfixed64 => {
            json!({ "type": ["string", "integer"] })
        }
        Type::Double | Type::Float => json!({ "type": "number" }),
        Type::Message | Type::Group | Type::Enum => reference(field.type_name()),
        _ => json!({ "type": "integer" }),
    };
    if field.label() == Label::Repeated { json!({ "type": "array", "items": one }) } else { one }
}

/// Returns a message or an enum of the package by its name; messages of other packages may hold anything.
fn reference(path: &str) -> Value {
    let package = SERVICE_NAME.rsplit_once('.').map_or("", |(package, _)| package);
    match path.trim_start_matches('.').strip_prefix(package).and_then(|rest| rest.strip_prefix('.')) {
        Some(name) => json!({ "$ref": format!("#/components/schemas/{name}") }),
        None => json!({ "type": "object" }),
    }
}

fn content(message: &str, is_stream: bool) -> Value {
    let kind = if is_stream { "application/connect+json" } else { "application/json" };
    json!({ kind: { "schema": reference(message) } })
}

/// Returns a refusal's body, in the form of the Connect protocol.
fn error() -> Value {
    json!({
        "type": "object",
        "description": "A refused call.",
        "properties": {
            "code": { "type": "string", "description": "The gRPC code, as invalid_argument." },
            "message": { "type": "string" },
            "details": { "type": "array", "items": { "type": "object" } },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects every `$ref` below a value.
    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| match (key.as_str(), value.as_str()) {
                ("$ref", Some(path)) => found.push(path),
                _ => references(value, found),
            }),
            Value::Array(list) => list.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_call_and_every_reference_resolves() {
        let document = document();
        let paths = document["paths"].as_object().unwrap();
        let calls = crate::json::Method::ALL.iter();
        let calls: Vec<String> = calls.map(|method| format!("/{SERVICE_NAME}/{}", method.name)).collect();
        assert!(paths.keys().all(|path| calls.contains(path)) && paths.len() == calls.len(), "{paths:?}");
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100, "{} references", found.len());
        for path in found {
            assert!(document.pointer(path.trim_start_matches('#')).is_some(), "{path}");
        }
    }

    #[test]
    fn fields_have_their_names_kinds_and_comments() {
        let document = document();
        let schema = |name: &str| document["components"]["schemas"][name].clone();
        let request = schema("DecideRequest");
        assert_eq!(request["properties"]["hand"]["$ref"], "#/components/schemas/Hand");
        assert_eq!(schema("DecisionOptions")["properties"]["handSeed"]["type"], json!(["string", "integer"]));
        let action = schema("Action");
        assert!(action["properties"]["play"]["description"].as_str().unwrap().contains("Excludes "), "{action}");
        for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
            assert!(!schema["description"].as_str().unwrap().is_empty(), "{name} has no comment");
        }
        for (path, item) in document["paths"].as_object().unwrap() {
            assert!(!item["post"]["description"].as_str().unwrap().is_empty(), "{path} has no comment");
        }
    }
}
