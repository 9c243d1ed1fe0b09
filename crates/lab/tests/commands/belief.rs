//! `lab belief` as a script sees it.

use engine::opponents::belief::features;
use engine::profile::Family;

use super::shell::{complaint, printed};

/// The change of the loss that a mix of evidence brings, in thousandths of a nat a card.
fn change(report: &serde_json::Value, mix: &str) -> f64 {
    let mixes = report["mixes"].as_array().expect("a list");
    let found = mixes.iter().find(|found| found["evidence"] == mix).unwrap_or_else(|| panic!("{mix}: {report}"));
    found["change"].as_f64().expect("a number")
}

#[test]
fn evidence_lowers_the_loss_of_every_sort_of_player() {
    for players in ["rules", "greedy", "casual beginner"] {
        let args = ["belief", "--hands", "80", "--worlds", "32", "--every", "8", "--players", players, "--json"];
        let report: serde_json::Value = serde_json::from_str(&printed(&args, "")).expect("JSON");
        let [all, none] = ["all", "none"].map(|mix| change(&report, mix));
        // A figure from so few hands is off by ±12.
        assert!(all < -25.0, "{players}: {all}");
        assert!((-1.0..5.0).contains(&none), "{players}: no evidence is no better than the uniform guess: {none}");
        assert!(report["positions"].as_u64().is_some_and(|positions| positions > 200), "{report}");
    }
}

#[test]
fn a_seed_always_prints_the_same() {
    let args = ["belief", "--hands", "20", "--worlds", "16", "--threads"];
    let print = |threads: &str| printed(&[&args[..], &[threads]].concat(), "");
    let first = print("1");
    assert_eq!(first, print("1"));
    assert_eq!(first, print("3"));
    assert!(first.lines().any(|line| line.starts_with("without passes ")), "{first}");
}

#[test]
fn a_fit_knows_more_than_it_did() {
    let file = std::env::temp_dir().join(format!("lab-belief-{}.txt", std::process::id()));
    let path = file.to_str().expect("a path in text");
    printed(&["belief", "--hands", "40", "--fit", path], "");
    let text = std::fs::read_to_string(&file).expect("it was written");
    std::fs::remove_file(&file).expect("it was there");
    let numbers = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let weights: Vec<i32> = numbers.map(|word| word.parse().expect("a number")).collect();
    assert_eq!(weights.len(), features(Family::Plain), "the engine reads as many");
    assert!(weights.iter().any(|&weight| weight > 8) && weights.iter().any(|&weight| weight < -8), "{text}");
    assert!(text.contains("lab belief --players \"rules\" --hands 40 --seed 1"), "{text}");
}

#[test]
fn what_cannot_be_measured_is_refused() {
    assert!(complaint(&["belief", "--players", "cmd:\"bot\""]).contains("programs are not asked"));
    assert!(complaint(&["belief", "--players", "wukong"]).contains("no player is named \"wukong\""));
    assert!(complaint(&["belief", "--hands", "0"]).contains("--hands"));
}
