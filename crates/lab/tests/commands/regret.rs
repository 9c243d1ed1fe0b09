//! `lab regret` as a script sees it: few positions, few worlds.

use super::shell::{interrupted, printed};
use serde_json::Value;

fn found(players: &[&str], more: &[&str]) -> Value {
    let size = ["--positions", "30", "--worlds", "40", "--json"];
    serde_json::from_str(&printed(&[&["regret"], players, &size, more].concat(), "")).expect("--json prints JSON")
}

#[test]
fn threads_do_not_show_and_who_chooses_alike_loses_alike() {
    let players = ["net", "rules", "net"];
    let one = found(&players, &["--threads", "1"]);
    assert_eq!(one, found(&players, &["--threads", "3"]));
    assert_ne!(one, found(&players, &["--seed", "2"]));
    assert_eq!((&one["partial"], &one["positions"]), (&Value::from(false), &Value::from(30)), "{one}");
    let number = |place: usize, name: &str| one["players"][place][name]["value"].as_f64().expect("a number");
    assert_eq!(number(0, "lost_per_mille"), number(2, "lost_per_mille"));
    assert_eq!((number(0, "against_first_per_mille"), number(2, "against_first_per_mille")), (0.0, 0.0));
    assert!((0..3).all(|place| number(place, "lost_per_mille") > 0.0), "{one}");
    // The loss of one player beyond another's is the difference of what they lose.
    let more = number(0, "lost_per_mille") - number(1, "lost_per_mille");
    assert!((number(1, "against_first_per_mille") - more).abs() < 1e-9, "{one}");
}

#[test]
fn what_tells_players_apart_is_the_same_where_nothing_else_is_asked() {
    let players = ["net", "rules", "casual"];
    let (all, apart) = (found(&players, &[]), found(&players, &["--apart"]));
    for place in 0..3 {
        assert_eq!(
            all["players"][place]["against_first_per_mille"],
            apart["players"][place]["against_first_per_mille"]
        );
        assert_eq!(apart["players"][place]["lost_per_mille"], Value::Null, "{apart}");
    }
    assert_ne!(all["players"][1]["against_first_per_mille"]["value"], Value::from(0.0), "{all}");
}

#[test]
fn what_is_known_at_an_interruption_is_told() {
    let text = interrupted(&["regret", "net", "--positions", "1000000", "--worlds", "10"]);
    assert!(text.starts_with("INTERRUPTED\n") && text.contains("wins of 1,000"), "{text}");
}
