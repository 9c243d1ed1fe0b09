//! Deciding from cases, seen from outside: trees as text, and who plays by them.

mod decisions;
mod files;
mod trees;

use engine::cases::Cases;

/// Makes a tree with these nodes.
fn tree(nodes: &str) -> Cases {
    let text = format!("cases 1\nruleset classic\ncommand by hand\nsupport 10\npurity 50\n\n{nodes}");
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}
