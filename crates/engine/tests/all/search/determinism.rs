//! A decision does not depend on earlier uses of its buffers.

use engine::decide::{Limits, decide_within};
use engine::{Habits, Persona, Scratch};
use rules::{Seed, View};

use super::{positions, searcher};
use crate::game::{mixed_turns, persona, rounds, with_auction};

const NO_HABITS: [Habits; 3] = [Habits::from_counts([0; 15]); 3];

fn decision_texts(
    positions: &[(View, Seed)],
    players: &[Persona],
    habits: [Habits; 3],
    scratch: &mut Scratch,
) -> Vec<String> {
    let mut texts = Vec::new();
    for (view, seed) in positions {
        for player in players {
            for (worlds_max, nodes_max) in [(u32::MAX, u64::MAX), (7, u64::MAX), (u32::MAX, 150)] {
                let mut halt = || false;
                let limits = Limits { worlds_max, nodes_max, habits, ..Limits::of(&mut halt) };
                texts.push(format!("{:?}", decide_within(view, player, *seed, limits, scratch).unwrap()));
            }
        }
    }
    texts
}

/// Checks that decisions do not depend on earlier uses of the buffers. Returns the decisions as text.
fn check_buffers(positions: &[(View, Seed)], players: &[Persona]) -> Vec<String> {
    let mut used = Scratch::new();
    let once = decision_texts(positions, players, NO_HABITS, &mut used);
    assert!(once == decision_texts(positions, players, NO_HABITS, &mut used), "a second run decided otherwise");
    let mut backwards = positions.to_vec();
    backwards.reverse();
    decision_texts(&backwards, players, NO_HABITS, &mut used);
    assert!(once == decision_texts(positions, players, NO_HABITS, &mut used), "what the buffers saw before showed");
    let each = once.len() / positions.len();
    for (number, position) in positions.iter().enumerate().step_by(11) {
        let fresh = decision_texts(std::slice::from_ref(position), players, NO_HABITS, &mut Scratch::new());
        assert_eq!(fresh, once[number * each..(number + 1) * each], "fresh buffers: {}", position.0);
    }
    once
}

#[test]
fn decisions_without_search_do_not_depend_on_buffers() {
    let positions = mixed_turns(Seed(9), 2, |game| with_auction(["score", "rounds"][game]), |_| true);
    check_buffers(&positions, &["rules", "beginner", "casual-patient", "skilled"].map(persona));
}

#[test]
fn searched_decisions_do_not_depend_on_buffers() {
    let players = [
        searcher("advanced", 100),
        searcher("expert", 150),
        searcher("minimax", 150),
        searcher("minimax-published", 100_000).with("search-worlds", 2).unwrap(),
    ];
    let once = check_buffers(&positions(rounds(1)), &players);
    let searched = once.iter().filter(|text| text.contains("decider: Search")).count();
    assert!(searched * 3 > once.len(), "{searched} of {} were searched", once.len());
}

#[test]
fn habits_change_decisions_and_old_habits_do_not() {
    let positions = positions(rounds(2));
    let players = [searcher("advanced", 100)];
    let mut scratch = Scratch::new();
    let strong = Habits::from_counts([9, 9, 60, 40, 3, 0, 3, 25, 25, 0, 0, 0, 0, 0, 0]);
    let plain = decision_texts(&positions, &players, NO_HABITS, &mut scratch);
    let known = decision_texts(&positions, &players, [strong; 3], &mut scratch);
    assert!(
        known == decision_texts(&positions, &players, [strong; 3], &mut Scratch::new()),
        "fresh buffers decide otherwise"
    );
    assert!(plain == decision_texts(&positions, &players, NO_HABITS, &mut scratch), "what was known before showed");
    let changed = plain.iter().zip(&known).filter(|(plain, known)| plain != known).count();
    assert!(changed * 20 > plain.len(), "{changed} of {}", plain.len());
}
