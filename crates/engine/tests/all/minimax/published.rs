//! The published player against a slow one that is written from its description: whole trees, no pruning, every leaf
//! counted.

use engine::Decider;
use engine::decision::Unit;
use engine::endgame::{Endgame, Next, SolveLimits};
use engine::search::minimax::{Leaf, Published, Ties, VoteBuffers, published, published_in, uniform};
use rules::{Combo, Seat, Seed, View};

use super::{open, views};
use crate::game::{fresh, published as named, rounds};

/// Returns the worth of the cards left to `me`.
fn worth(leaf: Leaf, me: Seat, left: [u32; 3]) -> i32 {
    let score = |cards: u32| 200 - 10 * cards as i32;
    let enemies = Seat::ALL.into_iter().filter(|seat| seat.side() != me.side());
    let nearer = enemies.map(|seat| left[seat.index()]).min().unwrap();
    score(left[me.index()]) - if leaf == Leaf::Both { score(nearer) } else { 0 }
}

/// Returns the value of `play` for `me`, with `depth` plies to come after it.
fn value(game: &Endgame, me: Seat, play: Option<Combo>, depth: u32, leaf: Leaf) -> i32 {
    let left = |game: &Endgame| Seat::ALL.map(|seat| game.hand(seat).len());
    let next = match game.after(play).expect("a listed play is legal") {
        Next::Over(seat) => {
            let mut left = left(game);
            left[seat.index()] = 0;
            return worth(leaf, me, left);
        }
        Next::Position(next) => next,
    };
    if depth == 0 {
        return worth(leaf, me, left(&next));
    }
    let values = next.plays().into_iter().map(|play| value(&next, me, play, depth - 1, leaf));
    if next.turn().side() == me.side() { values.max() } else { values.min() }.expect("there is always a play")
}

#[test]
fn votes_are_those_of_whole_trees() {
    for (number, view) in views(1, rounds(120, 2_000) as usize, 24).iter().enumerate() {
        let me = view.seat().unwrap();
        let (depth, leaf) = (1 + number as u32 % 4, Leaf::ALL[number / 4 % 2]);
        let params = Published { samples: 4, depth, leaf, ..Published::DEFAULT };
        let seed = Seed(number as u64);
        let vote = published(view, seed, &params, &mut || false, &mut VoteBuffers::new()).unwrap();
        let plays = open(view, uniform(view, seed, 0)).plays();
        let (mut wins, mut sums) = (vec![0; plays.len()], vec![0; plays.len()]);
        for world in 0..params.samples {
            let game = open(view, uniform(view, seed, world));
            let values: Vec<i32> = plays.iter().map(|&play| value(&game, me, play, depth - 1, leaf)).collect();
            let best = values.iter().max().unwrap();
            wins[values.iter().position(|value| value == best).unwrap()] += 1;
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        for voted in vote.top() {
            let place = plays.iter().position(|&play| play == voted.play).unwrap();
            assert_eq!((voted.wins, voted.mean), (wins[place], sums[place] / 4), "{params:?} {voted:?}\n{view}");
        }
        assert_eq!(wins.iter().max(), Some(&vote.top()[0].wins), "{params:?}\n{view}");
    }
}

/// A vote says which play the deals like best, and not how often it wins.
#[test]
fn values_are_votes() {
    for view in views(3, 12, 24) {
        let decision = fresh(&view, &named("minimax-published"), Seed(3));
        if decision.decider == Decider::Search {
            assert_eq!((decision.unit, decision.win_chance), (Unit::Votes, None), "{view}");
            let votes = decision.candidates.as_slice().iter().map(|candidate| candidate.value).sum::<i32>();
            assert!(votes <= 1000, "{decision:?} in {view}");
        }
    }
}

#[test]
fn a_stopped_vote_is_that_of_the_finished_worlds() {
    let mut cut = 0;
    for view in views(2, rounds(60, 500) as usize, 40) {
        let params = Published { depth: 4, ..Published::DEFAULT };
        let ask = |params: &Published| published(&view, Seed(3), params, &mut || false, &mut VoteBuffers::new());
        let whole = ask(&params).unwrap();
        let limits = SolveLimits { nodes_max: whole.nodes / 2 };
        let Ok(vote) = ask(&Published { limits, ..params }) else { continue };
        cut += u32::from(vote.worlds < 10);
        let again = ask(&Published { samples: vote.worlds, ..params }).unwrap();
        assert_eq!((vote.top(), vote.nodes), (again.top(), again.nodes), "{view}");
    }
    assert!(cut > 10, "{cut}");
}

#[test]
fn at_three_plies_the_leader_lays_the_most_cards() {
    // No answer changes my hand before my next turn, so the published player leads its longest combo.
    let view: View = "me=landlord hand=34567899TT left=10,9,9".parse().unwrap();
    let vote = published(&view, Seed(1), &Published::DEFAULT, &mut || false, &mut VoteBuffers::new());
    assert_eq!(vote.unwrap().play().map(|play| play.to_string()), Some("3456789T".to_owned()));
}

#[test]
fn worlds_may_come_from_elsewhere() {
    // In the one world that there is only the seven comes back to me: a second card goes within four plies.
    let view: View = "me=landlord hand=467 left=3,1,2".parse().unwrap();
    let world = |_: u32| ["467", "3", "37"].map(|hand| hand.parse().unwrap());
    let params = Published { samples: 1, depth: 4, ..Published::DEFAULT };
    let vote = published_in((&view, &world), Seed(1), &params, &mut || false, &mut VoteBuffers::new()).unwrap();
    let top: Vec<_> = vote.top().iter().map(|voted| (voted.play.unwrap().to_string(), voted.mean)).collect();
    assert_eq!(top, [("7", 190), ("4", 180), ("6", 180)].map(|(play, mean)| (play.to_owned(), mean)));
}

#[test]
fn equal_plays_share_the_votes_as_they_are_read() {
    // Whichever single goes, nothing comes back within a ply: all four are equal in every world.
    let view: View = "me=landlord hand=479J left=4,8,8".parse().unwrap();
    let votes = |ties| {
        let params = Published { samples: 40, depth: 1, ties, ..Published::DEFAULT };
        let vote = published(&view, Seed(1), &params, &mut || false, &mut VoteBuffers::new()).unwrap();
        ["4", "7", "9", "J"].map(|play| {
            let named = |voted: &&engine::search::minimax::Voted| voted.play.unwrap().to_string() == play;
            vote.top().iter().find(named).map_or(0, |voted| voted.wins)
        })
    };
    assert_eq!(votes(Ties::First), [40, 0, 0, 0]);
    assert_eq!(votes(Ties::Last), [0, 0, 0, 40]);
    assert_eq!(votes(Ties::Every), [40; 4]);
    let chance = votes(Ties::Chance);
    assert!(chance.iter().sum::<u32>() == 40 && chance.iter().all(|&votes| votes > 2), "{chance:?}");
    assert_eq!(votes(Ties::Chance), chance, "the seed fixes it");
}
