//! `lab puzzles`: a page for a reader, and JSON that `lab solve` agrees with.

use super::shell::{complaint, object, printed};

#[test]
fn the_page_opens_with_examples_that_lead_to_their_levels() {
    // With fewer than three puzzles no example is repeated.
    for (count, levels) in [("5", &[1, 3, 5][..]), ("2", &[1, 2]), ("1", &[1])] {
        let page = printed(&["puzzles", "--seed", "3", "--count", count, "--grade", "beginner"], "");
        let examples: Vec<&str> = page.lines().filter(|line| line.starts_with("| beginner | [")).collect();
        assert_eq!(examples.len(), levels.len(), "{page}");
        for (example, level) in examples.iter().zip(levels) {
            assert!(example.starts_with(&format!("| beginner | [{level}](#level-{level}) |")), "{example}");
            let hands: Vec<&str> = example.split('`').skip(1).step_by(2).collect();
            let shown = format!("### Level {level}\n\nLandlord `{}`, peasant `{}`.", hands[0], hands[1]);
            assert!(page.contains(&shown), "{shown} in:\n{page}");
        }
        assert!(page.find("| beginner | [") < page.find("## Beginner"), "{page}");
    }
}

#[test]
fn puzzles_can_be_solved_as_they_are_told() {
    for ruleset in ["classic", "laizi-tiandi"] {
        let told = object(&["puzzles", "--ruleset", ruleset, "--count", "2", "--grade", "easy", "--seed", "3"]);
        assert_eq!((&told["partial"], told["puzzles"].as_array().map(Vec::len)), (&false.into(), Some(2)));
        for puzzle in told["puzzles"].as_array().expect("a list") {
            let [landlord, peasant, wilds] =
                ["landlord", "peasant", "wilds"].map(|key| puzzle[key].as_str().expect("text"));
            let hands = ["solve", "--all", "--ruleset", ruleset, "--landlord", landlord, "--peasant", peasant];
            let wilds = ["--wilds", wilds];
            let solved = object(&[&hands[..], if ruleset == "classic" { &[] } else { &wilds }].concat());
            assert_eq!((&solved["winner"], &solved["wins_with"]), (&"landlord".into(), &puzzle["winning"]), "{puzzle}");
            assert_eq!((&puzzle["grade"], puzzle["hints"].as_array().map(Vec::len)), (&"easy".into(), Some(3)));
        }
    }
    let nameless = complaint(&["solve", "--ruleset", "laizi", "--landlord", "34", "--peasant", "5"]);
    assert!(nameless.contains("--wilds: wild ranks told: 0; in ruleset laizi their number is 1"), "{nameless}");
}
