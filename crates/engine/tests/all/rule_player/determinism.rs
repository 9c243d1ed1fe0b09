//! The same view, persona and seed give the same decision: on used buffers and fresh ones, and in every process.

use engine::{Scratch, decide};
use rules::{Seat, Seed, View};

use crate::game::{auctioned, each_turn, fresh, mixed_turns, persona, seated, takeover};

/// Lists positions of all stages.
fn positions(games: u32) -> Vec<(View, Seed)> {
    let auctions = ["score", "rounds", "call-rob", "take-it"];
    mixed_turns(Seed(9), games, |game| auctioned(auctions[game % 4]), |_| true)
}

/// Returns every decision of some personas as text. They use the same buffers.
fn decisions(positions: &[(View, Seed)], scratch: &mut Scratch) -> String {
    let personas = ["rules", "beginner", "casual-patient", "skilled"].map(persona);
    let texts = positions.iter().flat_map(|(view, seed)| {
        let decided: Vec<String> =
            personas.iter().map(|persona| format!("{:?}\n", decide(view, persona, *seed, scratch).unwrap())).collect();
        decided
    });
    texts.collect()
}

#[test]
fn buffers_and_their_past_do_not_matter() {
    let positions = positions(2);
    let mut used = Scratch::new();
    let once = decisions(&positions, &mut used);
    assert_eq!(once, decisions(&positions, &mut used), "used buffers");
    let mut backwards: Vec<(View, Seed)> = positions.clone();
    backwards.reverse();
    decisions(&backwards, &mut used);
    assert_eq!(once, decisions(&positions, &mut used), "buffers that saw the games backwards");
    for (view, seed) in positions.iter().step_by(7) {
        let player = persona("casual-hasty");
        let known = decide(view, &player, *seed, &mut used).unwrap();
        assert_eq!(fresh(view, &player, *seed), known, "{view}");
    }
}

#[test]
fn whoever_takes_over_with_all_cards_told_decides_as_if_he_had_been_there() {
    // Such a takeover lacks only the order of play, and a player without inference does not use it.
    let player = persona("rules").with("infer", 0).unwrap();
    let mut scratch = Scratch::new();
    for game in 0..20 {
        let seed = Seed(10).stream(game);
        each_turn(&mut seated(seed), |_, view| {
            let decision = decide(view, &player, seed, &mut scratch).unwrap();
            let present = takeover(view, |_: Seat| true);
            assert_eq!(decide(&present, &player, seed, &mut scratch).unwrap(), decision, "{view}");
            decision.action
        });
    }
}

#[test]
fn out_of_turn_is_an_error_that_names_the_stage() {
    let view: View = "me=up hand=3344 left=5,4,4 turn=landlord".parse().unwrap();
    let error = decide(&view, &persona("rules"), Seed(1), &mut Scratch::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is nothing to decide: the hand is at the stage play and it is not this seat's turn"
    );
}
