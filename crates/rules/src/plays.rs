//! The record of the play: each play and pass with the combo that stood before it. Readers of it need not find the ends of rounds.

use crate::board::Event;
use crate::combo::{Combo, Trick};
use crate::seat::Seat;
use crate::view::{View, dealt_to};

/// A play or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its place among the events.
    pub event: usize,
    /// The seat that played.
    pub seat: Seat,
    /// The combo that stood and who had played it; `None` for a lead, or if it is not told.
    pub standing: Option<(Seat, Combo)>,
    /// The play; `None` is a pass.
    pub play: Option<Combo>,
    /// The number of cards that each seat held before the play.
    pub left: [u8; 3],
    /// The number of rounds that had ended before, as far as they are told.
    pub round: u32,
    /// False if the history before it is not told, and so the standing combo is not known.
    pub is_told: bool,
}

impl Played {
    /// True if it is known to open a round.
    pub const fn is_lead(&self) -> bool {
        self.is_told && self.standing.is_none()
    }

    /// Returns the trick that the seat faced, as far as it is told.
    pub fn trick(&self) -> Trick {
        self.standing.map_or(Trick::Lead, |(_, combo)| Trick::Follow(combo))
    }
}

/// Returns the plays of a log. The seats hold `left` cards at its beginning. `is_whole` is true if the log has the first lead; otherwise
/// the standing combo is unknown until a combo is played.
fn plays<'a>(
    log: impl Iterator<Item = Event> + Clone + 'a,
    mut left: [u8; 3],
    is_whole: bool,
) -> impl Iterator<Item = Played> + Clone + 'a {
    let (mut standing, mut passes, mut round, mut is_told) = (None, 0, 0, is_whole);
    let plays = log.enumerate().filter_map(|(event, what)| match what {
        Event::Play(seat, play) => Some((event, seat, play)),
        _ => None,
    });
    plays.map(move |(event, seat, play)| {
        let played = Played { event, seat, standing, play, left, round, is_told };
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

/// Returns the plays of a hand that is told from its beginning.
pub fn plays_of_hand<'a>(log: impl Iterator<Item = Event> + Clone + 'a) -> impl Iterator<Item = Played> + Clone + 'a {
    plays(log, Seat::ALL.map(dealt_to), true)
}

impl View {
    /// Returns each play and pass of the log, with the combo that stood before it.
    pub fn plays(&self) -> impl Iterator<Item = Played> + Clone + '_ {
        let mut left = Seat::ALL.map(|seat| self.course().left(seat) as u8);
        for event in self.log() {
            if let Event::Play(seat, Some(combo)) = *event {
                left[seat.index()] += combo.len() as u8;
            }
        }
        plays(self.log().iter().copied(), left, self.is_complete())
    }
}
