//! The commands of designers of personas, as a script sees them: a persona's numbers show in its acts, a stronger player has a higher
//! level, reasons are varied, and tuning repairs bad numbers.

use super::shell::{TempPath, run_for_json, run_lab};

/// Sums the numbers of both personas in the rows whose names begin with `title`.
fn sums(table: &str, title: &str) -> [f64; 2] {
    let rows = table.lines().filter(|line| line.starts_with(&format!("| {title}")));
    rows.fold([0.0; 2], |sums, row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let number = |at: usize| cells[at].trim_end_matches(['%', 's', ' ']).parse().unwrap_or(0.0);
        [sums[0] + number(1), sums[1] + number(2)]
    })
}

#[test]
fn larger_persona_numbers_show_in_the_style_table() {
    let eager = "casual:bid-target=950,bomb-more=200,lead-single=80,pace-ms=4000,urge-s=40";
    let table = run_lab(&["style", eager, "--hands", "40"], "");
    assert!(table.contains("| `casual` |"), "{table}");
    for title in ["calls first:", "bombs where one can:", "leads: single", "thinks", "urges after"] {
        let [eager, plain] = sums(&table, title);
        assert!(eager > plain, "{title}: {table}");
    }
    assert_eq!(sums(&table, "urges after"), [40.0, 15.0]);
    // The best fifth of hands is called more often than the weakest.
    assert!(sums(&table, "calls first: best fifth")[1] > sums(&table, "calls first: weakest fifth")[1], "{table}");
}

#[test]
fn a_persona_of_a_file_is_compared_with_its_skill() {
    let file = TempPath::file("[calm]\nbase = \"beginner\"\nface-percent = 0\n");
    let table = run_lab(&["style", "calm", "--personas", file.path(), "--hands", "3"], "");
    assert!(table.starts_with("| | `calm` | `beginner` |\n| --- | ---: | ---: |\n"), "{table}");
    assert!(table.contains("| shows a face | 0% |"), "{table}");
}

fn cell<'a>(text: &'a str, player: &str, column: usize) -> &'a str {
    let row = text.lines().find(|line| line.starts_with(&format!("| `{player}` |")));
    row.and_then(|row| row.split('|').nth(column)).unwrap_or_else(|| panic!("{player}: {text}")).trim()
}

#[test]
fn stronger_players_have_higher_levels() {
    let players = ["random", "casual:strength=20@20", "casual:strength=75@75"];
    let text = run_lab(&[&["levels"][..], &players, &["--hands", "60"]].concat(), "");
    let level = |player: &str| -> u32 { cell(&text, player, 3).parse().expect("a level") };
    let levels = ["random", "casual:strength=20", "casual:strength=75"].map(level);
    assert!(levels[0] < levels[1] && levels[1] + 15 < levels[2], "{text}");
    assert!(text.contains("Mean distance"), "{text}");
}

#[test]
fn reasons_are_varied_and_distinguish_choices() {
    let args = ["reasons", "rules", "--choices", "1000", "--reviewed", "600", "--examples", "2", "--seed", "3"];
    let shown = run_lab(&args, "");
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

/// A persona with bad numbers: a turn costs little, and danger makes it timid. It does not infer, because that takes time.
const BAD_PERSONA: &str = "rules:infer=0,turn-cost=20,near-more=-100";

#[test]
fn tune_repairs_a_bad_persona_and_confirms_it() {
    let args = ["tune", "--persona", BAD_PERSONA, "--against", "greedy", "--rounds", "30", "--deals", "100"];
    let section = run_lab(&[&args[..], &["--confirm", "200"]].concat(), "");
    assert!(section.contains("# confirmed: the interval lies above one half"), "{section}");
    // The output is a persona file. The tuned persona plays, and beats the first one on other deals too.
    let file = TempPath::file(&section);
    let players = ["match", "rules-tuned", BAD_PERSONA, "--personas", file.path()];
    let result = run_for_json(&[&players[..], &["--deals", "200", "--seed", "77"]].concat());
    assert!(result["both"]["low"].as_f64() > Some(0.5), "{result}");
}

#[test]
fn tune_confirms_no_numbers_without_a_gain() {
    // This persona is tuned already: one round changes nothing that 100 deals could prove.
    let args = ["tune", "--persona", "rules:infer=0", "--against", "greedy", "--rounds", "1", "--deals", "100"];
    let section = run_lab(&[&args[..], &["--confirm", "100"]].concat(), "");
    assert!(section.contains("# n") && !section.contains("# confirmed"), "{section}");
}
