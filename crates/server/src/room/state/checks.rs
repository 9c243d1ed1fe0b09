//! Checks of an event against the room before it happens: repeats, the number of its hand, and who may say something.

use game::refusal::{Reason, Refusal};
use rules::{Chair, Stage};

use super::RoomState;
use crate::room::event::RoomEvent;
use game::hand::Game;

impl RoomState {
    /// Refuses an event that was recorded before, unless it is the same.
    pub(super) fn check_repeat(&self, event: &RoomEvent) -> Result<(), Refusal> {
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

    pub(super) fn check_next_hand(&self, number: u32) -> Result<(), Refusal> {
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
            hand.settled.is_some() || matches!(hand.facts(&self.rules).stage, Stage::Over | Stage::Redeal)
        };
        if self.hand.as_ref().is_some_and(|hand| !is_over(hand)) {
            let message =
                format!("hand {} is not over: settle it, without a winner if it was broken off", self.hand_number);
            return Err(Refusal::new(Reason::HAND_MISMATCH, message).at("dealt").with("hand_number", self.hand_number));
        }
        Ok(())
    }

    /// Returns the hand that an event belongs to, while it is open.
    pub(super) fn open_hand(&mut self, number: u32) -> Result<&mut Game, Refusal> {
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
            Some(hand) if hand.settled.is_some() => refuse(Reason::HAND_CLOSED, format!("hand {number} is over")),
            Some(hand) => Ok(hand),
        }
    }

    pub(super) fn check_said(&self, number: u32, chair: Chair) -> Result<(), Refusal> {
        self.check_this_hand(number)?;
        if self.chairs[chair.index()].bot().is_some() {
            let message = format!("a bot sits on the {chair} chair: what it shows comes from us");
            return Err(Refusal::new(Reason::FIELD_CONFLICT, message).at("said.chair"));
        }
        Ok(())
    }

    pub(super) fn check_this_hand(&self, number: u32) -> Result<(), Refusal> {
        if number == self.hand_number {
            return Ok(());
        }
        let message = format!("hand {number} is not the room's: it is at hand {}", self.hand_number);
        let reason = if number < self.hand_number { Reason::HAND_CLOSED } else { Reason::HAND_MISMATCH };
        Err(Refusal::new(reason, message).at("hand_number"))
    }
}
