//! Short runs of the service's fuzz targets on generated inputs: random bytes, and good input with a few bytes changed. The fuzzer
//! itself (`fuzz/README.md`) tries more.

use inputs::run;
use prost::Message;

use crate::contract::harness::{present, turn_after_gifts};
use crate::rooms::size::golden_bytes;
use crate::support::is_full;

#[path = "../../../../fuzz/bodies/files.rs"]
mod files;
#[path = "../../../../fuzz/bodies/inputs.rs"]
mod inputs;
#[path = "../../../../fuzz/bodies/stored_rooms.rs"]
mod stored_rooms;
#[path = "../../../../fuzz/bodies/wire_requests.rs"]
mod wire_requests;

fn rounds() -> u64 {
    if is_full() { 20_000 } else { 4_000 }
}

#[test]
fn wire_requests_survive_any_bytes() {
    let turn = present("3344JJ", [5, 4, 6], "");
    let request = turn.clone().decide(None);
    let passing = turn_after_gifts("333444555666679J2", ["345", "-", "9J2"]).hand;
    let good = [turn.hand.encode_to_vec(), request.encode_to_vec(), passing.encode_to_vec()];
    run(wire_requests::run, rounds(), &good.each_ref().map(Vec::as_slice));
}

#[test]
fn stored_rooms_survive_any_bytes() {
    let golden = ["8-plain", "8-gifts"].map(golden_bytes);
    run(stored_rooms::run, rounds(), &golden.each_ref().map(Vec::as_slice));
}

#[test]
fn files_survive_any_bytes() {
    let persona = b"[hasty]\nbase = \"beginner-hasty\"\ntitle = \"x\"\nbomb-more = -60\nlandlord.answer-enemy = 12\n";
    let tokens = b"0123456789abcdef decide rooms # ours\nfedcba9876543210-op operator caller=ops calls_max=9\nsubject=a decide rooms=ops\n";
    run(files::run, 300, &[persona, tokens, b"\x00127.0.0.1:0", b"\x014096", b"\x04redis://:x@127.0.0.1:6379/0"]);
}
