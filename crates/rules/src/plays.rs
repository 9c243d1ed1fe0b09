//! The record of the play: each play and pass, with the combo that stood before it and the number of its round.

use crate::board::Event;
use crate::combo::{Combo, Trick};
use crate::seat::Seat;
use crate::view::{View, start_count};

/// A play or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogPlay {
    /// The place of the play among the events of the log.
    pub event: usize,
    /// The seat that played.
    pub seat: Seat,
    /// The standing combo and the seat that had played it; `None` for a lead, or if the combo is not known.
    pub standing: Option<(Seat, Combo)>,
    /// The play; `None` is a pass.
    pub play: Option<Combo>,
    /// The number of cards that each seat held before the play.
    pub left: [u8; 3],
    /// The number of rounds that ended before the play, as far as the log shows them.
    pub round: u32,
    /// True if the log shows the standing combo before the play, or that the play is a lead. A log that begins in the middle of a hand does
    /// not show this at its beginning.
    pub is_told: bool,
}

impl LogPlay {
    /// True if the play is known to begin a round.
    pub const fn is_lead(&self) -> bool {
        self.is_told && self.standing.is_none()
    }

    /// Returns the situation of the seat before its play. If the standing combo is not known, this is a lead.
    pub fn trick(&self) -> Trick {
        self.standing.map_or(Trick::Lead, |(_, combo)| Trick::Follow(combo))
    }
}

/// Returns the plays of a log. The seats hold `left` cards at the beginning of the log. `is_whole` is true if the log has the first lead;
/// otherwise the standing combo is unknown until a combo is played or two seats pass.
fn plays<'a>(
    log: impl Iterator<Item = Event> + Clone + 'a,
    mut left: [u8; 3],
    is_whole: bool,
) -> impl Iterator<Item = LogPlay> + Clone + 'a {
    let (mut standing, mut passes, mut round, mut is_told) = (None, 0, 0, is_whole);
    let plays = log.enumerate().filter_map(|(event, what)| match what {
        Event::Play(seat, play) => Some((event, seat, play)),
        _ => None,
    });
    plays.map(move |(event, seat, play)| {
        let played = LogPlay { event, seat, standing, play, left, round, is_told };
        match play {
            Some(combo) => {
                left[seat.index()] = left[seat.index()].saturating_sub(combo.len() as u8);
                (standing, passes, is_told) = (Some((seat, combo)), 0, true);
            }
            None if passes == 1 => (standing, passes, round, is_told) = (None, 0, round + 1, true),
            None => passes = 1,
        }
        played
    })
}

/// Returns the plays of a log from the beginning of a hand.
pub fn plays_of_hand<'a>(log: impl Iterator<Item = Event> + Clone + 'a) -> impl Iterator<Item = LogPlay> + Clone + 'a {
    plays(log, Seat::ALL.map(start_count), true)
}

impl View {
    /// Returns each play and pass of the log, with the combo that stood before it.
    pub fn plays(&self) -> impl Iterator<Item = LogPlay> + Clone + '_ {
        let mut left = Seat::ALL.map(|seat| self.course().left(seat) as u8);
        for event in self.log() {
            if let Event::Play(seat, Some(combo)) = *event {
                left[seat.index()] += combo.len() as u8;
            }
        }
        plays(self.log().iter().copied(), left, self.is_complete())
    }
}
