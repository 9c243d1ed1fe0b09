//! Noise: different seeds can give different plays in a position. Close choices slip, clear ones do not, and a persona without noise does not slip.

use std::collections::BTreeMap;

use engine::decision::CANDIDATES_MAX;
use engine::{Decision, Persona, Scratch, decide};
use rules::{Seed, View};

use crate::game::{each_turn, persona, play_text, rounds, seated_table, view};

const SEED_COUNT: u64 = 48;

fn play_counts(view: &View, persona: &Persona, scratch: &mut Scratch) -> BTreeMap<String, u64> {
    let mut shares = BTreeMap::new();
    for seed in 0..SEED_COUNT {
        let decision = decide(view, persona, Seed(16).stream(seed), scratch).unwrap();
        *shares.entry(play_text(&decision)).or_default() += 1;
    }
    shares
}

fn positions(games: u32) -> Vec<(View, Decision)> {
    let player = persona("rules");
    let mut scratch = Scratch::new();
    let mut positions = Vec::new();
    for game in 0..games {
        let seed = Seed(17).stream(u64::from(game));
        each_turn(&mut seated_table(seed), |_, view| {
            let decision = decide(view, &player, seed, &mut scratch).unwrap();
            let action = decision.action;
            positions.push((view.clone(), decision));
            action
        });
    }
    positions
}

#[test]
fn only_personas_with_noise_vary_their_plays() {
    let mut scratch = Scratch::new();
    let positions = positions(rounds(1));
    for (name, share_min) in [("beginner", 0.2), ("casual", 0.15), ("beginner-hasty", 0.2), ("casual-patient", 0.15)] {
        let player = persona(name);
        let varied = positions.iter().filter(|(view, _)| play_counts(view, &player, &mut scratch).len() > 1).count();
        let varied = varied as f64 / positions.len() as f64;
        assert!(varied > share_min, "{name} varies in {varied} of the positions");
    }
    for (view, decision) in &positions {
        let plays = play_counts(view, &persona("rules"), &mut scratch);
        assert_eq!(plays, BTreeMap::from([(play_text(decision), SEED_COUNT)]), "{view}");
    }
}

#[test]
fn slips_are_small() {
    // The cost of a slip, in quarter points, by the values that the player itself gave.
    let player = persona("casual");
    let mut scratch = Scratch::new();
    let (mut slips, mut all) = (0, 0);
    for (view, _) in positions(rounds(20)) {
        let decision = decide(&view, &player, Seed(18), &mut scratch).unwrap();
        let Some(best) = decision.candidates.as_slice().first() else { continue };
        let played = decision.candidates.as_slice().iter().find(|each| each.play == decision.play());
        let full = decision.candidates.as_slice().len() == CANDIDATES_MAX;
        let Some(played) = played else {
            assert!(full, "{} was not weighed: {view}", play_text(&decision));
            continue;
        };
        let loss = best.value - played.value;
        assert!(loss < 7 * player.params().noise + 1, "a slip of {loss} in {view}");
        slips += u32::from(loss > 0);
        all += 1;
    }
    assert!(slips * 50 > all, "{slips} slips in {all} choices");
    assert!(slips * 2 < all, "{slips} slips in {all} choices");
}

#[test]
fn obvious_plays_do_not_slip() {
    let mut scratch = Scratch::new();
    for line in [
        "me=landlord hand=34567 left=5,9,9",
        "me=up hand=KK left=9,9,2 standing=landlord:QQ",
        "me=down hand=479JQA left=9,6,1",
        "me=up hand=48JK left=1,9,4 standing=down:5",
    ] {
        let view = view(line);
        for persona in Persona::all() {
            let plays = play_counts(&view, &persona, &mut scratch);
            assert_eq!(plays.len(), 1, "{persona}: {plays:?} in {line}");
        }
    }
}
