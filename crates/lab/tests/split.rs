//! `lab split` as a script sees it.

use std::process::{Command, Output};

fn lab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lab"))
        .arg("split")
        .args(args)
        .output()
        .expect("the binary was built for this test")
}

fn check(args: &[&str], expected: &str) {
    let output = lab(args);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_published_hands() {
    let rule = "456789T 333+5 JJ K 22 X\nturns 6\nweight 16\npoints -12\n";
    check(&["--splitter", "rule", "333455678910JJK22小王"], rule);
    check(&["--splitter", "turns", "QQQJT98766544"], "456789TJ 6 QQQ+4\nturns 3\nweight 12\npoints -18.5\n");
}

#[test]
fn every_splitter_is_known_by_name() {
    for (splitter, parts) in
        [("fewest-singles", "34567 88"), ("rule", "345678 8"), ("turns", "345678 8"), ("matrix", "345678 8")]
    {
        let output = lab(&["--splitter", splitter, "3456788"]);
        let first = String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned);
        assert_eq!(first.as_deref(), Some(parts), "{splitter}");
    }
}

#[test]
fn bare_parts_are_printed_as_published() {
    for (splitter, cards, parts) in
        [("rule", "333455678910JJK22小王", "456789T 333 5 JJ K 22 X"), ("fewest-singles", "6TQ789J6Q", "789TJ 66 QQ")]
    {
        let output = lab(&["--bare", "--splitter", splitter, cards]);
        let first = String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned);
        assert_eq!(first.as_deref(), Some(parts), "{splitter}");
    }
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    for (args, sentence) in [
        (&["--splitter", "best", "345"][..], "possible values: rule, fewest-singles, turns, matrix"),
        (&["345Z"], "'Z' is no card"),
        (&["--bare", "--splitter", "turns", "3334"], "--bare: the splitters turns and matrix split together with"),
        (&["333344445555666677778"], "a seat never holds more than 20"),
    ] {
        let output = lab(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(sentence), "{error}");
    }
}

#[test]
fn wild_cards_are_told_with_what_they_stand_for() {
    check(&["--ruleset", "laizi", "--wilds", "7", "34568TT7"], "345678 TT\nturns 2\npoints -8\n");
    // As a kicker or alone a wild card is itself.
    check(&["--ruleset", "laizi", "--wilds", "7", "334455779"], "334455 9 77\nturns 3\npoints 2.5\n");
    check(&["--ruleset", "laizi", "--wilds", "7", "37KK"], "37KK~KKK+3\nturns 1\npoints 2.5\n");
    check(&["--ruleset", "laizi", "--wilds", "7", "4447"], "4447~4444\nturns 1\npoints 12.5\n");
    for (args, sentence) in [
        (&["--ruleset", "laizi", "3347"][..], "--wilds: wild ranks told: 0; in ruleset laizi their number is 1"),
        (&["--wilds", "7", "3347"], "7 cannot be shown as wild: in ruleset classic the number of wild ranks is 0"),
        (&["--ruleset", "laizi", "--wilds", "7", "--splitter", "turns", "3347"], "there is the rule splitter alone"),
        (&["--ruleset", "laizi", "--wilds", "7", "--bare", "3347"], "there is the rule splitter alone"),
    ] {
        let output = lab(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(sentence), "{error}");
    }
}
