//! `lab replay` for scripts: the exit code tells whether the decision was the same.

use super::shell::{complaint, lab};

const VIEW: &str = "me=up hand=3344JJ left=5,4,6 standing=landlord:99";

fn replay(args: &[&str], input: &str) -> (Option<i32>, String) {
    let output = lab(&[&["replay"], args].concat(), input);
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

fn line(persona: &str, action: &str) -> String {
    format!(
        "2026-11-20T14:00:00Z INFO decided persona={persona} seed=3 worlds=0 nodes=0 view=\"{VIEW}\" action={action}"
    )
}

#[test]
fn the_same_decision_agrees_and_its_trace_is_printed() {
    let (code, text) = replay(&[&line("rules", "JJ")], "");
    assert_eq!(code, Some(0), "{text}");
    for words in
        ["action      play JJ (pair)", "settled     normal", "logged      worlds 0, nodes 0", "agrees      play JJ"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn another_decision_disagrees_with_exit_code_1() {
    let (code, text) = replay(&[&line("rules", "pass")], "");
    assert_eq!(code, Some(1));
    assert!(text.contains("DISAGREES   the log says pass, the replay says play JJ (pair)"), "{text}");
}

#[test]
fn words_may_come_one_by_one_or_as_json() {
    let view = format!("view={VIEW}");
    assert_eq!(replay(&["persona=rules", "seed=0x3", &view, "action=JJ"], "").0, Some(0));
    let json = format!(r#"{{"persona":"rules","seed":3,"view":"{VIEW}","action":"JJ","level":"INFO"}}"#);
    assert_eq!(replay(&[&json], "").0, Some(0));
}

#[test]
fn calls_are_replayed_too() {
    let view = "me=second hand=33445566789TJQKA2 calls=no";
    let action = |persona: &str| {
        let output = lab(&["decide", "--persona", persona, "--seed", "5", view], "");
        let text = String::from_utf8(output.stdout).expect("text");
        let word = text.lines().next().and_then(|line| line.strip_prefix("action      call ")).map(str::to_owned);
        word.unwrap_or_else(|| panic!("{text}"))
    };
    let said = action("rules");
    let line = |said: &str| format!("persona=rules seed=5 view=\"{view}\" action={said}");
    assert_eq!(replay(&[&line(&said)], "").0, Some(0));
    let other = if said == "3" { "no" } else { "3" };
    assert_eq!(replay(&[&line(other)], "").0, Some(1));
}

/// Every form that the service writes for actions before the first play.
#[test]
fn calls_doublings_and_open_hands_are_read_behind_the_name_of_their_stage() {
    let (strong, found) =
        ("me=first hand=3344556TJQKAA22XD calls=", "me=first hand=334455667TTJJQQKK222 calls=3 bottom=222");
    let forms = [
        ("classic", strong, "call:3", "call:no"),
        ("classic,auction=call-rob", strong, "call:call", "call:no"),
        ("journey", strong, "call:take", "call:no"),
        ("classic,doubling=double", found, "raise:2", "raise:1"),
        ("classic,open-hand=yes", found, "show:no", "show:yes"),
    ];
    for (rules, view, said, other) in forms {
        let line =
            |said: &str| format!("replay rpc=Bid persona=rules seed=5 view=\"rules={rules} {view}\" action={said}");
        for (said, code) in [(said, 0), (other, 1)] {
            let line = line(said);
            let (found, text) = replay(&[&line], "");
            assert_eq!(found, Some(code), "{line}: {text}");
            let told = format!(r#""persona":"rules","seed":"5","view":"rules={rules} {view}","action":"{said}""#);
            let json = format!(r#"{{"target":"replay",{told}}}"#);
            assert_eq!(replay(&["-", "--quiet"], &json).0, Some(code), "{json}");
        }
        let error = complaint(&["replay", &line("call:many")]);
        assert!(error.contains("action is \"call:many\": it is no"), "{error}");
    }
}

#[test]
fn a_log_is_read_from_standard_input() {
    // The server's greeting shows a request, which is no decision.
    let greeting =
        r#"  curl -d '{"view": {"ruleset": "classic"}, "options": {"persona": "rules"}}' http://127.0.0.1:50051"#;
    let log = format!("{greeting}\n{}\n{}\nbye\n", line("rules", "JJ"), line("casual:noise=0", "44"));
    let (code, text) = replay(&["-", "--quiet"], &log);
    assert_eq!(code, Some(1));
    assert!(text.ends_with("\n1 of 2 decisions agree, 2 other lines\n"), "{text}");
    assert_eq!(replay(&["-", "--quiet"], &line("rules", "JJ")).0, Some(0));
}

#[test]
fn bad_input_is_named() {
    let swap = |from: &str, to: &str| line("rules", "JJ").replace(from, to);
    for (line, sentence) in [
        (swap("persona=rules", ""), "it has no persona="),
        (swap("view=", "sight="), "it has no view="),
        (swap("seed=3", "seed=x"), "seed is \"x\", which is no whole number"),
        (swap("worlds=0", "worlds=many"), "worlds is \"many\", which is no whole number"),
        (swap("persona=rules", "persona=wukong"), "no persona is named \"wukong\""),
        (swap("action=JJ", "action=QQ?"), "action is \"QQ?\": character 3: '?' is no card"),
        (swap("left=5,4,6", "left=5,4,7"), "view: up holds 6 cards but is counted with 7"),
        (swap("hand=", "hand=99999"), "a deck has no more than 4 9"),
        (swap("standing", "turn=down standing"), "view: it is not the turn of"),
        (swap("landlord:99\"", "landlord:99"), "a quote opens and does not close"),
        (String::from("{\"seed\":"), "it begins like JSON and is none"),
    ] {
        let error = complaint(&["replay", &line]);
        assert_eq!(error.matches(sentence).count(), 1, "{line}: {error}");
    }
}
