//! A game with all its cards, from the deal to the settlement. Decisions of the engine must not see it, because it has the hidden hands.

use crate::auction::Call;
use crate::board::{Board, Event, Illegal, OpenedHand, Raise, Stage};
use crate::combo::Combo;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::ruleset::{OpenFactor, PassOn, Ruleset};
use crate::score::Settlement;
use crate::seat::{Chair, Seat};
use crate::seed::{Rng, Seed};
use crate::view::View;
use crate::wild::{BadWild, WILDS_MAX};

/// Three hands of 17 cards and three bottom cards. Together they are exactly one deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    hands: [Hand; 3],
    bottom: Hand,
    wilds: [Option<Rank>; WILDS_MAX],
}

/// The reason why cards are no deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// A hand does not have 17 cards.
    #[error("{chair} has {found} cards, a deal gives 17")]
    HandSize {
        /// The owner of the hand.
        chair: Chair,
        /// The size of the hand.
        found: u32,
    },
    /// The bottom does not have three cards.
    #[error("the bottom has {found} cards, a deal leaves 3")]
    BottomSize {
        /// The size of the bottom.
        found: u32,
    },
    /// A rank was dealt more often than the deck has it.
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
        // There are 54 cards, so the only fault left is a rank that was dealt too often.
        let dealt = |rank| hands.iter().chain([&bottom]).map(|hand| hand.count(rank)).sum::<u8>();
        match Rank::all().find(|&rank| dealt(rank) > rank.copies()) {
            Some(rank) => Err(BadDeal::TooMany { rank }),
            None => Ok(Deal { hands, bottom, wilds: [None; WILDS_MAX] }),
        }
    }

    /// Shuffles a deck and deals it.
    pub fn shuffled(rng: &mut Rng) -> Deal {
        let mut cards = [Rank::THREE; 54];
        let deck = Rank::all().flat_map(|rank| std::iter::repeat_n(rank, usize::from(rank.copies())));
        for (place, rank) in cards.iter_mut().zip(deck) {
            *place = rank;
        }
        rng.shuffle(&mut cards);
        let hand = |from: usize, size: usize| cards[from..from + size].iter().copied().collect();
        Deal { hands: [hand(0, 17), hand(17, 17), hand(34, 17)], bottom: hand(51, 3), wilds: [None; WILDS_MAX] }
    }

    /// Returns the same deal with these wild ranks, in the order of showing. Refuses ranks that the ruleset cannot show as wild.
    pub fn with_wilds(self, ruleset: &Ruleset, wilds: &[Rank]) -> Result<Deal, BadWild> {
        let shown = wilds.iter().try_fold(ruleset.without_wilds(), |rules, &rank| rules.with_wild(rank))?.wilds();
        let mut order = shown.in_order();
        Ok(Deal { wilds: std::array::from_fn(|_| order.next()), ..self })
    }

    /// Returns the wild ranks of the deal, given or drawn, in the order of showing.
    pub fn wilds(&self) -> impl Iterator<Item = Rank> + use<> {
        self.wilds.into_iter().flatten()
    }

    /// Returns the same deal with as many wild ranks as the ruleset has. If too few are given, all are drawn. The seed of this draw comes
    /// from all dealt cards, so no seat can compute the wild ranks from its own cards.
    fn with_drawn_wilds(mut self, rules: &Ruleset) -> Deal {
        let given = self.wilds().count();
        let wanted = usize::from(rules.wild_ranks());
        if given < wanted {
            let seed = self.hands.iter().fold(Seed(self.bottom.bits()), |seed, hand| seed.stream(hand.bits()));
            let mut rng = seed.rng();
            let first = rng.below(WILD_CANDIDATES);
            let second = (first + 1 + rng.below(WILD_CANDIDATES - 1)) % WILD_CANDIDATES;
            self.wilds = [Some(Rank::at(first)), Some(Rank::at(second))];
        }
        self.wilds[wanted..].fill(None);
        self
    }

    /// Returns the cards dealt to a chair.
    pub const fn hand(&self, chair: Chair) -> Hand {
        self.hands[chair.index()]
    }

    /// Returns the three bottom cards.
    pub const fn bottom(&self) -> Hand {
        self.bottom
    }
}

/// The number of ranks that may be wild, from 3 to 2.
const WILD_CANDIDATES: u32 = 13;

/// The action of the chair on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Passes on three of the dealt cards.
    PassOn(Hand),
    /// Makes a call in the auction.
    Call(Call),
    /// Chooses the factor by which the seat raises the stake.
    Raise(Raise),
    /// Opens the hand, or keeps it closed. A chair that is not on turn opens its hand with [`Table::show`].
    Show(bool),
    /// Plays a combo, or passes (`None`).
    Play(Option<Combo>),
}

/// A game with all its cards. The hands, the played cards and the untaken bottom are one deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    board: Board,
    deal: Deal,
    hands: [Hand; 3],
    appointee: Chair,
    /// The cards that each chair passes on; `None` before it has chosen.
    gifts: [Option<Hand>; 3],
    log: Vec<Event>,
}

/// An upper limit for the length of a log: 2 wild ranks, 3 gifts, 3 open hands, 7 calls, the bottom, 3 raises, a show, and 54 single cards
/// with two passes after each.
const LOG_CAPACITY: usize = 182;

impl Table {
    /// Begins a game with an auction. `appointee` becomes the landlord if no chair takes the seat and the ruleset then appoints a chair.
    pub fn new(rules: Ruleset, deal: Deal, appointee: Chair) -> Table {
        let log = Vec::with_capacity(LOG_CAPACITY);
        let deal = deal.with_drawn_wilds(&rules);
        let board = Board::start(rules.without_wilds());
        let mut table = Table { board, deal, hands: deal.hands, appointee, gifts: [None; 3], log };
        table.show_wilds();
        table
    }

    /// Begins a game without an auction: the first chair is the landlord, has taken the bottom cards, and leads.
    pub fn at_lead(rules: Ruleset, deal: Deal) -> Table {
        let log = Vec::with_capacity(LOG_CAPACITY);
        let deal = deal.with_drawn_wilds(&rules);
        let board = Board::at_lead(rules.without_wilds(), Chair::First, Some(deal.bottom));
        let (hands, appointee, gifts) = (deal.hands, Chair::First, [None; 3]);
        let mut table = Table { board, deal, hands, appointee, gifts, log };
        table.take_bottom(Chair::First);
        table.show_wilds();
        table
    }

    /// Returns the public state.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the cards as they were dealt.
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Returns the chair that may be appointed landlord: see [`Table::new`].
    pub const fn appointee(&self) -> Chair {
        self.appointee
    }

    /// Returns the cards that a chair passes on; `None` before it has chosen. The receiver may see a gift only after all have chosen.
    pub const fn gift(&self, chair: Chair) -> Option<Hand> {
        self.gifts[chair.index()]
    }

    /// Returns the cards that a chair holds now.
    pub const fn hand(&self, chair: Chair) -> Hand {
        self.hands[chair.index()]
    }

    /// Returns the cards that a seat holds now; `None` before the landlord is known.
    pub fn hand_of(&self, seat: Seat) -> Option<Hand> {
        Some(self.hand(seat.chair(self.board.landlord()?)))
    }

    /// Returns all events so far.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// Returns the settlement; `None` before a seat went out.
    pub fn settlement(&self, base: u32) -> Option<Settlement> {
        self.board.settlement(base)
    }

    /// Returns the view of a chair: its own hand and the public state.
    pub fn view(&self, chair: Chair) -> View {
        let rules = self.board.rules().without_wilds();
        let mut view = if self.has_auction() {
            View::dealt(rules, chair, self.deal.hand(chair))
        } else {
            View::at_lead(rules, chair.seat(Chair::First), self.start_hand(chair), self.deal.bottom)
        }
        .expect("a deal gives every chair a hand");
        for &event in &self.log {
            view.apply(event.seen_by(chair, &rules)).expect("a table's own log is legal");
        }
        view
    }

    /// True if the game has an auction; false if [`Table::at_lead`] began it.
    pub fn has_auction(&self) -> bool {
        matches!(self.board.stage(), Stage::PassOn | Stage::Auction)
            || self.board.bidding().last_call(Chair::First).is_some()
    }

    fn start_hand(&self, chair: Chair) -> Hand {
        let hand = self.deal.hand(chair);
        if chair == Chair::First { hand.plus(self.deal.bottom).expect("a deal is one deck") } else { hand }
    }

    /// Acts for the chair on turn. Returns the new events with all their cards; [`Event::seen_by`] hides gifts. On `Err` nothing changes.
    pub fn act(&mut self, action: Action) -> Result<&[Event], Illegal> {
        let from = self.log.len();
        let stage = self.board.stage();
        let wrong = |what| Illegal::WrongStage { what, stage };
        let landlord = self.board.landlord();
        let event = match action {
            Action::PassOn(cards) => {
                self.choose_gift(cards)?;
                return Ok(&self.log[from..]);
            }
            Action::Call(call) => Event::Call(self.board.turn().ok_or(wrong("a call"))?, call),
            Action::Raise(raise) => {
                let (chair, landlord) = self.board.turn().zip(landlord).ok_or(wrong("a doubling"))?;
                Event::Raise(chair.seat(landlord), raise)
            }
            Action::Show(open) => {
                let chair = self.board.turn().ok_or(wrong("opening the hand"))?;
                let shown = OpenedHand { hand: self.hand(chair), factor: OpenFactor::Two };
                Event::Show(chair, open.then_some(shown))
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
            self.show_wilds();
        }
        Ok(&self.log[from..])
    }

    /// Opens the hand of a chair with a factor: without being asked, on turn or not (see [`Board::may_open`]), or as the answer of the
    /// landlord who is asked. On `Err` nothing changes.
    pub fn show(&mut self, chair: Chair, factor: OpenFactor) -> Result<&[Event], Illegal> {
        let event = Event::Show(chair, Some(OpenedHand { hand: self.hand(chair), factor }));
        self.board.apply(event)?;
        self.log.push(event);
        Ok(&self.log[self.log.len() - 1..])
    }

    /// Repeats an event of another table's log at this table. Skips events that a table makes by itself. On `Err` nothing changes.
    pub fn repeat(&mut self, event: Event) -> Result<&[Event], Illegal> {
        let action = match event {
            Event::Wild(_) | Event::Landlord(..) => return Ok(&[]),
            Event::PassedOn(_, cards) => Action::PassOn(cards.unwrap_or_default()),
            Event::Call(_, call) => Action::Call(call),
            Event::Raise(_, raise) => Action::Raise(raise),
            Event::Show(chair, Some(shown)) => return self.show(chair, shown.factor),
            Event::Show(_, None) => Action::Show(false),
            Event::Play(_, play) => Action::Play(play),
        };
        self.act(action)
    }

    /// Moves the gifts only after the last chair has chosen.
    fn choose_gift(&mut self, cards: Hand) -> Result<(), Illegal> {
        let stage = self.board.stage();
        let chair = self.board.turn().filter(|_| stage == Stage::PassOn);
        let chair = chair.ok_or(Illegal::WrongStage { what: "passing cards on", stage })?;
        let dealt = self.hand(chair);
        if cards.len() != PassOn::CARDS {
            return Err(Illegal::PassSize { chair, cards });
        }
        if !dealt.contains(cards) {
            return Err(Illegal::NotDealt { chair, cards, dealt });
        }
        self.gifts[chair.index()] = Some(cards);
        let chosen = self.gifts.iter().flatten().count();
        self.board.set_gift_count(chosen as u8);
        if chosen == Chair::ALL.len() {
            self.board.set_gift_count(0);
            self.move_gifts();
        }
        Ok(())
    }

    fn move_gifts(&mut self) {
        let direction = self.board.rules().pass_on();
        let gifts = self.gifts.map(|gift| gift.expect("all have chosen"));
        for giver in Chair::ALL {
            let event = Event::PassedOn(giver, Some(gifts[giver.index()]));
            self.board.apply(event).expect("each gives three cards in turn");
            self.log.push(event);
            let hand = &mut self.hands[giver.index()];
            *hand = hand.minus(gifts[giver.index()]).expect("checked when it was chosen");
        }
        for receiver in Chair::ALL {
            let giver = direction.giver(receiver).expect("cards are passed on");
            let hand = &mut self.hands[receiver.index()];
            *hand = hand.plus(gifts[giver.index()]).expect("a deal is one deck");
        }
    }

    fn show_wilds(&mut self) {
        while self.board.stage() == Stage::Wild {
            let rank = self.deal.wilds().nth(self.board.rules().wilds().len() as usize);
            let event = Event::Wild(rank.expect("a table draws as many as its ruleset has"));
            self.board.apply(event).expect("a deal's wild ranks are two different ones");
            self.log.push(event);
        }
    }

    fn take_bottom(&mut self, chair: Chair) {
        let hand = &mut self.hands[chair.index()];
        *hand = hand.plus(self.deal.bottom).expect("a deal is one deck");
    }
}
