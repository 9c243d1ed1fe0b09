//! `lab conform` as a script sees it: exit code 1 and a list where a backend and a ruleset disagree.

use super::shell::{complaint, lab, recorded};
use rules::card::Codec;
use rules::{Chair, Event, Table};
use serde_json::{Value, json};

fn conform(args: &[&str], log: &str) -> (Option<i32>, String) {
    let output = lab(&[&["conform", "-"], args].concat(), log);
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

/// Hands of random players.
fn hands(ruleset: &str, more: &[&str]) -> String {
    let options = ["--deals", "30", "--seed", "3", "--ruleset", ruleset];
    recorded(["random", "random"], &[&options, more].concat()).text()
}

/// The whole game as a backend might log it.
fn as_json(line: &str, codec: &Codec, landlord: usize) -> Value {
    let game: Table = line.parse().expect(line);
    let mut hands = vec![Value::Null; 3];
    for chair in Chair::ALL {
        hands[(landlord + chair.index()) % 3] = json!(codec.encode(game.deal().hand(chair)));
    }
    let plays = game.log().iter().filter_map(|event| match event {
        Event::Play(_, play) => Some(play.map_or(Vec::new(), |play| codec.encode(play.cards()))),
        _ => None,
    });
    let (bottom, plays) = (codec.encode(game.deal().bottom()), plays.collect::<Vec<_>>());
    json!({ "hands": hands, "bottom": bottom, "landlord": landlord, "plays": plays })
}

#[test]
fn our_own_hands_conform_with_and_without_an_auction_and_in_every_numbering() {
    for more in [&[][..], &["--auction"]] {
        let log = hands("classic", more);
        let (code, text) = conform(&["--ruleset", "classic"], &log);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("60 hands,") && text.contains(" 0 disagreements"), "{text}");
    }
    let log = hands("classic", &[]);
    for (number, codec) in Codec::ALL.into_iter().enumerate() {
        let lines = log.lines().skip(1).take(20).map(|line| as_json(line, &codec, number % 3).to_string());
        let (code, text) = conform(&["--codec", codec.name()], &lines.collect::<Vec<_>>().join("\n"));
        assert_eq!(code, Some(0), "{}: {text}", codec.name());
    }
}

#[test]
fn hands_of_another_ruleset_are_told_with_the_point_that_would_settle_them() {
    let log = hands("classic wings-lengthen=yes", &[]);
    assert_eq!(conform(&["--ruleset", "classic wings-lengthen=yes"], &log).0, Some(0));
    let log = "deal=3333444455556666T/7778888999TTTJJJJ/79QQQQKKKKAAAA222/2XD plays=33334444,-,-,5555666";
    let (code, text) = conform(&["--ruleset", "classic"], log);
    assert_eq!(code, Some(1));
    let sentence = "line 1, play 1: landlord leading: 33334444 was accepted; ";
    assert!(text.starts_with(sentence) && text.contains("it would agree with shuttle=yes"), "{text}");
    assert!(text.contains("1 hands not followed to their end"), "{text}");
    assert!(text.contains("shuttle=yes would settle 1 of them\n"), "{text}");
}

#[test]
fn every_kind_of_disagreement_is_found() {
    const DEAL: &str = "deal=3333444455556666T/7778888999TTTJJJJ/79QQQQKKKKAAAA222/2XD";
    for (plays, sentence) in [
        // Plays that it refused and we would have taken; the hand goes on after that.
        ("!34,!3,3,-,-", "line 1, play 2: landlord leading: 3 was refused; legal here"),
        ("34", "play 1: landlord leading: 34 was accepted; 34 is no combo"),
        ("4,3", "play 2: down facing 4: 3 was accepted; "),
        ("99", "play 1: landlord leading: 99 was accepted; landlord does not hold 99"),
        ("-", "play 1: landlord leading: pass was accepted; "),
        ("3,!-", "play 2: down facing 3: pass was refused; legal here"),
    ] {
        let (code, text) = conform(&[], &format!("{DEAL} plays={plays}"));
        assert_eq!(code, Some(1), "{plays}: {text}");
        assert!(text.contains(sentence), "{plays}: {text}");
    }
    let line = hands("classic", &[]).lines().nth(1).expect("a hand").to_owned();
    let (code, text) = conform(&[], &format!("{line},3"));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("a play does not belong to the stage"), "{text}");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_used() {
    let good = hands("classic", &[]);
    let good = good.lines().nth(1).expect("a hand");
    let log = format!("{{\"hands\":[[3]]}}\ndeal=33/44\nnonsense\n{good}\n\n{{oops");
    let (code, text) = conform(&["--json"], &log);
    let result: Value = serde_json::from_str(&text).expect("--json prints JSON");
    let faults: Vec<(u64, &str)> = result["damaged"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| (line["line"].as_u64().expect("a number"), line["fault"].as_str().expect("a sentence")))
        .collect();
    assert_eq!((code, &result["hands"]), (Some(1), &1.into()));
    assert_eq!(faults.iter().map(|fault| fault.0).collect::<Vec<_>>(), [1, 2, 3, 6]);
    assert_eq!(faults[0].1, "hands: there are 1, a game has 3");
    let bad = |line: &str, sentence: &str| {
        let (_, text) = conform(&[], line);
        assert!(text.contains(sentence), "{line}: {text}");
    };
    let object = as_json(good, &Codec::Douzero, 0).to_string();
    bad(&object.replace("\"landlord\":0", "\"landlord\":3"), "landlord is not 0, 1 or 2");
    bad(&object.replace("\"bottom\"", "\"top\""), "it has no bottom");
    bad(&object.replace("\"plays\":[[", "\"plays\":[[99,"), "plays: play 1: ");
    assert!(complaint(&["conform", "/nowhere/log.txt"]).contains("/nowhere/log.txt"));
    assert!(complaint(&["conform", "-", "--ruleset", "poker"]).contains("no ruleset is named \"poker\""));
}
