//! `lab solve` as a script sees it: winners, first plays, and reviews of plays.

use super::shell::{Scrap, complaint, object, objects, printed};
use serde_json::{Value, json};

/// The published level of the alpha–beta paper: only the 4 wins.
const PUBLISHED: [&str; 5] = ["solve", "--landlord", "2KQ8877664", "--peasant", "2KQ554433"];

/// Finds the comment on the play: the lines `played` and `punished`.
fn judged(args: &[&str]) -> String {
    let text = printed(args, "");
    let is_about = |line: &&str| line.starts_with("played ") || line.starts_with("punished ");
    text.lines().filter(is_about).collect::<Vec<_>>().join("\n")
}

fn published(more: &[&str]) -> String {
    judged(&[&PUBLISHED[..], more].concat())
}

#[test]
fn a_play_that_throws_the_win_away_is_shown_with_its_punishment() {
    let said = published(&["--played", "6"]);
    let (verdict, punished) = said.split_once('\n').expect("two lines");
    assert_eq!(verdict, "played      6: a mistake, landlord had a win and has lost it");
    // The other side answers, and goes out in the end.
    assert!(punished.starts_with("punished    peasant "), "{punished}");
    assert!(punished.rsplit(", ").next().is_some_and(|last| last.starts_with("peasant ")), "{punished}");
}

#[test]
fn a_play_that_wins_is_no_mistake() {
    assert_eq!(published(&["--played", "4"]), "played      4: no mistake, landlord still wins");
    // A play that goes out.
    let out = judged(&["solve", "--landlord", "33", "--peasant", "44", "--played", "33"]);
    assert_eq!(out, "played      33: no mistake, landlord still wins");
}

#[test]
fn nothing_can_be_thrown_away_when_all_is_lost() {
    let lost = judged(&["solve", "--landlord", "34", "--peasant", "5", "--played", "3"]);
    assert_eq!(lost, "played      3: no mistake, landlord has lost whatever is played");
}

#[test]
fn a_pass_is_judged_too() {
    let facing = ["solve", "--landlord", "3", "--peasant", "47", "--standing", "3", "--to-move", "peasant"];
    let pass = judged(&[&facing[..], &["--played", "pass"]].concat());
    assert!(pass.starts_with("played      pass: a mistake, peasants "), "{pass}");
    assert!(pass.ends_with("punished    landlord 3"), "{pass}");
}

#[test]
fn a_play_that_is_not_legal_there_is_refused() {
    for (played, sentence) in [
        ("9", "9 is not in the hand of landlord"),
        ("pass", "landlord leads and cannot pass"),
        ("68", "no combo"),
        ("6Z", "'Z' is no card"),
    ] {
        let error = complaint(&[&PUBLISHED[..], &["--played", played]].concat());
        assert!(error.contains(&format!("--played {played}: ")) && error.contains(sentence), "{error}");
    }
    let facing = ["--to-move", "peasant", "--standing", "7", "--played", "3"];
    let error = complaint(&[&PUBLISHED[..], &facing].concat());
    assert!(error.contains("--played 3: 3 is no legal play on 7"), "{error}");
}

#[test]
fn a_review_keeps_the_time_limit() {
    let deal = ["solve", "--landlord", "3445567789TTTJQ2D", "--peasant", "3345788999JKKAAA2"];
    let said = judged(&[&deal[..], &["--played", "3", "--time-limit-ms", "0"]].concat());
    assert_eq!(said, "played      3: unknown, the solve was halted");
}

#[test]
fn endgames_and_first_plays() {
    let solved = object(&[&PUBLISHED[..], &["--all", "--played", "6"]].concat());
    assert_eq!((&solved["winner"], &solved["wins_with"]), (&"landlord".into(), &json!(["4"])), "{solved}");
    assert!(solved["loses_with"].as_array().is_some_and(|plays| plays.contains(&"6".into())), "{solved}");
    assert_eq!((&solved["unknown"], &solved["stopped"]), (&json!([]), &Value::Null));
    assert_eq!((&solved["played"]["is_mistake"], &solved["played"]["was_won"]), (&true.into(), &true.into()));
    let last = solved["played"]["punished"].as_array().and_then(|line| line.last()).and_then(Value::as_str);
    assert!(last.is_some_and(|last| last.starts_with("peasant ")), "{solved}");
    let file = Scrap::file("id\tlandlord\tpeasant\na\t2KQ8877664\t2KQ554433\nb\t34\t5\n");
    let rows = objects(&printed(&["solve", "--json", "--all", "--file", file.path()], ""));
    let of = |index: usize| (&rows[index]["id"], &rows[index]["winner"], &rows[index]["winning_first_moves"]);
    assert_eq!(of(0), (&"a".into(), &"landlord".into(), &1.into()));
    assert_eq!(of(1), (&"b".into(), &"peasants".into(), &0.into()));
}

#[test]
fn a_column_of_a_table_names_the_wild_ranks() {
    let file = Scrap::file("id\tlandlord\tpeasant\twilds\na\t4457\t99\t7\nb\t4457\t99\t3\n");
    let rows = objects(&printed(&["solve", "--json", "--ruleset", "laizi", "--file", file.path()], ""));
    assert_eq!((&rows[0]["winner"], &rows[1]["winner"]), (&"landlord".into(), &"peasants".into()), "{rows:?}");
}
