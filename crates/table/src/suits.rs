//! The cards of a hand with their suits. The rules look at ranks alone; people want to see the cards they hold.

use rules::card::{Card, Suit};
use rules::{Chair, Combo, Deck, Hand, PassOn, Rank};

/// The holder of each card. In step with a table's hands.
pub(crate) struct Suits {
    held: [Vec<Card>; 3],
    bottom: Vec<Card>,
    /// The cards that each chair has passed on.
    gifts: [Vec<Card>; 3],
}

impl Suits {
    /// The cards of a deck, as they are dealt.
    pub(crate) fn of(deck: &Deck) -> Suits {
        let part = |from: usize, size: usize| sorted(deck.cards()[from..from + size].to_vec());
        Suits { held: [0, 1, 2].map(|chair| part(chair * 17, 17)), bottom: part(51, 3), gifts: Default::default() }
    }

    /// The cards that a chair holds, low to high.
    pub(crate) fn held(&self, chair: Chair) -> &[Card] {
        &self.held[chair.index()]
    }

    /// The bottom cards.
    pub(crate) fn bottom(&self) -> &[Card] {
        &self.bottom
    }

    /// The landlord takes the bottom cards.
    pub(crate) fn take_bottom(&mut self, chair: Chair) {
        let held = &mut self.held[chair.index()];
        held.extend_from_slice(&self.bottom);
        held.sort();
    }

    /// Each chair passes these cards on: all go before any comes.
    pub(crate) fn pass_on(&mut self, direction: PassOn, gifts: &[(Chair, Hand)]) {
        for &(giver, cards) in gifts {
            self.gifts[giver.index()] = take(&mut self.held[giver.index()], cards);
        }
        for &(giver, _) in gifts {
            let receiver = direction.receiver(giver).expect("cards are passed on");
            let held = &mut self.held[receiver.index()];
            held.extend_from_slice(&self.gifts[giver.index()]);
            held.sort();
        }
    }

    /// The cards that a chair has passed on, low to high.
    pub(crate) fn gift(&self, giver: Chair) -> &[Card] {
        &self.gifts[giver.index()]
    }

    /// Takes the cards of a play out of a chair's hand: the body first, then what rides along.
    pub(crate) fn play(&mut self, chair: Chair, combo: Combo) -> Vec<Card> {
        let held = &mut self.held[chair.index()];
        let mut played = take(held, combo.body());
        played.extend(take(held, combo.wings()));
        played
    }
}

/// Takes cards of these ranks out of a hand, the first of each.
fn take(held: &mut Vec<Card>, cards: Hand) -> Vec<Card> {
    let each = cards.ranks().flat_map(|rank| std::iter::repeat_n(rank, usize::from(cards.count(rank))));
    each.map(|rank| held.remove(place_of(held, rank))).collect()
}

/// Where a hand has the first card of a rank.
fn place_of(held: &[Card], rank: Rank) -> usize {
    held.iter().position(|card| card.rank() == rank).expect("the table has checked that it is held")
}

fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort();
    cards
}

/// True if the suit is printed in red.
pub(crate) fn is_red(card: Card) -> bool {
    match card.suit() {
        Some(suit) => matches!(suit, Suit::Heart | Suit::Diamond),
        None => card.rank() == Rank::BIG_JOKER,
    }
}

#[cfg(test)]
mod tests {
    use rules::{Dealer, Ruleset, Seed};

    use super::*;

    fn ranks(cards: &[Card]) -> Hand {
        cards.iter().map(|card| card.rank()).collect()
    }

    #[test]
    fn a_deal_is_the_deck_and_plays_take_their_cards() {
        let deck = Dealer::Random.deck(None, &mut Seed(5).rng());
        let (mut suits, deal) = (Suits::of(&deck), deck.deal());
        let mut all: Vec<Card> = Chair::ALL.iter().flat_map(|&chair| suits.held(chair).to_vec()).collect();
        all.extend_from_slice(suits.bottom());
        all.sort();
        assert!(all.into_iter().eq(Card::all()));

        suits.take_bottom(Chair::Second);
        let hand = deal.hand(Chair::Second).plus(deal.bottom()).unwrap();
        assert_eq!(ranks(suits.held(Chair::Second)), hand);
        let combo =
            Ruleset::CLASSIC.plays(hand, rules::Trick::Lead).into_iter().max_by_key(|combo| combo.len()).unwrap();
        let played = suits.play(Chair::Second, combo);
        assert_eq!(ranks(&played), combo.cards());
        assert_eq!(ranks(suits.held(Chair::Second)), hand.minus(combo.cards()).unwrap());
        assert!(suits.held(Chair::Second).iter().all(|card| !played.contains(card)));
    }
}
