//! Output for programs: every command that looks something up prints JSON that says the same as its text.

use super::shell::{complaint, lab, printed};
use serde_json::{Value, json};

fn object(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat(), "")).expect("JSON")
}

/// One object a line.
fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

#[test]
fn legal_plays() {
    let args = ["legal", "--hand", "8888TT", "--standing", "34567"];
    assert_eq!(object(&args), json!({ "hand": "8888TT", "standing": "34567", "plays": ["pass", "8888"] }));
    assert_eq!(object(&["legal", "--hand", "33"])["standing"], Value::Null);
    let batch = printed(&["legal", "--json", "--batch", "-"], "334\t\n44\t33\n");
    assert_eq!(
        objects(&batch),
        [
            json!({ "hand": "334", "standing": null, "plays": ["3", "4", "33"] }),
            json!({ "hand": "44", "standing": "33", "plays": ["pass", "44"] })
        ]
    );
}

#[test]
fn a_split() {
    let split = object(&["split", "--splitter", "turns", "QQQJT98766544"]);
    assert_eq!(split, json!({ "parts": ["456789TJ", "6", "QQQ+4"], "turns": 3, "weight": 12, "points": -18.5 }));
}

#[test]
fn counted_positions() {
    let file = std::env::temp_dir().join(format!("thirdseat-perft-{}", std::process::id()));
    let path = file.to_str().expect("a plain path");
    std::fs::write(&file, "landlord 34\ndown 5\nup 6\n1 2\n2\n3 5\n").expect("a file");
    let output = lab(&["perft", path, "--json"], "");
    std::fs::remove_file(&file).expect("it was there");
    let line = |depth, count, expected: Value| json!({ "landlord": "34", "down": "5", "up": "6", "depth": depth, "count": count, "expected": expected });
    let counts = objects(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(counts, [line(1, 2, 2.into()), line(2, 4, Value::Null), line(3, 4, 5.into())]);
    assert_eq!(output.status.code(), Some(2), "the file says 5");
}

#[test]
fn a_decision_and_its_trace() {
    let view = "me=landlord hand=34XD left=4,9,4";
    let decision = object(&["decide", view]);
    for (key, value) in [
        ("reason", "leaves-winners-and-one"),
        ("settled_by", "win-path"),
        ("decider", "rules"),
        ("unit", "order of wins"),
    ] {
        assert_eq!(decision[key], value, "{decision}");
    }
    assert_eq!(decision.get("trace"), None, "only --explain tells it");
    let text = printed(&["decide", "--explain", view], "");
    let action = format!("action      play {} ({})", decision["action"], decision["kind"]).replace('"', "");
    assert_eq!(text.lines().next(), Some(action.as_str()));
    let trace = &object(&["decide", "--explain", view])["trace"];
    assert_eq!((&trace["seat"], &trace["rows_skipped"]), (&"landlord".into(), &json!(["one-combo"])), "{trace}");
    let path: Vec<&str> = trace["win_path"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(text.contains(&format!("win path    {}", path.join("  then  "))), "{text}{trace}");
    assert_eq!(object(&["decide", "me=first hand=33334444555566667 calls="])["kind"], Value::Null);
}

/// A searched result is told in deals that are won, as what was solved is.
#[test]
fn what_was_searched_is_counted_in_deals() {
    let view = "me=down hand=34578TTJQKA left=9,11,8";
    let args = ["decide", "--persona", "expert:search-worlds=8", view];
    let decision = object(&args);
    assert_eq!((&decision["decider"], &decision["unit"]), (&"search".into(), &"deals of 1000".into()), "{decision}");
    let best = &decision["candidates"][0]["value"];
    assert!(best.as_i64().is_some_and(|value| (0..=1000).contains(&value)), "{decision}");
    let shown = format!("{:.1}%", best.as_f64().expect("a number") / 10.0);
    let text = printed(&args, "");
    let line = text.lines().find(|line| line.starts_with("candidates")).expect("it weighed plays");
    assert!(line.ends_with(&shown), "{line} does not end with {shown}");
}

#[test]
fn replayed_decisions() {
    let line = |action: &str| {
        format!("persona=rules seed=3 view=\"me=up hand=3344JJ left=5,4,6 standing=landlord:99\" action={action}")
    };
    let output = lab(&["replay", "--json", "-"], &format!("{}\nsomething else\n{}\n", line("JJ"), line("pass")));
    assert_eq!(output.status.code(), Some(1));
    let said = objects(&String::from_utf8_lossy(&output.stdout));
    let of = |index: usize| (&said[index]["agrees"], &said[index]["logged"], &said[index]["decision"]["action"]);
    assert_eq!(of(0), (&true.into(), &"JJ".into(), &"JJ".into()));
    assert_eq!(of(1), (&false.into(), &"pass".into(), &"JJ".into()));
    assert_eq!(said[2], json!({ "agreed": 1, "replayed": 2, "passed_over": 1 }));
}

#[test]
fn personas_and_their_numbers() {
    let all = object(&["personas"]);
    let text = printed(&["personas"], "");
    for persona in all.as_array().expect("a list") {
        let (name, title) = (persona["name"].as_str().expect("text"), persona["title"].as_str().expect("text"));
        assert!(text.contains(&format!("| `{name}` | {title} |")), "{persona}");
    }
    assert_eq!(text.lines().count(), all.as_array().map_or(0, Vec::len) + 2);
    let careful = object(&["personas", "casual:noise=4,up.near-at=6"]);
    let number = |list: &str, name: &str| {
        let numbers = careful[list].as_array().expect("a list");
        numbers.iter().find(|number| number["number"] == name).cloned().unwrap_or_else(|| panic!("{name}: {careful}"))
    };
    assert_eq!(number("overall", "noise")["value"], 4);
    assert_eq!(number("by_seat", "near-at")["up"], 6);
}

#[test]
fn endgames_and_first_plays() {
    let published = ["solve", "--landlord", "2KQ8877664", "--peasant", "2KQ554433"];
    let solved = object(&[&published[..], &["--all", "--played", "6"]].concat());
    assert_eq!((&solved["winner"], &solved["wins_with"]), (&"landlord".into(), &json!(["4"])), "{solved}");
    assert!(solved["loses_with"].as_array().is_some_and(|plays| plays.contains(&"6".into())), "{solved}");
    assert_eq!((&solved["unknown"], &solved["stopped"]), (&json!([]), &Value::Null));
    assert_eq!((&solved["played"]["is_mistake"], &solved["played"]["was_won"]), (&true.into(), &true.into()));
    let last = solved["played"]["punished"].as_array().and_then(|line| line.last()).and_then(Value::as_str);
    assert!(last.is_some_and(|last| last.starts_with("peasant ")), "{solved}");
    let file = std::env::temp_dir().join(format!("thirdseat-solve-{}", std::process::id()));
    std::fs::write(&file, "id\tlandlord\tpeasant\na\t2KQ8877664\t2KQ554433\nb\t34\t5\n").expect("a file");
    let rows = printed(&["solve", "--json", "--all", "--file", file.to_str().expect("a plain path")], "");
    std::fs::remove_file(&file).expect("it was there");
    let rows = objects(&rows);
    let of = |index: usize| (&rows[index]["id"], &rows[index]["winner"], &rows[index]["winning_first_moves"]);
    assert_eq!(of(0), (&"a".into(), &"landlord".into(), &1.into()));
    assert_eq!(of(1), (&"b".into(), &"peasants".into(), &0.into()));
}

#[test]
fn puzzles_can_be_solved_as_they_are_told() {
    let told = object(&["puzzles", "--count", "2", "--grade", "easy", "--seed", "3"]);
    assert_eq!(told["partial"], false);
    let puzzles = told["puzzles"].as_array().expect("a list");
    assert_eq!(puzzles.len(), 2);
    for puzzle in puzzles {
        let [landlord, peasant] = ["landlord", "peasant"].map(|key| puzzle[key].as_str().expect("a hand"));
        let solved = object(&["solve", "--all", "--landlord", landlord, "--peasant", peasant]);
        assert_eq!((&solved["winner"], &solved["wins_with"]), (&"landlord".into(), &puzzle["winning"]), "{puzzle}");
        assert_eq!((&puzzle["grade"], puzzle["hints"].as_array().map(Vec::len)), (&"easy".into(), Some(3)));
    }
    assert!(complaint(&["puzzles", "--json", "--tsv"]).contains("--tsv"));
}

#[test]
fn wild_puzzles_tell_their_ranks_and_can_be_solved() {
    let made = ["puzzles", "--ruleset", "laizi-tiandi", "--count", "2", "--grade", "easy", "--seed", "3"];
    let told = object(&made);
    for puzzle in told["puzzles"].as_array().expect("a list") {
        let [landlord, peasant, wilds] =
            ["landlord", "peasant", "wilds"].map(|key| puzzle[key].as_str().expect("text"));
        let hands = ["--all", "--landlord", landlord, "--peasant", peasant];
        let solved = object(&[&["solve", "--ruleset", "laizi-tiandi", "--wilds", wilds][..], &hands].concat());
        assert_eq!((&solved["winner"], &solved["wins_with"]), (&"landlord".into(), &puzzle["winning"]), "{puzzle}");
    }
    // The table has a column for the ranks, and solving a table reads it.
    let table = printed(&[&made[..], &["--tsv"]].concat(), "");
    let file = std::env::temp_dir().join(format!("thirdseat-wild-{}", std::process::id()));
    std::fs::write(&file, &table).expect("a file");
    let name = file.to_str().expect("a plain path");
    let rows = printed(&["solve", "--json", "--all", "--ruleset", "laizi-tiandi", "--file", name], "");
    std::fs::remove_file(&file).expect("it was there");
    for (row, line) in objects(&rows).iter().zip(table.lines().skip(1)) {
        let winning: u64 = line.split('\t').nth(6).and_then(|count| count.parse().ok()).expect("a column");
        assert_eq!((&row["winner"], &row["winning_first_moves"]), (&"landlord".into(), &winning.into()), "{line}");
    }
    let nameless = complaint(&["solve", "--ruleset", "laizi", "--landlord", "34", "--peasant", "5"]);
    assert!(nameless.contains("--wilds: wild ranks told: 0; in ruleset laizi their number is 1"), "{nameless}");
}

#[test]
fn an_auctions_landlord_has_a_score_of_its_own() {
    let played =
        object(&["match", "rules", "rules", "--auction", "--ruleset", "laizi", "--deals", "20", "--seed", "3"]);
    assert!(played["landlord_score"]["value"].is_number(), "{played}");
}

#[test]
fn the_bids_of_wild_ranks_are_measured_by_who_plays() {
    let table = object(&["bids", "--deals", "1000", "--seed", "3", "--ruleset", "laizi wild-shown=landlord"]);
    for name in ["seventeen", "landlord", "learned", "landlord_net", "shown", "shown_net"] {
        assert_eq!(table[name].as_array().map(Vec::len), Some(20), "{name}");
    }
    let check = printed(&["bids", "--deals", "1000", "--seed", "3", "--ruleset", "laizi", "--check"], "");
    assert_eq!(check.lines().filter(|line| line.contains(": promised/won (points)")).count(), 4, "{check}");
}

#[test]
fn the_measured_table_of_bids() {
    let table = object(&["bids", "--deals", "1000", "--seed", "3"]);
    assert_eq!((&table["deals"], &table["partial"]), (&1000.into(), &false.into()));
    for name in ["seventeen", "landlord"] {
        let rows = table[name].as_array().expect("a list");
        let column = |key: &str| rows.iter().map(|row| row[key].as_i64().expect("a number")).collect::<Vec<_>>();
        assert_eq!(rows.len(), 20);
        assert!(column("quarter_points").is_sorted() && column("wins_of_1000").is_sorted(), "{table}");
    }
}
