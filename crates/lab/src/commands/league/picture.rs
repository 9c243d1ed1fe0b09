//! The league as a picture: for each player the mean of its wins over the pool, and the worst.

use crate::report::svg::{Anchor, Canvas, Colour, Scale};

/// A player of the league.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) mean: f64,
    pub(super) worst: f64,
    /// Whom the worst is against.
    pub(super) against: &'a str,
}

const WIDTH: u32 = 720;
const LINE: f64 = 24.0;
const TOP: f64 = 40.0;

pub(super) fn league(rows: &[Row]) -> String {
    let bottom = TOP + LINE * rows.len() as f64;
    let mut canvas = Canvas::new(WIDTH, (bottom + 36.0) as u32);
    let names = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let left = 24.0 + 7.5 * names as f64;
    let all = || rows.iter().flat_map(|row| [row.mean, row.worst]);
    let (low, high) = (all().fold(0.5, f64::min) - 0.03, all().fold(0.5, f64::max) + 0.03);
    let x = Scale::new(low, high, left, f64::from(WIDTH) - 130.0);
    canvas.text((20.0, 24.0), Anchor::Start, Colour::Plain, "Share of wins against the pool: worst, and mean (right)");
    for tick in x.ticks(6) {
        canvas.line((x.at(tick), TOP - 8.0), (x.at(tick), bottom), Colour::Faint, (tick - 0.5).abs() > 1e-9);
        canvas.text((x.at(tick), bottom + 18.0), Anchor::Middle, Colour::Faint, &format!("{:.0}%", 100.0 * tick));
    }
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        canvas.text((left - 10.0, y + 4.0), Anchor::End, Colour::Plain, row.name);
        canvas.line((x.at(row.worst), y), (x.at(row.mean), y), Colour::Series(0), false);
        canvas.dot((x.at(row.worst), y), Colour::Series(1));
        canvas.dot((x.at(row.mean), y), Colour::Series(0));
        canvas.text((x.at(row.mean) + 10.0, y + 4.0), Anchor::Start, Colour::Faint, &format!("worst: {}", row.against));
    }
    canvas.finish("Wins of each player against the pool: mean and worst")
}
