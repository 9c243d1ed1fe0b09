//! The gains of a player 游戏榜, hand after hand.

use crate::score::Settlement;
use crate::seat::Seat;

/// The gains of one player on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Row {
    /// The points won, minus the points lost.
    pub points: i64,
    /// Hands that its side won.
    pub won: u32,
    /// Hands in which it was the landlord.
    pub landlord: u32,
}

impl Row {
    /// Returns the gains of a player who had this seat in a hand.
    pub fn of(paid: &Settlement, seat: Seat) -> Row {
        Row {
            points: paid.points[seat.index()],
            won: u32::from(seat.side() == paid.winner),
            landlord: u32::from(seat == Seat::Landlord),
        }
    }
}
