//! `Decide`, decisions in the answer of RecordEvents, and rooms that are opened again in the middle of a session.

use rules::{Deal, Seed};
use tonic::Request;
use wire::v1::*;

use crate::contract::harness::*;

const CHAIRS: [Chair; 3] = [Chair::First, Chair::Second, Chair::Third];

#[tokio::test(flavor = "multi_thread")]
async fn decide_answers_as_the_rpc_of_the_phase_does() {
    let (server, mut client) = serve(&[]).await;
    let auction = history("classic", Chair::First, "344567889TTJJQKK2", &[]);
    let (lead, answer) = (present("3344JJ", [5, 4, 6], ""), present("3344JJ", [5, 4, 6], "99"));
    let bid = client.bid(by_rules(auction.clone())).await.unwrap().into_inner();
    let played = client.play(by_rules(lead.clone())).await.unwrap().into_inner();
    let followed = client.follow(by_rules(answer.clone())).await.unwrap().into_inner();
    for (told, expected, is_complete) in
        [(auction, bid, true), (lead, played, false), (answer.clone(), followed, false)]
    {
        let found = client.decide(by_rules(told)).await.unwrap().into_inner();
        assert_eq!(found.source().complete_history, is_complete);
        assert_eq!(untimed(found), untimed(expected));
    }
    let counted = |line: &str| metric(&server.app, line);
    assert_eq!(counted("thirdseat_rpc_total{rpc=\"Decide\",code=\"OK\"}"), 3.0);
    assert_eq!(counted("thirdseat_rpc_total{rpc=\"Follow\",code=\"OK\"}"), 1.0);
    let only_jacks = LegalPlays { plays: vec![combo("JJ").unwrap()], may_pass: false };
    let listed = DecideRequest { legal_plays: Some(only_jacks), ..by_rules(answer) };
    let decision = client.decide(listed).await.unwrap().into_inner();
    assert_eq!(crate::contract::harness::played(&decision), "JJ");
    let waiting = history("classic", Chair::Second, "344567889TTJJQKK2", &[]);
    let status = client.decide(by_rules(waiting)).await.unwrap_err();
    assert_eq!(refused(&status).1, "NOT_YOUR_TURN");
}

fn opening(room: &str) -> OpenRoomRequest {
    let bot = |(chair, seed)| BotSeat {
        chair: chair as i32,
        persona: String::from("rules"),
        seed: Some(seed),
        disclosed: true,
        ..BotSeat::default()
    };
    OpenRoomRequest {
        request_id: format!("open-{room}"),
        room_id: room.to_owned(),
        ruleset: String::from("classic"),
        bots: CHAIRS.into_iter().zip(1..).map(bot).collect(),
        ..OpenRoomRequest::default()
    }
}

fn dealt(deal: &Deal) -> room_event::What {
    let hand = |(chair, hand): (Chair, rules::Hand)| held(chair, text(&hand.to_string()));
    let holds = CHAIRS.into_iter().zip(rules::Chair::ALL.map(|chair| deal.hand(chair))).map(hand).collect();
    room_event::What::Dealt(Dealt { first: Chair::First as i32, holds })
}

/// A table as a backend keeps it: nothing but what the answers say.
struct Table {
    client: Client,
    room: &'static str,
    bottom: String,
    sequence: u32,
    trips: usize,
    /// True if decisions come with the answers, or are asked for.
    in_one: bool,
    actions: Vec<Action>,
}

impl Table {
    async fn record(&mut self, what: room_event::What) -> RecordEventsResponse {
        self.sequence += 1;
        self.trips += 1;
        let request = RecordEventsRequest {
            room_id: self.room.to_owned(),
            events: vec![RoomEvent { sequence: self.sequence, hand_number: 1, what: Some(what) }],
            decide: self.in_one,
            ..RecordEventsRequest::default()
        };
        self.client.record_events(request).await.unwrap().into_inner()
    }

    /// The action of the bot on turn.
    async fn action(&mut self, told: &RecordEventsResponse) -> Action {
        let decision = match &told.next {
            Some(TurnDecision { chair, result: Some(turn_decision::Result::Decision(decision)), .. }) => {
                assert!(self.in_one && *chair == told.state().turn);
                decision.clone()
            }
            Some(other) => panic!("{other:?}"),
            None => {
                assert!(!self.in_one, "{told:?}");
                self.trips += 1;
                self.client.decide(in_room(self.room, told.state().turn(), None)).await.unwrap().into_inner()
            }
        };
        assert_eq!(decision.source().room_version, Some(told.version));
        self.actions.push(decision.action.clone().unwrap());
        decision.action.unwrap()
    }

    /// Plays a hand to its end.
    async fn play(&mut self, deal: &Deal) -> RecordEventsResponse {
        let mut told = self.record(dealt(deal)).await;
        loop {
            let event = match told.state().stage() {
                Stage::Over | Stage::Redeal => return told,
                Stage::Bottom => found(told.state().landlord(), &self.bottom),
                // The acting chair need not be said.
                _ => acts(Chair::Unspecified, self.action(&told).await.what.unwrap()),
            };
            told = self.record(room_event::What::Table(event)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_hand_takes_one_trip_an_action() {
    let (_server, client) = serve(&[]).await;
    let mut rng = Seed(5).rng();
    let deal = Deal::shuffled(&mut rng);
    let mut tables = Vec::new();
    for (room, in_one) in [("one", true), ("two", false)] {
        let mut client = client.clone();
        client.open_room(opening(room)).await.unwrap();
        let (bottom, actions) = (deal.bottom().to_string(), Vec::new());
        let mut table = Table { client, room, bottom, sequence: 0, trips: 0, in_one, actions };
        let told = table.play(&deal).await;
        assert_eq!((told.state().stage(), told.state().turn, told.state().hand_number), (Stage::Over, 0, 1));
        let score = told.state().score.clone().expect("a seat went out");
        assert_eq!((score.amounts.iter().sum::<i64>(), score.amounts.len()), (0, 3));
        let landlord = score.amounts[told.state().landlord as usize - 1];
        assert_eq!(landlord > 0, score.winner() == Side::Landlord, "{score:?}");
        assert!(score.multiplier > 0 && landlord.unsigned_abs() == 2 * u64::from(score.multiplier), "{score:?}");
        let settled = room_event::What::Settled(Settled { winner: score.winner, ..Settled::default() });
        let told = table.record(settled).await;
        assert_eq!((told.state().stage(), told.next), (Stage::Over, None));
        tables.push(table);
    }
    assert_eq!(tables[0].actions, tables[1].actions, "both ways ask the same bots");
    let turns = tables[0].actions.len();
    // The deal, the bottom and the end are trips of their own.
    assert_eq!((tables[0].trips, tables[1].trips), (turns + 3, 2 * turns + 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_recorded_stays_recorded_when_there_is_no_decision() {
    let (server, mut client) = serve(&[("THINKING__INFLIGHT_MAX", "1")]).await;
    client.open_room(opening("r")).await.unwrap();
    let deal = Deal::shuffled(&mut Seed(6).rng());
    let request = RecordEventsRequest {
        room_id: String::from("r"),
        events: vec![RoomEvent { sequence: 1, hand_number: 1, what: Some(dealt(&deal)) }],
        decide: true,
        ..RecordEventsRequest::default()
    };
    let anyone = server.app.callers.anyone();
    let busy = server.app.admit(&anyone.caller).unwrap();
    let told = client.record_events(request.clone()).await.unwrap().into_inner();
    let Some(TurnDecision { chair, result: Some(turn_decision::Result::Status(status)), .. }) = told.next else {
        panic!("{:?}", told.next)
    };
    assert_eq!((told.sequence, chair, status.code), (1, Chair::First as i32, tonic::Code::ResourceExhausted as i32));
    drop(busy);
    // The same again: nothing new to record, and now there is an answer. It is the one that is stored.
    for repeated in [false, true] {
        let told = client.record_events(request.clone()).await.unwrap().into_inner();
        let Some(TurnDecision { result: Some(turn_decision::Result::Decision(decision)), .. }) = told.next else {
            panic!("{:?}", told.next)
        };
        assert_eq!((told.version, decision.source().repeated, decision.source().room_version), (2, repeated, Some(2)));
    }
    let options = by("rules");
    let status = client.record_events(RecordEventsRequest { options, ..request }).await.unwrap_err();
    assert_eq!(refused(&status).1, "FIELD_CONFLICT");
}

#[tokio::test(flavor = "multi_thread")]
async fn deciding_needs_its_scope() {
    let path = std::env::temp_dir().join(format!("thirdseat-decide-tokens-{}", std::process::id()));
    std::fs::write(&path, "room-backend-00001 rooms\n").unwrap();
    let (_server, client) = serve(&[("GRPC__TOKENS__FILE", path.to_str().unwrap())]).await;
    let open = |decide: bool| {
        let mut request = Request::new(OpenRoomRequest { decide, ..opening("r") });
        request.metadata_mut().insert("authorization", "Bearer room-backend-00001".parse().unwrap());
        let mut client = client.clone();
        async move { client.open_room(request).await }
    };
    assert_eq!(refused(&open(true).await.unwrap_err()).1, "SCOPE_MISSING");
    assert!(open(false).await.is_ok());
    std::fs::remove_file(path).unwrap();
}

/// A room that was lost in the third hand: one call puts it back and answers the bot whose turn it is.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_room_is_opened_again_in_one_call() {
    let (_server, mut client) = serve(&[]).await;
    let told = present("3344JJ", [5, 4, 6], "99").with(|hand| hand.ruleset.clear());
    let request = OpenRoomRequest {
        bots: vec![BotSeat {
            chair: Chair::Third as i32,
            persona: String::from("rules"),
            seed: Some(1),
            disclosed: true,
            ..BotSeat::default()
        }],
        hand: Some(told.hand),
        hand_number: 3,
        sequence: 140,
        decide: true,
        ..opening("lost")
    };
    let recorded = client.open_room(request.clone()).await.unwrap().into_inner();
    let place = (recorded.sequence, recorded.state().hand_number, recorded.state().stage(), recorded.state().turn());
    assert_eq!(place, (140, 3, Stage::Play, Chair::Third));
    let Some(turn_decision::Result::Decision(decision)) = recorded.next.unwrap().result else { panic!("a decision") };
    assert_eq!(played(&decision), "JJ");
    // The same call again finds the same room and the same answer.
    let again = client.open_room(request).await.unwrap().into_inner();
    let Some(turn_decision::Result::Decision(same)) = again.next.unwrap().result else { panic!("a decision") };
    assert_eq!(same, repeated(decision));
    let passed = room_event::What::Table(plays(Chair::Unspecified, ""));
    let next = RoomEvent { sequence: 141, hand_number: 3, what: Some(passed) };
    let request =
        RecordEventsRequest { room_id: String::from("lost"), events: vec![next], ..RecordEventsRequest::default() };
    assert_eq!(client.record_events(request).await.unwrap().into_inner().sequence, 141);

    // Or with the events of the hand, from its deal.
    let deal = Deal::shuffled(&mut Seed(7).rng());
    let events = vec![RoomEvent { sequence: 1, hand_number: 1, what: Some(dealt(&deal)) }];
    let told = client.open_room(OpenRoomRequest { events, ..opening("told") }).await.unwrap().into_inner();
    assert_eq!((told.sequence, told.state().stage(), &told.next), (1, Stage::Auction, &None));
    assert_eq!(told.room.unwrap().state().turn(), Chair::First);
    // An impossible event opens no room.
    let events = vec![RoomEvent { sequence: 5, hand_number: 1, what: Some(dealt(&deal)) }];
    let status = client.open_room(OpenRoomRequest { events, ..opening("gap") }).await.unwrap_err();
    assert_eq!(refused(&status).1, "SEQUENCE_GAP");
    let status = client.get_room(GetRoomRequest { room_id: String::from("gap"), ..Default::default() }).await;
    assert_eq!(refused(&status.unwrap_err()).1, "ROOM_NOT_FOUND");
}
