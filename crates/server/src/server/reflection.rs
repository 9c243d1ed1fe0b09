//! Server reflection: the files that describe what the port answers, by name and by symbol. The library's own service ends the stream at an
//! unknown name, which breaks tools that ask for several names. This one answers with an error and goes on.

use std::collections::HashMap;
use std::sync::Arc;

use prost::Message;
use prost_types::{DescriptorProto, FileDescriptorProto, FileDescriptorSet};
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
    let mut files = DescriptorFiles::default();
    for set in sets {
        let set = FileDescriptorSet::decode(*set).expect("our own descriptors are valid");
        set.file.iter().for_each(|file| files.add(file));
    }
    ServerReflectionServer::new(Reflection(Arc::new(files)))
}

pub(super) struct Reflection(Arc<DescriptorFiles>);

#[tonic::async_trait]
impl ServerReflection for Reflection {
    type ServerReflectionInfoStream = AnswerStream<ServerReflectionResponse>;

    async fn server_reflection_info(
        &self,
        request: tonic::Request<Streaming<ServerReflectionRequest>>,
    ) -> Result<tonic::Response<Self::ServerReflectionInfoStream>, Status> {
        let files = Arc::clone(&self.0);
        let answer = move |request: ServerReflectionRequest| ServerReflectionResponse {
            valid_host: request.host.clone(),
            message_response: Some(files.answer(request.message_request.as_ref())),
            original_request: Some(request),
        };
        let answers = request.into_inner().map(move |request| request.map(&answer));
        Ok(tonic::Response::new(Box::pin(answers)))
    }
}

#[derive(Default)]
struct DescriptorFiles {
    files: HashMap<String, Vec<u8>>,
    /// The name of the file of each service, method, message and enum.
    symbols: HashMap<String, String>,
    services: Vec<ServiceResponse>,
}

impl DescriptorFiles {
    fn add(&mut self, file: &FileDescriptorProto) {
        self.files.insert(file.name().to_owned(), file.encode_to_vec());
        let mut names = Vec::new();
        file.message_type.iter().for_each(|message| add_message(&mut names, file.package(), message));
        names.extend(file.enum_type.iter().map(|one| format!("{}.{}", file.package(), one.name())));
        for service in &file.service {
            let name = format!("{}.{}", file.package(), service.name());
            names.extend(service.method.iter().map(|method| format!("{name}.{}", method.name())));
            names.push(name.clone());
            self.services.push(ServiceResponse { name });
        }
        self.symbols.extend(names.into_iter().map(|name| (name, file.name().to_owned())));
    }

    fn answer(&self, asked: Option<&MessageRequest>) -> MessageResponse {
        let error = |code: Code, message: String| {
            MessageResponse::ErrorResponse(ErrorResponse { error_code: code as i32, error_message: message })
        };
        let described = |name: &String, file: Option<&String>| match file.and_then(|file| self.files.get(file)) {
            Some(file) => MessageResponse::FileDescriptorResponse(FileDescriptorResponse {
                file_descriptor_proto: vec![file.clone()],
            }),
            None => error(Code::NotFound, format!("{name:?} is not described here")),
        };
        match asked {
            Some(MessageRequest::ListServices(_)) => {
                MessageResponse::ListServicesResponse(ListServiceResponse { service: self.services.clone() })
            }
            Some(MessageRequest::FileByFilename(name)) => described(name, Some(name)),
            Some(MessageRequest::FileContainingSymbol(name)) => described(name, self.symbols.get(name)),
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
}

fn add_message(names: &mut Vec<String>, scope: &str, message: &DescriptorProto) {
    let name = format!("{scope}.{}", message.name());
    message.nested_type.iter().for_each(|nested| add_message(names, &name, nested));
    names.extend(message.enum_type.iter().map(|one| format!("{name}.{}", one.name())));
    names.push(name);
}
