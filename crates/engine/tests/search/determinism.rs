//! Limits alone fix a decision.

use engine::decide::{Limits, decide_within};
use engine::{Persona, Scratch};
use rules::{Seed, View};

use crate::game::rounds;
use crate::{positions, searcher};

/// Every decision under several limits, as text.
fn decisions(positions: &[(View, Seed)], players: &[Persona], scratch: &mut Scratch) -> Vec<String> {
    let mut texts = Vec::new();
    for (view, seed) in positions {
        for player in players {
            for (worlds_max, nodes_max) in [(u32::MAX, u64::MAX), (7, u64::MAX), (u32::MAX, 150)] {
                let limits = Limits { clock_ms: None, worlds_max, nodes_max, halt: &mut || false };
                texts.push(format!("{:?}", decide_within(view, player, *seed, limits, scratch).unwrap()));
            }
        }
    }
    texts
}

#[test]
fn limits_alone_fix_a_decision() {
    let positions = positions(rounds(4, 80));
    let players = [searcher("advanced", 100), searcher("expert", 150), searcher("race", 1500)];
    let mut used = Scratch::new();
    let once = decisions(&positions, &players, &mut used);
    assert!(once == decisions(&positions, &players, &mut used), "a second run decided otherwise");
    let mut backwards = positions.clone();
    backwards.reverse();
    decisions(&backwards, &players, &mut used);
    assert!(once == decisions(&positions, &players, &mut used), "what the buffers saw before showed");
    let each = once.len() / positions.len();
    for (number, position) in positions.iter().enumerate().step_by(11) {
        let fresh = decisions(std::slice::from_ref(position), &players, &mut Scratch::new());
        assert_eq!(fresh, once[number * each..(number + 1) * each], "fresh buffers: {}", position.0);
    }
    let searched = once.iter().filter(|text| text.contains("decider: Search")).count();
    assert!(searched * 3 > once.len(), "{searched} of {} were searched", once.len());
}

#[test]
fn threads_do_not_matter() {
    let positions = positions(rounds(2, 40));
    let players = [searcher("expert", 150), searcher("race", 800)];
    let here = decisions(&positions, &players, &mut Scratch::new());
    let (first, second) = positions.split_at(positions.len() / 2);
    let halves = std::thread::scope(|scope| {
        let threads = [first, second].map(|half| scope.spawn(|| decisions(half, &players, &mut Scratch::new())));
        threads.map(|thread| thread.join().unwrap()).concat()
    });
    assert!(here == halves, "two threads decided otherwise than one");
}
