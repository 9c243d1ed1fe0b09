//! Runs `lab` as a script would.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The built program.
pub(crate) const LAB: &str = env!("CARGO_BIN_EXE_lab");

/// Runs `lab` to its end.
pub(crate) fn lab(args: &[&str], input: &str) -> Output {
    let command =
        Command::new(LAB).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = command.expect("the binary was built for this test");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // Beside the reading, so that long inputs and long outputs do not wait for each other. A command that refuses its
    // arguments ends before it reads; the broken pipe says so.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("writing does not panic");
    output
}

/// The output when nothing is wrong.
pub(crate) fn printed(args: &[&str], input: &str) -> String {
    let output = lab(args, input);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Standard error of a command that fails.
pub(crate) fn complaint(args: &[&str]) -> String {
    let output = lab(args, "");
    let error = String::from_utf8(output.stderr).expect("it complains in text");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    error
}

/// The output when Ctrl-C stops it after a while.
#[cfg(unix)]
pub(crate) fn interrupted(args: &[&str]) -> String {
    let child = Command::new(LAB).args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let child = child.expect("the binary was built for this test");
    // Long enough for the handler to stand; what was played by then does not matter.
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{args:?}: {text}");
    text
}
