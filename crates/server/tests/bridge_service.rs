//! The HTTP bridge of a whole service: the same tokens, drain and persona as over gRPC.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use server::config::Config;
use server::server::compose;
use server::server::serve::{Running, start};

const LEAD: &str = r#"{"position": "landlord", "hand": [3, 3, 4], "num_cards_left": [3, 9, 9]}"#;

fn config() -> Config {
    let mut config = Config::embedded();
    let free: SocketAddr = "127.0.0.1:0".parse().unwrap();
    (config.grpc.listen, config.admin.listen, config.bridge.listen) = (free, free, free);
    config.bridge.enabled = true;
    config
}

fn send(address: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

fn with_server(config: Config, check: impl FnOnce(&Running)) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let running = runtime.block_on(async { start(compose::app(config).unwrap()).await.unwrap() });
    check(&running);
    runtime.block_on(running.drain());
}

#[test]
fn it_is_off_unless_it_is_wanted() {
    let mut config = config();
    config.bridge.enabled = false;
    with_server(config, |running| assert_eq!(running.bridge, None));
}

#[test]
fn it_decides_as_the_service_does_and_counts_it() {
    with_server(config(), |running| {
        let bridge = running.bridge.expect("it is on");
        let (status, answer) = send(bridge, "POST", "/decide_play", "", LEAD);
        assert_eq!(status, 200, "{answer}");
        assert!(["{\"action\":[3,3]}", "{\"action\":[4]}"].contains(&answer.as_str()), "{answer}");
        assert_eq!(send(bridge, "GET", "/health", "", "").0, 200);
        let (_, page) = send(running.admin, "GET", "/metrics", "", "");
        let counted =
            page.lines().filter(|line| line.starts_with("thirdseat_decision_seconds_count{") && line.contains("Play"));
        assert!(counted.clone().any(|line| line.ends_with(" 1")), "{:?}", counted.collect::<Vec<_>>());
    });
}

/// The same series as calls over gRPC have.
#[test]
fn its_calls_are_counted_like_others() {
    with_server(config(), |running| {
        let bridge = running.bridge.expect("it is on");
        for body in [LEAD, LEAD, "{", "{}", r#"{"position": "landlord", "hand": [99]}"#] {
            send(bridge, "POST", "/decide_play", "", body);
        }
        send(bridge, "GET", "/health", "", "");
        for (path, body) in
            [("/decide_bid", "{}"), ("/predict", "player_position=7"), ("/legal", "player_hand_cards=33")]
        {
            send(bridge, "POST", path, "", body);
        }
        let (_, page) = send(running.admin, "GET", "/metrics", "", "");
        for line in [
            "thirdseat_rpc_total{rpc=\"bridge/decide_bid\",code=\"INVALID_ARGUMENT\"} 1",
            "thirdseat_rpc_total{rpc=\"bridge/predict\",code=\"INVALID_ARGUMENT\"} 1",
            "thirdseat_rpc_total{rpc=\"bridge/legal\",code=\"OK\"} 1",
            "thirdseat_rpc_total{rpc=\"bridge/decide_play\",code=\"OK\"} 2",
            "thirdseat_rpc_total{rpc=\"bridge/decide_play\",code=\"INVALID_ARGUMENT\"} 3",
            "thirdseat_rpc_seconds_count{rpc=\"bridge/decide_play\"} 5",
            "thirdseat_inflight{rpc=\"bridge/decide_play\"} 0",
        ] {
            assert!(page.lines().any(|found| found == line), "{line} is not on the page");
        }
    });
}

#[test]
fn tokens_hold_here_too() {
    let path = std::env::temp_dir().join(format!("thirdseat-bridge-tokens-{}", std::process::id()));
    std::fs::write(&path, "0123456789abcdef decide\nfedcba9876543210 rooms\n").unwrap();
    let mut config = config();
    config.grpc.tokens.file = path.to_str().unwrap().to_owned();
    with_server(config, |running| {
        let bridge = running.bridge.expect("it is on");
        let ask = |headers: &str| send(bridge, "POST", "/decide_play", headers, LEAD);
        for (headers, status) in [
            ("", 401),
            ("authorization: Bearer 0123456789abcdeX\r\n", 401),
            ("authorization: Bearer fedcba9876543210\r\n", 403),
            ("authorization: Bearer 0123456789abcdef\r\n", 200),
        ] {
            let (found, answer) = ask(headers);
            assert_eq!(found, status, "{headers}: {answer}");
            assert_eq!(answer.contains("\"action\""), status == 200, "{answer}");
        }
    });
    std::fs::remove_file(path).unwrap();
}

/// A caller past its quota is one call of its own among all that failed: alerts subtract the one from the other.
#[test]
fn a_caller_past_its_quota_is_counted_as_such_on_every_path() {
    let path = std::env::temp_dir().join(format!("thirdseat-bridge-quota-{}", std::process::id()));
    std::fs::write(&path, "0123456789abcdef decide caller=lobby calls_per_s=1\n").unwrap();
    let mut config = config();
    config.grpc.tokens.file = path.to_str().unwrap().to_owned();
    with_server(config, |running| {
        let bridge = running.bridge.expect("it is on");
        let mut refused = 0;
        for path in ["/decide_play", "/decide_bid", "/predict", "/legal"].repeat(3) {
            refused +=
                u32::from(send(bridge, "POST", path, "authorization: Bearer 0123456789abcdef\r\n", LEAD).0 == 429);
        }
        assert!(refused > 0, "one call a second is allowed");
        let (_, page) = send(running.admin, "GET", "/metrics", "", "");
        let sum = |labels: &str| -> u32 {
            let values =
                page.lines().filter(|line| line.starts_with(labels)).filter_map(|line| line.rsplit(' ').next());
            values.map(|value| value.parse::<u32>().unwrap()).sum()
        };
        assert_eq!(sum("thirdseat_quota_exceeded_total{caller=\"lobby\",quota=\"calls_per_s\"}"), refused);
        assert_eq!(sum("thirdseat_caller_calls_total{caller=\"lobby\",code=\"RESOURCE_EXHAUSTED\"}"), refused);
        let paths = ["decide_play", "decide_bid", "predict", "legal"];
        let exhausted =
            |path| sum(&format!("thirdseat_rpc_total{{rpc=\"bridge/{path}\",code=\"RESOURCE_EXHAUSTED\"}}"));
        assert_eq!(paths.map(exhausted).iter().sum::<u32>(), refused);
    });
    std::fs::remove_file(path).unwrap();
}

/// A sender's own list of what is legal is the last word.
#[test]
fn nothing_but_what_is_listed_is_played() {
    with_server(config(), |running| {
        let bridge = running.bridge.expect("it is on");
        let ask = |list: &str| {
            let body = format!(
                "{{\"position\": \"landlord_up\", \"hand\": [3, 5, 5, 30], \"num_cards_left\": [6, 7, 4], \"last_move\": [4, 4], \"last_move_position\": \"landlord\", \"legal_plays\": {list}}}"
            );
            send(bridge, "POST", "/decide_play", "", &body)
        };
        for (list, answer) in [
            ("[[5, 5], []]", "{\"action\":[5,5]}"),
            ("[[]]", "{\"action\":[]}"),
            // No ruleset of ours lets a single beat a pair: the table's word holds.
            ("[[30]]", "{\"action\":[30]}"),
        ] {
            assert_eq!(ask(list), (200, answer.to_owned()), "{list}");
        }
        for (list, sentence) in [
            ("[]", "legal_plays is empty"),
            ("7", "legal_plays is 7, not a list of plays"),
            ("[[3, 3]]", "legal_plays 1: the hand does not hold 33"),
            ("[[5, 5], [99]]", "legal_plays 2: "),
        ] {
            let (status, answer) = ask(list);
            assert!(status == 400 && answer.contains(sentence), "{list}: {status} {answer}");
        }
    });
}

/// The legal plays depend on the ruleset: the bridge plays the server's, and not its own.
#[test]
fn the_ruleset_is_the_servers() {
    // One plane with three wings as DouZero reads it; no combo where wings must be all singles of other ranks.
    let plane = "\"hand\": [3,5,5,5,6,6,6,7,7,7,11,11,14], \"num_cards_left\": [13, 9, 9]";
    let hand = format!("{{\"position\": \"landlord\", {plane}}}");
    let strict = format!("{{\"ruleset\": \"pagat\", \"position\": \"landlord\", {plane}}}");
    let is_legal = |rules: &str, answer: &str| {
        let value: serde_json::Value = serde_json::from_str(answer).unwrap();
        let ids: Vec<u32> = serde_json::from_value(value["action"].clone()).unwrap();
        let cards = rules::card::Codec::Douzero.decode(&ids).unwrap().hand();
        rules.parse::<rules::Ruleset>().unwrap().read(cards).is_some()
    };
    with_server(config(), |running| {
        let bridge = running.bridge.expect("it is on");
        let (status, answer) = send(bridge, "POST", "/decide_play", "", &hand);
        assert!(status == 200 && is_legal("douzero", &answer), "{answer}");
        let (status, answer) = send(bridge, "POST", "/decide_play", "", &strict);
        assert!(status == 200 && is_legal("pagat", &answer), "{answer}");
        let (status, answer) =
            send(bridge, "POST", "/decide_play", "", &hand.replace("{\"pos", "{\"ruleset\": \"poker\", \"pos"));
        assert!(status == 400 && answer.contains("ruleset: "), "{answer}");
        // The standing cards are read by it too: this is a combo of the first and not of the second.
        let stands = "{\"position\": \"landlord_down\", \"hand\": [17, 17, 17, 17], \"num_cards_left\": [5, 4, 9], \
                      \"last_move\": [3,5,5,5,6,6,6,7,7,7,11,11], \"last_move_position\": \"landlord\"}";
        assert_eq!(send(bridge, "POST", "/decide_play", "", stands).0, 200);
        let strict = stands.replace("{\"pos", "{\"ruleset\": \"pagat\", \"pos");
        assert_eq!(send(bridge, "POST", "/decide_play", "", &strict).0, 400);
    });
    let mut config = config();
    config.bridge.ruleset = String::from("pagat");
    with_server(config, |running| {
        let (status, answer) = send(running.bridge.unwrap(), "POST", "/decide_play", "", &hand);
        assert!(status == 200 && is_legal("pagat", &answer), "{answer}");
    });
}

#[test]
fn auctions_are_asked_for_too() {
    const GOOD: &str = "[3,4,5,6,7,8,9,10,11,12,14,14,17,17,17,20,30]";
    with_server(config(), |running| {
        let bid = |ruleset: &str, hand: &str, calls: &str| {
            let body = format!("{{\"ruleset\": {ruleset:?}, \"hand\": {hand}, \"calls\": {calls}}}");
            send(running.bridge.unwrap(), "POST", "/decide_bid", "", &body)
        };
        assert_eq!(bid("classic", GOOD, "[0, 1]"), (200, String::from("{\"bid\":3}")));
        assert_eq!(bid("classic auction=call-rob", GOOD, "[]"), (200, String::from("{\"call\":\"call\"}")));
        assert_eq!(bid("classic auction=call-rob", GOOD, "[\"call\"]"), (200, String::from("{\"call\":\"rob\"}")));
        for (ruleset, calls, problem) in [
            ("classic", "[3]", "the auction is over"),
            ("classic", "[2, 1]", "calls 2: "),
            ("classic", "[\"rob\"]", "calls 1: "),
            ("classic", "[7]", "calls is [7], not a list of"),
        ] {
            let (status, answer) = bid(ruleset, GOOD, calls);
            assert!(status == 400 && answer.contains(problem), "{calls}: {answer}");
        }
        let (status, answer) = bid("classic", "[3]", "[]");
        assert!(status == 400 && answer.contains("hand has 1 cards"), "{answer}");
    });
}

#[test]
fn cards_are_passed_on_before_an_auction() {
    // The hand of the auction above, with three more of its own in place of what came.
    const DEALT: &str = "[3,3,4,5,6,7,8,10,11,12,12,14,14,17,17,20,30]";
    const NOW: &str = "[5,6,7,8,9,9,10,11,12,12,14,14,17,17,17,20,30]";
    with_server(config(), |running| {
        let bid = |more: &str| {
            let body = format!("{{\"ruleset\": \"classic pass-on=next\", {more}}}");
            send(running.bridge.unwrap(), "POST", "/decide_bid", "", &body)
        };
        let (status, answer) = bid(&format!("\"hand\": {DEALT}"));
        let given: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((status, given["pass_on"].as_array().map(Vec::len)), (200, Some(3)), "{answer}");
        let after = |gave: &str, got: &str| {
            bid(&format!("\"hand\": {NOW}, \"gave\": {gave}, \"got\": {got}, \"calls\": [0, 1]"))
        };
        assert_eq!(after("[3,3,4]", "[9,9,17]"), (200, String::from("{\"bid\":3}")));
        for ((status, answer), problem) in [
            (after("[3,4]", "[9,9,17]"), "gave has 2 cards"),
            (after("[3,3,4]", "[9,9,13]"), "got 99K is not in the hand"),
            (after("[17,17,4]", "[9,9,17]"), "gave 422 and the hand"),
            (bid(&format!("\"hand\": {NOW}, \"got\": [9,9,17]")), "gave is missing, and got is told"),
            (bid(&format!("\"hand\": {DEALT}, \"calls\": [0]")), "gave is missing: cards are passed on"),
        ] {
            assert!(status == 400 && answer.contains(problem), "{problem}: {answer}");
        }
        let body = format!("{{\"ruleset\": \"classic\", \"hand\": {NOW}, \"gave\": [3,3,4]}}");
        let (status, answer) = send(running.bridge.unwrap(), "POST", "/decide_bid", "", &body);
        assert!(status == 400 && answer.contains("gave is told, and no cards are passed on"), "{answer}");
    });
}

/// The forms as the page of RLCard-Showdown sends them.
#[test]
fn showdowns_page_is_answered() {
    const FORM: &str = "content-type: application/x-www-form-urlencoded\r\norigin: http://localhost:3000\r\n";
    let predict = [
        ("player_position", "1"),
        ("player_hand_cards", "5566D"),
        ("num_cards_left_landlord", "4"),
        ("num_cards_left_landlord_down", "5"),
        ("num_cards_left_landlord_up", "3"),
        ("three_landlord_cards", ""),
        ("card_play_action_seq", "44"),
        ("other_hand_cards", "77889TJ"),
        ("last_move_landlord", "44"),
        ("played_cards_landlord", "44"),
        ("bomb_num", "0"),
    ];
    let form = |fields: &[(&str, &str)]| {
        fields.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    };
    let mut config = config();
    config.web.origins = vec![String::from("http://localhost:3000")];
    with_server(config, |running| {
        let bridge = running.bridge.unwrap();
        let ask = |path: &str, body: &str| {
            let (status, answer) = send(bridge, "POST", path, FORM, body);
            assert_eq!(status, 200, "{answer}");
            serde_json::from_str::<serde_json::Value>(&answer).unwrap()
        };
        let answer = ask("/predict", &form(&predict));
        let shown = answer["result"].as_object().unwrap();
        assert_eq!((&answer["status"], answer["win_rates"].as_object()), (&serde_json::json!(0), Some(shown)));
        assert!((1..=3).contains(&shown.len()) && shown.contains_key("55"), "{answer}");
        assert!(shown.keys().all(|play| ["", "55", "66"].contains(&play.as_str())), "{answer}");
        for (field, value, status) in [
            ("player_position", "3", 1),
            ("player_hand_cards", "", 2),
            ("num_cards_left_landlord_down", "4", 3),
            ("three_landlord_cards", "3456", 4),
            ("card_play_action_seq", "44,", 5),
            ("other_hand_cards", "77889", 6),
            ("played_cards_landlord", "!", 7),
        ] {
            let wrong: Vec<_> =
                predict.iter().map(|&(name, told)| (name, if name == field { value } else { told })).collect();
            assert_eq!(ask("/predict", &form(&wrong))["status"], status, "{field}");
        }
        let answer = ask("/legal", "player_hand_cards=5566D&rival_move=44");
        assert_eq!(answer["legal_action"], ",55,66");
        assert_eq!(ask("/legal", "player_hand_cards=55&rival_move=")["legal_action"], "5,55");
        assert_eq!(ask("/legal", "player_hand_cards=55&rival_move=47")["status"], -1);
        let evil = FORM.replace("localhost:3000", "evil.example");
        assert_eq!(send(bridge, "POST", "/legal", &evil, "player_hand_cards=55").0, 403);
    });
}
