//! What the nets say of a hand before a card is played: in the seat, with each of some bottoms, after the best lead.

use rules::{Combo, Hand, Plays, Ruleset, Seat, Seed, Trick};

use super::BOTTOM_STREAM;
use crate::net::{Accumulator, CHANCE_ONE, Others, Past, Scene, Weights, chance};

/// How many bottoms are tried: each asks about dozens of leads.
const BOTTOMS: i32 = 8;

/// In how many of 1,000 deals the landlord's net expects to win with these 17 cards and three of the others.
pub(super) fn wins(hand: Hand, rules: &Ruleset, weights: &Weights, plays: &mut Plays) -> i32 {
    let unseen = Hand::DECK.minus(hand).expect("a hand is part of the deck");
    let mut rng = Seed(hand.bits()).stream(BOTTOM_STREAM).rng();
    let mut with = |bottom: Hand| {
        let twenty = hand.plus(bottom).expect("the bottom is unseen");
        let others = Others::Unseen(unseen.minus(bottom).expect("it was drawn there"));
        let past = Past::start(bottom);
        let scene = Scene { me: Seat::Landlord, hand: twenty, others, left: [20, 17, 17], standing: None, past: &past };
        let accumulator = Accumulator::new(weights, scene);
        let leads = plays.fill(rules, twenty, Trick::Lead);
        // Of plays that differ in their kickers alone the first will do: there are hundreds, and it has the lowest.
        let body = |play: &Combo| (play.kind(), play.run(), play.key());
        let firsts = leads.chunk_by(|one, next| body(one) == body(next)).map(|alike| alike[0]);
        let best = firsts.map(|play| match play.cards() == twenty {
            true => CHANCE_ONE,
            false => chance(accumulator.value(Some(play))),
        });
        best.max().expect("twenty cards have a lead")
    };
    let sum: i32 = (0..BOTTOMS).map(|_| with(rng.draw(unseen, 3))).sum();
    sum * 125 / (BOTTOMS * (CHANCE_ONE / 8))
}
