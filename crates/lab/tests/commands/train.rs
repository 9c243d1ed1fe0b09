//! `lab train` as a script sees it: a tiny net from scratch.

use std::fs;
use std::path::{Path, PathBuf};

use super::shell::{complaint, printed};
use engine::net::Weights;
use serde_json::Value;

/// A folder of its own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lab-train-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// `quick`, or `full` under `THIRDSEAT_FULL=1`.
fn rounds(quick: u64, full: u64) -> u64 {
    if std::env::var_os("THIRDSEAT_FULL").is_some() { full } else { quick }
}

fn train(folder: &Path, rounds: u64, more: &[&str]) -> String {
    let rounds = rounds.to_string();
    let folder = folder.to_str().expect("a plain path");
    let judges = ["--judge-rounds", "0"];
    let args = ["train", "--dir", folder, "--rounds", &rounds, "--hands", "128", "--eval-every", "4"];
    let args = if more.contains(&judges[0]) { args.to_vec() } else { [&args[..], &judges].concat() };
    printed(&[&args[..], more].concat(), "")
}

fn net(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("net.bin")).expect("the training left a net")
}

#[test]
fn neither_threads_nor_a_pause_show_in_what_is_learned() {
    let [whole, alone, paused] = ["whole", "alone", "paused"].map(folder);
    let told = train(&whole, 8, &["--threads", "2", "--judge-rounds", "4"]);
    assert!(
        told.contains("round 4 of 8, 512 hands")
            && !told.contains("round 12")
            && told.contains("12 rounds in")
            && told.contains("points against net"),
        "{told}"
    );
    train(&alone, 8, &["--threads", "1", "--judge-rounds", "4"]);
    assert!(net(&whole) == net(&alone), "one thread learned otherwise than two");
    // Stopped before the sums are split, behind it, and while the full-information nets learn: what was kept goes on as if nothing had
    // happened.
    for after in ["2", "4", "9"] {
        train(&paused, 8, &["--threads", "2", "--judge-rounds", "4", "--pause-after", after]);
        assert!(net(&whole) != net(&paused), "{after} of 12 rounds are done");
    }
    train(&paused, 8, &["--threads", "2", "--judge-rounds", "4"]);
    assert!(net(&whole) == net(&paused), "the pause shows");
    assert_eq!(fs::read(whole.join("state.bin")).expect("kept"), fs::read(paused.join("state.bin")).expect("kept"));
    for folder in [whole, alone, paused] {
        fs::remove_dir_all(folder).expect("it was there");
    }
}

#[test]
fn a_training_begins_where_weights_end() {
    let [first, second, mixed, stopped, none] = ["first", "second", "mixed", "stopped", "none"].map(folder);
    train(&first, 2, &[]);
    let init = first.join("net.bin").display().to_string();
    let args = ["--init", &init, "--pool-share", "0"];
    let layers = |folder: &Path| Weights::read(&net(folder)).expect("good weights").layers();
    let before = layers(&first);
    // Nets whose rounds have not come stay what they were: without rounds of their own the full-information nets,
    train(&second, 2, &args);
    let after = layers(&second);
    assert!(before[..3] != after[..3] && before[3..] == after[3..]);
    // and without rounds of theirs the seat-view nets.
    train(&mixed, 0, &["--init", &init, "--judges", "shipped", "--judge-rounds", "1"]);
    let after = layers(&mixed);
    assert!(after[..3] == before[..3] && after[3..] != before[3..]);
    assert!(after[3..] != Weights::shipped().layers()[3..]);
    // The file of --init no longer counts once there is a checkpoint.
    train(&stopped, 2, &[&args[..], &["--pause-after", "1"]].concat());
    fs::remove_dir_all(first).expect("it was there");
    let gone = complaint(&["train", "--dir", &none.display().to_string(), "--init", &init]);
    assert!(gone.contains("--init"), "{gone}");
    let untrained = complaint(&["train", "--dir", &none.display().to_string(), "--rounds", "0"]);
    assert!(untrained.contains("--rounds 0: the hands are played by nets, so give --init"), "{untrained}");
    let nothing = complaint(&["train", "--dir", &none.display().to_string(), "--rounds", "0", "--judge-rounds", "0"]);
    assert!(nothing.contains("nothing learns"), "{nothing}");
    train(&stopped, 2, &args);
    assert!(net(&second) == net(&stopped), "the pause shows");
    for folder in [second, mixed, stopped, none] {
        fs::remove_dir_all(folder).expect("it was there");
    }
}

#[test]
fn hands_with_one_and_with_two_wild_ranks_take_turns() {
    let [whole, paused, other] = ["wild", "wild-paused", "wild-other"].map(folder);
    let both = ["--ruleset", "laizi", "--ruleset", "laizi-tiandi"];
    let more = ["--init", "shipped", "--judge-rounds", "0", "--hands", "64", "--eval-every", "0"];
    let args = |folder: &Path, threads: &str| -> Vec<String> {
        let dir = folder.display().to_string();
        let own = ["train", "--rounds", "3", "--dir", &dir, "--threads", threads];
        [&own[..], &both, &more].concat().into_iter().map(str::to_owned).collect()
    };
    let run = |args: &[String]| printed(&args.iter().map(String::as_str).collect::<Vec<_>>(), "");
    run(&args(&whole, "2"));
    run(&[args(&paused, "1"), vec!["--pause-after".to_owned(), "1".to_owned()]].concat());
    run(&args(&paused, "1"));
    assert!(net(&whole) == net(&paused), "threads or the pause show");
    let weights = Weights::read(&net(&whole)).expect("good weights");
    assert!(weights != Weights::shipped().widened() && !weights.judges_worlds());
    // A combination that cannot be trained is refused.
    let refused = |more: &[&str]| {
        let dir = other.display().to_string();
        complaint(&[&["train", "--rounds", "3", "--dir", &dir][..], more].concat())
    };
    assert!(refused(&["--ruleset", "laizi", "--judge-rounds", "0"]).contains("a training has --init"));
    assert!(refused(&["--ruleset", "laizi", "--init", "shipped"]).contains("give --judge-rounds 0"));
    assert!(refused(&[&more[..4], &["--ruleset", "laizi", "--ruleset", "classic"]].concat()).contains("trained apart"));
    let wild = whole.join("net.bin").display().to_string();
    assert!(refused(&["--init", &wild]).contains("these nets are for wild ranks"));
    // Nor does a checkpoint go on with other nets.
    let dir = whole.display().to_string();
    let found = complaint(&["train", "--rounds", "3", "--dir", &dir]);
    assert!(found.contains("the training is of layout 260, this build has 4 for its rulesets"), "{found}");
    for folder in [whole, paused, other] {
        fs::remove_dir_all(folder).expect("it was there");
    }
}

#[test]
fn a_minute_of_training_beats_play_by_chance() {
    let folder = folder("minute");
    let rounds = rounds(16, 120).to_string();
    let at = folder.to_str().expect("a plain path");
    printed(
        &[
            "train",
            "--dir",
            at,
            "--rounds",
            &rounds,
            "--hands",
            "256",
            "--eval-every",
            "0",
            "--judge-rounds",
            "0",
            "--seed",
            "3",
        ],
        "",
    );
    let player = format!("net:weights={}", folder.join("net.bin").display());
    let result = printed(&["match", &player, "random", "--deals", "300", "--json"], "");
    let result: Value = serde_json::from_str(&result).expect("--json prints JSON");
    let low = result["both"]["low"].as_f64().unwrap_or_else(|| panic!("{result}"));
    assert!(low > 0.8, "{result}");
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn a_checkpoint_that_cannot_be_resumed_is_refused() {
    let folder = folder("other");
    train(&folder, 1, &["--seed", "5"]);
    let at = folder.to_str().expect("a plain path");
    let refused = complaint(&["train", "--dir", at, "--rounds", "2", "--seed", "6"]);
    assert!(refused.contains("has seed 5, not 6"), "{refused}");
    let state = folder.join("state.bin");
    let kept = fs::read(&state).expect("kept");
    fs::write(&state, &kept[..kept.len() / 2]).expect("written");
    let refused = complaint(&["train", "--dir", at, "--rounds", "2", "--seed", "5"]);
    assert!(refused.contains("cut short"), "{refused}");
    fs::write(&state, b"something else").expect("written");
    let refused = complaint(&["train", "--dir", at, "--rounds", "2", "--seed", "5"]);
    assert!(refused.contains("no checkpoint"), "{refused}");
    let refused = complaint(&["match", "net:weights=nowhere.bin", "random"]);
    assert!(refused.contains("weights=nowhere.bin"), "{refused}");
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn a_training_against_one_persona_ends_with_a_match_against_it() {
    let dir = folder("exploit");
    let place = dir.display().to_string();
    let rounds = rounds(1, 40).to_string();
    let args = ["exploit", "greedy-x", "--dir", &place, "--rounds", &rounds, "--deals", "40", "--json"];
    assert!(complaint(&args).contains("greedy-x"));
    let args = ["exploit", "greedy", "--dir", &place, "--rounds", &rounds, "--deals", "40", "--json"];
    assert!(complaint(&args).contains("greedy is no persona"));
    let args = ["exploit", "beginner", "--dir", &place, "--rounds", &rounds, "--deals", "40", "--json"];
    let told = printed(&args, "");
    let result: Value = serde_json::from_str(told.lines().last().expect("a line")).expect("JSON");
    assert_eq!((result["persona"].as_str(), result["deals"].as_u64()), (Some("beginner"), Some(40)), "{told}");
    // Nets that begin with the shipped ones beat a beginner at once.
    assert!(result["wins"].as_f64().expect("a share") > 0.6, "{told}");
    assert!(net(&dir).len() > 1000);
    fs::remove_dir_all(dir).expect("it was there");
}
