//! The events of a hand, and the rules that an event can break. Chairs are places at the table: they stay the same from hand to hand.

use rules::card::Codec;
use rules::{BadPlay, Chair, Event, Illegal, Ruleset, Side};
use wire::v1;
pub use wire::v1::action::What as Act;
pub use wire::v1::event::What as TableWhat;
pub use wire::v1::room_event::What;
use wire::v1::seat_changed::Who;
pub use wire::v1::{Emote, SeatChanged};

use super::cards::{CardForm, Cards, to_combo};
use super::names::{self, require};
use super::refusal::{AtField, Reason, Refusal, check_at_most, read_each};

/// An event as it was told, and what was read of it when a hand took it.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    /// The event as it was told. A chair that was left out is filled in.
    pub told: What,
    /// The cards of an event of the table. Those of a gift may become known later; until then there are none.
    pub cards: Cards,
    /// The event as the rules know it. `None` if it broke a rule and changed nothing, if its cards are no combo, or if the rules do not know
    /// such events.
    pub rules: Option<Event>,
}

impl LogEntry {
    /// Makes the entry of an event of which nothing was read.
    pub const fn of(told: What) -> LogEntry {
        LogEntry { told, cards: Cards::NONE, rules: None }
    }

    /// Returns the chair that acts at the table, if one does and it is told.
    pub fn chair(&self) -> Option<Chair> {
        match &self.told {
            What::Table(event) => names::chair(event.chair).ok()?,
            _ => None,
        }
    }

    /// Returns the action at the table, if it is one.
    pub fn action(&self) -> Option<&Act> {
        match &self.told {
            What::Table(event) => action(event),
            _ => None,
        }
    }

    /// True if it is a play.
    pub fn is_play(&self) -> bool {
        matches!(self.action(), Some(Act::Play(_)))
    }

    /// True if it is a gift.
    pub const fn is_gift(&self) -> bool {
        matches!(self.rules, Some(Event::PassedOn(..)))
    }

    /// True if it announces an open hand, or none, and changed nothing.
    pub fn is_skipped_show(&self) -> bool {
        self.rules.is_none() && matches!(self.action(), Some(Act::Show(_)))
    }

    /// Writes the event. One of the table has its cards as [`to_cards`] writes them, and its reading.
    pub fn to_message(&self, codec: Option<&Codec>, rules: &Ruleset) -> What {
        let mut told = self.told.clone();
        let What::Table(event) = &mut told else { return told };
        if let Some(sent) = cards_mut(event) {
            *sent = if self.cards.is_empty() { v1::Cards::default() } else { to_cards(codec, &self.cards) };
        }
        if let (Some(TableWhat::Action(action)), Some(Event::Play(_, Some(combo)))) = (&mut event.what, self.rules) {
            action.what = Some(Act::Play(to_combo(rules, combo, to_cards(codec, &self.cards))));
        }
        told
    }
}

/// Returns the event of the table, if it is one.
pub fn table_event(told: What) -> Option<v1::Event> {
    match told {
        What::Table(event) => Some(event),
        _ => None,
    }
}

/// Returns the action of an event of the table, if it is one.
pub fn action(event: &v1::Event) -> Option<&Act> {
    match &event.what {
        Some(TableWhat::Action(action)) => action.what.as_ref(),
        _ => None,
    }
}

/// Returns the cards of an event of the table, if it has some.
pub fn cards_mut(event: &mut v1::Event) -> Option<&mut v1::Cards> {
    match event.what.as_mut()? {
        TableWhat::LandlordFound(cards) => Some(cards),
        TableWhat::WildShown(_) => None,
        TableWhat::Action(action) => match action.what.as_mut()? {
            Act::PassOn(cards) => Some(cards),
            Act::Play(combo) => combo.cards.as_mut(),
            Act::Show(show) => show.hand.as_mut(),
            Act::Call(_) | Act::Doubling(_) | Act::Passed(_) => None,
        },
    }
}

/// The most events in a told hand, or in one call to a room. The longest hand has fewer.
const EVENTS_MAX: usize = 256;

/// Refuses more events than one call may tell.
pub fn check_event_count(events: usize) -> Result<(), Refusal> {
    check_at_most(events, "events", EVENTS_MAX).at("events")
}

/// Makes the refusal of an action in which no field is set.
pub fn no_action() -> Refusal {
    Refusal::missing_one_of("call, doubling, show, play, passed or pass_on")
}

/// Reads cards that the message in which they are the field `field` must have.
pub(crate) fn required_cards(form: &CardForm, sent: &Option<v1::Cards>, field: &str) -> Result<Cards, Refusal> {
    let sent = sent.as_ref().ok_or_else(|| Refusal::missing(field))?;
    form.cards(sent).within(field)
}

/// Reads the end of a hand: its winner, and the cards that chairs had left. The names of boards are not checked here.
pub(crate) fn read_settled(
    form: &CardForm,
    settled: &v1::Settled,
) -> Result<(Option<Side>, [Option<Cards>; 3]), Refusal> {
    let reason = match settled.amounts.len() {
        0 | 3 => None,
        1 | 2 => Some(Reason::FIELD_MISSING),
        _ => Some(Reason::TOO_LONG),
    };
    if let Some(reason) = reason {
        let message = format!("{} amounts: there are three chairs, write one for each or none", settled.amounts.len());
        return Err(Refusal::new(reason, message).at("amounts"));
    }
    Ok((names::side(settled.winner).at("winner")?, read_chair_cards(form, &settled.remaining, "remaining")?))
}

/// Reads the chair whose occupant changes.
pub fn read_seat(change: &SeatChanged) -> Result<Chair, Refusal> {
    let chair = match change.who.as_ref().ok_or_else(|| Refusal::missing_one_of("bot or player"))? {
        Who::Bot(bot) => bot.chair,
        Who::Player(player) => player.chair,
    };
    require(names::chair(chair), "chair")
}

/// Reads the cards that a bot tells when it sits down in the middle of a hand: those that its chair holds, has passed on, and gets. A bot that
/// tells none of the first tells none at all.
pub fn read_take_over(form: &CardForm, change: &SeatChanged) -> Result<[Option<Cards>; 3], Refusal> {
    let cards = |sent: &Option<v1::Cards>, field: &str| -> Result<Option<Cards>, Refusal> {
        sent.as_ref().map(|sent| form.cards(sent).within(field)).transpose()
    };
    let (gave, got) = (cards(&change.gave, "gave")?, cards(&change.got, "got")?);
    let holds = cards(&change.holds, "holds")?;
    if holds.is_none() && (gave.is_some() || got.is_some()) {
        let message = "is needed with gave and got: they are told of a bot that sits down in the middle of a hand";
        return Err(Refusal::new(Reason::FIELD_MISSING, message).at("holds"));
    }
    Ok([holds, gave, got])
}

/// Reads the chair of a player that shows an emote; an emote that is unspecified is refused.
pub fn read_said(said: &v1::Said) -> Result<Chair, Refusal> {
    let chair = require(names::chair(said.chair), "chair")?;
    match Emote::try_from(said.emote) {
        Ok(Emote::Unspecified) | Err(_) => {
            Err(Refusal::new(Reason::VALUE_UNKNOWN, format!("{} is no feeling", said.emote)).at("emote"))
        }
        Ok(_) => Ok(chair),
    }
}

/// Reads the cards of chairs; refuses a chair that is told twice.
pub fn read_chair_cards(form: &CardForm, sent: &[v1::ChairCards], at: &str) -> Result<[Option<Cards>; 3], Refusal> {
    let mut all = [None, None, None];
    read_each(at, sent, |one| {
        let chair = require(names::chair(one.chair), "chair")?;
        let cards = required_cards(form, &one.cards, "cards")?;
        if all[chair.index()].replace(cards).is_some() { Err(duplicate_chair(chair)) } else { Ok(()) }
    })?;
    Ok(all)
}

/// Makes the refusal of a list with two entries of one chair.
pub fn duplicate_chair(chair: Chair) -> Refusal {
    Refusal::new(Reason::FIELD_CONFLICT, format!("the {chair} chair is told twice"))
}

/// Writes cards as numbers of the codec. Without a codec, or if it needs suits that the cards lack, writes text.
pub fn to_cards(codec: Option<&Codec>, cards: &Cards) -> v1::Cards {
    match codec.and_then(|codec| cards.ids(codec)) {
        Some(ids) => v1::Cards { ids, text: String::new() },
        None => v1::Cards { ids: Vec::new(), text: cards.hand().to_string() },
    }
}

/// Writes the known cards of each chair.
pub fn to_chair_cards(codec: Option<&Codec>, all: &[Option<Cards>; 3]) -> Vec<v1::ChairCards> {
    let write = |(chair, cards): (Chair, &Option<Cards>)| {
        let cards = Some(to_cards(codec, cards.as_ref()?));
        Some(v1::ChairCards { chair: names::to_chair(chair) as i32, cards })
    };
    Chair::ALL.into_iter().zip(all).filter_map(write).collect()
}

closed_set! {
    /// A rule that an event can break and still be accepted. The comment of `Warning.rule` in the proto lists all of them.
    Rule {
        /// The act is not possible now.
        OutOfStage = "OUT_OF_STAGE",
        /// It is not the chair's turn.
        NotYourTurn = "NOT_YOUR_TURN",
        /// The auction does not allow the call.
        BadCall = "BAD_CALL",
        /// Another chair is the landlord.
        NotLandlord = "NOT_LANDLORD",
        /// The ruleset has no such doubling.
        UnknownRaise = "UNKNOWN_RAISE",
        /// The hand lies open already, or the factor is too high.
        BadShow = "BAD_SHOW",
        /// A leader cannot pass.
        MustLead = "MUST_LEAD",
        /// The play does not beat the standing combo.
        TooLow = "TOO_LOW",
        /// The cards have no reading as a combo that fits the event.
        NoCombo = "NO_COMBO",
        /// The side that went out is not the winner in the settlement.
        WrongWinner = "WRONG_WINNER",
        /// The settlement names a winner, and no chair went out.
        NotOver = "NOT_OVER",
    }
}

/// A rule that an event broke.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleViolation {
    /// The rule.
    pub rule: Rule,
    /// The fault, as a sentence.
    pub message: String,
    /// The number of the event in a room; 0 in a told hand.
    pub sequence: u64,
    /// The place in the field `hand` of a request; empty for an event of a room.
    pub place: String,
}

impl RuleViolation {
    /// Makes the violation of a rule.
    pub fn new(rule: Rule, message: impl Into<String>) -> RuleViolation {
        RuleViolation { rule, message: message.into(), sequence: 0, place: String::new() }
    }

    /// Writes the warning about it.
    pub fn to_warning(&self) -> v1::Warning {
        let RuleViolation { rule, message, sequence, place } = self;
        let message = if place.is_empty() { message.clone() } else { format!("hand.{place}: {message}") };
        v1::Warning { sequence: u32::try_from(*sequence).unwrap_or(u32::MAX), rule: rule.name().to_owned(), message }
    }
}

/// Returns the rule that an event broke; refuses an event that cannot have happened. `place` turns a chair of the rules, counted in the order
/// of speaking, into a chair of the table.
pub(crate) fn violation_of(error: Illegal, place: impl Fn(Chair) -> Chair) -> Result<RuleViolation, Refusal> {
    let rule = match &error {
        Illegal::Call(error) => {
            return Ok(RuleViolation::new(Rule::BadCall, error.message(|it| names::to_call(it).as_str_name())));
        }
        Illegal::WrongStage { .. } | Illegal::Wild(_) => Rule::OutOfStage,
        Illegal::NotYourCall { .. } | Illegal::NotAsked { .. } => Rule::NotYourTurn,
        Illegal::NotLandlord { .. } => Rule::NotLandlord,
        Illegal::UnknownRaise { .. } => Rule::UnknownRaise,
        Illegal::AlreadyOpen { .. } | Illegal::FactorTooHigh { .. } => Rule::BadShow,
        Illegal::Play(BadPlay::NotYourTurn { .. } | BadPlay::Over { .. }) => Rule::NotYourTurn,
        Illegal::Play(BadPlay::MustLead { .. }) => Rule::MustLead,
        Illegal::Play(BadPlay::TooLow { .. }) => Rule::TooLow,
        Illegal::Play(BadPlay::NoCombo { .. }) => Rule::NoCombo,
        // All others contradict the deck or known cards.
        _ => return Err(impossible_event(error.map_chairs(place).to_string())),
    };
    Ok(RuleViolation::new(rule, error.map_chairs(place).to_string()))
}

pub(crate) fn impossible_event(message: impl Into<String>) -> Refusal {
    Refusal::new(Reason::EVENT_IMPOSSIBLE, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Users look the names up in the contract.
    #[test]
    fn the_proto_lists_every_rule() {
        let contract = include_str!("../../../proto/thirdseat/v1/game.proto");
        let (_, warning) = contract.split_once("message Warning {").unwrap();
        let (warning, _) = warning.split_once("string rule = 2;").unwrap();
        for rule in Rule::ALL {
            assert!(warning.contains(&format!("  // {}: ", rule.name())), "{}", rule.name());
        }
    }
}
