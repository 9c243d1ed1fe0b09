//! A release holds the page's files: a new one has to be noticed.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
