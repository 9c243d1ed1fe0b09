//! Server reflection: the files that describe what the port answers, by name and by symbol. The library's own service ends the stream at an
//! unknown name, which breaks tools that ask for several names. This one answers with an error and goes on.

use std::sync::Arc;

use prost::Message;
use prost_types::{FileDescriptorProto, FileDescriptorSet};
use tokio_stream::StreamExt;
use tonic::{Code, Status, Streaming};
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;
use tonic_reflection::pb::v1::server_reflection_server::{ServerReflection, ServerReflectionServer};
use tonic_reflection::pb::v1::{
    ErrorResponse, ExtensionNumberResponse, FileDescriptorResponse, ListServiceResponse, ServerReflectionRequest,
    ServerReflectionResponse, ServiceResponse,
};

use crate::call::AnswerStream;

/// The path of reflection, and that of its older name. The messages of both versions are the same on the wire.
pub(super) const PATH: &str = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
pub(super) const OLDER_PATH: &str = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";

pub(super) fn service(sets: &[&[u8]]) -> ServerReflectionServer<Reflection> {
    let decoded = |set: &&[u8]| FileDescriptorSet::decode(*set).expect("our own descriptors are valid").file;
    let files = sets.iter().flat_map(decoded).map(|file| (file.encode_to_vec(), file));
    ServerReflectionServer::new(Reflection(files.collect()))
}

/// The files.
pub(super) struct Reflection(Arc<[DescribedFile]>);

/// A file, encoded and decoded.
type DescribedFile = (Vec<u8>, FileDescriptorProto);

#[tonic::async_trait]
impl ServerReflection for Reflection {
    type ServerReflectionInfoStream = AnswerStream<ServerReflectionResponse>;

    async fn server_reflection_info(
        &self,
        request: tonic::Request<Streaming<ServerReflectionRequest>>,
    ) -> Result<tonic::Response<Self::ServerReflectionInfoStream>, Status> {
        let files = Arc::clone(&self.0);
        let respond = move |request: ServerReflectionRequest| ServerReflectionResponse {
            valid_host: request.host.clone(),
            message_response: Some(answer(&files, request.message_request.as_ref())),
            original_request: Some(request),
        };
        let answers = request.into_inner().map(move |request| request.map(&respond));
        Ok(tonic::Response::new(Box::pin(answers)))
    }
}

fn answer(files: &[DescribedFile], asked: Option<&MessageRequest>) -> MessageResponse {
    let error = |code: Code, message: String| {
        MessageResponse::ErrorResponse(ErrorResponse { error_code: code as i32, error_message: message })
    };
    let described = |name: &str, found: Option<&DescribedFile>| match found {
        Some((bytes, _)) => MessageResponse::FileDescriptorResponse(FileDescriptorResponse {
            file_descriptor_proto: vec![bytes.clone()],
        }),
        None => error(Code::NotFound, format!("{name:?} is not described here")),
    };
    match asked {
        Some(MessageRequest::ListServices(_)) => {
            let services = files.iter().flat_map(|(_, file)| file.service.iter().map(move |one| (file, one)));
            let names = services.map(|(file, one)| format!("{}.{}", file.package(), one.name()));
            let service = names.map(|name| ServiceResponse { name }).collect();
            MessageResponse::ListServicesResponse(ListServiceResponse { service })
        }
        Some(MessageRequest::FileByFilename(name)) => {
            described(name, files.iter().find(|(_, file)| file.name() == name))
        }
        Some(MessageRequest::FileContainingSymbol(name)) => {
            described(name, files.iter().find(|(_, file)| declares(file, name)))
        }
        // Extensions are not listed: only `errors.proto` has two, which no call needs. Some clients ask for the extensions of each
        // message, and expect no error.
        Some(MessageRequest::AllExtensionNumbersOfType(name)) => {
            MessageResponse::AllExtensionNumbersResponse(ExtensionNumberResponse {
                base_type_name: name.clone(),
                extension_number: Vec::new(),
            })
        }
        Some(MessageRequest::FileContainingExtension(asked)) => {
            error(Code::NotFound, format!("{:?} has no extensions here", asked.containing_type))
        }
        None => error(Code::InvalidArgument, String::from("nothing is asked")),
    }
}

/// True if the file declares the message, enum or service that the symbol names, or in which it is.
fn declares(file: &FileDescriptorProto, symbol: &str) -> bool {
    let Some(inner) = symbol.strip_prefix(file.package()).and_then(|rest| rest.strip_prefix('.')) else { return false };
    let outermost = inner.split('.').next();
    let messages = file.message_type.iter().map(|one| one.name());
    let others = file.enum_type.iter().map(|one| one.name()).chain(file.service.iter().map(|one| one.name()));
    messages.chain(others).any(|name| Some(name) == outermost)
}
