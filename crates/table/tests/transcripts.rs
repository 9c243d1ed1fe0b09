//! Whole games from scripts: `transcripts/*.in` has what the person types, `transcripts/*.txt` what the person sees, for
//! people to read. `THIRDSEAT_BLESS=1` writes the transcripts again, when the companions have learned to play differently.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use clap::Parser;
use table::{Args, Lang, Terminal};

#[derive(Parser)]
#[command(name = "play")]
struct Play {
    #[command(flatten)]
    args: Args,
}

/// A pipe: it shows no colour and does not show what is typed.
const PIPE: Terminal = Terminal { echo: true, pace: false, colour: false, lang: Lang::En };

/// The person's view, or the error.
fn play(args: &[&str], input: &[u8]) -> Result<String, String> {
    let words = std::iter::once("play").chain(args.iter().copied());
    let play = Play::try_parse_from(words).map_err(|error| error.to_string())?;
    let mut seen = Vec::new();
    table::play(&play.args, &PIPE, &mut Cursor::new(input), &mut seen).map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(seen).expect("the game writes UTF-8"))
}

/// The arguments stand in the script's first line.
fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let script = fs::read_to_string(folder.join(format!("{name}.in"))).expect(name);
    let (args, typed) = script.split_once('\n').expect("a line of arguments");
    let args: Vec<&str> = args.split('|').map(str::trim).collect();
    let seen = play(&args, typed.as_bytes()).expect(name);
    assert!(!seen.contains('\x1b'), "a pipe gets no colour");
    let path = folder.join(format!("{name}.txt"));
    if std::env::var("THIRDSEAT_BLESS").is_ok_and(|value| value == "1") {
        fs::write(path, seen).expect("writable");
        return;
    }
    let expected = fs::read_to_string(path).expect(name);
    for (number, (seen, expected)) in seen.lines().zip(expected.lines()).enumerate() {
        assert_eq!(seen, expected, "{name}.txt, line {}", number + 1);
    }
    assert_eq!(seen.lines().count(), expected.lines().count(), "{name}.txt ends elsewhere");
}

#[test]
fn a_game_with_scores() {
    check("scores");
}

#[test]
fn a_game_with_call_and_rob_doubling_and_open_hand_in_chinese() {
    check("call-rob");
}

#[test]
fn a_game_with_an_auction_that_ends_in_take_it() {
    check("take-it");
}

#[test]
fn a_game_in_which_cards_are_passed_on() {
    check("pass-on");
}

#[test]
fn the_end_of_the_input_is_a_goodbye() {
    assert!(play(&["--seed", "1"], b"").unwrap().ends_with("> \nGoodbye.\n"));
}

#[test]
fn lines_that_are_too_long_or_no_text_are_answered() {
    let mut input = vec![b'3'; 100_000];
    input.extend_from_slice(b"\n\xFF\xFE\nquit\n");
    assert_eq!(play(&["--seed", "7"], &input).unwrap().matches(" is no answer here.").count(), 2);
}

#[test]
fn bad_arguments_are_named() {
    for (args, sentence) in [
        (&["--persona", "stranger"][..], "no persona is named \"stranger\"; there are beginner, casual"),
        (&["--persona", "casual", "--persona", "rules", "--persona", "rules"], "two companions sit with you"),
        (&["--ruleset", "poker"], "no ruleset is named \"poker\""),
        (&["--lang", "fr"], "there are en and zh"),
        (&["--pace", "maybe"], "is neither yes nor no"),
        (&["--seed", "seven"], "invalid digit"),
    ] {
        let error = play(args, b"").expect_err(sentence);
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}

#[test]
fn companions_of_a_file_sit_down_and_show_faces() {
    let path = std::env::temp_dir().join(format!("play-{}.toml", std::process::id()));
    fs::write(&path, "[ming]\nbase = \"casual\"\nface-percent = 100\n\n[stone]\nbase = \"casual\"\nface-percent = 0\n")
        .unwrap();
    let file = path.display().to_string();
    let seen = |persona: &str| {
        let args = ["--personas", &file, "--persona", persona, "--seed", "7"];
        play(&args, "auto\n".repeat(60).as_bytes()).unwrap()
    };
    let has_face =
        |seen: &str| seen.lines().any(|line| line.ends_with(" is pleased.") || line.ends_with(": Sorry, partner."));
    assert!(has_face(&seen("ming")), "{}", seen("ming"));
    assert!(!has_face(&seen("stone")), "{}", seen("stone"));
    fs::remove_file(&path).unwrap();
    assert!(play(&["--personas", &file], b"").unwrap_err().contains("--personas"));
}
