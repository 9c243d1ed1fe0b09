//! The service: the RPCs, grouped in files. A handler takes the app, the call and the request, and answers or refuses.

mod decide;
mod endgame;
mod rules_help;
mod review;
mod review_hand;
mod catalog;
mod plan;
mod players;
mod replay;
mod rooms;
mod watching;

use std::convert::Infallible;
use std::sync::Arc;

use tonic::body::Body;
use tonic::codegen::BoxFuture;
use tonic::{Request, Response, Status};
use tower::Service;
use wire::v1::companion_service_server::{CompanionService, CompanionServiceServer};
use wire::v1::*;

use crate::call::{AnswerStream, Call};
use crate::state::App;

/// The service over one [`App`].
#[derive(Clone)]
pub struct AppService(pub Arc<App>);

/// Returns the function that answers requests with the service over `app`.
pub fn answering(app: Arc<App>) -> impl Fn(http::Request<Body>) -> BoxFuture<http::Response<Body>, Infallible> {
    let bytes_max = app.config.grpc.message_bytes_max;
    let service = CompanionServiceServer::new(AppService(app)).max_decoding_message_size(bytes_max);
    move |request| service.clone().call(request)
}

macro_rules! service {
    ($($name:ident $rpc:ident($request:ty) -> $answer:ty, $handler:path, $scope:ident;)+) => {
        #[tonic::async_trait]
        impl CompanionService for AppService {
            type WatchRoomStream = AnswerStream<WatchRoomResponse>;
            type ReviewHandStream = AnswerStream<ReviewHandResponse>;

            $(async fn $rpc(&self, request: Request<$request>) -> Result<Response<$answer>, Status> {
                let (_, extensions, request) = request.into_parts();
                Ok(Response::new($handler(&self.0, Call::of(&extensions)?, request).await?))
            })+
        }
    };
}

crate::call::each_rpc!(service);
