//! Personas that search: their limits, their replays and their reports. The searches are small.

mod determinism;
mod halts;

use engine::decision::Unit;
use engine::{Decider, Persona, Scratch, decide};
use rules::{Deal, Ruleset, Seat, Seed, Stage, Table, View};

use crate::game::{
    each_turn, legal_actions, mixed_turns, persona, published_bot, random_action, rounds, takeover, with_auction,
};

/// Returns a persona with `search-nodes` set to `nodes`, which solves no endings.
fn searcher(name: &str, nodes: i32) -> Persona {
    let player = if name.ends_with("-published") { published_bot(name) } else { persona(name) };
    let player = player.with("search-nodes", nodes).expect("within the range");
    player.with("solve-worlds", 0).expect("within the range")
}

/// Returns the player without search and without solving.
fn without_search(player: &Persona) -> Persona {
    let player = player.clone().with("search-worlds", 0).expect("within the range");
    player.with("solve-worlds", 0).expect("within the range")
}

fn positions(games: u32) -> Vec<(View, Seed)> {
    let rules = |game: usize| match game % 4 {
        3 => Ruleset::DOUZERO,
        other => with_auction(["score", "call-rob", "take-it"][other]),
    };
    let has_choice =
        |view: &View| view.board().stage() == Stage::Play && view.rules().plays(view.hand(), view.trick()).len() > 1;
    mixed_turns(Seed(60), games, rules, has_choice)
}

#[test]
fn decisions_are_legal_in_all_rulesets_and_with_missing_history() {
    let player = searcher("expert", 300);
    let mut scratch = Scratch::new();
    let mut searched = 0;
    for (index, rules) in Ruleset::DISTINCT_PLAYS.into_iter().enumerate() {
        for game in 0..u64::from(rounds(1)) {
            let seed = Seed(70 + index as u64).stream(game);
            let mut rng = seed.stream(1).rng();
            each_turn(&mut Table::at_lead(*rules, Deal::shuffled(&mut seed.rng())), |_, view| {
                let me = view.seat().expect("the landlord is known");
                let steps = rng.below(3) as usize;
                let present = takeover(view, |seat: Seat| seat == me || me.steps_to(seat) <= steps);
                for view in [view, &present] {
                    let decision = decide(view, &player, seed, &mut scratch).unwrap();
                    assert!(legal_actions(view).contains(&decision.action), "{:?} in {view}", decision.action);
                    searched += u32::from(decision.trace.worlds > 0);
                }
                random_action(view, &mut rng)
            });
        }
    }
    assert!(searched > 60, "{searched} searched");
}

#[test]
fn reported_search_numbers_agree() {
    let mut scratch = Scratch::new();
    let (mut kept, mut unclear, mut left, mut scores) = (0, 0, 0, 0);
    let players = [searcher("expert", 400), searcher("minimax", 400)];
    for (number, (view, seed)) in positions(rounds(8)).into_iter().enumerate() {
        let player = &players[number % players.len()];
        let decision = decide(&view, player, seed, &mut scratch).unwrap();
        if decision.decider != Decider::Search {
            assert_eq!((decision.trace.worlds, decision.trace.error), (0, None), "{view}");
            continue;
        }
        let (trace, wins) = (&decision.trace, decision.win_chance.expect("search says how often it wins"));
        assert!((0..=1000).contains(&wins) && trace.worlds > 0 && trace.nodes <= 2000 + 32 * 162, "{decision:?}");
        // The standard error of a share counted in `trace.worlds` worlds.
        let error = trace.error.expect("search says how sure it is");
        let exact = (f64::from(wins) * f64::from(1000 - wins) / f64::from(trace.worlds)).sqrt();
        assert!((f64::from(error) - exact).abs() <= 1.0, "{error} for {exact} in {view}");
        let listed = decision.candidates.as_slice();
        let chosen = listed.iter().find(|each| each.play == decision.play()).expect("what is played was weighed");
        match decision.unit {
            Unit::Wins => {
                assert_eq!(chosen.value, wins, "{decision:?}");
                assert!(listed.iter().all(|each| (0..=1000).contains(&each.value)), "{listed:?}");
            }
            // With one stake a score is a value from 0 to 1,000; bombs multiply stakes.
            Unit::Score => scores += u32::from(!(0..=1000).contains(&chosen.value)),
            Unit::Quarters | Unit::Votes => panic!("search counts neither points nor votes: {decision:?}"),
        }
        assert!(listed.is_sorted_by(|one, other| one.value >= other.value), "{listed:?}");
        let plays: std::collections::BTreeSet<String> = listed.iter().map(|each| format!("{:?}", each.play)).collect();
        assert_eq!(plays.len(), listed.len(), "a play is listed twice: {listed:?}");
        // The reason is `outplayed` if and only if the baseline is replaced.
        let natural = decide(&view, &without_search(player), seed, &mut scratch).unwrap().play();
        assert_eq!(decision.reason == "outplayed", natural != decision.play(), "{view}");
        // If a listed play has a higher value than the kept baseline, the reason is `kept`.
        let looks_better = listed.iter().any(|each| each.value > chosen.value);
        assert_eq!(decision.reason == "kept", natural == decision.play() && looks_better, "{decision:?} in {view}");
        unclear += u32::from(decision.reason == "kept");
        if let Some(baseline) = listed.iter().find(|each| each.play == natural && natural != decision.play()) {
            assert!(baseline.value <= chosen.value, "{listed:?} in {view}");
        }
        (kept, left) = (kept + u32::from(natural == decision.play()), left + u32::from(natural != decision.play()));
    }
    assert!(kept > unclear && unclear > 0 && left > 0, "{kept} kept, {unclear} unclear, {left} left");
    assert!(scores > 0, "no score beyond a stake");
}

#[test]
fn a_wider_margin_keeps_the_baseline_more_often() {
    let [bold, shy] = [0, 2500].map(|margin| searcher("expert", 300).with("switch-margin", margin).unwrap());
    let mut scratch = Scratch::new();
    let mut outplayed = [0, 0];
    for (view, seed) in positions(rounds(3)) {
        for (count, player) in outplayed.iter_mut().zip([&bold, &shy]) {
            *count += u32::from(decide(&view, player, seed, &mut scratch).unwrap().reason == "outplayed");
        }
    }
    assert!(outplayed[0] > outplayed[1], "{outplayed:?}");
}
