//! The reader of borrowed messages against the generated one: where it reads at all, both read the same.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use prost::Message;
use wire::borrowed::{Asked, View};
use wire::v1;

/// Texts as they are sent, and some that are not.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[3-9TJQKA2XD]{0,8}", 1 => "[a-z-]{0,20}", 1 => ".{0,4}"]
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0u32..60, 1 => any::<u32>()]
}

fn small() -> impl Strategy<Value = i32> {
    prop_oneof![6 => 0i32..5, 1 => any::<i32>()]
}

prop_compose! {
    fn cards()(ids in vec(number(), 0..6), text in text()) -> v1::Cards {
        v1::Cards { ids, text }
    }
}

prop_compose! {
    fn combo()(cards in option::of(cards()), kind in text(), key in text(), length in number()) -> v1::Combo {
        v1::Combo { cards, kind, key, length }
    }
}

fn event() -> impl Strategy<Value = v1::event::What> {
    use v1::event::What as Event;
    use v1::played::What;
    let what = prop_oneof![3 => combo().prop_map(What::Combo), 1 => Just(What::Passed(v1::Pass {}))];
    prop_oneof![
        6 => (small(), option::weighted(0.9, what)).prop_map(|(seat, what)| Event::Played(v1::Played { seat, what })),
        1 => (small(), small()).prop_map(|(chair, call)| Event::Called(v1::Called { chair, call })),
        1 => (small(), option::of(cards()))
            .prop_map(|(chair, bottom)| Event::LandlordFound(v1::LandlordFound { chair, bottom })),
        1 => (small(), small()).prop_map(|(seat, doubling)| Event::Raised(v1::Raised { seat, doubling })),
        1 => (any::<bool>(), option::of(cards())).prop_map(|(open, hand)| Event::Shown(v1::Shown { open, hand })),
    ]
}

prop_compose! {
    /// A history, as [`Asked`] reads them.
    fn history()(
        ruleset in text(),
        numbers in [small(), small(), small()],
        hand in option::of(cards()),
        bottom in option::of(cards()),
        events in vec(event(), 0..30),
        events_complete in any::<bool>(),
    ) -> v1::View {
        let [card_codec, chair, seat] = numbers;
        let events = events.into_iter().map(|event| v1::Event { what: Some(event) }).collect();
        v1::View { ruleset, card_codec, chair, seat, hand, bottom, events, events_complete, ..Default::default() }
    }
}

prop_compose! {
    fn options()(
        persona in text(),
        hand_seed in option::of(any::<u64>()),
        budget_ms in option::of(number()),
        limits in option::of((number(), any::<u64>())),
        disclosed in any::<bool>(),
    ) -> v1::DecisionOptions {
        let limits = limits.map(|(worlds, nodes)| v1::Limits { worlds, nodes });
        v1::DecisionOptions { persona, hand_seed, budget_ms, limits, disclosed, ..Default::default() }
    }
}

prop_compose! {
    fn request()(
        view in history(),
        options in option::of(options()),
        legal_plays in option::of((vec(cards(), 0..4), any::<bool>())),
    ) -> v1::FollowRequest {
        let position = Some(v1::follow_request::Position::View(view));
        let legal_plays = legal_plays.map(|(plays, may_pass)| v1::LegalPlays { plays, may_pass });
        v1::FollowRequest { position, options, legal_plays }
    }
}

/// What the generated reader makes of a frame; `None` where it refuses it, or where no view is told.
fn generated(frame: &[u8]) -> Option<v1::FollowRequest> {
    let request = v1::FollowRequest::decode(frame).ok()?;
    matches!(request.position, Some(v1::follow_request::Position::View(_))).then_some(request)
}

fn borrowed(request: &v1::FollowRequest) -> Asked<'_> {
    let Some(v1::follow_request::Position::View(view)) = &request.position else { panic!("{request:?}") };
    let options = request.options.clone().unwrap_or_default();
    Asked { view: View::from(view), options, legal_plays: request.legal_plays.clone() }
}

/// One change to some bytes.
#[derive(Clone, Debug)]
enum Change {
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    Repeat(prop::sample::Index, prop::sample::Index),
    Cut(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<prop::sample::Index>;
    // Bytes under 128 are keys, short lengths and letters: what they change is still a message now and then.
    let byte = || prop_oneof![0u8..128, any::<u8>()];
    prop_oneof![
        4 => (place(), byte()).prop_map(|(at, byte)| Change::Set(at, byte)),
        2 => (place(), byte()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        2 => place().prop_map(Change::Remove),
        2 => (place(), place()).prop_map(|(from, to)| Change::Repeat(from, to)),
        1 => place().prop_map(Change::Cut),
    ]
}

fn changed(mut frame: Vec<u8>, changes: Vec<Change>) -> Vec<u8> {
    for change in changes {
        if frame.is_empty() {
            return frame;
        }
        match change {
            Change::Set(at, byte) => {
                let at = at.index(frame.len());
                frame[at] = byte;
            }
            Change::Insert(at, byte) => frame.insert(at.index(frame.len()), byte),
            Change::Remove(at) => drop(frame.remove(at.index(frame.len()))),
            Change::Repeat(one, other) => {
                let (one, other) = (one.index(frame.len()), other.index(frame.len()));
                let again = frame[one.min(other)..one.max(other)].to_vec();
                frame.extend(again);
            }
            Change::Cut(at) => frame.truncate(at.index(frame.len())),
        }
    }
    frame
}

/// Where the frame is read, both readers agree. Says whether it was.
fn check(frame: &[u8]) -> bool {
    let Some(asked) = Asked::read(frame) else { return false };
    let request = generated(frame).unwrap_or_else(|| panic!("only one reader reads {frame:02x?}"));
    assert_eq!(asked, borrowed(&request), "{frame:02x?}");
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_clients_send_is_read_and_read_alike(request in request()) {
        prop_assert!(check(&request.encode_to_vec()));
    }

    #[test]
    fn mutated_frames_are_read_alike(request in request(), changes in vec(change(), 1..6)) {
        check(&changed(request.encode_to_vec(), changes));
    }

    #[test]
    fn arbitrary_bytes_are_read_alike(frame in vec(any::<u8>(), 0..64)) {
        check(&frame);
    }
}

/// A frame of one field.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2, bytes.len() as u8], bytes].concat()
}

/// A whole frame around the bytes of an event.
fn of_event(event: &[u8]) -> Vec<u8> {
    field(1, &field(7, event))
}

#[test]
fn forms_that_mean_something_else_are_left_to_the_generated_reader() {
    let (called, raised) = (field(1, &[8, 1]), field(3, &[8, 1]));
    let play = |what: &[u8]| of_event(&field(5, what));
    for (is_read, frame) in [
        (true, of_event(&called)),
        (true, play(&field(2, &field(1, &field(2, b"33"))))),
        (true, play(&field(2, &field(1, &field(1, &[1, 0x80, 2]))))),
        // The last of two events in one counts, and two of the same are merged.
        (false, of_event(&[called.clone(), raised].concat())),
        (false, of_event(&[called.clone(), called].concat())),
        (false, of_event(&[])),
        // Told twice: the later text counts, and messages are merged.
        (false, field(1, &[field(1, b"a"), field(1, b"b")].concat())),
        (false, [field(1, &field(1, b"a")), field(1, &field(1, b"b"))].concat()),
        (false, play(&[field(2, &field(2, b"pair")), field(3, &[])].concat())),
        // Numbers one by one, as old encoders have them.
        (false, play(&field(2, &field(1, &[8, 1, 8, 2])))),
        // A pass with something in it, an unknown field, a room, the present alone, habits.
        (false, play(&field(3, &[8, 1]))),
        (false, field(1, &field(13, b""))),
        (false, field(2, b"")),
        (false, field(1, &field(9, b""))),
        (false, field(1, &field(12, b""))),
        (false, [field(1, b""), field(2, b"")].concat()),
    ] {
        assert_eq!(check(&frame), is_read, "{frame:02x?}");
        assert!(v1::FollowRequest::decode(frame.as_slice()).is_ok(), "{frame:02x?}");
    }
    // Broken ones: a text that is none, a length beyond the end, a number without an end, one too large.
    for broken in [
        field(1, &field(1, &[0xff])),
        vec![1 << 3 | 2, 5, 0],
        field(1, &[&[2 << 3], [0x80; 10].as_slice(), &[0]].concat()),
        field(1, &[&[2 << 3], [0xff; 9].as_slice(), &[2]].concat()),
        field(1, &[0, 0]),
    ] {
        assert!(!check(&broken) && v1::FollowRequest::decode(broken.as_slice()).is_err(), "{broken:02x?}");
    }
}

#[test]
fn a_history_longer_than_any_is_left_to_the_generated_reader() {
    let events = |count: usize| field(7, &field(5, &field(3, &[]))).repeat(count);
    let framed = |view: &[u8]| {
        let mut frame = vec![1 << 3 | 2];
        prost::encoding::encode_varint(view.len() as u64, &mut frame);
        frame.extend(view);
        frame
    };
    assert!(check(&framed(&events(256))));
    assert!(!check(&framed(&events(257))));
}
