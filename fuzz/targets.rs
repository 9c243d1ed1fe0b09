//! The fuzz targets: each program runs the body of its own name.

#![no_main]

mod bodies {
    pub(crate) mod bridge_json;
    pub(crate) mod classifier;
    pub(crate) mod event_log;
    pub(crate) mod files;
    pub(crate) mod parsers;
    pub(crate) mod stored_rooms;
    pub(crate) mod wire_requests;
}

type Body = fn(&[u8]);

const BODIES: &[(&str, Body)] = &[
    ("bridge_json", bodies::bridge_json::run),
    ("classifier", bodies::classifier::run),
    ("event_log", bodies::event_log::run),
    ("files", bodies::files::run),
    ("parsers", bodies::parsers::run),
    ("stored_rooms", bodies::stored_rooms::run),
    ("wire_requests", bodies::wire_requests::run),
];

fn body() -> Body {
    let body = BODIES.iter().find(|(name, _)| *name == env!("CARGO_BIN_NAME"));
    body.expect("each program of Cargo.toml has a body").1
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| body()(data));
