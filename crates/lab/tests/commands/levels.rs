//! `lab levels`: a stronger player has a higher level with each reviewer. A program can be a player.

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
fn a_program_has_the_grades_of_the_player_in_it() {
    // The program is the same persona with other random choices.
    let program = format!("cmd:{} bridge bot --persona beginner", env!("CARGO_BIN_EXE_lab"));
    let output = lab(&["levels", &program, "beginner", "--hands", "60"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    let grades = |row: &str| -> Vec<i32> {
        row.split('|').skip(7).take(2).map(|grade| grade.trim().trim_start_matches('.').parse().unwrap()).collect()
    };
    let rows: Vec<Vec<i32>> = text.lines().skip(2).take(2).map(grades).collect();
    assert!(rows[0].iter().zip(&rows[1]).all(|(program, persona)| (program - persona).abs() < 80), "{text}");
}

#[test]
fn another_reviewer_sees_the_same_order() {
    let players = ["random", "casual:strength=75"];
    let output = lab(&[&["levels"][..], &players, &["--hands", "40", "--reviewer", "skilled"]].concat(), "");
    let text = String::from_utf8(output.stdout).unwrap();
    let grade = |row: &str| -> u32 { row.split('|').nth(7).unwrap().trim().trim_start_matches('.').parse().unwrap() };
    let grades: Vec<u32> = text.lines().skip(2).take(2).map(grade).collect();
    assert!(grades[0] > grades[1] + 100, "{text}");
}

#[test]
fn programs_that_fail_and_bad_strengths_are_refused() {
    assert!(complaint(&["levels", "cmd:false"]).contains("it ended"));
    assert!(complaint(&["levels", "casual", "--reviewer", "greedy"]).contains("greedy cannot review"));
    assert!(complaint(&["levels", "casual@strong"]).contains("strong is no strength"));
}
