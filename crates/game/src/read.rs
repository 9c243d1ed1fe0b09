//! A hand as a request tells it: what chairs hold now, and the events or only the present. It is read from its message and replayed as a
//! [`Game`]. Its events go through the code that a room uses.

use rules::card::Codec;
use rules::{Chair, PassOn, Ruleset};
use wire::v1;

use super::event::{self, RuleViolation, read_chair_cards};
use super::names::{self, require};
use crate::cards::{CardForm, Cards};
use crate::event::HandEvent::{self, LandlordFound, PassedOn, Played, Shown};
use crate::hand::{Game, bad_deal, dealt_cards};
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
    /// The events since the deal; none if the present is told.
    pub events: Vec<HandEvent>,
    /// The present, if it is told in place of events.
    pub present: Option<Box<v1::Present>>,
}

/// Reads a hand that brings its own rules.
pub fn hand(sent: &v1::Hand) -> Result<Hand, Refusal> {
    read(sent, names::ruleset(&sent.ruleset)?, CardForm::new(sent.card_codec, &sent.card_numbers)?, sent.strict)
}

/// Reads a hand of a room. A ruleset or a codec in the message must be the room's.
pub fn hand_of_room((rules, codec, strict): (Ruleset, Option<&Codec>, bool), sent: &v1::Hand) -> Result<Hand, Refusal> {
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

fn read(sent: &v1::Hand, rules: Ruleset, form: CardForm, strict: bool) -> Result<Hand, Refusal> {
    event::check_event_count(sent.events.len())?;
    if sent.present.is_some() && !sent.events.is_empty() {
        let message = "is told and events are too: a hand is told from the deal on, or as it stands";
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("present"));
    }
    let events = read_each("events", &sent.events, |event| event::read(&form, event))?;
    Ok(Hand {
        rules,
        holds: read_chair_cards(&form, &sent.holds, "holds")?,
        form,
        strict,
        first: names::chair(sent.first).at("first")?.unwrap_or(Chair::First),
        events,
        present: sent.present.clone(),
    })
}

/// Reads a hand for a call that asks for one chair: no hidden card of another chair may be in it. Answers have the form in which the chair's
/// own cards were sent.
pub fn hand_for_chair(sent: &v1::Hand, chair: Chair) -> Result<Hand, Refusal> {
    let own = own_cards(sent, chair)?;
    let mut hand = hand(sent)?;
    hand.check_gifts(chair)?;
    Ok(Hand { form: hand.form.writing_ids(!own.ids.is_empty()), ..hand })
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
            if let PassedOn(giver, cards) = event {
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
        let is_first = |event: &HandEvent| matches!(event, HandEvent::WildShown(_) | PassedOn(..));
        if !self.events.iter().all(is_first) {
            let message = "tell some gifts and not all: a chair that has not given sees none, afterwards all three are \
                           needed";
            return Err(Refusal::new(Reason::FIELD_MISSING, message).at("events"));
        }
        if gifts.iter().any(|gift| gift.1 == chair) {
            let message = format!("the {chair} chair has passed its cards on: the others are to give");
            return Err(Refusal::new(Reason::NOT_YOUR_TURN, message).at("events"));
        }
        self.events.retain(|event| matches!(event, HandEvent::WildShown(_)));
        Ok(())
    }

    /// Replays the hand. `asked` is the chair that the call asks for. Also returns the rules that were broken, in the order of the events.
    ///
    /// The chairs' cards are checked once, after the last event, if one check is enough. Otherwise each event is checked with the cards
    /// held at that time, which also names the event at fault.
    pub fn replay(&self, asked: Option<Chair>) -> Result<(Game, Vec<RuleViolation>), Refusal> {
        if let Some(present) = &self.present {
            return self.resume(present, asked).within("present");
        }
        if let Some(hand) = self.replay_checked_at_end() {
            return Ok((hand, Vec::new()));
        }
        let mut hand = self.start()?;
        let mut broken = Vec::new();
        for index in 0..self.events.len() {
            broken.extend(self.step(&mut hand, index)?);
        }
        // The cards as they are told: the events may have left suits open.
        hand.held.clone_from(&self.holds);
        hand.check_deck(None)?;
        Ok((hand, broken))
    }

    /// Replays the public events without cards, then adds the cards that chairs hold at the end. `None` if an event is refused, or if a
    /// check at the end fails or is not enough: for gifts, open hands, and a bottom in other suits.
    fn replay_checked_at_end(&self) -> Option<Game> {
        let mut hand = Game::begin(self.first, [None, None, None]);
        hand.log.reserve(self.events.len());
        for event in &self.events {
            if matches!(event, PassedOn(..) | Shown(..)) {
                return None;
            }
            hand.take_unchecked(&self.rules, true, event).ok()?;
        }
        hand.take_cards(&self.rules, &self.holds)?;
        Some(hand)
    }

    /// Returns the hand before its first event, with the dealt cards of the chairs whose cards are known.
    pub fn start(&self) -> Result<Game, Refusal> {
        let rules = &self.rules;
        let events = events_with_chairs(rules, self.first, &self.events);
        let mut held = [None, None, None];
        for chair in Chair::ALL {
            let Some(now) = &self.holds[chair.index()] else { continue };
            let start = dealt_cards(now.hand(), chair, rules.pass_on(), events.iter().copied());
            let start = start.map_err(|error| bad_deal(&error).at("holds"))?;
            let exact = dealt_with_suits(now, chair, rules, &events).filter(|cards| cards.hand() == start);
            held[chair.index()] = Some(exact.unwrap_or_else(|| Cards::of(start)));
        }
        let mut hand = Game::begin(self.first, held);
        hand.tracked_hand(rules).map_err(|error| bad_deal(&error).at("holds"))?;
        hand.log.reserve(self.events.len());
        Ok(hand)
    }

    /// Lets `hand` take the event at `index`.
    pub fn step(&self, hand: &mut Game, index: usize) -> Result<Option<RuleViolation>, Refusal> {
        let place = || format!("events[{index}]");
        let violation = hand.take_unchecked(&self.rules, self.strict, &self.events[index]);
        let violation = violation.map_err(|refusal| refusal.within(&place()))?;
        Ok(violation.map(|violation| RuleViolation { place: place(), ..violation }))
    }
}

/// Returns the cards that `chair` was dealt, with the suits that were told; `None` if they do not add up.
fn dealt_with_suits(now: &Cards, chair: Chair, rules: &Ruleset, events: &[(Chair, &HandEvent)]) -> Option<Cards> {
    let is_gift = |event: &HandEvent| matches!(event, PassedOn(..));
    let have_moved = events.iter().filter(|(_, event)| is_gift(event)).count() == Chair::ALL.len();
    let mut gone = events.iter().filter_map(|&(who, event)| match event {
        Played(_, cards, _) if who == chair => Some(cards),
        PassedOn(_, cards) if have_moved && who == chair => cards.as_ref(),
        _ => None,
    });
    let mut taken = events.iter().filter_map(|&(who, event)| match event {
        LandlordFound(_, bottom) if who == chair => Some(bottom),
        PassedOn(_, cards) if have_moved && rules.pass_on().receiver(who) == Some(chair) => cards.as_ref(),
        _ => None,
    });
    let all = gone.try_fold(now.clone(), |all, cards| all.plus(cards))?;
    taken.try_fold(all, |all, cards| all.minus(cards))
}

/// Returns each gift, play and pass, and the event that shows the bottom, with its chair. An event may name no chair: then gifts go round
/// from the first speaker, the bottom goes to the landlord of the auction, and plays go round from there.
fn events_with_chairs<'e>(rules: &Ruleset, first: Chair, events: &'e [HandEvent]) -> Vec<(Chair, &'e HandEvent)> {
    let (mut giver, mut turn) = (first, None);
    let mut with_chairs = Vec::with_capacity(events.len());
    for (index, event) in events.iter().enumerate() {
        let who = match event {
            PassedOn(chair, _) => {
                let who = chair.unwrap_or(giver);
                giver = who.next();
                Some(who)
            }
            LandlordFound(chair, _) if turn.is_none() => {
                turn = chair.or_else(|| landlord_of_auction(rules, first, &events[..index]));
                turn
            }
            Played(chair, ..) | HandEvent::Passed(chair) => {
                let who = chair.or(turn);
                turn = who.map(Chair::next);
                who
            }
            _ => None,
        };
        with_chairs.extend(who.map(|who| (who, event)));
    }
    with_chairs
}

/// Returns the landlord that the calls of an auction choose, without a look at cards.
fn landlord_of_auction(rules: &Ruleset, first: Chair, events: &[HandEvent]) -> Option<Chair> {
    let mut hand = Game::begin(first, [None, None, None]);
    for event in events {
        let event = match event {
            PassedOn(chair, _) => PassedOn(*chair, None),
            other => other.clone(),
        };
        hand.take_unchecked(rules, false, &event).ok()?;
    }
    hand.facts(rules).landlord
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
