//! Charts above each other, of the same series: a picture of several measures.

use crate::report::svg::{Anchor, Canvas, Colour, Scale};

const WIDTH: u32 = 860;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 660.0;
const HIGH: f64 = 130.0;
const STEP: f64 = 205.0;

/// One measure: a value of each series for each word. An empty word marks a place between two others.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    pub(crate) words: Vec<String>,
    /// The words are in an order, so that a line joins the values.
    pub(crate) is_ordered: bool,
    pub(crate) series: Vec<Values<'a>>,
}

/// The values of a series, by word.
pub(crate) struct Values<'a> {
    pub(crate) name: &'a str,
    pub(crate) values: Vec<f64>,
}

/// The picture of all; `title` is read out to who cannot see it.
pub(crate) fn picture(charts: &[Chart], title: &str) -> String {
    let mut canvas = Canvas::new(WIDTH, (STEP * charts.len() as f64) as u32 + 30);
    for (number, chart) in charts.iter().enumerate() {
        draw(&mut canvas, 50.0 + STEP * number as f64, chart);
    }
    canvas.finish(title)
}

fn draw(canvas: &mut Canvas, top: f64, Chart { title, words, is_ordered, series }: &Chart) {
    canvas.text((LEFT, top - 16.0), Anchor::Start, Colour::Plain, title);
    let most = series.iter().flat_map(|series| &series.values).copied().fold(1.0, f64::max);
    let across = Scale::new(-0.5, words.len() as f64 - 0.5, LEFT, RIGHT);
    let up = Scale::new(0.0, most, top + HIGH, top);
    canvas.levels(&up, [LEFT, RIGHT], 4, |tick| tick.to_string());
    for (place, word) in words.iter().enumerate() {
        canvas.text((across.at(place as f64), top + HIGH + 20.0), Anchor::Middle, Colour::Faint, word);
    }
    for (index, Values { name, values }) in series.iter().enumerate() {
        let colour = Colour::Series(index);
        // Dots of several series stand beside each other.
        let shift = if *is_ordered { 0.0 } else { 13.0 * (index as f64 - (series.len() - 1) as f64 / 2.0) };
        let at = |(place, value): (usize, &f64)| (across.at(place as f64) + shift, up.at(*value));
        let points: Vec<(f64, f64)> = values.iter().enumerate().map(at).collect();
        if *is_ordered {
            canvas.lines(&points, colour);
        } else {
            points.iter().for_each(|&point| canvas.dot(point, colour));
        }
        canvas.text((RIGHT + 14.0, top + 14.0 + 22.0 * index as f64), Anchor::Start, colour, name);
    }
}
