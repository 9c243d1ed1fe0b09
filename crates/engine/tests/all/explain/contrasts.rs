//! Faults of a play beside a better one: positions in which a plain rule would blame the wrong thing.

use engine::explain;
use engine::turn::TurnBuffers;
use rules::{Action, View};

#[test]
fn the_expected_fault_is_found_beside_the_better_play() {
    let mut buffers = TurnBuffers::new();
    let (mut wrong, mut why, mut count) = (Vec::new(), "", 0);
    let mut lines = include_str!("contrasts.txt").lines().filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        if let Some(comment) = line.strip_prefix("# ") {
            why = comment;
            continue;
        }
        let view: View = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let (plays, expected) = lines.next().unwrap().split_once(": ").unwrap();
        let action = |text: &str| Action::Play(view.rules().read_play(text, view.trick()).expect("a play"));
        let (made, better) = plays.split_once(" beside ").unwrap();
        let contrast = explain::contrast(&view, action(made), action(better), None, &mut buffers);
        let is_won = explain::win_certainty(&view, action(made), &mut buffers).is_some();
        let found = if is_won { "won" } else { contrast.made.code() };
        if found != expected {
            wrong.push(format!("{found} for {expected}: {plays}, {why}: {line}"));
        }
        assert!(!is_won || contrast.made.leading_fact().is_none(), "a winning play is blamed: {line}");
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(count, 31);
}
