//! `lab series`: the table of ranks.

use crate::shell::{complaint, printed};

/// Points, hands won and hands as landlord of each row, by name.
fn rows(args: &[&str]) -> Vec<(String, i64, u32, u32)> {
    let page = printed(args, "");
    let number = |word: Option<&str>| word.and_then(|word| word.parse::<i64>().ok()).expect("a number");
    page.lines()
        .skip(2)
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [points, won, landlord] = [2, 4, 5].map(|place| number(words.get(place).copied()));
            (words[1].to_owned(), points, won as u32, landlord as u32)
        })
        .collect()
}

#[test]
fn players_are_ranked_by_their_points() {
    let args = ["series", "rules", "greedy", "random", "--hands", "30", "--seed", "4"];
    let table = rows(&args);
    assert_eq!(table, rows(&args), "the same seed gives the same table");
    assert_eq!(table.len(), 3);
    assert!(table.windows(2).all(|two| two[0].1 >= two[1].1), "{table:?}");
    // Each card that was played lies with one player; a landlord wins alone or lets two win.
    let sum = |pick: fn(&(String, i64, u32, u32)) -> i64| table.iter().map(pick).sum::<i64>();
    let (points, won, landlords) = (sum(|row| row.1), sum(|row| row.2.into()), sum(|row| row.3.into()));
    assert!((20 * 30..=54 * 30).contains(&points) && (30..=60).contains(&won) && landlords == 30, "{table:?}");
    assert_eq!(table[2].0, "random", "{table:?}");
}

#[test]
fn stakes_sum_to_zero() {
    let table = rows(&["series", "casual", "casual-hasty", "random", "--hands", "20", "--ruleset", "classic"]);
    assert_eq!(table.iter().map(|row| row.1).sum::<i64>(), 0, "{table:?}");
}

#[test]
fn a_series_is_for_three_of_our_players() {
    assert!(complaint(&["series", "rules", "cmd:cat", "random"]).contains("a series is for personas"));
    assert!(complaint(&["series", "rules", "random"]).contains("3 values required"));
    assert!(complaint(&["puzzles", "--ruleset", "journey"]).contains("no puzzles are made for ruleset journey"));
}
