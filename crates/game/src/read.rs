//! A hand as a request tells it, read from its message. A [`Game`] replays it.

use std::sync::LazyLock;

use rules::card::Codec;
use rules::view::BadView;
use rules::{Chair, Combo, PassOn, Ruleset, Trick};
use wire::v1;

use super::event::{self, Rule, RuleViolation, duplicate_chair, read_chair_cards};
use super::names::{self, require};
use crate::cards::{CardReader, Cards, SentHand};
use crate::event::Announcement::PassedOn;
use crate::event::TableEvent;
use crate::hand::{Game, ReplayedHand, ToBeat, UntrackedHand};
use crate::refusal::{AtField, Reason, Refusal, check_at_most, read_each};

/// A hand that a request tells, as far as it can be read without playing it.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The rules, before any wild rank is shown.
    pub rules: Ruleset,
    /// The reader of its cards.
    pub reader: CardReader,
    /// The cards that chairs hold now.
    pub holds: [Option<Cards>; 3],
    /// True if an event that breaks a rule is refused.
    pub strict: bool,
    /// The chair that speaks first.
    pub first: Chair,
    /// The events since the deal; none if the present is told.
    pub events: Vec<TableEvent>,
    /// The present, if it is told in place of events.
    pub present: Option<Box<v1::Present>>,
}

/// The most events in a told hand, or in one call to a room. The longest hand has fewer.
pub const EVENTS_MAX: usize = 256;

/// Refuses more events than one call may tell.
pub fn check_event_count(events: usize) -> Result<(), Refusal> {
    check_at_most(events, "events", EVENTS_MAX).at("events")
}

/// Reads a hand that brings its own rules.
pub fn hand(sent: &v1::Hand) -> Result<Hand, Refusal> {
    read(sent, names::ruleset(&sent.ruleset)?, CardReader::new(sent.card_codec, &sent.card_numbers)?, sent.strict)
}

/// Reads a hand of a room. A ruleset or a codec in the message must be the room's.
pub fn hand_of_room((rules, codec, strict): (Ruleset, Option<&Codec>, bool), sent: &v1::Hand) -> Result<Hand, Refusal> {
    let other = |field: &str, noun: &str| {
        Refusal::new(Reason::FIELD_CONFLICT, format!("is another {noun} than the room's: leave it empty")).at(field)
    };
    if !sent.ruleset.is_empty() && names::ruleset(&sent.ruleset)? != rules {
        return Err(other("ruleset", "ruleset"));
    }
    if sent.card_codec != 0 && CardReader::new(sent.card_codec, &sent.card_numbers)?.codec() != codec {
        return Err(other("card_codec", "codec"));
    }
    read(sent, rules, CardReader::of(codec.cloned()), strict)
}

fn read(sent: &v1::Hand, rules: Ruleset, reader: CardReader, strict: bool) -> Result<Hand, Refusal> {
    check_event_count(sent.events.len())?;
    if sent.present.is_some() && !sent.events.is_empty() {
        let message = "is told and events are too: a hand is told from the deal on, or as it stands";
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("present"));
    }
    let events = read_each("events", &sent.events, |event| event::read(&reader, event))?;
    Ok(Hand {
        rules,
        holds: read_chair_cards(&reader, &sent.holds, "holds")?,
        reader,
        strict,
        first: names::chair(sent.first).at("first")?.unwrap_or(Chair::First),
        events,
        present: sent.present.clone(),
    })
}

/// Reads a hand for a call that asks for one chair: no hidden card of another chair may be in it. The chair's own cards come back as they
/// were sent.
pub fn hand_for_chair(sent: &v1::Hand, chair: Chair) -> Result<(Hand, SentHand), Refusal> {
    let own = own_cards(sent, chair)?;
    let mut hand = hand(sent)?;
    hand.check_gifts(chair)?;
    let own = hand.reader.sent_hand(own)?;
    Ok((hand, own))
}

/// Returns the cards of `chair`; those of another are refused.
fn own_cards(sent: &v1::Hand, chair: Chair) -> Result<&v1::Cards, Refusal> {
    read_each("holds", &sent.holds, |one| match require(names::chair(one.chair), "chair")? {
        whose if whose == chair => Ok(()),
        whose => Err(others_cards_refusal(whose, chair)),
    })?;
    let own = sent.holds.first().ok_or_else(|| Refusal::lacks_chair("holds", chair))?;
    own.cards.as_ref().ok_or_else(|| Refusal::missing("holds[0].cards"))
}

fn others_cards_refusal(whose: Chair, chair: Chair) -> Refusal {
    let message = format!("are cards of the {whose} chair: a call that asks for the {chair} chair tells no others");
    Refusal::new(Reason::OTHERS_CARDS, message)
}

impl Hand {
    /// Refuses gifts that `chair` may not see, a chair that waits for the others' gifts, and an incomplete set of gifts where all three are
    /// needed. All chairs give at once: if `chair` has not given yet, the told gifts are dropped.
    fn check_gifts(&mut self, chair: Chair) -> Result<(), Refusal> {
        let (mut next, mut gifts) = (self.first, Vec::new());
        for (index, event) in self.events.iter().enumerate() {
            if let TableEvent::Announced(giver, PassedOn(cards)) = event {
                let giver = giver.unwrap_or(next);
                next = giver.next();
                gifts.push((index, giver, cards.is_some()));
            }
        }
        let direction = self.rules.pass_on();
        let have_moved = gifts.len() >= Chair::ALL.len();
        for &(index, giver, _) in gifts.iter().filter(|gift| gift.2) {
            let is_seen = giver == chair || (have_moved && direction.receiver(giver) == Some(chair));
            if !is_seen {
                return Err(others_cards_refusal(giver, chair).at(format!("events[{index}].action.pass_on")));
            }
        }
        if have_moved || gifts.is_empty() || direction == PassOn::None {
            return Ok(());
        }
        let is_first =
            |event: &TableEvent| matches!(event, TableEvent::WildShown(_) | TableEvent::Announced(_, PassedOn(_)));
        if !self.events.iter().all(is_first) {
            let message = "tell some gifts and not all: a chair that has not given sees none, afterwards all three are \
                           needed";
            return Err(Refusal::new(Reason::FIELD_MISSING, message).at("events"));
        }
        if gifts.iter().any(|gift| gift.1 == chair) {
            let message = format!("the {chair} chair has passed its cards on: the others are to give");
            return Err(Refusal::new(Reason::NOT_YOUR_TURN, message).at("events"));
        }
        self.events.retain(|event| matches!(event, TableEvent::WildShown(_)));
        Ok(())
    }

    /// Replays the hand. `asked` is the chair that the call asks for.
    pub fn replay(&self, asked: Option<Chair>) -> Result<ReplayedHand, Refusal> {
        match &self.present {
            None => self.replay_events(),
            Some(present) => self.resume(present, asked).within("present"),
        }
    }

    /// Returns the present of the hand; it is empty for a hand that is told by events. Refuses wild ranks that do not
    /// fit the ruleset.
    pub fn sent_present(&self) -> Result<SentPresent<'_>, Refusal> {
        static EMPTY: LazyLock<v1::Present> = LazyLock::new(v1::Present::default);
        let present = self.present.as_deref().unwrap_or(&EMPTY);
        Ok(SentPresent { rules: names::with_wilds(self.rules, &present.wilds)?, reader: &self.reader, present })
    }

    fn resume(&self, present: &v1::Present, asked: Option<Chair>) -> Result<ReplayedHand, Refusal> {
        let now = self.sent_present()?;
        let rules = now.rules;
        let landlord = now.landlord()?.ok_or_else(|| Refusal::missing("landlord"))?;
        let mut holding = Chair::ALL.into_iter().filter(|chair| self.holds[chair.index()].is_some());
        let only = holding.next().filter(|_| holding.next().is_none());
        let turn = now.turn()?.or(asked).or(only);
        let turn = turn.ok_or_else(|| Refusal::missing("turn"))?;
        let (left, played, open) = self.present_by_seat(present, landlord)?;
        let (standing, broken) = self.to_beat(&now, landlord)?;
        let bottom = present.bottom.as_ref().map(|bottom| self.reader.hand(bottom));
        let bottom = bottom.transpose().within("bottom")?;
        let now = UntrackedHand { landlord, turn: turn.seat(landlord), standing, left, played, bottom, open };
        let hand = Game::resume(&rules, now, &self.holds).map_err(|error| bad_present(&error))?;
        Ok(ReplayedHand { hand, broken })
    }

    fn present_by_seat(&self, present: &v1::Present, landlord: Chair) -> Result<PresentBySeat, Refusal> {
        let mut told: [Option<(usize, u32)>; 3] = [None; 3];
        let (mut left, mut played, mut open) = ([0; 3], [rules::Hand::EMPTY; 3], [rules::Hand::EMPTY; 3]);
        read_each("chairs", present.chairs.iter().enumerate(), |(index, one)| {
            let chair = require(names::chair(one.chair), "chair")?;
            if told[chair.index()].replace((index, one.cards_left)).is_some() {
                return Err(duplicate_chair(chair));
            }
            if let Some(cards) = &one.played {
                played[chair.seat(landlord).index()] = self.reader.hand(cards).within("played")?;
            }
            if let Some(cards) = &one.open {
                open[chair.seat(landlord).index()] = self.reader.hand(cards).within("open")?;
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
                let cards = sent.and_then(|cards| self.reader.hand(cards).ok()).filter(|cards| !cards.is_empty());
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
    reader: &'a CardReader,
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
        self.reader.combo(&self.rules, Trick::Lead, combo).within("standing.combo").map(Some)
    }
}

/// The number of cards, the played cards and the open cards, each by seat.
type PresentBySeat = ([u8; 3], [rules::Hand; 3], [rules::Hand; 3]);

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

/// Adds to a refusal the first event that broke a rule: it may be the cause.
pub fn with_cause(refusal: Refusal, broken: &[RuleViolation]) -> Refusal {
    match broken.iter().find(|broken| broken.place.starts_with("events[")) {
        Some(RuleViolation { place, rule, message, .. }) => {
            refusal.add_cause(&format!("hand.{place} breaks the ruleset ({}): {message}", rule.name()))
        }
        None => refusal,
    }
}
