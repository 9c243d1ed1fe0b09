//! The view of one seat: its own hand and the public board, without the hidden cards.

mod bad_view;
mod present;

use crate::board::{Board, Event, Illegal, Stage};
use crate::combo::Trick;
use crate::course::Course;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::ruleset::{PassOn, Ruleset};
use crate::seat::{Chair, Seat};
pub use bad_view::BadView;
pub use present::Present;

/// The knowledge of one chair. The hand, the played cards and the known cards of others never exceed one deck.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    chair: Chair,
    hand: Hand,
    board: Board,
    log: Vec<Event>,
    complete: bool,
    /// The cards that the chair passes on in the log; `got` has the cards that it receives.
    gave: Hand,
    got: Hand,
}

/// The capacity of a new log: a log that grows step by step is copied several times.
const LOG_CAPACITY: usize = 42;

/// Returns the number of cards that a seat has at the first lead: 17, or 20 for the landlord.
pub(crate) const fn start_count(seat: Seat) -> u8 {
    match seat {
        Seat::Landlord => 20,
        _ => 17,
    }
}

impl View {
    /// Begins a view of a hand with an auction: the cards are dealt, and no chair has called.
    pub fn dealt(rules: Ruleset, chair: Chair, hand: Hand) -> Result<View, BadView> {
        if hand.len() != 17 {
            return Err(BadView::HandSize { found: hand.len(), expected: 17 });
        }
        Ok(View::start(chair, hand, Board::start(rules)))
    }

    /// Begins a view of a hand whose history is known from the beginning.
    fn start(chair: Chair, hand: Hand, board: Board) -> View {
        let (gave, got) = (Hand::EMPTY, Hand::EMPTY);
        View { chair, hand, board, log: Vec::with_capacity(LOG_CAPACITY), complete: true, gave, got }
    }

    /// Begins a view of a hand without an auction: the first chair is the landlord and has taken the bottom cards.
    pub fn at_lead(rules: Ruleset, seat: Seat, hand: Hand, bottom: Hand) -> Result<View, BadView> {
        let chair = seat.chair(Chair::First);
        let expected = u32::from(start_count(seat));
        if hand.len() != expected {
            return Err(BadView::HandSize { found: hand.len(), expected });
        }
        if bottom.len() != 3 {
            return Err(BadView::BottomSize { found: bottom.len() });
        }
        if seat == Seat::Landlord && !hand.contains(bottom) {
            return Err(BadView::BottomNotHeld { bottom, hand });
        }
        if seat != Seat::Landlord {
            check_deck(&[hand, bottom])?;
        }
        Ok(View::start(chair, hand, Board::at_lead(rules, Chair::First, Some(bottom))))
    }

    /// Returns the view of a chair that holds `hand` after the events `log`, which led to `board`. Use it only if no cards were passed on
    /// and no hand is open. Then the result equals a view that applied each event.
    pub fn from_log(chair: Chair, hand: Hand, board: Board, log: Vec<Event>) -> Result<View, BadView> {
        let (course, bottom) = (board.course(), board.bottom().unwrap_or_default());
        let seat = board.landlord().filter(|_| board.bottom().is_some()).map(|landlord| chair.seat(landlord));
        let (found, expected) = (hand.len(), seat.map_or(17, |seat| course.left(seat)));
        if found != expected {
            return Err(BadView::HandSize { found, expected });
        }
        if board.bottom().is_some_and(|bottom| bottom.len() != 3) {
            return Err(BadView::BottomSize { found: bottom.len() });
        }
        // The landlord still holds the bottom cards that it has not played.
        let unplayed = bottom.minus(bottom.overlap(course.played(Seat::Landlord))).expect("an overlap lies within");
        let is_landlord = seat == Some(Seat::Landlord);
        if is_landlord && !hand.contains(unplayed) {
            return Err(BadView::BottomNotHeld { bottom, hand });
        }
        let elsewhere = if is_landlord { Hand::EMPTY } else { unplayed };
        check_deck(&[hand, course.all_played(), elsewhere])?;
        Ok(View { chair, hand, board, log, complete: true, gave: Hand::EMPTY, got: Hand::EMPTY })
    }

    /// Applies an event, without the parts that the chair may not see. On `Err` nothing changes.
    pub fn apply(&mut self, event: Event) -> Result<(), Illegal> {
        let event = event.seen_by(self.chair, self.rules());
        let hand = self.hand_after(event)?;
        let (gave, got) = self.gifts_after(event);
        self.board.apply(event)?;
        (self.hand, self.gave, self.got) = (hand, gave, got);
        self.log.push(event);
        Ok(())
    }

    /// Checks `event` against the viewing chair's hand. Returns that hand after the event.
    fn hand_after(&self, event: Event) -> Result<Hand, Illegal> {
        match event {
            Event::PassedOn(giver, cards) if self.board.stage() == Stage::PassOn => self.hand_after_gift(giver, cards),
            Event::Landlord(chair, bottom) if self.board.stage() == Stage::Bottom => {
                let held = self.known_hands_except(None);
                if held.plus(bottom).is_none() {
                    let held = bottom.surplus_with(held);
                    return Err(Illegal::HeldElsewhere { seat: Seat::Landlord, cards: bottom, held });
                }
                let both = self.hand.plus(bottom).expect("a part of what was added");
                Ok(if chair == self.chair { both } else { self.hand })
            }
            Event::Show(chair, Some(shown)) => self.check_shown_hand(chair, shown.hand).map(|()| self.hand),
            Event::Play(seat, Some(combo)) if self.board.stage() == Stage::Play => {
                let cards = combo.cards();
                if Some(seat) == self.seat() {
                    return self.hand.minus(cards).ok_or(Illegal::NotHeld { seat, cards, hand: self.hand });
                }
                self.check_unknown_cards(seat, cards)?;
                let elsewhere = self.not_held_by(seat);
                match elsewhere.plus(cards) {
                    Some(_) => Ok(self.hand),
                    None => Err(Illegal::HeldElsewhere { seat, cards, held: cards.surplus_with(elsewhere) }),
                }
            }
            _ => Ok(self.hand),
        }
    }

    /// Refuses an open hand that contradicts the viewing chair's knowledge: known cards of this hand are missing, or the known hands
    /// exceed one deck.
    fn check_shown_hand(&self, chair: Chair, shown: Hand) -> Result<(), Illegal> {
        if chair == self.chair {
            let hand = self.hand;
            return if shown == hand { Ok(()) } else { Err(Illegal::ShowNotHeld { chair, shown, hand }) };
        }
        let known = self.surely_held_by(chair);
        if !shown.contains(known) {
            return Err(Illegal::ShowLacks { chair, shown, known });
        }
        let held = self.known_hands_except(Some(chair));
        if held.plus(shown).is_none() { Err(Illegal::ShowElsewhere { chair, shown, held }) } else { Ok(()) }
    }

    /// Returns the viewing chair's cards and the known cards of the other chairs, except those of `without`.
    fn known_hands_except(&self, without: Option<Chair>) -> Hand {
        let others = [self.chair.next(), self.chair.previous()].into_iter().filter(|&other| Some(other) != without);
        others.fold(self.hand, |sum, other| sum.plus(self.surely_held_by(other)).expect("a view holds one deck"))
    }

    /// Returns the cards that may be in the bottom, before the landlord is found: all cards that are not known to be in a hand.
    pub fn possible_bottom(&self) -> Hand {
        Hand::DECK.minus(self.known_hands_except(None)).expect("a view holds one deck")
    }

    /// Returns the cards that another chair certainly holds. Before the landlord is found these are its open hand, or the cards that the
    /// viewing chair passed on to it.
    fn surely_held_by(&self, chair: Chair) -> Hand {
        if let Some(landlord) = self.board.landlord() {
            return self.known_cards(chair.seat(landlord));
        }
        let is_given = self.rules().pass_on().receiver(self.chair) == Some(chair);
        self.board.open_hand(chair).unwrap_or(if is_given { self.gave } else { Hand::EMPTY })
    }

    /// Returns the viewing chair's hand after `giver` has passed cards on. A chair cannot pass on cards that it received.
    fn hand_after_gift(&self, giver: Chair, cards: Option<Hand>) -> Result<Hand, Illegal> {
        let comes = self.rules().pass_on().receiver(giver) == Some(self.chair);
        if giver != self.chair && !comes {
            return Ok(self.hand);
        }
        let cards = cards.ok_or(Illegal::GiftHidden { chair: giver })?;
        if comes {
            let held = self.hand.plus(self.gave).expect("a view holds one deck");
            let fits = held.plus(cards).is_some();
            return self.hand.plus(cards).filter(|_| fits).ok_or(Illegal::GiftElsewhere { chair: giver, cards, held });
        }
        let dealt = self.hand.minus(self.got).expect("what came is still held");
        let is_dealt = dealt.contains(cards);
        self.hand.minus(cards).filter(|_| is_dealt).ok_or(Illegal::NotDealt { chair: giver, cards, dealt })
    }

    /// Refuses cards that the chair cannot pass on now. Gifts become events only after all chairs have chosen, so this check is separate
    /// from [`View::apply`].
    pub fn check_gift(&self, cards: Hand) -> Result<(), Illegal> {
        let (chair, dealt, stage) = (self.chair, self.hand, self.board.stage());
        if stage != Stage::PassOn {
            return Err(Illegal::WrongStage { what: "passing cards on", stage });
        }
        if cards.len() != PassOn::CARDS {
            return Err(Illegal::PassSize { chair, cards });
        }
        if dealt.contains(cards) { Ok(()) } else { Err(Illegal::NotDealt { chair, cards, dealt }) }
    }

    fn gifts_after(&self, event: Event) -> (Hand, Hand) {
        match event {
            Event::PassedOn(giver, Some(cards)) if giver == self.chair => (cards, self.got),
            Event::PassedOn(giver, Some(cards)) if self.rules().pass_on().receiver(giver) == Some(self.chair) => {
                (self.gave, cards)
            }
            _ => (self.gave, self.got),
        }
    }

    /// Refuses a play if it needs more unknown cards than the seat has. The viewing chair also knows the cards that it passed on. The board
    /// makes the same check with public knowledge.
    fn check_unknown_cards(&self, seat: Seat, cards: Hand) -> Result<(), Illegal> {
        if self.gave.is_empty() {
            return Ok(());
        }
        let (known, left) = (self.known_cards(seat), self.course().left(seat));
        let outside = cards.len() - cards.overlap(known).len();
        // A play with more cards than the seat has left is refused by the board, with a better error.
        if outside > left.saturating_sub(known.len()) && cards.len() <= left {
            return Err(Illegal::NotAmongKnown { seat, cards, known, left });
        }
        Ok(())
    }

    /// Returns the cards that another seat certainly does not hold: known cards of the other seats, and played cards.
    fn not_held_by(&self, seat: Seat) -> Hand {
        let mine = self.hand.plus(self.board.course().all_played()).expect("a view holds one deck");
        let others = [seat.next(), seat.previous()];
        others.into_iter().fold(mine, |sum, other| sum.plus(self.known_cards(other)).expect("a view holds one deck"))
    }

    /// Returns the viewing chair.
    pub const fn chair(&self) -> Chair {
        self.chair
    }

    /// Returns the viewing seat; `None` before the landlord is known.
    #[inline]
    pub fn seat(&self) -> Option<Seat> {
        self.board.landlord().map(|landlord| self.chair.seat(landlord))
    }

    /// Returns the cards of the viewing chair.
    #[inline]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the public state.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the ruleset in play.
    #[inline]
    pub const fn rules(&self) -> &Ruleset {
        self.board.rules()
    }

    /// Returns the course of play.
    #[inline]
    pub const fn course(&self) -> &Course {
        self.board.course()
    }

    /// Returns the situation of the seat on turn.
    #[inline]
    pub const fn trick(&self) -> Trick {
        self.course().trick()
    }

    /// Returns the events so far; those before the beginning of the view's history are missing.
    pub fn log(&self) -> &[Event] {
        &self.log
    }

    /// True if the log has all events since the beginning of the hand.
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// True if it is the turn of the viewing chair. All chairs pass cards on at the same time, so it is the turn of every chair until the
    /// first event of a gift comes.
    pub fn is_my_turn(&self) -> bool {
        match self.board.stage() {
            Stage::PassOn => self.board.turn() == Some(Chair::First),
            _ => self.board.turn() == Some(self.chair),
        }
    }

    /// Returns the cards that the viewing chair does not hold and that are not known to be played. They are in the other hands or in the
    /// untaken bottom, or were played before the beginning of the view's history.
    #[inline]
    pub fn unseen(&self) -> Hand {
        let seen = self.hand.plus(self.course().all_played()).expect("a view holds one deck");
        Hand::DECK.minus(seen).expect("a view holds one deck")
    }

    /// Returns, once the bottom is shown, the number of unseen cards that are in no hand: they were played before the beginning of the
    /// view's history.
    pub fn gone_unseen(&self) -> u32 {
        let Some(me) = self.seat() else { return 0 };
        self.unseen().len() - self.course().left(me.next()) - self.course().left(me.previous())
    }

    /// Returns the cards that another seat certainly holds; empty for the viewing seat.
    #[inline]
    pub fn known_cards(&self, seat: Seat) -> Hand {
        if Some(seat) == self.seat() {
            return Hand::EMPTY;
        }
        let public = self.board.known_cards(seat);
        if self.gave.is_empty() || !self.gave_to(seat) || self.is_open(seat) {
            return public;
        }
        // A card that the seat played may be the given card of that rank, or the bottom card. Only the rest is surely in its hand.
        let given = self.gave.plus(self.bottom_of(seat)).expect("a view holds one deck");
        given.minus(given.overlap(self.course().played(seat))).expect("the overlap lies within both")
    }

    /// Returns the cards that another seat may hold: its open hand, or the unseen cards that are not known to be in the third hand.
    #[inline]
    pub fn possible_cards(&self, seat: Seat) -> Hand {
        if self.is_open(seat) {
            return self.known_cards(seat);
        }
        let others = [seat.next(), seat.previous()].into_iter();
        others.fold(self.unseen(), |rest, one| rest.minus(self.known_cards(one)).expect("known cards are unseen ones"))
    }

    fn gave_to(&self, seat: Seat) -> bool {
        let receiver = self.rules().pass_on().receiver(self.chair);
        self.board.landlord().is_some_and(|landlord| Some(seat.chair(landlord)) == receiver)
    }

    /// True if the hand of the seat is open.
    pub fn is_open(&self, seat: Seat) -> bool {
        self.board.landlord().is_some_and(|landlord| self.board.open_hand(seat.chair(landlord)).is_some())
    }

    fn bottom_of(&self, seat: Seat) -> Hand {
        self.board.bottom().filter(|_| seat == Seat::Landlord).unwrap_or_default()
    }
}

fn check_deck(parts: &[Hand]) -> Result<(), BadView> {
    parts.iter().try_fold(Hand::EMPTY, |sum, &part| sum.plus(part)).map(|_| ()).ok_or_else(|| too_many(parts))
}

fn too_many(parts: &[Hand]) -> BadView {
    let seen = |rank: Rank| parts.iter().map(|part| part.count(rank)).sum::<u8>();
    let rank = Rank::all().find(|&rank| seen(rank) > rank.copies());
    BadView::TooMany { rank: rank.expect("the parts do not fit into one deck") }
}
