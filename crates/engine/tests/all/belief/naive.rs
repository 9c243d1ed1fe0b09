//! Naive players: the belief recognises them within a hand, and takes few others for naive.

use engine::opponents::belief::{Belief, BeliefConfig, TypePrior, World};
use engine::opponents::naive;
use engine::{Scratch, decide};
use rules::{Action, Seat, Seed, View};

use super::loss::loss;
use crate::game::{each_turn, persona, rounds, seated};

/// The naive ones of 1,000 players.
const PRIOR: i32 = 100;
const MODELLED: BeliefConfig = BeliefConfig::FITTED.with_naive_prior(TypePrior::of(PRIOR));

/// Returns the effect of modelling the naive type: the loss with it less the loss without, in thousandths of a nat per card, and how many
/// of 100 draws of another seat are naive.
fn look_on(hands: u32, act: impl Fn(&View, Seed, &mut Scratch) -> Action) -> (f64, f64) {
    let (mut cards, mut change, mut seen, mut worlds) = (0.0, 0.0, 0, 0);
    let mut scratch = Scratch::new();
    for number in 0..u64::from(hands) {
        let seed = Seed(4300).stream(number);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut seated(seed), |table, view| {
            if view.log().len() > 12 && rng.below(4) == 0 {
                let truth = World::new(view, Seat::ALL.map(|seat| table.hand_of(seat).unwrap())).unwrap();
                let turn = seed.stream(100 + view.log().len() as u64);
                if let Some((open, without)) = loss(view, &truth, turn, BeliefConfig::FITTED, 32) {
                    cards += open;
                    change += loss(view, &truth, turn, MODELLED, 32).unwrap().1 - without;
                }
                let belief = Belief::with_config(view, turn, MODELLED).unwrap();
                for index in 0..16 {
                    let naive = belief.sample_naive(index, &belief.world(index));
                    assert!(!naive[view.seat().unwrap().index()], "the viewer is not modelled");
                    seen += naive.iter().filter(|&&is_naive| is_naive).count();
                    worlds += 2;
                }
            }
            act(view, seed.stream(2), &mut scratch)
        });
    }
    (1000.0 * change / cards, 100.0 * seen as f64 / f64::from(worlds))
}

/// The test checks orders, not figures, so that better weights of the belief do not break it.
#[test]
fn naive_players_are_recognised_and_others_are_not() {
    let (change, naive) = look_on(rounds(8, 400), |view, seed, _| {
        let bombs_freely = seed.stream(view.log().len() as u64).rng().below(2) == 0;
        let standing = view.course().standing();
        Action::Play(naive::play(view.rules(), view.seat().unwrap(), view.hand(), standing, bombs_freely))
    });
    println!("naive: loss {change:+.1}, seen in {naive:.0} of 100");
    assert!(change < 0.0 && naive > f64::from(PRIOR) / 10.0, "{change} {naive}");
    for name in ["rules", "casual"] {
        let player = persona(name);
        let (change, seen) = look_on(rounds(8, 400), |view, seed, scratch| {
            decide(view, &player, seed, scratch).expect("it is its turn").action
        });
        println!("{name}: loss {change:+.1}, seen in {seen:.0} of 100");
        assert!(seen < naive, "{name}: {seen}");
    }
}

#[test]
fn without_a_prior_no_seat_is_naive() {
    let view: View = "me=up hand=3344JJ left=5,4,6 standing=landlord:99".parse().unwrap();
    let belief = Belief::new(&view, Seed(1)).unwrap();
    assert!((0..50).all(|index| belief.sample_naive(index, &belief.world(index)) == [false; 3]));
}
