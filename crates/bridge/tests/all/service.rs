//! The service behind the bridge: its tokens, quotas and rules hold.

use serde_json::json;

use super::*;

const LEAD_BODY: &str = r#"{"position": "landlord", "hand": [3, 3, 4], "num_cards_left": [3, 9, 9]}"#;
const STRONG_HAND: &str = "[3,4,5,6,7,8,9,10,11,12,14,14,17,17,17,20,30]";

/// A file that is deleted at the end of the test.
struct TokenFile(std::path::PathBuf);

impl TokenFile {
    fn write(name: &str, lines: &str) -> TokenFile {
        let path = std::env::temp_dir().join(format!("thirdseat-bridge-{name}-{}", std::process::id()));
        std::fs::write(&path, lines).unwrap();
        TokenFile(path)
    }
}

impl Drop for TokenFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn serve_with_tokens(tokens: &TokenFile, own: Option<&TokenFile>) -> TestBridge {
    serve_with(|config, options| {
        config.grpc.tokens.file = tokens.0.to_str().unwrap().to_owned();
        options.token_file = own.map(|own| own.0.clone());
    })
}

#[test]
fn the_service_decides_and_counts_the_call() {
    let served = serve();
    let (status, answer) = served.post("/decide_play", LEAD_BODY);
    assert_eq!(status, 200, "{answer}");
    assert!([json!([3, 3]), json!([4])].contains(&answer["action"]), "{answer}");
    let counted = "thirdseat_decision_seconds_count{rpc=\"Play\"";
    assert_eq!((served.counter(counted), served.counter("thirdseat_rpc_total{rpc=\"Decide\",code=\"OK\"}")), (1, 1));
    // A body that is no position does not reach the service.
    for body in ["{", "{}", r#"{"position": "landlord", "hand": [99]}"#] {
        assert_eq!(served.post("/decide_play", body).0, 400);
    }
    assert_eq!(served.counter("thirdseat_rpc_total{rpc=\"Decide\""), 1);
}

#[test]
fn a_request_names_its_persona_strength_and_budget() {
    let served = serve();
    let asked = |more: &str| served.post("/decide_play", &LEAD_BODY.replace("{\"pos", &format!("{{{more}, \"pos")));
    let (status, answer) = asked("\"persona\": \"casual\", \"strength\": 80, \"budget_ms\": 50");
    assert_eq!(status, 200, "{answer}");
    assert!(answer["think_time_ms"].as_u64() > Some(0) && answer["reason"].as_str() > Some(""), "{answer}");
    let other = serve_with(|_, options| options.persona = String::from("wukong"));
    check_refused(other.post("/decide_play", LEAD_BODY), 400, "wukong");
    assert_eq!(
        other.decide(&json!({"position": "landlord", "hand": [3], "num_cards_left": [1, 9, 9], "persona": "net"})).0,
        200
    );
}

#[test]
fn tokens_are_checked_through_the_bridge() {
    let tokens = TokenFile::write("tokens", "0123456789abcdef decide\nfedcba9876543210 rooms\n");
    let served = serve_with_tokens(&tokens, None);
    // The accepted call comes first: the service closes a connection that begins with a refused one.
    for (headers, status) in [
        ("authorization: Bearer 0123456789abcdef\r\n", 200),
        ("", 401),
        ("authorization: Bearer 0123456789abcdeX\r\n", 401),
        ("authorization: Bearer fedcba9876543210\r\n", 403),
    ] {
        let (found, _, answer) = send(served.bridge, "POST", "/decide_play", headers, LEAD_BODY.as_bytes());
        assert_eq!(found, status, "{headers}: {answer}");
        assert_eq!(answer.get("error").is_none(), status == 200, "{answer}");
    }
    // A health check needs no token.
    assert_eq!(send(served.bridge, "GET", "/health", "", b"").0, 200);
    // A bridge with its own token serves requests without one.
    let own = TokenFile::write("own", "0123456789abcdef\n");
    let served = serve_with_tokens(&tokens, Some(&own));
    assert_eq!(served.post("/decide_play", LEAD_BODY).0, 200);
    let wrong = "authorization: Bearer fedcba9876543210\r\n";
    assert_eq!(send(served.bridge, "POST", "/decide_play", wrong, LEAD_BODY.as_bytes()).0, 403);
    std::fs::write(&own.0, "not-a-token-of-the-service").unwrap();
    assert_eq!(served.post("/decide_play", LEAD_BODY).0, 401, "the file is read again");
}

#[test]
fn a_caller_past_its_quota_is_refused_with_a_retry_time() {
    let tokens = TokenFile::write("quota", "0123456789abcdef decide caller=lobby calls_per_s=1\n");
    let served = serve_with_tokens(&tokens, None);
    let mut refused = 0;
    for _ in 0..12 {
        let headers = "authorization: Bearer 0123456789abcdef\r\nx-request-id: hand-9\r\n";
        let (status, head, answer) = send(served.bridge, "POST", "/decide_play", headers, LEAD_BODY.as_bytes());
        assert!(head.contains("x-request-id: hand-9"), "{head}");
        if status == 429 {
            assert!(head.contains("retry-after: 1") && answer["error"].is_string(), "{head} {answer}");
            refused += 1;
        }
    }
    assert!(refused > 0, "one call a second is allowed");
    assert_eq!(served.counter("thirdseat_quota_exceeded_total{caller=\"lobby\",quota=\"calls_per_s\"}"), refused);
}

#[test]
fn without_a_service_the_answer_has_a_retry_time() {
    let mut served = serve();
    let health = |served: &TestBridge| send(served.bridge, "GET", "/health", "", b"");
    assert_eq!((health(&served).0, health(&served).2), (200, json!({"status": "ok"})));
    served.drain_service();
    assert_eq!(health(&served).0, 503);
    let (status, head, answer) = send(served.bridge, "POST", "/decide_play", "", LEAD_BODY.as_bytes());
    assert!(status == 503 && head.contains("retry-after: 1"), "{head} {answer}");
    assert!(answer["error"].is_string() && answer.get("action").is_none(), "{answer}");
}

/// The sender's own list of legal plays decides.
#[test]
fn only_listed_plays_are_chosen() {
    let served = serve();
    let request = |list: &Value| {
        json!({"position": "landlord_up", "hand": [3, 5, 5, 30], "num_cards_left": [6, 7, 4],
            "last_move": [4, 4], "last_move_position": "landlord", "legal_plays": list})
    };
    // In this ruleset no single beats a pair, but the list holds.
    for (list, action) in [(json!([[5, 5], []]), json!([5, 5])), (json!([[]]), json!([])), (json!([[30]]), json!([30]))]
    {
        let (status, answer) = served.decide(&request(&list));
        assert_eq!((status, &answer["action"]), (200, &action), "{list}: {answer}");
    }
    for (list, sentence) in [
        (json!([]), "legal_plays: holds no play and no pass"),
        (json!(7), "legal_plays is 7, not a list of plays"),
        (json!([[3, 3]]), "legal_plays.plays[0]: 33 is not in the hand"),
        (json!([[5, 5], [99]]), "legal_plays 2: "),
        (json!(vec![json!([5]); 5000]), "5000 plays, 4096 are allowed"),
    ] {
        served.check_error(&request(&list), 400, sentence);
    }
}

#[test]
fn the_senders_ruleset_is_used() {
    // The hand has an airplane with the wings 3JJ. DouZero's ruleset allows these wings; a ruleset in which all wings differ does not.
    let hand = json!({"position": "landlord", "hand": [3,5,5,5,6,6,6,7,7,7,11,11,14], "num_cards_left": [13, 9, 9]});
    let check = |served: &TestBridge, request: &Value, rules: &str| {
        let (status, answer) = served.decide(request);
        let ids: Vec<u32> = serde_json::from_value(answer["action"].clone()).unwrap_or_else(|_| panic!("{answer}"));
        let cards = rules::card::Codec::Douzero.decode(&ids).unwrap();
        let is_legal = rules.parse::<rules::Ruleset>().unwrap().read(cards).is_some();
        assert!(status == 200 && is_legal, "{answer}");
    };
    let served = serve();
    check(&served, &hand, "douzero");
    check(&served, &with_field(&hand, "ruleset", json!("pagat")), "pagat");
    served.check_error(&with_field(&hand, "ruleset", json!("poker")), 400, "ruleset: ");
    // The ruleset also reads the standing cards: these are a combo in the first ruleset and not in the second.
    let stands = json!({"position": "landlord_down", "hand": [17, 17, 17, 17], "num_cards_left": [5, 4, 9],
        "last_move": [3,5,5,5,6,6,6,7,7,7,11,11], "last_move_position": "landlord"});
    assert_eq!(served.decide(&stands).0, 200);
    assert_eq!(served.decide(&with_field(&stands, "ruleset", json!("pagat"))).0, 400);
    check(&serve_with(|_, options| options.ruleset = "pagat".parse().unwrap()), &hand, "pagat");
}

#[test]
fn bids_are_decided() {
    let served = serve();
    let bid = |ruleset: &str, hand: &str, calls: &str| {
        let body = format!("{{\"ruleset\": {ruleset:?}, \"hand\": {hand}, \"calls\": {calls}}}");
        served.post("/decide_bid", &body)
    };
    for (ruleset, calls, field, said) in [
        ("classic", "[0, 1]", "bid", json!(3)),
        ("classic auction=call-rob", "[]", "call", json!("call")),
        ("classic auction=call-rob", "[\"call\"]", "call", json!("rob")),
    ] {
        let (status, answer) = bid(ruleset, STRONG_HAND, calls);
        assert_eq!((status, &answer[field]), (200, &said), "{answer}");
        assert!(answer["think_time_ms"].is_u64() && answer["reason"].is_string(), "{answer}");
    }
    for (ruleset, calls, problem) in [
        ("classic", "[3]", "the auction is over"),
        ("classic", "[2, 1]", "calls 2: "),
        ("classic", "[\"rob\"]", "calls 1: "),
        ("classic", "[7]", "calls is [7], not a list of"),
    ] {
        check_refused(bid(ruleset, STRONG_HAND, calls), 400, problem);
    }
    check_refused(bid("classic", "[3]", "[]"), 400, "hand: 1 cards");
}

#[test]
fn cards_are_passed_on_before_an_auction() {
    // `AFTER` with the given 334 in place of the received 992.
    const BEFORE: &str = "[3,3,4,5,6,7,8,10,11,12,12,14,14,17,17,20,30]";
    const AFTER: &str = "[5,6,7,8,9,9,10,11,12,12,14,14,17,17,17,20,30]";
    let served = serve();
    let bid = |more: &str| served.post("/decide_bid", &format!("{{\"ruleset\": \"classic pass-on=next\", {more}}}"));
    let (status, given) = bid(&format!("\"hand\": {BEFORE}"));
    assert_eq!((status, given["pass_on"].as_array().map(Vec::len)), (200, Some(3)), "{given}");
    let after =
        |gave: &str, got: &str| bid(&format!("\"hand\": {AFTER}, \"gave\": {gave}, \"got\": {got}, \"calls\": [0, 1]"));
    let (status, answer) = after("[3,3,4]", "[9,9,17]");
    assert_eq!((status, &answer["bid"]), (200, &json!(3)), "{answer}");
    for (answer, problem) in [
        (after("[3,4]", "[9,9,17]"), "gave: 2 cards"),
        (after("[3,3,4]", "[9,9,13]"), "got: 99K is not in the hand"),
        (after("[17,17,4]", "[9,9,17]"), "gave: 422 and the hand"),
        (bid(&format!("\"hand\": {AFTER}, \"got\": [9,9,17]")), "gave: is missing, and got is told"),
        (bid(&format!("\"hand\": {BEFORE}, \"calls\": [0]")), "gave: is missing: cards are passed on"),
    ] {
        check_refused(answer, 400, problem);
    }
    let body = format!("{{\"ruleset\": \"classic\", \"hand\": {AFTER}, \"gave\": [3,3,4]}}");
    check_refused(served.post("/decide_bid", &body), 400, "gave: is told, and no cards are passed on");
}
