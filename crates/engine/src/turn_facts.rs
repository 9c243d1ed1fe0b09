//! The facts of a turn of the play that are the same for every persona.

use rules::{Combo, Course, Hand, Ruleset, Seat, Trick, View};

use crate::hand::cover::{Enemy, UnseenCards};
use crate::profile::Profile;

/// The facts of a turn of the play that are the same for every persona: the seats, the hand and the trick.
#[derive(Clone, Copy)]
pub struct TurnFacts<'a> {
    /// The view of the seat.
    pub view: &'a View,
    /// The data and methods that play the ruleset.
    pub profile: Profile,
    /// The seat.
    pub me: Seat,
    /// The hand of the seat.
    pub hand: Hand,
    /// The trick that it faces.
    pub trick: Trick,
    /// A number that differs between the seat's turns of a hand. It is the same with and without a history.
    pub(crate) number: u32,
    /// True if the nets can judge the turn: every card is accounted for, and every wild rank is shown.
    pub(crate) nets_judge: bool,
}

impl<'a> TurnFacts<'a> {
    /// Returns the facts; `None` before the landlord is known.
    pub fn of(view: &'a View) -> Option<TurnFacts<'a>> {
        let (me, course) = (view.seat()?, view.course());
        let left: u32 = Seat::ALL.iter().map(|&seat| course.left(seat)).sum();
        let number = (54 - left) * 4 + u32::from(course.passes());
        let (rules, hand, trick) = (view.rules(), view.hand(), view.trick());
        let nets_judge = view.gone_unseen() == 0 && !rules.awaits_wild();
        Some(TurnFacts { view, profile: Profile::of(rules), me, hand, trick, number, nets_judge })
    }

    /// Returns the ruleset.
    pub fn rules(&self) -> &'a Ruleset {
        self.view.rules()
    }

    /// Returns the play so far.
    pub fn course(&self) -> &'a Course {
        self.view.course()
    }

    /// Returns how many cards are left in a hand.
    pub fn left(&self, seat: Seat) -> u32 {
        self.course().left(seat)
    }

    /// True if `seat` plays against this one.
    pub fn is_enemy(&self, seat: Seat) -> bool {
        seat.side() != self.me.side()
    }

    /// Returns the seats that play against this one, in order of play.
    pub fn enemies(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        let me = self.me;
        [me.next(), me.previous()].into_iter().filter(move |seat| seat.side() != me.side())
    }

    /// Returns the fewest cards that an enemy holds.
    pub fn enemy_cards_min(&self) -> u32 {
        self.enemies().map(|seat| self.left(seat)).min().expect("every seat has an enemy")
    }

    /// True if an enemy holds exactly this many cards.
    pub fn enemy_holds(&self, cards: u32) -> bool {
        self.enemies().any(|seat| self.left(seat) == cards)
    }

    /// Returns the partner, when it plays next.
    pub fn partner_playing_next(&self) -> Option<Seat> {
        self.me.partner().filter(|&partner| partner == self.me.next())
    }

    /// Returns the hand that the seat is left with after a play.
    pub fn after(&self, play: Combo) -> Hand {
        self.hand.minus(play.cards()).expect("a legal play is in the hand")
    }

    /// Returns the cards that the enemies may hold. `unseen` are those that the seat has not seen or does not remember.
    pub(crate) fn hidden_cards(&self, unseen: Hand) -> UnseenCards {
        let enemy = |seat: Seat| Enemy { count: self.left(seat) as u8, known: self.view.known_cards(seat) };
        // The known cards are the landlord's bottom, open hands, and the cards that this seat passed on.
        let placed = [self.me.next(), self.me.previous()].map(|seat| self.view.known_cards(seat));
        let cards =
            placed.iter().fold(unseen, |cards, &known| cards.minus(known).expect("known cards are unseen ones"));
        let hidden = match self.me {
            Seat::Landlord => UnseenCards::with_enemies(cards, enemy(Seat::Down), enemy(Seat::Up)),
            _ => UnseenCards::with_enemy(cards, enemy(Seat::Landlord)),
        };
        hidden.expect("a view's counts add up")
    }
}
