//! Runs `lab` as a script would. Bad input is refused with a sentence.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

pub(crate) const LAB_BINARY: &str = env!("CARGO_BIN_EXE_lab");

pub(crate) fn lab(args: &[&str], input: &str) -> Output {
    let command =
        Command::new(LAB_BINARY).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = command.expect("the binary was built for this test");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // A thread writes, so that long inputs and long outputs do not block each other. A command that refuses its
    // arguments ends before it reads, and the pipe breaks.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("writing does not panic");
    output
}

/// Runs a command that succeeds. Returns its output.
pub(crate) fn run_lab(args: &[&str], input: &str) -> String {
    let output = lab(args, input);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Runs a command that succeeds. Returns its output as JSON.
pub(crate) fn run_for_json(args: &[&str]) -> Value {
    serde_json::from_str(&run_lab(&[args, &["--json"]].concat(), "")).expect("--json prints JSON")
}

/// Runs a command that fails. Returns its standard error.
pub(crate) fn run_for_error(args: &[&str]) -> String {
    let output = lab(args, "");
    let error = String::from_utf8(output.stderr).expect("it complains in text");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    error
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    let empty = TempPath::file("# nothing\n");
    let cases: &[(&[&str], &str)] = &[
        (&["decide", "me=up hand=33?"], "VIEW: hand: character 3: '?' is no card"),
        (&["decide", "me=up hand=3344 left=5,4,4 turn=down"], "at the stage play and it is not this seat's turn"),
        (&["decide", "--persona", "wukong", "me=up hand=5 left=5,4,1"], "--persona: no persona is named \"wukong\""),
        (&["decide"], "<VIEW>"),
        (&["personas", "wukong"], "lab: no persona is named \"wukong\"; there are beginner, casual,"),
        (&["style", "nessie"], "nessie"),
        (&["levels", "cmd:false"], "a program has no level here"),
        (&["levels", "casual@strong"], "strong is no strength"),
        (&["tune", "--persona", "wukong"], "no persona is named \"wukong\""),
        (&["tune", "--against", "wukong"], "no player is named \"wukong\""),
        (&["tune", "--deals", "99"], "99 is not in 100.."),
        (&["ladder", "rules"], "a ladder needs two players, not 1"),
        (&["ladder", "rules", "rules"], "rules stands twice"),
        (&["ladder", "rules", "wukong"], "no player is named \"wukong\""),
        (&["ladder", "rules", "random", "--deals-of", "casual=9"], "--deals-of: casual does not play"),
        (&["ladder", "rules", "random", "--deals-of", "rules=1"], "\"1\" is no number of deals"),
        (&["ladder", "--strength", "0,101"], "strength cannot be 101: it may be 0 to 100"),
        (&["ladder", "--strength", "0,x"], "invalid digit"),
        (&["match", "rules"], "<B>"),
        (&["match", "rules", "rules", "--deals", "0"], "0 is not in 1.."),
        (&["match", "rules", "rules", "--threads", "0"], "--threads"),
        (&["match", "rules", "rules", "--sprt", "3,0"], "\"3,0\" is no P0,P1"),
        (&["match", "rules", "rules", "--ruleset", "poker"], "no ruleset is named \"poker\""),
        (&["match", "rules", "rules", "--personas", "/nowhere/ours.toml"], "/nowhere/ours.toml"),
        (&["match", "rules", "rules", "--record", "/nowhere/hands.txt"], "/nowhere/hands.txt"),
        (&["match", "rules", "cmd:cat", "--auction"], "a program is only asked to play cards"),
        (&["review", "/nowhere/hands.txt"], "/nowhere/hands.txt"),
        (&["review", empty.path()], "no hand could be read"),
        (&["review", empty.path(), "--blunder", "0"], "between 0.25 and 100"),
        (&["review", empty.path(), "--persona", "wukong"], "no persona is named \"wukong\""),
        (&["selfplay", "--work", "w", "--ruleset", "laizi"], "--ruleset laizi"),
    ];
    for (args, sentence) in cases {
        let error = run_for_error(args);
        assert!(error.contains(sentence), "{args:?}: {error}");
    }
}

/// A file or folder that is removed when this is dropped.
pub(crate) struct TempPath(PathBuf);

impl TempPath {
    /// Makes a new path; nothing is there yet.
    pub(crate) fn new() -> TempPath {
        static PATH_COUNT: AtomicU32 = AtomicU32::new(0);
        let number = PATH_COUNT.fetch_add(1, Ordering::Relaxed);
        TempPath(std::env::temp_dir().join(format!("thirdseat-lab-{}-{number}", std::process::id())))
    }

    pub(crate) fn file(text: impl AsRef<[u8]>) -> TempPath {
        let path = TempPath::new();
        fs::write(&path.0, text).expect("a file");
        path
    }

    pub(crate) fn folder() -> TempPath {
        let path = TempPath::new();
        fs::create_dir_all(&path.0).expect("a folder");
        path
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }

    pub(crate) fn join(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    pub(crate) fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("it was written")
    }
}

impl AsRef<Path> for TempPath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempPath {
    fn drop(&mut self) {
        let _ = if self.0.is_dir() { fs::remove_dir_all(&self.0) } else { fs::remove_file(&self.0) };
    }
}

pub(crate) fn record_match(players: [&str; 2], more: &[&str]) -> TempPath {
    let hands = TempPath::new();
    let [a, b] = players;
    run_lab(&[&["match", a, b, "--record", hands.path()], more].concat(), "");
    hands
}

pub(crate) fn repo_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command, stops it by Ctrl-C, and returns its output. The command must end with exit code 130. If the signal comes before the handler is
/// set, the command is started again.
#[cfg(unix)]
pub(crate) fn interrupt_lab(args: &[&str]) -> String {
    let mut wait = std::time::Duration::from_millis(100);
    loop {
        let child = Command::new(LAB_BINARY).args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let child = child.expect("the binary was built for this test");
        std::thread::sleep(wait);
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("kill is there").success());
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.code().is_some() {
            assert_eq!(output.status.code(), Some(130), "{args:?}: {text}");
            return text;
        }
        wait *= 2;
    }
}
