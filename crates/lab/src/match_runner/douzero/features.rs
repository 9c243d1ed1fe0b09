//! The inputs of DouZero's networks, as lists of the binary inputs that are one. The order is that of the `douzero` package.

use rules::{Combo, Event, Hand, Rank, Seat, View};

/// The places of a hand: four for each rank up to the twos, and the jokers.
pub(super) const CARDS: usize = 54;
/// The number of places of the three plays of a round.
pub(super) const ROUND: usize = 3 * CARDS;
/// Number of rounds of history.
pub(super) const ROUNDS: usize = 5;
/// The number of places for the count of bombs so far.
const BOMBS: usize = 15;
/// The most cards of the seats.
const LEFT: [usize; 3] = [20, 17, 17];

/// Returns the number of inputs of a seat's network without the history but with the play.
pub(super) const fn inputs(seat: Seat) -> usize {
    match seat {
        Seat::Landlord => 5 * CARDS + LEFT[1] + LEFT[2] + BOMBS + CARDS,
        Seat::Down | Seat::Up => 7 * CARDS + LEFT[0] + LEFT[1] + BOMBS + CARDS,
    }
}

/// The inputs that all plays of a turn share.
pub(super) struct Situation {
    /// The inputs that are one, without the play's.
    pub(super) common: Vec<usize>,
    /// The inputs that are one for each round of the last fifteen plays.
    pub(super) rounds: [Vec<usize>; ROUNDS],
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
        let mut ones = Ones::default();
        ones.cards(view.hand());
        ones.cards(view.unseen());
        match me {
            Seat::Landlord => {
                ones.cards(standing);
                ones.cards(course.played(Seat::Up));
                ones.cards(course.played(Seat::Down));
                ones.one_of(LEFT[2], course.left(Seat::Up) as usize - 1);
                ones.one_of(LEFT[1], course.left(Seat::Down) as usize - 1);
            }
            Seat::Down | Seat::Up => {
                let partner = if me == Seat::Down { Seat::Up } else { Seat::Down };
                ones.cards(course.played(Seat::Landlord));
                ones.cards(course.played(partner));
                ones.cards(standing);
                ones.cards(last_of(Seat::Landlord));
                ones.cards(last_of(partner));
                ones.one_of(LEFT[0], course.left(Seat::Landlord) as usize - 1);
                ones.one_of(LEFT[1], course.left(partner) as usize - 1);
            }
        }
        let bombs = plays.iter().filter(|play| play.1.is_some_and(Combo::is_bomb)).count();
        ones.one_of(BOMBS, bombs.min(BOMBS - 1));
        // The last play is at the end of the last round; places before the first play stay empty.
        let mut rounds = [const { Vec::new() }; ROUNDS];
        for (back, &(_, play)) in plays.iter().rev().take(3 * ROUNDS).enumerate() {
            let place = 3 * ROUNDS - 1 - back;
            rounds[place / 3].extend(ones_of(cards(play)).map(|one| place % 3 * CARDS + one));
        }
        Situation { common: ones.indices, rounds }
    }

    /// Returns the inputs that are one for a play, which is the last block.
    pub(super) fn play(seat: Seat, play: Option<Combo>) -> impl Iterator<Item = usize> {
        ones_of(play.map_or(Hand::EMPTY, |play| play.cards())).map(move |one| inputs(seat) - CARDS + one)
    }
}

/// The indices of the inputs that are one so far, and the first input of the next block.
#[derive(Default)]
struct Ones {
    indices: Vec<usize>,
    first: usize,
}

impl Ones {
    fn cards(&mut self, hand: Hand) {
        let first = self.first;
        self.indices.extend(ones_of(hand).map(|one| first + one));
        self.first += CARDS;
    }

    fn one_of(&mut self, places: usize, place: usize) {
        self.indices.push(self.first + place);
        self.first += places;
    }
}

/// Returns the places of a hand: for each rank as many as it has cards.
fn ones_of(hand: Hand) -> impl Iterator<Item = usize> {
    hand.ranks().into_iter().flat_map(move |rank| {
        let copies = usize::from(hand.count(rank));
        let first = match rank {
            Rank::SMALL_JOKER => CARDS - 2,
            Rank::BIG_JOKER => CARDS - 1,
            rank => 4 * rank.index(),
        };
        first..first + copies
    })
}
