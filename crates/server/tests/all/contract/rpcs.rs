//! RPCs over the wire: decisions, lists, reviews, catalogues, reflection, companions.

use prost::Message;
use rules::card::Codec;
use wire::v1::*;

use crate::contract::harness::*;

#[tokio::test(flavor = "multi_thread")]
async fn plays_have_the_card_numbers_that_were_sent() {
    let (_server, mut client) = serve(&[]).await;
    // The cards come in reversed order. The answer has the same numbers.
    for codec in [Codec::RanksFrom0, Codec::SuitsKingFrom1, Codec::Douzero, Codec::RankText] {
        let hand: rules::Hand = "334JJ".parse().unwrap();
        let mut sent = codec.encode(hand);
        sent.reverse();
        let told = present("", [5, 4, 5], "99").holding(id_cards(&sent));
        let told = told.with(|hand| hand.card_codec = game::names::to_codec(Some(&codec)).0);
        let decision = client.follow(rules_request(told.clone())).await.unwrap().into_inner();
        let Some(action::What::Play(combo)) = decision.action.unwrap().what else { panic!("a play") };
        let cards = combo.cards.unwrap();
        assert_eq!((cards.text.as_str(), combo.kind.as_str(), combo.key.as_str()), ("JJ", "pair", "J"), "{codec:?}");
        assert_eq!(cards.ids, sent[..2], "{codec:?}");
        let lead = told.with_present(|present| present.standing = None);
        let decision = client.play(rules_request(lead)).await.unwrap().into_inner();
        let Some(action::What::Play(combo)) = decision.action.unwrap().what else { panic!("a lead") };
        assert!(combo.cards.unwrap().ids.iter().all(|id| sent.contains(id)), "{codec:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wanted_parts_are_in_the_answer() {
    let (_server, mut client) = serve(&[]).await;
    let mut request = rules_request(present("3344JJ", [5, 4, 6], "99"));
    let quiet = client.follow(request.clone()).await.unwrap().into_inner();
    assert!(quiet.alternatives.is_empty() && quiet.trace.is_none() && !quiet.source().disclosed);
    let options = request.options.as_mut().unwrap();
    (options.want_alternatives, options.want_trace) = (true, true);
    (options.hand_seed, options.clock_ms) = (Some(7), Some(1000));
    let told = client.follow(request).await.unwrap().into_inner();
    assert!(told.alternatives.len() >= 2 && told.source().hand_seed == 7 && told.think_time_ms <= 600);
    let position: rules::View = told.trace.unwrap().position.parse().unwrap();
    assert_eq!(position.hand().to_string(), "3344JJ");
    // A pass is an action, and a forced one says so.
    let forced = client.follow(rules_request(present("3344", [5, 4, 4], "AA"))).await.unwrap().into_inner();
    assert_eq!((forced.source().decider, forced.reason().code.as_str()), (Decider::Forced as i32, "cannot-answer"));
    assert_eq!(forced.action.unwrap().what, Some(action::What::Passed(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_backends_list_wins_and_differences_are_named() {
    let (server, mut client) = serve(&[]).await;
    let mut request = rules_request(present("3344JJ", [5, 4, 6], "99"));
    // The ruleset knows JJ and a pass; this backend's list has other cards.
    request.legal_plays = Some(LegalPlays { plays: vec![combo("3344").unwrap()], may_pass: true });
    let decision = client.follow(request.clone()).await.unwrap().into_inner();
    assert_eq!((play_text(&decision).as_str(), decision.source().degraded), ("", Degraded::LegalPlays as i32));
    let told = "legal_plays is not what the ruleset allows: the list lacks JJ; the ruleset does not allow 3344";
    assert_eq!(list_warning(&decision).as_deref(), Some(told));
    // Cards that are no combo of the ruleset are the last choice.
    request.legal_plays.as_mut().unwrap().may_pass = false;
    let decision = client.follow(request.clone()).await.unwrap().into_inner();
    assert_eq!((play_text(&decision).as_str(), decision.reason().code.as_str()), ("3344", "listed-unknown"));
    assert!(list_warning(&decision).unwrap().ends_with("; they differ about passing"));
    // Equal lists give no warning.
    request.legal_plays = Some(LegalPlays { plays: vec![combo("JJ").unwrap()], may_pass: true });
    let decision = client.follow(request).await.unwrap().into_inner();
    assert_eq!((play_text(&decision).as_str(), decision.source().degraded, list_warning(&decision)), ("JJ", 0, None));
    assert_eq!(metric(&server.app, "thirdseat_legal_mismatch_total{side=\"extra\"}"), 2.0);
    assert_eq!(metric(&server.app, "thirdseat_legal_mismatch_total{side=\"pass\"}"), 1.0);
}

/// For cards that are no combo of the ruleset, only the list has the plays that beat them.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_decides_what_beats_an_unknown_combo() {
    let (_server, mut client) = serve(&[]).await;
    let odd = |held: &str| {
        history("classic", Chair::Third, held, &[]).with(|hand| {
            hand.events = vec![takes(Chair::First, "8JT"), plays(Chair::First, "3"), plays(Chair::Second, "34")];
        })
    };
    let whole = "3445566789TJQK2XD";
    for (plays, may_pass, expected) in [
        (&["XD", "4"][..], true, ""),
        // After XD, 445566, 789TJQK, 3 and 2 are left; after the 4 it is one turn more.
        (&["4", "XD"], false, "XD"),
        // Cards that are no combo of the ruleset.
        (&["344"], false, "344"),
        (&["XD", whole], true, whole),
    ] {
        let plays: Vec<Combo> = plays.iter().map(|play| combo(play).unwrap()).collect();
        let legal_plays = Some(LegalPlays { plays, may_pass });
        let mut request = DecideRequest { legal_plays, ..rules_request(odd(whole)) };
        request.options.as_mut().unwrap().clock_ms = Some(1_000);
        let decision = client.follow(request).await.unwrap().into_inner();
        assert_eq!((play_text(&decision).as_str(), decision.reason().code.as_str()), (expected, "odd-standing"));
        assert!(decision.think_time_ms <= 600, "at most 60% of the clock: {decision:?}");
        assert!(decision.warnings.iter().all(|warning| warning.rule != "LIST_UNUSED"), "{decision:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_plays_follow_from_the_events() {
    let (_server, mut client) = serve(&[]).await;
    let told = history("classic", Chair::Second, "33445566778899TJQ", &[]);
    let told = told.with(|hand| hand.events = vec![takes(Chair::First, "222"), plays(Chair::First, "KK")]);
    let answer = client.list_legal_plays(list_request(told)).await.unwrap().into_inner();
    assert_eq!((answer.plays.len(), answer.may_pass), (0, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_classified() {
    let (_server, mut client) = serve(&[]).await;
    let ask = |cards: &str, standing: &str| ClassifyPlayRequest {
        ruleset: String::from("douzero"),
        cards: as_cards(cards),
        standing: if standing.is_empty() { None } else { combo(standing) },
        ..Default::default()
    };
    let lead = client.classify_play(ask("444555666777", "")).await.unwrap().into_inner();
    let read = |combo: &Combo| (combo.kind.clone(), combo.key.clone(), combo.length);
    assert_eq!(read(lead.played_as.as_ref().unwrap()), (String::from("airplane"), String::from("7"), 4));
    assert_eq!(lead.readings.len(), 3);
    let answer = client.classify_play(ask("444555666777", "333444555+89T")).await.unwrap().into_inner();
    assert_eq!(read(&answer.played_as.unwrap()), (String::from("airplane-singles"), String::from("7"), 3));
    let nothing = client.classify_play(ask("346", "")).await.unwrap().into_inner();
    assert!(nothing.readings.is_empty() && nothing.played_as.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn plays_are_reviewed() {
    let (_server, mut client) = serve(&[]).await;
    let ask = |action| present("3344JJ", [5, 4, 6], "99").review(action, by_bot("rules"));
    let best = client.review_play(ask(action::What::Play(combo("JJ").unwrap()))).await.unwrap().into_inner();
    assert_eq!((best.verdict, best.value_lost.unwrap(), best.better.len()), (Verdict::Best as i32, 0.0, 0));
    let pass = client.review_play(ask(action::What::Passed(true))).await.unwrap().into_inner();
    assert_eq!((pass.verdict, pass.better.len()), (Verdict::Mistake as i32, 1));
    assert!(pass.value_lost.unwrap() > 10.0 && play_text(&pass.best.unwrap()) == "JJ");
}

/// The nets prefer the pair, but each Q and each 2 wins its trick too, and only the 3 is left.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_sure_win_loses_nothing() {
    let (_server, mut client) = serve(&[]).await;
    let gone = ["9TTTTJJJJQQK", "KKKAAAA22XD", "333445566778889"];
    let told = with_played(present("22QQ3", [5, 6, 5], ""), gone);
    let told = told.with_present(|present| present.landlord = Chair::Third as i32);
    let review = told.review(action::What::Play(combo("Q").unwrap()), by_bot("net"));
    let review = client.review_play(review).await.unwrap().into_inner();
    assert_eq!((review.verdict, play_text(&review.best.unwrap())), (Verdict::Good as i32, String::from("QQ")));
    assert_eq!((review.value_lost.unwrap(), review.better.len()), (0.0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_catalogue_lists_all_personas_and_rulesets() {
    let (_server, mut client) = serve(&[]).await;
    let listed = client.list_personas(ListPersonasRequest {}).await.unwrap().into_inner().personas;
    let names: Vec<String> = listed.into_iter().map(|persona| persona.name).collect();
    let mut known: Vec<String> = engine::Persona::all().iter().map(|persona| persona.name().to_owned()).collect();
    known.sort();
    assert_eq!(names, known);
    let rulesets = client.list_rulesets(ListRulesetsRequest::default()).await.unwrap().into_inner().rulesets;
    assert_eq!(rulesets.len(), rules::Ruleset::NATURAL.len() + rules::Ruleset::WILD.len());
    assert!(rulesets.iter().all(|ruleset| ruleset.points.len() == rules::ruleset::POINTS.len()));
}

#[tokio::test(flavor = "multi_thread")]
async fn rulesets_are_described_as_requests_write_them() {
    let (_server, mut client) = serve(&[]).await;
    let about = |rulesets: &[&str]| ListRulesetsRequest {
        rulesets: rulesets.iter().map(|ruleset| (*ruleset).to_owned()).collect(),
    };
    let asked = ["classic doubling=double open-hand=yes pass-on=previous", "laizi-tiandi chain-bomb=hard", "journey"];
    let rulesets = client.list_rulesets(about(&asked)).await.unwrap().into_inner().rulesets;
    assert_eq!(rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect::<Vec<_>>(), asked);
    let [first, wild, journey] = &rulesets[..] else { panic!("{rulesets:?}") };
    assert_eq!((first.auction(), first.pass_on(), first.show), (AuctionForm::Points, PassOn::Previous, true));
    assert_eq!(first.doublings, [Doubling::None, Doubling::Double].map(|doubling| doubling as i32));
    assert_eq!((wild.wild_ranks, journey.auction()), (2, AuctionForm::TakeIt));
}

/// Returns the services that a version of reflection lists, and checks that it knows messages.
macro_rules! reflected_services {
    ($version:ident, $channel:expr) => {{
        use tonic_reflection::pb::$version::ServerReflectionRequest;
        use tonic_reflection::pb::$version::server_reflection_client::ServerReflectionClient;
        use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
        use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;
        let ask = |request| ServerReflectionRequest { host: String::new(), message_request: Some(request) };
        let requests = [
            ask(MessageRequest::ListServices(String::new())),
            ask(MessageRequest::FileContainingSymbol(String::from("thirdseat.v1.Nothing"))),
            ask(MessageRequest::FileByFilename(String::from("nothing.proto"))),
            ask(MessageRequest::FileContainingSymbol(String::from("google.rpc.ErrorInfo"))),
            ask(MessageRequest::FileContainingSymbol(String::from("thirdseat.v1.DecideRequest"))),
        ];
        let mut client = ServerReflectionClient::new($channel);
        let mut answers = client.server_reflection_info(tokio_stream::iter(requests)).await.unwrap().into_inner();
        let listed = answers.message().await.unwrap().unwrap().message_response;
        let Some(MessageResponse::ListServicesResponse(list)) = listed else { panic!("{listed:?} is no list") };
        // An unknown name is answered in the stream, which goes on.
        for _ in 0..2 {
            let unknown = answers.message().await.unwrap().unwrap().message_response;
            let Some(MessageResponse::ErrorResponse(error)) = unknown else { panic!("{unknown:?} is no error") };
            assert_eq!(error.error_code, tonic::Code::NotFound as i32, "{error:?}");
        }
        let found = answers.message().await.unwrap().unwrap().message_response;
        assert!(matches!(found, Some(MessageResponse::FileDescriptorResponse(_))), "a refusal's details are described");
        let found = answers.message().await.unwrap().unwrap().message_response;
        let Some(MessageResponse::FileDescriptorResponse(file)) = found else { panic!("{found:?} is no file") };
        let file = prost_types::FileDescriptorProto::decode(file.file_descriptor_proto[0].as_slice()).unwrap();
        assert!(file.message_type.iter().any(|message| message.name() == "DecideRequest"));
        let mut names: Vec<String> = list.service.into_iter().map(|service| service.name).collect();
        names.sort();
        names
    }};
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_describes_itself_in_both_versions_of_reflection() {
    let (server, _client) = serve(&[]).await;
    let channel = channel(&server).await;
    let services = [
        "grpc.health.v1.Health",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
        wire::SERVICE_NAME,
    ];
    assert_eq!(reflected_services!(v1, channel.clone()), services);
    assert_eq!(reflected_services!(v1alpha, channel), services);
}

fn region(name: &str, minute: u32, [one, two]: [u32; 2], waiting: &[(u32, Option<u32>)]) -> Region {
    Region {
        name: name.to_owned(),
        local_minute: minute,
        tables_lacking_one: one,
        tables_lacking_two: two,
        waiting: waiting.iter().map(|&(waited_s, level)| WaitingPlayer { waited_s, level }).collect(),
        companions: 0,
    }
}

async fn plan_companions(client: &mut Client, seed: Option<u64>, regions: Vec<Region>) -> Vec<Placement> {
    client.plan_companions(PlanCompanionsRequest { regions, seed }).await.unwrap().into_inner().placements
}

#[tokio::test(flavor = "multi_thread")]
async fn companions_are_sent_where_players_wait_and_by_their_levels() {
    let (_server, mut client) = serve(&[]).await;
    // 100 empty seats at ten in the morning: half of them. At eight in the evening: a fifth.
    let full = Region { companions: 198, ..region("full", 120, [10, 0], &[]) };
    let regions = vec![region("north", 600, [100, 0], &[]), region("south", 1200, [60, 20], &[]), full];
    let plan = plan_companions(&mut client, Some(7), regions.clone()).await;
    let seats = |name: &str| -> u32 {
        plan.iter().filter(|it| it.region == name).map(|it| it.tables * it.personas.len() as u32).sum()
    };
    assert_eq!((seats("north"), seats("south"), seats("full")), (50, 20, 2));
    assert_eq!(plan_companions(&mut client, Some(7), regions).await, plan);
    for (level, skill) in [(0, "beginner"), (70, "skilled"), (100, "advanced")] {
        let crowd = region("r", 120, [20, 0], &[(60, Some(level)); 20]);
        let plan = plan_companions(&mut client, None, vec![crowd]).await;
        assert!(!plan.is_empty() && plan.iter().all(|it| it.personas[0].starts_with(skill)), "{level}: {plan:?}");
    }
    // Without a seed each call draws again, so that a lone player in the evening is not left out forever.
    let mut filled = 0;
    for _ in 0..200 {
        filled += plan_companions(&mut client, None, vec![region("lone", 1230, [0, 1], &[(600, None)])]).await.len();
    }
    // One call of five: 40, ± four standard deviations of 5.7.
    assert!((17..=63).contains(&filled), "{filled}");
}
