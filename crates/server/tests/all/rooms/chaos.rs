//! A bad network between a backend and its rooms: calls are dropped, repeated, delayed and reordered. In the end the room agrees
//! with the backend's table, and a bot knows what its seat may know.

use game::event::What;
use rules::{Chair, Rng, Seed, Stage};
use server::room::state::{RoomEvent, RoomState};
use server::room::store::codec;

use super::table::{Backend, Plays, ROSTER, any_action, numbered_event, reported_to, room_state, rulesets};
use super::unruly::check_replayed;
use crate::support::is_full;

/// A call under way, and the number of steps until it arrives.
struct Call {
    events: Vec<RoomEvent>,
    steps: u32,
}

#[derive(Default, Debug)]
struct Counts {
    sent: u64,
    dropped: u64,
    delivered: u64,
    repeated: u64,
    refused: u64,
    hands: u64,
}

fn report(reported: &mut Vec<RoomEvent>, hand_number: u32, what: What) {
    let sequence = reported.len() as u64 + 1;
    reported.push(numbered_event(sequence, hand_number, what));
}

/// Delivers a call; a room that accepts it changes by exactly the events that it did not have.
fn deliver(state: &mut RoomState, reported: &[RoomEvent], call: &Call, counts: &mut Counts) {
    counts.delivered += 1;
    let before = state.clone();
    match state.record(&call.events) {
        Ok(recorded) => {
            let known = before.sequence;
            let fresh = call.events.iter().filter(|event| event.sequence > known).count() as u64;
            assert_eq!(recorded.fresh.len() as u64, fresh);
            assert_eq!(recorded.state.sequence, before.sequence + fresh);
            assert_eq!(recorded.state.version, before.version + fresh);
            assert!(recorded.warnings.is_empty(), "{:?}", recorded.warnings);
            counts.repeated += call.events.len() as u64 - fresh;
            if fresh == 0 {
                assert_eq!(recorded.state, before, "a repeat changes nothing");
            }
            *state = recorded.state;
            // Now and then the room is written and read, with all events of its hand, and must not change.
            if counts.delivered.is_multiple_of(4) {
                let bytes = codec::write(state).unwrap();
                assert!(bytes.len() <= codec::STATE_BYTES_MAX, "{} bytes", bytes.len());
                let read = codec::read(&bytes, &ROSTER).unwrap();
                assert_eq!(read, *state);
                check_replayed(state, &read);
                *state = read;
            }
        }
        Err(refusal) => {
            counts.refused += 1;
            let first = call.events[0].sequence;
            match refusal.reason().name {
                "SEQUENCE_GAP" => assert!(first > before.sequence + 1, "{refusal:?}"),
                "HAND_CLOSED" => assert!(first <= before.sequence, "only what is old is refused so: {refusal:?}"),
                other => panic!("{other}: {refusal:?}"),
            }
        }
    }
    assert!(state.sequence <= reported.len() as u64, "a room knows nothing that was not reported");
}

fn check(state: &RoomState, backend: &Backend, bots: [bool; 3]) {
    let facts = state.facts().unwrap();
    let board = backend.board();
    assert_eq!((facts.stage, facts.turn), (board.stage(), backend.turn()));
    let hand = state.hand.as_ref().unwrap();
    for chair in Chair::ALL {
        assert_eq!(facts.left[chair.index()], backend.cards[chair.index()].len());
        assert_eq!(hand.held[chair.index()].is_some(), bots[chair.index()]);
        if bots[chair.index()] && hand.settled().is_none() {
            assert_eq!(hand.held[chair.index()].as_ref(), Some(&backend.cards[chair.index()]));
            assert_eq!(state.view(chair).unwrap(), backend.table.view(Chair::ALL[hand.speaking_place(chair)]));
        }
    }
}

fn simulate(seed: u64, hands: u64, counts: &mut Counts) {
    let mut rng = Seed(seed).rng();
    let mut plays = Plays::new();
    let rules = rulesets()[seed as usize % rulesets().len()];
    let bots = [[true, true, true], [true, false, true], [false, true, false]][seed as usize % 3];
    let mut state = room_state(rules, bots, true, "casual");
    let mut reported = Vec::new();
    let mut pending: Vec<Call> = Vec::new();
    for number in 1..=hands as u32 {
        let mut backend = Backend::deal(rules, Chair::ALL[rng.below(3) as usize], &mut rng);
        for what in backend.opening(bots) {
            report(&mut reported, number, what);
        }
        loop {
            // Sends unanswered events, sometimes with answered ones.
            send(&state, &reported, &mut pending, &mut rng, counts);
            advance(&mut state, &reported, &mut pending, &mut rng, counts);
            if rng.below(4) == 0 {
                send_missing(&mut state, &reported, &mut rng, counts);
                check(&state, &backend, bots);
            }
            if backend.turn().is_none() {
                break;
            }
            for what in backend.act(any_action(&backend, &mut rng, &mut plays)) {
                report(&mut reported, number, reported_to(bots, &rules, what));
            }
        }
        send_missing(&mut state, &reported, &mut rng, counts);
        check(&state, &backend, bots);
        match backend.board().stage() {
            Stage::Over => report(&mut reported, number, backend.settlement_event()),
            _ if rng.below(2) == 0 => report(&mut reported, number, What::Settled(wire::v1::Settled::default())),
            _ => {}
        }
        counts.hands += 1;
    }
}

fn send(state: &RoomState, reported: &[RoomEvent], pending: &mut Vec<Call>, rng: &mut Rng, counts: &mut Counts) {
    let back = u64::from(rng.below(4));
    let from = state.sequence.saturating_sub(back) as usize;
    let events = reported[from..].to_vec();
    if events.is_empty() {
        return;
    }
    counts.sent += 1;
    match rng.below(10) {
        0 | 1 => counts.dropped += 1,
        2 => {
            // The call arrives twice.
            pending.push(Call { events: events.clone(), steps: rng.below(30) });
            pending.push(Call { events, steps: rng.below(4) });
        }
        // Only the newest event; or all, perhaps so late that the hand is long over.
        3 | 4 => pending.push(Call { events: events[events.len() - 1..].to_vec(), steps: rng.below(5) }),
        5 => pending.push(Call { events, steps: rng.below(900) }),
        _ => pending.push(Call { events, steps: rng.below(6) }),
    }
}

/// Makes one step of time: calls arrive, in any order.
fn advance(state: &mut RoomState, reported: &[RoomEvent], pending: &mut Vec<Call>, rng: &mut Rng, counts: &mut Counts) {
    rng.shuffle(pending);
    for call in std::mem::take(pending) {
        if call.steps == 0 {
            deliver(state, reported, &call, counts);
        } else {
            pending.push(Call { steps: call.steps - 1, ..call });
        }
    }
}

fn send_missing(state: &mut RoomState, reported: &[RoomEvent], rng: &mut Rng, counts: &mut Counts) {
    while (state.sequence as usize) < reported.len() {
        let events = reported[state.sequence as usize..].to_vec();
        counts.sent += 1;
        if rng.below(3) == 0 {
            counts.dropped += 1;
            continue;
        }
        deliver(state, reported, &Call { events, steps: 0 }, counts);
    }
}

#[test]
fn a_room_agrees_with_its_backend_after_a_bad_network() {
    let (rooms, hands) = if is_full() { (500, 20) } else { (15, 5) };
    let mut counts = Counts::default();
    for seed in 0..rooms {
        simulate(seed, hands, &mut counts);
    }
    assert_eq!(counts.hands, rooms * hands);
    assert!(
        counts.dropped * 8 > counts.sent && counts.repeated > counts.hands && counts.refused > counts.hands / 4,
        "{counts:?}"
    );
}
