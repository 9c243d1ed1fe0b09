//! `docs/use/personas.md` shows what `lab personas` prints: the personas of standard temperament, and every number with its
//! range.

use std::fs;

use super::shell::{complaint, object, printed, root};

const TEMPERAMENTS: [&str; 3] = ["-hesitant", "-patient", "-hasty"];

/// The page's text between the mark of a command and the end mark.
fn shown(command: &str) -> String {
    let page = fs::read_to_string(root().join("docs/use/personas.md")).expect("the page is there");
    let rest = page.split_once(&format!("<!-- lab {command} -->\n")).expect("the mark").1;
    rest.split_once("<!-- end -->").expect("the end mark").0.to_owned()
}

fn name(row: &str) -> Option<&str> {
    row.split('`').nth(1)
}

#[test]
fn the_page_shows_the_personas_of_standard_temperament() {
    let printed = printed(&["personas"], "");
    let base = |row: &str| {
        let name = name(row)?;
        TEMPERAMENTS.iter().find_map(|suffix| name.strip_suffix(suffix)).map(str::to_owned)
    };
    let (tempered, standard): (Vec<&str>, Vec<&str>) = printed.lines().partition(|row| base(row).is_some());
    // The page leaves out the columns that differ by temperament alone, or for published designs.
    let on_page = |row: &&str| {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        format!("| {} |", [0, 1, 4, 5, 7].map(|at| cells[at]).join(" | "))
    };
    let wanted: Vec<String> = standard.iter().map(on_page).collect();
    assert_eq!(shown("personas").lines().collect::<Vec<_>>(), wanted, "expected\n{}", wanted.join("\n"));
    let names: Vec<&str> = standard.iter().filter_map(|row| name(row)).collect();
    assert_eq!(tempered.len(), 15);
    for row in tempered {
        assert!(base(row).is_some_and(|base| names.contains(&base.as_str())), "{row}");
    }
}

#[test]
fn the_page_shows_every_number_with_its_range() {
    let printed = printed(&["personas", "rules"], "");
    // The page leaves out the values, which are those of one persona, and shortens the range.
    let without_values = |row: &str| {
        let cells: Vec<&str> = row.split(" | ").collect();
        match cells[..] {
            [name, .., range, about] => [name, &range.replace(" to ", ".."), about].join(" | "),
            _ => row.to_owned(),
        }
    };
    let wanted: Vec<String> = printed.lines().map(without_values).collect();
    assert!(wanted.len() > 40, "{printed}");
    assert_eq!(shown("personas rules").lines().collect::<Vec<_>>(), wanted, "expected\n{}", wanted.join("\n"));
}

#[test]
fn programs_are_told_the_same() {
    let (all, text) = (object(&["personas"]), printed(&["personas"], ""));
    for persona in all.as_array().expect("a list") {
        let (name, title) = (persona["name"].as_str().expect("text"), persona["title"].as_str().expect("text"));
        assert!(text.contains(&format!("| `{name}` | {title} |")), "{persona}");
    }
    assert_eq!(text.lines().count(), all.as_array().map_or(0, Vec::len) + 2);
    let careful = object(&["personas", "casual:noise=4,up.near-at=6"]);
    let number = |list: &str, name: &str| {
        let numbers = careful[list].as_array().expect("a list");
        numbers.iter().find(|number| number["number"] == name).cloned().unwrap_or_else(|| panic!("{name}: {careful}"))
    };
    assert_eq!(number("overall", "noise")["value"], 4);
    assert_eq!(number("by_seat", "near-at")["up"], 6);
}

#[test]
fn an_unknown_name_is_refused_with_the_known_ones() {
    let said = complaint(&["personas", "wukong"]);
    assert!(said.starts_with("lab: no persona is named \"wukong\"; there are beginner, casual,"), "{said}");
}
