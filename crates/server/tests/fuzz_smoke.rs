//! The bodies of the service's fuzz targets on generated inputs: random bytes, and good input with a few bytes changed. The fuzzer
//! itself (`fuzz/README.md`) goes further.

use prost::Message;
use rules::{Rng, Seed};
use wire::v1;

#[path = "../../../fuzz/bodies/bridge_json.rs"]
mod bridge_json;
#[path = "../../../fuzz/bodies/files.rs"]
mod files;
#[path = "../../../fuzz/bodies/stored_rooms.rs"]
mod stored_rooms;
#[path = "../../../fuzz/bodies/wire_requests.rs"]
mod wire_requests;

const SEED: Seed = Seed(13);

/// Runs a body on random bytes, and on good ones that were changed; the stream number that is printed reruns a failure.
fn run(body: fn(&[u8]), inputs: u64, good: &[&[u8]]) {
    for one in good {
        body(one);
    }
    for number in 0..inputs {
        let mut rng = SEED.stream(number).rng();
        let data = if rng.below(4) == 0 {
            random(&mut rng)
        } else {
            changed(rng.pick(good).expect("there are some"), &mut rng)
        };
        if let Err(panic) = std::panic::catch_unwind(|| body(&data)) {
            eprintln!("{SEED:?} stream {number}: {data:?} = {:?}", String::from_utf8_lossy(&data));
            std::panic::resume_unwind(panic);
        }
    }
}

fn random(rng: &mut Rng) -> Vec<u8> {
    (0..rng.below(300)).map(|_| rng.next_u64() as u8).collect()
}

fn changed(good: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len().max(1) as u32) as usize;
        match rng.below(5) {
            0 if !bytes.is_empty() => bytes[at] = rng.next_u64() as u8,
            1 if !bytes.is_empty() => bytes[at] ^= 1 << rng.below(8),
            2 => bytes.truncate(at),
            3 => bytes.insert(at.min(bytes.len()), b"0123456789,]}{[\"-=_ \n"[rng.below(21) as usize]),
            _ => bytes.insert(at.min(bytes.len()), rng.next_u64() as u8),
        }
    }
    bytes
}

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
        present: Some(present),
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
    let golden = [include_str!("golden/room-1.hex"), include_str!("golden/room-4-gifts.hex")].map(|lines| -> Vec<u8> {
        let text: String = lines.split_whitespace().collect();
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
    });
    run(stored_rooms::run, 20_000, &golden.each_ref().map(Vec::as_slice));
}

#[test]
fn the_bridge_takes_anything() {
    let good = br#"{"position": "landlord_up", "hand": [3, 3, 4, 17, 20], "num_cards_left": [3, 9, 5], "last_move": [5, 5],
        "last_move_position": "landlord", "card_play_action_seq": [[5, 5]], "bottom_cards": [3, 4, 30], "must_play": false}"#;
    run(bridge_json::run, 20_000, &[good]);
}

#[test]
fn files_take_anything() {
    let persona = b"[hasty]\nbase = \"beginner-hasty\"\ntitle = \"x\"\nbomb-more = -60\nlandlord.answer-enemy = 12\n";
    let tokens = b"0123456789abcdef decide rooms # ours\nfedcba9876543210-op operator caller=ops calls_max=9\nsubject=a decide rooms=ops\n";
    run(files::run, 2_000, &[persona, tokens, b"\x00127.0.0.1:0", b"\x014096", b"\x04redis://:x@127.0.0.1:6379/0"]);
}
