//! The lab.
fn main() {}
