//! The service: one file a group of RPCs, each a function from the app, the call and the request to an answer or a refusal.

pub mod decide;
mod decide_many;
mod endgame;
mod rules_help;
mod review;
mod review_hand;
mod catalog;
mod plan;
mod grade;
mod outcomes;
mod standings;
mod players;
pub mod room_turn;
pub mod rooms;
mod watching;

use std::pin::Pin;
use std::sync::Arc;

use tokio_stream::Stream;
use tonic::{Request, Response, Status, Streaming};
use wire::v1::companion_service_server::CompanionService;
use wire::v1::{
    ClassifyPlayRequest, ClassifyPlayResponse, CloseRoomRequest, CloseRoomResponse, DecideRequest, Decision,
    ForgetPlayerRequest, ForgetPlayerResponse, GenerateEndgameRequest, GenerateEndgameResponse, GetPlayerRequest,
    GetPlayerResponse, GetRoomRequest, ListLegalPlaysRequest, ListLegalPlaysResponse, ListPersonasRequest,
    ListPersonasResponse, ListRoomsRequest, ListRoomsResponse, ListRulesetsRequest, ListRulesetsResponse,
    ListStandingsRequest, ListStandingsResponse, OpenRoomRequest, PlanCompanionsRequest, PlanCompanionsResponse,
    RecordEventsRequest, RecordEventsResponse, ReviewHandRequest, ReviewHandResponse, ReviewPlayResponse, Room,
    SolveEndgameRequest, SolveEndgameResponse, TurnDecision, WatchRoomRequest, WatchRoomResponse,
};

use crate::call::context::Call;
use crate::call::context::Peer;
use crate::state::App;

/// The service over one [`App`].
#[derive(Clone)]
pub struct Companions {
    app: Arc<App>,
}

impl Companions {
    /// The service over `app`.
    pub fn new(app: Arc<App>) -> Companions {
        Companions { app }
    }
}

/// Answers of a stream.
pub type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// One unary RPC: take the call's circumstances, answer or refuse.
macro_rules! unary {
    ($self:ident, $request:ident, $handler:path) => {{
        let call = Call::of(&$request)?;
        match $handler(&$self.app, &call, $request.into_inner()).await {
            Ok(answer) => Ok(Response::new(answer)),
            Err(refusal) => Err(Status::from(refusal)),
        }
    }};
}

#[tonic::async_trait]
impl CompanionService for Companions {
    async fn decide(&self, request: Request<DecideRequest>) -> Result<Response<Decision>, Status> {
        unary!(self, request, decide::answer)
    }

    async fn bid(&self, request: Request<DecideRequest>) -> Result<Response<Decision>, Status> {
        unary!(self, request, decide::answer)
    }

    async fn play(&self, request: Request<DecideRequest>) -> Result<Response<Decision>, Status> {
        unary!(self, request, decide::answer)
    }

    async fn follow(&self, request: Request<DecideRequest>) -> Result<Response<Decision>, Status> {
        unary!(self, request, decide::answer)
    }

    type DecideManyStream = Answers<TurnDecision>;

    async fn decide_many(
        &self,
        request: Request<Streaming<DecideRequest>>,
    ) -> Result<Response<Self::DecideManyStream>, Status> {
        let call = Call::of(&request)?;
        let peer = request.extensions().get::<Peer>().cloned();
        Ok(Response::new(decide_many::decide_many(Arc::clone(&self.app), call, peer.as_ref(), request.into_inner())?))
    }

    async fn solve_endgame(
        &self,
        request: Request<SolveEndgameRequest>,
    ) -> Result<Response<SolveEndgameResponse>, Status> {
        unary!(self, request, endgame::solve_endgame)
    }

    async fn generate_endgame(
        &self,
        request: Request<GenerateEndgameRequest>,
    ) -> Result<Response<GenerateEndgameResponse>, Status> {
        unary!(self, request, endgame::generate_endgame)
    }

    async fn open_room(&self, request: Request<OpenRoomRequest>) -> Result<Response<RecordEventsResponse>, Status> {
        unary!(self, request, rooms::open_room)
    }

    async fn record_events(
        &self,
        request: Request<RecordEventsRequest>,
    ) -> Result<Response<RecordEventsResponse>, Status> {
        unary!(self, request, rooms::record_events)
    }

    async fn get_room(&self, request: Request<GetRoomRequest>) -> Result<Response<Room>, Status> {
        unary!(self, request, rooms::get_room)
    }

    async fn close_room(&self, request: Request<CloseRoomRequest>) -> Result<Response<CloseRoomResponse>, Status> {
        unary!(self, request, rooms::close_room)
    }

    async fn list_rooms(&self, request: Request<ListRoomsRequest>) -> Result<Response<ListRoomsResponse>, Status> {
        unary!(self, request, rooms::list_rooms)
    }

    type WatchRoomStream = Answers<WatchRoomResponse>;

    async fn watch_room(&self, request: Request<WatchRoomRequest>) -> Result<Response<Self::WatchRoomStream>, Status> {
        unary!(self, request, rooms::watch_room)
    }

    async fn list_legal_plays(
        &self,
        request: Request<ListLegalPlaysRequest>,
    ) -> Result<Response<ListLegalPlaysResponse>, Status> {
        unary!(self, request, rules_help::list_legal_plays)
    }

    async fn classify_play(
        &self,
        request: Request<ClassifyPlayRequest>,
    ) -> Result<Response<ClassifyPlayResponse>, Status> {
        unary!(self, request, rules_help::classify_play)
    }

    async fn review_play(&self, request: Request<DecideRequest>) -> Result<Response<ReviewPlayResponse>, Status> {
        unary!(self, request, review::review_play)
    }

    type ReviewHandStream = Answers<ReviewHandResponse>;

    async fn review_hand(
        &self,
        request: Request<ReviewHandRequest>,
    ) -> Result<Response<Self::ReviewHandStream>, Status> {
        unary!(self, request, review_hand::review_hand)
    }

    async fn list_personas(
        &self,
        request: Request<ListPersonasRequest>,
    ) -> Result<Response<ListPersonasResponse>, Status> {
        unary!(self, request, catalog::list_personas)
    }

    async fn list_rulesets(
        &self,
        request: Request<ListRulesetsRequest>,
    ) -> Result<Response<ListRulesetsResponse>, Status> {
        unary!(self, request, catalog::list_rulesets)
    }

    async fn plan_companions(
        &self,
        request: Request<PlanCompanionsRequest>,
    ) -> Result<Response<PlanCompanionsResponse>, Status> {
        unary!(self, request, plan::plan_companions)
    }

    async fn get_player(&self, request: Request<GetPlayerRequest>) -> Result<Response<GetPlayerResponse>, Status> {
        unary!(self, request, players::get_player)
    }

    async fn list_standings(
        &self,
        request: Request<ListStandingsRequest>,
    ) -> Result<Response<ListStandingsResponse>, Status> {
        unary!(self, request, standings::list_standings)
    }

    async fn forget_player(
        &self,
        request: Request<ForgetPlayerRequest>,
    ) -> Result<Response<ForgetPlayerResponse>, Status> {
        unary!(self, request, players::forget_player)
    }
}
