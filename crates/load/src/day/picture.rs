//! A day as a picture: replicas and Redis nodes by hour as bars, the price of a million decisions as a line.

use std::fmt::Write;

use super::Day;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 32.0;
const BOTTOM: f64 = 36.0;

/// The picture as SVG.
pub(super) fn draw(day: &Day) -> String {
    let most = day.hours.iter().map(|hour| hour.replicas.max(hour.redis_nodes)).max().unwrap_or(1);
    let dearest = day.hours.iter().map(|hour| hour.price_per_million).fold(0.0, f64::max);
    let plot = HEIGHT - TOP - BOTTOM;
    let step = (WIDTH - 2.0 * LEFT) / 24.0;
    let height = |share: f64| plot * share;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" fill=\"#2b6cb0\">replicas (most: {most})</text>\n\
         <text x=\"{}\" y=\"20\" fill=\"#a0aec0\">Redis nodes</text>\n\
         <text x=\"{}\" y=\"20\" fill=\"#c05621\">price of a million decisions (most: {dearest:.2})</text>\n",
        LEFT + 150.0,
        LEFT + 250.0,
    );
    let base = HEIGHT - BOTTOM;
    let mut line = String::new();
    for hour in &day.hours {
        let x = LEFT + step * hour.hour as f64;
        for (place, count, colour) in [(0.1, hour.replicas, "#2b6cb0"), (0.5, hour.redis_nodes, "#a0aec0")] {
            let tall = height(f64::from(count) / f64::from(most));
            let _ = writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"{colour}\"><title>{count}</title></rect>",
                x + step * place,
                base - tall,
                step * 0.38
            );
        }
        let _ = write!(line, "{:.1},{:.1} ", x + step / 2.0, base - height(hour.price_per_million / dearest));
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x + step / 2.0,
            base + 16.0,
            hour.hour
        );
    }
    let _ =
        writeln!(out, "<polyline points=\"{}\" fill=\"none\" stroke=\"#c05621\" stroke-width=\"2\"/>", line.trim_end());
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">hour</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 6.0
    );
    out
}

#[cfg(test)]
mod tests {
    use super::super::Hour;
    use super::*;

    #[test]
    fn every_hour_has_its_bars() {
        let hour = |hour| Hour {
            hour,
            online: 1.0,
            decisions_per_s: 1.0,
            calls_per_s: 1.0,
            replicas: 3,
            redis_nodes: 2,
            failed: 0,
            used: 0.5,
            price_per_million: 4.0,
        };
        let drawn = draw(&Day { hours: (0..24).map(hour).collect(), decisions: 1.0, price: 1.0 });
        assert_eq!(drawn.matches("<title>3</title>").count(), 24);
        assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n") && drawn.contains("most: 4.00"));
    }
}
