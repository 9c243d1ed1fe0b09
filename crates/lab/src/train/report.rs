//! The report of a training: its curve of strength as a table and as a picture.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::evaluation::{CurvePoint, OPPONENTS};
use crate::report::page;
use crate::report::svg::{Anchor, Canvas, Colour, Scale};

const WIDTH: u32 = 760;
const HEIGHT: u32 = 380;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 600.0;

/// The strength by hands played.
pub(super) fn picture(curve: &[CurvePoint], hands_a_round: u64) -> String {
    let hands = |point: &CurvePoint| (point.round * hands_a_round) as f64 / 1e6;
    let all = curve.iter().flat_map(|point| point.results).map(|[share, _]| f64::from(share));
    let (low, high) = all.fold((0.5, 0.6), |(low, high): (f64, f64), share| (low.min(share), high.max(share)));
    let most = curve.last().map_or(1.0, hands);
    let mut canvas = Canvas::new(WIDTH, HEIGHT);
    let x = Scale::new(0.0, most, LEFT, RIGHT);
    let y = Scale::new(low - 0.02, high + 0.02, f64::from(HEIGHT) - 48.0, 44.0);
    canvas.text((20.0, 24.0), Anchor::Start, Colour::Plain, "Share of hands that the bare net wins, on paired deals");
    for tick in y.ticks(6) {
        canvas.line((LEFT, y.at(tick)), (RIGHT, y.at(tick)), Colour::Faint, false);
        canvas.text((LEFT - 10.0, y.at(tick) + 4.0), Anchor::End, Colour::Faint, &format!("{:.0}%", 100.0 * tick));
    }
    for tick in x.ticks(6) {
        canvas.text((x.at(tick), f64::from(HEIGHT) - 26.0), Anchor::Middle, Colour::Faint, &format!("{tick}"));
    }
    canvas.text(
        (x.at(most / 2.0), f64::from(HEIGHT) - 8.0),
        Anchor::Middle,
        Colour::Plain,
        "million hands of self-play",
    );
    for (number, name) in OPPONENTS.iter().enumerate() {
        let point = |point: &CurvePoint| (x.at(hands(point)), y.at(f64::from(point.results[number][0])));
        canvas.lines(&curve.iter().map(point).collect::<Vec<_>>(), Colour::Series(number));
        if let Some(last) = curve.last() {
            let (_, height) = point(last);
            let text = format!("{:.1}%  against {name}", 100.0 * last.results[number][0]);
            canvas.text((RIGHT + 10.0, height + 4.0), Anchor::Start, Colour::Series(number), &text);
        }
    }
    canvas.finish("Strength of the bare net by hands of self-play")
}

/// Writes the section `training` of a page, and the picture beside it.
pub(super) fn write(page: &Path, curve: &[CurvePoint], hands_a_round: u64, digest: u64) -> anyhow::Result<()> {
    let picture_path = page.with_file_name("training.svg");
    fs::write(&picture_path, picture(curve, hands_a_round)).with_context(|| picture_path.display().to_string())?;
    let mut text =
        format!("![Strength of the bare net by hands of self-play](training.svg)\n\n| rounds | hands | {} |\n", {
            OPPONENTS.map(|name| format!("against `{name}`")).join(" | ")
        });
    text += "| ---: | ---: | ---: | ---: | ---: |\n";
    let step = curve.len().div_ceil(12).max(1);
    for point in curve.iter().rev().step_by(step).collect::<Vec<_>>().into_iter().rev() {
        let shares = point.results.map(|[share, score]| format!("{:.1}%, {score:+.2}", 100.0 * share));
        text += &format!("| {} | {} | {} |\n", point.round, point.round * hands_a_round, shares.join(" | "));
    }
    text += &format!("\nWeights {digest:016x}, {}.\n\n```sh\n{}\n```\n", page::version(), page::command());
    page::write_section(page, "training", &text)
}
