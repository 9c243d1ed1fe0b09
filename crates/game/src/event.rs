//! The events of a hand, and the rules that an event can break. Chairs are places at the table: they stay the same from hand to hand.

use rules::card::Codec;
use rules::{BadPlay, Call, Chair, Illegal, OpenFactor, Raise, Rank, Ruleset, Side};
use wire::v1;
pub use wire::v1::Emote;
use wire::v1::action::What as Sent;
use wire::v1::event::What;
use wire::v1::room_event::What as RoomWhat;
use wire::v1::seat_changed::Who;

use self::HandEvent::{Called, LandlordFound, PassedOn, Raised, Shown};
use super::cards::{CardForm, Cards, ReadingHint, reading_hint};
use super::names::{self, require};
use super::refusal::{AtField, Reason, Refusal, check_at_most, read_each};

/// An event of a hand, as a caller tells it or as the log has it. The chair that acts is `None` if it is not told.
#[derive(Clone, PartialEq, Debug)]
pub enum HandEvent {
    /// The hand begins.
    Dealt(Dealt),
    /// A wild rank is shown.
    WildShown(Rank),
    /// A chair passes cards on. They are told only if a bot gives or gets them; the table sees only that cards are passed on.
    PassedOn(Option<Chair>, Option<Cards>),
    /// A call in the auction.
    Called(Option<Chair>, Call),
    /// A chair is the landlord and takes the bottom, which is shown. Without an auction only wild ranks and open hands may come before.
    LandlordFound(Option<Chair>, Cards),
    /// A doubling, or none.
    Raised(Option<Chair>, Raise),
    /// An open hand and its factor, or none.
    Shown(Option<Chair>, Option<(Cards, OpenFactor)>),
    /// A play.
    Played(Option<Chair>, Cards, ReadingHint),
    /// A pass.
    Passed(Option<Chair>),
    /// Another occupant sits on a chair. A bot that sits down during a hand brings the cards of the chair.
    SeatChanged(Chair, Option<TakeOver>),
    /// A player shows an emote.
    Said(Chair, Emote),
    /// The hand is over, with its payment if there is one.
    Settled(HandEnd),
}

impl HandEvent {
    /// True if it is an event of the table: only these are told in the field `events` of a hand.
    pub const fn is_of_table(&self) -> bool {
        !matches!(self, HandEvent::Dealt(_) | HandEvent::SeatChanged(..) | HandEvent::Said(..) | HandEvent::Settled(_))
    }

    /// Returns the chair that acts at the table, if one does and it is told.
    pub const fn chair(&self) -> Option<Chair> {
        match *self {
            PassedOn(chair, _) | Called(chair, _) | LandlordFound(chair, _) | Raised(chair, _) | Shown(chair, _) => {
                chair
            }
            HandEvent::Played(chair, ..) | HandEvent::Passed(chair) => chair,
            _ => None,
        }
    }
}

/// The beginning of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// The first chair to speak.
    pub first: Chair,
    /// The cards of the bots, by chair.
    pub holds: [Option<Cards>; 3],
}

/// The facts for a bot that sits down in the middle of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakeOver {
    /// The cards of its chair.
    pub holds: Cards,
    /// The cards that its chair has passed on, if they are told.
    pub gave: Option<Cards>,
    /// The cards that come to its chair from another one, if they are told.
    pub got: Option<Cards>,
}

/// The end of a hand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct HandEnd {
    /// The winner; `None` if the hand was broken off.
    pub winner: Option<Side>,
    /// The gain or loss of each chair; may be empty.
    pub amounts: Vec<i64>,
    /// The cards that each chair had left, if they are shown.
    pub remaining: [Option<Cards>; 3],
    /// The boards on which the hand counts, by name.
    pub boards: Vec<String>,
}

/// The most events in a told hand, or in one call to a room. The longest hand has fewer.
const EVENTS_MAX: usize = 256;

/// Refuses more events than one call may tell.
pub fn check_event_count(events: usize) -> Result<(), Refusal> {
    check_at_most(events, "events", EVENTS_MAX).at("events")
}

/// Reads an event of a room.
pub fn read_room_event(form: &CardForm, event: &RoomWhat) -> Result<HandEvent, Refusal> {
    Ok(match event {
        RoomWhat::Dealt(dealt) => HandEvent::Dealt(read_dealt(form, dealt).within("dealt")?),
        RoomWhat::Table(event) => read(form, event).within("table")?,
        RoomWhat::Settled(settled) => HandEvent::Settled(read_settled(form, settled).within("settled")?),
        RoomWhat::SeatChanged(change) => read_seat_change(form, change).within("seat_changed")?,
        RoomWhat::Said(said) => read_said(said).within("said")?,
    })
}

/// Reads an event of the table.
pub fn read(form: &CardForm, event: &v1::Event) -> Result<HandEvent, Refusal> {
    let chair = names::chair(event.chair).at("chair")?;
    let nothing = || Refusal::missing_one_of("action, landlord_found or wild_shown");
    Ok(match event.what.as_ref().ok_or_else(nothing)? {
        What::WildShown(rank) => HandEvent::WildShown(names::shown_rank(rank)?),
        What::LandlordFound(bottom) => LandlordFound(chair, form.cards(bottom).within("landlord_found")?),
        What::Action(action) => read_action(form, chair, action).within("action")?,
    })
}

/// Makes the refusal of an action in which no field is set.
pub fn no_action() -> Refusal {
    Refusal::missing_one_of("call, doubling, show, play, passed or pass_on")
}

fn read_action(form: &CardForm, chair: Option<Chair>, action: &v1::Action) -> Result<HandEvent, Refusal> {
    Ok(match action.what.as_ref().ok_or_else(no_action)? {
        Sent::PassOn(gift) => {
            let gift = form.cards(gift).within("pass_on")?;
            PassedOn(chair, Some(gift).filter(|gift| !gift.is_empty()))
        }
        Sent::Call(call) => Called(chair, require(names::call(*call), "call")?),
        Sent::Doubling(raise) => Raised(chair, require(names::raise(*raise), "doubling")?),
        Sent::Show(show) => {
            let hand = show.open.then(|| required_cards(form, &show.hand, "show.hand")).transpose()?;
            if hand.as_ref().is_some_and(Cards::is_empty) {
                return Err(Refusal::missing("show.hand"));
            }
            let factor = names::open_factor(show.factor)?;
            Shown(chair, hand.map(|hand| (hand, factor)))
        }
        Sent::Passed(true) => HandEvent::Passed(chair),
        Sent::Passed(false) => return Err(no_action()),
        Sent::Play(combo) => {
            let cards = required_cards(form, &combo.cards, "cards").within("play")?;
            if cards.is_empty() {
                let message = "no card is given; a pass is an action of its own";
                return Err(Refusal::new(Reason::NO_COMBO, message).at("cards").within("play"));
            }
            HandEvent::Played(chair, cards, reading_hint(combo).within("play")?)
        }
    })
}

fn required_cards(form: &CardForm, sent: &Option<v1::Cards>, field: &str) -> Result<Cards, Refusal> {
    let sent = sent.as_ref().ok_or_else(|| Refusal::missing(field))?;
    form.cards(sent).within(field)
}

fn read_dealt(form: &CardForm, dealt: &v1::Dealt) -> Result<Dealt, Refusal> {
    let first = names::chair(dealt.first).at("first")?;
    Ok(Dealt { first: first.unwrap_or(Chair::First), holds: read_chair_cards(form, &dealt.holds, "holds")? })
}

/// Reads the end of a hand. The names of boards are not checked here.
fn read_settled(form: &CardForm, settled: &v1::Settled) -> Result<HandEnd, Refusal> {
    let reason = match settled.amounts.len() {
        0 | 3 => None,
        1 | 2 => Some(Reason::FIELD_MISSING),
        _ => Some(Reason::TOO_LONG),
    };
    if let Some(reason) = reason {
        let message = format!("{} amounts: there are three chairs, write one for each or none", settled.amounts.len());
        return Err(Refusal::new(reason, message).at("amounts"));
    }
    Ok(HandEnd {
        winner: names::side(settled.winner).at("winner")?,
        amounts: settled.amounts.clone(),
        remaining: read_chair_cards(form, &settled.remaining, "remaining")?,
        boards: settled.boards.clone(),
    })
}

fn read_seat_change(form: &CardForm, change: &v1::SeatChanged) -> Result<HandEvent, Refusal> {
    let chair = match change.who.as_ref().ok_or_else(|| Refusal::missing_one_of("bot or player"))? {
        Who::Bot(bot) => bot.chair,
        Who::Player(player) => player.chair,
    };
    Ok(HandEvent::SeatChanged(require(names::chair(chair), "chair")?, read_take_over(form, change)?))
}

/// Reads the cards of a bot that sits down in the middle of a hand; `None` if none are told.
fn read_take_over(form: &CardForm, change: &v1::SeatChanged) -> Result<Option<TakeOver>, Refusal> {
    let cards = |sent: &Option<v1::Cards>, field: &str| -> Result<Option<Cards>, Refusal> {
        sent.as_ref().map(|sent| form.cards(sent).within(field)).transpose()
    };
    let (gave, got) = (cards(&change.gave, "gave")?, cards(&change.got, "got")?);
    match cards(&change.holds, "holds")? {
        Some(holds) => Ok(Some(TakeOver { holds, gave, got })),
        None if gave.is_some() || got.is_some() => {
            let message = "is needed with gave and got: they are told of a bot that sits down in the middle of a hand";
            Err(Refusal::new(Reason::FIELD_MISSING, message).at("holds"))
        }
        None => Ok(None),
    }
}

/// Reads a feeling that a player shows; a feeling that is unspecified is refused.
fn read_said(said: &v1::Said) -> Result<HandEvent, Refusal> {
    let chair = require(names::chair(said.chair), "chair")?;
    let emote = Emote::try_from(said.emote).ok().filter(|&emote| emote != Emote::Unspecified);
    let unknown = || Refusal::new(Reason::VALUE_UNKNOWN, format!("{} is no feeling", said.emote)).at("emote");
    Ok(HandEvent::Said(chair, emote.ok_or_else(unknown)?))
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

/// Writes an event as one of a room. `who` is the occupant, if the event is a change of seat.
pub fn to_room_event(codec: Option<&Codec>, rules: &Ruleset, event: &HandEvent, who: Option<Who>) -> RoomWhat {
    match event {
        HandEvent::Dealt(dealt) => RoomWhat::Dealt(v1::Dealt {
            first: names::to_chair(dealt.first) as i32,
            holds: to_chair_cards(codec, &dealt.holds),
        }),
        HandEvent::SeatChanged(_, taken) => {
            let (taken, cards) = (taken.as_ref(), |told: &Cards| to_cards(codec, told));
            RoomWhat::SeatChanged(v1::SeatChanged {
                who,
                holds: taken.map(|taken| cards(&taken.holds)),
                gave: taken.and_then(|taken| taken.gave.as_ref()).map(cards),
                got: taken.and_then(|taken| taken.got.as_ref()).map(cards),
            })
        }
        HandEvent::Said(chair, emote) => {
            RoomWhat::Said(v1::Said { chair: names::to_chair(*chair) as i32, emote: *emote as i32 })
        }
        HandEvent::Settled(settled) => RoomWhat::Settled(v1::Settled {
            winner: settled.winner.map_or(0, |winner| names::to_side(winner) as i32),
            amounts: settled.amounts.clone(),
            remaining: to_chair_cards(codec, &settled.remaining),
            boards: settled.boards.clone(),
        }),
        event => RoomWhat::Table(to_event(codec, rules, event).expect("all others are events of the table")),
    }
}

/// Writes an event of the table; `None` if it is another one.
pub fn to_event(codec: Option<&Codec>, rules: &Ruleset, event: &HandEvent) -> Option<v1::Event> {
    let cards = |told: &Cards| to_cards(codec, told);
    let action = |what: Sent| What::Action(v1::Action { what: Some(what) });
    let what = match event {
        HandEvent::WildShown(rank) => What::WildShown(rank.to_string()),
        LandlordFound(_, bottom) => What::LandlordFound(cards(bottom)),
        PassedOn(_, told) => action(Sent::PassOn(told.as_ref().map(cards).unwrap_or_default())),
        Called(_, call) => action(Sent::Call(names::to_call(*call) as i32)),
        Raised(_, raise) => action(Sent::Doubling(names::to_raise(*raise) as i32)),
        Shown(_, open) => action(Sent::Show(v1::Show {
            open: open.is_some(),
            hand: open.as_ref().map(|(hand, _)| cards(hand)),
            factor: open.as_ref().map_or(0, |(_, factor)| factor.number().into()),
        })),
        HandEvent::Played(_, told, hint) => action(Sent::Play(hint.to_combo(rules, cards(told)))),
        HandEvent::Passed(_) => action(Sent::Passed(true)),
        HandEvent::Dealt(_) | HandEvent::SeatChanged(..) | HandEvent::Said(..) | HandEvent::Settled(_) => return None,
    };
    Some(v1::Event { chair: event.chair().map_or(0, |chair| names::to_chair(chair) as i32), what: Some(what) })
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
