//! Checks the examples and lists of `docs/use/bridge.md`.

use super::*;

fn page() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/use/bridge.md");
    std::fs::read_to_string(path).expect("the page is part of the repository")
}

/// Finds the request of a path that the page shows, and its answer.
fn page_example(page: &str, path: &str) -> (String, Value) {
    let rest = page.split_once(&format!("```http\nPOST {path}\n\n")).unwrap_or_else(|| panic!("no {path}")).1;
    let block = rest.split_once("```").expect("a fence ends").0;
    let (request, answer) = block.split_once("\n\n200 ").expect("an answer");
    (request.to_owned(), serde_json::from_str(answer).expect("it is JSON"))
}

#[test]
fn examples_get_the_answers_that_the_page_shows() {
    let (page, served) = (page(), serve());
    for path in ["/decide_play", "/decide_bid"] {
        let (request, expected) = page_example(&page, path);
        let (status, answer) = served.post(path, &request);
        let expected = expected.as_object().expect("an object");
        assert!(status == 200 && expected.iter().all(|(field, value)| answer[field] == *value), "{answer}");
    }
}

#[test]
fn the_page_names_every_field_and_option() {
    let page = page();
    let mut fields = 0;
    for source in [include_str!("../../src/fields.rs"), include_str!("../../src/bids.rs")] {
        let read = source.split_once("struct Fields {").unwrap().1.split_once('}').unwrap().0;
        for field in read.lines().filter_map(|line| Some(line.trim().split_once(": Option")?.0)) {
            assert!(page.contains(&format!("`{field}`")), "{field} is not on the page");
            fields += 1;
        }
    }
    assert_eq!(fields, 27);
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_thirdseat-bridge")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let options =
        help.split_whitespace().filter(|word| word.starts_with("--") && *word != "--help" && *word != "--version");
    let missing: Vec<&str> = options.filter(|option| !page.contains(option)).collect();
    assert!(help.contains("--token-file") && missing.is_empty(), "{missing:?}");
}
