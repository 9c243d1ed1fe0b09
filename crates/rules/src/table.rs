//! The whole truth: a deal and a game from the first call to the settlement. Only what runs games (the lab, a room, the
//! tests) holds one; the engine never sees it.

use crate::auction::Call;
use crate::board::{Board, Event, Illegal, Raise, Stage};
use crate::combo::Combo;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::ruleset::Ruleset;
use crate::score::Settlement;
use crate::seat::{Chair, Seat};
use crate::seed::Rng;
use crate::view::View;

/// Three hands of 17 and three bottom cards: together the deck, exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    hands: [Hand; 3],
    bottom: Hand,
}

/// Why cards are no deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// A hand of another size.
    #[error("{chair} has {found} cards, a deal gives 17")]
    HandSize {
        /// Whose hand.
        chair: Chair,
        /// Its size.
        found: u32,
    },
    /// A bottom of another size.
    #[error("the bottom has {found} cards, a deal leaves 3")]
    BottomSize {
        /// Its size.
        found: u32,
    },
    /// A rank that was dealt too often.
    #[error("{rank} was dealt more than {} times", rank.copies())]
    TooMany {
        /// The rank.
        rank: Rank,
    },
}

impl Deal {
    /// Checks that the cards are one deck.
    pub fn new(hands: [Hand; 3], bottom: Hand) -> Result<Deal, BadDeal> {
        for (chair, hand) in Chair::ALL.into_iter().zip(hands) {
            if hand.len() != 17 {
                return Err(BadDeal::HandSize { chair, found: hand.len() });
            }
        }
        if bottom.len() != 3 {
            return Err(BadDeal::BottomSize { found: bottom.len() });
        }
        // 54 cards, so the only fault left is a rank too often (and another too seldom).
        let dealt = |rank| hands.iter().chain([&bottom]).map(|hand| hand.count(rank)).sum::<u8>();
        match Rank::all().find(|&rank| dealt(rank) > rank.copies()) {
            Some(rank) => Err(BadDeal::TooMany { rank }),
            None => Ok(Deal { hands, bottom }),
        }
    }

    /// A well shuffled deck, dealt.
    pub fn shuffled(rng: &mut Rng) -> Deal {
        let mut cards = [Rank::THREE; 54];
        let deck = Rank::all().flat_map(|rank| std::iter::repeat_n(rank, usize::from(rank.copies())));
        for (place, rank) in cards.iter_mut().zip(deck) {
            *place = rank;
        }
        rng.shuffle(&mut cards);
        let hand = |from: usize, size: usize| cards[from..from + size].iter().copied().collect();
        Deal { hands: [hand(0, 17), hand(17, 17), hand(34, 17)], bottom: hand(51, 3) }
    }

    /// The cards dealt to a chair.
    pub const fn hand(&self, chair: Chair) -> Hand {
        self.hands[chair.index()]
    }

    /// The three cards that the landlord will take.
    pub const fn bottom(&self) -> Hand {
        self.bottom
    }
}

/// What the one whose turn it is does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Speaks in the auction.
    Call(Call),
    /// Doubles, or not.
    Raise(Raise),
    /// Opens the hand, or not.
    Show(bool),
    /// Plays a combo, or passes.
    Play(Option<Combo>),
}

/// A game with all its cards. The hands, the played cards and the bottom are the deck at every moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    board: Board,
    deal: Deal,
    hands: [Hand; 3],
    appointee: Chair,
    log: Vec<Event>,
}

/// The longest log: six calls, the bottom, three raises, a show, and every card alone with two passes after it.
const LOG_CAPACITY: usize = 176;

impl Table {
    /// Cards are dealt and the first chair has the word. `appointee` becomes landlord where one must be and
    /// no chair wants to.
    pub fn new(rules: Ruleset, deal: Deal, appointee: Chair) -> Table {
        let log = Vec::with_capacity(LOG_CAPACITY);
        Table { board: Board::open(rules), deal, hands: deal.hands, appointee, log }
    }

    /// Without an auction: the first chair is the landlord, has taken the bottom cards, and leads.
    pub fn seated(rules: Ruleset, deal: Deal) -> Table {
        let mut table = Table::new(rules, deal, Chair::First);
        table.board = Board::seated(rules, Chair::First, Some(deal.bottom));
        table.take_bottom(Chair::First);
        table
    }

    /// What every seat may know.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The cards as they were dealt.
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The chair that is appointed where one must be.
    pub const fn appointee(&self) -> Chair {
        self.appointee
    }

    /// What a chair holds now.
    pub const fn hand(&self, chair: Chair) -> Hand {
        self.hands[chair.index()]
    }

    /// What a seat holds now; `None` before the landlord is known.
    pub fn hand_of(&self, seat: Seat) -> Option<Hand> {
        Some(self.hand(seat.chair(self.board.landlord()?)))
    }

    /// Everything that happened.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// The result, once a seat went out.
    pub fn settlement(&self, base: u32) -> Option<Settlement> {
        self.board.settlement(base)
    }

    /// What a chair may lawfully know.
    pub fn view(&self, chair: Chair) -> View {
        let rules = *self.board.rules();
        let mut view = if self.is_auctioned() {
            View::dealt(rules, chair, self.deal.hand(chair))
        } else {
            View::seated(rules, chair.seat(Chair::First), self.start_hand(chair), self.deal.bottom)
        }
        .expect("a deal gives every chair a hand");
        for &event in &self.log {
            view.apply(event).expect("a table's own log is legal");
        }
        view
    }

    /// Whether the landlord is found by an auction, and not by [`Table::seated`].
    pub fn is_auctioned(&self) -> bool {
        self.board.stage() == Stage::Auction || self.board.bidding().said(Chair::First).is_some()
    }

    fn start_hand(&self, chair: Chair) -> Hand {
        let hand = self.deal.hand(chair);
        if chair == Chair::First { hand.plus(self.deal.bottom).expect("a deal is one deck") } else { hand }
    }

    /// Lets the one whose turn it is act; returns what every seat sees of it. `Err` leaves everything as it was.
    pub fn act(&mut self, action: Action) -> Result<&[Event], Illegal> {
        let from = self.log.len();
        let stage = self.board.stage();
        let wrong = |what| Illegal::WrongStage { what, stage };
        let landlord = self.board.landlord();
        let event = match action {
            Action::Call(call) => Event::Call(self.board.turn().ok_or(wrong("a call"))?, call),
            Action::Raise(raise) => {
                let (chair, landlord) = self.board.turn().zip(landlord).ok_or(wrong("a doubling"))?;
                Event::Raise(chair.seat(landlord), raise)
            }
            Action::Show(open) => {
                let landlord = landlord.ok_or(wrong("opening the hand"))?;
                Event::Show(open.then_some(self.hand(landlord)))
            }
            Action::Play(play) => {
                let seat = self.board.course().turn();
                if let (Some(combo), Some(landlord)) = (play, landlord) {
                    let hand = self.hand(seat.chair(landlord));
                    if stage == Stage::Play && !hand.contains(combo.cards()) {
                        return Err(Illegal::NotHeld { seat, cards: combo.cards(), hand });
                    }
                }
                Event::Play(seat, play)
            }
        };
        self.board.apply(event)?;
        self.log.push(event);
        if let (Event::Play(seat, Some(combo)), Some(landlord)) = (event, landlord) {
            let hand = &mut self.hands[seat.chair(landlord).index()];
            *hand = hand.minus(combo.cards()).expect("checked above");
        }
        if self.board.stage() == Stage::Bottom {
            let chair = self.board.landlord().unwrap_or(self.appointee);
            let event = Event::Landlord(chair, self.deal.bottom);
            self.board.apply(event).expect("the auction is over");
            self.take_bottom(chair);
            self.log.push(event);
        }
        Ok(&self.log[from..])
    }

    fn take_bottom(&mut self, chair: Chair) {
        let hand = &mut self.hands[chair.index()];
        *hand = hand.plus(self.deal.bottom).expect("a deal is one deck");
    }
}
