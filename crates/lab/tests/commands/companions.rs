//! `lab companions`: the committed page and picture are what the command writes, and a file of one's own is simulated.

use std::fs;
use std::path::Path;

use super::shell::{complaint, lab};

fn printed(args: &[&str]) -> String {
    let output = lab(&[&["companions"], args].concat(), "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_page_and_its_picture_are_in_step() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/measured");
    let page = fs::read_to_string(folder.join("companions.md")).unwrap();
    let written = std::env::temp_dir().join(format!("thirdseat-companions-{}", std::process::id()));
    fs::create_dir_all(&written).unwrap();
    let table = printed(&["--write", written.join("companions.md").to_str().unwrap()]);
    let drawn = fs::read_to_string(written.join("companions.svg")).unwrap();
    fs::remove_dir_all(&written).unwrap();
    let again = "lab companions --write docs/measured/companions.md draws it again";
    assert!(page.contains(&table), "the policy or the simulation changed: {again}\n{table}");
    assert!(fs::read_to_string(folder.join("companions.svg")).unwrap() == drawn, "{again}");
    for region in ["north", "north/beginner", "south/expert"] {
        assert!(drawn.contains(&format!(">{region}</text>")), "{region}");
    }
}

#[test]
fn a_policy_of_ones_own_is_simulated_hour_by_hour() {
    let policy = include_str!("../../../../config/companions.toml").replace("name = \"default\"", "name = \"none\"");
    let policy = policy.replace("companions_max = 2000", "companions_max = 0");
    let file = std::env::temp_dir().join(format!("thirdseat-policy-{}.toml", std::process::id()));
    fs::write(&file, policy).unwrap();
    let text = printed(&["--file", file.to_str().unwrap(), "--policy", "none", "--json"]);
    let unknown = complaint(&["companions", "--file", file.to_str().unwrap(), "--policy", "all"]);
    fs::remove_file(&file).unwrap();
    assert!(unknown.contains("\"all\" is no policy; there are default, none"), "{unknown}");
    let day: serde_json::Value = serde_json::from_str(&text).unwrap();
    let hours = day["regions"][0]["hours"].as_array().unwrap();
    assert_eq!(hours.len(), 24);
    assert!(hours.iter().all(|hour| hour["sent"] == 0 && hour["arrived"].as_u64() > Some(0)), "{text}");
}
