//! A backend's side of the wire: messages made from its own table, and calls on a service without a network.

use std::sync::Arc;
use std::time::Instant;

use game::cards::{Cards, Hint};
use game::event::Announcement::{Called, LandlordFound, PassedOn, Raised, Shown};
use game::event::TableEvent;
use game::names::{to_call, to_chair, to_raise};
use http::HeaderMap;
use rules::{Call, Chair, Combo, Raise, Side};
use server::call::Call as CallContext;
use server::call::auth::Callers;
use server::call::caller::Quota;
use server::call::{Rpc, Scopes};
use server::config::Config;
use server::room::state::RoomEventKind;
use server::server::compose;
use server::service::Companions;
use tonic::{Request, Status};
use wire::v1;
use wire::v1::companion_service_server::CompanionService;

pub(crate) use crate::contract::harness::repeated;
pub(crate) use crate::contract::rooms::recording;

use crate::contract::harness::{Told, in_room, refused};
use crate::contract::rooms::seating;

use super::table::CODEC;

pub(crate) struct Service {
    pub(crate) app: Arc<server::state::App>,
    pub(crate) rpc: Companions,
}

/// Makes a request as it leaves the call layer.
pub(crate) fn local<T>(rpc: Rpc, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.extensions_mut().insert(context(rpc));
    request
}

/// Returns the circumstances of a call by a caller without a name.
pub(crate) fn context(rpc: Rpc) -> CallContext {
    let caller = Callers::load("", Quota::default()).unwrap().check(&HeaderMap::new(), &[]).unwrap().caller;
    CallContext { rpc, at: Instant::now(), deadline: None, caller, scopes: Scopes::ALL, trace: None, request: None }
}

impl Service {
    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Service {
        let mut config = Config::embedded();
        config.log.replay = false;
        change(&mut config);
        let app = compose::app(config).unwrap();
        Service { rpc: Companions::new(Arc::clone(&app)), app }
    }

    pub(crate) async fn open(&self, request: v1::OpenRoomRequest) -> Result<v1::Room, Status> {
        Ok(self.rpc.open_room(local(Rpc::OpenRoom, request)).await?.into_inner().room.unwrap())
    }

    pub(crate) async fn record(&self, request: v1::RecordEventsRequest) -> Result<v1::RecordEventsResponse, Status> {
        Ok(self.rpc.record_events(local(Rpc::RecordEvents, request)).await?.into_inner())
    }

    pub(crate) async fn room(&self, room: &str, audience: v1::Audience, chair: Chair) -> Result<v1::Room, Status> {
        let request = v1::GetRoomRequest {
            room_id: room.to_owned(),
            audience: audience as i32,
            chair: if audience == v1::Audience::Seat { chair_number(chair) } else { 0 },
        };
        Ok(self.rpc.get_room(local(Rpc::GetRoom, request)).await?.into_inner())
    }

    pub(crate) async fn watch(&self, request: v1::WatchRoomRequest) -> Result<Updates, Status> {
        Ok(Box::new(self.rpc.watch_room(local(Rpc::WatchRoom, request)).await?.into_inner()))
    }

    /// Closes a room; true if it was open.
    pub(crate) async fn close(&self, room: &str) -> bool {
        let request = v1::CloseRoomRequest { room_id: room.to_owned() };
        self.rpc.close_room(local(Rpc::CloseRoom, request)).await.unwrap().into_inner().room_id == room
    }

    /// Asks by the RPC of that name.
    pub(crate) async fn decide(
        &self,
        rpc: &str,
        request: v1::DecideRequest,
        options: v1::DecisionOptions,
    ) -> Result<v1::Decision, Status> {
        let request = v1::DecideRequest { options: Some(options), ..request };
        let answer = match rpc {
            "Bid" => self.rpc.bid(local(Rpc::Bid, request)).await,
            "Play" => self.rpc.play(local(Rpc::Play, request)).await,
            "Decide" => self.rpc.decide(local(Rpc::Decide, request)).await,
            _ => self.rpc.follow(local(Rpc::Follow, request)).await,
        };
        Ok(answer?.into_inner())
    }
}

pub(crate) type Updates = Box<dyn tokio_stream::Stream<Item = Result<v1::WatchRoomResponse, Status>> + Send + Unpin>;

/// Makes the event of another occupant; `holds` are the cards of a bot that comes during a hand.
pub(crate) fn seat_changed(who: v1::seat_changed::Who, holds: Option<v1::Cards>) -> v1::room_event::What {
    v1::room_event::What::SeatChanged(v1::SeatChanged { who: Some(who), holds, ..v1::SeatChanged::default() })
}

/// Makes a bot's turn in a room.
pub(crate) fn turn(room: &str, chair: Chair, version: Option<u32>) -> v1::DecideRequest {
    in_room(room, to_chair(chair), version)
}

/// Makes a turn without a room.
pub(crate) fn told(chair: Chair, hand: &v1::Hand) -> v1::DecideRequest {
    Told { chair: to_chair(chair), hand: hand.clone() }.asked(None)
}

/// Returns the reason of an error.
pub(crate) fn reason(status: &Status) -> String {
    refused(status).1
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
    v1::Cards { ids: cards.ids(&CODEC).unwrap(), text: String::new() }
}

fn by_chair(told: &[Option<Cards>; 3]) -> Vec<v1::ChairCards> {
    let told = Chair::ALL.into_iter().zip(told).filter_map(|(chair, held)| Some((chair, held.as_ref()?)));
    told.map(|(chair, held)| v1::ChairCards { chair: chair_number(chair), cards: Some(cards(held)) }).collect()
}

fn combo(told: &Cards, hint: &Hint) -> v1::Combo {
    v1::Combo {
        cards: Some(cards(told)),
        kind: hint.kind.map(|kind| kind.name().to_owned()).unwrap_or_default(),
        key: hint.key.map(|key| String::from(key.letter())).unwrap_or_default(),
        length: hint.run.map_or(0, u32::from),
        stands_for: String::new(),
    }
}

/// Makes the message of a table's event; `None` for the other events of a room.
pub(crate) fn table_event(what: &RoomEventKind) -> Option<v1::Event> {
    use v1::action::What as Act;
    use v1::event::What as Event;
    let act = |what| Event::Action(v1::Action { what: Some(what) });
    let (chair, event) = match what {
        RoomEventKind::Table(TableEvent::WildShown(rank)) => (None, Event::WildShown(rank.to_string())),
        RoomEventKind::Table(TableEvent::Announced(chair, announcement)) => {
            let event = match announcement {
                PassedOn(told) => act(Act::PassOn(told.as_ref().map(cards).unwrap_or_default())),
                Called(call) => act(Act::Call(to_call(*call) as i32)),
                LandlordFound(bottom) => Event::LandlordFound(cards(bottom)),
                Raised(raise) => act(Act::Doubling(to_raise(*raise) as i32)),
                Shown(open) => act(Act::Show(v1::Show {
                    open: open.is_some(),
                    hand: open.as_ref().map(|(hand, _)| cards(hand)),
                    factor: open.as_ref().map_or(0, |(_, factor)| u32::from(factor.number())),
                })),
            };
            (*chair, event)
        }
        RoomEventKind::Table(TableEvent::Played(chair, told, hint)) => (*chair, act(Act::Play(combo(told, hint)))),
        RoomEventKind::Table(TableEvent::Passed(chair)) => (*chair, act(Act::Passed(true))),
        _ => return None,
    };
    Some(v1::Event { chair: chair.map_or(0, chair_number), what: Some(event) })
}

/// Makes the message of a room's event.
pub(crate) fn room_event(sequence: u32, hand_number: u32, what: &RoomEventKind) -> v1::RoomEvent {
    use v1::room_event::What as Event;
    let event = match what {
        RoomEventKind::Dealt(dealt) => {
            Event::Dealt(v1::Dealt { first: chair_number(dealt.first), holds: by_chair(&dealt.holds) })
        }
        RoomEventKind::Settled(settled) => Event::Settled(v1::Settled {
            winner: settled.winner.map_or(0, |side| if side == Side::Landlord { 1 } else { 2 }),
            amounts: settled.amounts.clone(),
            remaining: by_chair(&settled.remaining),
            boards: settled.boards.clone(),
        }),
        what => Event::Table(table_event(what).unwrap()),
    };
    v1::RoomEvent { sequence, hand_number, what: Some(event) }
}

/// Converts a bot's action on the wire to one of the rules.
pub(crate) fn action(sent: &v1::Action, hand: rules::Hand, rules: &rules::Ruleset) -> rules::Action {
    use v1::action::What as Action;
    match sent.what.as_ref().unwrap() {
        Action::Call(number) => {
            rules::Action::Call(Call::ALL.into_iter().find(|call| to_call(*call) as i32 == *number).unwrap())
        }
        Action::Doubling(number) => {
            rules::Action::Raise(Raise::ALL.into_iter().find(|raise| to_raise(*raise) as i32 == *number).unwrap())
        }
        Action::Show(show) => rules::Action::Show(show.open),
        Action::Passed(_) => rules::Action::Play(None),
        Action::PassOn(given) => {
            let told = CODEC.decode(&given.ids).unwrap();
            assert!(hand.contains(told), "{told} is not in {hand}");
            rules::Action::PassOn(told)
        }
        Action::Play(play) => {
            let told = CODEC.decode(&play.cards.as_ref().unwrap().ids).unwrap();
            assert!(hand.contains(told), "{told} is not in {hand}");
            let fits = |combo: &&Combo| {
                combo.kind().name() == play.kind
                    && String::from(combo.key().letter()) == play.key
                    && u32::from(combo.run()) == play.length
            };
            rules::Action::Play(Some(*rules.readings(told).as_slice().iter().find(fits).unwrap()))
        }
    }
}
