//! The commit that a build was made from: `THIRDSEAT_COMMIT` where it is set (an image is built without git), else what git says. A build
//! for development does not ask git, because each commit would rebuild the crate.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=THIRDSEAT_COMMIT");
    println!("cargo:rerun-if-changed=build.rs");
    let named = std::env::var("THIRDSEAT_COMMIT").ok().filter(|commit| !commit.is_empty());
    let is_development = std::env::var("PROFILE").as_deref() != Ok("release");
    let commit = named.or_else(|| if is_development { None } else { from_git() });
    println!("cargo:rustc-env=THIRDSEAT_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

fn from_git() -> Option<String> {
    // Git adds a line to this file when HEAD moves.
    println!("cargo:rerun-if-changed={}", git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
