//! Lists the page's files, so that the binary contains all of them, also new ones.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=page");
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("page");
    let mut table = String::from("&[\n");
    let mut folders = vec![page.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&page).expect("the walk began there").to_str().expect("names are ASCII");
            writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes all");
        }
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("files.rs"), table + "]\n")
}
