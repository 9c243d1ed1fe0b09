//! `lab solve` as a script sees it, and `lab puzzles`, whose page must agree with it.

use super::shell::{run_for_error, run_lab};

/// The published level of the alpha–beta paper: only the 4 wins.
const PUBLISHED_LEVEL: [&str; 5] = ["solve", "--landlord", "2KQ8877664", "--peasant", "2KQ554433"];

fn value(text: &str, title: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(title));
    line.unwrap_or_else(|| panic!("no {title} in {text}")).trim().to_owned()
}

#[test]
fn an_endgame_shows_its_winner_first_plays_and_line() {
    let solved = run_lab(&[&PUBLISHED_LEVEL[..], &["--all", "--line"]].concat(), "");
    assert_eq!((value(&solved, "winner"), value(&solved, "wins with")), ("landlord".into(), "4".into()), "{solved}");
    assert!(value(&solved, "loses with").split("  ").any(|play| play == "6"), "{solved}");
    assert!(value(&solved, "line").starts_with("landlord 4, peasant "), "{solved}");
    let lost = run_lab(&["solve", "--landlord", "34", "--peasant", "5", "--all"], "");
    assert_eq!((value(&lost, "winner"), value(&lost, "wins with")), ("peasants".into(), "nothing".into()), "{lost}");
}

#[test]
fn an_answer_to_a_standing_combo_is_solved() {
    let facing = ["solve", "--landlord", "3", "--peasant", "47", "--standing", "3", "--to-move", "peasant", "--all"];
    let solved = run_lab(&facing, "");
    assert_eq!(value(&solved, "loses with"), "pass", "{solved}");
}

#[test]
fn a_time_limit_leaves_the_winner_unknown() {
    let deal = ["solve", "--landlord", "3445567789TTTJQ2D", "--peasant", "3345788999JKKAAA2", "--time-limit-ms", "0"];
    let text = run_lab(&deal, "");
    assert_eq!(value(&text, "winner"), "unknown", "{text}");
    assert_eq!(value(&text, "stopped"), "the solve was halted");
}

#[test]
fn all_wild_ranks_must_be_named() {
    let deal = ["solve", "--ruleset", "laizi", "--landlord", "4457", "--peasant", "99"];
    let winner = |wild: &str| value(&run_lab(&[&deal[..], &["--wilds", wild]].concat(), ""), "winner");
    assert_eq!((winner("7"), winner("3")), ("landlord".into(), "peasants".into()));
    let nameless = run_for_error(&deal);
    assert!(nameless.contains("--wilds: wild ranks told: 0; in ruleset laizi their number is 1"), "{nameless}");
}

fn text_between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    text.split_once(from).and_then(|(_, rest)| rest.split_once(to)).unwrap_or_else(|| panic!("{from} in {text}")).0
}

#[test]
fn puzzles_are_solved_as_their_page_says() {
    for ruleset in ["classic", "laizi-tiandi"] {
        let page = run_lab(&["puzzles", "--ruleset", ruleset, "--count", "2", "--grade", "easy", "--seed", "3"], "");
        let levels: Vec<&str> = page.split("\n### Level ").skip(1).collect();
        assert_eq!(levels.len(), 2, "{page}");
        for level in levels {
            let hands: Vec<&str> = level.split('`').skip(1).step_by(2).collect();
            let mut solve = vec!["solve", "--ruleset", ruleset, "--landlord", hands[0], "--peasant", hands[1]];
            if ruleset != "classic" {
                solve.extend(["--wilds", text_between(level, " Wild: ", ".")]);
            }
            let solved = run_lab(&[&solve[..], &["--all"]].concat(), "");
            let winning = text_between(level, " first plays only ", " win").replace(" and ", "  ");
            assert!(solved.contains(&format!("winner      landlord\nwins with   {winning}\n")), "{level}{solved}");
            assert!(level.contains("\n3. ") && !level.contains("\n4. "), "three hints: {level}");
        }
    }
}
