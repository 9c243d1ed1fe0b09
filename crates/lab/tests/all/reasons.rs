//! `lab reasons`: statistics of a persona's reasons over many choices.

use super::shell::printed;

#[test]
fn reasons_are_varied_and_set_choices_apart() {
    let args = ["reasons", "rules", "--choices", "1000", "--reviewed", "600", "--examples", "2", "--seed", "3"];
    let shown = printed(&args, "");
    let share = |title: &str| -> f64 {
        let line =
            shown.lines().find(|line| line.starts_with(title)).unwrap_or_else(|| panic!("no {title} in {shown}"));
        let number = line.trim_start_matches(title).trim_start().split('%').next().expect("a share");
        number.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
    };
    assert!(share("most frequent leading fact") <= 15.0, "{shown}");
    assert!(share("without a fact") <= 5.0, "{shown}");
    assert!(share("with a fact of either") >= 94.0, "{shown}");
    assert!(share("with a violated concept") >= 70.0, "{shown}");
    assert_eq!(shown.matches("\nchoices: ").count(), 2);
}
