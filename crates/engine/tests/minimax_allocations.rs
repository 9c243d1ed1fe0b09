//! Searching does not allocate, neither per node nor per world. A binary of its own, for the counter replaces the
//! allocator of the whole process.

#[path = "rule_player/game.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod game;

use engine::endgame::Limits;
use engine::search::minimax::{Params, Published, Scratch, Stops, published, think, uniform};
use rules::{Rng, Seed, View};

use game::{each_turn, random, rounds, seated};

/// What a thinking thread may take.
const BYTES_MAX: usize = 16 << 20;

#[test]
fn fresh_buffers_suffice() {
    let mut views: Vec<View> = Vec::new();
    for game in 0..u64::from(rounds(6, 60)) {
        let mut rng: Rng = Seed(31).stream(game).rng();
        each_turn(&mut seated(Seed(32).stream(game)), |_, view| {
            views.push(view.clone());
            random(view, &mut rng)
        });
    }
    let mut scratch = Scratch::new();
    let bytes = scratch.bytes();
    let params = Params { worlds_max: 8, nodes_per_world_max: 20_000, ..Params::DEFAULT };
    let mut nodes = 0;
    for view in &views {
        let worlds = |index| uniform(view, Seed(1), index);
        let counted = allocation_counter::measure(|| {
            let stops = Stops { soft: &mut || false, hard: &mut || false };
            nodes += think(view, &worlds, &params, &[], stops, &mut scratch).map_or(0, |vote| vote.nodes);
            let halt = &mut || false;
            let vote = published(view, Seed(1), &Published::DEFAULT, Limits::NONE, halt, &mut scratch);
            nodes += vote.map_or(0, |vote| vote.nodes);
        });
        assert_eq!((counted.count_total, counted.bytes_max), (0, 0), "{view}");
    }
    assert!(nodes > 100_000, "{nodes}");
    assert!(scratch.bytes() == bytes && bytes <= BYTES_MAX, "{bytes}");
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1])));
    assert_eq!(counted.count_total, 1);
}
