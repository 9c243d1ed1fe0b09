//! The lab as a script sees it: text in and out, exit code 2 and a sentence for bad input. Also the pages that show its output.
//! `THIRDSEAT_FULL` runs the long versions.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod shell;
mod decide;
mod solve;
mod replay;
mod personas;
mod design;
mod grow_cases;
mod r#match;
mod douzero;
#[cfg(unix)]
mod programs;
mod bot;
mod ladder;
mod review;
mod selfplay;
#[cfg(unix)]
mod interrupt;
mod shown_output;
mod pages;
