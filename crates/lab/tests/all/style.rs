//! `lab style`: a persona's numbers change its measured style.

use serde_json::Value;

use super::shell::{Scrap, check_complaints, object, printed};

fn sum(shares: &Value) -> f64 {
    shares.as_array().expect("a list").iter().map(|share| share["percent"].as_f64().expect("a number")).sum()
}

#[test]
fn more_shows_as_the_numbers_say() {
    let eager = "casual:bid-target=950,bomb-more=200,lead-single=80,pace-ms=4000,urge-s=40";
    let found = object(&["style", eager, "--hands", "40"]);
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
}

#[test]
fn a_persona_of_a_file_stands_beside_its_skill() {
    let file = Scrap::file("[calm]\nbase = \"beginner\"\nface-percent = 0\n");
    let table = printed(&["style", "calm", "--personas", file.path(), "--hands", "3"], "");
    assert!(table.starts_with("| | `calm` | `beginner` |\n| --- | ---: | ---: |\n"), "{table}");
    assert!(table.contains("| shows a face | 0% |"), "{table}");
    check_complaints(&[(&["style", "nessie"], "nessie"), (&["style", "casual", "--beside", "nessie"], "--beside")]);
}
