//! A room as a pure state machine: a state and some events give the next state and a result. It reads no clock and calls no store. The events are as
//! callers told them. A chair is a place at the table and keeps its name from hand to hand.

use std::sync::Arc;

use game::cards::CardForm;
use game::event::{Act, LogEntry, RuleViolation, SeatChanged, What, read_said, read_seat, read_take_over};
use game::refusal::{AtField, Reason, Refusal};
use rules::card::Codec;
use rules::{Chair, Ruleset, Stage, View};

use super::people::{EndedHands, Occupant, People, SettledHand};
use super::store::TurnId;
use game::hand::{Facts, Game};

/// The number of past events among which a repeat is recognised: more than the steps of a hand by the rules, emotes apart.
pub const DIGESTS_MAX: usize = 192;

/// A room.
#[derive(Clone, PartialEq, Debug)]
pub struct RoomState {
    /// A digest of the `request_id` that opened it.
    pub request_id: u64,
    /// A digest of the request that opened it.
    pub request: u64,
    /// A random number of the opening: a room that is opened again under its name has other turns.
    pub opening: u64,
    /// The rules of the table.
    pub rules: Ruleset,
    /// The codec of the backend's cards; `None` is text.
    pub codec: Option<Codec>,
    /// True if events that break a rule are refused.
    pub strict: bool,
    /// The version: 1 for a room without events, and 1 more for each event, and for a hand with which the room was opened.
    pub version: u64,
    /// The number of the last event.
    pub sequence: u64,
    /// The number of the hand, 0 before the first deal.
    pub hand_number: u32,
    /// The people at the table.
    pub people: People,
    /// The hand being played, or the last one.
    pub hand: Option<Game>,
    /// Digests of the last events, the newest last.
    pub digests: Vec<u32>,
    /// The number of newest versions in a row that changed no turn, because a player only showed an emote.
    pub said: u64,
    /// Fields of a later release, as they were stored.
    pub unknown: Vec<u8>,
}

/// An event that a backend reports.
#[derive(Clone, PartialEq, Debug)]
pub struct RoomEvent {
    /// Its number in the room, without gaps.
    pub sequence: u64,
    /// The number of the hand.
    pub hand_number: u32,
    /// A digest of the event as it was sent; 0 for an event that was read from the log.
    pub digest: u32,
    /// The event. Once it is recorded, it is the entry of the log.
    pub entry: Arc<LogEntry>,
    /// The chair and the occupant who sits down on it; `None` exactly if the event is no change of seat.
    pub seated: Option<(Chair, Occupant)>,
}

/// The outcome of some events.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedEvents {
    /// The state after them.
    pub state: RoomState,
    /// The rules that were broken. Their events were still recorded.
    pub warnings: Vec<RuleViolation>,
    /// The new events, as the log completed them.
    pub fresh: Vec<RoomEvent>,
    /// The hands that ended with these events. A deal adds the settled hand before it, in case no replica has graded it.
    pub ended: EndedHands,
}

impl RecordedEvents {
    /// True if a hand began.
    pub fn begins_hand(&self) -> bool {
        self.fresh.iter().any(|event| matches!(event.entry.told, What::Dealt(_)))
    }

    /// True if a bot that follows players sat down on `chair`.
    pub fn seats_follower(&self, chair: Chair) -> bool {
        let follows = |who: &Occupant| who.bot().is_some_and(|bot| bot.matching.is_some());
        self.fresh.iter().filter_map(|event| event.seated.as_ref()).any(|(at, who)| *at == chair && follows(who))
    }

    /// True if the events need data from outside the room.
    pub fn needs_outside_data(&self) -> bool {
        self.begins_hand() || Chair::ALL.into_iter().any(|chair| self.seats_follower(chair))
    }
}

impl RoomState {
    /// Applies events in order, all or none. Repeats of recorded events change nothing.
    pub fn record(&self, events: &[RoomEvent]) -> Result<RecordedEvents, Refusal> {
        let mut state = self.clone();
        let mut warnings = Vec::new();
        let mut fresh = Vec::new();
        let mut ended = EndedHands::default();
        for (index, event) in events.iter().enumerate() {
            if matches!(event.entry.told, What::Dealt(_)) {
                ended.settled.extend(state.settled_hand());
            }
            let refuse = |refusal: Refusal| {
                let place = format!("events[{index}]");
                refusal.within(&place).with("version", self.version).with("sequence", self.sequence)
            };
            if event.sequence <= state.sequence {
                state.check_repeat(event).map_err(refuse)?;
                continue;
            }
            warnings.extend(state.apply(event, &mut ended).map_err(refuse)?);
            fresh.push(state.as_logged(event));
            if matches!(event.entry.told, What::Settled(_)) {
                ended.settled.extend(state.settled_hand());
            }
        }
        Ok(RecordedEvents { state, warnings, fresh, ended })
    }

    /// Makes the new room with a hand that began before it: events up to `sequence` count as recorded.
    #[must_use]
    pub fn with_hand(&self, hand_number: u32, sequence: u64, hand: Game) -> RoomState {
        RoomState { version: self.version + 1, sequence, hand_number, hand: Some(hand), ..self.clone() }
    }

    /// Refuses a caller who has seen another version.
    pub fn check_version(&self, version: Option<u64>) -> Result<(), Refusal> {
        let Some(expected) = version.filter(|version| *version != self.version) else { return Ok(()) };
        let message = format!("the room is at version {}, not {expected}", self.version);
        Err(Refusal::new(Reason::VERSION_MISMATCH, message).with("version", self.version))
    }

    /// Returns the newest version that was not made by an emote.
    pub fn turn_version(&self) -> u64 {
        self.version - self.said
    }

    /// Returns the present turn.
    pub fn turn_id(&self) -> TurnId {
        TurnId { opening: self.opening, version: self.turn_version() }
    }

    /// Refuses a caller that asks for the turn of another version. Later emotes make no difference.
    pub fn check_turn_version(&self, version: Option<u64>) -> Result<(), Refusal> {
        let is_this = version.is_none_or(|version| (self.turn_version()..=self.version).contains(&version));
        self.check_version(version.filter(|_| !is_this))
    }

    fn apply(&mut self, event: &RoomEvent, ended: &mut EndedHands) -> Result<Option<RuleViolation>, Refusal> {
        if event.sequence > self.sequence + 1 {
            let message = format!("event {} came after {}", event.sequence, self.sequence);
            return Err(Refusal::new(Reason::SEQUENCE_GAP, message).at("sequence"));
        }
        let (rules, strict, form) = (self.rules, self.strict, CardForm::of(self.codec.clone()));
        let violation = match &event.entry.told {
            What::Dealt(dealt) => {
                self.check_next_hand(event.hand_number)?;
                let mut hand = Game::deal(&form, dealt, &rules, self.people.are_bots())?;
                hand.dealt_at = Some(event.sequence);
                // The habits of a hand that was not settled count too.
                if self.hand.as_ref().is_some_and(|last| last.settled().is_none()) {
                    self.count_hand(ended);
                }
                (self.hand, self.hand_number) = (Some(hand), event.hand_number);
                None
            }
            What::SeatChanged(change) => {
                self.check_hand_number(event.hand_number)?;
                let (chair, occupant) = event.seated.as_ref().expect("a change of seat has an occupant");
                self.change_seat(*chair, occupant, change)?;
                None
            }
            What::Said(said) => {
                self.check_emote(event.hand_number, read_said(said).within("said")?)?;
                self.hand.iter_mut().for_each(|hand| hand.record_emote(*said));
                None
            }
            What::Table(_) | What::Settled(_) => {
                let (hand, told) = (self.live_hand(event.hand_number)?, event.entry.told.clone());
                let violation = hand.take(&rules, &form, strict, told).map_err(in_table)?;
                hand.check_deck().at("")?;
                violation
            }
        };
        if matches!(event.entry.told, What::Settled(_)) {
            self.count_hand(ended);
        }
        self.sequence = event.sequence;
        self.version += 1;
        self.said = if matches!(event.entry.told, What::Said(_)) { self.said + 1 } else { 0 };
        if self.digests.len() == DIGESTS_MAX {
            self.digests.remove(0);
        }
        self.digests.push(event.digest);
        Ok(violation.map(|violation| RuleViolation { sequence: event.sequence, ..violation }))
    }

    /// Returns the event that was applied last, as the log completed it.
    fn as_logged(&self, event: &RoomEvent) -> RoomEvent {
        let last = self.hand.as_ref().and_then(|hand| hand.log.last());
        match last.filter(|_| matches!(event.entry.told, What::Table(_))) {
            Some(logged) => RoomEvent { entry: Arc::clone(logged), ..event.clone() },
            None => event.clone(),
        }
    }

    fn settled_hand(&self) -> Option<SettledHand> {
        self.people.gradable_hand(self.hand_number, self.hand.as_ref()?, &self.rules)
    }

    fn count_hand(&mut self, ended: &mut EndedHands) {
        if let Some(hand) = &self.hand {
            self.people.count_hand(self.hand_number, hand, &self.rules, ended);
        }
    }

    fn change_seat(&mut self, chair: Chair, occupant: &Occupant, change: &SeatChanged) -> Result<(), Refusal> {
        let form = &CardForm::of(self.codec.clone());
        let is_open = self.hand.as_ref().is_some_and(|hand| hand.settled().is_none());
        match (occupant.bot().is_some(), change.holds.is_some(), is_open) {
            (true, false, true) => return Err(Refusal::missing("seat_changed.holds")),
            (false, true, _) => {
                let message = "only a bot tells its cards";
                return Err(Refusal::new(Reason::NOT_A_BOT, message).at("seat_changed.holds"));
            }
            _ => {}
        }
        match self.hand.as_mut().filter(|_| is_open) {
            Some(hand) => hand.change_seat(&self.rules, form, change.clone())?,
            None => drop(read_take_over(form, change).within("seat_changed")?),
        }
        self.people.seat(chair, occupant.clone());
        Ok(())
    }

    /// Returns the public facts of the hand being played, or of the last one.
    pub fn facts(&self) -> Option<Facts> {
        self.hand.as_ref().map(|hand| hand.facts(&self.rules))
    }

    /// Returns the room's ruleset with the wild ranks that its hand has shown.
    pub fn rules_in_play(&self) -> Ruleset {
        self.hand.as_ref().map_or(self.rules, |hand| hand.rules_in_play(&self.rules))
    }

    /// Returns the knowledge of the bot on `chair` about the hand being played.
    pub fn view(&self, chair: Chair) -> Option<View> {
        self.hand.as_ref().filter(|hand| hand.settled().is_none())?.view(&self.rules, chair)
    }

    /// Returns the events after `version`; `None` if they are not all known. A change of seat has the present occupant and no cards.
    pub fn events_since(&self, version: u64) -> Option<Vec<(u64, RoomEvent)>> {
        if version >= self.version {
            return (version == self.version).then(Vec::new);
        }
        let hand = self.hand.as_ref()?;
        let dealt_at = hand.dealt_at?;
        // Each event made one version.
        let since_deal = self.sequence.checked_sub(dealt_at)?;
        let dealt_version = self.version.checked_sub(since_deal)?;
        let missed = version.checked_sub(dealt_version).filter(|_| since_deal == hand.log.len() as u64)?;
        let steps = hand.log.iter().enumerate().skip(missed as usize);
        let event = |(place, entry): (usize, &Arc<LogEntry>)| {
            let (mut entry, mut seated) = (Arc::clone(entry), None);
            if let What::SeatChanged(SeatChanged { who, .. }) = &entry.told {
                let change = SeatChanged { who: who.clone(), ..SeatChanged::default() };
                let chair = read_seat(&change).expect("checked when it was recorded");
                seated = Some((chair, self.people.chairs[chair.index()].clone()));
                entry = Arc::new(LogEntry::of(What::SeatChanged(change)));
            }
            let (place, hand_number) = (place as u64 + 1, self.hand_number);
            let event = RoomEvent { sequence: dealt_at + place, hand_number, digest: 0, entry, seated };
            (dealt_version + place, event)
        };
        Some(steps.map(event).collect())
    }

    /// Returns the chair on turn, if a bot sits there.
    pub fn bot_to_act(&self) -> Option<Chair> {
        self.turn().filter(|&chair| self.people.bot(chair).is_some())
    }

    /// True if a bot may be on turn, as far as the last step shows: after a play or a pass only the next chair can be. To know the turn would take a
    /// replay of the hand.
    pub fn may_await_bot(&self) -> bool {
        let Some(hand) = self.hand.as_ref().filter(|hand| hand.settled().is_none()) else { return false };
        let last = hand.log.iter().rfind(|entry| !matches!(entry.told, What::Said(_)));
        // No play or pass is skipped.
        let turn = last.filter(|_| hand.untracked.is_none()).and_then(|entry| match entry.action()? {
            Act::Play(_) | Act::Passed(_) => Some(entry.chair()?.next()),
            _ => None,
        });
        turn.is_none_or(|chair| self.people.bot(chair).is_some())
    }

    /// Returns the chair on turn, while a hand is being played.
    pub fn turn(&self) -> Option<Chair> {
        let hand = self.hand.as_ref().filter(|hand| hand.settled().is_none())?;
        hand.facts(&self.rules).turn
    }

    /// Accepts the repeat of a recent event; refuses any other old event.
    fn check_repeat(&self, event: &RoomEvent) -> Result<(), Refusal> {
        if event.sequence == 0 {
            return Err(Refusal::missing("sequence"));
        }
        let back = (self.sequence - event.sequence) as usize;
        match self.digests.len().checked_sub(back + 1).map(|place| self.digests[place]) {
            Some(digest) if digest == event.digest => Ok(()),
            Some(_) => {
                let message = format!("another event was recorded as number {}", event.sequence);
                Err(Refusal::new(Reason::SEQUENCE_CONFLICT, message).at("sequence"))
            }
            None => {
                let message =
                    format!("event {} lies too far back: the room is at event {}", event.sequence, self.sequence);
                Err(Refusal::new(Reason::HAND_CLOSED, message).at("sequence"))
            }
        }
    }

    fn check_next_hand(&self, number: u32) -> Result<(), Refusal> {
        let next = self.hand_number + 1;
        if number != next {
            let (reason, why) = if number < next {
                (Reason::HAND_CLOSED, "was dealt before")
            } else {
                (Reason::HAND_MISMATCH, "is not the next one")
            };
            let message = format!("hand {number} {why}: the next hand is number {next}");
            return Err(Refusal::new(reason, message).at("hand_number").with("hand_number", self.hand_number));
        }
        let is_over = |hand: &Game| {
            hand.settled().is_some() || matches!(hand.facts(&self.rules).stage, Stage::Over | Stage::Redeal)
        };
        if self.hand.as_ref().is_some_and(|hand| !is_over(hand)) {
            let message =
                format!("hand {} is not over: settle it, without a winner if it was broken off", self.hand_number);
            return Err(Refusal::new(Reason::HAND_MISMATCH, message).at("dealt").with("hand_number", self.hand_number));
        }
        Ok(())
    }

    fn live_hand(&mut self, number: u32) -> Result<&mut Game, Refusal> {
        let current = self.hand_number;
        let refuse =
            |reason, message: String| Err(Refusal::new(reason, message).at("hand_number").with("hand_number", current));
        if number < current {
            return refuse(Reason::HAND_CLOSED, format!("hand {number} is over: hand {current} is played"));
        }
        match &mut self.hand {
            None => refuse(Reason::HAND_MISMATCH, String::from("no hand was dealt yet")),
            Some(_) if number > current => {
                refuse(Reason::HAND_MISMATCH, format!("hand {number} was not dealt yet: hand {current} is played"))
            }
            Some(hand) if hand.settled().is_some() => refuse(Reason::HAND_CLOSED, format!("hand {number} is over")),
            Some(hand) => Ok(hand),
        }
    }

    fn check_emote(&self, number: u32, chair: Chair) -> Result<(), Refusal> {
        self.check_hand_number(number)?;
        if self.people.bot(chair).is_some() {
            let message = format!("a bot sits on the {chair} chair: what it shows comes from us");
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("said.chair"));
        }
        Ok(())
    }

    fn check_hand_number(&self, number: u32) -> Result<(), Refusal> {
        if number == self.hand_number {
            return Ok(());
        }
        let message = format!("hand {number} is not the room's: it is at hand {}", self.hand_number);
        let reason = if number < self.hand_number { Reason::HAND_CLOSED } else { Reason::HAND_MISMATCH };
        Err(Refusal::new(reason, message).at("hand_number"))
    }
}

/// Puts the field of a hand's refusal into `table`, its place in a room's event. Refusals of a settlement name their whole field. In a room
/// NOT_YOUR_TURN is a failed precondition, because the turn may come later.
fn in_table(refusal: Refusal) -> Refusal {
    let refusal = if refusal.reason() == Reason::NOT_YOUR_TURN { refusal.not_now() } else { refusal };
    let is_of_event = !refusal.field().is_empty() && !refusal.field().starts_with("settled");
    if is_of_event { refusal.within("table") } else { refusal }
}
