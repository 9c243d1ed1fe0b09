//! The vote of our minimax: limits, stops, replays, ties.

use std::cell::Cell;

use engine::search::minimax::{Optimizations, Params, Scratch, Stops, Vote, replay, think, uniform};
use rules::{Combo, Rng, Seed, View};

use crate::game::{each_turn, random, rounds, seated};
use crate::views;

const PARAMS: Params = Params { worlds_max: 24, depth_max: 3, ..Params::DEFAULT };

fn ask(view: &View, params: &Params, preference: &[Option<Combo>]) -> Vote {
    let worlds = |index| uniform(view, Seed(1), index);
    let stops = Stops { soft: &mut || false, hard: &mut || false };
    think(view, &worlds, params, preference, stops, &mut Scratch::new()).expect("nothing stops it")
}

#[test]
fn limits_alone_fix_the_vote() {
    let mut used = Scratch::new();
    for view in views(21, rounds(60, 600) as usize, 54) {
        let worlds = |index| uniform(&view, Seed(1), index);
        let stops = Stops { soft: &mut || false, hard: &mut || false };
        let again = think(&view, &worlds, &PARAMS, &[], stops, &mut used);
        assert_eq!(again, Ok(ask(&view, &PARAMS, &[])), "{view}");
    }
}

#[test]
fn a_clock_cut_vote_replays() {
    let mut rng: Rng = Seed(22).rng();
    let (mut cut, mut scratch) = (0, Scratch::new());
    for view in views(23, rounds(120, 1_200) as usize, 54) {
        let worlds = |index| uniform(&view, Seed(1), index);
        let left = Cell::new(rng.below(80));
        let ask = || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        };
        let stops = Stops { soft: &mut { ask }, hard: &mut { ask } };
        let Ok(vote) = think(&view, &worlds, &PARAMS, &[], stops, &mut scratch) else { continue };
        cut += u32::from(left.get() == 0 && vote.worlds > 0);
        let again = replay(&view, &worlds, (vote.worlds, vote.depth), &PARAMS, &[], &mut scratch);
        assert_eq!((again.top(), again.worlds, again.depth), (vote.top(), vote.worlds, vote.depth), "{view}");
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn without_any_time_nothing_is_known() {
    let view = &views(24, 1, 40)[0];
    let worlds = |index| uniform(view, Seed(1), index);
    let stops = Stops { soft: &mut || true, hard: &mut || true };
    assert!(think(view, &worlds, &PARAMS, &[], stops, &mut Scratch::new()).is_err());
    let nodes = Params { nodes_per_world_max: 1, ..PARAMS };
    let stops = Stops { soft: &mut || false, hard: &mut || false };
    assert!(think(view, &worlds, &nodes, &[], stops, &mut Scratch::new()).is_err());
}

#[test]
fn more_nodes_go_deeper() {
    let view: View = "me=landlord hand=3455679TJQKKA2 left=14,12,12".parse().unwrap();
    let depths = [200, 2_000, 20_000, 200_000].map(|nodes_per_world_max| {
        ask(&view, &Params { worlds_max: 8, nodes_per_world_max, ..Params::DEFAULT }, &[]).depth
    });
    assert!(depths.is_sorted() && depths[0] < depths[3], "{depths:?}");
}

#[test]
fn forced_and_finished_hands_cost_nothing() {
    for (line, play) in [
        ("me=up hand=3 left=5,4,1 standing=down:JJ", "pass"),
        ("me=up hand=44 left=5,4,2 standing=landlord:33", "44"),
        ("me=landlord hand=34567 left=5,4,2", "34567"),
    ] {
        let vote = ask(&line.parse().unwrap(), &PARAMS, &[]);
        let found = vote.play().map_or(String::from("pass"), |play| play.to_string());
        assert_eq!((found.as_str(), vote.nodes, vote.worlds), (play, 0, 0), "{line}");
    }
}

#[test]
fn of_equal_plays_the_preferred_one_wins() {
    // Whichever pair is led comes back, for the enemies hold one card each: the order is all one.
    let view: View =
        "me=landlord hand=AAKK left=4,1,1 played=3344556677889TJQ/3344556677889TJQ/9TJQ9TJQXD2222A".parse().unwrap();
    let plays: Vec<Option<Combo>> = view.rules().plays(view.hand(), view.trick()).into_iter().map(Some).collect();
    for preferred in ["KK", "AA"] {
        let first: Vec<_> = plays.iter().copied().filter(|play| play.unwrap().to_string() == preferred).collect();
        // Merging would leave only one of the two.
        let optimizations = Optimizations { merge: false, ..Optimizations::ALL };
        let vote = ask(&view, &Params { optimizations, ..PARAMS }, &first);
        assert_eq!(vote.play(), first[0], "{vote:?}");
    }
}

#[test]
fn what_cannot_be_seen_does_not_count() {
    let mut rng: Rng = Seed(25).rng();
    let params = Params { worlds_max: 8, depth_max: 2, ..PARAMS };
    each_turn(&mut seated(Seed(26)), |table, view| {
        let told: View = view.to_string().parse().expect("a view reads back");
        assert_eq!(ask(view, &params, &[]), ask(&told, &params, &[]), "{table}");
        random(view, &mut rng)
    });
}

#[test]
fn the_favourite_yields_to_a_clear_gain_only() {
    let mut asked = 0;
    for view in views(27, rounds(60, 600) as usize, 54) {
        let plain = ask(&view, &PARAMS, &[]);
        let Some(second) = plain.top().get(1).filter(|_| plain.worlds > 0) else { continue };
        let gap = plain.top()[0].mean - second.mean;
        let vote = |bonus| ask(&view, &Params { bonus, ..PARAMS }, &[second.play]);
        if gap > 0 {
            // The same depth and worlds: a bonus does not change what is searched.
            assert_eq!(vote(gap - 1).play(), plain.play(), "{view}");
            assert_eq!(vote(gap + 1).play(), second.play, "{view}");
            asked += 1;
        }
    }
    assert!(asked > 10, "{asked}");
}

#[test]
fn the_clock_is_asked_every_128_nodes_and_obeyed_at_once() {
    let view: View = "me=landlord hand=3455679TJQKKA2 left=14,12,12".parse().unwrap();
    let worlds = |index| uniform(&view, Seed(1), index);
    let params = Params { worlds_max: 16, nodes_per_world_max: u64::MAX, ..Params::DEFAULT };
    let mut asked = 0_u64;
    let mut count = || {
        asked += 1;
        false
    };
    let stops = Stops { soft: &mut || false, hard: &mut count };
    let vote = think(&view, &worlds, &params, &[], stops, &mut Scratch::new()).unwrap();
    // The count restarts for each world at each depth.
    let begun = u64::from(params.worlds_max * params.depth_max);
    assert!(vote.nodes > 128 * 100 && asked + begun >= vote.nodes / 128, "{asked} {vote:?}");

    let stop_at = asked / 2;
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        asked >= stop_at
    };
    let stops = Stops { soft: &mut || false, hard: &mut stop };
    let cut = think(&view, &worlds, &params, &[], stops, &mut Scratch::new()).unwrap();
    assert_eq!(asked, stop_at, "it was asked again after it had said stop");
    assert!(cut.nodes < vote.nodes && (cut.worlds, cut.depth) != (vote.worlds, vote.depth), "{cut:?}");
}
