//! Bots of one room share no knowledge: a bot that sees the same decides the same, with any cards of the other bots.

use engine::{Scratch, decide};
use game::cards::{CardOrRank, Cards};
use rules::{Chair, Ruleset, Seed, Stage};
use server::room::event::RoomEventKind;
use server::room::state::RoomState;
use server::room::store::codec;

use super::table::{Backend, BuiltIn, Plays, any_action, event, room, rulesets};
use crate::support::full;

/// Deals the cards of two bots again between them, each as many as before.
fn shuffled(state: &RoomState, but: Chair, rng: &mut rules::Rng) -> RoomState {
    let mut other = state.clone();
    let hand = other.hand.as_mut().unwrap();
    let chairs = [but.next(), but.previous()];
    let mut pool: Vec<CardOrRank> =
        chairs.iter().flat_map(|chair| hand.held[chair.index()].as_ref().unwrap().as_slice().to_vec()).collect();
    rng.shuffle(&mut pool);
    for chair in chairs {
        let size = hand.held[chair.index()].as_ref().unwrap().len() as usize;
        hand.held[chair.index()] = Cards::new(pool.split_off(pool.len() - size));
    }
    // Read from bytes, so that the bot's knowledge is replayed with the new cards.
    codec::read(&codec::write(&other).unwrap(), &BuiltIn).unwrap()
}

#[test]
fn a_bot_decides_without_looking_into_the_others_hands() {
    let mut rng = Seed(9).rng();
    let mut plays = Plays::new();
    let mut scratch = Scratch::new();
    let mut compared = 0;
    for game in 0..if full() { 300 } else { 12 } {
        let rules = rulesets()[game % rulesets().len()];
        let mut state = room(rules, [true; 3], true, "casual");
        let mut backend = Backend::deal(rules, Chair::First, &mut rng);
        let mut told: Vec<RoomEventKind> = backend.opening([true; 3]);
        loop {
            for what in told.drain(..) {
                state = state.record(&[event(&state, what)]).unwrap().state;
            }
            let Some(chair) = backend.turn() else { break };
            let bot = state.chairs[chair.index()].bot().unwrap();
            let mut ask = |state: &RoomState| {
                let view = state.view(chair).unwrap();
                decide(&view, &bot.companion.persona, bot.hand_seed(state.hand_number), &mut scratch).unwrap()
            };
            let (one, other) = (ask(&state), ask(&shuffled(&state, chair, &mut rng)));
            // Decision and trace are both equal.
            assert_eq!(one, other, "{}", backend.table);
            compared += 1;
            told.extend(backend.act(any_action(&backend, &mut rng, &mut plays)));
        }
        assert!(matches!(backend.board().stage(), Stage::Over | Stage::Redeal));
    }
    assert!(compared > 100);
}

#[test]
fn bots_of_a_room_draw_from_seeds_of_their_own() {
    let state = room(Ruleset::CLASSIC, [true; 3], true, "casual");
    let seeds = Chair::ALL.map(|chair| state.chairs[chair.index()].bot().unwrap().hand_seed(1));
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2] && seeds[0] != seeds[2]);
    assert_ne!(seeds[0], state.chairs[0].bot().unwrap().hand_seed(2));
}
