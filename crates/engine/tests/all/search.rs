//! The search player seen from outside: its limits, its replays, and the sense of its reports. Small searches
//! by default; `THIRDSEAT_FULL=1` looks at many more positions.

mod determinism;
mod halts;
mod legality;
mod sense;

use engine::{Persona, Scratch, decide};
use rules::{Ruleset, Seed, Stage, View};

use crate::game::{auctioned, dealt, each_turn, persona, published, random};

/// Returns a persona that searches with `nodes` nodes and solves no endings.
fn searcher(name: &str, nodes: i32) -> Persona {
    let player = if name.ends_with("-published") { published(name) } else { persona(name) };
    let player = player.with("search-nodes", nodes).expect("within the range");
    player.with("solve-worlds", 0).expect("within the range")
}

/// Returns the player without search and without solving: its strategies or its net decide alone.
fn strategies(player: &Persona) -> Persona {
    let player = player.clone().with("search-worlds", 0).expect("within the range");
    player.with("solve-worlds", 0).expect("within the range")
}

/// Returns turns of play with a choice, from games with some random play.
fn positions(games: u32) -> Vec<(View, Seed)> {
    let mut positions = Vec::new();
    let mut scratch = Scratch::new();
    for game in 0..games {
        let seed = Seed(60).stream(u64::from(game));
        let mut rng = seed.stream(1).rng();
        let rules = match game as usize % 4 {
            3 => *Ruleset::named("douzero").expect("a built-in ruleset"),
            other => auctioned(["score", "call-rob", "take-it"][other]),
        };
        each_turn(&mut dealt(rules, seed), |_, view| {
            if view.board().stage() == Stage::Play && rules.plays(view.hand(), view.trick()).len() > 1 {
                positions.push((view.clone(), seed));
            }
            match rng.below(4) {
                0 => random(view, &mut rng),
                _ => decide(view, &persona("casual"), seed, &mut scratch).expect("it is its turn").action,
            }
        });
    }
    positions
}
