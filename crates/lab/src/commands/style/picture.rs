//! The picture of `lab style`: a chart for each group of measures, a line or a dot for each persona.

use super::{FIFTHS, LEADS, PHASES, Style};
use crate::report::charts::{self, Chart, Values};
use crate::report::stats::Rate;

pub(super) fn draw(styles: &[(String, Style)]) -> String {
    let chart = |title, words: &[&str], is_ordered, values: fn(&Style) -> Vec<f64>| {
        let series = styles.iter().map(|(name, style)| Values { name, values: values(style) }).collect();
        Chart { title, words: words.iter().copied().map(str::to_owned).collect(), is_ordered, series }
    };
    let phases = PHASES.map(|(name, _)| name.split(',').next().unwrap_or(name));
    let charts = [
        chart("Calls first, % of hands", &FIFTHS, true, |style| style.bids.map(Rate::percent).to_vec()),
        chart("Bombs, % of the turns with one", &phases, true, |style| style.bombs.map(Rate::percent).to_vec()),
        chart("Leads, % by kind", &LEADS, false, |style| {
            (0..LEADS.len()).map(|lead| style.lead_percent(lead)).collect()
        }),
        chart("Answers and faces, %", &["answers an enemy", "covers its partner", "shows a face"], false, |style| {
            let [enemy, partner] = style.answers.map(Rate::percent);
            vec![enemy, partner, style.faces.percent()]
        }),
    ];
    let names: Vec<&str> = styles.iter().map(|(name, _)| name.as_str()).collect();
    let title = format!("What {} do at the table: calls, bombs, leads, answers and faces", names.join(", "));
    charts::picture(&charts, &title)
}
