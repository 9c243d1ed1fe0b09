//! A server in this process on free ports, and short words for requests.

use std::collections::HashMap;
use std::sync::Arc;

use server::config::{Config, Sources};
use server::server::compose;
use server::server::serve::{Running, start};
use server::state::App;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};
use tonic_types::StatusExt;
use wire::v1::companion_service_client::CompanionServiceClient;
use wire::v1::*;

pub(crate) type Client = CompanionServiceClient<Channel>;

/// The defaults on free ports, with these variables of the environment on top.
pub(crate) fn config(variables: &[(&str, &str)]) -> Config {
    let mut environment: HashMap<String, String> = HashMap::new();
    let quiet = [("GRPC__LISTEN", "127.0.0.1:0"), ("ADMIN__LISTEN", "127.0.0.1:0"), ("LOG__REPLAY", "false")];
    for (key, value) in quiet.iter().chain(variables) {
        environment.insert(format!("THIRDSEAT__{key}"), (*value).to_owned());
    }
    Sources { environment, ..Sources::none() }.read().unwrap_or_else(|error| panic!("{error}"))
}

/// Puzzles are made and solved however slow the machine is.
pub(crate) const UNHURRIED: &[(&str, &str)] = &[("BUDGETS__GENERATE_MS", "600000"), ("BUDGETS__SOLVE_MS", "600000")];

/// A running server and a client of it.
pub(crate) async fn serve(variables: &[(&str, &str)]) -> (Running, Client) {
    let running = start(compose::app(config(variables)).unwrap()).await.unwrap();
    let client = connect(&running).await;
    (running, client)
}

pub(crate) async fn connect(running: &Running) -> Client {
    let endpoint = Endpoint::from_shared(format!("http://{}", running.grpc)).unwrap();
    Client::new(endpoint.connect().await.unwrap())
}

/// What the admin port says to a path: status line and page.
pub(crate) async fn admin(running: &Running, path: &str) -> (String, String) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(running.admin).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, page) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), page.to_owned())
}

pub(crate) fn metric(app: &Arc<App>, line: &str) -> f64 {
    let page = app.metrics_page();
    let found = page.lines().find_map(|found| found.strip_prefix(line)?.strip_prefix(' ')?.parse().ok());
    found.unwrap_or(0.0)
}

pub(crate) fn text(text: &str) -> Option<Cards> {
    Some(Cards { ids: Vec::new(), text: text.to_owned() })
}

pub(crate) fn ids(ids: &[u32]) -> Option<Cards> {
    Some(Cards { ids: ids.to_vec(), text: String::new() })
}

pub(crate) fn combo(cards: &str) -> Option<Combo> {
    Some(Combo { cards: text(cards), ..Combo::default() })
}

/// The present alone: `up` to play with this hand, the landlord's combo to beat if there is one.
pub(crate) fn present(hand: &str, left: [u32; 3], standing: &str) -> View {
    let standing =
        (!standing.is_empty()).then(|| Standing { seat: Seat::Landlord as i32, combo: combo(standing), passes: None });
    View {
        ruleset: String::from("classic"),
        seat: Seat::Up as i32,
        hand: text(hand),
        cards_left: Some(SeatCounts { landlord: left[0], down: left[1], up: left[2] }),
        standing,
        ..View::default()
    }
}

/// A view in the text of positions, as a request: the whole history of an auctioned or seated hand.
pub(crate) fn history(ruleset: &str, chair: Chair, hand: &str, calls: &[(Chair, Call)]) -> View {
    let event = |&(chair, call): &(Chair, Call)| Event {
        what: Some(event::What::Called(Called { chair: chair as i32, call: call as i32 })),
    };
    View {
        ruleset: ruleset.to_owned(),
        chair: chair as i32,
        hand: text(hand),
        events: calls.iter().map(event).collect(),
        events_complete: true,
        ..View::default()
    }
}

pub(crate) fn by(persona: &str) -> Option<DecisionOptions> {
    Some(DecisionOptions { persona: persona.to_owned(), ..DecisionOptions::default() })
}

/// The decision without the time that it took.
pub(crate) fn untimed(mut decision: Decision) -> Decision {
    decision.source.as_mut().unwrap().compute_us = 0;
    decision
}

/// The decision as the answer to the same question asked again.
pub(crate) fn repeated(mut decision: Decision) -> Decision {
    decision.source.as_mut().unwrap().repeated = true;
    decision
}

/// What the bot `rules` is asked.
pub(crate) fn by_rules(view: View) -> DecideRequest {
    DecideRequest { position: Some(decide_request::Position::View(view)), options: by("rules"), legal_plays: None }
}

/// The play of a decision as text; empty for a pass.
pub(crate) fn played(decision: &Decision) -> String {
    match decision.action.as_ref().and_then(|action| action.what.clone()) {
        Some(action::What::Play(combo)) => combo.cards.unwrap().text,
        Some(action::What::Passed(_)) => String::new(),
        other => panic!("{other:?} is no play"),
    }
}

/// Code, reason and field of a refusal.
pub(crate) fn refused(status: &Status) -> (Code, String, String) {
    let details = status.get_error_details();
    let field = details.bad_request().and_then(|bad| bad.field_violations.first()).map(|it| it.field.clone());
    let reason = details.error_info().map(|info| info.reason.clone());
    (status.code(), reason.unwrap_or_default(), field.unwrap_or_default())
}
