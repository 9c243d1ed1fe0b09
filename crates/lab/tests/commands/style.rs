//! `lab style`: a persona's numbers show in what it does.

use std::fs;

use serde_json::Value;

use super::shell::{complaint, printed};

fn styles(words: &[&str]) -> Value {
    serde_json::from_str(&printed(words, "")).expect("it prints JSON")
}

fn sum(shares: &Value) -> f64 {
    shares.as_array().expect("a list").iter().map(|share| share["percent"].as_f64().expect("a number")).sum()
}

#[test]
fn more_shows_as_the_numbers_say() {
    let eager = "casual:bid-target=950,bomb-more=200,lead-single=80,pace-ms=4000,urge-s=40";
    let words = ["style", eager, "--hands", "60", "--json"];
    let found = styles(&words);
    let [eager, plain] = [0, 1].map(|place| found["personas"][place].clone());
    assert_eq!(plain["persona"], "casual");
    assert!(sum(&eager["bids"]) > sum(&plain["bids"]), "it calls on weaker hands");
    assert!(sum(&eager["bombs"]) > sum(&plain["bombs"]), "it bombs more often");
    assert!(eager["leads_percent"][0].as_f64() > plain["leads_percent"][0].as_f64(), "it leads singles more often");
    assert!(eager["think_s"].as_f64() > plain["think_s"].as_f64());
    assert_eq!((&eager["urge_s"], &plain["urge_s"]), (&Value::from(40), &Value::from(15)));
    // The best fifth of hands is called more often than the weakest.
    let bids = |place: usize| plain["bids"][place]["percent"].as_f64();
    assert!(bids(4) > bids(0));
    assert_eq!(found, styles(&words), "the same command prints the same");
}

#[test]
fn a_persona_of_a_file_stands_beside_its_skill() {
    let folder = std::env::temp_dir().join(format!("lab-style-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (file, picture) = (folder.join("ours.toml"), folder.join("ours.svg"));
    fs::write(&file, "[calm]\nbase = \"beginner\"\nface-percent = 0\n").unwrap();
    let [file, picture] = [file, picture].map(|path| path.display().to_string());
    let table = printed(&["style", "calm", "--personas", &file, "--hands", "5", "--picture", &picture], "");
    assert!(table.starts_with("| | `calm` | `beginner` |\n| --- | ---: | ---: |\n"), "{table}");
    assert!(table.contains("| shows a face | 0% |"), "{table}");
    let drawn = fs::read_to_string(&picture).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains(">calm</text>"), "{drawn}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn unknown_names_are_refused() {
    assert!(complaint(&["style", "nessie"]).contains("nessie"));
    assert!(complaint(&["style", "casual", "--beside", "nessie"]).contains("--beside"));
}
