//! The values of trees against a slow player that is written from their description, and the leaf against the solver.

use engine::endgame::{Ask, Endgame, Limits, Memory, Next, solve};
use engine::game_state::GameState;
use engine::search::minimax::{Optimizations, SURE, Scratch, WIN, Weights, uniform, values};
use rules::{Combo, Seat, Seed, Side, View};

use crate::game::rounds;
use crate::{open, views};

/// Nothing but the tree.
const PLAIN: Optimizations = Optimizations { cut: false, table: false, order: false, merge: false, recognise: false };

fn won(seat: Seat, ply: i32) -> i32 {
    if seat.side() == Side::Landlord { WIN - ply } else { ply - WIN }
}

/// The value after `play`, which is the ply of this number, with `depth` more choices to come.
fn after(game: &Endgame, play: Option<Combo>, depth: u32, ply: i32) -> i32 {
    match game.after(play).expect("a listed play is legal") {
        Next::Over(seat) => won(seat, ply),
        Next::Position(next) => value(&next, depth, ply),
    }
}

fn value(game: &Endgame, depth: u32, ply: i32) -> i32 {
    let (plays, turn) = (game.plays(), game.turn());
    if plays == [None] {
        return after(game, None, depth, ply);
    }
    if plays.iter().flatten().any(|play| play.cards() == game.hand(turn)) {
        return won(turn, ply + 1);
    }
    if depth == 0 {
        let at = GameState::new(Seat::ALL.map(|seat| game.hand(seat)), turn, game.standing());
        return Weights::FITTED.value(&at, game.rules());
    }
    let values = plays.into_iter().map(|play| after(game, play, depth - 1, ply + 1));
    if turn.side() == Side::Landlord { values.max() } else { values.min() }.expect("there is a play")
}

/// Random views with few cards and with many, each with a depth that a plain tree can afford.
fn cases() -> impl Iterator<Item = (View, [rules::Hand; 3], u32)> {
    let small = views(11, rounds(150, 3_000) as usize, 18).into_iter().map(|view| (view, 6));
    let middle = views(12, rounds(40, 1_000) as usize, 30).into_iter().map(|view| (view, 4));
    let full = views(13, rounds(20, 300) as usize, 54).into_iter().map(|view| (view, 3));
    small.chain(middle).chain(full).enumerate().map(|(number, (view, depth_max))| {
        let world = uniform(&view, Seed(number as u64), 0);
        (view, world, 1 + number as u32 % depth_max)
    })
}

#[test]
fn values_are_those_of_plain_trees() {
    let mut scratch = Scratch::new();
    let mut proved = 0;
    for (view, world, depth) in cases() {
        let game = open(&view, world);
        let expected: Vec<_> = game.plays().into_iter().map(|play| (play, after(&game, play, depth - 1, 1))).collect();
        let tried = [
            PLAIN,
            Optimizations { cut: true, ..PLAIN },
            Optimizations { order: true, ..PLAIN },
            Optimizations { table: true, ..PLAIN },
            Optimizations { merge: false, recognise: false, ..Optimizations::ALL },
        ];
        for optimizations in tried {
            let (found, _) = values(&view, world, depth, optimizations, &mut scratch);
            assert_eq!(found, expected, "{optimizations:?}, {depth} plies, {world:?}\n{view}");
        }
        proved += expected.iter().filter(|(_, value)| value.abs() > SURE).count();
    }
    assert!(proved > 100, "{proved} wins within the depth");
}

#[test]
fn cutting_changes_no_value_of_merged_trees() {
    let mut scratch = Scratch::new();
    let (mut nodes, mut all) = (0, 0);
    for (view, world, depth) in cases() {
        let plain = Optimizations { merge: true, recognise: true, ..PLAIN };
        let (expected, slow) = values(&view, world, depth, plain, &mut scratch);
        let (found, fast) = values(&view, world, depth, Optimizations::ALL, &mut scratch);
        assert_eq!(found, expected, "{depth} plies, {world:?}\n{view}");
        (nodes, all) = (nodes + fast, all + slow);
    }
    assert!(4 * nodes < 3 * all, "{nodes} of {all} nodes");
}

#[test]
fn certain_wins_are_wins() {
    // What the leaf or the tree calls sure is sure: the exact solver agrees, for each seat to play.
    let mut sure = [0, 0];
    let mut memory = Memory::new(16 << 20);
    for (number, view) in views(14, rounds(1_000, 5_000) as usize, 18).iter().enumerate() {
        let world = uniform(view, Seed(number as u64), 0);
        let game = open(view, world);
        let (found, _) = values(view, world, 1 + number as u32 % 2, Optimizations::ALL, &mut Scratch::new());
        for (play, value) in found.into_iter().filter(|(_, value)| value.abs() >= SURE) {
            let winner = match game.after(play).unwrap() {
                Next::Over(seat) => Some(seat.side()),
                Next::Position(next) => solve(&next, Ask::default(), &mut memory, Limits::NONE, &mut || false).winner,
            };
            let side = if value > 0 { Side::Landlord } else { Side::Peasants };
            assert_eq!(winner, Some(side), "{play:?} is worth {value} in {world:?}\n{view}");
            sure[side as usize] += 1;
        }
    }
    assert!(sure.iter().all(|&count| count > 100), "{sure:?}");
}

#[test]
fn the_leaf_mends_the_two_flaws_of_the_published_one() {
    // One small card that no lead will ever free has lost, whatever the peasant lays.
    let view: View = "me=down hand=44557 left=1,5,5".parse().unwrap();
    let world = ["3", "44557", "66889"].map(|hand| hand.parse().unwrap());
    let (found, _) = values(&view, world, 1, Optimizations::ALL, &mut Scratch::new());
    assert!(found.iter().all(|&(_, value)| value <= -SURE), "{found:?}");
    // A hand that goes out in one airplane has won.
    let view: View = "me=landlord hand=333444555678K left=13,5,5".parse().unwrap();
    let world = ["333444555678K", "6899T", "678JQ"].map(|hand| hand.parse().unwrap());
    let (found, _) = values(&view, world, 1, Optimizations::ALL, &mut Scratch::new());
    let best = found.iter().map(|&(_, value)| value).max();
    assert!(best >= Some(SURE), "{found:?}");
}
