//! The inputs of the benchmark, each used once, and the calls that take them.

use rules::{Combo, Course, Deal, Hand, Plays, Rank, Rng, Ruleset, Seat, Seed, Trick};

/// Draws a hand of 20 cards, as a landlord leads from.
pub(crate) fn lead_hand(rng: &mut Rng) -> Hand {
    rng.draw(Hand::DECK, 20)
}

/// Returns `laizi` where 7 is wild.
pub(crate) fn wild_rules() -> Ruleset {
    let seven = Rank::from_letter('7').expect("a rank");
    Ruleset::LAIZI.showing(seven).expect("a rank may be wild")
}

/// Draws two wild cards and 18 others.
pub(crate) fn wild_hand(rng: &mut Rng) -> Hand {
    let sevens = Hand::DECK.only(wild_rules().wilds().ranks());
    let two = rng.draw(sevens, 2);
    rng.draw(Hand::DECK.minus(sevens).expect("of the deck"), 18).plus(two).expect("one deck")
}

/// Draws two wild cards with 18 others, and a random lead out of 17 cards of the rest.
pub(crate) fn wild_follow(rng: &mut Rng) -> (Hand, Combo) {
    let hand = wild_hand(rng);
    let leader = rng.draw(Hand::DECK.minus(hand).expect("of the deck"), 17);
    let leads = wild_rules().plays(leader, Trick::Lead);
    (hand, *rng.pick(&leads).expect("a card may always be led"))
}

/// Draws a hand of 17 cards and a lead out of 20 others, as a peasant meets first.
pub(crate) fn follow(rng: &mut Rng) -> (Hand, Combo) {
    let leader = lead_hand(rng);
    let rest = Hand::DECK.minus(leader).expect("drawn from the deck");
    let leads = Ruleset::CLASSIC.plays(leader, Trick::Lead);
    (rng.draw(rest, 17), *rng.pick(&leads).expect("a card may always be led"))
}

/// Draws the cards of a random lead.
pub(crate) fn combo_cards(rng: &mut Rng) -> Hand {
    let leads = Ruleset::CLASSIC.plays(lead_hand(rng), Trick::Lead);
    rng.pick(&leads).expect("a card may always be led").cards()
}

/// Draws a deal, and the numbers that choose its plays.
pub(crate) fn game(rng: &mut Rng) -> (Deal, Rng) {
    (Deal::shuffled(rng), Seed(rng.next_u64()).rng())
}

/// Plays a game at random from the first lead to the end. Returns the number of actions.
pub(crate) fn playout(deal: &Deal, rng: &mut Rng, plays: &mut Plays) -> u32 {
    let rules = &Ruleset::CLASSIC;
    let mut hands = rules::Chair::ALL.map(|chair| deal.hand(chair));
    hands[0] = hands[0].plus(deal.bottom()).expect("one deck");
    let mut course = Course::start();
    let mut actions = 0;
    loop {
        let seat: Seat = course.turn();
        let hand = hands[seat.index()];
        let plays = plays.fill(rules, hand, course.trick());
        let passes = u32::from(course.trick() != Trick::Lead);
        let play = plays.get(rng.below(plays.len() as u32 + passes) as usize).copied();
        course.advance(rules, play);
        actions += 1;
        if let Some(play) = play {
            hands[seat.index()] = hand.minus(play.cards()).expect("plays are made from the hand");
            if play.cards() == hand {
                return actions;
            }
        }
    }
}
