//! `lab temperaments`: how often a temperament plays otherwise than the standard one of its skill, and which way, as a table and as a
//! picture.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use engine::persona::Temperament;
use engine::{Persona, Scratch, decide};
use rules::{Combo, Ruleset, Seed, Table, Trick, View};
use serde_json::json;

use crate::match_runner::dealing;
use crate::report::charts::{self, Chart, Values};
use crate::report::page::{self, Picture};
use crate::report::stats::{Mean, Rate};
use crate::work;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which skills
    #[arg(long, value_delimiter = ' ', default_value = "beginner casual skilled advanced expert")]
    skills: Vec<String>,
    /// Number of positions that each skill and temperament is asked about
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Put the table into this page as the section of the ruleset, and the picture beside it
    #[arg(long, value_name = "PAGE")]
    write: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Play of one temperament of a skill.
#[derive(Clone, Copy, Default)]
struct Style {
    /// Plays otherwise than the standard one.
    differs: Rate,
    cards_led: Mean,
    /// Answers to an enemy's combo that could be answered.
    answers: Rate,
    /// Bombs, of the turns with one in the hand.
    bombs: Rate,
}

impl Style {
    fn add(&mut self, turn: &Turn, play: Option<Combo>, standard: Option<Combo>) {
        self.differs.add(play != standard);
        if turn.view.trick() == Trick::Lead {
            self.cards_led.add(f64::from(play.map_or(0, Combo::len)));
        }
        if turn.faces_enemy {
            self.answers.add(play.is_some());
        }
        if turn.has_bomb {
            self.bombs.add(play.is_some_and(Combo::is_bomb));
        }
    }

    /// The four measures, in the order of [`MEASURES`].
    fn measures(&self) -> [f64; 4] {
        [self.differs.percent(), self.cards_led.mean(), self.answers.percent(), self.bombs.percent()]
    }
}

const MEASURES: [&str; 4] = [
    "Plays otherwise than standard, %",
    "Cards of a lead",
    "Answers to an enemy, %",
    "Bombs played where one is held, %",
];

/// A turn that leaves a choice.
struct Turn {
    view: View,
    seed: Seed,
    faces_enemy: bool,
    has_bomb: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let turns = turns(args);
    let skills = args.skills.iter().map(|skill| styles(skill, &turns)).collect::<anyhow::Result<Vec<_>>>()?;
    match args.json {
        true => writeln!(out, "{}", json(args, &skills))?,
        false => out.write_all(table(args, &skills).as_bytes())?,
    }
    args.write.as_ref().map_or(Ok(()), |page| write(page, args, &skills))
}

/// Turns of hands that `rules` plays with itself, one of three that leave a choice.
fn turns(args: &Args) -> Vec<Turn> {
    let player = Persona::named("rules").expect("a built-in row");
    let (mut scratch, mut turns, mut seen) = (Scratch::new(), Vec::new(), 0);
    for hand in 0.. {
        let seed = Seed(args.seed).stream(hand);
        let mut table = Table::seated(args.ruleset, dealing::deal(&args.ruleset, &mut seed.rng()));
        let played = work::play_until(&mut table, |_, view| {
            let plays = args.ruleset.plays(view.hand(), view.trick());
            let is_over = plays.iter().any(|play| play.cards() == view.hand());
            if plays.len() + usize::from(view.trick() != Trick::Lead) > 1 && !is_over {
                seen += 1;
                if seen % 3 == 0 {
                    let me = view.seat().expect("there is a landlord");
                    let standing = view.course().standing();
                    let faces_enemy = standing.is_some_and(|(owner, _)| owner.side() != me.side()) && !plays.is_empty();
                    let has_bomb = plays.iter().any(|play| play.is_bomb());
                    turns.push(Turn { view: view.clone(), seed, faces_enemy, has_bomb });
                }
            }
            let action = decide(view, &player, seed, &mut scratch).expect("it is the seat's turn").action;
            if turns.len() < args.positions as usize { Ok(action) } else { Err(()) }
        });
        if played.is_err() {
            return turns;
        }
    }
    unreachable!("hands never end")
}

/// The styles of a skill, in the order of [`Temperament::ALL`], the standard one first.
fn styles(skill: &str, turns: &[Turn]) -> anyhow::Result<[Style; 4]> {
    let named = |temperament: Temperament| {
        let name = match temperament {
            Temperament::Standard => String::from(skill),
            other => format!("{skill}-{}", other.name()),
        };
        Persona::named(&name)
    };
    let [Some(standard), Some(hesitant), Some(patient), Some(hasty)] = Temperament::ALL.map(named) else {
        bail!("--skills {skill}: this is no skill with temperaments")
    };
    let (mut scratch, mut styles) = (Scratch::new(), [Style::default(); 4]);
    for turn in turns {
        let mut play = |persona: &Persona| {
            decide(&turn.view, persona, turn.seed, &mut scratch).expect("it is the seat's turn").play()
        };
        let plays = [&standard, &hesitant, &patient, &hasty].map(&mut play);
        styles.iter_mut().zip(plays).for_each(|(style, play)| style.add(turn, play, plays[0]));
    }
    Ok(styles)
}

fn json(args: &Args, skills: &[[Style; 4]]) -> serde_json::Value {
    let style = |(temperament, style): (Temperament, &Style)| {
        let [differs, led, answered, bombed] = style.measures();
        json!({
            "temperament": temperament.name(),
            "differs_percent": differs,
            "cards_led": led,
            "answered_percent": answered,
            "bombed_percent": bombed,
        })
    };
    let skills = args.skills.iter().zip(skills).map(|(skill, styles)| {
        json!({ "skill": skill, "styles": Temperament::ALL.into_iter().zip(styles).map(style).collect::<Vec<_>>() })
    });
    json!({ "positions": args.positions, "ruleset": args.ruleset.to_string(), "skills": skills.collect::<Vec<_>>() })
}

/// A row for each skill; a cell has its temperaments in their order, the standard one first.
fn table(args: &Args, skills: &[[Style; 4]]) -> String {
    let mut text = String::from(
        "| skill | plays otherwise | cards of a lead | answers to an enemy, % | bombs played where one is held, % |\n\
         | --- | ---: | ---: | ---: | ---: |\n",
    );
    for (skill, styles) in args.skills.iter().zip(skills) {
        let cell = |number: usize, decimals: usize, sign: &str| {
            let measured = styles.iter().map(|style| format!("{:.decimals$}{sign}", style.measures()[number]));
            // The first cell compares with the standard one.
            measured.skip(usize::from(number == 0)).collect::<Vec<_>>().join(", ")
        };
        let cells = [cell(0, 1, "%"), cell(1, 2, ""), cell(2, 0, ""), cell(3, 0, "")];
        writeln!(text, "| `{skill}` | {} |", cells.join(" | ")).expect("a string takes what is written");
    }
    text
}

fn write(page: &Path, args: &Args, skills: &[[Style; 4]]) -> anyhow::Result<()> {
    let section = format!("temperaments-{}", args.ruleset.name());
    let text = format!("`{}`; {}\n\n{}", page::command(), page::version(), table(args, skills));
    let alt = "How the temperaments of each skill play";
    page::write_with_picture(page, &section, &text, &Picture { alt, svg: picture(args, skills), below: String::new() })
}

/// A chart for each measure, a dot for each temperament of each skill.
fn picture(args: &Args, skills: &[[Style; 4]]) -> String {
    let chart = |(number, title): (usize, &'static str)| {
        let series = Temperament::ALL.into_iter().enumerate().map(|(place, temperament)| Values {
            name: temperament.name(),
            values: skills.iter().map(|styles| styles[place].measures()[number]).collect(),
        });
        Chart { title, words: args.skills.clone(), is_ordered: false, series: series.collect() }
    };
    let charts: Vec<Chart> = MEASURES.into_iter().enumerate().map(chart).collect();
    charts::picture(&charts, "How the temperaments of each skill play: differences, cards led, answers, bombs")
}
