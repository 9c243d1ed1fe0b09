//! An endgame: the hands, the seat to play, and the standing combo. It has two seats (landlord and one peasant) or all three.

use rules::{Combo, Hand, PassOn, Rank, Ruleset, Seat, Trick};

use crate::endgame::gifts::GIFT_HAND_MAX;

/// The most cards that a seat holds.
pub const HAND_MAX: u32 = rules::movegen::HAND_MAX;

/// A position with every hand open. Each seat at the table holds 1 to [`HAND_MAX`] cards, all cards together (the
/// standing combo's included) come from one deck, and the standing combo is one of the ruleset's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Endgame {
    rules: Ruleset,
    /// At a table of two [`Seat::Up`] is absent, and holds nothing.
    hands: [Hand; 3],
    turn: Seat,
    standing: Option<(Seat, Combo)>,
}

/// The reason why an endgame, its exchange of cards, or a puzzle is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadEndgame {
    /// Not every wild rank is shown.
    #[error("the wild ranks of ruleset {ruleset} are not shown: an endgame needs all of them")]
    WildsNotShown {
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// No puzzles are made for the ruleset.
    #[error("no puzzles are made for ruleset {ruleset}: ranks or answers have an order of their own")]
    NoPuzzles {
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// A seat has gone out.
    #[error("the hand of {seat} is empty: the game is over")]
    EmptyHand {
        /// The owner.
        seat: Seat,
    },
    /// A hand has more than [`HAND_MAX`] cards.
    #[error("{seat} holds {held} cards, no seat has more than {HAND_MAX}")]
    TooManyCards {
        /// The owner.
        seat: Seat,
        /// The count.
        held: u32,
    },
    /// The hands have more of a rank than a deck.
    #[error("the hands hold {held} of {rank} together, a deck has {}", rank.copies())]
    NotOneDeck {
        /// The rank.
        rank: Rank,
        /// The count.
        held: u8,
    },
    /// The hands and the standing combo have more of a rank than a deck.
    #[error("{standing} cannot stand: with the hands that makes {held} of {rank}, a deck has {}", rank.copies())]
    ImpossibleStanding {
        /// The combo.
        standing: Combo,
        /// The rank.
        rank: Rank,
        /// The count.
        held: u8,
    },
    /// The player of the standing combo would have held more cards than a seat ever does.
    #[error(
        "{seat} cannot have played {standing}: with it the seat held {held} cards, no seat has more than {HAND_MAX}"
    )]
    PlayedTooMany {
        /// The player of the standing combo.
        seat: Seat,
        /// The combo.
        standing: Combo,
        /// The count.
        held: u32,
    },
    /// The ruleset has no such combo.
    #[error("{standing} is no combo in ruleset {ruleset}")]
    NoCombo {
        /// The combo.
        standing: Combo,
        /// The ruleset's name.
        ruleset: &'static str,
    },
    /// The seat to play has played the standing combo itself.
    #[error("{standing} is the own play of {seat}, who leads again when all others have passed")]
    OwnPlay {
        /// The seat to play.
        seat: Seat,
        /// The standing combo.
        standing: Combo,
    },
    /// The seat is not at the table.
    #[error("{seat} is not at a table of two")]
    Absent {
        /// The seat.
        seat: Seat,
    },
    /// Three seats are at the table: only two can exchange cards.
    #[error("cards are exchanged between two seats, and three are at the table")]
    ThreeSeats,
    /// There is a standing combo: cards are exchanged before the first lead.
    #[error("cards are exchanged before the first lead, and something stands already")]
    NotAtLead,
    /// A hand that exchanges cards has fewer than three, or too many gifts to try.
    #[error("{seat} holds {held} cards, an exchange needs {} to {GIFT_HAND_MAX}", PassOn::CARDS)]
    ExchangeSize {
        /// The owner.
        seat: Seat,
        /// The number of its cards.
        held: u32,
    },
}

impl Endgame {
    /// Makes an endgame of the landlord against one peasant; the landlord leads.
    pub fn two_seats(rules: Ruleset, landlord: Hand, peasant: Hand) -> Result<Endgame, BadEndgame> {
        Endgame::new(rules, [landlord, peasant, Hand::EMPTY])
    }

    /// Makes an endgame of the landlord, the peasant after him and the peasant before him; the landlord leads. Without cards of the last one, two
    /// seats are at the table.
    pub fn new(rules: Ruleset, hands: [Hand; 3]) -> Result<Endgame, BadEndgame> {
        if rules.awaits_wild() {
            return Err(BadEndgame::WildsNotShown { ruleset: rules.name() });
        }
        let game = Endgame { rules, hands, turn: Seat::Landlord, standing: None };
        for seat in game.present_seats() {
            match game.hand(seat).len() {
                0 => return Err(BadEndgame::EmptyHand { seat }),
                held if held > HAND_MAX => return Err(BadEndgame::TooManyCards { seat, held }),
                _ => {}
            }
        }
        match surplus_rank(hands, Hand::EMPTY) {
            Some((rank, held)) => Err(BadEndgame::NotOneDeck { rank, held }),
            None => Ok(game),
        }
    }

    /// Returns the same hands with `turn` to play on `standing`, a combo with its player; a seat between them has passed. Without one, `turn` leads.
    pub fn with_turn(self, turn: Seat, standing: Option<(Seat, Combo)>) -> Result<Endgame, BadEndgame> {
        let mut seats = [Some(turn), standing.map(|(player, _)| player)].into_iter().flatten();
        if let Some(seat) = seats.find(|&seat| !self.has(seat)) {
            return Err(BadEndgame::Absent { seat });
        }
        let game = Endgame { turn, standing, ..self };
        let Some((player, standing)) = standing else { return Ok(game) };
        if turn == player {
            return Err(BadEndgame::OwnPlay { seat: turn, standing });
        }
        if !self.rules.is_reading(standing) {
            return Err(BadEndgame::NoCombo { standing, ruleset: self.rules.name() });
        }
        if let Some((rank, held)) = surplus_rank(self.hands, standing.cards()) {
            return Err(BadEndgame::ImpossibleStanding { standing, rank, held });
        }
        let held = self.hand(player).len() + standing.len();
        if held > HAND_MAX {
            return Err(BadEndgame::PlayedTooMany { seat: player, standing, held });
        }
        Ok(game)
    }

    /// Returns the same endgame of two seats after the seat to play has given `gift` to the other seat, and got `reply` back. Each seat
    /// gives cards that it held before.
    pub(crate) fn after_exchange(&self, gift: Hand, reply: Hand) -> Endgame {
        let (me, other) = (self.turn, self.next(self.turn));
        let moved = |hand: Hand, gives: Hand, gets: Hand| {
            hand.minus(gives).and_then(|kept| kept.plus(gets)).expect("each gives what it holds, and all is one deck")
        };
        let mut hands = self.hands;
        hands[me.index()] = moved(self.hand(me), gift, reply);
        hands[other.index()] = moved(self.hand(other), reply, gift);
        Endgame { hands, ..*self }
    }

    /// Returns the ruleset.
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the seats at the table, in the order of play.
    pub fn present_seats(&self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(|&seat| self.has(seat))
    }

    /// True if the seat is at the table.
    pub fn has(&self, seat: Seat) -> bool {
        seat != Seat::Up || !self.hand(Seat::Up).is_empty()
    }

    /// Returns the hand of a seat.
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Returns the seat to play.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the standing combo with its player.
    pub const fn standing(&self) -> Option<(Seat, Combo)> {
        self.standing
    }

    /// Returns the trick that the seat to play faces.
    pub fn trick(&self) -> Trick {
        self.standing.map_or(Trick::Lead, |(_, combo)| Trick::Follow(combo))
    }

    /// Returns the seat after `seat`.
    pub fn next(&self, seat: Seat) -> Seat {
        let next = seat.next();
        if self.has(next) { next } else { next.next() }
    }

    /// Returns the legal plays, and a pass (`None`) last if it is legal.
    pub fn plays(&self) -> Vec<Option<Combo>> {
        let plays = self.rules.plays(self.hand(self.turn), self.trick());
        let pass = self.standing.map(|_| None);
        plays.into_iter().map(Some).chain(pass).collect()
    }

    /// Plays `play`, which is legal. Returns the next position, or the seat that went out.
    pub fn after(&self, play: Option<Combo>) -> AfterPlay {
        let seat = self.turn;
        let Some(combo) = play else {
            let turn = self.next(seat);
            return AfterPlay::Position(Endgame {
                turn,
                standing: self.standing.filter(|&(player, _)| player != turn),
                ..*self
            });
        };
        let mut hands = self.hands;
        hands[seat.index()] = self.hand(seat).minus(combo.cards()).expect("a legal play is held");
        if hands[seat.index()].is_empty() {
            return AfterPlay::Over(seat);
        }
        AfterPlay::Position(Endgame { hands, turn: self.next(seat), standing: Some((seat, combo)), ..*self })
    }
}

/// The game after a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterPlay {
    /// The game goes on.
    Position(Endgame),
    /// This seat has gone out.
    Over(Seat),
}

/// Returns the lowest rank of which the hands and `more` hold more than a deck has, and how many.
fn surplus_rank(hands: [Hand; 3], more: Hand) -> Option<(Rank, u8)> {
    let held = |rank: Rank| hands.iter().map(|hand| hand.count(rank)).sum::<u8>() + more.count(rank);
    Rank::all().map(|rank| (rank, held(rank))).find(|&(rank, held)| held > rank.copies())
}
