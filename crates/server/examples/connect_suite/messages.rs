//! The suite's messages as JSON values. The program reads their descriptors when it runs, so this repository holds none of them.

use std::sync::LazyLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};
use serde_json::Value;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::{Code, Status};

pub(crate) const PACKAGE: &str = "connectrpc.conformance.v1";

static DESCRIPTORS: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let path = std::env::args().nth(1).expect("the argument is the file of the suite's descriptors");
    let descriptors = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    DescriptorPool::decode(&*descriptors).expect("buf built a complete set")
});

pub(crate) fn message_descriptor(name: &str) -> MessageDescriptor {
    DESCRIPTORS.get_message_by_name(&format!("{PACKAGE}.{name}")).expect("a message of the suite")
}

pub(crate) fn code(name: &str) -> Code {
    let codes = DESCRIPTORS.get_enum_by_name(&format!("{PACKAGE}.Code")).expect("the suite's codes");
    Code::from_i32(codes.get_value_by_name(name).expect("one of them").number())
}

pub(crate) fn read_any(json: &Value) -> Result<prost_types::Any, Status> {
    let kind = DESCRIPTORS.get_message_by_name("google.protobuf.Any").expect("the suite imports it");
    prost_types::Any::decode(bytes_of(kind, json)?.as_slice()).map_err(|error| unreadable_message(&error))
}

pub(crate) fn json_of(kind: &MessageDescriptor, bytes: &[u8]) -> Result<Value, Status> {
    let message = DynamicMessage::decode(kind.clone(), bytes).map_err(|error| unreadable_message(&error))?;
    serde_json::to_value(&message).map_err(|error| unreadable_message(&error))
}

pub(crate) fn bytes_of(kind: MessageDescriptor, json: &Value) -> Result<Vec<u8>, Status> {
    Ok(DynamicMessage::deserialize(kind, json).map_err(|error| unreadable_message(&error))?.encode_to_vec())
}

/// Makes the status that tonic's own codec gives for bytes that are no message.
fn unreadable_message(error: &impl ToString) -> Status {
    Status::internal(error.to_string())
}

/// The codec of a gRPC method whose messages are JSON values to their handler.
pub(crate) struct JsonCodec {
    pub(crate) request: MessageDescriptor,
    pub(crate) response: MessageDescriptor,
}

pub(crate) struct JsonCoder(MessageDescriptor);

impl Codec for JsonCodec {
    type Encode = Value;
    type Decode = Value;
    type Encoder = JsonCoder;
    type Decoder = JsonCoder;

    fn encoder(&mut self) -> JsonCoder {
        JsonCoder(self.response.clone())
    }

    fn decoder(&mut self) -> JsonCoder {
        JsonCoder(self.request.clone())
    }
}

impl Encoder for JsonCoder {
    type Item = Value;
    type Error = Status;

    fn encode(&mut self, json: Value, into: &mut EncodeBuf<'_>) -> Result<(), Status> {
        prost::bytes::BufMut::put_slice(into, &bytes_of(self.0.clone(), &json)?);
        Ok(())
    }
}

impl Decoder for JsonCoder {
    type Item = Value;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Value>, Status> {
        let bytes = prost::bytes::Buf::copy_to_bytes(from, prost::bytes::Buf::remaining(from));
        json_of(&self.0, &bytes).map(Some)
    }
}
