//! `lab levels`: stronger players come out stronger, and programs are refused.

use super::shell::{complaint, lab};

#[test]
fn stronger_players_have_higher_levels() {
    let players = ["random", "casual:strength=20@20", "casual:strength=75@75"];
    let output = lab(&[&["levels"][..], &players, &["--hands", "200"]].concat(), "");
    let text = String::from_utf8(output.stdout).unwrap();
    let level = |player: &str| -> u32 {
        let row = text.lines().find(|line| line.starts_with(&format!("| `{player}` |"))).unwrap();
        row.split('|').nth(3).unwrap().trim().parse().unwrap()
    };
    let levels = ["random", "casual:strength=20", "casual:strength=75"].map(level);
    assert!(levels[0] < levels[1] && levels[1] + 15 < levels[2], "{text}");
    assert!(text.contains("Mean distance"), "{text}");
}

#[test]
fn programs_and_bad_strengths_are_refused() {
    assert!(complaint(&["levels", "cmd:cat"]).contains("programs are not estimated"));
    assert!(complaint(&["levels", "casual@strong"]).contains("strong is no strength"));
}
