//! Curves of the share of games won, with the published shares as dashed lines.

use crate::report::svg::{Anchor, Canvas, Colour, Scale};

const WIDTH: u32 = 820;
const HEIGHT: u32 = 420;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 540.0;

/// The first games of a curve jump between all and nothing; the picture begins when they have calmed down.
const CALM: u64 = 100;

pub(super) fn curves(curves: &[(&str, &[(u64, f64)])], games: u64, published: &[(u32, f64)]) -> String {
    let calm = |points: &'_ [(u64, f64)]| -> Vec<(u64, f64)> {
        points.iter().copied().filter(|&(games_then, _)| games_then >= CALM.min(games)).collect()
    };
    let shares = curves.iter().flat_map(|(_, points)| calm(points)).map(|(_, share)| share);
    let low = shares.chain(published.iter().map(|(_, share)| *share)).fold(1.0, f64::min);
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    let x = Scale::new(0.0, games as f64, LEFT, RIGHT);
    let y = Scale::new((low - 0.03).max(0.0), 1.0, f64::from(HEIGHT) - 48.0, 44.0);
    canvas.text(
        (20.0, 24.0),
        Anchor::Start,
        Colour::Plain,
        "Share of games won as landlord against two random players",
    );
    canvas.levels(&y, [LEFT, RIGHT], 6, |tick| format!("{:.0}%", 100.0 * tick));
    for tick in x.ticks(6) {
        canvas.text((x.at(tick), f64::from(HEIGHT) - 26.0), Anchor::Middle, Colour::Faint, &format!("{tick:.0}"));
    }
    canvas.text((x.at(games as f64 / 2.0), f64::from(HEIGHT) - 8.0), Anchor::Middle, Colour::Plain, "games");
    // The text at each line's right end, and how high that is.
    let mut labels: Vec<(f64, Colour, String)> = Vec::new();
    for (depth, share) in published {
        canvas.line((LEFT, y.at(*share)), (RIGHT, y.at(*share)), Colour::Plain, true);
        labels.push((y.at(*share), Colour::Plain, format!("{:.2}%  published, depth {depth}", 100.0 * share)));
    }
    for (number, (name, points)) in curves.iter().enumerate() {
        let points = calm(points);
        let pixels: Vec<(f64, f64)> = points.iter().map(|&(games, share)| (x.at(games as f64), y.at(share))).collect();
        canvas.lines(&pixels, Colour::Series(number));
        if let Some((_, share)) = points.last() {
            labels.push((y.at(*share), Colour::Series(number), format!("{:.2}%  {name}", 100.0 * share)));
        }
    }
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut lowest = f64::NEG_INFINITY;
    for (height, colour, text) in labels {
        // Labels of lines that lie close are moved down until they can be read.
        lowest = (lowest + 17.0).max(height + 4.0);
        canvas.text((RIGHT + 10.0, lowest), Anchor::Start, colour, &text);
    }
    canvas.finish("Share of games won as landlord against two random players")
}
