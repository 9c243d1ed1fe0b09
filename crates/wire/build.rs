//! Compiles `proto/` in pure Rust, so that no `protoc` is needed.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use prost::Message;
use prost_types::FileDescriptorSet;

/// Messages that rooms and leases know by a digest, as far as they have no `Hash` already: those with lists of messages.
const HASHED: [&str; 7] = ["OpenRoomRequest", "Hand", "Present", "RoomEvent", "Dealt", "Settled", "Region"];

fn main() -> Result<(), Box<dyn Error>> {
    // As it runs, not as it was built: a folder of build outputs may have been another checkout's.
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("thirdseat/v1"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let descriptors = protox::compile(&files, [&root])?;
    json(&descriptors)?;
    // The same set is served by reflection.
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    // A turn in a room is a few bytes; what it carries for bad days would make every one of them half a kilobyte.
    let mut messages = tonic_prost_build::configure().boxed(".thirdseat.v1.RoomTurn.fallback");
    for message in HASHED {
        messages = messages.type_attribute(format!(".thirdseat.v1.{message}"), "#[derive(Eq, Hash)]");
    }
    messages.compile_fds(descriptors)?;
    // The stored form is private to the server: it has no service and reflection does not list it.
    let private = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../storage");
    println!("cargo:rerun-if-changed={}", private.display());
    let stored = ["room", "leases", "players"].map(|file| private.join(format!("thirdseat/storage/v1/{file}.proto")));
    let stored = protox::compile(stored, [&private])?;
    tonic_prost_build::configure().compile_fds(stored)?;
    Ok(())
}

/// JSON as protobuf prescribes it, and the table of methods, so that a new RPC needs no line of ours.
fn json(descriptors: &FileDescriptorSet) -> Result<(), Box<dyn Error>> {
    pbjson_build::Builder::new()
        .register_descriptors(&descriptors.encode_to_vec())?
        // Its details are of any type, which generated code cannot know: `json` writes them.
        .exclude([".thirdseat.v1.ItemStatus"])
        .build(&[".thirdseat.v1"])?;
    let service = descriptors.file.iter().flat_map(|file| &file.service).next().ok_or("no service")?;
    let mut table = String::from("&[\n");
    for method in &service.method {
        let message = |path: &str| path.trim_start_matches(".thirdseat.v1.").to_owned();
        table += &format!(
            "    Method::of::<v1::{}, v1::{}>({:?}, {}, {}),\n",
            message(method.input_type()),
            message(method.output_type()),
            method.name(),
            method.client_streaming(),
            method.server_streaming(),
        );
    }
    table.push(']');
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("methods.rs"), table)?;
    Ok(())
}
