//! An untracked hand: the backend reported an event that breaks the ruleset, or told the present alone. What is known
//! then is how many cards each seat holds, what was played and what stands; it goes on from there.

use rules::view::BadView;
use rules::{Chair, Combo, Hand, Present, Ruleset, Seat, View};

use crate::violation::{Rule, RuleViolation};

/// The standing combo, as far as the ruleset can read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A new round is to be led.
    Nothing,
    /// This combo.
    Combo(Seat, Combo),
    /// Cards that are no combo of the ruleset: what beats them is not defined.
    Unrecognised(Seat, Hand),
}

/// The present of a hand, without its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Untracked {
    /// The chair that plays alone.
    pub landlord: Chair,
    /// The seat on turn.
    pub turn: Seat,
    /// The standing combo.
    pub standing: Standing,
    /// Cards left, by seat.
    pub left: [u8; 3],
    /// The cards that each seat is known to have played.
    pub played: [Hand; 3],
    /// The bottom, if it is known.
    pub bottom: Option<Hand>,
    /// The cards that each seat holds if its hand lies open; empty if it is closed.
    pub open: [Hand; 3],
}

impl Untracked {
    /// Returns the seat that went out.
    pub fn winner(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.left[seat.index()] == 0)
    }

    /// Returns all that was played.
    pub fn all_played(&self) -> Option<Hand> {
        self.played.iter().try_fold(Hand::EMPTY, |sum, &part| sum.plus(part))
    }

    /// Lets a seat pass. A rule that the pass breaks comes back.
    pub fn pass(&mut self, seat: Seat) -> Option<RuleViolation> {
        let violation = if seat != self.turn {
            Some(self.not_your_turn(seat))
        } else if self.standing == Standing::Nothing {
            Some(RuleViolation::must_lead(self.chair(seat)))
        } else {
            None
        };
        self.turn = seat.next();
        // Once it is the turn of the one whose cards stand, all others have passed.
        if matches!(self.standing, Standing::Combo(owner, _) | Standing::Unrecognised(owner, _) if owner == self.turn) {
            self.standing = Standing::Nothing;
        }
        violation
    }

    /// Lets a seat play `cards`, which the ruleset reads as `combo`. `Err` when the deck forbids it.
    pub fn play(
        &mut self,
        rules: &Ruleset,
        seat: Seat,
        cards: Hand,
        combo: Option<Combo>,
    ) -> Result<Option<RuleViolation>, String> {
        let left = self.left[seat.index()];
        if cards.len() > u32::from(left) {
            return Err(format!("{cards} has {} cards, the {} chair has {left} left", cards.len(), self.chair(seat)));
        }
        let gone = self.all_played().expect("what was played is one deck");
        let open = self.open[seat.index()];
        let others = [seat.next(), seat.previous()].map(|other| self.open[other.index()]);
        let seen = others.into_iter().try_fold(gone, Hand::plus).unwrap_or(Hand::DECK);
        if seen.plus(cards).is_none() {
            return Err(format!("{cards} cannot be played: of these cards the table has already seen {seen}"));
        }
        if !open.is_empty() && !open.contains(cards) {
            return Err(format!("{cards} cannot be played: {seat} holds {open}, which lies open"));
        }
        let violation = match (combo, self.standing) {
            _ if seat != self.turn => Some(self.not_your_turn(seat)),
            (None, _) => {
                Some(RuleViolation::new(Rule::NoCombo, format!("{cards} is no combo in ruleset {}", rules.name())))
            }
            (Some(play), Standing::Combo(_, standing)) if !rules.beats(play, standing) => {
                let (kind, under) = (play.kind(), standing.kind());
                Some(RuleViolation::new(Rule::TooLow, format!("{play} ({kind}) does not beat {standing} ({under})")))
            }
            _ => None,
        };
        let played = &mut self.played[seat.index()];
        *played = played.plus(cards).expect("checked with what all have played");
        self.left[seat.index()] -= cards.len() as u8;
        self.open[seat.index()] = open.minus(cards).unwrap_or_default();
        self.turn = seat.next();
        self.standing = combo.map_or(Standing::Unrecognised(seat, cards), |combo| Standing::Combo(seat, combo));
        Ok(violation)
    }

    fn not_your_turn(&self, seat: Seat) -> RuleViolation {
        RuleViolation::not_your_turn(self.chair(seat), self.chair(self.turn))
    }

    fn chair(&self, seat: Seat) -> Chair {
        seat.chair(self.landlord)
    }

    /// Returns the knowledge of `chair`, holding `hand`. Odd cards that stand are left out: see [`Standing::Unrecognised`].
    pub fn view(&self, rules: &Ruleset, chair: Chair, hand: Hand) -> Result<View, BadView> {
        let standing = match self.standing {
            Standing::Combo(owner, combo) => Some((owner, combo)),
            Standing::Nothing | Standing::Unrecognised(..) => None,
        };
        View::present(&Present {
            rules: *rules,
            seat: chair.seat(self.landlord),
            hand,
            turn: self.turn,
            left: self.left,
            standing,
            bottom: self.bottom,
            played: self.played,
            open: self.open,
        })
    }
}
