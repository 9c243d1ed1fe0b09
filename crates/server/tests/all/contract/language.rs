//! Reasons, comments and hints in the language that a request names.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::http_calls::post;
use crate::contract::rooms::{self, dealing, numbered, seating};

fn in_language(language: &str) -> Option<DecisionOptions> {
    Some(DecisionOptions { language: language.to_owned(), ..by("rules").unwrap() })
}

fn asked(language: &str) -> DecideRequest {
    DecideRequest { options: in_language(language), ..by_rules(present("3344JJ", [5, 4, 6], "99")) }
}

fn is_chinese(text: &str) -> bool {
    text.ends_with('。') && !text.contains(|letter: char| letter.is_ascii_lowercase())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_is_said_in_the_language_of_the_request() {
    let (server, mut client) = serve(&[]).await;
    let mut reasons = Vec::new();
    for language in ["", "en", "zh"] {
        let decision = client.follow(asked(language)).await.unwrap().into_inner();
        reasons.push((decision.reason().code.clone(), decision.reason().text.clone()));
    }
    let [english, chinese] = ["Takes the trick from the landlord, who has 5 cards left.", "地主只剩 5 张，不能放过。"];
    for ((code, said), expected) in reasons.iter().zip([english, english, chinese]) {
        assert!(code == "stops-enemy" && said.starts_with(expected), "{code}: {said}");
    }

    // Also by JSON, and for a choice from a list in place of the bot's own.
    let listed = LegalPlays { may_pass: true, ..LegalPlays::default() };
    let request = DecideRequest { legal_plays: Some(listed), ..asked("zh") };
    let decision = client.follow(request).await.unwrap().into_inner();
    let reason = decision.reason();
    assert!(reason.code == "listed" && is_chinese(&reason.text), "{}", reason.text);
    let body = r#"{"chair": "CHAIR_THIRD", "options": {"persona": "rules", "language": "zh"}, "hand": {"ruleset": "classic",
        "holds": [{"chair": "CHAIR_THIRD", "cards": {"text": "3344JJ"}}], "present": {"landlord": "CHAIR_FIRST",
        "chairs": [{"chair": "CHAIR_FIRST", "cardsLeft": 5}, {"chair": "CHAIR_SECOND", "cardsLeft": 4}],
        "standing": {"chair": "CHAIR_FIRST", "combo": {"cards": {"text": "99"}}}}}}"#;
    let answer = post(server.grpc, "Follow", body).await;
    assert_eq!(answer.json()["reason"]["text"], reasons[2].1, "{}", answer.text());
}

/// No wrong language refuses a call.
#[tokio::test(flavor = "multi_thread")]
async fn a_locale_means_its_language_and_another_one_english_with_a_warning() {
    let (_server, mut client) = serve(&[]).await;
    rooms::in_play(&mut client, "locale", false).await;
    let chinese = "zh zh-CN zh_CN zh-Hans zh-Hant-TW ZH zh_CN.UTF-8 zh-SG zh-HK zh-Hans-CN cmn-Hans zho chi";
    let english = "en-US en_GB EN en-Latn-US eng en_US.UTF-8 En-ca";
    let others =
        "fr ja_JP de-DE ko-KR es-419 pt_BR vi th_TH id ms-MY ru ar-EG hi tl yue zhx english Chinese - \u{4e2d}\u{6587}";
    let mut sequence = 2;
    for (languages, is_chinese_said, warnings) in [(chinese, true, 0), (english, false, 0), (others, false, 1)] {
        for language in languages.split(' ') {
            let decision = client.follow(asked(language)).await.unwrap().into_inner();
            let found = (is_chinese(&decision.reason().text), decision.warnings.len());
            assert_eq!(found, (is_chinese_said, warnings), "{language}");
            sequence += 1;
            let said = Said { chair: Chair::Second as i32, emote: Emote::Sorry as i32 };
            let event = rooms::numbered(sequence, 1, room_event::What::Said(said));
            let options = Some(DecisionOptions { language: language.to_owned(), ..Default::default() });
            let record = rooms::recording("locale", vec![event]);
            let record = RecordEventsRequest { decide: true, options, ..record };
            let answer = client.record_events(record).await.unwrap().into_inner();
            assert_eq!(answer.sequence, sequence, "{language}");
            let next = answer.next.unwrap();
            let Some(turn_decision::Result::Decision(decision)) = next.result else { panic!("{next:?}") };
            let warned = decision.warnings.iter().filter(|warning| warning.rule == "UNKNOWN_LANGUAGE").count();
            assert_eq!((warned, decision.warnings.len()), (warnings, warnings), "{language}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn comments_and_hints_are_said_in_it() {
    let (_server, mut client) = serve(UNHURRIED).await;
    let review = present("3344JJ", [5, 4, 6], "99").review(action::What::Passed(true), in_language("zh"));
    let review = client.review_play(review).await.unwrap().into_inner();
    assert!(is_chinese(&review.comment) && is_chinese(&review.best.unwrap().reason().text), "{}", review.comment);

    let puzzle = GenerateEndgameRequest {
        ruleset: String::from("classic"),
        grade: Grade::Beginner as i32,
        seed: 3,
        language: String::from("zh"),
        ..GenerateEndgameRequest::default()
    };
    let made = client.generate_endgame(puzzle).await.unwrap().into_inner();
    let chinese = made.solution.unwrap();
    assert!(chinese.hints.len() == 3 && chinese.hints.iter().all(|hint| is_chinese(hint)), "{:?}", chinese.hints);
    let solve = SolveEndgameRequest {
        hand: made.hand,
        want_hints: true,
        language: String::from("zh"),
        ..SolveEndgameRequest::default()
    };
    assert_eq!(client.solve_endgame(solve.clone()).await.unwrap().into_inner().hints, chinese.hints);
    let other = SolveEndgameRequest { language: String::from("fr"), ..solve };
    let english = client.solve_endgame(other).await.unwrap().into_inner().hints;
    assert!(english.len() == 3 && english.iter().all(|hint| hint.is_ascii()), "{english:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_answer_is_said_in_the_language_of_who_asks_again() {
    let (_server, mut client) = serve(&[]).await;
    let dealt = numbered(1, 1, dealing(&[(Chair::First, "34456789TJQKKA22X")]));
    let opening = OpenRoomRequest { events: vec![dealt], ..seating("said", "classic", "rules", &[Chair::First]) };
    client.open_room(opening).await.unwrap();
    let early = watch(&mut client, "zh").await;
    let mut said = Vec::new();
    for language in ["zh", "en", "zh"] {
        let options = Some(DecisionOptions { language: language.to_owned(), ..DecisionOptions::default() });
        let request = DecideRequest { options, ..in_room("said", Chair::First, Some(2)) };
        let decision = client.bid(request).await.unwrap().into_inner();
        said.push((decision.source().repeated, is_chinese(&decision.reason().text)));
    }
    assert_eq!(said, [(false, true), (true, false), (true, true)]);
    // Watchers read it in their language, even if they came later.
    let late = [watch(&mut client, "zh-CN").await, watch(&mut client, "fr").await];
    let [one, two] = late;
    assert_eq!(
        [decided(early).await, decided(one).await, decided(two).await].map(|text| is_chinese(&text)),
        [true, true, false]
    );
}

fn watching() -> WatchRoomRequest {
    WatchRoomRequest {
        room_id: String::from("said"),
        audience: Audience::Operator as i32,
        ..WatchRoomRequest::default()
    }
}

type Updates = tonic::Streaming<WatchRoomResponse>;

/// Opens a stream and reads its first update, the room.
async fn watch(client: &mut Client, language: &str) -> Updates {
    let request = WatchRoomRequest { language: language.to_owned(), ..watching() };
    let mut updates = client.watch_room(request).await.unwrap().into_inner();
    updates.message().await.unwrap().unwrap();
    updates
}

/// Returns the text of the next decision's reason.
async fn decided(mut updates: Updates) -> String {
    let update = updates.message().await.unwrap().unwrap().update;
    let Some(watch_room_response::Update::Decision(shown)) = update else { panic!("{update:?}") };
    let reason = rooms::decided(Some(shown)).reason.unwrap();
    assert!(reason.facts.first().is_some_and(|fact| fact.concept == reason.code), "{reason:?}");
    reason.text
}
