//! Compresses the page's files: a release holds each of them as it is, and as gzip. A new file has to be noticed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::read::GzEncoder;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=page");
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("page");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let mut table = String::from("&[\n");
    let mut folders = vec![page.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name =
                path.strip_prefix(&page).expect("the walk began there").to_str().expect("names are ASCII").to_owned();
            let packed = out.join(format!("{}.gz", name.replace('/', "-")));
            io::copy(
                &mut GzEncoder::new(fs::File::open(&path)?, Compression::best()),
                &mut fs::File::create(&packed)?,
            )?;
            writeln!(table, "    ({name:?}, include_bytes!({packed:?})),").expect("a string takes all");
        }
    }
    fs::write(out.join("packed.rs"), table + "]\n")
}
