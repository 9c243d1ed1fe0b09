//! The lab as a script sees it: text in and out, exit code 2 and a sentence for bad input. Also the pages that show its output.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

mod shell;
mod decide;
mod solve;
mod design;
mod nets;
mod grow_cases;
mod r#match;
#[cfg(unix)]
mod programs;
mod bot;
mod review;
mod pages;
