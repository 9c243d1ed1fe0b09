//! The nets seen from outside: their features are as documented, the fast arithmetic equals the slow one, a bad file is
//! refused, and players with nets keep to the rules.

#[path = "../rule_player/game.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod game;

mod arithmetic;
mod decisions;
mod files;
mod journey;
mod rows;

use engine::game_state::GameState;
use engine::net::Past;
use engine::net::features::{FULL_INFORMATION_FEATURES, SEAT_VIEW_FEATURES};
use engine::net::weights::{HEADS, Layers, NARROW, WIDE};
use rules::{Combo, Rng, Seat, Seed, Table, Trick};

use game::{each_turn, random, seated};

/// A position with all hands open, its public history, and its legal plays including the pass.
struct Position {
    playing: GameState,
    past: Past,
    plays: Vec<Option<Combo>>,
}

/// Positions of whole hands played at random.
fn positions(games: u32) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..games {
        let seed = Seed(90).stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        each_turn(&mut seated(seed), |table, view| {
            let playing = open(table);
            let past = Past::of(view);
            let pass = (view.trick() != Trick::Lead).then_some(None);
            let plays = view.rules().plays(view.hand(), view.trick()).into_iter().map(Some).chain(pass).collect();
            positions.push(Position { playing, past, plays });
            random(view, &mut rng)
        });
    }
    positions
}

/// All hands of a table.
fn open(table: &Table) -> GameState {
    let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("there is a landlord"));
    let course = table.board().course();
    GameState::new(hands, course.turn(), course.standing())
}

/// Weights drawn at random: six nets, closed ones first.
fn random_nets(seed: Seed) -> [Layers; 6] {
    let mut rng = seed.rng();
    std::array::from_fn(|place| {
        random_layers(if place < 3 { SEAT_VIEW_FEATURES } else { FULL_INFORMATION_FEATURES }, &mut rng)
    })
}

fn random_layers(rows: usize, rng: &mut Rng) -> Layers {
    let mut shorts = |count: usize, max: u32| -> Vec<i16> {
        (0..count).map(|_| rng.below(2 * max + 1) as i16 - max as i16).collect()
    };
    let wide = shorts((rows + 1) * WIDE, 30).into_iter().map(|weight| weight as i8).collect();
    let second = shorts(NARROW * WIDE, 60);
    let (third, last) = (shorts(NARROW * NARROW, 200), shorts(HEADS * NARROW, 900));
    let mut longs = |count: usize| -> Vec<i32> { (0..count).map(|_| rng.below(40_001) as i32 - 20_000).collect() };
    Layers { wide, second, second_bias: longs(NARROW), third, third_bias: longs(NARROW), last, last_bias: longs(HEADS) }
}
