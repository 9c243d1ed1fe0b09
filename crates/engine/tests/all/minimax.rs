//! Monte Carlo minimax: the published player against a slow one that is written from its description and does not prune.

use engine::Decider;
use engine::decision::Unit;
use engine::endgame::{AfterPlay, Endgame, SolveLimits};
use engine::opponents::belief::World;
use engine::search::minimax::{LeafCards, PublishedParams, uniform_hands, vote_published};
use rules::{Combo, Hand, Seat, Seed, View};

use crate::game::{decide_fresh, each_turn, published_bot, random_action, rounds, seated_table};

/// Returns views of random games in which the seats together hold at most `cards_max` cards.
fn views(seed: u64, count: usize, cards_max: u32) -> Vec<View> {
    let mut views = Vec::new();
    for game in 0.. {
        let seed = Seed(seed).stream(game);
        let mut rng = seed.rng();
        each_turn(&mut seated_table(seed), |_, view| {
            let left: u32 = Seat::ALL.iter().map(|&seat| view.course().left(seat)).sum();
            if left <= cards_max && rng.below(4) == 0 {
                views.push(view.clone());
            }
            random_action(view, &mut rng)
        });
        if views.len() >= count {
            views.truncate(count);
            return views;
        }
    }
    unreachable!("games go on for ever")
}

pub(crate) fn endgame_of(view: &View, hands: [Hand; 3]) -> Endgame {
    let game = Endgame::new(*view.rules(), hands).expect("worlds are endgames");
    game.with_turn(view.seat().unwrap(), view.course().standing()).expect("it stands")
}

fn leaf_score(leaf: LeafCards, me: Seat, left: [u32; 3]) -> i32 {
    let score = |cards: u32| 200 - 10 * cards as i32;
    let enemies = Seat::ALL.into_iter().filter(|seat| seat.side() != me.side());
    let nearer = enemies.map(|seat| left[seat.index()]).min().unwrap();
    score(left[me.index()]) - if leaf == LeafCards::Both { score(nearer) } else { 0 }
}

/// Returns the value of `play` for `me`, with `depth` plies to come after it.
fn play_value(game: &Endgame, me: Seat, play: Option<Combo>, depth: u32, leaf: LeafCards) -> i32 {
    let left = |game: &Endgame| Seat::ALL.map(|seat| game.hand(seat).len());
    let next = match game.after(play) {
        AfterPlay::Over(seat) => {
            let mut left = left(game);
            left[seat.index()] = 0;
            return leaf_score(leaf, me, left);
        }
        AfterPlay::Position(next) => next,
    };
    if depth == 0 {
        return leaf_score(leaf, me, left(&next));
    }
    let values = next.plays().into_iter().map(|play| play_value(&next, me, play, depth - 1, leaf));
    if next.turn().side() == me.side() { values.max() } else { values.min() }.expect("there is always a play")
}

#[test]
fn votes_agree_with_unpruned_trees() {
    for (number, view) in views(1, rounds(120) as usize, 24).iter().enumerate() {
        let me = view.seat().unwrap();
        let (depth, leaf) = (1 + number as u32 % 4, LeafCards::ALL[number / 4 % 2]);
        let params = PublishedParams { samples: 4, depth, leaf, ..PublishedParams::DEFAULT };
        let seed = Seed(number as u64);
        let vote = vote_published(view, seed, &params, &mut || false).unwrap();
        let plays = endgame_of(view, uniform_hands(view, seed, 0)).plays();
        let mut wins = vec![0; plays.len()];
        for world in 0..params.samples {
            let hands = uniform_hands(view, seed, world);
            assert!(World::new(view, hands).is_some(), "{hands:?} in {view}");
            let game = endgame_of(view, hands);
            let values: Vec<i32> = plays.iter().map(|&play| play_value(&game, me, play, depth - 1, leaf)).collect();
            let best = values.iter().max().unwrap();
            wins[values.iter().position(|value| value == best).unwrap()] += 1;
        }
        for voted in vote.plays.as_slice() {
            let place = plays.iter().position(|&play| play == voted.play).unwrap();
            assert_eq!(voted.value, wins[place], "{params:?} {voted:?}\n{view}");
        }
        assert_eq!(wins.iter().max(), Some(&vote.plays.as_slice()[0].value), "{params:?}\n{view}");
    }
}

#[test]
fn values_are_votes() {
    for view in views(3, 12, 24) {
        let decision = decide_fresh(&view, &published_bot("minimax-published"), Seed(3));
        if decision.decider == Decider::Search {
            assert_eq!((decision.unit, decision.win_chance), (Unit::Votes, None), "{view}");
            let votes = decision.candidates.as_slice().iter().map(|candidate| candidate.value).sum::<i32>();
            assert!(votes <= 1000, "{decision:?} in {view}");
        }
    }
}

#[test]
fn a_stopped_vote_counts_the_finished_worlds() {
    let mut cut = 0;
    for view in views(2, rounds(60) as usize, 40) {
        let params = PublishedParams { depth: 4, ..PublishedParams::DEFAULT };
        let ask = |params: &PublishedParams| vote_published(&view, Seed(3), params, &mut || false);
        let whole = ask(&params).unwrap();
        let limits = SolveLimits { nodes_max: whole.nodes / 2 };
        let Ok(vote) = ask(&PublishedParams { limits, ..params }) else { continue };
        cut += u32::from(vote.worlds < 10);
        let again = ask(&PublishedParams { samples: vote.worlds, ..params }).unwrap();
        assert_eq!((vote.plays, vote.nodes), (again.plays, again.nodes), "{view}");
    }
    assert!(cut > 10, "{cut}");
}
