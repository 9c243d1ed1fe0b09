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
    let mut compiler = protox::Compiler::new([&root])?;
    compiler.include_source_info(true).include_imports(true).open_files(&files)?;
    let descriptors = compiler.file_descriptor_set();
    json(&descriptors)?;
    reasons(&compiler)?;
    // The same set is served by reflection.
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), compiler.encode_file_descriptor_set())?;
    // A message is moved many times on its way. Its rare parts would more than double it.
    let rare = ["RoomTurn.fallback", "Hand.present", "Decision.trace"];
    let mut messages = tonic_prost_build::configure();
    for field in rare {
        messages = messages.boxed(format!(".thirdseat.v1.{field}"));
    }
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

/// The table of reasons: a constant for each value of the enum, with its options and its comment.
fn reasons(compiler: &protox::Compiler) -> Result<(), Box<dyn Error>> {
    let pool = compiler.descriptor_pool();
    let kind = pool.get_enum_by_name("thirdseat.v1.Reason").ok_or("no reasons")?;
    let retries = pool.get_enum_by_name("thirdseat.v1.Retry").ok_or("no retries")?;
    let option = |name: &str| pool.get_extension_by_name(name).ok_or("no such option");
    let (retry, code) = (option("thirdseat.v1.retry")?, option("thirdseat.v1.grpc_code")?);
    let file = kind.parent_file().file_descriptor_proto().clone();
    let locations = file.source_code_info.unwrap_or_default().location;
    let (mut constants, mut names) = (String::new(), String::new());
    // The first one is the one that is not given.
    for value in kind.values().skip(1) {
        let name = value.name().trim_start_matches("REASON_");
        let options = value.options();
        let told = |option, default| match options.has_extension(option) {
            true => {
                let value = options.get_extension(option);
                value.as_enum_number().or(value.as_i32()).unwrap_or(default)
            }
            false => default,
        };
        let retry = retries.get_value(told(&retry, 1)).ok_or("no such retry")?;
        let retry = retry.name().trim_start_matches("RETRY_");
        let retry = format!("{}{}", &retry[..1], retry[1..].to_lowercase());
        let place = locations.iter().find(|location| location.path == value.path());
        let about = place.ok_or("a reason has no comment")?.leading_comments().trim().replace("\n ", " ");
        constants += &format!(
            "#[doc = {about:?}]\npub const {name}: Reason = Reason {{ name: {name:?}, code: Code::from_i32({}), retry: Retry::{retry}, about: {about:?} }};\n",
            told(&code, 3),
        );
        names += &format!("Reason::{name}, ");
    }
    let all = format!("/// Every reason, in the order of the documentation.\npub const ALL: &[Reason] = &[{names}];\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("reasons.rs"), format!("impl Reason {{\n{constants}{all}}}\n"))?;
    Ok(())
}
