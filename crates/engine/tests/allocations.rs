//! Decisions of recorded games are made again on warm buffers, and their allocations are counted. This test is a binary
//! of its own, because the counter replaces the allocator of the whole process.

#![expect(clippy::unwrap_used, reason = "a test fails where it stands")]

#[path = "all/game.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod game;

use std::collections::BTreeMap;

use engine::opponents::belief::{Belief, BeliefConfig, TypePrior};
use engine::turn_facts::TurnFacts;
use engine::{Decider, Habits, Scratch, decide};
use rules::{Ruleset, Seat, Seed, View};

use game::{config_with_experience, dealt_table, each_turn, persona, rounds, test_personas, with_auction};

/// The least share of decisions without an allocation. Counting the answers of two enemies to airplanes and long chains takes more room than a
/// stack should give.
const ALLOCATION_FREE_SHARE_MIN: f64 = 0.99;

fn record_turns(games: u32) -> Vec<(View, Seed)> {
    let mut recorded = Vec::new();
    let mut scratch = Scratch::new();
    for game in 0..games {
        let seed = Seed(30).stream(u64::from(game));
        each_turn(&mut dealt_table(with_auction("score"), seed), |_, view| {
            recorded.push((view.clone(), seed));
            decide(view, &persona("casual"), seed, &mut scratch).unwrap().action
        });
    }
    recorded
}

#[test]
fn warm_buffers_suffice_for_almost_all_decisions() {
    let games = record_turns(rounds(6));
    let (mut all, mut clean, mut by_reason) = (0, 0, BTreeMap::<&str, (u64, u64)>::new());
    // Personas that solve endings are left out: the solver's table grows.
    for player in test_personas().into_iter().filter(|player| player.params().solve_worlds == 0) {
        let mut scratch = Scratch::new();
        // These decisions grow the buffers.
        for (view, seed) in games.iter().take(100) {
            decide(view, &player, *seed, &mut scratch).unwrap();
        }
        for (view, seed) in &games {
            let mut reason = "";
            let counted = allocation_counter::measure(|| {
                reason = decide(view, &player, *seed, &mut scratch).unwrap().reason;
            });
            all += 1;
            clean += u64::from(counted.count_total == 0);
            if counted.count_total > 0 {
                let (decisions, bytes) = by_reason.entry(reason).or_default();
                *decisions += 1;
                *bytes += counted.bytes_total;
                assert_eq!(counted.count_current, 0, "{player} keeps memory after {reason}: {view}");
            }
        }
    }
    let share = clean as f64 / all as f64;
    assert!(share >= ALLOCATION_FREE_SHARE_MIN, "{share}: {by_reason:?}");
}

#[test]
fn cases_take_no_more_memory() {
    let games = record_turns(rounds(10));
    let (rules, cases) = (persona("rules"), persona("cases"));
    let mut scratch = Scratch::new();
    let mut by_cases = 0;
    for (view, seed) in &games {
        let mut bytes = [0, 0];
        for (place, player) in [&rules, &cases].into_iter().enumerate() {
            decide(view, player, *seed, &mut scratch).unwrap();
            let counted = allocation_counter::measure(|| {
                let decision = decide(view, player, *seed, &mut scratch).unwrap();
                by_cases += u32::from(decision.decider == Decider::Cases);
            });
            bytes[place] = counted.bytes_total;
        }
        assert_eq!(bytes[0], bytes[1], "bytes without cases and with them: {view}");
    }
    assert!(by_cases > 20, "{by_cases} decisions by cases");
}

#[test]
fn more_nodes_take_no_more_memory() {
    let games = record_turns(rounds(3));
    let [few, many] = [200, 5_000]
        .map(|nodes| persona("expert").with("search-nodes", nodes).and_then(|it| it.with("solve-worlds", 0)).unwrap());
    let mut scratch = Scratch::new();
    let (mut searched, mut nodes) = ([0, 0], [0, 0]);
    for (view, seed) in &games {
        decide(view, &many, *seed, &mut scratch).unwrap();
        let mut bytes = [0, 0];
        for (place, player) in [&few, &many].into_iter().enumerate() {
            let counted = allocation_counter::measure(|| {
                let decision = decide(view, player, *seed, &mut scratch).unwrap();
                searched[place] += u32::from(decision.decider == Decider::Search);
                nodes[place] += decision.trace.nodes;
            });
            assert_eq!(counted.count_current, 0, "keeps memory: {view}");
            bytes[place] = counted.bytes_total;
        }
        assert_eq!(bytes[0], bytes[1], "bytes with few nodes and with many: {view}");
    }
    assert!(searched[1] > 20 && nodes[1] > nodes[0] * 10, "{searched:?} searched, {nodes:?} nodes");
}

#[test]
fn drawing_worlds_takes_no_memory() {
    let games = record_turns(rounds(10));
    let mut belief: Option<Belief> = None;
    let mut drawn = 0;
    let strong = Habits::from_counts([9, 9, 60, 6, 3, 0, 3, 25, 25, 30, 30, 20, 4, 9, 2]);
    let known = config_with_experience(&[strong; 3], &Ruleset::CLASSIC, Seat::Down);
    for (view, seed) in &games {
        let Some(belief) = &mut belief else {
            belief = Belief::new(view, *seed);
            continue;
        };
        let Some(turn) = TurnFacts::of(view) else { continue };
        belief.renew(&turn, *seed, BeliefConfig::FITTED);
        for config in [BeliefConfig::FITTED, known, known.with_naive_prior(TypePrior::of(100))] {
            let counted = allocation_counter::measure(|| {
                belief.renew(&turn, *seed, config);
                let worlds = (0..8).map(|index| (index, belief.world(index)));
                drawn += worlds.filter(|(index, world)| belief.sample_naive(*index, world) != [true; 3]).count();
            });
            assert_eq!(counted.count_total, 0, "{view}");
        }
    }
    assert!(drawn > 1_000, "{drawn} worlds");
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1])));
    assert_eq!(counted.count_total, 1);
}
