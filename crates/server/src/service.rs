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
    ($($rpc:ident($request:ty) -> $answer:ty, $handler:path;)+) => {
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

service! {
    decide(DecideRequest) -> Decision, decide::answer;
    bid(DecideRequest) -> Decision, decide::answer;
    play(DecideRequest) -> Decision, decide::answer;
    follow(DecideRequest) -> Decision, decide::answer;
    solve_endgame(SolveEndgameRequest) -> SolveEndgameResponse, endgame::solve_endgame;
    generate_endgame(GenerateEndgameRequest) -> GenerateEndgameResponse, endgame::generate_endgame;
    open_room(OpenRoomRequest) -> OpenRoomResponse, rooms::open_room;
    record_events(RecordEventsRequest) -> RecordEventsResponse, rooms::record_events;
    get_room(GetRoomRequest) -> Room, rooms::get_room;
    close_room(CloseRoomRequest) -> Room, rooms::close_room;
    watch_room(WatchRoomRequest) -> AnswerStream<WatchRoomResponse>, rooms::watch_room;
    list_legal_plays(ListLegalPlaysRequest) -> LegalPlays, rules_help::list_legal_plays;
    classify_play(ClassifyPlayRequest) -> ClassifyPlayResponse, rules_help::classify_play;
    review_play(ReviewPlayRequest) -> ReviewPlayResponse, review::review_play;
    review_hand(ReviewHandRequest) -> AnswerStream<ReviewHandResponse>, review_hand::review_hand;
    list_personas(ListPersonasRequest) -> ListPersonasResponse, catalog::list_personas;
    list_rulesets(ListRulesetsRequest) -> ListRulesetsResponse, catalog::list_rulesets;
    plan_companions(PlanCompanionsRequest) -> PlanCompanionsResponse, plan::plan_companions;
    get_player(GetPlayerRequest) -> GetPlayerResponse, players::get_player;
    list_standings(ListStandingsRequest) -> ListStandingsResponse, players::list_standings;
    forget_player(GetPlayerRequest) -> GetPlayerResponse, players::forget_player;
}
