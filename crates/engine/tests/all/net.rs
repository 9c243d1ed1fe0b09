//! The nets seen from outside: their features are as documented, the fast arithmetic equals the slow one, a bad file is
//! refused, and players with nets keep to the rules.

mod arithmetic;
mod decisions;
mod deep;
mod files;
mod past;
mod families;

use engine::game_state::GameState;
use engine::net::Past;
use engine::net::weights::{HEADS, Layers, Layout, NARROW, WIDE};
use rules::{Action, Combo, Deal, Plays, Rng, Ruleset, Seat, Seed, Table, Trick};

use crate::game::each_turn;

/// A position with all hands open, its public history, and its legal plays including the pass.
struct Position {
    playing: GameState,
    past: Past,
    plays: Vec<Option<Combo>>,
}

/// Lists positions of whole hands played at random.
fn positions(games: u32) -> Vec<Position> {
    positions_of(&Ruleset::CLASSIC, games)
}

/// Returns positions in a ruleset; if ranks are wild, with only the plays that a player considers.
fn positions_of(rules: &Ruleset, games: u32) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut listed = Plays::new();
    for game in 0..games {
        let seed = Seed(90).stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        each_turn(&mut Table::seated(*rules, Deal::shuffled(&mut seed.rng())), |table, view| {
            let playing = open(table);
            let past = Past::of(view);
            let pass = (view.trick() != Trick::Lead).then_some(None);
            let listed = listed.fill_frugal(view.rules(), view.hand(), view.trick());
            let plays: Vec<_> = listed.iter().copied().map(Some).chain(pass).collect();
            let play = *rng.pick(&plays).expect("a lead, or a pass");
            positions.push(Position { playing, past, plays });
            Action::Play(play)
        });
    }
    positions
}

/// Returns all hands of a table.
fn open(table: &Table) -> GameState {
    let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("there is a landlord"));
    let course = table.board().course();
    GameState::new(hands, course.turn(), course.standing())
}

/// Draws weights at random: six nets, the seat-view ones first.
fn random_nets(seed: Seed) -> Vec<Layers> {
    random_nets_of(Layout::Natural, seed)
}

/// Draws nets of a layout.
fn random_nets_of(layout: Layout, seed: Seed) -> Vec<Layers> {
    let mut rng = seed.rng();
    layout.rows().iter().map(|&rows| random_layers(rows, &mut rng)).collect()
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
