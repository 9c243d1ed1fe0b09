//! `lab experience`: series against scripted players, with and without experience.

use crate::shell::{complaint, printed};

/// The rows of the first table: a habit, and its figures.
fn rows(args: &[&str]) -> Vec<(String, Vec<f64>)> {
    let page = printed(args, "");
    let rows = page.lines().skip(3).take_while(|line| !line.starts_with('#'));
    rows.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0].to_owned(), words[1..].iter().filter_map(|word| word.parse().ok()).collect())
    })
    .collect()
}

#[test]
fn without_a_habit_experience_changes_nothing_and_with_one_it_does() {
    let args = ["experience", "rules", "--series", "3", "--seed", "2", "--habit", "none", "--habit", "answers-highest"];
    let table = rows(&args);
    assert_eq!(table, rows(&args), "the same seed gives the same table");
    assert_eq!(table.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(), ["none", "answers-highest"]);
    let gains = |row: usize| [table[row].1[2], table[row].1[4]];
    assert!(gains(1) != [0.0, 0.0], "{table:?}");
    let threads = [&args[..], &["--threads", "2"]].concat();
    assert_eq!(rows(&threads), table, "threads change nothing");
}

#[test]
fn a_beginner_learns_nothing() {
    let table = rows(&["experience", "beginner", "--series", "2", "--habit", "leads-singles"]);
    assert_eq!((table[0].1[2], table[0].1[4]), (0.0, 0.0), "{table:?}");
    assert!(complaint(&["experience", "random"]).contains("no persona is named"));
}

/// Guesses about a player who splits fours fail more often than about most: corrected, they tell better where cards are.
#[test]
fn the_corrected_guess_knows_more_of_who_splits_fours() {
    let page = printed(
        &["experience", "rules", "--belief", "--series", "40", "--habit", "none", "--habit", "splits-fours"],
        "",
    );
    let gains = |habit: &str| -> (f64, f64) {
        let row = page.lines().find(|line| line.starts_with(habit)).expect("each habit has a row");
        let figures: Vec<f64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [.., by_guesses, interval] = figures[..] else { panic!("{row}") };
        (by_guesses, interval)
    };
    let (usual, _) = gains("none ");
    assert!(usual.abs() < 1.0, "{page}");
    let (gain, interval) = gains("splits-fours");
    assert!(gain > interval, "{page}");
}
