//! `lab takeover`: a table of who is told from the bot that took the seat over, and the responses of habits to numbers.

use super::shell::{complaint, lab};

#[test]
fn every_player_has_a_row() {
    let output = lab(&["takeover", "casual:strength=40", "leads-singles", "--series", "2", "--known", "6"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 5, "{text}");
    for (row, name) in rows[2..].iter().zip(["| `casual:strength=40` |", "| `leads-singles` |", "| mean |"]) {
        assert!(row.starts_with(name) && row.contains('%'), "{row}");
    }
}

#[test]
fn habits_follow_numbers() {
    let output = lab(&["takeover", "--response", "lead-single=-80,80", "--series", "2"], "");
    let text = String::from_utf8(output.stdout).unwrap();
    let single_leads = |row: &str| row.split_whitespace().nth_back(1).unwrap().parse::<u32>().unwrap();
    let rows: Vec<u32> = text.lines().filter(|row| row.starts_with("lead-single")).map(single_leads).collect();
    assert_eq!(rows.len(), 8, "{text}");
    assert!(rows.chunks(2).all(|pair| pair[0] < pair[1]), "{text}");
}

#[test]
fn who_cannot_take_part_is_refused() {
    assert!(complaint(&["takeover", "nobody"]).contains("nobody"));
    assert!(complaint(&["takeover", "--response", "lead-single"]).contains("NUMBER=STEP,STEP"));
}
