//! A told hand is replayed as a whole: the result is the same as event by event, and a contradiction between events and cards is refused
//! at the same event. Bots of one room share no knowledge: a bot that sees the same decides the same, with any cards of the other bots.

use engine::{Scratch, decide};
use game::cards::{CardForm, CardOrRank, Cards};
use game::event::{Act, RuleViolation, What, action, cards_mut, to_cards};
use game::hand::{Game, ReplayCache};
use game::read::Hand;
use game::refusal::Refusal;
use rules::card::Card;
use rules::{Chair, Rng, Ruleset, Seed, Stage};
use server::room::state::RoomState;
use wire::v1;

use super::rpc::table_event;
use super::table::{Backend, CODEC, Plays, any_action, event, room_state, rulesets};
use crate::support::is_full;

#[test]
fn a_told_hand_is_the_same_at_once_and_event_by_event() {
    let (mut rng, mut plays) = (Seed(41).rng(), Plays::new());
    let (mut clean, mut broken, mut refused) = (0, 0, 0);
    for rules in rulesets() {
        for _ in 0..if is_full() { 400 } else { 4 } {
            let first = *rng.pick(&Chair::ALL).unwrap();
            let mut backend = Backend::deal(rules, first, &mut rng);
            let mut events: Vec<v1::Event> = backend.opening([false; 3]).iter().filter_map(table_event).collect();
            while let Some(chair) = backend.turn() {
                let (mut holds, mut told) = ([None, None, None], events.clone());
                holds[chair.index()] = Some(backend.cards[chair.index()].clone());
                for _ in 0..rng.below(3) {
                    change_one_event(&mut told, &mut rng);
                }
                remove_suits(&mut told, &mut holds, &mut rng);
                let (form, strict) = (form(), rng.below(2) == 0);
                match check(&Hand { rules, form, holds, strict, first, events: told, present: None }, chair) {
                    Ok(0) => clean += 1,
                    Ok(_) => broken += 1,
                    Err(()) => refused += 1,
                }
                events.extend(backend.act(any_action(&backend, &mut rng, &mut plays)).iter().filter_map(table_event));
            }
        }
    }
    assert!(
        clean > 300 && broken > 60 && refused > 300,
        "{clean} by the rules, {broken} broke some, {refused} refused"
    );
}

/// Checks that a hand told at once is the same as told event by event. Returns the number of broken rules; `Err` if both refuse the hand.
fn check(told: &Hand, chair: Chair) -> Result<usize, ()> {
    let rules = &told.rules;
    let at = || format!("{rules} {chair} {:?} {:?}", told.holds, told.events);
    let (at_once, by_event) = match (told.clone().replay(None), replay_by_event(told.clone())) {
        (Ok(at_once), Ok(by_event)) => (at_once, by_event),
        (at_once, by_event) => {
            assert_eq!(at_once.err(), by_event.err(), "{}", at());
            return Err(());
        }
    };
    assert_eq!(at_once, by_event, "{}", at());
    assert_eq!(at_once.0.facts_and_view(rules, chair), by_event.0.facts_and_view(rules, chair), "{}", at());
    Ok(by_event.1.len())
}

fn replay_by_event(mut told: Hand) -> Result<(Game, Vec<RuleViolation>), Refusal> {
    let mut hand = told.start()?;
    let mut broken = Vec::new();
    for index in 0..told.events.len() {
        broken.extend(told.step(&mut hand, index)?);
    }
    hand.held.clone_from(&told.holds);
    hand.check_deck()?;
    Ok((hand, broken))
}

fn form() -> CardForm {
    CardForm::of(Some(CODEC))
}

/// Removes an event, repeats it, or changes its cards. An event without cards may stay as it is.
fn change_one_event(told: &mut Vec<v1::Event>, rng: &mut Rng) {
    if told.is_empty() {
        return;
    }
    let place = rng.below(told.len() as u32) as usize;
    let of: Vec<v1::Cards> = told.iter_mut().filter_map(|what| public_cards(what).cloned()).collect();
    match (rng.below(4), public_cards(&mut told[place])) {
        (0, _) => drop(told.remove(place)),
        (1, _) => told.insert(place, told[place].clone()),
        (2, Some(cards)) => cards.clone_from(rng.pick(&of).unwrap()),
        (_, Some(cards)) => {
            let deck: Vec<Card> = Card::all().collect();
            let mut one: Vec<CardOrRank> = form().cards(cards).unwrap().as_slice().to_vec();
            one[0] = CardOrRank::from(*rng.pick(&deck).unwrap());
            if let Some(other) = Cards::new(one) {
                *cards = to_cards(Some(&CODEC), &other);
            }
        }
        (_, None) => {}
    }
}

/// Returns the cards of a play or of the bottom.
fn public_cards(event: &mut v1::Event) -> Option<&mut v1::Cards> {
    let is_other = matches!(action(event), Some(Act::PassOn(_) | Act::Show(_)));
    cards_mut(event).filter(|_| !is_other)
}

/// Removes suits: of no cards, of all, or of some.
fn remove_suits(told: &mut [v1::Event], holds: &mut [Option<Cards>; 3], rng: &mut Rng) {
    let without = rng.below(3);
    let mut is_removed = || without == 1 || (without == 2 && rng.below(2) == 0);
    for cards in told.iter_mut().filter_map(public_cards).filter(|_| is_removed()) {
        *cards = to_cards(None, &form().cards(cards).unwrap());
    }
    for cards in holds.iter_mut().flatten().filter(|_| is_removed()) {
        *cards = Cards::of(cards.hand());
    }
}

/// Deals the cards of the other two bots again, each as many as before.
fn with_others_cards_shuffled(state: &RoomState, but: Chair, rng: &mut Rng) -> RoomState {
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
    // The bot's knowledge is replayed with the new cards.
    hand.cache = ReplayCache::default();
    other
}

#[test]
fn a_bot_decides_without_looking_into_the_others_hands() {
    let mut rng = Seed(9).rng();
    let mut plays = Plays::new();
    let mut scratch = Scratch::new();
    let mut compared = 0;
    for game in 0..if is_full() { 300 } else { 12 } {
        let rules = rulesets()[game % rulesets().len()];
        let mut state = room_state(rules, [true; 3], true, "casual");
        let mut backend = Backend::deal(rules, Chair::First, &mut rng);
        let mut told: Vec<What> = backend.opening([true; 3]);
        loop {
            for what in told.drain(..) {
                state = state.record(&[event(&state, what)]).unwrap().state;
            }
            let Some(chair) = backend.turn() else { break };
            let bot = state.people.bot(chair).unwrap();
            let mut ask = |state: &RoomState| {
                let view = state.view(chair).unwrap();
                decide(&view, &bot.companion.persona, bot.hand_seed(state.hand_number), &mut scratch).unwrap()
            };
            let (one, other) = (ask(&state), ask(&with_others_cards_shuffled(&state, chair, &mut rng)));
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
    let state = room_state(Ruleset::CLASSIC, [true; 3], true, "casual");
    let seeds = Chair::ALL.map(|chair| state.people.bot(chair).unwrap().hand_seed(1));
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2] && seeds[0] != seeds[2]);
    assert_ne!(seeds[0], state.people.bot(Chair::First).unwrap().hand_seed(2));
}
