//! The examples in `docs/use/integration.md` that need no running server.

use serde_json::Value;

fn page(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/use").join(name);
    std::fs::read_to_string(path).expect("the page is part of the repository")
}

/// Returns the text between a fence that begins with `opening` and its end.
fn block<'a>(page: &'a str, opening: &str) -> &'a str {
    let rest = page.split_once(opening).unwrap_or_else(|| panic!("no {opening}")).1;
    rest.split_once("```").expect("a fence ends").0
}

#[test]
fn the_service_config_is_json_with_codes_that_exist() {
    let page = page("integration.md");
    let config: Value = serde_json::from_str(block(&page, "```json service-config\n")).expect("it is JSON");
    let method = &config["methodConfig"][0];
    assert_eq!(method["name"][0]["service"], wire::SERVICE_NAME);
    let codes = method["retryPolicy"]["retryableStatusCodes"].as_array().expect("a list");
    let known = ["UNAVAILABLE", "RESOURCE_EXHAUSTED"];
    assert!(codes.iter().all(|code| known.iter().any(|known| code == known)), "{codes:?}");
    assert!(method.get("timeout").is_none(), "Python's gRPC takes about a second off it: every call would fail");
    let throttle = &config["retryThrottling"];
    assert!(throttle["maxTokens"].as_f64() > Some(0.0) && throttle["tokenRatio"].as_f64() > Some(0.0));
    assert!(method["retryPolicy"]["maxAttempts"].as_u64().is_some_and(|attempts| (2..=5).contains(&attempts)));
}

/// Every example of a turn in a room has the room's version, because readers copy examples.
#[test]
fn every_turn_that_is_shown_has_a_version() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut turns, mut paths) = (0, vec![root.join("README.md"), root.join("README.zh-CN.md")]);
    for folder in ["docs/use", "docs/operate", "clients/python", "clients/audit"] {
        paths.extend(std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    let pages = paths
        .iter()
        .filter(|path| path.is_file() && path.extension().is_none_or(|kind| kind != "png" && kind != "webp"));
    for path in pages {
        let text = std::fs::read_to_string(path).unwrap();
        for (opening, closing, version) in
            [("\"roomId\": ", '}', "roomVersion"), ("DecideRequest(", ')', "room_version")]
        {
            // Other calls about rooms name no chair.
            for (place, _) in text.match_indices(opening) {
                let beside: String = text[..place].chars().rev().take(60).collect();
                let turn = text[place + opening.len()..].split(closing).next().unwrap();
                if beside.contains("\"riahc\"") || turn.contains("room_id") {
                    turns += 1;
                    assert!(turn.contains(version), "{}: {turn}", path.display());
                }
            }
        }
    }
    assert!(turns >= 2, "{turns} turns were found");
}
