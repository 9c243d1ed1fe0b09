//! `lab levels`: a stronger player has a higher level. A program can be a player.

use super::shell::{LAB, check_complaints, printed};

/// Finds a cell of a player's row, by its column.
fn cell<'a>(text: &'a str, player: &str, column: usize) -> &'a str {
    let row = text.lines().find(|line| line.starts_with(&format!("| `{player}` |")));
    row.and_then(|row| row.split('|').nth(column)).unwrap_or_else(|| panic!("{player}: {text}")).trim()
}

#[test]
fn stronger_players_have_higher_levels() {
    // The program is a persona of the list, with other random choices.
    let program = format!("cmd:\"{LAB} bot --persona casual:strength=20\"");
    let players = ["random", "casual:strength=20@20", "casual:strength=75@75", &program];
    let text = printed(&[&["levels"][..], &players, &["--hands", "60"]].concat(), "");
    let level = |player: &str| -> u32 { cell(&text, player, 3).parse().expect("a level") };
    let levels = ["random", "casual:strength=20", "casual:strength=75"].map(level);
    assert!(levels[0] < levels[1] && levels[1] + 15 < levels[2], "{text}");
    assert!(text.contains("Mean distance"), "{text}");
    for column in [7, 8] {
        let grade =
            |player: &str| -> i32 { cell(&text, player, column).trim_start_matches('.').parse().expect("a grade") };
        // With so few hands the chance error is some 40.
        assert!((grade(&program) - grade("casual:strength=20")).abs() < 120 && grade(&program) > 300, "{text}");
    }
}

#[test]
fn programs_that_fail_and_bad_strengths_are_refused() {
    check_complaints(&[
        (&["levels", "cmd:false"], "it ended"),
        (&["levels", "casual@strong"], "strong is no strength"),
    ]);
}
