//! `lab puzzles`: generates, grades and verifies endgame puzzles, as a page to read.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::endgame::{Features, Grade, Puzzle, Stopped};
use engine::words::Lang;
use rules::{Combo, Ruleset, Seat, Seed, Trick};

use crate::report::Progress;
use crate::work::{Interrupted, stop_on_ctrl_c};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The same seed gives the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of positions, spread evenly over the grades
    #[arg(long, default_value_t = 140)]
    count: u64,
    /// Only this grade: beginner, easy, medium, hard or master
    #[arg(long, value_parser = parse_grade)]
    grade: Option<Grade>,
}

fn parse_grade(text: &str) -> Result<Grade, String> {
    let names = || Grade::ALL.map(Grade::name).join(", ");
    Grade::from_name(text).ok_or_else(|| format!("{text:?} is no grade; there are {}", names()))
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let stop = stop_on_ctrl_c()?;
    let puzzles = generate(args, &stop)?;
    let partial = (puzzles.len() as u64) < args.count;
    write_page(args, &puzzles, partial, out)?;
    out.flush()?;
    if partial { Err(Interrupted.into()) } else { Ok(()) }
}

/// Makes puzzles until all are made or `stop` is set. Returns them, the easiest first.
fn generate(args: &Args, stop: &AtomicBool) -> anyhow::Result<Vec<Puzzle>> {
    Puzzle::check_rules(&args.ruleset)?;
    let grades = Grade::ALL.iter().filter(|&&grade| args.grade.is_none_or(|only| only == grade));
    let grades: Vec<Grade> = grades.copied().collect();
    let mut puzzles = Vec::new();
    let mut progress = Progress::new(args.count, "puzzles", Instant::now());
    for number in 0..args.count {
        progress.show(number, String::new);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let grade = grades[(number * grades.len() as u64 / args.count) as usize];
        let mut halt = || stop.load(Ordering::Relaxed);
        match Puzzle::generate(&args.ruleset, grade, Seed(args.seed).stream(number), &mut halt) {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(Stopped::Halted) => break,
            Err(stopped) => return Err(stopped.into()),
        }
    }
    progress.clear();
    puzzles.sort_by_key(|puzzle| (puzzle.grade, puzzle.features.points()));
    Ok(puzzles)
}

/// Returns the winning plays as text, each with its reading if that is not the usual one.
fn winning_texts(puzzle: &Puzzle) -> Vec<String> {
    let rules = puzzle.game.rules();
    puzzle.winning.iter().map(|&combo| rules.play_text(Some(combo), Trick::Lead)).collect()
}

fn solution_texts(puzzle: &Puzzle) -> Vec<String> {
    let rules = puzzle.game.rules();
    let mut trick = Trick::Lead;
    let text = |&(_, play): &(Seat, Option<Combo>)| {
        let text = play.map_or("pass".to_owned(), |_| rules.play_text(play, trick));
        // With two seats a pass ends the trick.
        trick = play.map_or(Trick::Lead, Trick::Follow);
        text
    };
    puzzle.solution.iter().map(text).collect()
}

fn hint_texts(puzzle: &Puzzle) -> Vec<String> {
    puzzle.hints.iter().map(|hint| hint.sentence(Lang::En, puzzle.game.rules())).collect()
}

fn write_page(args: &Args, puzzles: &[Puzzle], partial: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let of = if partial { format!(" of {}, interrupted", args.count) } else { String::new() };
    writeln!(out, "# {} endgame puzzles{of}", puzzles.len())?;
    writeln!(out)?;
    writeln!(
        out,
        "All cards are open, the landlord leads and can win; his own play is the puzzle. Ruleset {}. Cards are \
         `3456789TJQKA2XD`, X and D being the jokers. Made and verified by",
        args.ruleset
    )?;
    writeln!(out)?;
    writeln!(
        out,
        "```sh\nlab puzzles --seed {} --count {} --ruleset \"{}\"\n```",
        args.seed, args.count, args.ruleset
    )?;
    writeln!(out)?;
    writeln!(
        out,
        "The grade rests on points: a third of the solution's plies, one for each time that a single play wins (six at \
         most), two for each tempting first play that loses (three at most), two for each halving of the winning among \
         the first plays (four at most), and two each when the first play splits what belongs together, when it goes \
         high where lower loses, and when the landlord must pass though he could answer. In \
         every puzzle at least one tempting first play loses; above beginner the solution takes five plies or more."
    )?;
    writeln!(out)?;
    write_distribution(puzzles, out)?;
    for (level, puzzle) in (1..).zip(puzzles) {
        if level == 1 || puzzles[level - 2].grade != puzzle.grade {
            writeln!(out, "\n## {}", heading(puzzle.grade))?;
        }
        write_level(level, puzzle, out)?;
    }
    Ok(())
}

fn heading(grade: Grade) -> String {
    let name = grade.name();
    name[..1].to_uppercase() + &name[1..]
}

fn write_distribution(puzzles: &[Puzzle], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "| grade | puzzles | points | cards | first plays | winning | tempting | plies | only plays | split | high | pass |"
    )?;
    writeln!(out, "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |")?;
    for grade in Grade::ALL {
        let of_grade: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.grade == grade).collect();
        if of_grade.is_empty() {
            continue;
        }
        let median = |value: fn(&Puzzle) -> u32| {
            let mut values: Vec<u32> = of_grade.iter().map(|puzzle| value(puzzle)).collect();
            values.sort_unstable();
            values[values.len() / 2]
        };
        let count = |is: fn(&Features) -> bool| of_grade.iter().filter(|puzzle| is(&puzzle.features)).count();
        writeln!(
            out,
            "| {grade} | {} | {}–{} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            of_grade.len(),
            of_grade[0].features.points(),
            of_grade[of_grade.len() - 1].features.points(),
            median(|puzzle| puzzle.game.present_seats().map(|seat| puzzle.game.hand(seat).len()).sum()),
            median(|puzzle| puzzle.features.first_plays),
            median(|puzzle| puzzle.features.winning),
            median(|puzzle| puzzle.features.tempting),
            median(|puzzle| puzzle.features.plies),
            median(|puzzle| puzzle.features.only_plays),
            count(|features| features.is_split),
            count(|features| features.is_high),
            count(|features| features.passes),
        )?;
    }
    writeln!(out)?;
    writeln!(out, "Medians; the last three columns count puzzles. Cards are those of both hands.")?;
    Ok(())
}

fn only_plays_text(times: u32) -> Option<String> {
    match times {
        0 => None,
        1 => Some("once a single play wins".to_owned()),
        _ => Some(format!("{times} times a single play wins")),
    }
}

fn verb_form(verb: &str, count: u32) -> String {
    if count == 1 { format!("{verb}s") } else { verb.to_owned() }
}

fn write_level(level: usize, puzzle: &Puzzle, out: &mut impl Write) -> anyhow::Result<()> {
    let Features { first_plays, winning, tempting, only_plays, .. } = puzzle.features;
    writeln!(out, "\n### Level {level}\n")?;
    let wilds = puzzle.game.rules().wilds();
    let wild = if wilds.is_empty() { String::new() } else { format!(" Wild: {wilds}.") };
    let (landlord, peasant) = (puzzle.game.hand(Seat::Landlord), puzzle.game.hand(Seat::Down));
    writeln!(out, "Landlord `{landlord}`, peasant `{peasant}`.{wild}")?;
    writeln!(out, "\n<details><summary>Hints</summary>\n")?;
    for (number, hint) in (1..).zip(hint_texts(puzzle)) {
        writeln!(out, "{number}. {hint}")?;
    }
    writeln!(out, "\n</details>\n\n<details><summary>Solution</summary>\n")?;
    writeln!(out, "{}.", solution_line(puzzle))?;
    writeln!(
        out,
        "\nOf {first_plays} first plays only {} {}; {tempting} tempting {}{}. {} points.",
        winning_texts(puzzle).join(" and "),
        verb_form("win", winning),
        if tempting == 1 { "one loses" } else { "ones lose" },
        only_plays_text(only_plays).map_or(String::new(), |times| format!("; {times}")),
        puzzle.features.points()
    )?;
    writeln!(out, "\n</details>")?;
    Ok(())
}

fn solution_line(puzzle: &Puzzle) -> String {
    let bold = |(&(seat, _), text): (&(Seat, Option<Combo>), String)| match seat {
        Seat::Landlord => format!("**{text}**"),
        _ => text,
    };
    puzzle.solution.iter().zip(solution_texts(puzzle)).map(bold).collect::<Vec<_>>().join(", ")
}
