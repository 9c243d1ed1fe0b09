//! The default policy's day as a picture, `docs/use/companions.svg`: what the plan answers for 100 empty seats, hour by hour.

use std::fmt::Write;
use std::path::Path;

use engine::persona::Skill;
use rules::Seed;
use server::companions::plan::{Place, plan};

use crate::companions::policies;

/// Colours of the skills, on light and on dark cards.
const COLOURS: [(&str, &str); Skill::ALL.len()] = [
    ("#0b62c4", "#6cb2ff"),
    ("#007a5e", "#4cd6a8"),
    ("#b84a00", "#ffa657"),
    ("#8a3ffc", "#c8a6ff"),
    ("#a8006d", "#ff8ac9"),
    ("#6b5b00", "#e3cf57"),
    ("#57606a", "#9aa4ae"),
    ("#8b5a2b", "#d9a876"),
];
const LEFT: u32 = 48;
const TOP: u32 = 46;
const WIDE: u32 = 24;
const HIGH: u32 = 200;

/// Companions of each skill that are sent in this hour.
fn sent(hour: u32) -> [u32; Skill::ALL.len()] {
    let (policies, _) = policies();
    let place =
        Place { name: String::from("anywhere"), minute: hour * 60, tables_lacking: [100, 0], waiting: Vec::new() };
    let plan = plan(policies.named("").unwrap(), &[place], Seed(1));
    Skill::ALL.map(|skill| {
        let name = skill.name();
        let of_skill = plan.iter().filter(|it| it.persona.split('-').next() == Some(name));
        of_skill.map(|it| it.count).sum()
    })
}

fn picture() -> String {
    let (width, height) = (LEFT + 24 * WIDE + 110, TOP + HIGH + 44);
    let rules = |pick: fn(&(&'static str, &'static str)) -> &'static str| {
        let one = |(index, colour)| format!(".s{index}{{fill:{}}}", pick(colour));
        COLOURS.iter().enumerate().map(one).collect::<String>()
    };
    let (light, dark) = (rules(|it| it.0), rules(|it| it.1));
    let mut page = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>Companions sent for 100 empty seats, by hour and skill, under the default policy</title>
<style>text{{font:13px system-ui,sans-serif;fill:#1f2328}}.card{{fill:#fff;stroke:#d0d7de}}.grid{{stroke:#d8dee4}}{light}
@media(prefers-color-scheme:dark){{text{{fill:#f0f6fc}}.card{{fill:#0d1117;stroke:#3d444d}}.grid{{stroke:#2a313a}}{dark}}}</style>
<rect class="card" x="0.5" y="0.5" width="{}" height="{}" rx="6"/>
<text x="{LEFT}" y="26">Companions sent for 100 empty seats, by local hour</text>
"#,
        width - 1,
        height - 1
    );
    let mut put = |element: String| writeln!(page, "{element}").unwrap();
    for percent in [0, 20, 40, 60, 80, 100] {
        let y = TOP + HIGH - percent * HIGH / 100;
        put(format!(r#"<line class="grid" x1="{LEFT}" y1="{y}" x2="{}" y2="{y}"/>"#, LEFT + 24 * WIDE));
        put(format!(r#"<text x="{}" y="{}" text-anchor="end">{percent}</text>"#, LEFT - 8, y + 4));
    }
    let mut seen = [false; Skill::ALL.len()];
    for hour in 0..24 {
        let mut y = TOP + HIGH;
        for (skill, count) in sent(hour).into_iter().enumerate().filter(|&(_, count)| count > 0) {
            let (x, tall) = (LEFT + hour * WIDE + 2, count * HIGH / 100);
            y -= tall;
            seen[skill] = true;
            put(format!(r#"<rect class="s{skill}" x="{x}" y="{y}" width="{}" height="{tall}"/>"#, WIDE - 4));
        }
        if hour % 3 == 0 {
            put(format!(r#"<text x="{}" y="{}">{hour}:00</text>"#, LEFT + hour * WIDE, TOP + HIGH + 20));
        }
    }
    for (row, skill) in (0..Skill::ALL.len()).rev().filter(|&skill| seen[skill]).enumerate() {
        let (x, y) = (LEFT + 24 * WIDE + 14, TOP + 14 + row as u32 * 22);
        put(format!(r#"<rect class="s{skill}" x="{x}" y="{}" width="12" height="12"/>"#, y - 11));
        put(format!(r#"<text x="{}" y="{y}">{}</text>"#, x + 18, Skill::ALL[skill].name()));
    }
    page.push_str("</svg>\n");
    page
}

/// `THIRDSEAT_WRITE=1` writes it again.
#[test]
fn the_picture_of_the_day_is_in_step() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/use/companions.svg");
    let drawn = picture();
    if std::env::var_os("THIRDSEAT_WRITE").is_some() {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "the default policy changed: THIRDSEAT_WRITE=1 draws its day again");
}
