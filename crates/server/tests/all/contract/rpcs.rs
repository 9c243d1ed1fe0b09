//! Each RPC does what the proto says.

use prost::Message;
use rules::card::Codec;
use wire::v1::*;

use crate::contract::harness::*;

#[tokio::test(flavor = "multi_thread")]
async fn plays_and_follows_come_out_of_the_hand_that_was_sent() {
    let (_server, mut client) = serve(&[]).await;
    // 3♦ 3♣ 4♥ J♠ J♦ in their own order; the answer has the same numbers.
    for codec in [Codec::RanksFrom0, Codec::SuitsKingFrom1, Codec::Douzero, Codec::RankText] {
        let hand: rules::Hand = "334JJ".parse().unwrap();
        let mut sent = codec.encode(hand);
        sent.reverse();
        let told = present("", [5, 4, 5], "99").holding(ids(&sent));
        let told = told.with(|hand| hand.card_codec = server::convert::names::to_codec(Some(&codec)).0);
        let decision = client.follow(by_rules(told.clone())).await.unwrap().into_inner();
        let Some(action::What::Play(combo)) = decision.action.unwrap().what else { panic!("a play") };
        let cards = combo.cards.unwrap();
        assert_eq!((cards.text.as_str(), combo.kind.as_str(), combo.key.as_str()), ("JJ", "pair", "J"), "{codec:?}");
        assert_eq!(cards.ids, sent[..2], "{codec:?}");
        let lead = told.with_present(|present| present.standing = None);
        let decision = client.play(by_rules(lead)).await.unwrap().into_inner();
        let Some(action::What::Play(combo)) = decision.action.unwrap().what else { panic!("a lead") };
        assert!(combo.cards.unwrap().ids.iter().all(|id| sent.contains(id)), "{codec:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pass_is_an_action_and_a_forced_one_says_so() {
    let (_server, mut client) = serve(&[]).await;
    let decision = client.follow(by_rules(present("3344", [5, 4, 4], "AA"))).await.unwrap().into_inner();
    assert_eq!((decision.source().decider, decision.reason().code.as_str()), (Decider::Forced as i32, "cannot-answer"));
    assert_eq!(decision.action.unwrap().what, Some(action::What::Passed(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_for_is_answered() {
    let (_server, mut client) = serve(&[]).await;
    let mut request = by_rules(present("3344JJ", [5, 4, 6], "99"));
    let quiet = client.follow(request.clone()).await.unwrap().into_inner();
    assert!(quiet.alternatives.is_empty() && quiet.trace.is_none() && !quiet.source().disclosed);
    let options = request.options.as_mut().unwrap();
    (options.want_alternatives, options.want_trace) = (true, true);
    (options.hand_seed, options.clock_ms) = (Some(7), Some(1000));
    let told = client.follow(request).await.unwrap().into_inner();
    assert!(told.alternatives.len() >= 2 && told.source().hand_seed == 7 && told.think_time_ms <= 600);
    let position: rules::View = told.trace.unwrap().position.parse().unwrap();
    assert_eq!(position.hand().to_string(), "3344JJ");
}

/// Returns the warning about a list that differs from the ruleset.
pub(crate) fn differs(decision: &Decision) -> Option<String> {
    decision.warnings.iter().find(|it| it.rule == "LIST_DIFFERS").map(|it| it.message.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_backends_list_wins_and_differences_are_named() {
    let (server, mut client) = serve(&[]).await;
    let mut request = by_rules(present("3344JJ", [5, 4, 6], "99"));
    // The ruleset knows JJ and a pass; this backend's list has other cards.
    request.legal_plays = Some(LegalPlays { plays: vec![combo("3344").unwrap()], may_pass: true });
    let decision = client.follow(request.clone()).await.unwrap().into_inner();
    assert_eq!((played(&decision).as_str(), decision.source().degraded), ("", Degraded::LegalPlays as i32));
    let told = "legal_plays is not what the ruleset allows: the list lacks JJ; the ruleset does not allow 3344";
    assert_eq!(differs(&decision).as_deref(), Some(told));
    // Cards that are no combo of the ruleset are the last choice.
    request.legal_plays.as_mut().unwrap().may_pass = false;
    let decision = client.follow(request.clone()).await.unwrap().into_inner();
    assert_eq!((played(&decision).as_str(), decision.reason().code.as_str()), ("3344", "listed-unknown"));
    assert!(differs(&decision).unwrap().ends_with("; they differ about passing"));
    // Equal lists give no warning.
    request.legal_plays = Some(LegalPlays { plays: vec![combo("JJ").unwrap()], may_pass: true });
    let decision = client.follow(request).await.unwrap().into_inner();
    assert_eq!((played(&decision).as_str(), decision.source().degraded, differs(&decision)), ("JJ", 0, None));
    assert_eq!(metric(&server.app, "thirdseat_legal_mismatch_total{side=\"extra\"}"), 2.0);
    assert_eq!(metric(&server.app, "thirdseat_legal_mismatch_total{side=\"pass\"}"), 1.0);
}

/// For cards that are no combo of the ruleset, only the list has the plays that beat them.
#[tokio::test(flavor = "multi_thread")]
async fn on_an_odd_combo_the_list_says_what_may_be_played() {
    let (_server, mut client) = serve(&[]).await;
    let odd = |held: &str| {
        history("classic", Chair::Third, held, &[]).with(|hand| {
            hand.events = vec![found(Chair::First, "8JT"), plays(Chair::First, "3"), plays(Chair::Second, "34")];
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
        let decision = client.follow(DecideRequest { legal_plays, ..by_rules(odd(whole)) }).await.unwrap().into_inner();
        assert_eq!((played(&decision).as_str(), decision.reason().code.as_str()), (expected, "odd-standing"));
        assert!(decision.warnings.iter().all(|warning| warning.rule != "LIST_UNUSED"), "{decision:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_over_needs_little() {
    let (_server, mut client) = serve(&[]).await;
    // In a present hand, most cards have no known holder.
    let decision = client.play(by_rules(present("34567KK", [3, 2, 7], ""))).await.unwrap().into_inner();
    assert!(!played(&decision).is_empty());
    // The chair with known cards needs no count.
    let told = present("3344JJ", [5, 4, 6], "99").with_present(|present| present.chairs.truncate(2));
    let decision = client.follow(by_rules(told)).await.unwrap().into_inner();
    assert_eq!(played(&decision), "JJ");
}

#[tokio::test(flavor = "multi_thread")]
async fn endgames_are_solved_and_made() {
    let (_server, mut client) = serve(UNHURRIED).await;
    let asked = endgame("classic", &["2KQ8877664", "2KQ554433"]);
    let request = SolveEndgameRequest { want_all_first_plays: true, want_line: true, ..asked };
    let solved = client.solve_endgame(request.clone()).await.unwrap().into_inner();
    assert_eq!((solved.winner, solved.stopped), (Side::Landlord as i32, 0));
    assert!(solved.first_plays.iter().any(|first| first.wins == Some(true)) && !solved.line.is_empty());
    let few = SolveEndgameRequest { nodes_max: 2, ..request };
    let stopped = client.solve_endgame(few).await.unwrap().into_inner();
    assert_eq!((stopped.winner, stopped.stopped), (0, SolveStopped::Nodes as i32));

    let request = GenerateEndgameRequest {
        ruleset: String::from("classic"),
        card_codec: CardCodec::RanksFrom0 as i32,
        grade: Grade::Beginner as i32,
        seed: 3,
        ..GenerateEndgameRequest::default()
    };
    let puzzle = client.generate_endgame(request.clone()).await.unwrap().into_inner();
    let again = client.generate_endgame(request).await.unwrap().into_inner();
    assert_eq!(again.hand, puzzle.hand);
    let (hand, puzzle) = (puzzle.hand, puzzle.solution.unwrap());
    assert_eq!((puzzle.grade(), puzzle.hints.len()), (Grade::Beginner, 3));
    assert!(hand.as_ref().unwrap().holds.iter().all(|held| !held.cards.as_ref().unwrap().ids.is_empty()));
    // The solver agrees with the puzzle's maker.
    let request =
        SolveEndgameRequest { hand: hand.clone(), want_all_first_plays: true, ..SolveEndgameRequest::default() };
    let solved = client.solve_endgame(request.clone()).await.unwrap().into_inner();
    let wins = solved.first_plays.iter().filter(|first| first.wins == Some(true)).count();
    assert_eq!((solved.winner, wins), (puzzle.winner, puzzle.first_plays.len()));
    // It gives the same hints, if asked.
    assert_eq!((solved.hints.len(), solved.grade()), (0, Grade::Unspecified));
    let hinted = SolveEndgameRequest { want_hints: true, ..request.clone() };
    let hinted = client.solve_endgame(hinted).await.unwrap().into_inner();
    assert_eq!((&hinted.hints, &hinted.grade), (&puzzle.hints, &puzzle.grade));
    assert_eq!((hinted.winner, hinted.first_plays), (solved.winner, solved.first_plays));
    // The line of the longest defence has the puzzle's length.
    let longest = SolveEndgameRequest { want_line: true, ..request.clone() };
    let longest = client.solve_endgame(longest).await.unwrap().into_inner();
    assert_eq!((longest.line.len(), longest.winner), (puzzle.line.len(), solved.winner));
    // For the peasant there are no hints, since the landlord wins.
    let mut hand = hand.unwrap();
    hand.present.as_mut().unwrap().turn = Chair::Second as i32;
    let defended = SolveEndgameRequest { want_hints: true, hand: Some(hand), ..request };
    assert_eq!(client.solve_endgame(defended).await.unwrap().into_inner().hints.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endgame_answers_with_the_cards_that_were_sent() {
    let (_server, mut client) = serve(UNHURRIED).await;
    let mut asked = endgame("classic", &["", ""]);
    let hand = asked.hand.as_mut().unwrap();
    hand.card_codec = CardCodec::RanksFrom0 as i32;
    let held = [vec![3, 7, 11, 53], vec![6, 15, 19]]; // 3♦ 4♦ 5♦ D and 4♣ 6♦ 7♦
    for (cards, ids) in hand.holds.iter_mut().zip(&held) {
        cards.cards = Some(Cards { ids: ids.clone(), text: String::new() });
    }
    let ids = |action: &Option<Action>| match &action.as_ref().unwrap().what {
        Some(action::What::Play(combo)) => combo.cards.clone().unwrap().ids,
        Some(action::What::PassOn(cards)) => cards.ids.clone(),
        _ => Vec::new(),
    };
    for pass_on in [false, true] {
        let asked = SolveEndgameRequest { pass_on, want_line: !pass_on, want_all_first_plays: true, ..asked.clone() };
        let solved = client.solve_endgame(asked).await.unwrap().into_inner();
        let replies =
            solved.first_plays.iter().flat_map(|first| first.reply.iter().map(|cards| (1, cards.ids.clone())));
        let firsts = solved.first_plays.iter().map(|first| (0, ids(&first.action)));
        let line = solved.line.iter().map(|event| match &event.what {
            Some(event::What::Action(action)) => (event.chair as usize - 1, ids(&Some(action.clone()))),
            what => panic!("{what:?} is no play"),
        });
        let line: Vec<(usize, Vec<u32>)> = line.collect();
        let mut played: Vec<u32> = line.iter().flat_map(|(_, ids)| ids.clone()).collect();
        played.sort_unstable();
        assert!(played.is_sorted_by(|one, next| one < next) && played.is_empty() == pass_on, "{line:?}");
        for (owner, ids) in firsts.chain(replies).chain(line) {
            assert!(ids.iter().all(|id| held[owner].contains(id)), "{ids:?} of {:?}", held[owner]);
        }
    }
}

/// The landlord, the chair on turn and the standing combo follow from the events.
#[tokio::test(flavor = "multi_thread")]
async fn an_endgame_is_told_by_its_events_too() {
    let (_server, mut client) = serve(UNHURRIED).await;
    let solve = async |second: &str, events: &[Event], client: &mut Client| {
        let mut asked = endgame("classic", &["33334444555566667", second, "77788889999TTTTJJ"]);
        asked.hand.as_mut().unwrap().events = events.to_vec();
        client.solve_endgame(SolveEndgameRequest { nodes_max: 1, ..asked }).await
    };
    let said = [calls(Chair::First, Call::Pass), calls(Chair::Second, Call::Score3), found(Chair::Second, "JJX")];
    let status = solve("AAAA2222KKKKQQQQD", &said[..2], &mut client).await.unwrap_err();
    assert_eq!((refused(&status).1.as_str(), refused(&status).2.as_str()), ("WRONG_PHASE", "hand.events"));
    let solved = solve("AAAA2222KKKKQQQQJJXD", &said, &mut client).await.unwrap().into_inner();
    let text = |first: &FirstPlay| match first.action.clone().unwrap().what {
        Some(action::What::Play(combo)) => combo.cards.unwrap().text,
        what => panic!("{what:?} is no lead"),
    };
    assert!(solved.first_plays.iter().map(text).any(|cards| cards == "XD"), "the second chair leads: {solved:?}");
}

/// Asks for all plays of a given turn.
pub(crate) fn listing(told: Told) -> ListLegalPlaysRequest {
    ListLegalPlaysRequest { chair: told.chair as i32, hand: Some(told.hand) }
}

/// Makes a turn with only cards.
pub(crate) fn bare(ruleset: &str, cards: &str, wilds: &str) -> Told {
    let present = Present { wilds: wilds.to_owned(), ..Present::default() };
    history(ruleset, Chair::First, cards, &[]).with(|hand| hand.present = Some(Box::new(present)))
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_plays_follow_from_what_happened() {
    let (_server, mut client) = serve(&[]).await;
    let dealt = "33445566778899TJQ";
    let told = |chair, hand: &str, events: &[Event]| Told {
        chair,
        ..seated(hand, "222").with(|hand| {
            hand.holds[0].chair = chair as i32;
            hand.events.extend_from_slice(events);
        })
    };
    let led = [plays(Chair::First, "KK")];
    let answer = client.list_legal_plays(listing(told(Chair::Second, dealt, &led))).await.unwrap().into_inner();
    assert_eq!((answer.plays.len(), answer.may_pass), (0, true));
    let waiting = client.list_legal_plays(listing(told(Chair::Third, dealt, &led))).await.unwrap_err();
    assert_eq!(refused(&waiting).1, "NOT_YOUR_TURN");
    let auction = history("classic", Chair::First, dealt, &[]);
    let status = client.list_legal_plays(listing(auction)).await.unwrap_err();
    assert_eq!(refused(&status).1, "WRONG_PHASE");
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_classified() {
    let (_server, mut client) = serve(&[]).await;
    let ask = |cards: &str, standing: &str| ClassifyPlayRequest {
        ruleset: String::from("douzero"),
        cards: text(cards),
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
async fn a_call_without_card_numbers_refuses_their_codec() {
    let (_server, mut client) = serve(&[]).await;
    let (ruleset, card_codec) = (String::from("classic"), CardCodec::Own as i32);
    let cards = ClassifyPlayRequest { ruleset: ruleset.clone(), card_codec, cards: ids(&[1]), ..Default::default() };
    let puzzle = GenerateEndgameRequest { ruleset, card_codec, grade: Grade::Easy as i32, ..Default::default() };
    for status in [client.classify_play(cards).await.unwrap_err(), client.generate_endgame(puzzle).await.unwrap_err()] {
        let (_, reason, field) = refused(&status);
        assert_eq!((reason.as_str(), field.as_str()), ("VALUE_UNKNOWN", "card_codec"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plays_are_reviewed() {
    let (_server, mut client) = serve(&[]).await;
    let ask = |action| present("3344JJ", [5, 4, 6], "99").review(action, by("rules"));
    let best = client.review_play(ask(action::What::Play(combo("JJ").unwrap()))).await.unwrap().into_inner();
    assert_eq!((best.verdict, best.value_lost.unwrap(), best.better.len()), (Verdict::Best as i32, 0.0, 0));
    let pass = client.review_play(ask(action::What::Passed(true))).await.unwrap().into_inner();
    assert_eq!((pass.verdict, pass.better.len()), (Verdict::Mistake as i32, 1));
    assert!(pass.value_lost.unwrap() > 10.0 && played(&pass.best.unwrap()) == "JJ");
}

/// The nets prefer the pair, but each Q and each 2 wins its trick too, and only the 3 is left.
#[tokio::test(flavor = "multi_thread")]
async fn a_second_sure_win_loses_nothing() {
    let (_server, mut client) = serve(&[]).await;
    let gone = ["9TTTTJJJJQQK", "KKKAAAA22XD", "333445566778889"];
    let told = present("22QQ3", [5, 6, 5], "").with_present(|present| {
        present.landlord = Chair::Third as i32;
        present.chairs.iter_mut().zip(gone).for_each(|(chair, cards)| chair.played = text(cards));
    });
    let review = told.review(action::What::Play(combo("Q").unwrap()), by("net"));
    let review = client.review_play(review).await.unwrap().into_inner();
    assert_eq!((review.verdict, played(&review.best.unwrap())), (Verdict::Good as i32, String::from("QQ")));
    assert_eq!((review.value_lost.unwrap(), review.better.len()), (0.0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_catalogue_lists_everybody() {
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

/// A ruleset is described as data.
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
    let status = client.list_rulesets(about(&["classic", "classic pass-on=up"])).await.unwrap_err();
    let (_, reason, field) = refused(&status);
    assert_eq!((reason.as_str(), field.as_str()), ("UNKNOWN_RULESET", "rulesets[1]"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journey_is_played_and_solved_and_has_no_puzzles() {
    let (_server, mut client) = serve(&[]).await;
    // A 3 beats a 7, and a 2, the pass card, answers a straight.
    for (hand, standing, answer) in [("34", "7", "3"), ("2444", "34567", "2"), ("66", "8", "")] {
        let told = present(hand, [5, 4, hand.len() as u32], standing);
        let view = told.with(|hand| hand.ruleset = String::from("journey"));
        let decision = client.follow(by_rules(view)).await.unwrap().into_inner();
        assert_eq!(played(&decision), answer, "{hand} on {standing}");
    }
    // A five is stronger than either card.
    let solved = client.solve_endgame(endgame("journey", &["34", "5"])).await.unwrap().into_inner();
    assert_eq!(solved.winner(), Side::Peasants);
    let ruleset = String::from("journey");
    let generate = GenerateEndgameRequest { ruleset, grade: Grade::Easy as i32, ..Default::default() };
    let refusal = refused(&client.generate_endgame(generate).await.unwrap_err());
    assert_eq!((refusal.1.as_str(), refusal.2.as_str()), ("BAD_ENDGAME", "ruleset"));
}

/// The services that a version of reflection lists, and whether it knows one of our messages.
macro_rules! described {
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
        // An unknown symbol is answered in the stream, which goes on.
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
    assert_eq!(described!(v1, channel.clone()), services);
    assert_eq!(described!(v1alpha, channel), services);
}
