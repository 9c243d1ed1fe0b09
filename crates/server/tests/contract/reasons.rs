//! Every reason of the documented table can be provoked, and says what the table says.

use server::error::Reason;
use tonic::Status;
use tonic_types::StatusExt;
use wire::v1::*;

use crate::harness::*;

fn page() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/use/integration.md");
    std::fs::read_to_string(path).unwrap()
}

/// `| `NAME` | CODE | retry | About. |`
#[test]
fn the_page_shows_the_table_of_reasons() {
    let page = page();
    let rows: Vec<&str> =
        page.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 5).collect();
    let shown: Vec<&str> = rows
        .iter()
        .copied()
        .filter(|row| Reason::ALL.iter().any(|it| row.starts_with(&format!("| `{}` ", it.name))))
        .collect();
    let wanted: Vec<String> = Reason::ALL.iter().map(row).collect();
    assert_eq!(shown, wanted, "expected\n{}", wanted.join("\n"));
}

fn row(reason: &Reason) -> String {
    let code = server::observe::metrics::CODES[reason.code as usize];
    format!("| `{}` | {code} | {} | {} |", reason.name, reason.retry.word(), reason.about)
}

/// What provokes a reason: the RPC's own way to fail, and the field that is to blame where one is.
struct Case {
    reason: Reason,
    field: &'static str,
    status: Status,
}

/// Reasons whose provocations stand elsewhere: those of rooms in `rooms.rs`, which counts them too, doors and time.
fn is_tested_elsewhere(reason: Reason) -> bool {
    let index = |reason: Reason| Reason::ALL.iter().position(|it| *it == reason).unwrap();
    let rooms = index(Reason::ROOM_ID_INVALID)..=index(Reason::ROOM_UNREADABLE);
    let others = [
        Reason::REQUEST_UNREADABLE,
        Reason::STREAM_IDLE,
        Reason::OVERLOADED,
        Reason::QUOTA_EXCEEDED,
        Reason::DEADLINE_PASSED,
        Reason::TOKEN_MISSING,
        Reason::TOKEN_UNKNOWN,
        Reason::SCOPE_MISSING,
        Reason::FAULT,
    ];
    // Reasons of calls that are not gRPC have theirs in `web.rs`.
    let web = index(Reason::JSON_UNREADABLE)..=index(Reason::ORIGIN_REFUSED);
    (rooms.contains(&index(reason)) && reason != Reason::PERSONA_FIXED)
        || others.contains(&reason)
        || web.contains(&index(reason))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_reason_can_be_provoked() {
    let (_server, client) = serve(&[]).await;
    let mut cases = cards(client.clone()).await;
    cases.extend(requests(client.clone()).await);
    cases.extend(positions(client).await);
    for Case { reason, field, status } in &cases {
        let (code, name, at) = refused(status);
        assert_eq!((code, name.as_str(), at.as_str()), (reason.code, reason.name, *field), "{status:?}");
        let details = status.get_error_details();
        assert_eq!(details.error_info().unwrap().metadata["retry"], reason.retry.word());
        assert!(status.message().starts_with(field), "{status:?}");
    }
    for reason in Reason::ALL.iter().filter(|reason| !is_tested_elsewhere(**reason)) {
        assert!(cases.iter().any(|case| case.reason == *reason), "{} is not provoked", reason.name);
    }
}

async fn cards(mut client: Client) -> Vec<Case> {
    let mut cases = Vec::new();
    let table: [(Reason, &str, CardCodec, Cards); 8] = [
        (Reason::CARD_UNKNOWN, "view.hand.ids[1]", CardCodec::RanksFrom0, ids(&[3, 99]).unwrap()),
        (Reason::CARD_DUPLICATED, "view.hand.ids[1]", CardCodec::RanksFrom0, ids(&[3, 3]).unwrap()),
        (Reason::TOO_MANY_OF_RANK, "view.hand.ids[1]", CardCodec::Douzero, ids(&[30, 30]).unwrap()),
        (Reason::COUNTS_LENGTH, "view.hand.ids", CardCodec::Counts15, ids(&[1, 2]).unwrap()),
        (Reason::CODEC_MIXED, "view.hand", CardCodec::Douzero, Cards { ids: vec![3], text: String::from("4") }),
        (Reason::CODEC_MISSING, "view.hand.ids", CardCodec::Unspecified, ids(&[3]).unwrap()),
        (Reason::TEXT_UNREADABLE, "view.hand.text", CardCodec::Unspecified, text("33?").unwrap()),
        (Reason::TEXT_TOO_LONG, "view.hand.text", CardCodec::Unspecified, text(&"3 ".repeat(200)).unwrap()),
    ];
    for (reason, field, codec, cards) in table {
        let view = View { card_codec: codec as i32, hand: Some(cards), ..present("", [5, 4, 2], "") };
        cases.push(Case { reason, field, status: client.play(by_rules(view)).await.unwrap_err() });
    }
    let mut request = by_rules(present("3344JJ", [5, 4, 6], "99"));
    request.legal_plays =
        Some(LegalPlays { plays: vec![text("QQ").unwrap()], may_pass: true, ..LegalPlays::default() });
    let status = client.follow(request).await.unwrap_err();
    cases.push(Case { reason: Reason::NOT_HELD, field: "legal_plays.plays[0]", status });
    let status = client.follow(by_rules(present("3344JJ", [5, 4, 6], "9T"))).await.unwrap_err();
    cases.push(Case { reason: Reason::NO_COMBO, field: "view.standing.combo.cards", status });
    cases
}

async fn requests(mut client: Client) -> Vec<Case> {
    let mut cases = Vec::new();
    let good = || present("3344JJ", [5, 4, 6], "");
    let views: [(Reason, &str, View); 6] = [
        (Reason::FIELD_MISSING, "view.hand", View { hand: None, ..good() }),
        (Reason::FIELD_CONFLICT, "view.seat", View { chair: Chair::First as i32, ..good() }),
        (Reason::VALUE_UNKNOWN, "view.seat", View { seat: 9, ..good() }),
        (Reason::UNKNOWN_RULESET, "view.ruleset", View { ruleset: String::from("poker"), ..good() }),
        (Reason::TEXT_TOO_LONG, "view.ruleset", View { ruleset: "x".repeat(2000), ..good() }),
        (Reason::TOO_MANY_ITEMS, "view.events", View { events: vec![Event::default(); 257], ..good() }),
    ];
    for (reason, field, view) in views {
        cases.push(Case { reason, field, status: client.play(by_rules(view)).await.unwrap_err() });
    }
    let status = client.play(DecideRequest { options: by("stranger"), ..by_rules(good()) }).await.unwrap_err();
    cases.push(Case { reason: Reason::UNKNOWN_PERSONA, field: "options.persona", status });
    let status =
        client.play(DecideRequest { legal_plays: Some(LegalPlays::default()), ..by_rules(good()) }).await.unwrap_err();
    cases.push(Case { reason: Reason::EMPTY_LEGAL_PLAYS, field: "legal_plays", status });
    let room = RoomTurn { room_id: String::from("r"), chair: Chair::First as i32, ..RoomTurn::default() };
    let request =
        DecideRequest { position: Some(decide_request::Position::Room(room)), options: by("rules"), legal_plays: None };
    let status = client.play(request).await.unwrap_err();
    cases.push(Case { reason: Reason::PERSONA_FIXED, field: "options.persona", status });
    let request = ListPersonasRequest { page_size: 2, page_token: String::from("7000") };
    let status = client.list_personas(request).await.unwrap_err();
    cases.push(Case { reason: Reason::PAGE_TOKEN_UNKNOWN, field: "page_token", status });
    let request = PlanCompanionsRequest { policy: String::from("moon"), ..Default::default() };
    let status = client.plan_companions(request).await.unwrap_err();
    cases.push(Case { reason: Reason::UNKNOWN_POLICY, field: "policy", status });
    cases
}

async fn positions(mut client: Client) -> Vec<Case> {
    let mut cases = Vec::new();
    let seated = |hand: &str, bottom: &str, events: Vec<Event>| View {
        ruleset: String::from("classic"),
        seat: Seat::Landlord as i32,
        hand: text(hand),
        bottom: text(bottom),
        events,
        events_complete: true,
        ..View::default()
    };
    let dealt = "33445566778899TTJJQQ";
    let passed =
        Event { what: Some(event::What::Played(Played { seat: 0, what: Some(played::What::Passed(Pass {})) })) };
    let standing = |seat: Seat, cards: &str, passes| {
        let standing = Standing { seat: seat as i32, combo: combo(cards), passes };
        View { standing: Some(standing), ..present("3344JJ", [5, 4, 6], "") }
    };
    let leads: [(Reason, &str, View); 8] = [
        (Reason::HAND_SIZE, "view.hand", seated("3344", "334", Vec::new())),
        (Reason::BOTTOM_SIZE, "view.bottom", seated(dealt, "33", Vec::new())),
        (Reason::BOTTOM_NOT_HELD, "view.hand", seated(dealt, "222", Vec::new())),
        (Reason::ILLEGAL_EVENT, "view.events[0]", seated(dealt, "334", vec![passed])),
        (Reason::COUNT_MISMATCH, "view.hand", present("3344JJ", [5, 4, 7], "")),
        (Reason::WRONG_PHASE, "view", present("3344JJ", [5, 4, 6], "99")),
        (
            Reason::TOO_MANY_OF_RANK,
            "view.hand",
            View {
                played: Some(SeatCards { landlord: text("JJJ"), down: None, up: None }),
                ..present("3344JJ", [5, 4, 6], "")
            },
        ),
        (
            Reason::NOT_YOUR_TURN,
            "view",
            View {
                seat: Seat::Down as i32,
                hand: text("3344556677889TJQK"),
                bottom: text("222"),
                ..seated("", "222", Vec::new())
            },
        ),
    ];
    for (reason, field, view) in leads {
        cases.push(Case { reason, field, status: client.play(by_rules(view)).await.unwrap_err() });
    }
    let answers: [(Reason, &str, View); 2] = [
        (Reason::PASSES_MISMATCH, "view.standing.passes", standing(Seat::Landlord, "99", Some(0))),
        (Reason::ILLEGAL_STANDING_PLAY, "view.standing.seat", standing(Seat::Up, "99", None)),
    ];
    for (reason, field, view) in answers {
        cases.push(Case { reason, field, status: client.follow(by_rules(view)).await.unwrap_err() });
    }
    let passed = PassedOn { chair: Chair::First as i32, cards: text("34") };
    let passed = View {
        events: vec![Event { what: Some(event::What::PassedOn(passed)) }],
        ..history("classic pass-on=next", Chair::First, "556677889TJQKA2", &[])
    };
    let status = client.bid(by_rules(passed)).await.unwrap_err();
    cases.push(Case { reason: Reason::GIFT_SIZE, field: "view.events[0]", status });
    let request = ReviewPlayRequest {
        position: Some(review_play_request::Position::View(present("3344JJ", [5, 4, 6], "99"))),
        options: None,
        action: Some(Action { what: Some(action::What::Play(combo("33").unwrap())) }),
    };
    let status = client.review_play(request).await.unwrap_err();
    cases.push(Case { reason: Reason::ILLEGAL_PLAY, field: "action", status });
    let request = SolveEndgameRequest {
        ruleset: String::from("classic"),
        hands: Some(SeatCards { landlord: text("33"), down: None, up: None }),
        ..Default::default()
    };
    let status = client.solve_endgame(request).await.unwrap_err();
    cases.push(Case { reason: Reason::BAD_ENDGAME, field: "hands", status });
    cases
}
