//! A backend's side of the wire: messages made from its own table, and calls on a service without a network. `contract` has messages that
//! are written by hand.

use std::sync::Arc;
use std::time::Instant;

use game::cards::{CardForm, Cards};
use game::event::{Act, What, to_cards};
use game::names::{call, raise, to_chair};
use http::HeaderMap;
use rules::{Chair, Trick};
use server::call::Call as CallContext;
use server::call::auth::Callers;
use server::call::caller::Quota;
use server::call::{Rpc, Scopes};
use server::config::Config;
use server::service::AppService;
use server::state::App;
use tonic::{Request, Status};
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

pub(crate) use crate::contract::harness::repeated;
pub(crate) use crate::contract::rooms::recording;

use crate::contract::harness::{BotTurn, refusal, seating, turn_request};

use super::table::CODEC;

pub(crate) struct Service {
    pub(crate) app: Arc<App>,
    pub(crate) rpc: AppService,
}

/// Makes a request as it leaves the call layer.
pub(crate) fn local_request<T>(rpc: Rpc, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(context(rpc));
    request
}

/// Returns the context of a call by a caller without a name.
pub(crate) fn context(rpc: Rpc) -> CallContext {
    let caller = Callers::load("", Quota::default()).unwrap().check(&HeaderMap::new(), &[]).unwrap().caller;
    CallContext { rpc, at: Instant::now(), deadline: None, caller, scopes: Scopes::ALL, trace: None, request: None }
}

impl Service {
    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Service {
        let mut config = Config::embedded();
        config.log.replay = false;
        change(&mut config);
        let app = App::load(config).unwrap();
        Service { rpc: AppService(Arc::clone(&app)), app }
    }

    pub(crate) async fn open(&self, request: v1::OpenRoomRequest) -> Result<v1::Room, Status> {
        Ok(self.rpc.open_room(local_request(Rpc::OpenRoom, request)).await?.into_inner().room.unwrap())
    }

    pub(crate) async fn record(&self, request: v1::RecordEventsRequest) -> Result<v1::RecordEventsResponse, Status> {
        Ok(self.rpc.record_events(local_request(Rpc::RecordEvents, request)).await?.into_inner())
    }

    pub(crate) async fn room(&self, room: &str, audience: v1::Audience, chair: Chair) -> Result<v1::Room, Status> {
        let request = v1::GetRoomRequest {
            room_id: room.to_owned(),
            audience: audience as i32,
            chair: if audience == v1::Audience::Seat { chair_number(chair) } else { 0 },
        };
        Ok(self.rpc.get_room(local_request(Rpc::GetRoom, request)).await?.into_inner())
    }

    pub(crate) async fn watch(&self, request: v1::WatchRoomRequest) -> Result<Updates, Status> {
        Ok(Box::new(self.rpc.watch_room(local_request(Rpc::WatchRoom, request)).await?.into_inner()))
    }

    /// Closes a room; true if it was open.
    pub(crate) async fn close(&self, room: &str) -> bool {
        let request = v1::CloseRoomRequest { room_id: room.to_owned() };
        self.rpc.close_room(local_request(Rpc::CloseRoom, request)).await.unwrap().into_inner().room_id == room
    }

    pub(crate) async fn decide(
        &self,
        rpc: &str,
        request: v1::DecideRequest,
        options: v1::DecisionOptions,
    ) -> Result<v1::Decision, Status> {
        let request = v1::DecideRequest { options: Some(options), ..request };
        let answer = match rpc {
            "Bid" => self.rpc.bid(local_request(Rpc::Bid, request)).await,
            "Play" => self.rpc.play(local_request(Rpc::Play, request)).await,
            "Decide" => self.rpc.decide(local_request(Rpc::Decide, request)).await,
            _ => self.rpc.follow(local_request(Rpc::Follow, request)).await,
        };
        Ok(answer?.into_inner())
    }
}

pub(crate) type Updates = Box<dyn tokio_stream::Stream<Item = Result<v1::WatchRoomResponse, Status>> + Send + Unpin>;

/// Makes the event that a chair has a new occupant; `holds` are the cards of a bot that comes during a hand.
pub(crate) fn seat_changed(who: v1::seat_changed::Who, holds: Option<v1::Cards>) -> v1::room_event::What {
    v1::room_event::What::SeatChanged(v1::SeatChanged { who: Some(who), holds, ..v1::SeatChanged::default() })
}

pub(crate) fn turn(room: &str, chair: Chair, version: Option<u32>) -> v1::DecideRequest {
    turn_request(room, to_chair(chair), version)
}

pub(crate) fn hand_request(chair: Chair, hand: &v1::Hand) -> v1::DecideRequest {
    BotTurn { chair: to_chair(chair), hand: hand.clone() }.decide(None)
}

pub(crate) fn reason_name(status: &Status) -> String {
    refusal(status).1
}

pub(crate) fn opening(room: &str, ruleset: &str, bots: [bool; 3], persona: &str) -> v1::OpenRoomRequest {
    let seated = |is_bot: bool| Chair::ALL.into_iter().filter(move |chair| bots[chair.index()] == is_bot);
    let player = |chair: Chair| v1::PlayerSeat { chair: chair_number(chair), player_id: format!("player-{chair}") };
    v1::OpenRoomRequest {
        card_codec: v1::CardCodec::RanksFrom0 as i32,
        players: seated(false).map(player).collect(),
        ..seating(room, ruleset, persona, &seated(true).map(to_chair).collect::<Vec<_>>())
    }
}

pub(crate) fn chair_number(chair: Chair) -> i32 {
    chair as i32 + 1
}

pub(crate) fn cards(cards: &Cards) -> v1::Cards {
    to_cards(Some(&CODEC), cards)
}

/// Returns the event of the table, if it is one.
pub(crate) fn table_event(what: &What) -> Option<v1::Event> {
    game::event::table_event(what.clone())
}

pub(crate) fn room_event(sequence: u32, hand_number: u32, what: &What) -> v1::RoomEvent {
    v1::RoomEvent { sequence, hand_number, what: Some(what.clone()) }
}

/// Reads a bot's action on the wire, with cards that the bot holds.
pub(crate) fn action(sent: &v1::Action, hand: rules::Hand, rules: &rules::Ruleset) -> rules::Action {
    let form = CardForm::of(Some(CODEC));
    let of_hand = |told: &v1::Cards| {
        let told = form.hand(told).unwrap();
        assert!(hand.contains(told), "{told} is not in {hand}");
        told
    };
    match sent.what.as_ref().unwrap() {
        Act::Call(sent) => rules::Action::Call(call(*sent).unwrap().unwrap()),
        Act::Doubling(sent) => rules::Action::Raise(raise(*sent).unwrap().unwrap()),
        Act::Show(show) => rules::Action::Show(show.open),
        Act::PassOn(given) => rules::Action::PassOn(of_hand(given)),
        Act::Play(combo) => {
            of_hand(combo.cards.as_ref().unwrap());
            rules::Action::Play(Some(form.combo(rules, Trick::Lead, combo).unwrap()))
        }
        Act::Passed(_) => rules::Action::Play(None),
    }
}
