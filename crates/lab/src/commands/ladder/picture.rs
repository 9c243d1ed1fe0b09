//! The ladder as pictures: a dot with its error bar for each player, or a curve over strength.

use crate::report::svg::{Anchor, Canvas, Colour, Scale};

/// A rated player.
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    pub(super) elo: f64,
    /// Half the 95% interval.
    pub(super) reach: f64,
}

const WIDTH: u32 = 720;
const LINE: f64 = 22.0;
const TOP: f64 = 40.0;

fn span(rows: &[Row]) -> (f64, f64) {
    let low = rows.iter().map(|row| row.elo - row.reach).fold(f64::INFINITY, f64::min);
    let high = rows.iter().map(|row| row.elo + row.reach).fold(f64::NEG_INFINITY, f64::max);
    let margin = 0.04 * (high - low).max(10.0);
    (low - margin, high + margin)
}

/// From the strongest down.
pub(super) fn ladder(rows: &[Row]) -> String {
    let bottom = TOP + LINE * rows.len() as f64;
    let mut canvas = Canvas::new(WIDTH, (bottom + 36.0) as u32);
    let names = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let left = 24.0 + 7.5 * names as f64;
    let (low, high) = span(rows);
    let x = Scale::new(low, high, left, f64::from(WIDTH) - 30.0);
    canvas.text((20.0, 24.0), Anchor::Start, Colour::Plain, "Elo, 95% intervals");
    for tick in x.ticks(7) {
        canvas.line((x.at(tick), TOP - 8.0), (x.at(tick), bottom), Colour::Faint, false);
        canvas.text((x.at(tick), bottom + 18.0), Anchor::Middle, Colour::Faint, &format!("{tick:.0}"));
    }
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        canvas.text((left - 10.0, y + 4.0), Anchor::End, Colour::Plain, row.name);
        canvas.line((x.at(row.elo - row.reach), y), (x.at(row.elo + row.reach), y), Colour::Series(0), false);
        canvas.dot((x.at(row.elo), y), Colour::Series(0));
    }
    canvas.finish("Elo of all players with 95% intervals")
}

/// Names are strengths.
pub(super) fn strengths(rows: &[Row]) -> String {
    const HEIGHT: u32 = 380;
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    let (low, high) = span(rows);
    let x = Scale::new(0.0, 100.0, 64.0, f64::from(WIDTH) - 30.0);
    let y = Scale::new(low, high, f64::from(HEIGHT) - 48.0, TOP);
    canvas.text((20.0, 24.0), Anchor::Start, Colour::Plain, "Elo by strength, 95% intervals");
    canvas.levels(&y, [64.0, x.at(100.0)], 6, |tick| format!("{tick:.0}"));
    for tick in x.ticks(10) {
        canvas.text((x.at(tick), f64::from(HEIGHT) - 26.0), Anchor::Middle, Colour::Faint, &format!("{tick:.0}"));
    }
    canvas.text((x.at(50.0), f64::from(HEIGHT) - 8.0), Anchor::Middle, Colour::Plain, "strength");
    let mut points: Vec<(f64, &Row)> = rows.iter().filter_map(|row| Some((row.name.parse().ok()?, row))).collect();
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    let curve: Vec<(f64, f64)> = points.iter().map(|(strength, row)| (x.at(*strength), y.at(row.elo))).collect();
    canvas.lines(&curve, Colour::Series(0));
    for (strength, row) in points {
        let x = x.at(strength);
        canvas.line((x, y.at(row.elo - row.reach)), (x, y.at(row.elo + row.reach)), Colour::Series(0), false);
        canvas.dot((x, y.at(row.elo)), Colour::Series(0));
    }
    canvas.finish("Elo by strength with 95% intervals")
}
