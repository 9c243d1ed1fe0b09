//! The public state of a hand, which every seat may know: one state machine over the events at the table.
//! [`crate::Table`] adds the hidden hands, [`crate::View`] the hand of one seat.

mod illegal;
mod open_hands;

use std::fmt;

pub use illegal::Illegal;
pub use open_hands::OpenedHand;

use crate::auction::{Bidding, Call, Outcome};
use crate::combo::Combo;
use crate::course::Course;
use crate::hand::Hand;
use crate::rank::Rank;
use crate::ruleset::{Doubling, OpenRule, PassOn, Ruleset, Scoring};
use crate::score::{Settlement, Stakes};
use crate::seat::{Chair, Seat};
use open_hands::OpenHands;

/// An event at the table. It is public, except cards that are passed on: only the giver and the receiver see these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A wild rank is shown.
    Wild(Rank),
    /// A chair has passed three cards on; `None` hides them. These events come after all chairs have chosen, in the order of the chairs.
    PassedOn(Chair, Option<Hand>),
    /// A call in the auction.
    Call(Chair, Call),
    /// The auction is over: this chair is the landlord and the bottom cards are shown.
    Landlord(Chair, Hand),
    /// A seat raises the stake, or does not.
    Raise(Seat, Raise),
    /// A chair opens its hand, either without being asked (see [`Board::may_open`]), or as the landlord, who is asked before the first
    /// lead. `None`: the landlord keeps the hand closed.
    Show(Chair, Option<OpenedHand>),
    /// A seat plays a combo, or passes.
    Play(Seat, Option<Combo>),
}

impl Event {
    /// Returns the event as `viewer` sees it, without hidden cards.
    pub fn seen_by(self, viewer: Chair, rules: &Ruleset) -> Event {
        match self {
            Event::PassedOn(giver, _) if viewer != giver && rules.pass_on().receiver(giver) != Some(viewer) => {
                Event::PassedOn(giver, None)
            }
            seen => seen,
        }
    }
}

/// A seat's raise of the stake 加倍.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Raise {
    /// 不加倍
    Plain,
    /// 加倍: twice.
    Double,
    /// 超级加倍: four times.
    Super,
}

impl Raise {
    /// Every raise, lowest first.
    pub const ALL: [Raise; 3] = [Raise::Plain, Raise::Double, Raise::Super];

    /// Returns the factor of the stake.
    pub const fn factor(self) -> u8 {
        match self {
            Raise::Plain => 1,
            Raise::Double => 2,
            Raise::Super => 4,
        }
    }

    /// True if a ruleset's doubling allows this raise.
    pub const fn is_allowed_by(self, doubling: Doubling) -> bool {
        self as u8 <= doubling as u8
    }
}

impl fmt::Display for Raise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.factor())
    }
}

/// The stage of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// A wild rank is about to be shown.
    Wild,
    /// Each chair chooses the cards that it passes on.
    PassOn,
    /// The auction.
    Auction,
    /// The auction is over and the bottom cards are about to be shown.
    Bottom,
    /// The seats say whether they double, the landlord first.
    Doubling,
    /// The landlord may open the hand.
    Showing,
    /// Cards are played.
    Play,
    /// A seat went out.
    Over,
    /// No chair wanted the landlord's seat.
    Redeal,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Wild => "wild",
            Stage::PassOn => "pass-on",
            Stage::Auction => "auction",
            Stage::Bottom => "bottom",
            Stage::Doubling => "doubling",
            Stage::Showing => "showing",
            Stage::Play => "play",
            Stage::Over => "over",
            Stage::Redeal => "redeal",
        })
    }
}

/// The public state of a hand, which every seat may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rules: Ruleset,
    stage: Stage,
    bidding: Bidding,
    bottom: Option<Hand>,
    raises: [Option<Raise>; 3],
    open: OpenHands,
    course: Course,
    /// The product of the factors of the applied plays: see [`Ruleset::bomb_factor`].
    bombs: u32,
    /// The number of chairs that have given cards; in a table, that have chosen them.
    gifts: u8,
}

impl Board {
    /// Returns the board after the deal, before any chair has spoken.
    pub const fn start(rules: Ruleset) -> Board {
        Board {
            rules,
            stage: if rules.awaits_wild() && rules.shows_wild_first() {
                Stage::Wild
            } else {
                Board::stage_after_deal(&rules)
            },
            bidding: Bidding::start(&rules),
            bottom: None,
            raises: [None; 3],
            open: OpenHands::NONE,
            course: Course::start(),
            bombs: 1,
            gifts: 0,
        }
    }

    const fn stage_after_deal(rules: &Ruleset) -> Stage {
        match rules.pass_on() {
            PassOn::None => Stage::Auction,
            PassOn::Next | PassOn::Previous => Stage::PassOn,
        }
    }

    /// Begins a hand without an auction: `landlord` holds the bottom cards (`None` if they are not known) and leads. Passed-on cards have
    /// already reached their receivers. No seat is asked anything before the lead, but a chair may open its hand: see [`Board::may_open`].
    pub const fn at_lead(rules: Ruleset, landlord: Chair, bottom: Option<Hand>) -> Board {
        let stage = if rules.awaits_wild() { Stage::Wild } else { Stage::Play };
        Board { stage, bidding: Bidding::without_auction(&rules, landlord), bottom, ..Board::start(rules) }
    }

    pub(crate) fn resume(rules: Ruleset, bottom: Option<Hand>, course: Course, open: [Hand; 3]) -> Board {
        let open = OpenHands::resume(&course, open);
        Board { course, open, ..Board::at_lead(rules, Chair::First, bottom) }
    }

    /// Returns the ruleset with the wild ranks that are shown.
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the stage of the hand.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the auction.
    pub const fn bidding(&self) -> &Bidding {
        &self.bidding
    }

    /// Returns the landlord's chair; `None` if it is not known.
    pub fn landlord(&self) -> Option<Chair> {
        match self.bidding.outcome() {
            Some(Outcome::Landlord(chair)) => Some(chair),
            _ => None,
        }
    }

    /// Returns the bottom cards 底牌; `None` if they are not known.
    pub const fn bottom(&self) -> Option<Hand> {
        self.bottom
    }

    /// Returns the course of play.
    #[inline]
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// Returns the raise of a seat; `None` if it has not answered.
    pub const fn raise(&self, seat: Seat) -> Option<Raise> {
        self.raises[seat.index()]
    }

    /// Returns the unplayed cards of a chair's open hand; `None` if the hand is closed.
    pub fn open_hand(&self, chair: Chair) -> Option<Hand> {
        let played = self.landlord().map_or(Hand::EMPTY, |landlord| self.course.played(chair.seat(landlord)));
        self.open.of(chair).map(|hand| hand.minus(played).expect("an open hand plays what it showed"))
    }

    /// Returns the chair on turn: it passes cards on, calls, raises, shows or plays. `None` if no chair has to act. All chairs choose the
    /// cards that they pass on at the same time, so their order is a convention.
    pub fn turn(&self) -> Option<Chair> {
        let seat = match self.stage {
            Stage::PassOn => return Chair::ALL.get(usize::from(self.gifts)).copied(),
            Stage::Auction => return self.bidding.turn(),
            Stage::Wild | Stage::Bottom | Stage::Over | Stage::Redeal => return None,
            Stage::Doubling => self.next_to_double()?,
            Stage::Showing => Seat::Landlord,
            Stage::Play => self.course.turn(),
        };
        self.landlord().map(|landlord| seat.chair(landlord))
    }

    /// Returns the cards of `seat` that are publicly known: an open hand, or the bottom cards that the landlord surely still holds.
    #[inline]
    pub fn known_cards(&self, seat: Seat) -> Hand {
        if let Some(open) = self.landlord().and_then(|landlord| self.open_hand(seat.chair(landlord))) {
            return open;
        }
        match (seat, self.bottom) {
            (Seat::Landlord, Some(bottom)) => {
                // A card that the landlord played may be the bottom card of that rank. Only the rest of the bottom is surely in the hand.
                let played = bottom.overlap(self.course.played(Seat::Landlord));
                bottom.minus(played).expect("the overlap lies within both")
            }
            _ => Hand::EMPTY,
        }
    }

    /// Returns the raises that the seat on turn may choose, lowest first; none outside [`Stage::Doubling`].
    pub fn doublings(&self) -> impl Iterator<Item = Raise> + use<> {
        let (is_asked, doubling) = (self.stage == Stage::Doubling, self.rules.doubling);
        Raise::ALL.into_iter().filter(move |raise| is_asked && raise.is_allowed_by(doubling))
    }

    /// Returns the stakes as they are now.
    pub fn stakes(&self, base: u32) -> Stakes {
        Stakes {
            base,
            score: self.bidding.score(),
            robs: self.bidding.robs(),
            bombs: self.bombs,
            shown: self.open.factor(),
            raises: self.raises.map(|raise| raise.map_or(1, Raise::factor)),
            plays: Seat::ALL.map(|seat| self.course.plays(seat)),
        }
    }

    /// Returns the settlement; `None` before a seat went out.
    pub fn settlement(&self, base: u32) -> Option<Settlement> {
        let winner = self.course.winner()?.side();
        Some(match self.rules.scoring {
            Scoring::Cards => Settlement::by_cards(winner, base, Seat::ALL.map(|seat| self.course.cards_won(seat))),
            Scoring::Stakes => self.stakes(base).settle(&self.rules, winner),
        })
    }

    fn next_to_double(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.raises[seat.index()].is_none())
    }

    fn expect_stage(&self, stage: Stage, what: &'static str) -> Result<(), Illegal> {
        if self.stage == stage { Ok(()) } else { Err(Illegal::WrongStage { what, stage: self.stage }) }
    }

    /// Applies `event`. On `Err` nothing changes.
    pub fn apply(&mut self, event: Event) -> Result<(), Illegal> {
        match event {
            Event::Wild(rank) => self.show_wild(rank),
            Event::PassedOn(chair, cards) => self.pass_on(chair, cards),
            Event::Call(chair, call) => self.call(chair, call),
            Event::Landlord(chair, bottom) => self.seat_landlord(chair, bottom),
            Event::Raise(seat, raise) => self.raise_stake(seat, raise),
            Event::Show(chair, shown) => self.show(chair, shown),
            Event::Play(seat, play) => {
                self.expect_stage(Stage::Play, "a play")?;
                self.course.check(&self.rules, seat, play)?;
                if let Some(combo) = play {
                    self.check_unknown_cards(seat, combo)?;
                }
                self.advance(play);
                Ok(())
            }
        }
    }

    /// Refuses a play if it needs more unknown cards than the seat has. The seat's unknown cards are its cards minus [`Board::known_cards`].
    fn check_unknown_cards(&self, seat: Seat, combo: Combo) -> Result<(), Illegal> {
        let (cards, known, left) = (combo.cards(), self.known_cards(seat), self.course.left(seat));
        let outside = cards.len() - cards.overlap(known).len();
        if outside > left - known.len() { Err(Illegal::NotAmongKnown { seat, cards, known, left }) } else { Ok(()) }
    }

    /// Makes a play that the caller has checked.
    #[inline]
    pub(crate) fn advance(&mut self, play: Option<Combo>) {
        let seat = self.course.turn();
        self.course.advance(&self.rules, play);
        if let Some(combo) = play {
            self.bombs = self.bombs.saturating_mul(self.rules.bomb_factor(combo));
        }
        if self.course.left(seat) == 0 {
            self.stage = Stage::Over;
        }
    }

    fn show_wild(&mut self, rank: Rank) -> Result<(), Illegal> {
        self.expect_stage(Stage::Wild, "a wild rank")?;
        self.rules = self.rules.with_wild(rank)?;
        self.stage = match self.landlord() {
            None => Board::stage_after_deal(&self.rules),
            Some(_) if !self.has_no_auction() => self.stage_after_bottom(),
            Some(_) if self.rules.awaits_wild() => Stage::Wild,
            Some(_) => Stage::Play,
        };
        Ok(())
    }

    /// True if the landlord is known without an auction.
    fn has_no_auction(&self) -> bool {
        self.landlord().is_some() && self.bidding.last_call(Chair::First).is_none()
    }

    fn stage_after_bottom(&self) -> Stage {
        match (self.rules.awaits_wild(), self.rules.doubling) {
            (true, _) => Stage::Wild,
            (_, Doubling::None) => self.stage_after_doubling(),
            _ => Stage::Doubling,
        }
    }

    /// Returns the stage after the doublings. A landlord whose hand is still closed may be asked to open it.
    fn stage_after_doubling(&self) -> Stage {
        let is_closed = self.landlord().is_some_and(|landlord| self.open.of(landlord).is_none());
        if is_closed && self.rules.open_hand != OpenRule::No { Stage::Showing } else { Stage::Play }
    }

    /// Sets the number of chairs that have chosen a gift. A table needs this, because it applies the events only after all have chosen.
    pub(crate) const fn set_gift_count(&mut self, gifts: u8) {
        self.gifts = gifts;
    }

    fn pass_on(&mut self, chair: Chair, cards: Option<Hand>) -> Result<(), Illegal> {
        self.expect_stage(Stage::PassOn, "passing cards on")?;
        if let Some(turn) = self.turn().filter(|&turn| turn != chair) {
            return Err(Illegal::NotYourGift { chair, turn });
        }
        if let Some(cards) = cards.filter(|cards| cards.len() != PassOn::CARDS) {
            return Err(Illegal::PassSize { chair, cards });
        }
        self.gifts += 1;
        if self.turn().is_none() {
            self.stage = Stage::Auction;
        }
        Ok(())
    }

    fn call(&mut self, chair: Chair, call: Call) -> Result<(), Illegal> {
        self.expect_stage(Stage::Auction, "a call")?;
        if let Some(turn) = self.bidding.turn().filter(|&turn| turn != chair) {
            return Err(Illegal::NotYourCall { chair, turn });
        }
        self.bidding.make_call(call)?;
        self.stage = match self.bidding.outcome() {
            Some(Outcome::Redeal) => Stage::Redeal,
            Some(Outcome::Landlord(_)) => Stage::Bottom,
            None if self.bidding.awaits_appointment() => Stage::Bottom,
            None => Stage::Auction,
        };
        Ok(())
    }

    fn seat_landlord(&mut self, chair: Chair, bottom: Hand) -> Result<(), Illegal> {
        self.expect_stage(Stage::Bottom, "showing the bottom cards")?;
        if bottom.len() != 3 {
            return Err(Illegal::BottomSize { bottom });
        }
        if let Some(landlord) = self.landlord().filter(|&landlord| landlord != chair) {
            return Err(Illegal::NotLandlord { chair, landlord });
        }
        let held = self.open.all_cards();
        if held.plus(bottom).is_none() {
            let held = bottom.surplus_with(held);
            return Err(Illegal::HeldElsewhere { seat: Seat::Landlord, cards: bottom, held });
        }
        if self.landlord().is_none() {
            self.bidding.appoint(chair);
        }
        self.open.take_bottom(chair, bottom);
        self.bottom = Some(bottom);
        self.stage = self.stage_after_bottom();
        Ok(())
    }

    fn raise_stake(&mut self, seat: Seat, raise: Raise) -> Result<(), Illegal> {
        self.expect_stage(Stage::Doubling, "a doubling")?;
        if self.next_to_double() != Some(seat) {
            return Err(Illegal::NotAsked { seat });
        }
        if !raise.is_allowed_by(self.rules.doubling) {
            return Err(Illegal::UnknownRaise { raise, ruleset: self.rules.name() });
        }
        self.raises[seat.index()] = Some(raise);
        if self.next_to_double().is_none() {
            self.stage = self.stage_after_doubling();
        }
        Ok(())
    }
}
