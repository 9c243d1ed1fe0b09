//! Cards as a backend told them: with suits if its numbers have suits. Otherwise, and for text, they are only ranks. Rules need the ranks;
//! the backend wants its own cards back.

use std::sync::LazyLock;

use rules::card::{Card, Codec};
use rules::{Hand, Rank};

/// One card, or only its rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardOrRank(u8);

/// The first byte that stands for a rank without suit.
const RANKS_FROM: u8 = 64;

impl CardOrRank {
    /// Returns the byte that stands for it in stored rooms: 0 to 53 a card, 64 to 78 a rank.
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// Reads a stored byte.
    pub const fn from_byte(byte: u8) -> Option<CardOrRank> {
        match byte {
            0..=53 | 64..=78 => Some(CardOrRank(byte)),
            _ => None,
        }
    }

    /// Returns its rank.
    pub fn rank(self) -> Rank {
        match self.card() {
            Some(card) => card.rank(),
            None => Rank::from_index(usize::from(self.0 - RANKS_FROM)).expect("a told rank is one of fifteen"),
        }
    }

    /// Returns the card with its suit, if that was told. Jokers need no suit.
    pub fn card(self) -> Option<Card> {
        // This runs for each card of a hand: a search of the deck each time would take longer than the replay.
        static DECK: LazyLock<Vec<Card>> = LazyLock::new(|| Card::all().collect());
        DECK.get(usize::from(self.0)).copied()
    }
}

impl From<Card> for CardOrRank {
    fn from(card: Card) -> CardOrRank {
        CardOrRank(card.index() as u8)
    }
}

impl From<Rank> for CardOrRank {
    fn from(rank: Rank) -> CardOrRank {
        match Card::new(rank, None) {
            Some(joker) => CardOrRank::from(joker),
            None => CardOrRank(RANKS_FROM + rank.index() as u8),
        }
    }
}

/// Some cards in the order in which they were told. They fit into one deck, and no card is in it twice.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cards(Vec<CardOrRank>);

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(Vec::new());

    /// Makes cards of this list; `None` if they do not fit into one deck.
    pub fn new(told: Vec<CardOrRank>) -> Option<Cards> {
        let cards = Cards(told);
        Tally::default().add(&cards).is_ok().then_some(cards)
    }

    /// Makes cards of ranks without suits.
    pub fn of(hand: Hand) -> Cards {
        let mut told = Vec::with_capacity(hand.len() as usize);
        for rank in hand.ranks() {
            told.extend(std::iter::repeat_n(CardOrRank::from(rank), usize::from(hand.count(rank))));
        }
        Cards(told)
    }

    /// Makes cards of `ids`, which `codec` has decoded as `hand`.
    pub fn of_ids(codec: &Codec, ids: &[u32], hand: Hand) -> Cards {
        if *codec == Codec::Counts15 {
            return Cards::of(hand);
        }
        let told = ids
            .iter()
            .filter_map(|&id| codec.card(id).map(CardOrRank::from).or_else(|| codec.rank(id).map(CardOrRank::from)));
        Cards(told.collect())
    }

    /// Returns the same cards as numbers of `codec`; `None` when the codec has suits and these cards do not.
    pub fn ids(&self, codec: &Codec) -> Option<Vec<u32>> {
        if *codec == Codec::Counts15 {
            return Some(self.hand().counts().map(u32::from).to_vec());
        }
        let any = |told: CardOrRank| {
            if codec.has_suits() { told.card() } else { Card::all().find(|card| card.rank() == told.rank()) }
        };
        self.0.iter().map(|&told| any(told).and_then(|card| codec.id(card))).collect()
    }

    /// Returns their ranks.
    pub fn hand(&self) -> Hand {
        self.0.iter().fold(Hand::EMPTY, |hand, told| hand.plus(Hand::one(told.rank())).expect("they fit into one deck"))
    }

    /// Returns the cards, one by one.
    pub fn as_slice(&self) -> &[CardOrRank] {
        &self.0
    }

    /// Returns their number.
    pub fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Picks cards of these ranks: low to high by rank, equal ranks as they were told. `None` if one is not here.
    pub fn pick(&self, ranks: Hand) -> Option<Cards> {
        self.hand().contains(ranks).then(|| {
            let of_rank = |rank| self.0.iter().copied().filter(move |told| told.rank() == rank);
            Cards(ranks.ranks().flat_map(|rank| of_rank(rank).take(usize::from(ranks.count(rank)))).collect())
        })
    }

    /// Adds `more`; `None` if all together do not fit into one deck.
    pub fn plus(&self, more: &Cards) -> Option<Cards> {
        self.plus_all([more])
    }

    /// Adds several lists of cards; `None` if all together do not fit into one deck.
    pub(super) fn plus_all<'c>(&self, more: impl IntoIterator<Item = &'c Cards>) -> Option<Cards> {
        let mut told = self.0.clone();
        more.into_iter().for_each(|more| told.extend_from_slice(&more.0));
        Cards::new(told)
    }

    /// Finds the rank at which these cards and `more` do not fit into one deck.
    pub(super) fn clash_with(&self, more: &Cards) -> Option<Rank> {
        let mut tally = Tally::default();
        tally.add(self).and_then(|()| tally.add(more)).err()
    }

    /// Takes `part` away; `None` if a card of it is not here. A rank without suit takes the first card of that rank. A card with suit takes
    /// itself, otherwise a rank without suit.
    pub fn minus(&self, part: &Cards) -> Option<Cards> {
        let mut left = self.0.clone();
        for &one in &part.0 {
            let exact = left.iter().position(|&here| here == one);
            let same_rank =
                |here: &CardOrRank| here.rank() == one.rank() && (here.card().is_none() || one.card().is_none());
            let place = exact.or_else(|| left.iter().position(same_rank))?;
            left.remove(place);
        }
        Some(Cards(left))
    }
}

/// A count of cards against one deck.
#[derive(Default)]
pub(super) struct Tally {
    hand: Hand,
    /// The cards that were told with suits, as bits.
    exact: u64,
}

impl Tally {
    /// Adds `cards`. The error is the rank of which one deck has too few.
    pub(super) fn add(&mut self, cards: &Cards) -> Result<(), Rank> {
        for one in &cards.0 {
            let hand = self.hand.plus(Hand::one(one.rank())).ok_or(one.rank())?;
            let bit = one.card().map_or(0, |card| 1 << card.index());
            if self.exact & bit != 0 {
                return Err(one.rank());
            }
            (self.hand, self.exact) = (hand, self.exact | bit);
        }
        Ok(())
    }

    /// Returns their ranks.
    pub(super) const fn hand(&self) -> Hand {
        self.hand
    }
}

#[cfg(test)]
mod tests {
    use rules::Seed;
    use rules::card::OwnNumbers;

    use super::*;

    fn sent(codec: &Codec, ids: &[u32]) -> Cards {
        Cards::of_ids(codec, ids, codec.decode(ids).unwrap())
    }

    fn ids(ids: &[u32]) -> Cards {
        sent(&Codec::RanksFrom0, ids)
    }

    /// Returns every codec, and two of a backend's own: numbers with suits, and numbers of ranks.
    fn codecs() -> impl Iterator<Item = Codec> {
        let own =
            |number: fn(u32) -> u32| Codec::Own(OwnNumbers::new(&(0..54).map(number).collect::<Vec<u32>>()).unwrap());
        let ranks = own(|place| if place < 52 { place / 4 } else { place - 39 });
        Codec::ALL.into_iter().chain([own(|place| 1000 - 7 * place), ranks])
    }

    #[test]
    fn cards_come_back_as_they_were_told() {
        for codec in &codecs().collect::<Vec<Codec>>() {
            for rank in Rank::all() {
                let one = codec.encode(Hand::one(rank));
                assert_eq!(sent(codec, &one).ids(codec), Some(one));
            }
            for card in Card::all().filter(|_| codec.has_suits()) {
                let id = codec.id(card).unwrap();
                let picked = sent(codec, &[id]).pick(Hand::one(card.rank())).unwrap();
                assert_eq!(picked.ids(codec), Some(vec![id]), "{card} in {}", codec.name());
            }
            let deck = codec.encode(Hand::DECK);
            let cards = sent(codec, &deck);
            assert_eq!(cards.pick(Hand::DECK).and_then(|all| all.ids(codec)).as_ref(), Some(&deck));
            assert_eq!((cards.hand(), cards.ids(codec)), (Hand::DECK, Some(deck)));
            let bytes: Vec<u8> = cards.as_slice().iter().map(|told| told.byte()).collect();
            let back = bytes
                .iter()
                .map(|&byte| CardOrRank::from_byte(byte))
                .collect::<Option<Vec<CardOrRank>>>()
                .and_then(Cards::new);
            assert_eq!(back, Some(cards));
        }
        assert_eq!(Cards::of("33D".parse().unwrap()).ids(&Codec::RanksFrom0), None);
    }

    #[test]
    fn a_rank_takes_the_first_of_its_cards_and_a_card_only_itself() {
        let hand = ids(&[2, 0, 7]); // 3♣ 3♠ 4♦
        assert_eq!(hand.minus(&Cards::of("3".parse().unwrap())), Some(ids(&[0, 7])));
        assert_eq!(hand.minus(&ids(&[0])), Some(ids(&[2, 7])));
        assert_eq!(hand.minus(&ids(&[1])), None, "another three is held");
        assert_eq!(Cards::of("334".parse().unwrap()).minus(&ids(&[1])), Some(Cards::of("34".parse().unwrap())));
    }

    /// A random part of a random hand is picked: all its numbers were sent, and none comes twice.
    #[test]
    fn a_part_is_picked_out_of_the_sent_cards() {
        for number in 0..2_000 {
            let mut rng = Seed(61).stream(number).rng();
            for codec in codecs().filter(Codec::has_suits) {
                let mut ids: Vec<u32> = Card::all().filter_map(|card| codec.id(card)).collect();
                rng.shuffle(&mut ids);
                let held = sent(&codec, &ids[..20]);
                let wanted = rng.below(21);
                let part = rng.draw(held.hand(), wanted);
                let picked = held.pick(part).and_then(|part| part.ids(&codec)).unwrap();
                assert_eq!(codec.decode(&picked), Ok(part), "seed 61 stream {number}");
                assert!(picked.iter().all(|id| ids[..20].contains(id)), "seed 61 stream {number}");
            }
        }
        let held = ids(&[7, 2, 0, 53]); // 4♦ 3♣ 3♠ D
        assert_eq!(held.pick("33".parse().unwrap()), Some(ids(&[2, 0])));
        assert_eq!(held.pick("333".parse().unwrap()), None, "only two were sent");
    }

    #[test]
    fn no_card_stands_twice() {
        let two = [CardOrRank::from(Card::all().next().unwrap()); 2];
        assert_eq!(Cards::new(two.to_vec()), None);
        assert_eq!(ids(&[3]).plus(&ids(&[3])), None);
    }
}
