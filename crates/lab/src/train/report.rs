//! The report of a training: its curve of strength as a table and as a picture.

use std::path::Path;

use super::evaluation::{CurvePoint, OPPONENTS};
use crate::report::page::{self, Picture};
use crate::report::svg::{Anchor, Canvas, Colour, Scale};

const WIDTH: u32 = 760;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 600.0;
/// Height of one measure's panel.
const PANEL: f64 = 340.0;

/// The part of the results that a panel shows.
struct Measure {
    title: &'static str,
    /// Its place in a point's results.
    place: usize,
    /// The least range of the axis.
    range: (f64, f64),
    show: fn(f64) -> String,
}

const MEASURES: [Measure; 2] = [
    Measure {
        title: "Share of hands that the net wins, on paired deals",
        place: 0,
        range: (0.5, 0.6),
        show: |share| format!("{:.1}%", 100.0 * share),
    },
    Measure {
        title: "Its points a hand; a stake is 1",
        place: 1,
        range: (0.0, 0.2),
        show: |score| format!("{score:+.2}"),
    },
];

/// The strength by hands played: wins above, points below.
pub(super) fn picture(curve: &[CurvePoint], hands_a_round: u64) -> String {
    let mut canvas = Canvas::new(WIDTH, PANEL as u32 * MEASURES.len() as u32 + 40);
    for (number, measure) in MEASURES.iter().enumerate() {
        panel(&mut canvas, PANEL * number as f64, measure, curve, hands_a_round);
    }
    canvas.finish("Strength of the net by hands of self-play")
}

fn panel(canvas: &mut Canvas, top: f64, measure: &Measure, curve: &[CurvePoint], hands_a_round: u64) {
    let hands = |point: &CurvePoint| (point.round * hands_a_round) as f64 / 1e6;
    let value = |point: &CurvePoint, opponent: usize| f64::from(point.results[opponent][measure.place]);
    let all = curve.iter().flat_map(|point| (0..OPPONENTS.len()).map(move |opponent| value(point, opponent)));
    let (low, high) = all.fold(measure.range, |(low, high), value| (low.min(value), high.max(value)));
    let margin = (high - low) / 20.0;
    let bottom = top + PANEL - 24.0;
    let x = Scale::new(0.0, curve.last().map_or(1.0, hands), LEFT, RIGHT);
    let y = Scale::new(low - margin, high + margin, bottom, top + 44.0);
    canvas.text((20.0, top + 24.0), Anchor::Start, Colour::Plain, measure.title);
    canvas.levels(&y, [LEFT, RIGHT], 6, measure.show);
    for tick in x.ticks(6) {
        canvas.text((x.at(tick), bottom + 20.0), Anchor::Middle, Colour::Faint, &format!("{tick}"));
    }
    canvas.text((RIGHT + 10.0, bottom + 20.0), Anchor::Start, Colour::Plain, "million hands");
    for (number, name) in OPPONENTS.iter().enumerate() {
        let points: Vec<_> = curve.iter().map(|point| (x.at(hands(point)), y.at(value(point, number)))).collect();
        canvas.lines(&points, Colour::Series(number));
        if let (Some(last), Some((_, height))) = (curve.last(), points.last()) {
            let text = format!("{}  against {name}", (measure.show)(value(last, number)));
            canvas.text((RIGHT + 10.0, height + 4.0), Anchor::Start, Colour::Series(number), &text);
        }
    }
}

/// Writes the section `training` of a page, and the picture beside it.
pub(super) fn write(page: &Path, curve: &[CurvePoint], hands_a_round: u64, digest: u64) -> anyhow::Result<()> {
    let mut text = format!("| rounds | hands | {} |\n", OPPONENTS.map(|name| format!("against `{name}`")).join(" | "));
    text += "| ---: | ---: | ---: | ---: | ---: |\n";
    let step = curve.len().div_ceil(12).max(1);
    for point in curve.iter().rev().step_by(step).collect::<Vec<_>>().into_iter().rev() {
        let shares = point.results.map(|[share, score]| format!("{:.1}%, {score:+.2}", 100.0 * share));
        text += &format!("| {} | {} | {} |\n", point.round, point.round * hands_a_round, shares.join(" | "));
    }
    text += &format!("\nWeights {digest:016x}, {}.\n\n{}", page::version(), page::command_block());
    let alt = "Strength of the net by hands of self-play";
    let picture = Picture { alt, svg: picture(curve, hands_a_round), below: text };
    page::write_with_picture(page, "training", "", &picture)
}
