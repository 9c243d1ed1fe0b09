//! Measured by self-play: written by `lab bids`, read here. Each row is a twentieth of all hands.

use super::Strength;

/// One twentieth of all hands: up to how many quarter points, and how often such a landlord won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The most quarter points of a hand of this row.
    pub points: i32,
    /// In how many of 1,000 deals the landlord won.
    pub wins: i32,
}

const fn rows<const N: usize>(points: [i32; N], wins: [i32; N]) -> [Row; N] {
    let mut rows = [Row { points: 0, wins: 0 }; N];
    let mut index = 0;
    while index < N {
        rows[index] = Row { points: points[index], wins: wins[index] };
        index += 1;
    }
    rows
}

/// The 17 cards of a caller with the expected bottom.
pub const SEVENTEEN: &[Row] = &rows(
    [-100, -90, -80, -70, -60, -50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50, 60, 70, 80, 400],
    [100, 150, 200, 250, 300, 330, 360, 390, 420, 450, 480, 510, 540, 570, 600, 650, 700, 750, 800, 900],
);

/// The landlord's 20 cards.
pub const LANDLORD: &[Row] = &rows(
    [-100, -90, -80, -70, -60, -50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50, 60, 70, 80, 400],
    [100, 150, 200, 250, 300, 330, 360, 390, 420, 450, 480, 510, 540, 570, 600, 650, 700, 750, 800, 900],
);

/// Places a measure between the rows.
pub(super) fn place(rows: &[Row], points: i32) -> Strength {
    let index = rows.iter().position(|row| points <= row.points).unwrap_or(rows.len() - 1);
    let share = 1000 / rows.len() as i32;
    let row = rows[index];
    let (low, wins_low) =
        if index == 0 { (row.points - 40, row.wins) } else { (rows[index - 1].points, rows[index - 1].wins) };
    let span = (row.points - low).max(1);
    let into = (points - low).clamp(0, span);
    let rank = (index as i32 * share + into * share / span).min(999);
    Strength { points, rank, wins: wins_low + (row.wins - wins_low) * into / span }
}
