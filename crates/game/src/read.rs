//! A hand as a request tells it: what chairs hold now, and the events or only the present. It is read from its message and replayed as a
//! [`Game`]. Its events go through the code that a room uses.

use std::mem;
use std::sync::Arc;

use rules::card::Codec;
use rules::{Chair, Event, PassOn, Ruleset};
use wire::v1;

use super::event::{self, Act, LogEntry, RuleViolation, TableWhat, read_chair_cards, table_event};
use super::names::{self, require};
use crate::cards::{CardForm, Cards};
use crate::hand::Game;
use crate::refusal::{AtField, Reason, Refusal, read_each};

/// A hand that a request tells, as far as it can be read without playing it.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The rules, before any wild rank is shown.
    pub rules: Ruleset,
    /// The form of its cards.
    pub form: CardForm,
    /// The cards that chairs hold now.
    pub holds: [Option<Cards>; 3],
    /// True if an event that breaks a rule is refused.
    pub strict: bool,
    /// The chair that speaks first.
    pub first: Chair,
    /// The events since the deal as they were sent, until they are played; none if the present is told.
    pub events: Vec<v1::Event>,
    /// The present, if it is told in place of events.
    pub present: Option<Box<v1::Present>>,
}

/// Reads a hand that brings its own rules. Its events are moved out of the message, and read when they are played.
pub fn hand(sent: &mut v1::Hand) -> Result<Hand, Refusal> {
    let (rules, form) = (names::ruleset(&sent.ruleset)?, CardForm::new(sent.card_codec, &sent.card_numbers)?);
    let strict = sent.strict;
    read(sent, rules, form, strict)
}

/// Reads a hand of a room, as [`hand`] does. A ruleset or a codec in the message must be the room's.
pub fn hand_of_room(
    (rules, codec, strict): (Ruleset, Option<&Codec>, bool),
    sent: &mut v1::Hand,
) -> Result<Hand, Refusal> {
    let other = |field: &str, noun: &str| {
        Refusal::new(Reason::FIELD_CONFLICT, format!("is another {noun} than the room's: leave it empty")).at(field)
    };
    if !sent.ruleset.is_empty() && names::ruleset(&sent.ruleset)? != rules {
        return Err(other("ruleset", "ruleset"));
    }
    if sent.card_codec != 0 && CardForm::new(sent.card_codec, &sent.card_numbers)?.codec() != codec {
        return Err(other("card_codec", "codec"));
    }
    read(sent, rules, CardForm::of(codec.cloned()), strict)
}

fn read(sent: &mut v1::Hand, rules: Ruleset, form: CardForm, strict: bool) -> Result<Hand, Refusal> {
    event::check_event_count(sent.events.len())?;
    if sent.present.is_some() && !sent.events.is_empty() {
        let message = "is told and events are too: a hand is told from the deal on, or as it stands";
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("present"));
    }
    Ok(Hand {
        rules,
        holds: read_chair_cards(&form, &sent.holds, "holds")?,
        form,
        strict,
        first: names::chair(sent.first).at("first")?.unwrap_or(Chair::First),
        events: mem::take(&mut sent.events),
        present: sent.present.clone(),
    })
}

/// Reads a hand for a call that asks for one chair: no hidden card of another chair may be in it. Answers have the form in which the chair's
/// own cards were sent.
pub fn hand_for_chair(sent: &mut v1::Hand, chair: Chair) -> Result<Hand, Refusal> {
    let writes_ids = !own_cards(sent, chair)?.ids.is_empty();
    let mut hand = hand(sent)?;
    hand.check_gifts(chair)?;
    Ok(Hand { form: hand.form.writing_ids(writes_ids), ..hand })
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
            if let Some(Act::PassOn(gift)) = event::action(event) {
                let place = format!("events[{index}]");
                let giver = names::chair(event.chair).at("chair").within(&place)?.unwrap_or(next);
                let cards = self.form.hand(gift).within("action.pass_on").within(&place)?;
                next = giver.next();
                gifts.push((index, giver, !cards.is_empty()));
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
        let is_wild = |event: &v1::Event| matches!(event.what, Some(TableWhat::WildShown(_)));
        let is_first = |event: &v1::Event| is_wild(event) || matches!(event::action(event), Some(Act::PassOn(_)));
        if !self.events.iter().all(is_first) {
            let message = "tell some gifts and not all: a chair that has not given sees none, afterwards all three are \
                           needed";
            return Err(Refusal::new(Reason::FIELD_MISSING, message).at("events"));
        }
        if gifts.iter().any(|gift| gift.1 == chair) {
            let message = format!("the {chair} chair has passed its cards on: the others are to give");
            return Err(Refusal::new(Reason::NOT_YOUR_TURN, message).at("events"));
        }
        self.events.retain(is_wild);
        Ok(())
    }

    /// Replays the hand. `asked` is the chair that the call asks for. Also returns the rules that were broken, in the order of the events.
    ///
    /// The chairs' cards are checked once, after the last event, if one check is enough. Otherwise each event is checked with the cards
    /// held at that time, which also names the event at fault.
    pub fn replay(&mut self, asked: Option<Chair>) -> Result<(Game, Vec<RuleViolation>), Refusal> {
        if let Some(present) = &self.present {
            return self.resume(present, asked).within("present");
        }
        let (mut hand, mut broken) = self.play_without_cards()?;
        // One check is not enough for gifts, open hands, and a bottom in other suits.
        let is_plain = |entry: &LogEntry| !matches!(entry.rules, Some(Event::PassedOn(..) | Event::Show(..)));
        let is_plain = broken.is_empty() && hand.log.iter().all(|entry| is_plain(entry));
        if !is_plain || hand.take_cards(&self.rules, &self.holds).is_none() {
            hand = self.rewind(hand)?;
            broken = self.play(&mut hand)?;
            // The cards as they are told: the events may have left suits open.
            hand.held.clone_from(&self.holds);
            hand.check_deck()?;
        }
        Ok((hand, broken))
    }

    /// Returns the hand before its first event, with the dealt cards of the chairs whose cards are known. The events have their chairs then.
    pub fn start(&mut self) -> Result<Game, Refusal> {
        let played = self.play_without_cards()?.0;
        self.rewind(played)
    }

    fn play_without_cards(&mut self) -> Result<(Game, Vec<RuleViolation>), Refusal> {
        let mut hand = Game::begin(self.first, [None, None, None]);
        let broken = self.play(&mut hand)?;
        Ok((hand, broken))
    }

    /// Takes the events of a hand that was played without cards back, and returns the hand before them.
    fn rewind(&mut self, played: Game) -> Result<Game, Refusal> {
        let start = played.rewound(&self.rules, self.first, &self.holds);
        let entries = played.log.into_iter().filter_map(Arc::into_inner);
        self.events = entries.filter_map(|entry| table_event(entry.told)).collect();
        start
    }

    fn play(&mut self, hand: &mut Game) -> Result<Vec<RuleViolation>, Refusal> {
        hand.log.reserve(self.events.len());
        let mut broken = Vec::new();
        for index in 0..self.events.len() {
            broken.extend(self.step(hand, index)?);
        }
        Ok(broken)
    }

    /// Lets `hand` take the event at `index`.
    pub fn step(&mut self, hand: &mut Game, index: usize) -> Result<Option<RuleViolation>, Refusal> {
        let place = || format!("events[{index}]");
        let event = mem::take(&mut self.events[index]);
        let violation = hand.take_event(&self.rules, &self.form, self.strict, event);
        let violation = violation.map_err(|refusal| refusal.within(&place()))?;
        Ok(violation.map(|violation| RuleViolation { place: place(), ..violation }))
    }
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
