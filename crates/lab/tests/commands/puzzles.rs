//! `lab puzzles` as a reader sees it.

use super::shell::printed;

#[test]
fn the_page_opens_with_examples_that_lead_to_their_levels() {
    let page = printed(&["puzzles", "--seed", "3", "--count", "8", "--grade", "easy"], "");
    let examples: Vec<&str> = page.lines().filter(|line| line.starts_with("| easy | [")).collect();
    assert_eq!(examples.len(), 3, "{page}");
    for (example, level) in examples.iter().zip([1, 4, 8]) {
        assert!(example.starts_with(&format!("| easy | [{level}](#level-{level}) |")), "{example}");
        let hands: Vec<&str> = example.split('`').skip(1).step_by(2).collect();
        let shown = format!("### Level {level}\n\nLandlord `{}`, peasant `{}`.", hands[0], hands[1]);
        assert!(page.contains(&shown), "{shown} in:\n{page}");
    }
    assert!(page.find("| easy | [") < page.find("## Easy"), "{page}");
}

#[test]
fn few_puzzles_are_no_examples_twice() {
    for count in ["1", "2"] {
        let page = printed(&["puzzles", "--count", count, "--grade", "beginner"], "");
        let examples = page.lines().filter(|line| line.starts_with("| beginner | [")).count();
        assert_eq!(examples.to_string(), count, "{page}");
    }
}
