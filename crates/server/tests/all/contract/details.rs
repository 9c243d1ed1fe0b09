//! Details of a decision and of a hand, for designers: splits, points, odds, strategies, trees of cases. Reasons, comments and hints in the
//! language that a request names.

use wire::v1::*;

use crate::contract::harness::*;
use crate::contract::rooms::{self, dealt_event, numbered};
use crate::support::papers::Folder;

fn split_text(plan: &SplitPlan) -> String {
    let text = |part: &Alternative| match part.action.clone().unwrap().what {
        Some(action::What::Play(combo)) => combo.cards.unwrap().text,
        what => panic!("{what:?} is no combo"),
    };
    plan.parts.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Returns the points of a plan's parts, and the shares of deals in which they are covered.
fn points_and_odds(plan: &SplitPlan) -> (Vec<f64>, Vec<f64>) {
    let points = plan.parts.iter().filter_map(|part| part.value);
    (points.collect(), plan.parts.iter().filter_map(|part| part.covered).collect())
}

fn trace_request(persona: &str, told: BotTurn) -> DecideRequest {
    let wanted = DecisionOptions { want_trace: true, want_alternatives: true, ..by_bot(persona).unwrap() };
    told.decide(Some(wanted))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_shows_the_split_its_points_and_the_odds() {
    let (_server, mut client) = serve(&[]).await;
    // The landlord with one card plays next, so the triple takes a single as its wing.
    let decision = client.decide(trace_request("rules", present("3334489", [1, 9, 7], ""))).await.unwrap().into_inner();
    let split = decision.trace.as_ref().unwrap().split.clone().unwrap();
    assert_eq!((split.splitter.as_str(), split_text(&split)), ("fewest-singles", "3338 44 9".to_owned()));
    let (points, covered) = points_and_odds(&split);
    assert_eq!((points.len(), covered.len()), (3, 3));
    let price = points.iter().sum::<f64>() - split.hand_points;
    assert!(price > 0.0, "turns cost points: {split:?}");
    // A higher card for the 9 is likelier than a higher triple.
    assert!(covered[2] > covered[0], "{split:?}");
    assert!(covered.iter().all(|odds| (0.0..=1.0).contains(odds)));
    for alternative in &decision.alternatives {
        let is_play = matches!(alternative.action.as_ref().unwrap().what, Some(action::What::Play(_)));
        assert_eq!(alternative.covered.is_some(), is_play, "{alternative:?}");
    }
    // A pair and seven singles: there is no winning order.
    let answer = client.decide(trace_request("rules", present("445689JKA", [1, 9, 9], ""))).await.unwrap().into_inner();
    let trace = answer.trace.unwrap();
    assert_eq!(trace.row, "enemy-one-upstream");
    assert_eq!(trace.rows[..5], ["one-combo", "win-path", "all-big", "force-single", "enemy-one-upstream"]);
    assert_eq!(trace.rows[5..], ["small-and-long", "few-cards", "small-first"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn plays_of_an_answer_have_odds_with_a_trace_and_none_without() {
    let (_server, mut client) = serve(&[]).await;
    let told = || present("3344JJKK", [8, 4, 8], "99");
    let decision = client.decide(trace_request("rules", told())).await.unwrap().into_inner();
    let of = |cards: &str| {
        let is_it = |it: &&Alternative| match &it.action.as_ref().unwrap().what {
            Some(action::What::Play(combo)) => combo.cards.as_ref().unwrap().text == cards,
            _ => false,
        };
        decision.alternatives.iter().find(is_it).unwrap().covered.unwrap()
    };
    assert!(of("JJ") > of("KK") && of("KK") > 0.0, "{:?}", decision.alternatives);
    let split = decision.trace.as_ref().unwrap().split.as_ref().unwrap();
    assert_eq!((split.splitter.as_str(), split_text(split)), ("rule-carried", "33 44 JJ KK".to_owned()));
    let quiet = DecisionOptions { want_alternatives: true, ..by_bot("rules").unwrap() };
    let quiet = client.decide(told().decide(Some(quiet))).await.unwrap().into_inner();
    assert!(quiet.trace.is_none() && quiet.alternatives.iter().all(|it| it.covered.is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persona_shows_its_own_splitter_and_wild_ranks_theirs() {
    let (_server, mut client) = serve(&[]).await;
    for (persona, splitter) in [("casual-hesitant", "turns"), ("net", "rule-carried")] {
        let told = turn_before_the_lead("33455667789TJQKAA22X", "334");
        let decision = client.decide(trace_request(persona, told)).await.unwrap().into_inner();
        let trace = decision.trace.unwrap();
        assert_eq!(trace.split.unwrap().splitter, splitter, "{persona}");
        assert_eq!(trace.row.is_empty(), persona == "net", "nets ask no strategies");
    }
    let wild = present("345677TT", [8, 9, 8], "").with(|hand| hand.ruleset = String::from("laizi"));
    let wild = wild.with_present(|present| present.wilds = String::from("7"));
    let decision = client.decide(trace_request("rules", wild)).await.unwrap().into_inner();
    let split = decision.trace.unwrap().split.unwrap();
    assert_eq!((split.splitter.as_str(), points_and_odds(&split)), ("wild", (Vec::new(), Vec::new())));
    assert_eq!(split_text(&split).replace([' ', '+'], "").len(), 8);
}

async fn plans(client: &mut Client, cards: &str, want_plans: bool) -> Vec<SplitPlan> {
    let request = ClassifyPlayRequest {
        ruleset: String::from("classic"),
        cards: as_cards(cards),
        want_plans,
        ..ClassifyPlayRequest::default()
    };
    client.classify_play(request).await.unwrap().into_inner().plans
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_is_cut_by_every_splitter() {
    let (_server, mut client) = serve(&[]).await;
    let singles = plans(&mut client, "3334489", true).await;
    let mut names: Vec<&str> = singles.iter().map(|plan| plan.splitter.as_str()).collect();
    names.dedup();
    assert_eq!(names, ["rule", "rule-carried", "fewest-singles", "turns", "matrix"]);
    let cuts = |name: &str| singles.iter().find(|plan| plan.splitter == name).map(split_text).unwrap();
    assert_eq!((cuts("rule-carried"), cuts("fewest-singles")), ("33344 8 9".to_owned(), "3338 44 9".to_owned()));
    // Without plans any number of cards is fine.
    assert!(plans(&mut client, "333344445555666677778", false).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persona_plays_by_the_cases_beside_its_file() {
    let folder = Folder::new("cases");
    let head = "cases 1\nruleset classic\ncommand by hand\nsupport 10\npurity 50\n\n";
    folder.write("mine.txt", &format!("{head}top-single cases 10 better 60 gain 5\n"));
    let file = folder.write(
        "personas.toml",
        "[ming]\nbase = \"casual-hasty\"\nnoise = 0\ncases-file = \"mine.txt\"\nlevel = 33\ntemperament = \"sly\"\n",
    );
    let (_server, mut client) = serve(&[("PERSONAS__FILE", &file)]).await;
    let listed = client.list_personas(ListPersonasRequest {}).await.unwrap().into_inner().personas;
    let known = |name: &str| listed.iter().find(|persona| persona.name == name).unwrap();
    assert_eq!((known("ming").level, known("ming").temperament.as_str()), (33, "sly"));
    assert_eq!(
        (known("casual-hasty").level, known("casual-hasty").temperament.as_str()),
        (engine::Persona::named("casual").unwrap().level(), "hasty")
    );
    let request = present("3456799JQA", [10, 9, 10], "").decide(by_bot("ming"));
    let decision = client.decide(request).await.unwrap().into_inner();
    assert_eq!((decision.source().decider, play_text(&decision).as_str()), (Decider::Cases as i32, "A"));
}

fn options_in(language: &str) -> Option<DecisionOptions> {
    Some(DecisionOptions { language: language.to_owned(), ..by_bot("rules").unwrap() })
}

fn request_in(language: &str) -> DecideRequest {
    DecideRequest { options: options_in(language), ..rules_request(present("3344JJ", [5, 4, 6], "99")) }
}

fn is_chinese(text: &str) -> bool {
    text.ends_with('。') && !text.contains(|letter: char| letter.is_ascii_lowercase())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reason_is_in_the_language_of_the_request() {
    let (_server, mut client) = serve(&[]).await;
    let mut reasons = Vec::new();
    for language in ["", "en", "zh"] {
        let decision = client.follow(request_in(language)).await.unwrap().into_inner();
        reasons.push((decision.reason().code.clone(), decision.reason().text.clone()));
    }
    let [english, chinese] = ["Takes the trick from the landlord, who has 5 cards left.", "地主只剩 5 张，不能放过。"];
    for ((code, said), expected) in reasons.iter().zip([english, english, chinese]) {
        assert!(code == "stops-enemy" && said.starts_with(expected), "{code}: {said}");
    }

    // Also for a choice from a list in place of the bot's own.
    let listed = LegalPlays { may_pass: true, ..LegalPlays::default() };
    let request = DecideRequest { legal_plays: Some(listed), ..request_in("zh") };
    let decision = client.follow(request).await.unwrap().into_inner();
    let reason = decision.reason();
    assert!(reason.code == "listed" && is_chinese(&reason.text), "{}", reason.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn locales_are_read_and_unknown_languages_give_english_and_a_warning() {
    let (_server, mut client) = serve(&[]).await;
    rooms::open_in_play(&mut client, "locale", false).await;
    let chinese = "zh zh-CN zh_CN zh-Hans zh-Hant-TW ZH zh_CN.UTF-8 zh-SG zh-HK zh-Hans-CN cmn-Hans zho chi";
    let english = "en-US en_GB EN en-Latn-US eng en_US.UTF-8 En-ca";
    let others =
        "fr ja_JP de-DE ko-KR es-419 pt_BR vi th_TH id ms-MY ru ar-EG hi tl yue zhx english Chinese - \u{4e2d}\u{6587}";
    let mut sequence = 2;
    for (languages, is_chinese_said, warnings) in [(chinese, true, 0), (english, false, 0), (others, false, 1)] {
        for language in languages.split(' ') {
            let decision = client.follow(request_in(language)).await.unwrap().into_inner();
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
async fn comments_and_hints_are_in_the_language_of_the_request() {
    let (_server, mut client) = serve(LONG_BUDGETS).await;
    let review = present("3344JJ", [5, 4, 6], "99").review(action::What::Passed(true), options_in("zh"));
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
    let hints = client.solve_endgame(other).await.unwrap().into_inner().hints;
    assert!(hints.len() == 3 && hints.iter().all(|hint| hint.is_ascii()), "{hints:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_answer_is_in_the_language_of_the_later_request() {
    let (_server, mut client) = serve(&[]).await;
    let dealt = numbered(1, 1, dealt_event(&[(Chair::First, "34456789TJQKKA22X")]));
    let opening = OpenRoomRequest { events: vec![dealt], ..seating("said", "classic", "rules", &[Chair::First]) };
    client.open_room(opening).await.unwrap();
    let early = watch(&mut client, "zh").await;
    let mut said = Vec::new();
    for language in ["zh", "en", "zh"] {
        let options = Some(DecisionOptions { language: language.to_owned(), ..DecisionOptions::default() });
        let request = DecideRequest { options, ..turn_request("said", Chair::First, Some(2)) };
        let decision = client.bid(request).await.unwrap().into_inner();
        said.push((decision.source().repeated, is_chinese(&decision.reason().text)));
    }
    assert_eq!(said, [(false, true), (true, false), (true, true)]);
    // A watcher's language decides, even if the watcher came later.
    let late = [watch(&mut client, "zh-CN").await, watch(&mut client, "fr").await];
    let [one, two] = late;
    assert_eq!(
        [reason_text(early).await, reason_text(one).await, reason_text(two).await].map(|text| is_chinese(&text)),
        [true, true, false]
    );
}

type Updates = tonic::Streaming<WatchRoomResponse>;

async fn watch(client: &mut Client, language: &str) -> Updates {
    let audience = Audience::Operator as i32;
    let request = WatchRoomRequest { audience, language: language.to_owned(), ..rooms::watch_request("said") };
    let mut updates = client.watch_room(request).await.unwrap().into_inner();
    updates.message().await.unwrap().unwrap();
    updates
}

async fn reason_text(mut updates: Updates) -> String {
    let update = updates.message().await.unwrap().unwrap().update;
    let Some(watch_room_response::Update::Decision(shown)) = update else { panic!("{update:?}") };
    let reason = rooms::decision_of(Some(shown)).reason.unwrap();
    assert!(reason.facts.first().is_some_and(|fact| fact.concept == reason.code), "{reason:?}");
    reason.text
}
