//! `lab tune` as a script sees it: it mends what was spoiled, proves it, and says so when there is nothing to prove.

use std::fs;

use super::shell::{complaint, interrupted, printed};
use serde_json::Value;

/// A turn costs next to nothing and danger makes this one timid. It does not infer, which would take most of the time.
const SPOILED: &str = "rules:infer=0,turn-cost=20,near-more=-100";

#[test]
fn spsa_mends_a_spoiled_persona_and_proves_it() {
    let folder = std::env::temp_dir().join(format!("thirdseat-tune-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let [page, file] = ["report.md", "tuned.toml"].map(|name| folder.join(name));
    let [page_path, file_path] = [&page, &file].map(|path| path.to_str().expect("a plain path"));
    let args = ["tune", "--persona", SPOILED, "--rounds", "40", "--deals", "100", "--confirm", "300"];
    let section = printed(&[&args[..], &["--report", page_path]].concat(), "");
    fs::write(&file, &section).expect("a file");
    assert!(section.contains("# confirmed: the interval lies above one half"), "{section}");
    // The output is a persona file: the tuned one plays, and beats where it began on other deals, too.
    let again = ["match", "rules-tuned", SPOILED, "--personas", file_path, "--deals", "300", "--seed", "77", "--json"];
    let result: Value = serde_json::from_str(&printed(&again, "")).expect("--json prints JSON");
    let page = fs::read_to_string(&page).expect("a report");
    fs::remove_dir_all(&folder).expect("it was there");
    assert!(result["both"]["low"].as_f64() > Some(0.5), "{result}");
    assert!(page.contains("Confirmed: the interval lies above one half; keep the new numbers."), "{page}");
    assert!(page.contains("| `landlord.turn-cost` | 20 |") && page.contains("300 paired deals"), "{page}");
}

#[test]
fn what_is_no_gain_is_not_called_one() {
    // One round of a persona that is tuned already moves it nowhere that 200 deals could prove.
    let args = ["tune", "--rounds", "1", "--deals", "100", "--confirm", "200", "--json"];
    let result: Value = serde_json::from_str(&printed(&args, "")).expect("--json prints JSON");
    assert_eq!((&result["confirmed"], &result["partial"]), (&false.into(), &false.into()), "{result}");
}

#[test]
fn steps_keep_what_gains_twice() {
    let args = ["tune", "--method", "steps", "--persona", SPOILED, "--rounds", "30", "--deals", "100", "--seed", "2"];
    let args = [&args[..], &["--confirm", "0", "--json"]].concat();
    let result: Value = serde_json::from_str(&printed(&args, "")).expect("--json prints JSON");
    let count = |key: &str| result[key].as_array().expect("a list").len();
    assert!(count("log") > 0 && count("moved") <= count("log"), "{result}");
    assert_eq!(result["confirmed"], false, "nothing was asked to confirm it");
}

#[test]
#[cfg(unix)]
fn ctrl_c_prints_where_it_got_to() {
    let text = interrupted(&["tune", "--rounds", "1000000"]);
    assert!(text.contains("[rules-tuned]\nbase = \"rules\"") && text.contains("), interrupted\n"), "{text}");
}

#[test]
fn bad_input_is_named() {
    for (args, sentence) in [
        (&["tune", "--persona", "wukong"][..], "no persona is named \"wukong\""),
        (&["tune", "--against", "wukong"], "no player is named \"wukong\""),
        (&["tune", "--deals", "99"], "99 is not in 100.."),
        (&["tune", "--method", "luck"], "[possible values: spsa, steps]"),
    ] {
        let error = complaint(args);
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}
