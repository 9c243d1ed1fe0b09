//! A server in this process on free ports, and short functions for requests.

use std::collections::HashMap;
use std::sync::Arc;

use server::config::{Config, Sources};
use server::server::serve::{RunningServer, start};
use server::state::App;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};
use tonic_types::StatusExt;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::v1::*;

pub(crate) type Client = CompanionServiceClient<Channel>;

/// Returns a configuration on free ports, with these variables of the environment on top. `FIXED__…` are limits that are no settings.
pub(crate) fn config(variables: &[(&str, &str)]) -> Config {
    let mut environment: HashMap<String, String> = HashMap::new();
    let quiet = [("GRPC__LISTEN", "127.0.0.1:0"), ("ADMIN__LISTEN", "127.0.0.1:0"), ("LOG__REPLAY", "false")];
    let mut fixed = String::new();
    for (key, value) in quiet.iter().chain(variables) {
        match key.strip_prefix("FIXED__") {
            Some(limit) => fixed += &format!("{} = {value}\n", limit.to_lowercase()),
            None => drop(environment.insert(format!("THIRDSEAT__{key}"), (*value).to_owned())),
        }
    }
    let config = Sources { environment, ..Sources::default() }.read().unwrap_or_else(|error| panic!("{error}"));
    Config { fixed: toml::from_str(&fixed).unwrap(), ..config }
}

/// Long budgets, so that puzzles are made and solved even on a slow machine.
pub(crate) const LONG_BUDGETS: &[(&str, &str)] = &[("FIXED__GENERATE_MS", "600000"), ("BUDGETS__SOLVE_MS", "600000")];

pub(crate) async fn serve(variables: &[(&str, &str)]) -> (RunningServer, Client) {
    let running = start_server(variables).await;
    let client = connect(&running).await;
    (running, client)
}

pub(crate) async fn start_server(variables: &[(&str, &str)]) -> RunningServer {
    start(App::load(config(variables)).unwrap()).await.unwrap()
}

pub(crate) async fn connect(running: &RunningServer) -> Client {
    Client::new(channel(running).await)
}

pub(crate) async fn channel(running: &RunningServer) -> Channel {
    Endpoint::from_shared(format!("http://{}", running.grpc)).unwrap().connect().await.unwrap()
}

pub(crate) fn metric(app: &Arc<App>, line: &str) -> f64 {
    let page = app.metrics_page();
    let found = page.lines().find_map(|found| found.strip_prefix(line)?.strip_prefix(' ')?.parse().ok());
    found.unwrap_or(0.0)
}

pub(crate) fn as_cards(text: &str) -> Option<Cards> {
    Some(Cards { ids: Vec::new(), text: text.to_owned() })
}

pub(crate) fn id_cards(ids: &[u32]) -> Option<Cards> {
    Some(Cards { ids: ids.to_vec(), text: String::new() })
}

pub(crate) fn combo(cards: &str) -> Option<Combo> {
    Some(Combo { cards: as_cards(cards), ..Combo::default() })
}

pub(crate) const CHAIRS: [Chair; 3] = [Chair::First, Chair::Second, Chair::Third];

/// A bot's turn in a call without a room.
#[derive(Clone, Debug)]
pub(crate) struct BotTurn {
    pub(crate) chair: Chair,
    pub(crate) hand: Hand,
}

impl BotTurn {
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Hand)) -> BotTurn {
        change(&mut self.hand);
        self
    }

    pub(crate) fn with_present(self, change: impl FnOnce(&mut Present)) -> BotTurn {
        self.with(|hand| change(hand.present.as_mut().unwrap()))
    }

    pub(crate) fn holding(self, cards: Option<Cards>) -> BotTurn {
        self.with(|hand| hand.holds[0].cards = cards)
    }

    pub(crate) fn position(&self) -> Option<decide_request::Position> {
        Some(decide_request::Position::Hand(self.hand.clone()))
    }

    pub(crate) fn decide(self, options: Option<DecisionOptions>) -> DecideRequest {
        DecideRequest { chair: self.chair as i32, position: self.position(), options, ..DecideRequest::default() }
    }

    pub(crate) fn review(self, action: action::What, options: Option<DecisionOptions>) -> ReviewPlayRequest {
        let BotTurn { chair, hand } = self;
        ReviewPlayRequest {
            chair: chair as i32,
            hand: Some(hand),
            action: Some(Action { what: Some(action) }),
            options,
        }
    }
}

/// `hands` are in the order of the chairs.
pub(crate) fn endgame(ruleset: &str, hands: &[&str]) -> SolveEndgameRequest {
    let holds = CHAIRS.into_iter().zip(hands).map(|(chair, cards)| holds(chair, as_cards(cards))).collect();
    let hand = Hand { ruleset: ruleset.to_owned(), holds, ..Hand::default() };
    SolveEndgameRequest { hand: Some(hand), ..SolveEndgameRequest::default() }
}

/// Makes an endgame with these wild ranks. It asks for all first plays and for the line.
pub(crate) fn wild_endgame(ruleset: &str, wilds: &str, hands: &[&str]) -> SolveEndgameRequest {
    let mut asked = endgame(ruleset, hands);
    asked.hand.as_mut().unwrap().present = Some(Box::new(Present { wilds: wilds.to_owned(), ..Present::default() }));
    SolveEndgameRequest { want_all_first_plays: true, want_line: true, ..asked }
}

pub(crate) fn holds(chair: Chair, cards: Option<Cards>) -> ChairCards {
    ChairCards { chair: chair as i32, cards }
}

pub(crate) fn acts(chair: Chair, what: action::What) -> Event {
    Event { chair: chair as i32, what: Some(event::What::Action(Action { what: Some(what) })) }
}

pub(crate) fn calls(chair: Chair, call: Call) -> Event {
    acts(chair, action::What::Call(call as i32))
}

/// Makes the event of a play; no cards are a pass.
pub(crate) fn plays(chair: Chair, cards: &str) -> Event {
    let pass = action::What::Passed(true);
    acts(chair, if cards.is_empty() { pass } else { action::What::Play(combo(cards).unwrap()) })
}

/// Makes the event that the chair takes the bottom as the landlord.
pub(crate) fn takes(chair: Chair, bottom: &str) -> Event {
    Event { chair: chair as i32, what: Some(event::What::LandlordFound(as_cards(bottom).unwrap())) }
}

/// Makes the turn of the third chair with this hand. The first chair is the landlord; `standing` is its combo, if any.
pub(crate) fn present(hand: &str, left: [u32; 3], standing: &str) -> BotTurn {
    let counted = |(chair, cards_left)| ChairPresent { chair, cards_left, played: None, open: None };
    let present = Present {
        landlord: Chair::First as i32,
        chairs: (1..).zip(left).map(counted).collect(),
        standing: (!standing.is_empty()).then(|| ComboToBeat { chair: Chair::First as i32, combo: combo(standing) }),
        ..Present::default()
    };
    let hand = Hand {
        ruleset: String::from("classic"),
        holds: vec![holds(Chair::Third, as_cards(hand))],
        present: Some(Box::new(present)),
        ..Hand::default()
    };
    BotTurn { chair: Chair::Third, hand }
}

/// Adds the cards that the chairs of [`present`] have played.
pub(crate) fn with_played(told: BotTurn, played: [&str; 3]) -> BotTurn {
    told.with_present(|present| {
        present.chairs.iter_mut().zip(played).for_each(|(chair, played)| chair.played = as_cards(played));
    })
}

pub(crate) fn history(ruleset: &str, chair: Chair, hand: &str, said: &[(Chair, Call)]) -> BotTurn {
    let hand = Hand {
        ruleset: ruleset.to_owned(),
        holds: vec![holds(chair, as_cards(hand))],
        events: said.iter().map(|&(chair, call)| calls(chair, call)).collect(),
        ..Hand::default()
    };
    BotTurn { chair, hand }
}

/// Makes the landlord's turn before its lead, without an auction. The landlord is the first chair.
pub(crate) fn turn_before_the_lead(hand: &str, bottom: &str) -> BotTurn {
    history("classic", Chair::First, hand, &[]).with(|hand| hand.events.push(takes(Chair::First, bottom)))
}

pub(crate) fn by_bot(persona: &str) -> Option<DecisionOptions> {
    Some(DecisionOptions { persona: persona.to_owned(), ..DecisionOptions::default() })
}

pub(crate) fn without_time(mut decision: Decision) -> Decision {
    decision.source.as_mut().unwrap().compute_us = 0;
    decision
}

pub(crate) fn repeated(mut decision: Decision) -> Decision {
    decision.source.as_mut().unwrap().repeated = true;
    decision
}

pub(crate) fn rules_request(told: BotTurn) -> DecideRequest {
    told.decide(by_bot("rules"))
}

/// Makes the opening of a room with bots of a persona on these chairs, each with its own seed.
pub(crate) fn seating(room: &str, ruleset: &str, persona: &str, chairs: &[Chair]) -> OpenRoomRequest {
    let bot = |&chair: &Chair| BotSeat {
        chair: chair as i32,
        persona: persona.to_owned(),
        seed: Some(chair as u64),
        disclosed: true,
        ..BotSeat::default()
    };
    OpenRoomRequest {
        request_id: format!("open-{room}"),
        room_id: room.to_owned(),
        ruleset: ruleset.to_owned(),
        bots: chairs.iter().map(bot).collect(),
        ..OpenRoomRequest::default()
    }
}

pub(crate) fn turn_request(room: &str, chair: Chair, version: Option<u32>) -> DecideRequest {
    let position = Some(decide_request::Position::RoomId(room.to_owned()));
    DecideRequest { chair: chair as i32, position, room_version: version, ..DecideRequest::default() }
}

/// Returns the play of a decision as text; empty for a pass.
pub(crate) fn play_text(decision: &Decision) -> String {
    match decision.action.as_ref().and_then(|action| action.what.clone()) {
        Some(action::What::Play(combo)) => combo.cards.unwrap().text,
        Some(action::What::Passed(_)) => String::new(),
        other => panic!("{other:?} is no play"),
    }
}

/// Returns code, reason and field of a refusal.
pub(crate) fn refusal(status: &Status) -> (Code, String, String) {
    let details = status.get_error_details();
    let bad = details.bad_request().and_then(|bad| bad.field_violations.first()).map(|it| it.field.clone());
    let failed =
        details.precondition_failure().and_then(|failed| failed.violations.first()).map(|it| it.subject.clone());
    let header = status.metadata().get("thirdseat-field").map(|field| field.to_str().unwrap().to_owned());
    let field = match status.code() {
        Code::InvalidArgument | Code::NotFound | Code::AlreadyExists => bad,
        Code::FailedPrecondition | Code::Aborted => failed,
        _ => header,
    };
    let reason = details.error_info().map(|info| info.reason.clone());
    (status.code(), reason.unwrap_or_default(), field.unwrap_or_default())
}

pub(crate) fn list_request(told: BotTurn) -> ListLegalPlaysRequest {
    ListLegalPlaysRequest { chair: told.chair as i32, hand: Some(told.hand) }
}

pub(crate) fn bare_turn(ruleset: &str, cards: &str, wilds: &str) -> BotTurn {
    let present = Present { wilds: wilds.to_owned(), ..Present::default() };
    history(ruleset, Chair::First, cards, &[]).with(|hand| hand.present = Some(Box::new(present)))
}

pub(crate) fn list_warning(decision: &Decision) -> Option<String> {
    decision.warnings.iter().find(|it| it.rule == "LIST_DIFFERS").map(|it| it.message.clone())
}

/// Makes the event of a gift; `-` hides its cards.
pub(crate) fn gift_event(chair: Chair, cards: &str) -> Event {
    let cards = Some(cards).filter(|cards| *cards != "-").and_then(as_cards);
    acts(chair, action::What::PassOn(cards.unwrap_or_default()))
}

pub(crate) const HANDS: [&str; 3] = ["33334444555566667", "7778888999TTTTJJJ", "9JQQQQKKKKAAAA222"];

/// Makes the first chair's turn after these three gifts.
pub(crate) fn turn_after_gifts(hand: &str, gifts: [&str; 3]) -> BotTurn {
    let events = CHAIRS.into_iter().zip(gifts).map(|(chair, cards)| gift_event(chair, cards)).collect();
    history("classic pass-on=next", Chair::First, hand, &[]).with(|hand| hand.events = events)
}

/// `open` is the landlord's open hand; empty if unknown.
pub(crate) fn present_with_open_hand(open: &str) -> BotTurn {
    let told = present("33AA", [0, 4, 4], "").with(|hand| hand.ruleset = String::from("classic open-hand=yes"));
    told.with_present(|present| present.chairs[0].open = as_cards(open).filter(|_| !open.is_empty()))
}

pub(crate) fn show_event(chair: Chair, cards: &str, factor: u32) -> Event {
    acts(chair, action::What::Show(Show { open: true, hand: as_cards(cards), factor }))
}

pub(crate) fn by_token<T>(token: &str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    request
}
