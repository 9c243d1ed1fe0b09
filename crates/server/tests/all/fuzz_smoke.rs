//! The bodies of the service's fuzz targets on generated inputs: random bytes, and good input with a few bytes changed. The fuzzer
//! itself (`fuzz/README.md`) goes further.

use inputs::run;
use prost::Message;
use wire::v1;

#[path = "../../../../fuzz/bodies/files.rs"]
mod files;
#[path = "../../../../fuzz/bodies/inputs.rs"]
mod inputs;
#[path = "../../../../fuzz/bodies/stored_rooms.rs"]
mod stored_rooms;
#[path = "../../../../fuzz/bodies/wire_requests.rs"]
mod wire_requests;

#[test]
fn requests_take_anything() {
    let text = |text: &str| Some(v1::Cards { text: text.to_owned(), ids: Vec::new() });
    let third = v1::Chair::Third as i32;
    let counted = |(chair, cards_left)| v1::ChairPresent { chair, cards_left, played: None, open: None };
    let present = v1::Present {
        landlord: v1::Chair::First as i32,
        chairs: (1..).zip([5, 4, 6]).map(counted).collect(),
        ..v1::Present::default()
    };
    let hand = v1::Hand {
        ruleset: String::from("classic"),
        holds: vec![v1::ChairCards { chair: third, cards: text("3344JJ") }],
        present: Some(Box::new(present)),
        ..v1::Hand::default()
    };
    let request = v1::DecideRequest {
        chair: third,
        position: Some(v1::decide_request::Position::Hand(hand.clone())),
        ..v1::DecideRequest::default()
    };
    let gift = |(chair, cards): (i32, &str)| {
        let what = v1::action::What::PassOn(text(cards).unwrap());
        v1::Event { chair, what: Some(v1::event::What::Action(v1::Action { what: Some(what) })) }
    };
    let passing = v1::Hand {
        ruleset: String::from("classic pass-on=next"),
        holds: vec![v1::ChairCards { chair: 1, cards: text("333444555666679J2") }],
        events: [(1, "345"), (2, ""), (3, "9J2")].map(gift).to_vec(),
        ..v1::Hand::default()
    };
    let good = [hand.encode_to_vec(), request.encode_to_vec(), passing.encode_to_vec()];
    run(wire_requests::run, 20_000, &good.each_ref().map(Vec::as_slice));
}

#[test]
fn stored_rooms_take_anything() {
    let golden = [include_str!("../golden/room-6-plain.hex"), include_str!("../golden/room-6-gifts.hex")].map(
        |lines| -> Vec<u8> {
            let text: String = lines.split_whitespace().collect();
            (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
        },
    );
    run(stored_rooms::run, 20_000, &golden.each_ref().map(Vec::as_slice));
}

#[test]
fn files_take_anything() {
    let persona = b"[hasty]\nbase = \"beginner-hasty\"\ntitle = \"x\"\nbomb-more = -60\nlandlord.answer-enemy = 12\n";
    let tokens = b"0123456789abcdef decide rooms # ours\nfedcba9876543210-op operator caller=ops calls_max=9\nsubject=a decide rooms=ops\n";
    run(files::run, 300, &[persona, tokens, b"\x00127.0.0.1:0", b"\x014096", b"\x04redis://:x@127.0.0.1:6379/0"]);
}
