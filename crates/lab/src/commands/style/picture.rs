//! The picture of `lab style`: a chart for each group of measures, a line or a dot for each persona.

use super::{FIFTHS, LEADS, PHASES, Style};
use crate::report::svg::{Anchor, Canvas, Colour, Scale};

const WIDTH: u32 = 860;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 660.0;
const HIGH: f64 = 130.0;
const STEP: f64 = 205.0;

/// A chart: its title, the words below, and the values of a persona, in percent.
struct Chart {
    title: &'static str,
    words: Vec<&'static str>,
    values: fn(&Style) -> Vec<f64>,
    /// The words are in an order, so that a line joins the values.
    is_ordered: bool,
}

fn charts() -> Vec<Chart> {
    vec![
        Chart {
            title: "Calls first, % of hands",
            words: FIFTHS.to_vec(),
            values: |style| style.bids.iter().map(|share| share.percent()).collect(),
            is_ordered: true,
        },
        Chart {
            title: "Bombs, % of the turns with one",
            words: PHASES.iter().map(|(name, _)| name.split(',').next().unwrap_or(name)).collect(),
            values: |style| style.bombs.iter().map(|share| share.percent()).collect(),
            is_ordered: true,
        },
        Chart {
            title: "Leads, % by kind",
            words: LEADS.to_vec(),
            values: |style| (0..LEADS.len()).map(|lead| style.lead_percent(lead)).collect(),
            is_ordered: false,
        },
        Chart {
            title: "Answers and faces, %",
            words: vec!["answers an enemy", "covers its partner", "shows a face"],
            values: |style| {
                let [enemy, partner] = style.answers.map(|share| share.percent());
                vec![enemy, partner, style.faces.percent()]
            },
            is_ordered: false,
        },
    ]
}

pub(super) fn draw(styles: &[(String, Style)]) -> String {
    let charts = charts();
    let mut canvas = Canvas::new(WIDTH, (STEP * charts.len() as f64) as u32 + 30);
    for (number, chart) in charts.iter().enumerate() {
        let top = 50.0 + STEP * number as f64;
        canvas.text((LEFT, top - 16.0), Anchor::Start, Colour::Plain, chart.title);
        let values: Vec<Vec<f64>> = styles.iter().map(|(_, style)| (chart.values)(style)).collect();
        let most = values.iter().flatten().copied().fold(1.0, f64::max);
        let across = Scale::new(-0.5, chart.words.len() as f64 - 0.5, LEFT, RIGHT);
        let up = Scale::new(0.0, most, top + HIGH, top);
        for tick in up.ticks(4) {
            canvas.line((LEFT, up.at(tick)), (RIGHT, up.at(tick)), Colour::Faint, false);
            canvas.text((LEFT - 8.0, up.at(tick) + 4.0), Anchor::End, Colour::Faint, &tick.to_string());
        }
        for (place, word) in chart.words.iter().enumerate() {
            canvas.text((across.at(place as f64), top + HIGH + 20.0), Anchor::Middle, Colour::Faint, word);
        }
        for (index, (values, (name, _))) in values.iter().zip(styles).enumerate() {
            // Dots of several personas stand beside each other.
            let shift = if chart.is_ordered { 0.0 } else { 12.0 * (index as f64 - (styles.len() - 1) as f64 / 2.0) };
            let at = |(place, value): (usize, &f64)| (across.at(place as f64) + shift, up.at(*value));
            let points: Vec<(f64, f64)> = values.iter().enumerate().map(at).collect();
            if chart.is_ordered {
                canvas.lines(&points, Colour::Series(index));
            }
            points.iter().for_each(|&point| canvas.dot(point, Colour::Series(index)));
            canvas.text((RIGHT + 14.0, top + 14.0 + 22.0 * index as f64), Anchor::Start, Colour::Series(index), name);
        }
    }
    let names: Vec<&str> = styles.iter().map(|(name, _)| name.as_str()).collect();
    canvas.finish(&format!("What {} do at the table: calls, bombs, leads, answers and faces", names.join(", ")))
}
