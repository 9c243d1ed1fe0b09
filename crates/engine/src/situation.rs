//! The facts of a turn, derived once: who is who, what is unseen, how big a combo is.

use std::cell::RefCell;

use rules::{Combo, Course, Hand, Kind, Rank, Ruleset, Seat, Trick, View};

use crate::judge::Judge;
use crate::persona::{Manner, Persona};
use crate::split::TurnsMemo;

/// What a persona makes of a view when it is to play.
pub struct Situation<'a> {
    /// What the seat knows.
    pub view: &'a View,
    /// Who thinks.
    pub persona: &'a Persona,
    /// Its numbers for this seat.
    pub manner: &'a Manner,
    /// The seat.
    pub me: Seat,
    /// Its hand.
    pub hand: Hand,
    /// What it faces.
    pub trick: Trick,
    /// Every legal play, passes aside.
    pub plays: &'a [Combo],
    /// The cards that may lie with the others, as far as the persona remembers what was played.
    pub unseen: Hand,
    /// What hands are worth to this seat now.
    pub judge: Judge,
    /// Turn counts met before.
    pub memo: &'a RefCell<TurnsMemo>,
}

impl<'a> Situation<'a> {
    /// Derives the facts. The caller has seen that it is `me`'s turn to play.
    pub fn new(
        view: &'a View,
        persona: &'a Persona,
        me: Seat,
        plays: &'a [Combo],
        memo: &'a RefCell<TurnsMemo>,
    ) -> Situation<'a> {
        let manner = persona.manner(me);
        let unseen = persona.remembered_unseen(view, me);
        let judge = Judge::new(view.rules(), manner, unseen);
        Situation { view, persona, manner, me, hand: view.hand(), trick: view.trick(), plays, unseen, judge, memo }
    }

    /// The ruleset.
    pub fn rules(&self) -> &Ruleset {
        self.view.rules()
    }

    /// The play so far.
    pub fn course(&self) -> &Course {
        self.view.course()
    }

    /// Cards left in a hand.
    pub fn left(&self, seat: Seat) -> u32 {
        self.course().left(seat)
    }

    /// Whether `seat` plays against this one.
    pub fn is_enemy(&self, seat: Seat) -> bool {
        seat.side() != self.me.side()
    }

    /// The seats that play against this one, in order of play.
    pub fn enemies(&self) -> impl Iterator<Item = Seat> + use<> {
        let me = self.me;
        [me.next(), me.previous()].into_iter().filter(move |seat| seat.side() != me.side())
    }

    /// The fewest cards that an enemy holds.
    pub fn nearest_enemy(&self) -> u32 {
        self.enemies().map(|seat| self.left(seat)).min().expect("everybody has an enemy")
    }

    /// Whether an enemy holds exactly this many cards.
    pub fn enemy_holds(&self, cards: u32) -> bool {
        self.enemies().any(|seat| self.left(seat) == cards)
    }

    /// The partner, when it plays next.
    pub fn partner_next(&self) -> Option<Seat> {
        self.me.partner().filter(|&partner| partner == self.me.next())
    }

    /// In how many of 1,000 deals an enemy can cover `combo`, ordinary bombs left out.
    pub fn odds_covered(&self, combo: Combo) -> i32 {
        self.odds(combo, false)
    }

    /// Whether no deal of the unseen cards lets an enemy cover `combo`, bombs counted.
    pub fn is_unbeatable(&self, combo: Combo) -> bool {
        self.odds(combo, true) == 0
    }

    fn odds(&self, combo: Combo, bombs: bool) -> i32 {
        let enemies: u32 = self.enemies().map(|seat| self.left(seat)).sum();
        let mut escape = 1.0f64;
        let fraction = f64::from(enemies) / f64::from(self.unseen.len());
        self.rules().each_follow(self.unseen, combo, |cover| {
            if cover.kind() == Kind::Bomb && combo.kind() != Kind::Bomb && !bombs {
                return;
            }
            if self.enemies().any(|seat| self.left(seat) >= cover.len()) {
                escape *= 1.0 - fraction.powi(cover.len() as i32);
            }
        });
        (1000.0 * (1.0 - escape)).ceil() as i32
    }

    /// Whether `combo` is big: unlikely to be covered now.
    pub fn is_big(&self, combo: Combo) -> bool {
        self.odds_covered(combo) <= self.manner.big_odds
    }

    /// What the seat is left with after a play.
    pub fn after(&self, play: Combo) -> Hand {
        self.hand.minus(play.cards()).expect("a legal play is in the hand")
    }
}

/// What a rank is worth as a key: 3 to 17.
pub(crate) fn face_value(rank: Rank) -> i32 {
    rank.index() as i32 + 3
}
