//! A bad network between a backend and its rooms: calls are dropped, repeated, delayed and reordered. In the end the room agrees
//! with the backend's table, and a bot knows what its seat may know.

use game::event::Settled;
use rules::{Chair, Rng, Seed, Stage};
use server::room::state::{RoomEvent, RoomEventKind, RoomState};
use server::room::store::codec;

use super::table::{Backend, BuiltIn, Plays, any_action, digest, room, rulesets, told_to};
use super::unruly::check_live;
use crate::support::full;

/// A call under way, and the number of steps until it arrives.
struct Flying {
    events: Vec<RoomEvent>,
    steps: u32,
}

#[derive(Default, Debug)]
struct Ledger {
    sent: u64,
    dropped: u64,
    delivered: u64,
    repeated: u64,
    refused: u64,
    hands: u64,
}

/// Adds an event to the backend's list of all events that it reported, by number.
fn report(account: &mut Vec<RoomEvent>, hand_number: u32, what: RoomEventKind) {
    account.push(RoomEvent { sequence: account.len() as u64 + 1, hand_number, digest: digest(&what), what });
}

/// Delivers a call; the room changes by exactly the events that it did not have.
fn deliver(state: &mut RoomState, account: &[RoomEvent], call: &Flying, ledger: &mut Ledger) {
    ledger.delivered += 1;
    let before = state.clone();
    match state.record(&call.events) {
        Ok(recorded) => {
            let known = before.sequence;
            let fresh = call.events.iter().filter(|event| event.sequence > known).count() as u64;
            assert_eq!(recorded.fresh.len() as u64, fresh);
            assert_eq!(recorded.state.sequence, before.sequence + fresh);
            assert_eq!(recorded.state.version, before.version + fresh);
            assert!(recorded.warnings.is_empty(), "{:?}", recorded.warnings);
            ledger.repeated += call.events.len() as u64 - fresh;
            if fresh == 0 {
                assert_eq!(recorded.state, before, "a repeat changes nothing");
            }
            *state = recorded.state;
            // Now and then the room goes through the store, with all events of its hand, and must not change.
            if ledger.delivered.is_multiple_of(4) {
                let bytes = codec::write(state).unwrap();
                assert!(bytes.len() <= codec::STATE_BYTES_MAX, "{} bytes", bytes.len());
                let read = codec::read(&bytes, &BuiltIn).unwrap();
                assert_eq!(read, *state);
                check_live(state, &read);
                *state = read;
            }
        }
        Err(refusal) => {
            ledger.refused += 1;
            let first = call.events[0].sequence;
            match refusal.reason().name {
                "SEQUENCE_GAP" => assert!(first > before.sequence + 1, "{refusal:?}"),
                "HAND_CLOSED" => assert!(first <= before.sequence, "only what is old is refused so: {refusal:?}"),
                other => panic!("{other}: {refusal:?}"),
            }
        }
    }
    assert!(state.sequence <= account.len() as u64, "a room knows nothing that was not reported");
}

fn check(state: &RoomState, backend: &Backend, bots: [bool; 3]) {
    let facts = state.facts().unwrap();
    let board = backend.board();
    assert_eq!((facts.stage, facts.turn), (board.stage(), backend.turn()));
    let hand = state.hand.as_ref().unwrap();
    for chair in Chair::ALL {
        assert_eq!(facts.left[chair.index()], backend.cards[chair.index()].len());
        assert_eq!(hand.held[chair.index()].is_some(), bots[chair.index()]);
        if bots[chair.index()] && hand.settled.is_none() {
            assert_eq!(hand.held[chair.index()].as_ref(), Some(&backend.cards[chair.index()]));
            assert_eq!(state.view(chair).unwrap(), backend.table.view(Chair::ALL[hand.place(chair)]));
        }
    }
}

fn simulate(seed: u64, hands: u64, ledger: &mut Ledger) {
    let mut rng = Seed(seed).rng();
    let mut plays = Plays::new();
    let rules = rulesets()[seed as usize % rulesets().len()];
    let bots = [[true, true, true], [true, false, true], [false, true, false]][seed as usize % 3];
    let mut state = room(rules, bots, true, "casual");
    let mut account = Vec::new();
    let mut flying: Vec<Flying> = Vec::new();
    for number in 1..=hands as u32 {
        let mut backend = Backend::deal(rules, Chair::ALL[rng.below(3) as usize], &mut rng);
        for what in backend.opening(bots) {
            report(&mut account, number, what);
        }
        loop {
            // A retry sends all unanswered events, sometimes with answered ones.
            send(&state, &account, &mut flying, &mut rng, ledger);
            fly(&mut state, &account, &mut flying, &mut rng, ledger);
            if rng.below(4) == 0 {
                settle_down(&mut state, &account, &mut rng, ledger);
                check(&state, &backend, bots);
            }
            if backend.turn().is_none() {
                break;
            }
            for what in backend.act(any_action(&backend, &mut rng, &mut plays)) {
                report(&mut account, number, told_to(bots, &rules, what));
            }
        }
        settle_down(&mut state, &account, &mut rng, ledger);
        check(&state, &backend, bots);
        match backend.board().stage() {
            Stage::Over => report(&mut account, number, backend.settled()),
            _ if rng.below(2) == 0 => report(&mut account, number, RoomEventKind::Settled(Settled::default())),
            _ => {}
        }
        ledger.hands += 1;
    }
}

fn send(state: &RoomState, account: &[RoomEvent], flying: &mut Vec<Flying>, rng: &mut Rng, ledger: &mut Ledger) {
    let back = u64::from(rng.below(4));
    let from = state.sequence.saturating_sub(back) as usize;
    let events = account[from..].to_vec();
    if events.is_empty() {
        return;
    }
    ledger.sent += 1;
    match rng.below(10) {
        0 | 1 => ledger.dropped += 1,
        2 => {
            // The call arrives twice, at two times.
            flying.push(Flying { events: events.clone(), steps: rng.below(30) });
            flying.push(Flying { events, steps: rng.below(4) });
        }
        // Only the newest event; or all so late that the hand is long over.
        3 | 4 => flying.push(Flying { events: events[events.len() - 1..].to_vec(), steps: rng.below(5) }),
        5 => flying.push(Flying { events, steps: rng.below(900) }),
        _ => flying.push(Flying { events, steps: rng.below(6) }),
    }
}

/// Makes one step of time: calls arrive, in any order.
fn fly(state: &mut RoomState, account: &[RoomEvent], flying: &mut Vec<Flying>, rng: &mut Rng, ledger: &mut Ledger) {
    rng.shuffle(flying);
    for call in std::mem::take(flying) {
        if call.steps == 0 {
            deliver(state, account, &call, ledger);
        } else {
            flying.push(Flying { steps: call.steps - 1, ..call });
        }
    }
}

/// Sends the events that the room lacks until all have arrived.
fn settle_down(state: &mut RoomState, account: &[RoomEvent], rng: &mut Rng, ledger: &mut Ledger) {
    while (state.sequence as usize) < account.len() {
        let events = account[state.sequence as usize..].to_vec();
        ledger.sent += 1;
        if rng.below(3) == 0 {
            ledger.dropped += 1;
            continue;
        }
        deliver(state, account, &Flying { events, steps: 0 }, ledger);
    }
}

#[test]
fn no_network_is_bad_enough_to_confuse_a_room() {
    let (rooms, hands) = if full() { (500, 20) } else { (15, 5) };
    let mut ledger = Ledger::default();
    for seed in 0..rooms {
        simulate(seed, hands, &mut ledger);
    }
    assert_eq!(ledger.hands, rooms * hands);
    assert!(
        ledger.dropped * 8 > ledger.sent && ledger.repeated > ledger.hands && ledger.refused > ledger.hands / 4,
        "{ledger:?}"
    );
}
