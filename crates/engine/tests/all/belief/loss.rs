//! Distance of belief from the truth.

use engine::opponents::belief::{Belief, BeliefConfig, LOG2_UNIT, World};
use rules::{Rank, Seed, View};

/// Returns the number of open cards, and the log-loss of their true holders; `None` if no card is open.
pub(crate) fn loss(view: &View, truth: &World, seed: Seed, config: BeliefConfig, worlds: u32) -> Option<(f64, f64)> {
    let me = view.seat().expect("there is a landlord");
    let [first, second] = [me.next(), me.previous()];
    let open = view.unseen().minus(view.known(first)).and_then(|rest| rest.minus(view.known(second))).unwrap();
    let mine = |world: &World| world.hand(first).minus(view.known(first)).unwrap();
    let uniform = f64::from(mine(truth).len()) / f64::from(open.len());
    if uniform <= 0.0 || uniform >= 1.0 {
        return None;
    }
    let belief = Belief::with_config(view, seed, config).unwrap();
    let mut expected = [0.0; Rank::COUNT];
    for index in 0..worlds {
        let guesses: Vec<(World, i32)> = belief.guesses(index).take(belief.guesses_a_world() as usize).collect();
        let heaviest = guesses.iter().map(|guess| guess.1).max().unwrap();
        let power = |weight: i32| (f64::from(weight - heaviest) / f64::from(LOG2_UNIT)).exp2();
        let sum: f64 = guesses.iter().map(|guess| power(guess.1)).sum();
        for (world, weight) in &guesses {
            let share = power(*weight) / sum;
            open.ranks().into_iter().for_each(|rank| {
                expected[rank.index()] += share * f64::from(mine(world).count(rank));
            });
        }
    }
    let of = |rank: Rank| {
        let (held, all) = (f64::from(mine(truth).count(rank)), f64::from(open.count(rank)));
        let chance = (expected[rank.index()] / all + uniform) / (f64::from(worlds) + 1.0);
        -held * chance.ln() - (all - held) * (1.0 - chance).ln()
    };
    Some((f64::from(open.len()), open.ranks().into_iter().map(of).sum()))
}
