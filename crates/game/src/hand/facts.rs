//! The public facts of a hand: from its board or, once the hand is untracked, from its present.
//!
//! A hand is untracked if a play, a pass or a landlord broke the ruleset, or if only the present was told. Then only the present counts.

use rules::view::BadView;
use rules::{Board, Chair, Combo, Hand, Illegal, Present, Rank, Ruleset, Seat, Side, Stage, View};
use wire::v1;

use super::{DEALT_CARDS, Game, RulesChair, TrackedHand};
use crate::cards::{Cards, ReadingHint, to_combo};
use crate::event::{Rule, RuleViolation, impossible_event, to_cards};
use crate::names;
use crate::refusal::Refusal;

/// The public facts of a hand.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// Its stage.
    pub stage: Stage,
    /// The landlord's chair at the table.
    pub landlord: Option<Chair>,
    /// The chair whose turn it is.
    pub turn: Option<Chair>,
    /// The standing combo.
    pub standing: ToBeat,
    /// The number of cards that each chair of the table has left.
    pub left: [u32; 3],
}

impl Facts {
    /// Returns the side of the seat that went out, once one has.
    pub fn winner(&self) -> Option<Side> {
        let out = Chair::ALL.into_iter().find(|chair| self.left[chair.index()] == 0)?;
        self.landlord.map(|landlord| out.seat(landlord).side())
    }
}

impl Game {
    /// Returns the public facts.
    pub fn facts(&self, rules: &Ruleset) -> Facts {
        match &self.untracked {
            Some(now) => untracked_facts(&self.rules_in_play(rules), now),
            None => self.board_facts(&self.tracked_board(rules)),
        }
    }

    /// Returns the public facts, and what [`Game::view`] returns. At most one replay of the log gives both.
    pub fn facts_and_view(&self, rules: &Ruleset, chair: Chair) -> (Facts, Option<View>) {
        let Some(held) = self.held[chair.index()].as_ref() else { return (self.facts(rules), None) };
        if let Some(now) = &self.untracked {
            let rules = &self.rules_in_play(rules);
            return (untracked_facts(rules, now), now.view(rules, chair, held.hand()).ok());
        }
        if let Some(TrackedHand { board, views }) = self.cache.0.get().map(|live| &**live) {
            return (self.board_facts(board), views[chair.index()].clone());
        }
        // A room that is only read needs the view of one chair.
        let mut tracked = self.replay(rules, &[chair]).expect("checked when it was recorded");
        (self.board_facts(&tracked.board), tracked.views[chair.index()].take())
    }

    /// Refuses a hand that the view of a chair shows to be impossible.
    pub(super) fn check_views(&self, rules: &Ruleset) -> Result<(), Refusal> {
        match &self.untracked {
            None => self.tracked_hand(rules).map(|_| ()).map_err(|error| impossible_event(error.to_string())),
            Some(now) if now.is_over() || self.rules_in_play(rules).awaits_wild() => Ok(()),
            Some(now) => Chair::ALL.into_iter().zip(&self.held).try_for_each(|(chair, held)| {
                let Some(held) = held else { return Ok(()) };
                let view = now.view(&self.rules_in_play(rules), chair, held.hand());
                view.map(drop).map_err(|error| impossible_event(error.to_string()))
            }),
        }
    }

    fn board_facts(&self, board: &Board) -> Facts {
        let landlord = board.landlord().map(|chair| self.table_chair(RulesChair(chair)));
        let left = Chair::ALL.map(|chair| match landlord {
            Some(landlord) if board.bottom().is_some() => board.course().left(chair.seat(landlord)),
            _ => DEALT_CARDS,
        });
        let turn = match board.stage() {
            Stage::PassOn => Chair::ALL.get(self.gifts().count()).copied(),
            _ => board.turn(),
        };
        Facts {
            stage: board.stage(),
            landlord,
            turn: turn.map(|chair| self.table_chair(RulesChair(chair))),
            standing: board.course().standing().map_or(ToBeat::Nothing, |(seat, combo)| ToBeat::Combo(seat, combo)),
            left,
        }
    }
}

fn untracked_facts(rules: &Ruleset, now: &UntrackedHand) -> Facts {
    let stage = match now.is_over() {
        true => Stage::Over,
        false if rules.awaits_wild() => Stage::Wild,
        false => Stage::Play,
    };
    Facts {
        stage,
        landlord: Some(now.landlord),
        turn: (stage == Stage::Play).then(|| now.turn.chair(now.landlord)),
        standing: now.standing,
        left: Chair::ALL.map(|chair| u32::from(now.left[chair.seat(now.landlord).index()])),
    }
}

/// Returns the present of the hand on `board`.
pub(crate) fn untrack(board: &Board, landlord: Chair) -> UntrackedHand {
    let course = board.course();
    UntrackedHand {
        landlord,
        turn: course.turn(),
        standing: course.standing().map_or(ToBeat::Nothing, |(seat, combo)| ToBeat::Combo(seat, combo)),
        left: Seat::ALL.map(|seat| course.left(seat) as u8),
        played: Seat::ALL.map(|seat| course.played(seat)),
        bottom: board.bottom(),
        open: Seat::ALL.map(|seat| {
            board.landlord().and_then(|landlord| board.open_hand(seat.chair(landlord))).unwrap_or_default()
        }),
    }
}

/// The standing combo, as far as the ruleset can read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToBeat {
    /// No combo stands.
    Nothing,
    /// This combo.
    Combo(Seat, Combo),
    /// Cards that were not read as a combo: what beats them is not defined.
    Unrecognised(Seat, Hand),
}

impl ToBeat {
    /// Writes the combo that has to be beaten. `write` writes its cards.
    pub fn to_combo_to_beat(
        &self,
        rules: &Ruleset,
        landlord: Chair,
        write: impl FnOnce(Hand) -> v1::Cards,
    ) -> Option<v1::ComboToBeat> {
        let (owner, combo) = match *self {
            ToBeat::Nothing => return None,
            ToBeat::Combo(owner, combo) => (owner, to_combo(rules, combo, write(combo.cards()))),
            ToBeat::Unrecognised(owner, cards) => {
                (owner, v1::Combo { cards: Some(write(cards)), ..Default::default() })
            }
        };
        Some(v1::ComboToBeat { chair: names::to_chair(owner.chair(landlord)) as i32, combo: Some(combo) })
    }
}

/// The present of a hand, without its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UntrackedHand {
    /// The landlord's chair.
    pub landlord: Chair,
    /// The seat on turn.
    pub turn: Seat,
    /// The standing combo.
    pub standing: ToBeat,
    /// The number of cards left, by seat.
    pub left: [u8; 3],
    /// The cards that each seat is known to have played.
    pub played: [Hand; 3],
    /// The bottom, if it is known.
    pub bottom: Option<Hand>,
    /// The cards that each seat holds if its hand lies open; empty if it is closed.
    pub open: [Hand; 3],
}

impl UntrackedHand {
    /// Makes the present at the beginning of the play, with a landlord `chair` that the auction on `board` did not choose. `in_rules` turns
    /// a chair of the table into one of the board.
    pub(super) fn new(
        board: &Board,
        chair: Chair,
        in_rules: impl Fn(Chair) -> Chair,
        bottom: &Cards,
    ) -> Result<UntrackedHand, Refusal> {
        let bottom = bottom.hand();
        if bottom.len() != 3 {
            return Err(impossible_event(Illegal::BottomSize { bottom }.to_string()));
        }
        let mut open = Seat::ALL.map(|seat| board.open_hand(in_rules(seat.chair(chair))).unwrap_or_default());
        let of_landlord = &mut open[Seat::Landlord.index()];
        if !of_landlord.is_empty() {
            let message = || format!("the bottom {bottom} and the open hand {of_landlord} are no part of one deck");
            *of_landlord = of_landlord.plus(bottom).ok_or_else(|| impossible_event(message()))?;
        }
        Ok(UntrackedHand { bottom: Some(bottom), open, ..untrack(board, chair) })
    }

    /// Writes the present. `write` writes the cards of the standing combo.
    pub fn to_present(&self, rules: &Ruleset, write: impl FnOnce(Hand) -> v1::Cards) -> v1::Present {
        let ranks = |hand| to_cards(None, &Cards::of(hand));
        let chair = |chair: Chair| {
            let seat = chair.seat(self.landlord).index();
            v1::ChairPresent {
                chair: names::to_chair(chair) as i32,
                cards_left: u32::from(self.left[seat]),
                played: Some(ranks(self.played[seat])),
                open: Some(self.open[seat]).filter(|open| !open.is_empty()).map(ranks),
            }
        };
        v1::Present {
            landlord: names::to_chair(self.landlord) as i32,
            chairs: Chair::ALL.map(chair).to_vec(),
            standing: self.standing.to_combo_to_beat(rules, self.landlord, write),
            bottom: self.bottom.map(ranks),
            wilds: rules.wilds().in_order().map(Rank::letter).collect(),
            turn: names::to_chair(self.turn.chair(self.landlord)) as i32,
        }
    }

    /// True if a seat went out.
    fn is_over(&self) -> bool {
        self.left.contains(&0)
    }

    /// Lets a seat pass. Returns the rule that the pass breaks, if it breaks one.
    pub(super) fn pass(&mut self, seat: Seat) -> Option<RuleViolation> {
        let violation = if seat != self.turn {
            Some(self.not_your_turn(seat))
        } else if self.standing == ToBeat::Nothing {
            let message = format!("the {} chair leads and cannot pass", self.chair(seat));
            Some(RuleViolation::new(Rule::MustLead, message))
        } else {
            None
        };
        self.turn = seat.next();
        if matches!(self.standing, ToBeat::Combo(owner, _) | ToBeat::Unrecognised(owner, _) if owner == self.turn) {
            self.standing = ToBeat::Nothing;
        }
        violation
    }

    /// Lets a seat play `cards`. `hint` has their reading, if the ruleset has one that fits. Returns the rule that the play breaks, if it
    /// breaks one; `Err` for an impossible play.
    pub(super) fn play(
        &mut self,
        rules: &Ruleset,
        seat: Seat,
        cards: Hand,
        hint: &ReadingHint,
    ) -> Result<Option<RuleViolation>, String> {
        let left = self.left[seat.index()];
        if cards.len() > u32::from(left) {
            return Err(format!("{cards} has {} cards, the {} chair has {left} left", cards.len(), self.chair(seat)));
        }
        let gone = self.played.into_iter().try_fold(Hand::EMPTY, Hand::plus).expect("what was played is one deck");
        let open = self.open[seat.index()];
        let others = [seat.next(), seat.previous()].map(|other| self.open[other.index()]);
        let seen = others.into_iter().try_fold(gone, Hand::plus).unwrap_or(Hand::DECK);
        if seen.plus(cards).is_none() {
            return Err(format!("{cards} cannot be played: the table has already seen {seen}"));
        }
        if !open.is_empty() && !open.contains(cards) {
            return Err(format!("{cards} cannot be played: {seat} holds {open}, which lies open"));
        }
        let violation = match (hint.combo(), self.standing) {
            _ if seat != self.turn => Some(self.not_your_turn(seat)),
            (None, _) => Some(RuleViolation::new(Rule::NoCombo, hint.explain_mismatch(rules, cards))),
            (Some(play), ToBeat::Combo(_, standing)) if !rules.beats(play, standing) => {
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
        self.standing = hint.combo().map_or(ToBeat::Unrecognised(seat, cards), |combo| ToBeat::Combo(seat, combo));
        Ok(violation)
    }

    fn not_your_turn(&self, seat: Seat) -> RuleViolation {
        let (chair, turn) = (self.chair(seat), self.chair(self.turn));
        let message = format!("the {chair} chair cannot act, it is the turn of the {turn} chair");
        RuleViolation::new(Rule::NotYourTurn, message)
    }

    fn chair(&self, seat: Seat) -> Chair {
        seat.chair(self.landlord)
    }

    /// Returns what `chair` knows if it holds `hand`. Standing cards that were not read as a combo count as played.
    pub fn view(&self, rules: &Ruleset, chair: Chair, hand: Hand) -> Result<View, BadView> {
        let standing = match self.standing {
            ToBeat::Combo(owner, combo) => Some((owner, combo)),
            ToBeat::Nothing | ToBeat::Unrecognised(..) => None,
        };
        View::from_present(&Present {
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
