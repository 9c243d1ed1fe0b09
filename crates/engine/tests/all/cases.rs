//! Deciding from cases, seen from outside: trees as text, and who plays by them.

mod decisions;
mod files;
mod trees;
