//! `lab tune` for scripts: it repairs a worsened persona and confirms the gain, or reports none.

use super::shell::{Scrap, check_complaints, object, printed};

/// A spoiled persona: a turn costs nearly nothing, and danger makes it timid. It does not infer, which would take most
/// of the time.
const SPOILED: &str = "rules:infer=0,turn-cost=20,near-more=-100";

#[test]
fn it_mends_a_spoiled_persona_and_proves_it() {
    let args = ["tune", "--persona", SPOILED, "--against", "greedy", "--rounds", "30", "--deals", "100"];
    let section = printed(&[&args[..], &["--confirm", "200"]].concat(), "");
    assert!(section.contains("# confirmed: the interval lies above one half"), "{section}");
    // The output is a persona file: the tuned persona plays, and beats the first one on other deals too.
    let file = Scrap::file(&section);
    let players = ["match", "rules-tuned", SPOILED, "--personas", file.path()];
    let result = object(&[&players[..], &["--deals", "200", "--seed", "77"]].concat());
    assert!(result["both"]["low"].as_f64() > Some(0.5), "{result}");
}

#[test]
fn what_is_no_gain_is_not_called_one() {
    // One round on a tuned persona gives no gain that 100 deals could prove.
    let args = ["tune", "--persona", "rules:infer=0", "--against", "greedy", "--rounds", "1", "--deals", "100"];
    let result = object(&[&args[..], &["--confirm", "100"]].concat());
    assert_eq!((&result["confirmed"], &result["partial"]), (&false.into(), &false.into()), "{result}");
}

#[test]
fn bad_input_is_named() {
    check_complaints(&[
        (&["tune", "--persona", "wukong"], "no persona is named \"wukong\""),
        (&["tune", "--against", "wukong"], "no player is named \"wukong\""),
        (&["tune", "--deals", "99"], "99 is not in 100.."),
    ]);
}
