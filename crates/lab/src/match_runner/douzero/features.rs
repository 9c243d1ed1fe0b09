//! The inputs of DouZero's networks, as lists of the binary inputs that are one. The order is that of the `douzero` package.

use rules::{Combo, Event, Hand, Rank, Seat, View};

/// The places of a hand: four for each rank up to the twos, and the jokers.
pub(super) const CARD_PLACES: usize = 54;
/// The number of places of the three plays of a round.
pub(super) const ROUND_PLACES: usize = 3 * CARD_PLACES;
pub(super) const ROUND_COUNT: usize = 5;
/// The number of places for the count of bombs so far.
const BOMB_PLACES: usize = 15;
const HAND_CARDS_MAX: [usize; 3] = [20, 17, 17];

/// Returns the number of inputs of a seat's network without the history but with the play.
pub(super) const fn input_count(seat: Seat) -> usize {
    match seat {
        Seat::Landlord => 5 * CARD_PLACES + HAND_CARDS_MAX[1] + HAND_CARDS_MAX[2] + BOMB_PLACES + CARD_PLACES,
        Seat::Down | Seat::Up => 7 * CARD_PLACES + HAND_CARDS_MAX[0] + HAND_CARDS_MAX[1] + BOMB_PLACES + CARD_PLACES,
    }
}

/// The inputs that all plays of a turn share.
pub(super) struct Situation {
    /// The inputs that are one, without the play's.
    pub(super) common: Vec<usize>,
    /// The inputs that are one for each round of the last fifteen plays.
    pub(super) rounds: [Vec<usize>; ROUND_COUNT],
}

impl Situation {
    pub(super) fn of(view: &View, me: Seat) -> Situation {
        let plays: Vec<(Seat, Option<Combo>)> = view
            .log()
            .iter()
            .filter_map(|event| match *event {
                Event::Play(seat, play) => Some((seat, play)),
                _ => None,
            })
            .collect();
        let cards = |play: Option<Combo>| play.map_or(Hand::EMPTY, |play| play.cards());
        let last_of =
            |seat: Seat| plays.iter().rev().find(|play| play.0 == seat).map_or(Hand::EMPTY, |play| cards(play.1));
        let course = view.course();
        let standing = course.standing().map_or(Hand::EMPTY, |(_, combo)| combo.cards());
        let mut ones = OneInputs::default();
        ones.add_cards(view.hand());
        ones.add_cards(view.unseen());
        match me {
            Seat::Landlord => {
                ones.add_cards(standing);
                ones.add_cards(course.played(Seat::Up));
                ones.add_cards(course.played(Seat::Down));
                ones.add_one_hot(HAND_CARDS_MAX[2], course.left(Seat::Up) as usize - 1);
                ones.add_one_hot(HAND_CARDS_MAX[1], course.left(Seat::Down) as usize - 1);
            }
            Seat::Down | Seat::Up => {
                let partner = if me == Seat::Down { Seat::Up } else { Seat::Down };
                ones.add_cards(course.played(Seat::Landlord));
                ones.add_cards(course.played(partner));
                ones.add_cards(standing);
                ones.add_cards(last_of(Seat::Landlord));
                ones.add_cards(last_of(partner));
                ones.add_one_hot(HAND_CARDS_MAX[0], course.left(Seat::Landlord) as usize - 1);
                ones.add_one_hot(HAND_CARDS_MAX[1], course.left(partner) as usize - 1);
            }
        }
        let bombs = plays.iter().filter(|play| play.1.is_some_and(Combo::is_bomb)).count();
        ones.add_one_hot(BOMB_PLACES, bombs.min(BOMB_PLACES - 1));
        // The last play is at the end of the last round; places before the first play stay empty.
        let mut rounds = [const { Vec::new() }; ROUND_COUNT];
        for (back, &(_, play)) in plays.iter().rev().take(3 * ROUND_COUNT).enumerate() {
            let place = 3 * ROUND_COUNT - 1 - back;
            rounds[place / 3].extend(hand_places(cards(play)).map(|one| place % 3 * CARD_PLACES + one));
        }
        Situation { common: ones.indices, rounds }
    }

    /// Returns the inputs that are one for a play, in the last block.
    pub(super) fn play_inputs(seat: Seat, play: Option<Combo>) -> impl Iterator<Item = usize> {
        hand_places(play.map_or(Hand::EMPTY, |play| play.cards())).map(move |one| input_count(seat) - CARD_PLACES + one)
    }
}

/// The indices of the inputs that are one so far, and the first input of the next block.
#[derive(Default)]
struct OneInputs {
    indices: Vec<usize>,
    first: usize,
}

impl OneInputs {
    fn add_cards(&mut self, hand: Hand) {
        let first = self.first;
        self.indices.extend(hand_places(hand).map(|one| first + one));
        self.first += CARD_PLACES;
    }

    fn add_one_hot(&mut self, places: usize, place: usize) {
        self.indices.push(self.first + place);
        self.first += places;
    }
}

/// Returns the places of a hand: for each rank as many as it has cards.
fn hand_places(hand: Hand) -> impl Iterator<Item = usize> {
    hand.ranks().into_iter().flat_map(move |rank| {
        let copies = usize::from(hand.count(rank));
        let first = match rank {
            Rank::SMALL_JOKER => CARD_PLACES - 2,
            Rank::BIG_JOKER => CARD_PLACES - 1,
            rank => 4 * rank.index(),
        };
        first..first + copies
    })
}
