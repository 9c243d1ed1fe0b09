//! The state machine against the rules' own table: what a room's bot knows is what its seat may lawfully know, at every step.

use rules::{Chair, Ruleset, Seed, Stage};
use server::room::state::RoomState;
use server::room::store::codec;
use server::roster::Companion;
use server::roster::frozen_persona::Catalogue;

use super::table::{Backend, Plays, any_action, event, room, rulesets};
use crate::support::full;

/// The built-in personas.
pub(crate) struct BuiltIn;

impl Catalogue for BuiltIn {
    fn find(&self, name: &str, _strength: Option<u32>) -> Option<std::sync::Arc<Companion>> {
        engine::Persona::named(name).map(|persona| std::sync::Arc::new(Companion::new(persona)))
    }
}

/// Plays hands to their ends and calls `check` after every event.
fn play_hands(rules: Ruleset, hands: u64, seed: u64, mut check: impl FnMut(&RoomState, &Backend)) {
    let mut rng = Seed(seed).rng();
    let mut plays = Plays::new();
    for number in 0..hands {
        let bots = [[true, true, true], [true, false, false], [false, true, true]][number as usize % 3];
        let mut state = room(rules, bots, true, "casual");
        let mut backend = Backend::deal(rules, Chair::ALL[number as usize % 3], &mut rng);
        let tell = |state: &mut RoomState, what| {
            *state = state.record(&[event(state, what)]).unwrap_or_else(|refusal| panic!("{refusal:?}")).state;
        };
        backend.opening(bots).into_iter().for_each(|what| tell(&mut state, what));
        check(&state, &backend);
        while backend.turn().is_some() {
            let action = any_action(&backend, &mut rng, &mut plays);
            let events = backend.act(action);
            for what in events {
                tell(&mut state, what);
            }
            check(&state, &backend);
        }
        if backend.board().stage() == Stage::Over {
            tell(&mut state, backend.settled());
        }
        assert!(state.view(Chair::First).is_none() || backend.board().stage() == Stage::Redeal);
    }
}

#[test]
fn a_bot_knows_exactly_what_its_seat_may_know() {
    let hands = if full() { 2_000 } else { 30 };
    for (index, rules) in rulesets().into_iter().enumerate() {
        play_hands(rules, hands, 7 + index as u64, |state, backend| {
            let facts = state.facts().unwrap();
            assert_eq!(facts.stage, backend.board().stage());
            assert_eq!(facts.turn, backend.turn());
            for chair in Chair::ALL {
                let held = &state.hand.as_ref().unwrap().held[chair.index()];
                let Some(held) = held else { continue };
                assert_eq!(*held, backend.cards[chair.index()], "the very cards, in their order");
                let spoken = Chair::ALL[state.hand.as_ref().unwrap().place(chair)];
                assert_eq!(state.view(chair).unwrap(), backend.table.view(spoken));
            }
        });
    }
}

#[test]
fn stored_rooms_come_back_and_stay_small() {
    let mut largest = 0;
    for rules in rulesets() {
        play_hands(rules, if full() { 500 } else { 3 }, 99, |state, _| {
            let bytes = codec::write(state).unwrap();
            largest = largest.max(bytes.len());
            assert_eq!(codec::read(&bytes, &BuiltIn).unwrap(), *state);
        });
    }
    println!("the largest room took {largest} bytes");
    assert!(largest <= codec::STATE_BYTES_MAX);
}
