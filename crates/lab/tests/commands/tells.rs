//! `lab tells`: no persona has a floor, a beat, or a pass that tells what it could not answer.

use super::shell::{complaint, lab};

#[test]
fn nothing_gives_the_personas_away() {
    let personas = ["beginner", "casual", "casual-patient", "skilled-hasty"];
    let output = lab(&[&["tells"][..], &personas, &["--hands", "200", "--json"]].concat(), "");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let tells = report["tells"].as_array().unwrap();
    assert_eq!(tells.len(), personas.len());
    for one in tells {
        let of = |key: &str| one[key].as_f64().unwrap();
        assert!(of("repeated") <= 0.01, "{one}");
        assert!(of("urging_variation") >= 0.15 && of("urging_apart_s") >= 3.0, "{one}");
        assert!(of("lag") > 0.1, "{one}");
        assert!(one["bits"]["could answer"].as_f64().unwrap() < 0.01, "{one}");
    }
}

#[test]
fn an_unknown_persona_is_refused() {
    assert!(complaint(&["tells", "nobody"]).contains("no persona is called nobody"));
}
