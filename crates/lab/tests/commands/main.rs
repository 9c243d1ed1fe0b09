//! The lab's commands as a script sees them: text in, text out, exit code 2 and a sentence for bad input.

mod grow_cases;
mod shell;
mod decide;
mod douzero;
mod r#match;
mod series;
mod ladder;
mod conform;
mod review;
mod reasons;
mod regret;
mod replay;
mod experience;
mod experiment;
mod train;
mod selfplay;
mod tune;
#[cfg(unix)]
mod referee;
#[cfg(unix)]
mod ccga;
mod companions;
mod style;
mod temperaments;
mod takeover;
mod tells;
mod levels;
mod bot;
mod puzzles;
mod solve;
mod belief;
mod json;
#[cfg(unix)]
mod interrupt;
