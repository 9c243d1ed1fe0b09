//! Worlds, and uniform draws of them: the unseen cards are dealt as a shuffled deck would deal them. `importance` has the draws that favour
//! likely deals.

use rules::{Hand, Rng, Seat, View};

use crate::turn_facts::TurnFacts;

/// A guess of all hands that agrees with a [`View`]: with the viewing seat's hand, the counts, the played cards that the player remembers
/// and the cards that a seat is known to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct World {
    hands: [Hand; 3],
}

impl World {
    /// Makes the guess that the seats hold `hands`, in the order of [`Seat::ALL`]. `None` if the view contradicts it, or if the landlord is
    /// not known yet.
    pub fn new(view: &View, hands: [Hand; 3]) -> Option<World> {
        let me = view.seat().filter(|me| hands[me.index()] == view.hand())?;
        let mut unseen = view.unseen();
        for seat in [me.next(), me.previous()] {
            let guessed = hands[seat.index()];
            let agrees = guessed.len() == view.course().left(seat) && guessed.contains(view.known_cards(seat));
            unseen = unseen.minus(guessed).filter(|_| agrees)?;
        }
        Some(World { hands })
    }

    /// Makes a world from hands that the caller has dealt in agreement with a view.
    const fn from_hands(hands: [Hand; 3]) -> World {
        World { hands }
    }

    /// Returns the hand of a seat in this guess.
    #[inline]
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Returns all hands, in the order of [`Seat::ALL`].
    #[inline]
    pub const fn hands(&self) -> [Hand; 3] {
        self.hands
    }
}

/// The unseen cards and a view's knowledge about their holders, arranged for quick dealing.
#[derive(Clone, Debug)]
pub(crate) struct UnseenLayout {
    me: Seat,
    mine: Hand,
    /// The two other seats, in order of play.
    pub(super) others: [Seat; 2],
    pub(super) known: [Hand; 2],
    /// The number of further cards that each of them holds.
    pub(crate) wanted: [u32; 2],
    /// The cards that may be in either hand, or in none: played before the known history, or forgotten.
    pub(crate) cards: Hand,
    /// The same cards one by one: for each card the bit offset of its rank in a hand.
    places: [u8; CARD_PLACES],
}

/// The number of places: at least a deck's 54 cards.
const CARD_PLACES: usize = 64;

impl UnseenLayout {
    /// Makes the layout of `unseen`, which holds at least the view's unseen cards.
    pub(crate) fn new(turn: &TurnFacts, unseen: Hand) -> UnseenLayout {
        let &TurnFacts { view, me, hand: mine, .. } = turn;
        let others = [me.next(), me.previous()];
        let known = others.map(|seat| view.known_cards(seat));
        let wanted = [0, 1].map(|index| turn.left(others[index]) - known[index].len());
        let cards = known.iter().fold(unseen, |open, &known| {
            open.minus(known).expect("cards that a seat is known to hold are unseen ones")
        });
        let mut places = [0; CARD_PLACES];
        let each = cards.ranks().flat_map(|rank| std::iter::repeat_n(rank, usize::from(cards.count(rank))));
        places.iter_mut().zip(each).for_each(|(place, rank)| *place = 4 * rank.index() as u8);
        UnseenLayout { me, mine, others, known, wanted, cards, places }
    }

    /// Draws a world as a shuffled deck would deal it: the cards of a rank count as different cards.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Rng) -> World {
        let mut places = self.places;
        let mut left = self.cards.len();
        let mut take = |count: u32| {
            let mut bits = 0u64;
            for _ in 0..count {
                // The last card takes the place of a drawn card, so the cards that are left are adjacent.
                let drawn = rng.below(left) as usize % CARD_PLACES;
                left -= 1;
                bits += 1 << places[drawn];
                places[drawn] = places[left as usize % CARD_PLACES];
            }
            Hand::from_bits(bits).expect("cards drawn from a deck")
        };
        let [first, second] = self.wanted;
        let drawn = if first + second < self.cards.len() {
            [take(first), take(second)]
        } else if first <= second {
            let drawn = take(first);
            [drawn, self.cards_without(drawn)]
        } else {
            let drawn = take(second);
            [self.cards_without(drawn), drawn]
        };
        self.world(drawn)
    }

    /// Returns the world in which the others hold these cards in addition to their known ones.
    pub(crate) fn world(&self, drawn: [Hand; 2]) -> World {
        let mut hands = [Hand::EMPTY; 3];
        hands[self.me.index()] = self.mine;
        for index in [0, 1] {
            let hand = drawn[index].plus(self.known[index]);
            hands[self.others[index].index()] = hand.expect("known and open cards come from one deck");
        }
        World::from_hands(hands)
    }

    pub(crate) fn cards_without(&self, drawn: Hand) -> Hand {
        self.cards.minus(drawn).expect("drawn from these")
    }
}
