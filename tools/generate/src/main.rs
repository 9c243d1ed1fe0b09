//! Writes `crates/wire/src/generated` from `proto/` and `crates/wire/storage/`, and `crates/web/types.d.ts`. It is pure Rust, so no `protoc`
//! is needed. With `--check` it only compares, and fails if the committed code differs.

mod typescript;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use prost::Message;
use prost_types::FileDescriptorSet;

/// Messages, or parts of messages, that rooms hash. Without the derive below they have no `Hash`.
const HASHED_TYPES: [&str; 7] = ["OpenRoomRequest", "LegalPlays", "Hand", "Present", "RoomEvent", "Dealt", "Settled"];

/// Fields in boxes, because a message is moved many times, and its rare parts would make it much larger.
const BOXED_FIELDS: [&str; 2] = ["Hand.present", "Decision.trace"];

type Files = BTreeMap<String, Vec<u8>>;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (target, types) = (root.join("crates/wire/src/generated"), root.join("crates/web/types.d.ts"));
    let (files, typescript) = generate_files(&root)?;
    if std::env::args().nth(1).as_deref() == Some("--check") {
        let is_same = read_files(&target)? == files && fs::read_to_string(&types)? == typescript;
        ensure!(is_same, "the generated code is not what the proto files say: run tools/generate.sh");
        return Ok(());
    }
    fs::write(types, typescript)?;
    fs::create_dir_all(&target)?;
    for name in read_files(&target)?.keys().filter(|name| !files.contains_key(*name)) {
        fs::remove_file(target.join(name))?;
    }
    for (name, bytes) in files {
        fs::write(target.join(name), bytes)?;
    }
    Ok(())
}

/// Reads the files of a folder; none if the folder cannot be read.
fn read_files(folder: &Path) -> Result<Files> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Files::new()) };
    let read = |entry: std::io::Result<fs::DirEntry>| -> Result<(String, Vec<u8>)> {
        let entry = entry?;
        Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
    };
    entries.map(read).collect()
}

/// Generates the files of the folder `generated`, and the TypeScript types.
fn generate_files(root: &Path) -> Result<(Files, String)> {
    let scratch = root.join("target/generated");
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch)?;
    let contract = root.join("proto");
    let mut compiler = protox::Compiler::new([&contract])?;
    compiler.include_source_info(true).include_imports(true).open_files(protos(&contract.join("thirdseat/v1"))?)?;
    let descriptors = compiler.file_descriptor_set();
    pbjson_build::Builder::new()
        .register_descriptors(&descriptors.encode_to_vec())?
        // The details of this message have any type, which generated code cannot know, so `json` writes it.
        .exclude([".thirdseat.v1.ItemStatus"])
        .out_dir(&scratch)
        .build(&[".thirdseat.v1"])?;
    let mut messages = tonic_prost_build::configure().out_dir(&scratch);
    for field in BOXED_FIELDS {
        messages = messages.boxed(format!(".thirdseat.v1.{field}"));
    }
    for message in HASHED_TYPES {
        messages = messages.type_attribute(format!(".thirdseat.v1.{message}"), "#[derive(Eq, Hash)]");
    }
    messages.compile_fds(descriptors.clone())?;
    // The stored form is private to the server: it has no service and reflection does not list it.
    let private = root.join("crates/wire/storage");
    let stored = protox::compile(protos(&private.join("thirdseat/storage/v1"))?, [&private, &contract])?;
    // Its files import the contract's, which are written above, so only one file of this run is kept.
    let beside = scratch.join("storage");
    fs::create_dir_all(&beside)?;
    let storage = tonic_prost_build::configure().build_client(false).build_server(false).out_dir(&beside);
    storage.extern_path(".thirdseat.v1", "crate::v1").compile_fds(stored)?;
    let name = "thirdseat.storage.v1.rs";
    let stored = fs::read(beside.join(name))?;
    fs::remove_dir_all(beside)?;
    let mut files = read_files(&scratch)?;
    files.insert(String::from(name), stored);
    files.insert(String::from("methods.rs"), methods_table(&descriptors)?.into_bytes());
    files.insert(String::from("reasons.rs"), reasons_table(&compiler)?.into_bytes());
    // Reflection serves the same set.
    files.insert(String::from("descriptors.bin"), compiler.encode_file_descriptor_set());
    Ok((files, typescript::write_types(&descriptors)))
}

fn protos(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.sort();
    Ok(files)
}

/// Writes the table of methods for JSON, so that a new RPC needs no handwritten row there.
fn methods_table(descriptors: &FileDescriptorSet) -> Result<String> {
    let service = descriptors.file.iter().flat_map(|file| &file.service).next().context("no service")?;
    let mut table = String::from("&[\n");
    for method in &service.method {
        let message = |path: &str| path.trim_start_matches(".thirdseat.v1.").to_owned();
        table += &format!(
            "    Method::of::<v1::{}, v1::{}>({:?}, {}),\n",
            message(method.input_type()),
            message(method.output_type()),
            method.name(),
            method.server_streaming(),
        );
    }
    Ok(table + "]\n")
}

/// Writes the table of reasons: a constant for each reason, with its options and its comment.
fn reasons_table(compiler: &protox::Compiler) -> Result<String> {
    let pool = compiler.descriptor_pool();
    let kind = pool.get_enum_by_name("thirdseat.v1.Reason").context("no reasons")?;
    let retries = pool.get_enum_by_name("thirdseat.v1.Retry").context("no retries")?;
    let option = |name: &str| pool.get_extension_by_name(name).with_context(|| format!("no option {name}"));
    let (retry, code) = (option("thirdseat.v1.retry")?, option("thirdseat.v1.grpc_code")?);
    let file = kind.parent_file().file_descriptor_proto().clone();
    let locations = file.source_code_info.unwrap_or_default().location;
    let (mut constants, mut names) = (String::new(), String::new());
    // The first value means "not given".
    for value in kind.values().skip(1) {
        let name = value.name().trim_start_matches("REASON_");
        let options = value.options();
        let number_of = |option, default| match options.has_extension(option) {
            true => {
                let value = options.get_extension(option);
                value.as_enum_number().or(value.as_i32()).unwrap_or(default)
            }
            false => default,
        };
        let Some(retry) = retries.get_value(number_of(&retry, 1)) else { bail!("{name} has no such retry") };
        let retry = retry.name().trim_start_matches("RETRY_");
        let retry = format!("{}{}", &retry[..1], retry[1..].to_lowercase());
        let place = locations.iter().find(|location| location.path == value.path());
        let about = place.with_context(|| format!("{name} has no comment"))?;
        let about = about.leading_comments().trim().replace("\n ", " ");
        constants += &format!(
            "#[doc = {about:?}]\npub const {name}: Reason = Reason {{ name: {name:?}, code: Code::from_i32({}), retry: Retry::{retry}, about: {about:?} }};\n",
            number_of(&code, 3),
        );
        names += &format!("Reason::{name}, ");
    }
    let all = format!("/// Every reason, in the order of the documentation.\npub const ALL: &[Reason] = &[{names}];\n");
    Ok(format!("impl Reason {{\n{constants}{all}}}\n"))
}
