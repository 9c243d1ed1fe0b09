//! A hand without its history. Only its present counts: because only that was told, or because a play, a pass or a landlord broke the ruleset.

use std::sync::{Arc, LazyLock};

use rules::view::BadView;
use rules::{Board, Chair, Combo, Event, Hand, Illegal, Present, Rank, Ruleset, Seat, Stage, Trick, View};
use wire::v1;

use super::{Facts, Game, Start, ToBeat};
use crate::cards::{CardForm, Cards, ReadingHint};
use crate::event::{LogEntry, Rule, RuleViolation, TableWhat, What, duplicate_chair, impossible_event, to_cards};
use crate::names::{self, require};
use crate::read;
use crate::refusal::{AtField, Reason, Refusal, read_each};

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

    /// Returns the public facts.
    pub(super) fn facts(&self, rules: &Ruleset) -> Facts {
        let stage = match self.is_over() {
            true => Stage::Over,
            false if rules.awaits_wild() => Stage::Wild,
            false => Stage::Play,
        };
        Facts {
            stage,
            landlord: Some(self.landlord),
            turn: (stage == Stage::Play).then(|| self.turn.chair(self.landlord)),
            standing: self.standing,
            left: Chair::ALL.map(|chair| u32::from(self.left[chair.seat(self.landlord).index()])),
        }
    }

    /// True if a seat went out.
    pub(super) fn is_over(&self) -> bool {
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

    /// Lets a seat play `cards`. `combo` is their reading, if the ruleset has one that fits the hint. Returns the rule that the play breaks, if it
    /// breaks one; `Err` for an impossible play.
    pub(super) fn play(
        &mut self,
        rules: &Ruleset,
        seat: Seat,
        cards: Hand,
        combo: Option<Combo>,
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
        let violation = match (combo, self.standing) {
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
        self.standing = combo.map_or(ToBeat::Unrecognised(seat, cards), |combo| ToBeat::Combo(seat, combo));
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

/// Returns the present of the hand on `board`.
pub(super) fn untrack(board: &Board, landlord: Chair) -> UntrackedHand {
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

impl read::Hand {
    /// Returns the present of the hand; it is empty for a hand that is told by events. Refuses wild ranks that do not
    /// fit the ruleset.
    pub fn sent_present(&self) -> Result<SentPresent<'_>, Refusal> {
        static EMPTY: LazyLock<v1::Present> = LazyLock::new(v1::Present::default);
        let present = self.present.as_deref().unwrap_or(&EMPTY);
        Ok(SentPresent { rules: names::with_wilds(self.rules, &present.wilds)?, form: &self.form, present })
    }

    /// Makes the hand of this present. `asked` is the chair that the call asks for.
    pub(crate) fn resume(
        &self,
        present: &v1::Present,
        asked: Option<Chair>,
    ) -> Result<(Game, Vec<RuleViolation>), Refusal> {
        let now = self.sent_present()?;
        let rules = now.rules;
        let landlord = now.landlord()?.ok_or_else(|| Refusal::missing("landlord"))?;
        let mut holding = Chair::ALL.into_iter().filter(|chair| self.holds[chair.index()].is_some());
        let only = holding.next().filter(|_| holding.next().is_none());
        let turn = now.turn()?.or(asked).or(only);
        let turn = turn.ok_or_else(|| Refusal::missing("turn"))?;
        let (left, played, open) = self.present_by_seat(present, landlord)?;
        let (standing, broken) = self.to_beat(&now, landlord)?;
        let bottom = present.bottom.as_ref().map(|bottom| self.form.hand(bottom));
        let bottom = bottom.transpose().within("bottom")?;
        let now = UntrackedHand { landlord, turn: turn.seat(landlord), standing, left, played, bottom, open };
        let hand = Game::resume(&rules, now, &self.holds).map_err(|error| bad_present(&error))?;
        Ok((hand, broken))
    }

    fn present_by_seat(&self, present: &v1::Present, landlord: Chair) -> Result<PresentBySeat, Refusal> {
        let mut told: [Option<(usize, u32)>; 3] = [None; 3];
        let (mut left, mut played, mut open) = ([0; 3], [Hand::EMPTY; 3], [Hand::EMPTY; 3]);
        read_each("chairs", present.chairs.iter().enumerate(), |(index, one)| {
            let chair = require(names::chair(one.chair), "chair")?;
            if told[chair.index()].replace((index, one.cards_left)).is_some() {
                return Err(duplicate_chair(chair));
            }
            if let Some(cards) = &one.played {
                played[chair.seat(landlord).index()] = self.form.hand(cards).within("played")?;
            }
            if let Some(cards) = &one.open {
                open[chair.seat(landlord).index()] = self.form.hand(cards).within("open")?;
            }
            Ok(())
        })?;
        for chair in Chair::ALL {
            let lies_open = Some(open[chair.seat(landlord).index()].len()).filter(|&count| count > 0);
            let held = self.holds[chair.index()].as_ref().map(Cards::len).or(lies_open);
            let told = told[chair.index()];
            let field = told.map_or_else(|| "chairs".to_owned(), |(index, _)| format!("chairs[{index}].cards_left"));
            let count = told.map(|(_, count)| count).filter(|&count| count > 0).or(held);
            let count = count.ok_or_else(|| match told {
                Some(_) => Refusal::missing(&field).with("chair", chair),
                None => Refusal::lacks_chair(&field, chair),
            })?;
            left[chair.seat(landlord).index()] = u8::try_from(count).map_err(|_| {
                let message = format!("the {chair} chair is counted with {count} cards");
                Refusal::new(Reason::COUNT_MISMATCH, message).at(field)
            })?;
        }
        Ok((left, played, open))
    }

    fn to_beat(&self, now: &SentPresent<'_>, landlord: Chair) -> Result<(ToBeat, Vec<RuleViolation>), Refusal> {
        let Some(owner) = now.owner()? else { return Ok((ToBeat::Nothing, Vec::new())) };
        let owner = owner.seat(landlord);
        match now.standing() {
            Ok(combo) => Ok((combo.map_or(ToBeat::Nothing, |combo| ToBeat::Combo(owner, combo)), Vec::new())),
            Err(refusal) if refusal.reason() == Reason::NO_COMBO && !self.strict => {
                let sent = now.present.standing.as_ref().and_then(|standing| standing.combo.as_ref()?.cards.as_ref());
                let cards = sent.and_then(|cards| self.form.hand(cards).ok()).filter(|cards| !cards.is_empty());
                let Some(cards) = cards else { return Err(refusal) };
                let violation = RuleViolation::new(Rule::NoCombo, refusal.message());
                let broken = RuleViolation { place: String::from("present.standing"), ..violation };
                Ok((ToBeat::Unrecognised(owner, cards), vec![broken]))
            }
            Err(refusal) => Err(refusal),
        }
    }
}

/// The present of a hand. Each caller checks the parts that it needs.
pub struct SentPresent<'a> {
    /// The rules, with the wild ranks that are told.
    pub rules: Ruleset,
    form: &'a CardForm,
    present: &'a v1::Present,
}

impl SentPresent<'_> {
    /// Returns the landlord's chair, if it is told.
    pub fn landlord(&self) -> Result<Option<Chair>, Refusal> {
        names::chair(self.present.landlord).at("landlord")
    }

    /// Returns the chair on turn, if it is told.
    pub fn turn(&self) -> Result<Option<Chair>, Refusal> {
        names::chair(self.present.turn).at("turn")
    }

    /// Returns the chair whose combo stands, if one stands.
    pub fn owner(&self) -> Result<Option<Chair>, Refusal> {
        let owner = |standing: &v1::ComboToBeat| require(names::chair(standing.chair), "standing.chair");
        self.present.standing.as_ref().map(owner).transpose()
    }

    /// Returns the combo that stands, if one stands.
    pub fn standing(&self) -> Result<Option<Combo>, Refusal> {
        let Some(standing) = &self.present.standing else { return Ok(None) };
        let combo = standing.combo.as_ref().ok_or_else(|| Refusal::missing("standing.combo"))?;
        self.form.combo(&self.rules, Trick::Lead, combo).within("standing.combo").map(Some)
    }
}

/// The number of cards, the played cards and the open cards, each by seat.
type PresentBySeat = ([u8; 3], [Hand; 3], [Hand; 3]);

/// Makes the refusal of a present that cannot be true, with the field at fault.
fn bad_present(error: &BadView) -> Refusal {
    let (reason, field) = match error {
        BadView::HandSize { .. } => (Reason::COUNT_MISMATCH, ""),
        BadView::BottomSize { .. } => (Reason::COUNT_MISMATCH, "bottom"),
        BadView::BottomNotHeld { .. } | BadView::BottomTooLarge { .. } => (Reason::COUNT_MISMATCH, "bottom"),
        BadView::CountMismatch { .. }
        | BadView::BadCount { .. }
        | BadView::TooFewUnseen { .. }
        | BadView::PlayedTooMany { .. } => (Reason::COUNT_MISMATCH, "chairs"),
        BadView::TooMany { .. } => (Reason::CARDS_INVALID, "chairs"),
        BadView::NeverOpen { .. } | BadView::OpenNotHeld { .. } => (Reason::FIELD_CONFLICT, "chairs"),
        BadView::WildsMissing { .. } => (Reason::FIELD_MISSING, "wilds"),
        BadView::OwnStanding { .. } => (Reason::ILLEGAL_PLAY, "standing.chair"),
        BadView::NoCombo { .. } => (Reason::ILLEGAL_PLAY, "standing.combo"),
    };
    Refusal::new(reason, error.to_string()).at(field)
}

impl Game {
    /// Makes a hand whose beginning is not told. `rules` have their wild ranks shown. Refuses a present of which a chair has no view.
    fn resume(rules: &Ruleset, now: UntrackedHand, holds: &[Option<Cards>; 3]) -> Result<Game, BadView> {
        let shown = rules.wilds().in_order().map(|rank| {
            let told = v1::Event { chair: 0, what: Some(TableWhat::WildShown(rank.to_string())) };
            let event = Event::Wild(rank);
            Arc::new(LogEntry { rules: Some(event), ..LogEntry::of(What::Table(told)) })
        });
        let mut hand = Game { start: Start::Unknown, log: shown.collect(), ..Game::begin(now.landlord, holds.clone()) };
        let mut known = now;
        for chair in Chair::ALL {
            let Some(held) = &holds[chair.index()] else { continue };
            let view = now.view(rules, chair, held.hand())?;
            // The view counts the standing combo as played, even if `now` does not.
            known = UntrackedHand { standing: now.standing, ..untrack(view.board(), now.landlord) };
        }
        hand.untracked = Some(known);
        Ok(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Act;

    #[test]
    fn a_hand_told_by_its_present_takes_no_second_landlord() {
        let rules = Ruleset::CLASSIC;
        let board = Board::at_lead(rules, Chair::First, None);
        let now = UntrackedHand { left: [5, 6, 7], ..untrack(&board, Chair::First) };
        let mut hand = Game::resume(&rules, now, &[None, None, None]).unwrap();
        let mut take = |strict, chair, what| {
            hand.take(&rules, &CardForm::of(None), strict, What::Table(v1::Event { chair, what: Some(what) })).unwrap()
        };
        let cards = |text: &str| v1::Cards { text: text.to_owned(), ..v1::Cards::default() };
        let play = v1::Combo { cards: Some(cards("9")), ..v1::Combo::default() };
        assert_eq!(take(true, 1, TableWhat::Action(v1::Action { what: Some(Act::Play(play)) })), None);
        assert_eq!(take(false, 2, TableWhat::LandlordFound(cards("22A"))).unwrap().rule, Rule::OutOfStage);
        let after = hand.facts(&rules);
        assert_eq!((after.landlord, after.turn, after.left), (Some(Chair::First), Some(Chair::Second), [4, 6, 7]));
    }
}
