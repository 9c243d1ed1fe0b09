//! A series 游戏榜: what the hands at one table brought each of its three places, and who leads.

use std::cmp::Reverse;

use crate::score::Settlement;
use crate::seat::Seat;

/// The gains of one place in a series.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Row {
    /// The sum of what it won and lost.
    pub points: i64,
    /// Hands that its side won.
    pub won: u32,
    /// Hands in which it was the landlord.
    pub landlord: u32,
}

/// A series of settled hands. Places are whatever stays from hand to hand: players, or a room's chairs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Series {
    /// Number of hands that were settled.
    pub hands: u32,
    /// The gains of each place.
    pub rows: [Row; 3],
}

impl Series {
    /// Adds a settled hand in which each place had the seat in `seats`.
    pub fn add(&mut self, paid: &Settlement, seats: [Seat; 3]) {
        self.hands = self.hands.saturating_add(1);
        for (row, seat) in self.rows.iter_mut().zip(seats) {
            row.points = row.points.saturating_add(paid.points[seat.index()]);
            row.won = row.won.saturating_add(u32::from(seat.side() == paid.winner));
            row.landlord = row.landlord.saturating_add(u32::from(seat == Seat::Landlord));
        }
    }

    /// Returns the places with their rows, the most points first; equals in the order of the places.
    pub fn ranked(&self) -> [(usize, Row); 3] {
        let mut ranked = [0, 1, 2].map(|place| (place, self.rows[place]));
        ranked.sort_by_key(|(_, row)| Reverse(row.points));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Side;

    #[test]
    fn the_most_points_stand_first_and_equals_by_place() {
        let mut series = Series::default();
        // 20 + 6 + 11 cards, by the seats landlord, down, up.
        series.add(&Settlement::of_cards(Side::Landlord, 1, [20, 6, 11]), [Seat::Up, Seat::Landlord, Seat::Down]);
        assert_eq!(
            series.ranked().map(|(place, row)| (place, row.points, row.won)),
            [(1, 20, 1), (0, 11, 0), (2, 6, 0)]
        );
        series.add(&Settlement::of_cards(Side::Peasants, 1, [3, 14, 9]), [Seat::Up, Seat::Landlord, Seat::Down]);
        let row = |points, won, landlord| Row { points, won, landlord };
        assert_eq!(series.ranked(), [(1, row(23, 1, 2)), (0, row(20, 1, 0)), (2, row(20, 1, 0))]);
        assert_eq!(series.hands, 2);
    }
}
