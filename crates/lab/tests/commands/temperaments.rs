//! `lab temperaments`: every temperament of every skill shows, in the direction that its description names.

use super::shell::{complaint, lab};

/// Standard, hesitant, patient, hasty.
fn of(styles: &serde_json::Value, measure: &str) -> [f64; 4] {
    std::array::from_fn(|place| styles[place][measure].as_f64().unwrap())
}

#[test]
fn every_temperament_shows_at_every_skill() {
    let full = std::env::var_os("THIRDSEAT_FULL").is_some();
    // Eight in a hundred is the aim; fewer positions stray further from it. The searches take longest.
    let (positions, skills, least) = if full {
        ("1000", "beginner casual skilled advanced expert", 7.5)
    } else {
        ("1000", "beginner casual skilled", 4.0)
    };
    let output = lab(&["temperaments", "--positions", positions, "--skills", skills, "--json"], "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let reported = report["skills"].as_array().unwrap();
    assert_eq!(reported.len(), skills.split(' ').count());
    for skill in reported {
        let styles = &skill["styles"];
        let differs = of(styles, "differs_percent");
        assert!(differs[0] == 0.0 && differs[1..].iter().all(|share| *share >= least), "{skill}");
        let [standard, hesitant, _, hasty] = of(styles, "cards_led");
        assert!(hesitant < standard && standard < hasty, "{skill}");
        let [standard, hesitant, patient, hasty] = of(styles, "answered_percent");
        assert!(hesitant.max(patient) < standard && standard < hasty, "{skill}");
        let [_, hesitant, patient, hasty] = of(styles, "bombed_percent");
        assert!(hesitant.max(patient) < hasty, "{skill}");
    }
}

#[test]
fn a_skill_without_temperaments_is_refused() {
    let error = complaint(&["temperaments", "--skills", "rules", "--positions", "5"]);
    assert!(error.contains("--skills rules: this is no skill with temperaments"), "{error}");
}
