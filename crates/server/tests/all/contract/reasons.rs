//! Every reason of the documented table can be provoked, with the table's code and advice.

use game::refusal::Reason;
use tonic::Status;
use tonic_types::StatusExt;
use wire::v1::*;

use crate::contract::harness::*;

/// A call that provokes a reason, and the field at fault, if there is one.
struct Case {
    reason: Reason,
    field: &'static str,
    status: Status,
}

/// True if another file provokes the reason.
fn is_tested_elsewhere(reason: Reason) -> bool {
    let index = |reason: Reason| Reason::ALL.iter().position(|it| *it == reason).unwrap();
    let rooms = index(Reason::ROOM_NOT_FOUND)..=index(Reason::STORE_UNAVAILABLE);
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
    // `web.rs` provokes the reasons of calls that are not gRPC.
    let web = index(Reason::BODY_TOO_LARGE)..=index(Reason::ORIGIN_REFUSED);
    rooms.contains(&index(reason)) || others.contains(&reason) || web.contains(&index(reason))
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
        (Reason::CARDS_INVALID, "hand.holds[0].cards.ids[1]", CardCodec::RanksFrom0, ids(&[3, 99]).unwrap()),
        (Reason::CARDS_INVALID, "hand.holds[0].cards.ids[1]", CardCodec::RanksFrom0, ids(&[3, 3]).unwrap()),
        (Reason::CARDS_INVALID, "hand.holds[0].cards.ids[1]", CardCodec::Douzero, ids(&[30, 30]).unwrap()),
        (Reason::CARDS_INVALID, "hand.holds[0].cards.ids", CardCodec::Counts15, ids(&[1, 2]).unwrap()),
        (
            Reason::CARDS_INVALID,
            "hand.holds[0].cards",
            CardCodec::Douzero,
            Cards { ids: vec![3], text: String::from("4") },
        ),
        (Reason::CARDS_INVALID, "hand.holds[0].cards.ids", CardCodec::Unspecified, ids(&[3]).unwrap()),
        (Reason::CARDS_INVALID, "hand.holds[0].cards.text", CardCodec::Unspecified, text("33?").unwrap()),
        (Reason::TOO_LONG, "hand.holds[0].cards.text", CardCodec::Unspecified, text(&"3 ".repeat(200)).unwrap()),
    ];
    for (reason, field, codec, cards) in table {
        let told = present("", [5, 4, 2], "").holding(Some(cards)).with(|hand| hand.card_codec = codec as i32);
        cases.push(Case { reason, field, status: client.play(by_rules(told)).await.unwrap_err() });
    }
    let mut request = by_rules(present("3344JJ", [5, 4, 6], "99"));
    request.legal_plays = Some(LegalPlays { plays: vec![combo("QQ").unwrap()], may_pass: true });
    let status = client.follow(request).await.unwrap_err();
    cases.push(Case { reason: Reason::ILLEGAL_PLAY, field: "legal_plays.plays[0]", status });
    let strict = present("3344JJ", [5, 4, 6], "9T").with(|hand| hand.strict = true);
    let status = client.follow(by_rules(strict)).await.unwrap_err();
    cases.push(Case { reason: Reason::NO_COMBO, field: "hand.present.standing.combo.cards", status });
    cases
}

async fn requests(mut client: Client) -> Vec<Case> {
    let mut cases = Vec::new();
    let good = || present("3344JJ", [5, 4, 6], "");
    let wrong = |change: fn(&mut Hand)| good().with(change);
    let hands: [(Reason, &str, Told); 7] = [
        (Reason::FIELD_MISSING, "hand.holds", wrong(|hand| hand.holds.clear())),
        (Reason::FIELD_CONFLICT, "hand.present", wrong(|hand| hand.events.push(plays(Chair::First, "3")))),
        (Reason::VALUE_UNKNOWN, "hand.holds[0].chair", wrong(|hand| hand.holds[0].chair = 9)),
        (Reason::UNKNOWN_RULESET, "hand.ruleset", wrong(|hand| hand.ruleset = String::from("poker"))),
        (Reason::TOO_LONG, "hand.ruleset", wrong(|hand| hand.ruleset = "x".repeat(2000))),
        (Reason::TOO_LONG, "hand.events", wrong(|hand| hand.events = vec![Event::default(); 257])),
        (Reason::OTHERS_CARDS, "hand.holds[1]", wrong(|hand| hand.holds.push(held(Chair::First, text("AA222"))))),
    ];
    for (reason, field, told) in hands {
        cases.push(Case { reason, field, status: client.play(by_rules(told)).await.unwrap_err() });
    }
    let status = client.play(DecideRequest { options: by("stranger"), ..by_rules(good()) }).await.unwrap_err();
    cases.push(Case { reason: Reason::UNKNOWN_PERSONA, field: "options.persona", status });
    let status =
        client.play(DecideRequest { legal_plays: Some(LegalPlays::default()), ..by_rules(good()) }).await.unwrap_err();
    cases.push(Case { reason: Reason::FIELD_MISSING, field: "legal_plays", status });
    let request = DecideRequest { options: by("rules"), ..in_room("r", Chair::First, None) };
    let status = client.play(request).await.unwrap_err();
    cases.push(Case { reason: Reason::FIELD_CONFLICT, field: "options.persona", status });
    cases
}

async fn positions(mut client: Client) -> Vec<Case> {
    let mut cases = Vec::new();
    let dealt = "33445566778899TTJJQQ";
    let played = |cards: &str| with_played(present("3344JJ", [5, 4, 6], ""), [cards, "", ""]);
    let waiting = Told { chair: Chair::Second, ..seated("3344556677889TJQK", "222") };
    let waiting = waiting.with(|hand| hand.holds[0].chair = Chair::Second as i32);
    let uncounted = present("3344JJ", [5, 4, 6], "");
    let uncounted = uncounted.with_present(|present| present.chairs[1].cards_left = 0);
    let leads: [(Reason, &str, Told); 8] = [
        (Reason::FIELD_MISSING, "hand.present.chairs[1].cards_left", uncounted),
        (Reason::COUNT_MISMATCH, "hand.holds", seated("3344", "334")),
        (Reason::COUNT_MISMATCH, "hand.holds", seated(dealt, "222")),
        (Reason::COUNT_MISMATCH, "hand.present.chairs", present("3344JJ", [5, 4, 7], "")),
        (Reason::WRONG_PHASE, "hand", present("3344JJ", [5, 4, 6], "99")),
        (Reason::CARDS_INVALID, "hand.present.chairs", played("JJJ")),
        (Reason::NOT_YOUR_TURN, "chair", waiting),
        (
            Reason::COUNT_MISMATCH,
            "hand.present.bottom",
            present("3344JJ", [5, 4, 6], "").with_present(|present| present.bottom = text("33")),
        ),
    ];
    for (reason, field, told) in leads {
        cases.push(Case { reason, field, status: client.play(by_rules(told)).await.unwrap_err() });
    }
    let own = present("3344JJ", [5, 4, 6], "99");
    let own = own.with_present(|present| present.standing.as_mut().unwrap().chair = Chair::Third as i32);
    let status = client.follow(by_rules(own)).await.unwrap_err();
    cases.push(Case { reason: Reason::ILLEGAL_PLAY, field: "hand.present.standing.chair", status });
    let gifts = [(Chair::First, "34"), (Chair::Second, ""), (Chair::Third, "9TJ")];
    let gift = |(chair, cards)| acts(chair, action::What::PassOn(text(cards).unwrap()));
    let told = history("classic pass-on=next", Chair::First, "55667789TTJJQKKA22", &[]);
    let told = told.with(|hand| hand.events = gifts.map(gift).to_vec());
    let status = client.bid(by_rules(told)).await.unwrap_err();
    cases.push(Case { reason: Reason::COUNT_MISMATCH, field: "hand.events[0].action.pass_on", status });
    let request = present("3344JJ", [5, 4, 6], "99").review(action::What::Play(combo("33").unwrap()), None);
    let status = client.review_play(request).await.unwrap_err();
    cases.push(Case { reason: Reason::ILLEGAL_PLAY, field: "action", status });
    let status = client.solve_endgame(endgame("classic", &["33"])).await.unwrap_err();
    cases.push(Case { reason: Reason::BAD_ENDGAME, field: "hand.holds", status });
    cases
}
