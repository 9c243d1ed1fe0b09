//! `lab levels`: the mean grades of strengths by role, which the engine needs to estimate a level; and the estimated levels of players.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use engine::level::{Grades, Level, RoleGrades, level};
use engine::profile::Profile;
use engine::{Persona, Scratch, decide, grade};
use rules::{Action, Chair, Ruleset, Seed, Table, View};

use crate::match_runner::game::deal;
use crate::match_runner::local_player::LocalPlayer;
use crate::match_runner::player::{PersonaArgs, Player, PlayerKind};
use crate::report;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Players to estimate, each as NAME or NAME@STRENGTH with the strength that plays even with it
    players: Vec<String>,
    /// The number of hands that a strength or player plays; strengths that search play fewer
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    hands: u32,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    #[command(flatten)]
    personas: PersonaArgs,
    /// Write the rows of the ruleset's family into this file, and estimate nothing
    #[arg(long, value_name = "FILE", conflicts_with = "players", required_unless_present = "players")]
    rows: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.rows {
        Some(file) => write_grade_rows(args, file),
        None => estimate_levels(args, out),
    }
}

const OTHER_STRENGTHS: [i32; 5] = [10, 30, 50, 65, 80];

fn persona_at_strength(strength: i32) -> Persona {
    Persona::named("casual").expect("a built-in row").with("strength", strength).expect("within its range")
}

/// Returns the grades of a player's choices, hand by hand, among players of drawn strengths.
fn grade_hands(args: &Args, player: &Player, hands: u32, stream: u64) -> anyhow::Result<Vec<Grades>> {
    ensure!(!matches!(player.kind, PlayerKind::Command(_)), "{player}: a program has no level here");
    let mut table = GradedTable {
        others: OTHER_STRENGTHS.map(persona_at_strength),
        theirs: Scratch::new(),
        mine: LocalPlayer::of(player),
        plays: rules::Plays::new(),
    };
    let seed = Seed(args.seed).stream(stream);
    (0..hands).map(|hand| table.play_hand(args, player, seed.stream(u64::from(hand)))).collect()
}

struct GradedTable {
    others: [Persona; OTHER_STRENGTHS.len()],
    theirs: Scratch,
    mine: LocalPlayer,
    plays: rules::Plays,
}

impl GradedTable {
    fn play_hand(&mut self, args: &Args, player: &Player, seed: Seed) -> anyhow::Result<Grades> {
        let mut rng = seed.rng();
        let me = Chair::ALL[rng.below(3) as usize];
        let sitting = Chair::ALL.map(|_| rng.below(OTHER_STRENGTHS.len() as u32) as usize);
        let mut table = Table::at_lead(args.ruleset, deal(&args.ruleset, &mut rng));
        let mut choices = Vec::new();
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let action = if chair == me {
                let action = self.action(player, &view, seed.stream(choices.len() as u64));
                if let Action::Play(play) = action {
                    choices.extend(grade(&view, play, &mut self.theirs));
                }
                action
            } else {
                let other = &self.others[sitting[chair.index()]];
                decide(&view, other, seed.stream(100 + chair.index() as u64), &mut self.theirs)?.action
            };
            table.act(action)?;
        }
        Ok(Grades::from_hand(me == Chair::First, choices.into_iter()))
    }

    fn action(&mut self, player: &Player, view: &View, seed: Seed) -> Action {
        match &player.kind {
            PlayerKind::Douzero(networks) => Action::Play(networks.play(view, &mut self.plays)),
            kind => self.mine.action(kind, view, seed, seed).expect("it decides here"),
        }
    }
}

/// The number of hands that are known of a player when its level is estimated.
const HANDS_PER_ESTIMATE: usize = 20;

struct PlayerLevels {
    name: String,
    even: Option<f64>,
    levels: Vec<Level>,
    /// Mean grades of a choice, as landlord and as peasant.
    grades: [f64; 2],
}

fn estimate_levels(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.personas.read()?;
    let mut all = Vec::new();
    for (stream, text) in args.players.iter().enumerate() {
        let (name, even) = match text.rsplit_once('@') {
            Some((name, even)) => (name, Some(even.parse().map_err(|_| anyhow!("{text}: {even} is no strength"))?)),
            None => (text.as_str(), None),
        };
        all.push(estimate_player(args, &roster.player(name)?, even, 1000 + stream as u64)?);
    }
    writeln!(out, "`{}`; {}\n", report::command_text(), report::version_text())?;
    out.write_all(table(&all).as_bytes())?;
    Ok(())
}

fn estimate_player(args: &Args, player: &Player, even: Option<f64>, stream: u64) -> anyhow::Result<PlayerLevels> {
    let grades = grade_hands(args, player, args.hands, stream)?;
    let family = Profile::of(&args.ruleset).family();
    let windows = grades.chunks_exact(HANDS_PER_ESTIMATE);
    let known = windows.map(|hands| hands.iter().fold(Grades::default(), |all, &hand| all.plus(hand)));
    let sum = |role: fn(&Grades) -> RoleGrades| {
        let (sum, choices) =
            grades.iter().map(role).fold((0, 0), |(sum, choices), hand| (sum + hand.sum, choices + hand.choices));
        sum as f64 / f64::from(choices.max(1))
    };
    Ok(PlayerLevels {
        name: player.to_string(),
        even,
        levels: known.filter_map(|grades| level(family, &grades)).collect(),
        grades: [sum(|grades| grades.landlord), sum(|grades| grades.peasant)],
    })
}

fn table(all: &[PlayerLevels]) -> String {
    let mut text = String::from(
        "| player | plays even with | level | off | interval holds it | interval | grade as landlord | as peasant |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let (mut off, mut held) = (Vec::new(), Vec::new());
    for PlayerLevels { name, even, levels, grades: [landlord, peasant] } in all {
        let count = levels.len().max(1) as f64;
        let mean = levels.iter().map(|it| f64::from(it.level)).sum::<f64>() / count;
        let wide = levels.iter().map(|it| f64::from(it.high - it.low)).sum::<f64>() / count;
        let holds =
            |even: f64| levels.iter().filter(|it| (f64::from(it.low)..=f64::from(it.high)).contains(&even)).count();
        let cells = match *even {
            Some(even) => {
                off.push((mean - even).abs());
                held.push(holds(even) as f64 / count);
                format!("{even:.0} | {mean:.0} | {:+.0} | {:.0}%", mean - even, 100.0 * holds(even) as f64 / count)
            }
            None => format!("– | {mean:.0} | – | –"),
        };
        let grades = format!(".{:03.0} | .{:03.0}", landlord, peasant);
        writeln!(text, "| `{name}` | {cells} | {wide:.0} wide | {grades} |").expect("a string takes what is written");
    }
    if !off.is_empty() {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let (off, held) = (mean(&off), 100.0 * mean(&held));
        writeln!(text, "\nMean distance {off:.1}; the interval holds the strength in {held:.0}% of estimates.")
            .expect("a string takes what is written");
    }
    text
}

/// The strengths of the rows; none is between 70 and 94: most of these play by the grading net.
const ROW_STRENGTHS: [i32; 10] = [0, 10, 20, 30, 40, 50, 60, 70, 94, 100];
/// Players of the rows above this strength search, which takes long: they play fewer hands.
const SEARCH_ABOVE_STRENGTH: i32 = 90;
const SEARCH_HANDS_DIVISOR: u32 = 10;

fn write_grade_rows(args: &Args, file: &Path) -> anyhow::Result<()> {
    let mut means = Vec::new();
    for strength in ROW_STRENGTHS {
        let hands = if strength > SEARCH_ABOVE_STRENGTH { args.hands / SEARCH_HANDS_DIVISOR } else { args.hands };
        let player = Player::from(persona_at_strength(strength));
        let grades = grade_hands(args, &player, hands, strength as u64)?;
        means.push((strength, [stats(&grades, |grades| grades.landlord), stats(&grades, |grades| grades.peasant)]));
    }
    make_grades_fall(&mut means);
    let mut text = format!(
        "# The grades of each strength by choice, in thousandths: the mean and the spread as landlord, then as peasant.\n# {}\n",
        report::command_text()
    );
    for (strength, [[landlord, of_landlord], [peasant, of_peasant]]) in means {
        let numbers = [landlord, of_landlord, peasant, of_peasant].map(|number| format!(" {number:.0}"));
        writeln!(text, "{strength}{}", numbers.concat())?;
    }
    fs::write(file, text).with_context(|| file.display().to_string())
}

/// Returns the mean grade of a choice, and the spread around it per choice. The spread is measured on whole hands, because
/// the choices of one hand are not independent.
fn stats(grades: &[Grades], role: fn(&Grades) -> RoleGrades) -> [f64; 2] {
    let hands: Vec<RoleGrades> = grades.iter().map(role).filter(|hand| hand.choices > 0).collect();
    let choices: f64 = hands.iter().map(|hand| f64::from(hand.choices)).sum();
    let mean = hands.iter().map(|hand| hand.sum as f64).sum::<f64>() / choices.max(1.0);
    let off = |hand: &RoleGrades| (hand.sum as f64 - mean * f64::from(hand.choices)).powi(2);
    [mean, (hands.iter().map(off).sum::<f64>() / choices.max(1.0)).sqrt()]
}

/// Lets no grade rise with the strength: two neighbours in the wrong order both get their mean.
fn make_grades_fall(rows: &mut [(i32, [[f64; 2]; 2])]) {
    for role in 0..2 {
        while let Some(at) = (1..rows.len()).find(|&at| rows[at].1[role][0] > rows[at - 1].1[role][0] + 1e-9) {
            let mean = f64::midpoint(rows[at].1[role][0], rows[at - 1].1[role][0]);
            (rows[at - 1].1[role][0], rows[at].1[role][0]) = (mean, mean);
        }
    }
}
