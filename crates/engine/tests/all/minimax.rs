//! Monte Carlo minimax: the published form and ours.

mod published;

use engine::endgame::Endgame;
use rules::{Hand, Seat, Seed, View};

use crate::game::{each_turn, random, seated};

/// Makes views of some turns of random games in which the seats together hold at most `cards_max` cards.
pub(crate) fn views(seed: u64, count: usize, cards_max: u32) -> Vec<View> {
    let mut views = Vec::new();
    for game in 0.. {
        let seed = Seed(seed).stream(game);
        let mut rng = seed.rng();
        each_turn(&mut seated(seed), |_, view| {
            let left: u32 = Seat::ALL.iter().map(|&seat| view.course().left(seat)).sum();
            if left <= cards_max && rng.below(4) == 0 {
                views.push(view.clone());
            }
            random(view, &mut rng)
        });
        if views.len() >= count {
            views.truncate(count);
            return views;
        }
    }
    unreachable!("games go on for ever")
}

/// Makes an endgame of a view's world.
pub(crate) fn open(view: &View, hands: [Hand; 3]) -> Endgame {
    let game = Endgame::three(*view.rules(), hands).expect("worlds are endgames");
    match view.course().standing() {
        Some((owner, combo)) => game.answering(view.seat().unwrap(), combo, owner).expect("it stands"),
        None => game.led_by(view.seat().unwrap()).unwrap(),
    }
}
