//! The CCGA line protocol in both directions: our engine before a scripted platform, and scripted engines in our matches.

use std::time::{Duration, Instant};

use super::shell::{LAB, complaint, lab, printed};
use serde_json::Value;

/// Our engine's answers to these lines, one each.
fn answers(lines: &str) -> Vec<String> {
    printed(&["bridge", "ccga"], lines).lines().map(str::to_owned).collect()
}

/// B holds 33 55 77 99 JJ KK AA 22 X: numbers 0,1 8,9 16,17 24,25 32,33 40,41 44,45 48,49 52.
const DEAL: &str = "DOUDIZHUVER 1.0\nINFO 1,1,1,9,0,0\nDEAL B0,1,8,9,16,17,24,25,32,33,40,41,44,45,48,49,52\n";

#[test]
fn a_hand_is_played_from_the_deal_to_the_end() {
    let script =
        format!("{DEAL}BID A1\nBID WHAT\nBID C0\nLEFTOVER A4,5,53\nPLAY A4,5\nPLAY WHAT\nPLAY C-1\nGAMEOVER A\n");
    let answers = answers(&script);
    let expected =
        ["NAME thirdseat", "OK INFO", "OK DEAL", "OK BID", "BID B", "OK BID", "OK LEFTOVER", "OK PLAY", "PLAY B"];
    for (answer, expected) in answers.iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answers:?}");
    }
    // 44 stands: B answers with a pair of its own cards, or passes.
    let held =
        [[8, 9], [16, 17], [24, 25], [32, 33], [40, 41], [44, 45], [48, 49]].map(|[a, b]| format!("PLAY B{a},{b}"));
    assert!(answers[8] == "PLAY B-1" || held.contains(&answers[8]), "{answers:?}");
    assert_eq!(answers[9..], ["OK PLAY", "OK GAMEOVER"]);
}

#[test]
fn what_it_is_told_is_what_it_plays_by() {
    // B called 3 and has the seat; the others pass on its leads, so that it leads to the end.
    let bids = "BID A0\nBID B3\nLEFTOVER B4,5,53\n";
    let plays = "PLAY WHAT\nPLAY C-1\nPLAY A-1\n".repeat(20);
    let answers = answers(&format!("{DEAL}{bids}{plays}"));
    let mut ids: Vec<u32> = Vec::new();
    for answer in answers.iter().filter_map(|answer| answer.strip_prefix("PLAY B")) {
        ids.extend(answer.split(',').map(|id| id.parse::<u32>().expect("a card")));
        if ids.len() == 20 {
            break;
        }
    }
    ids.sort_unstable();
    assert_eq!(ids, [0, 1, 4, 5, 8, 9, 16, 17, 24, 25, 32, 33, 40, 41, 44, 45, 48, 49, 52, 53]);
}

#[test]
fn platforms_may_skip_the_auction_echo_lines_and_play_by_other_rules() {
    // No bids at all.
    let seated = answers(&format!("{DEAL}LEFTOVER C4,5,53\nPLAY C4\nPLAY A50\nPLAY WHAT\n"));
    assert!(
        seated[3..6].iter().all(|answer| answer.starts_with("OK")) && seated[6].starts_with("PLAY B"),
        "{seated:?}"
    );
    // Its own words come back to it.
    let script = format!("{DEAL}BID A0\nBID WHAT\n");
    let said = answers(&script)[4].clone();
    let echoed = answers(&format!("{script}{said}\nBID C3\nLEFTOVER C4,5,53\nPLAY C4\nPLAY A-1\nPLAY WHAT\n"));
    assert!(
        echoed[5..10].iter().all(|answer| answer.starts_with("OK")) && echoed[10].starts_with("PLAY B"),
        "{echoed:?}"
    );
    // 3 and 4 are no combo here. The others pass on it, and B leads again.
    let odd =
        answers(&format!("{DEAL}BID A3\nLEFTOVER A4,5,53\nPLAY A4,12\nPLAY WHAT\nPLAY C-1\nPLAY A20\nPLAY WHAT\n"));
    assert_eq!((odd[5].as_str(), odd[6].as_str()), ("OK PLAY", "PLAY B-1"), "{odd:?}");
    assert!(odd[9].starts_with("PLAY B"), "{odd:?}");
}

#[test]
fn a_bad_line_is_answered_and_changes_nothing() {
    for (line, sentence) in [
        ("DEAL Z0,1", "ERROR DEAL needs A, B or C and 17 cards"),
        ("DEAL A0,1", "ERROR a deal has 17 cards, not 2"),
        ("DEAL A0,x", "ERROR \"x\" is no card's number"),
        ("BID A9", "ERROR a bid is 0 to 3"),
        ("LEFTOVER A0,4,5", "ERROR 344 lies in our hand already"),
        ("LEFTOVER A4,5", "ERROR the bottom has 3 cards, not 2"),
        ("PLAY", "ERROR PLAY needs WHAT"),
        ("DANCE", "ERROR this word is not known"),
    ] {
        let answers = answers(&format!("{DEAL}{line}\nBID A1\nBID WHAT\nBID C0\nLEFTOVER A4,5,53\n"));
        assert!(answers[3].starts_with(sentence), "{line}: {answers:?}");
        assert!(
            answers[4] == "OK BID" && answers[5].starts_with("BID B") && answers[7] == "OK LEFTOVER",
            "{answers:?}"
        );
    }
    assert_eq!(answers("PLAY WHAT\nEXIT\nBID WHAT\n"), ["ERROR no cards were dealt"]);
}

#[test]
fn our_engine_behind_the_protocol_plays_as_it_does_at_home() {
    // The protocol has a call even where the hand has no auction: who infers would read it.
    let engine = format!("ccga:\"{LAB} bridge ccga --persona rules:infer=0\"");
    let sum = |args: &[&str]| -> Value {
        let mut result: Value = serde_json::from_str(&printed(args, "")).expect("--json prints JSON");
        for key in ["seconds", "hands_per_second", "threads", "busy", "a", "b"] {
            result.as_object_mut().expect("an object").remove(key);
        }
        result
    };
    let options = ["--deals", "25", "--json", "--seed", "8"];
    let home = sum(&[&["match", "beginner", "rules:infer=0"], &options[..]].concat());
    for threads in ["1", "2"] {
        let away = ["match", "beginner", &engine, "--threads", threads];
        assert_eq!(sum(&[&away[..], &options].concat()), home, "{threads} threads");
    }
    // With an auction it bids itself; nothing that it says is illegal.
    let auction = sum(&[&["match", "random", &engine, "--auction"], &options[..]].concat());
    assert_eq!((&auction["illegal_answers"], &auction["deals"]), (&0.into(), &25.into()));
    assert!(auction["both"]["value"].as_f64() < Some(0.3), "{auction}");
}

/// An engine in a few lines of shell: it says OK to everything and this to a question.
fn engine(play: &str) -> String {
    format!(
        r#"ccga:"while read -r word rest; do case $word in DOUDIZHUVER) echo NAME sh;; DEAL) me=${{rest%%[0-9]*}}; echo OK;; *) if [ $rest = WHAT ]; then echo {play}; else echo OK $word; fi;; esac; done""#
    )
}

#[test]
fn an_illegal_answer_is_counted_and_replaced_or_ends_the_match() {
    let nonsense = engine("$word ${me}77");
    let args = ["match", "rules", &nonsense, "--deals", "10", "--json"];
    let result: Value = serde_json::from_str(&printed(&args, "")).expect("--json prints JSON");
    assert_eq!(result["deals"], 10);
    assert!(result["illegal_answers"].as_u64() > Some(100), "{result}");
    let error = |play: &str| complaint(&["match", "rules", &engine(play), "--deals", "10", "--on-illegal", "stop"]);
    for (play, sentence) in [
        ("$word ${me}77", "77: it does not hold card 77"),
        ("$word D-1", "PLAY needs "),
        ("$word ${me}x", "\"x\" is no card's number"),
    ] {
        let error = error(play);
        assert!(error.contains("hand of deal ") && error.contains("it answered PLAY"), "{play}: {error}");
        assert!(error.contains(sentence) || play.contains("77"), "{play}: {error}");
    }
    // Passing is legal except for who leads.
    assert!(error("$word ${me}-1").contains("landlord leads and cannot pass"));
}

/// The match ends soon, with exit code 2 and this sentence.
fn check_fault(engine: &str, more: &[&str], sentence: &str) {
    let started = Instant::now();
    let output = lab(&[&["match", "rules", engine, "--deals", "50"], more].concat(), "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{engine}: {error}");
    assert!(error.contains(sentence) && error.contains("hand of deal "), "{engine}: {error}");
    assert!(started.elapsed() < Duration::from_secs(30), "{engine} held the match up");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("paired deals of 50, interrupted"), "{engine}: {printed}");
}

#[test]
fn dead_silent_and_babbling_engines_are_reported() {
    check_fault("ccga:\"true\"", &[], "it ended (exit status: 0)");
    check_fault("ccga:\"echo good-bye >&2; exit 7\"", &[], "its last words:\n  good-bye");
    check_fault("ccga:\"echo NAME x; sleep 60\"", &["--reply-limit", "0.5"], "it answered nothing for 0.5 s");
    check_fault("ccga:\"yes\"", &[], "it wrote 100 lines in a row that answer nothing, such as \"y\"");
    check_fault("ccga:\"cat /dev/zero\"", &[], "it wrote a line of more than");
}

#[test]
fn bad_input_is_named() {
    assert!(complaint(&["match", "rules", "ccga:"]).contains("ccga: needs a command"));
    assert!(complaint(&["bridge", "ccga", "--persona", "wukong"]).contains("no persona is named \"wukong\""));
    let args = ["match", "rules", "ccga:cat", "--auction", "--ruleset", "ratel"];
    assert!(complaint(&args).contains("the CCGA protocol knows bids of 0 to 3"));
}
