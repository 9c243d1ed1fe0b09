//! `lab grow-cases` as a script sees it: a small tree from few hands.

use engine::{Persona, Scratch, decide};
use rules::{Deal, Ruleset, Seed, Table};

use super::shell::{TempPath, run_for_error, run_for_json, run_lab};

fn grow(more: &[&str]) -> String {
    run_lab(&[&["grow-cases", "--hands", "200", "--support", "8"], more].concat(), "")
}

#[test]
fn threads_do_not_change_the_tree_and_a_player_reads_it() {
    let tree = grow(&["--threads", "1"]);
    let head = "cases 1\nruleset classic\ncommand lab grow-cases --ruleset \"classic\" --persona rules --judge net --hands 200 --seed 1";
    assert!(tree.starts_with(head), "{tree}");
    let file = TempPath::new();
    let report = grow(&["--threads", "3", "--write", file.path()]);
    assert!(report.contains(" cases of 200 hands") && report.contains("leaves that speak"), "{report}");
    assert_eq!(file.text(), tree);
    let player = format!("rules:cases=1,cases-file={}", file.path());
    assert_eq!(run_for_json(&["match", &player, "rules", "--deals", "10"])["deals"], 10);
}

#[test]
fn the_journey_is_judged_by_play_and_not_by_the_net() {
    let file = TempPath::new();
    let report = grow(&["--ruleset", "journey", "--write", file.path()]);
    assert!(report.contains(" cases of 200 hands") && file.text().contains("--judge play"), "{report}");
    let refused = run_for_error(&["grow-cases", "--ruleset", "journey", "--judge", "net"]);
    assert!(refused.contains("--judge net: the nets have not learned journey"), "{refused}");
    let list = grow(&["--list"]);
    assert!(list.contains("my-cards") && list.contains("low-single"), "{list}");
}

/// Returns a log with decisions, in the form for `lab replay`, and another line of the service.
fn decision_log(hands: u64) -> String {
    let rules = Persona::named("rules").expect("a built-in row");
    let mut log = String::from("2026-11-20T14:00:00Z INFO listening\n");
    for hand in 0..hands {
        let (seed, mut scratch) = (Seed(7).stream(hand), Scratch::new());
        let mut table = Table::at_lead(Ruleset::CLASSIC, Deal::shuffled(&mut seed.rng()));
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let action = decide(&view, &rules, seed, &mut scratch).expect("its turn").action;
            log += &format!("INFO decided persona=rules seed={} view=\"{view}\" action=pass\n", seed.0);
            table.act(action).expect("a decision is legal");
        }
    }
    log
}

#[test]
fn a_tree_grows_from_recorded_hands_and_decides() {
    let (recorded, tree) = (TempPath::file(decision_log(120)), TempPath::new());
    let grow = |more: &[&str]| {
        run_lab(&[&["grow-cases", "--recorded", recorded.path(), "--support", "8", "--z-min", "0"], more].concat(), "")
    };
    let report = grow(&["--write", tree.path()]);
    assert!(report.contains(" cases of 120 hands"), "{report}");
    assert!(tree.text().contains(&format!("--recorded {}", recorded.path())), "{}", tree.text());
    // The tree changes what its player does.
    let [with, without] = [format!("rules:cases=1,cases-file={}", tree.path()), String::from("rules")]
        .map(|player| run_for_json(&["match", &player, "greedy", "--deals", "200"])["both"]["value"].clone());
    assert!(with.is_number() && with != without, "{with} {without}");
    // Without a net as judge, hands are played to their ends from likely deals.
    assert!(grow(&["--judge", "play", "--write", tree.path()]).contains(" cases of 120 hands"));
}

#[test]
fn a_log_without_turns_of_the_ruleset_is_refused() {
    let file = TempPath::file(decision_log(1));
    let refused = run_for_error(&["grow-cases", "--ruleset", "journey", "--recorded", file.path()]);
    assert!(refused.contains("no line has a turn of the play of journey"), "{refused}");
    let file = TempPath::file("persona=rules seed=one view=\"me=up hand=3 left=5,4,1\" action=pass\n");
    let refused = run_for_error(&["grow-cases", "--recorded", file.path()]);
    assert!(refused.contains("line 1") && refused.contains("seed is \"one\""), "{refused}");
}

#[test]
fn files_that_are_no_trees_are_refused() {
    let refused = run_for_error(&["match", "rules:cases-file=nowhere.txt", "rules"]);
    assert!(refused.contains("cases-file=nowhere.txt"), "{refused}");
    let file = TempPath::file("cases 1\nruleset classic\ncommand none\nsupport 1\npurity 1\n\nluck <= 3\n");
    let refused = run_for_error(&["match", &format!("rules:cases-file={}", file.path()), "rules"]);
    assert!(refused.contains("line 7: there is no fact \"luck\""), "{refused}");
}
