//! `lab bot` as a referee sees it: bad lines are answered too.

use serde_json::{Value, json};

use super::shell::run_lab;

fn ask(args: &[&str], lines: &str) -> Vec<Value> {
    let text = run_lab(&[&["bot"], args].concat(), lines);
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn check_error(line: &str, sentence: &str) {
    // The next line is answered normally.
    let good = r#"{"id":"next","role":"landlord","hand":[3],"card_play_action_seq":[],"num_cards_left":{"landlord":1,"landlord_down":2,"landlord_up":2}}"#;
    let answers = ask(&[], &format!("{line}\n{good}\n"));
    assert_eq!(answers.len(), 2, "{line}: {answers:?}");
    let error = answers[0]["error"].as_str().unwrap_or_default();
    assert!(error.contains(sentence), "{line:.300}: {error}");
    assert_eq!(answers[0].get("action"), None);
    assert_eq!(answers[1]["action"], json!([3]));
}

fn card_counts(landlord: i8, down: i8, up: i8) -> Value {
    json!({"landlord": landlord, "landlord_down": down, "landlord_up": up})
}

fn first_lead_line() -> Value {
    json!({
        "id": 1, "role": "landlord", "hand": [3, 4, 4, 7, 8, 8, 8, 9, 9, 9, 11, 11, 12, 12, 13, 13, 14, 14, 14, 17],
        "three_landlord_cards": [8, 9, 14], "card_play_action_seq": [],
        "num_cards_left": {"landlord": 20, "landlord_up": 17, "landlord_down": 17}, "bomb_num": 0,
    })
}

fn last_card_line() -> Value {
    json!({
        "id": [1, {"any": "JSON"}], "role": "landlord_up", "hand": [30], "three_landlord_cards": null,
        "card_play_action_seq": [[3], [17]], "num_cards_left": {"landlord": 4, "landlord_up": 1, "landlord_down": 9},
    })
}

fn with_field(mut line: Value, field: &str, value: Value) -> Value {
    line[field] = value;
    line
}

#[test]
fn the_bot_plays_cards_of_its_hand() {
    let answers = ask(&[], &format!("{}\n{}\n", first_lead_line(), last_card_line()));
    let hand = first_lead_line()["hand"].as_array().expect("a list").clone();
    let action = answers[0]["action"].as_array().expect("a list");
    assert!(!action.is_empty() && action.iter().all(|card| hand.contains(card)), "{answers:?}");
    assert_eq!((&answers[1]["id"], &answers[1]["action"]), (&last_card_line()["id"], &json!([30])), "{answers:?}");
    assert!(answers[1]["ms"].is_number(), "{answers:?}");
}

#[test]
fn without_card_counts_the_history_must_give_them() {
    let mut line = first_lead_line();
    line.as_object_mut().expect("an object").remove("num_cards_left");
    let answer = ask(&[], &format!("{line}\n")).remove(0);
    assert!(answer["action"].is_array(), "{answer}");
    line["hand"] = json!([3, 3]);
    line["card_play_action_seq"] = json!([[5]]);
    check_error(&line.to_string(), "num_cards_left is missing");
}

#[test]
fn bad_lines_are_answered_with_errors() {
    for (line, sentence) in [
        ("what?", "the line is no JSON"),
        ("[1,2]", "the line is no JSON object"),
        ("null", "the line is no JSON object"),
        (r#"{"id":1"#, "the line is no JSON"),
        ("{}", "role is missing"),
        (r#"{"role":"farmer"}"#, "role is \"farmer\", not landlord, landlord_down or landlord_up"),
        (r#"{"role":"landlord"}"#, "hand is missing"),
    ] {
        check_error(line, sentence);
    }
    for (field, value, sentence) in [
        ("hand", json!([]), "hand has 0 cards"),
        ("hand", json!("334"), "hand is \"334\", not a list of cards"),
        ("hand", json!([3, -4]), "hand is [3,-4], not a list of cards"),
        ("hand", json!([3, 15]), "15 is no card"),
        ("hand", json!([3, 3, 3, 3, 3]), "one 3 too many"),
        ("hand", json!([4_294_967_299_u64]), "not a list of cards"),
        ("hand", json!((3..=14).chain(3..=14).collect::<Vec<_>>()), "hand has 24 cards"),
        ("card_play_action_seq", json!(null), "card_play_action_seq is missing"),
        ("card_play_action_seq", json!([3]), "card_play_action_seq 1 is 3, not a list of cards"),
        ("card_play_action_seq", json!([[3, 4]]), "the standing 34 is no combo"),
        ("card_play_action_seq", json!(vec![json!([]); 1000]), "card_play_action_seq has 1000 entries"),
        ("num_cards_left", json!(17), "num_cards_left is 17, not a count for each role"),
        ("num_cards_left", card_counts(4, 9, -1), "not a count for each role"),
        ("num_cards_left", card_counts(4, 18, 1), "down is counted with 18 cards"),
        ("three_landlord_cards", json!({}), "three_landlord_cards is {}"),
    ] {
        check_error(&with_field(last_card_line(), field, value).to_string(), sentence);
    }
}

#[test]
fn hostile_lines_do_not_end_the_bot() {
    check_error(&"[".repeat(100_000), "the line is no JSON");
    check_error(&format!("{{\"id\":\"{}\"}}", "x".repeat(3 << 20)), "the line has more than 1048576 bytes");
    check_error(&"9".repeat(400), "");
    check_error("\u{feff}{}", "the line is no JSON");
    check_error("{\"id\":1,\u{0}}", "the line is no JSON");
}

#[test]
fn the_same_line_and_seed_give_the_same_answer() {
    let close_call = json!({
        "role": "landlord_down", "hand": [3, 4, 5, 7, 8, 10, 10, 11, 12, 13, 14], "card_play_action_seq": [],
        "num_cards_left": card_counts(9, 11, 8),
    });
    let lines: String = (0..6).map(|id| format!("{}\n", with_field(close_call.clone(), "id", json!(id)))).collect();
    let args = ["--persona", "beginner", "--seed", "3"];
    let actions = |args: &[&str]| ask(args, &lines).iter().map(|answer| answer["action"].clone()).collect::<Vec<_>>();
    let same = actions(&args);
    assert!(same.iter().all(|action| *action == same[0]));
    assert_eq!(actions(&args), same);
    let others: Vec<Value> =
        (0..30).map(|seed| actions(&["--persona", "beginner", "--seed", &format!("{seed}")]).remove(0)).collect();
    assert!(others.iter().any(|action| *action != same[0]), "no seed makes a difference");
}
