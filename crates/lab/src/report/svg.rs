//! Pictures for pages: a small chart on a card of its own, which turns dark where the reader's page is dark. Written by
//! hand, since the lab needs lines, dots and words, and a library would bring fonts and pixels.

use std::fmt::Write;

/// The colours of lines, on light and on dark cards: told apart by people who confuse red and green, too.
const COLOURS: [(&str, &str); 6] = [
    ("#0b62c4", "#6cb2ff"),
    ("#b84a00", "#ffa657"),
    ("#007a5e", "#4cd6a8"),
    ("#8a3ffc", "#c8a6ff"),
    ("#a8006d", "#ff8ac9"),
    ("#6b5b00", "#e3cf57"),
];

/// A picture being drawn; x and y are pixels from the upper left.
pub(crate) struct Canvas {
    width: u32,
    height: u32,
    body: String,
}

/// Where a line of text hangs at its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Style of a drawing.
#[derive(Clone, Copy)]
pub(crate) enum Colour {
    /// Text and axes.
    Plain,
    /// Grids and remarks.
    Faint,
    /// One of the lines, by number.
    Series(usize),
}

impl Colour {
    fn class(self) -> String {
        match self {
            Colour::Plain => String::from("plain"),
            Colour::Faint => String::from("faint"),
            Colour::Series(number) => format!("s{}", number % COLOURS.len()),
        }
    }
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32) -> Canvas {
        Canvas { width, height, body: String::new() }
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour, dashed: bool) {
        let dash = if dashed { r#" stroke-dasharray="5 4""# } else { "" };
        let ((x1, y1), (x2, y2), class) = (from, to, colour.class());
        self.add(&format!(r#"<path class="{class}" d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}"{dash}/>"#));
    }

    pub(crate) fn lines(&mut self, points: &[(f64, f64)], colour: Colour) {
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        if !path.is_empty() {
            self.add(&format!(r#"<path class="{}" d="M{}"/>"#, colour.class(), path.join("L")));
        }
    }

    pub(crate) fn dot(&mut self, (x, y): (f64, f64), colour: Colour) {
        self.add(&format!(r#"<circle class="{} dot" cx="{x:.1}" cy="{y:.1}" r="3.5"/>"#, colour.class()));
    }

    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, colour: Colour, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (class, text) = (colour.class(), escape(text));
        self.add(&format!(r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#));
    }

    /// A line and its value at each tick of a scale that goes up, over the width of a chart.
    pub(crate) fn levels(&mut self, up: &Scale, [left, right]: [f64; 2], count: u32, show: impl Fn(f64) -> String) {
        for tick in up.ticks(count) {
            self.line((left, up.at(tick)), (right, up.at(tick)), Colour::Faint, false);
            self.text((left - 8.0, up.at(tick) + 4.0), Anchor::End, Colour::Faint, &show(tick));
        }
    }

    fn add(&mut self, element: &str) {
        writeln!(self.body, "{element}").expect("writing to a string cannot fail");
    }

    /// The picture; `title` is what is read out to who cannot see it.
    pub(crate) fn finish(&self, title: &str) -> String {
        let Canvas { width, height, body } = self;
        let rules = |pick: fn(&(&'static str, &'static str)) -> &'static str| {
            let one = |(number, colour)| {
                let colour = pick(colour);
                format!("path.s{number}{{stroke:{colour}}}text.s{number},.s{number}.dot{{fill:{colour};stroke:none}}")
            };
            COLOURS.iter().enumerate().map(one).collect::<String>()
        };
        let (light, dark) = (rules(|colour| colour.0), rules(|colour| colour.1));
        let title = escape(title);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>{title}</title>
<style>
text{{font:13px system-ui,sans-serif}}path{{fill:none;stroke-width:1.6}}
.card{{fill:#ffffff;stroke:#d0d7de}}text.plain{{fill:#1f2328}}path.plain{{stroke:#1f2328}}
text.faint{{fill:#59636e}}path.faint{{stroke:#d8dee4;stroke-width:1}}
{light}
@media(prefers-color-scheme:dark){{
.card{{fill:#0d1117;stroke:#3d444d}}text.plain{{fill:#f0f6fc}}path.plain{{stroke:#f0f6fc}}
text.faint{{fill:#9198a1}}path.faint{{stroke:#2a313a}}
{dark}}}
</style>
<rect class="card" x="0.5" y="0.5" width="{}" height="{}" rx="6"/>
{body}</svg>
"#,
            width - 1,
            height - 1
        )
    }
}

/// From values to pixels, with ticks at round values.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Values `low` to `high` lie between the pixels `from` and `to`, which may run either way.
    pub(crate) fn new(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        Scale { low, high, from, to }
    }

    pub(crate) fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// About `count` values that people like to read: 1, 2 or 5 times a power of ten apart.
    pub(crate) fn ticks(&self, count: u32) -> Vec<f64> {
        let rough = (self.high - self.low) / f64::from(count.max(1));
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|&step| step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let (first, last) = ((self.low / step).ceil() as i64, (self.high / step + 1e-9).floor() as i64);
        (first..=last).map(|tick| tick as f64 * step).collect()
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_stand_at_round_values() {
        let ticks = |low, high, count| Scale::new(low, high, 0.0, 100.0).ticks(count);
        assert_eq!(ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-310.0, 95.0, 4), [-200.0, 0.0]);
        let shares = ticks(0.7, 1.0, 6);
        assert_eq!(shares.len(), 7, "{shares:?}");
    }

    #[test]
    fn values_become_pixels_either_way() {
        let up = Scale::new(0.0, 10.0, 200.0, 0.0);
        assert_eq!((up.at(0.0), up.at(2.5), up.at(10.0)), (200.0, 150.0, 0.0));
    }

    #[test]
    fn a_picture_has_both_faces_and_harmless_text() {
        let mut canvas = Canvas::new(100, 50);
        canvas.text((1.0, 2.0), Anchor::Start, Colour::Series(7), "a<b & \"c\"");
        let picture = canvas.finish("title");
        assert!(picture.contains("prefers-color-scheme:dark") && picture.contains("a&lt;b &amp; &quot;c&quot;"));
        // The eighth line takes the second colour again, and every class that is used has its rule.
        assert!(picture.contains(r#"class="s1""#) && picture.contains("text.s1"));
        let count = |text: &str| picture.matches(text).count();
        assert_eq!((count("<svg"), count("</svg>"), count("<text"), count("</text>")), (1, 1, 1, 1));
    }
}
