//! From wire messages to positions: everything that a caller could get wrong is named here. `history` reads a hand told from
//! its beginning, `present` what is told of a moment.

mod history;
mod present;

use std::sync::Arc;

use engine::Habits;
use engine::opponents::habits::BadHabits;
use rules::card::Codec;
use rules::view::BadView;
use rules::{Chair, Event, Hand, Ruleset, Seat, Seed, Trick, View};
use wire::v1;

use super::cards::CardReader;
pub use super::cards::SentHand;
use super::digest::{Digest, ruleset_digest};
use super::names::{self, needed};
use crate::error::{Reason, Refusal};
use crate::roster::Companion;

/// What a decision needs: what the seat knows, who it is, and how its cards were sent.
#[derive(Clone, Debug)]
pub struct Position {
    /// What the seat knows.
    pub view: View,
    /// Its hand as it was sent.
    pub hand: SentHand,
    /// How the numbers of the request, or of the room, are read.
    pub codec: Option<Codec>,
    /// Who decides.
    pub companion: Arc<Companion>,
    /// Where the random choices of this hand come from.
    pub hand_seed: Seed,
    /// What earlier hands showed of who sits where, by seat; nothing before there are seats.
    pub habits: [Habits; 3],
    /// Whether the players know that this is a bot.
    pub disclosed: bool,
}

/// The most events that a view takes, or one call to a room: the longest hand has fewer.
pub const EVENTS_MAX: usize = 256;

/// A view as it was sent.
#[derive(Clone, Debug)]
pub struct SentView {
    /// What the seat knows.
    pub view: View,
    /// Its hand as it was sent.
    pub hand: SentHand,
    /// What earlier hands showed of who sits where, by seat.
    pub habits: [Habits; 3],
    /// The seed that follows from what the seat knew at the beginning, as far as it is told.
    pub seed: Seed,
}

/// Reads a view: a whole history, or the present alone.
pub fn view(sent: &v1::View) -> Result<SentView, Refusal> {
    let rules = names::ruleset(&sent.ruleset)?;
    let reader = CardReader::new(sent.card_codec)?;
    view_by(rules, &reader, sent)
}

/// Refuses more events than one call may tell.
pub fn check_count(events: usize) -> Result<(), Refusal> {
    if events > EVENTS_MAX {
        let message = format!("{events} events, {EVENTS_MAX} are allowed");
        return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("events"));
    }
    Ok(())
}

/// Reads a view under a ruleset and a codec that are known.
pub fn view_by(rules: Ruleset, reader: &CardReader, sent: &v1::View) -> Result<SentView, Refusal> {
    let hand = sent.hand.as_ref().ok_or_else(|| Refusal::missing("hand"))?;
    let hand = reader.sent(hand).map_err(|refusal| refusal.within("hand"))?;
    check_count(sent.events.len())?;
    let known = habits(&sent.habits)?;
    let chair = names::chair(sent.chair).map_err(|refusal| refusal.at("chair"))?;
    let seat = names::seat(sent.seat).map_err(|refusal| refusal.at("seat"))?;
    if chair.is_some() && seat.is_some() {
        let message = "chair and seat are both told; a hand with an auction has chairs, any other has seats";
        return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("seat"));
    }
    let auction = history::auction(&rules, sent)?;
    let sent = auction.as_ref().unwrap_or(sent);
    let (view, dealt) = if sent.events_complete {
        history::whole(&rules, reader, sent, chair, seat, hand.hand())?
    } else {
        let view = present::present(&rules, reader, sent, chair, seat, hand.hand())?;
        (view, hand.hand())
    };
    let seed = seed_of(&sent.habits, &view, dealt);
    let habits = by_seat(&known, &view);
    Ok(SentView { view, hand, habits, seed })
}

/// An observation that cannot be true, by the field that says so.
pub fn bad_view(error: &BadView) -> Refusal {
    let (reason, field) = match error {
        BadView::HandSize { .. } => (Reason::HAND_SIZE, "hand"),
        BadView::BottomSize { .. } => (Reason::BOTTOM_SIZE, "bottom"),
        BadView::BottomNotHeld { .. } => (Reason::BOTTOM_NOT_HELD, "hand"),
        BadView::BottomTooLarge { .. } => (Reason::BOTTOM_NOT_HELD, "bottom"),
        BadView::CountMismatch { .. } => (Reason::COUNT_MISMATCH, "hand"),
        BadView::BadCount { .. } | BadView::TooFewUnseen { .. } => (Reason::COUNT_MISMATCH, "cards_left"),
        BadView::PlayedTooMany { .. } => (Reason::COUNT_MISMATCH, "played"),
        BadView::TooMany { .. } => (Reason::TOO_MANY_OF_RANK, "hand"),
        BadView::WildsMissing { .. } => (Reason::FIELD_MISSING, "wilds"),
        BadView::OwnStanding { .. } => (Reason::ILLEGAL_STANDING_PLAY, "standing.seat"),
        BadView::NoCombo { .. } => (Reason::ILLEGAL_STANDING_PLAY, "standing.combo"),
    };
    Refusal::new(reason, error.to_string()).at(field)
}

/// Where a player sits whose habits are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SeatOrChair {
    Seat(Seat),
    Chair(Chair),
}

impl SeatOrChair {
    /// The field that tells it.
    const fn field(self) -> &'static str {
        match self {
            SeatOrChair::Seat(_) => "seat",
            SeatOrChair::Chair(_) => "chair",
        }
    }
}

/// What is told of the players. Counts that contradict each other say nothing.
fn habits(sent: &[v1::Habits]) -> Result<Vec<(SeatOrChair, Habits)>, Refusal> {
    if sent.len() > 3 {
        let message = format!("{} entries, a table has 3 seats", sent.len());
        return Err(Refusal::new(Reason::TOO_MANY_ITEMS, message).at("habits"));
    }
    let mut told: Vec<(SeatOrChair, Habits)> = Vec::with_capacity(sent.len());
    for (index, sent) in sent.iter().enumerate() {
        let at = |refusal: Refusal| refusal.within(&format!("habits[{index}]"));
        let whose = seat_or_chair(sent).map_err(at)?;
        if told.iter().any(|other| other.0 == whose) {
            let message = "another entry is about the same seat or chair";
            return Err(at(Refusal::new(Reason::FIELD_CONFLICT, message).at(whose.field())));
        }
        let habits = counts(sent);
        habits.check().map_err(|bad| {
            let field = if let BadHabits::Part { part, .. } = bad { part } else { whose.field() };
            at(Refusal::new(Reason::FIELD_CONFLICT, bad.to_string()).at(field))
        })?;
        told.push((whose, habits));
    }
    Ok(told)
}

fn seat_or_chair(sent: &v1::Habits) -> Result<SeatOrChair, Refusal> {
    let seat = names::seat(sent.seat).map_err(|refusal| refusal.at("seat"))?;
    let chair = names::chair(sent.chair).map_err(|refusal| refusal.at("chair"))?;
    match (seat, chair) {
        (Some(seat), None) => Ok(SeatOrChair::Seat(seat)),
        (None, Some(chair)) => Ok(SeatOrChair::Chair(chair)),
        (None, None) => Err(Refusal::new(Reason::FIELD_MISSING, "is needed: seat, or chair").at("seat")),
        (Some(_), Some(_)) => {
            let message = "chair and seat are both told: seats count once the landlord is known, chairs before";
            Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("seat"))
        }
    }
}

fn counts(sent: &v1::Habits) -> Habits {
    let v1::Habits { auctions, wanted, answerable, answered, bombs, bombs_early, bombs_kept, choices, highest, .. } =
        *sent;
    let v1::Habits { leads, leads_single, guesses, guesses_right, fourths, fourths_right, .. } = *sent;
    Habits {
        auctions,
        wanted,
        answerable,
        answered,
        bombs,
        bombs_early,
        bombs_kept,
        choices,
        highest,
        leads,
        leads_single,
        guesses,
        guesses_right,
        fourths,
        fourths_right,
    }
}

/// The same by seat; before there is a landlord by chair, since no chair has a seat then.
fn by_seat(told: &[(SeatOrChair, Habits)], view: &View) -> [Habits; 3] {
    let mut habits = [Habits::default(); 3];
    for (place, known) in told {
        let index = match (*place, view.board().landlord()) {
            (SeatOrChair::Seat(seat), Some(_)) => seat.index(),
            (SeatOrChair::Chair(chair), Some(landlord)) => chair.seat(landlord).index(),
            (SeatOrChair::Chair(chair), None) => chair.index(),
            (SeatOrChair::Seat(_), None) => continue,
        };
        habits[index] = *known;
    }
    habits
}

/// The seed of a hand whose caller names none: the same for the same knowledge, whatever the budget. A history gives one
/// seed for all turns of its hand.
fn seed_of(habits: &[v1::Habits], view: &View, dealt: Hand) -> Seed {
    let mut digest = Digest::new().word(ruleset_digest(view.rules())).word(view.chair() as u64).word(dealt.bits());
    if !view.is_complete() {
        for seat in Seat::ALL {
            digest = digest.word(u64::from(view.course().left(seat))).word(view.course().played(seat).bits());
        }
        digest = digest.word(view.trick().standing_bits());
    }
    for habit in habits {
        let counts = counts(habit).counts();
        // Later releases count more: a view without that keeps the seed that it had before.
        let told = [6, 9].into_iter().find(|&most| counts[most..].iter().all(|&count| count == 0));
        let told = &counts[..told.unwrap_or(counts.len())];
        digest = told.iter().fold(digest.word(habit.seat as u64).word(habit.chair as u64), |digest, &count| {
            digest.word(u64::from(count))
        });
    }
    Seed(digest.finish())
}

/// The seed of a history in which the seat was dealt `dealt`, as a view of it gives.
pub fn history_seed(view: &View, dealt: Hand) -> Seed {
    seed_of(&[], view, dealt)
}

/// The seed of a view that did not come as messages.
pub fn present_seed(view: &View) -> Seed {
    seed_of(&[], view, view.hand())
}

trait StandingBits {
    fn standing_bits(&self) -> u64;
}

impl StandingBits for Trick {
    fn standing_bits(&self) -> u64 {
        match self {
            Trick::Lead => 0,
            Trick::Follow(combo) => combo.cards().bits(),
        }
    }
}

/// The action of a request, read against what the seat faces.
pub fn action(reader: &CardReader, view: &View, sent: &v1::Action) -> Result<rules::Action, Refusal> {
    use v1::action::What as Sent;
    Ok(match sent.what.as_ref().ok_or_else(|| Refusal::missing("action"))? {
        Sent::Call(call) => rules::Action::Call(needed(names::call(*call), "call")?),
        Sent::Doubling(raise) => rules::Action::Raise(needed(names::raise(*raise), "doubling")?),
        Sent::Show(open) => rules::Action::Show(*open),
        Sent::PassOn(cards) => rules::Action::PassOn(reader.hand(cards).map_err(|refusal| refusal.within("pass_on"))?),
        Sent::Passed(_) => rules::Action::Play(None),
        Sent::Play(combo) => {
            let combo = reader.combo(view.rules(), view.trick(), combo).map_err(|refusal| refusal.within("play"))?;
            rules::Action::Play(Some(combo))
        }
    })
}

/// Refuses an action that the seat could not take.
pub fn check_action(view: &View, action: rules::Action) -> Result<(), Refusal> {
    let refuse = |error: rules::Illegal| {
        let reason = match error {
            rules::Illegal::NotHeld { .. } | rules::Illegal::NotDealt { .. } => Reason::NOT_HELD,
            rules::Illegal::PassSize { .. } => Reason::GIFT_SIZE,
            _ => Reason::ILLEGAL_PLAY,
        };
        Refusal::new(reason, error.to_string())
    };
    if let rules::Action::PassOn(cards) = action {
        return view.check_gift(cards).map_err(refuse);
    }
    let seat = view.seat().unwrap_or(Seat::Landlord);
    let event = match action {
        rules::Action::PassOn(_) => unreachable!("checked above"),
        rules::Action::Call(call) => Event::Call(view.chair(), call),
        rules::Action::Raise(raise) => Event::Raise(seat, raise),
        rules::Action::Show(open) => Event::Show(open.then_some(view.hand())),
        rules::Action::Play(play) => Event::Play(seat, play),
    };
    view.clone().apply(event).map_err(refuse)
}
