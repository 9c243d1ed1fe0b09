//! The nets' judgement of a hand before the first play: of 17 cards in the landlord's seat, with several bottoms; and of any seat's hand
//! once the bottom is shown.

use rules::{Combo, Hand, Plays, Ruleset, Seat, Seed, Trick, View};

use crate::net::{Accumulator, CHANCE_ONE, NetInput, Objective, Others, Past, SCORE_ONE, Weights};
use crate::opponents::belief::Belief;

/// The random stream of the bottoms. The seed is the hand, so a hand gets the same bottoms out of the same cards.
pub(super) const BOTTOM_STREAM: u64 = 0xB077;
/// The number of bottoms that are tried. There are few, because the net values many leads for each.
const BOTTOMS_TRIED: i32 = 8;
const WORLDS_TRIED: u32 = 16;

/// Returns in how many of 1,000 deals the landlord's net expects to win with these 17 cards and three of `hidden`.
pub(super) fn landlord_wins(hand: Hand, hidden: Hand, rules: &Ruleset, weights: &Weights, plays: &mut Plays) -> i32 {
    let unseen = Hand::DECK.minus(hand).expect("a hand is part of the deck");
    let mut rng = Seed(hand.bits()).stream(BOTTOM_STREAM).rng();
    let mut with = |bottom: Hand| {
        let twenty = hand.plus(bottom).expect("the bottom is unseen");
        let others = Others::Unseen(unseen.minus(bottom).expect("it was drawn there"));
        let past = Past::start(bottom);
        let accumulator = Accumulator::new(weights, first_lead(twenty, others, &past));
        best_lead(rules, twenty, plays, CHANCE_ONE, |play| accumulator.value(Some(play)).chance())
    };
    let sum: i32 = (0..BOTTOMS_TRIED).map(|_| with(rng.draw(hidden, 3))).sum();
    sum * 125 / (BOTTOMS_TRIED * (CHANCE_ONE / 8))
}

/// Returns the score that the seat expects before the first lead; [`SCORE_ONE`] is one stake. For a peasant it is the negative of the
/// landlord's score, by the full-information net in some likely deals.
pub(super) fn score(view: &View, me: Seat, seed: Seed, weights: &Weights, plays: &mut Plays) -> i32 {
    let past = Past::start(view.board().known_cards(Seat::Landlord));
    let mut of_landlord = |hand: Hand, others: Others| {
        let accumulator = Accumulator::new(weights, first_lead(hand, others, &past));
        best_lead(view.rules(), hand, plays, SCORE_ONE, |play| {
            accumulator.prediction(Some(play)).value(Objective::Score, Some(play))
        })
    };
    if me == Seat::Landlord {
        return of_landlord(view.hand(), Others::Unseen(view.unseen()));
    }
    let belief = Belief::new(view, seed).expect("the landlord is known");
    let worlds = (0..WORLDS_TRIED).map(|index| belief.world(index));
    let sum: i32 = worlds
        .map(|world| {
            let [landlord, down, up] = world.hands();
            of_landlord(landlord, Others::Known([down, up]))
        })
        .sum();
    -sum / WORLDS_TRIED as i32
}

fn first_lead(hand: Hand, others: Others, past: &Past) -> NetInput<'_> {
    NetInput { me: Seat::Landlord, hand, others, left: [20, 17, 17], standing: None, past }
}

/// Returns the largest value among tried leads. A lead that empties the hand has the value `win`.
fn best_lead(rules: &Ruleset, hand: Hand, plays: &mut Plays, win: i32, value: impl Fn(Combo) -> i32) -> i32 {
    let leads = plays.fill(rules, hand, Trick::Lead);
    // Of plays that differ only in their kickers the first is enough: there may be many, and the first has low kickers.
    let body = |play: &Combo| (play.kind(), play.run(), play.key());
    let firsts = leads.chunk_by(|one, next| body(one) == body(next)).map(|alike| alike[0]);
    let values = firsts.map(|play| if play.cards() == hand { win } else { value(play) });
    values.max().expect("twenty cards have a lead")
}
