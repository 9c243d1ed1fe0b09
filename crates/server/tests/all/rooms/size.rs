//! The cost of rooms: bytes at the end of the longest hand, the memory of many rooms, and stored bytes that the next release
//! has to read.

use std::time::Duration;

use game::cards::CardForm;
use game::event::{What, cards_mut, to_cards};
use game::hand::Game;
use rules::card::{Codec, OwnNumbers};
use rules::{Action, Chair, Combo, Ruleset, Seed, Stage};
use server::room::state::RoomState;
use server::room::store::Store;
use server::room::store::codec;
use server::room::store::memory::MemoryStore;
use wire::{storage as disk, v1};

use super::table::{Backend, CODEC, ROSTER, event, room_state};
use crate::support::is_full;

/// Plays a hand in which one seat plays single cards and the others pass.
fn play_longest_hand() -> RoomState {
    let rules = gift_rules();
    let mut state = room_state(rules, [true; 3], true, "skilled");
    for player in 0..8 {
        let counts = [1, 1, 9, 8, 1, 1, 1, 3, 2, 4, 3, 4, 3, 2, 1].map(|times: u32| times * (100_000 + player));
        let name = format!("a-player-with-a-long-name-{player:038}");
        state.people.habits.push((name, engine::Habits::from_counts(counts)));
    }
    state.version = 4_000_000;
    state.sequence = 4_000_000;
    state.hand_number = 300_000;
    let numbers: Vec<u32> = (0..54).map(|place| u32::MAX - place).collect();
    state.codec = Some(Codec::Own(OwnNumbers::new(&numbers).unwrap()));
    state.digests = (0..192).map(|digest| 0xF000_0000 + digest).collect();
    let mut backend = Backend::deal(rules, Chair::Second, &mut Seed(3).rng());
    let tell = |state: &mut RoomState, what| {
        let own = in_codec_of(state, what);
        *state = state.record(&[event(state, own)]).unwrap().state;
    };
    tell(&mut state, backend.deal_event([true; 3]));
    let (mut rng, mut plays) = (Seed(4).rng(), super::table::Plays::new());
    while backend.turn().is_some() {
        let board = backend.board();
        let action = match (board.stage(), board.course().standing()) {
            (Stage::Play, None) => {
                let hand = backend.table.hand_of(board.course().turn()).unwrap();
                Action::Play(Some(Combo::single(hand.lowest().unwrap())))
            }
            (Stage::Play, Some(_)) => Action::Play(None),
            _ => super::table::any_action(&backend, &mut rng, &mut plays),
        };
        for what in backend.act(action) {
            tell(&mut state, what);
        }
    }
    state
}

/// Writes the cards of a backend's event in the room's codec.
fn in_codec_of(state: &RoomState, mut what: What) -> What {
    let own = |cards: &v1::Cards| to_cards(state.codec.as_ref(), &CardForm::of(Some(CODEC)).cards(cards).unwrap());
    match &mut what {
        What::Dealt(dealt) => {
            dealt.holds.iter_mut().flat_map(|one| &mut one.cards).for_each(|cards| *cards = own(cards));
        }
        What::Table(event) => cards_mut(event).into_iter().for_each(|cards| *cards = own(cards)),
        _ => {}
    }
    what
}

/// Returns what a room knows of its hand, in whatever words the events were told.
fn known(state: &RoomState) -> impl PartialEq + std::fmt::Debug {
    let Game { first, start, held, log, untracked, dealt_at, .. } = state.hand.clone().unwrap();
    let log: Vec<_> = log.iter().map(|entry| (entry.chair(), entry.cards.clone(), entry.rules)).collect();
    (first, start, held, log, untracked, dealt_at)
}

fn golden_state(rules: Ruleset) -> RoomState {
    let mut state = room_state(rules, [true, false, true], false, "casual-hasty");
    let mut backend = Backend::deal(rules, Chair::Third, &mut Seed(5).rng());
    let mut rng = Seed(6).rng();
    let mut plays = super::table::Plays::new();
    for what in backend.opening([true, false, true]) {
        state = state.record(&[event(&state, what)]).unwrap().state;
    }
    for _ in 0..25 {
        if backend.turn().is_none() {
            break;
        }
        for what in backend.act(super::table::any_action(&backend, &mut rng, &mut plays)) {
            state = state.record(&[event(&state, what)]).unwrap().state;
        }
    }
    let seen = engine::Habits::from_counts([9, 4, 70, 30, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    state.people.habits.push(("player-1".to_owned(), seen));
    state
}

fn gift_rules() -> Ruleset {
    Ruleset::CLASSIC.with("pass-on", "next").unwrap()
}

/// Each release reads the files of all formats that it supports. After the first release, a new format adds files here and keeps these.
#[test]
fn rooms_of_every_format_are_read() {
    for (name, rules) in [("8-plain", Ruleset::CLASSIC), ("8-wild", Ruleset::LAIZI_TIANDI), ("8-gifts", gift_rules())] {
        let path = golden_path(name);
        let expected = golden_state(rules);
        if std::env::var_os("THIRDSEAT_WRITE_GOLDEN").is_some() {
            let bytes = codec::write(&expected).unwrap();
            let lines: Vec<String> =
                bytes.chunks(32).map(|line| line.iter().map(|byte| format!("{byte:02x}")).collect()).collect();
            std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
        let read = codec::read(&golden_bytes(name), &ROSTER).unwrap();
        assert_eq!(
            (known(&read), &read.people.habits, &read.digests),
            (known(&expected), &expected.people.habits, &expected.digests)
        );
        assert_eq!(
            (read.version, read.sequence, read.hand_number, read.rules),
            (expected.version, expected.sequence, expected.hand_number, rules)
        );
        // Personas are frozen: stored numbers do not change with those of the name.
        let bot = read.people.bot(Chair::First).unwrap();
        let known = (bot.companion.persona.name(), bot.companion.persona.params().noise, bot.seed);
        assert_eq!(known, ("casual-hasty", 10, 1000));
    }
}

fn golden_path(name: &str) -> String {
    format!("{}/tests/golden/room-{name}.hex", env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn golden_bytes(name: &str) -> Vec<u8> {
    let text: String = std::fs::read_to_string(golden_path(name)).unwrap().split_whitespace().collect();
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// Fields of a later release survive a rollback.
#[test]
fn fields_of_a_later_release_outlive_a_write_of_this_one() {
    let state = golden_state(Ruleset::CLASSIC);
    let ours = codec::write(&state).unwrap();
    // Field 21 as a number, field 300 as three bytes, and the fields of this release between them.
    let later = [&[0xa8, 0x01, 0x07][..], &[0xe2, 0x12, 0x03, 1, 2, 3]];
    let stored = [later[0], &ours, later[1]].concat();
    let read = codec::read(&stored, &ROSTER).unwrap();
    assert_eq!(read.unknown, later.concat());
    assert_eq!(RoomState { unknown: Vec::new(), ..read.clone() }, state);
    let changed = RoomState { version: read.version + 1, ..read };
    assert_eq!(codec::read(&codec::write(&changed).unwrap(), &ROSTER).unwrap(), changed);
    assert!(codec::read(&[&ours[..], &[0xe2, 0x12, 0x03, 1]].concat(), &ROSTER).is_err(), "it ends too early");
}

/// Rooms of older formats get another error than broken ones. A newer one is read unless it needs a newer reader.
#[test]
fn rooms_of_other_formats_are_refused_by_their_number() {
    let bytes = codec::write(&golden_state(Ruleset::CLASSIC)).unwrap();
    let (room, newer): (disk::Room, _) = (prost::Message::decode(&*bytes).unwrap(), codec::FORMAT + 1);
    for (stored, refused) in [
        (disk::Room { format: 7, ..Default::default() }, "stored in format 7, this release reads formats 8 to 8"),
        (disk::Room { format: newer, ..room.clone() }, ""),
        (disk::Room { needs: newer, ..room }, "needs a reader of format 9, this release reads format 8"),
    ] {
        let found = codec::read(&prost::Message::encode_to_vec(&stored), &ROSTER);
        let said = found.map_or_else(|error| error.to_string(), |_| String::new());
        assert!(said.contains(refused) && said.is_empty() == refused.is_empty(), "{said}");
    }
}

fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = statm.split_whitespace().nth(1).unwrap().parse().unwrap();
    pages * 4096
}

/// The most bytes that a room may take: 512 MiB for 100,000 rooms.
const ROOM_BYTES_MAX: u64 = (512 << 20) / 100_000;

/// The variable that marks the process with only these rooms.
const ALONE_VARIABLE: &str = "THIRDSEAT_TEST_ROOMS_ALONE";

#[test]
fn very_many_rooms_fit_into_memory() {
    if std::env::var_os(ALONE_VARIABLE).is_some() {
        return tokio::runtime::Runtime::new().unwrap().block_on(check_memory_of_rooms());
    }
    // Other tests take and free memory, so the rooms get their own process.
    let alone = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "rooms::size::very_many_rooms_fit_into_memory"])
        .env(ALONE_VARIABLE, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&alone.stdout);
    assert!(alone.status.success() && said.contains("1 passed"), "{said}");
}

async fn check_memory_of_rooms() {
    let rooms: u64 = if is_full() { 100_000 } else { 5_000 };
    let store = MemoryStore::new(rooms as usize, Duration::from_secs(3600), Box::new(|_, _| {}));
    let state = play_longest_hand();
    let bytes = codec::write(&state).unwrap();
    let steps = state.hand.as_ref().unwrap().log.len();
    assert!(steps > 60);
    assert_eq!(codec::read(&bytes, &ROSTER).unwrap(), state);
    // The longest hand has 52 plays of a card and up to two passes after each. Its settlement, emotes and predecessors take 800 bytes at most.
    let header = codec::write(&RoomState { hand: None, hand_number: 0, ..state.clone() }).unwrap().len();
    let longest = header + (bytes.len() - header) * 3 * 52 / steps + 800;
    assert!(longest < codec::STATE_BYTES_MAX, "{longest} bytes");
    let before = resident_bytes();
    for number in 0..rooms {
        assert!(
            store
                .swap(&format!("room-of-a-backend-{number}"), None, bytes.clone().into())
                .await
                .unwrap()
                .written()
                .is_some()
        );
    }
    let grown = resident_bytes() - before;
    assert_eq!(store.count(), Some(rooms as usize));
    println!("{rooms} rooms of {} bytes take {} MiB, {} bytes each", bytes.len(), grown >> 20, grown / rooms);
    assert!(grown / rooms <= ROOM_BYTES_MAX);
}
