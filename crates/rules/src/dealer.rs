//! Dealing of cards: well shuffled, or from a deck that keeps much of its order 不洗牌. The result of a dealer depends only on random
//! numbers, and for [`Dealer::Recycled`] also on the deck after the last hand.

use crate::board::Event;
use crate::card::{Card, DECK_LEN};
use crate::hand::Hand;
use crate::rank::Rank;
use crate::seat::Chair;
use crate::seed::Rng;
use crate::table::{Deal, Table};

/// The way in which cards are dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dealer {
    /// A well shuffled deck.
    #[default]
    Random,
    /// The four cards of each rank stay together; these groups and the two jokers are in random order. Then one card in four may change
    /// places with another. Each chair gets its 17 cards at once.
    Blocks,
    /// The four cards of each rank stay together, and so do the two jokers; these groups are in random order. Then a few cards may change
    /// places. Cards are dealt four at a time, the last card of each hand alone. A deal without a bomb and without a rocket in a hand is
    /// repeated, a few times at most.
    Clusters,
    /// The cards of the last hand in the order of play, cut once. Each chair gets its 17 cards at once.
    Recycled,
}

const HAND_SIZE: usize = 17;

/// A deck of cards in order. [`Deck::deal`] gives 17 cards to the first chair, 17 to the second, 17 to the third, and 3 to the bottom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck([Card; DECK_LEN]);

impl Deck {
    fn sorted() -> Deck {
        Deck::of(Card::all())
    }

    fn of(cards: impl Iterator<Item = Card>) -> Deck {
        Deck(cards.collect::<Vec<Card>>().try_into().expect("one deck"))
    }

    /// Gathers the cards of a table in the order of play, combo after combo. Then come the rest of each hand, low to high, and a bottom
    /// that no landlord has taken. A table knows no suits, so the cards of each rank get their suits in the order of the suits.
    pub fn gather(table: &Table) -> Deck {
        let played = table.log().iter().filter_map(|event| match event {
            Event::Play(_, Some(combo)) => Some([combo.body(), combo.wings()]),
            _ => None,
        });
        let bottom = if table.board().landlord().is_none() { table.deal().bottom() } else { Hand::EMPTY };
        let rests = Chair::ALL.map(|chair| table.hand(chair));
        let mut left: Vec<Card> = Card::all().collect();
        let order = played.flatten().chain(rests).chain([bottom]).flat_map(card_ranks).map(|rank| {
            let place = left.iter().position(|card| card.rank() == rank).expect("a table holds one deck");
            left.remove(place)
        });
        Deck::of(order)
    }

    /// Returns the cards in their order.
    pub fn cards(&self) -> &[Card; DECK_LEN] {
        &self.0
    }

    /// Returns the hands and the bottom.
    pub fn deal(&self) -> Deal {
        let part = |from: usize, size: usize| self.0[from..from + size].iter().map(|card| card.rank()).collect();
        let hands = [0, 1, 2].map(|chair| part(chair * HAND_SIZE, HAND_SIZE));
        Deal::new(hands, part(3 * HAND_SIZE, 3)).expect("one deck")
    }
}

impl Dealer {
    /// Every dealer.
    pub const ALL: [Dealer; 4] = [Dealer::Random, Dealer::Blocks, Dealer::Clusters, Dealer::Recycled];

    /// Returns the deck to deal. If there is no deck of a last hand, `Recycled` shuffles.
    ///
    /// ```
    /// use rules::{Seed, dealer::Dealer};
    /// let deal = |seed: u64| Dealer::Blocks.deck(None, &mut Seed(seed).rng()).deal();
    /// assert_eq!(deal(1), deal(1));
    /// assert_ne!(deal(1), deal(2));
    /// ```
    pub fn deck(self, last: Option<&Deck>, rng: &mut Rng) -> Deck {
        match (self, last) {
            (Dealer::Random, _) | (Dealer::Recycled, None) => {
                let mut deck = Deck::sorted();
                rng.shuffle(&mut deck.0);
                deck
            }
            (Dealer::Blocks, _) => block_deck(rng),
            (Dealer::Clusters, _) => cluster_deck(rng),
            (Dealer::Recycled, Some(last)) => recycled_deck(last, rng),
        }
    }
}

fn block_deck(rng: &mut Rng) -> Deck {
    let mut fours: Vec<Rank> = Rank::all().collect();
    rng.shuffle(&mut fours);
    let mut deck = deck_of_ranks(&fours);
    for place in (1..DECK_LEN).rev().step_by(4) {
        deck.0.swap(place, rng.below(place as u32 + 1) as usize);
    }
    deck
}

/// The most deals that are made in order to get one with a bomb or a rocket.
const CLUSTER_TRIES: usize = 8;

fn cluster_deck(rng: &mut Rng) -> Deck {
    let mut deck = cluster_deck_once(rng);
    for _ in 1..CLUSTER_TRIES {
        let deal = deck.deal();
        if Chair::ALL.iter().any(|&chair| has_bomb(deal.hand(chair))) {
            break;
        }
        deck = cluster_deck_once(rng);
    }
    deck
}

fn cluster_deck_once(rng: &mut Rng) -> Deck {
    // The two jokers stay together: the big joker takes part in the shuffle, and the small joker is inserted before it.
    let mut fours: Vec<Rank> = Rank::all().filter(|&rank| rank != Rank::SMALL_JOKER).collect();
    rng.shuffle(&mut fours);
    let joker = fours.iter().position(|&rank| rank == Rank::BIG_JOKER).expect("the deck has jokers");
    fours.insert(joker, Rank::SMALL_JOKER);
    let mut deck = deck_of_ranks(&fours);
    for place in (0..DECK_LEN - 4).step_by(12) {
        deck.0.swap(place, rng.below(DECK_LEN as u32) as usize);
    }
    deal_in_fours(&deck, rng.below(3) as usize)
}

/// Deals four cards at a time, beginning with chair `first`, and returns the deck in the order of the hands. The last card of each hand is
/// dealt alone.
fn deal_in_fours(deck: &Deck, first: usize) -> Deck {
    let mut hands: [Vec<Card>; 3] = Default::default();
    let mut cards = deck.0.iter().copied();
    for chair in (first..).take(3 * HAND_SIZE.div_ceil(4)).map(|turn| turn % 3) {
        let wanted = HAND_SIZE - hands[chair].len();
        hands[chair].extend(cards.by_ref().take(wanted.min(4)));
    }
    Deck::of(hands.into_iter().flatten().chain(cards))
}

/// The fewest cards on either side of the cut of the last hand's cards.
const CUT_MIN: usize = 10;

fn recycled_deck(last: &Deck, rng: &mut Rng) -> Deck {
    let mut deck = last.clone();
    deck.0.rotate_left(CUT_MIN + rng.below((DECK_LEN - 2 * CUT_MIN + 1) as u32) as usize);
    deck
}

fn deck_of_ranks(ranks: &[Rank]) -> Deck {
    Deck::of(ranks.iter().flat_map(|&rank| Card::all().filter(move |card| card.rank() == rank)))
}

fn card_ranks(hand: Hand) -> impl Iterator<Item = Rank> {
    hand.ranks().flat_map(move |rank| std::iter::repeat_n(rank, usize::from(hand.count(rank))))
}

fn has_bomb(hand: Hand) -> bool {
    !hand.at_least(4).is_empty() || hand.contains(Hand::ROCKET)
}
