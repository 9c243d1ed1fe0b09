//! The public course of play: the number of cards that each seat holds, the played cards, and the standing combo.
//! Both the full [`crate::Table`] and one seat's [`crate::View`] use it, so the rules of play are written once.

use crate::combo::{Combo, Trick};
use crate::hand::Hand;
use crate::ruleset::Ruleset;
use crate::seat::Seat;

/// The public side of the play of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Course {
    turn: Seat,
    standing: Option<(Seat, Combo)>,
    left: [u8; 3],
    played: [Hand; 3],
    plays: [u8; 3],
    bomb_count: u8,
    /// The number of known cards in the current round; `taken` counts those of the rounds that each seat has won.
    pile: u8,
    taken: [u8; 3],
}

/// The reason why a play is not allowed, as far as public knowledge shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPlay {
    /// The hand is over.
    #[error("the hand is over, {winner} went out")]
    Over {
        /// The seat that went out.
        winner: Seat,
    },
    /// It is another seat's turn.
    #[error("{seat} cannot play, it is the turn of {turn}")]
    NotYourTurn {
        /// The seat that tried.
        seat: Seat,
        /// The seat on turn.
        turn: Seat,
    },
    /// The seat passes although it must lead.
    #[error("{seat} leads and cannot pass")]
    MustLead {
        /// The seat that tried.
        seat: Seat,
    },
    /// The play does not beat the standing combo.
    #[error("{play} ({}) does not beat {standing} ({})", play.kind(), standing.kind())]
    TooLow {
        /// The play that was tried.
        play: Combo,
        /// The standing combo.
        standing: Combo,
    },
    /// The play has more cards than the seat has left.
    #[error("{play} has {} cards, {seat} has {left} left", play.len())]
    TooMany {
        /// The play that was tried.
        play: Combo,
        /// The seat that tried.
        seat: Seat,
        /// The number of cards that the seat has left.
        left: u8,
    },
    /// Some cards of the play were played before.
    #[error("{play} cannot be played: the table has already seen {gone}")]
    Gone {
        /// The play that was tried.
        play: Combo,
        /// The cards that are known to be played.
        gone: Hand,
    },
    /// The ruleset does not know this reading of the cards.
    #[error("{play} is no {} in ruleset {ruleset}", play.kind())]
    NoCombo {
        /// The play that was tried.
        play: Combo,
        /// The ruleset's name.
        ruleset: &'static str,
    },
}

impl Course {
    /// Returns the start: the landlord holds 20 cards, the peasants 17 each, and the landlord leads.
    pub const fn start() -> Course {
        Course::start_with([20, 17, 17])
    }

    /// Returns a start at which the landlord leads and the seats hold these numbers of cards.
    pub const fn start_with(left: [u8; 3]) -> Course {
        Course {
            turn: Seat::Landlord,
            standing: None,
            left,
            played: [Hand::EMPTY; 3],
            plays: [0; 3],
            bomb_count: 0,
            pile: 0,
            taken: [0; 3],
        }
    }

    pub(crate) const fn resume(
        turn: Seat,
        standing: Option<(Seat, Combo)>,
        left: [u8; 3],
        played: [Hand; 3],
    ) -> Course {
        let pile = match standing {
            Some((_, combo)) => combo.len() as u8,
            None => 0,
        };
        Course { turn, standing, left, played, pile, ..Course::start_with(left) }
    }

    /// Returns the seat on turn.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the situation of the seat on turn.
    #[inline]
    pub const fn trick(&self) -> Trick {
        match self.standing {
            Some((_, combo)) => Trick::Follow(combo),
            None => Trick::Lead,
        }
    }

    /// Returns the standing combo and the seat that played it; `None` if the seat on turn leads.
    pub const fn standing(&self) -> Option<(Seat, Combo)> {
        self.standing
    }

    /// Returns the number of seats that have passed on the standing combo: 0 or 1.
    pub fn passes(&self) -> u8 {
        self.standing.and_then(|(owner, _)| self.turn.passes_since(owner)).unwrap_or(0)
    }

    /// Returns the number of cards left in a hand.
    #[inline]
    pub const fn left(&self, seat: Seat) -> u32 {
        self.left[seat.index()] as u32
    }

    /// Returns the cards that a seat is known to have played.
    #[inline]
    pub const fn played(&self, seat: Seat) -> Hand {
        self.played[seat.index()]
    }

    /// Returns the cards that the three seats together are known to have played.
    #[inline]
    pub fn all_played(&self) -> Hand {
        let sum = self.played[0].bits() + self.played[1].bits() + self.played[2].bits();
        Hand::from_bits_unchecked(sum)
    }

    /// Returns the number of plays of a seat in this course, without passes.
    pub const fn plays(&self, seat: Seat) -> u8 {
        self.plays[seat.index()]
    }

    /// Returns the number of bombs, rockets and shuttles that were played in this course.
    pub const fn bomb_count(&self) -> u8 {
        self.bomb_count
    }

    /// Returns the number of known cards in the rounds that a seat has won in this course. The winner of a round is the seat that leads the
    /// next one; the winner of the last round is the seat that goes out.
    pub const fn cards_won(&self, seat: Seat) -> u8 {
        self.taken[seat.index()]
    }

    /// Returns the seat that went out; `None` before that.
    pub fn winner(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.left(seat) == 0)
    }

    /// Refuses a play that `seat` may not make, as far as public knowledge shows it (`None` is a pass).
    pub fn check(&self, rules: &Ruleset, seat: Seat, play: Option<Combo>) -> Result<(), BadPlay> {
        if let Some(winner) = self.winner() {
            return Err(BadPlay::Over { winner });
        }
        if seat != self.turn {
            return Err(BadPlay::NotYourTurn { seat, turn: self.turn });
        }
        let Some(play) = play else {
            return if self.standing.is_none() { Err(BadPlay::MustLead { seat }) } else { Ok(()) };
        };
        if !rules.is_reading(play) {
            return Err(BadPlay::NoCombo { play, ruleset: rules.name() });
        }
        if play.len() > self.left(seat) {
            return Err(BadPlay::TooMany { play, seat, left: self.left[seat.index()] });
        }
        let gone = self.all_played();
        if gone.plus(play.cards()).is_none() {
            return Err(BadPlay::Gone { play, gone });
        }
        match self.trick() {
            Trick::Follow(standing) if !rules.beats(play, standing) => Err(BadPlay::TooLow { play, standing }),
            _ => Ok(()),
        }
    }

    /// Applies a play without a check: it must be legal.
    #[inline]
    pub fn advance(&mut self, rules: &Ruleset, play: Option<Combo>) {
        let seat = self.turn;
        self.turn = seat.next();
        let Some(combo) = play else {
            if self.standing.is_some_and(|(owner, _)| self.turn.passes_since(owner).is_none()) {
                // The owner of the standing combo wins the round.
                self.win_round(self.turn);
                self.standing = None;
            }
            return;
        };
        let (index, cards) = (seat.index(), combo.len() as u8);
        debug_assert!(cards <= self.left[index], "{seat} has {} cards for {combo}", self.left(seat));
        self.left[index] -= cards;
        self.played[index] = Hand::from_bits_unchecked(self.played[index].bits() + combo.cards().bits());
        self.plays[index] += 1;
        self.bomb_count += u8::from(rules.has_factor(combo.kind()));
        self.standing = Some((seat, combo));
        self.pile += cards;
        if self.left[index] == 0 {
            self.win_round(seat);
        }
    }

    #[inline]
    fn win_round(&mut self, seat: Seat) {
        self.taken[seat.index()] += self.pile;
        self.pile = 0;
    }
}
