//! The rows of a family: the grades of strengths that do not play by the grading net.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context;
use engine::level::{Grades, RoleGrades};

use super::{Args, at_strength, graded};
use crate::match_runner::player::Player;
use crate::report::origin;

/// The strengths of the rows. Those between 70 and 94 play by the grading net, so their grades say nothing of players of the same strength.
const STRENGTHS: [i32; 10] = [0, 10, 20, 30, 40, 50, 60, 70, 94, 100];
/// The strength above which players search. They take hundreds of times as long, so they play fewer hands.
const SEARCHES_ABOVE: i32 = 90;
const SEARCHES_SHARE: u32 = 10;

pub(super) fn write(args: &Args, file: &Path) -> anyhow::Result<()> {
    let mut means = Vec::new();
    for strength in STRENGTHS {
        let hands = if strength > SEARCHES_ABOVE { args.hands / SEARCHES_SHARE } else { args.hands };
        let player = Player::from(at_strength(strength));
        let grades = graded(args, &player, hands, strength as u64)?;
        means.push((strength, [of(&grades, |grades| grades.landlord), of(&grades, |grades| grades.peasant)]));
    }
    falling(&mut means);
    let mut text = format!(
        "# The grades of each strength by choice, in thousandths: the mean and the spread as landlord, then as peasant.\n# {}\n",
        origin::command()
    );
    for (strength, [[landlord, of_landlord], [peasant, of_peasant]]) in means {
        let numbers = [landlord, of_landlord, peasant, of_peasant].map(|number| format!(" {number:.0}"));
        writeln!(text, "{strength}{}", numbers.concat())?;
    }
    fs::write(file, text).with_context(|| file.display().to_string())
}

/// Returns the mean grade of a choice, and its spread, measured between hands because the choices of one hand are not
/// independent.
fn of(grades: &[Grades], role: fn(&Grades) -> RoleGrades) -> [f64; 2] {
    let hands: Vec<RoleGrades> = grades.iter().map(role).filter(|hand| hand.choices > 0).collect();
    let choices: f64 = hands.iter().map(|hand| f64::from(hand.choices)).sum();
    let mean = hands.iter().map(|hand| hand.sum as f64).sum::<f64>() / choices.max(1.0);
    let off = |hand: &RoleGrades| (hand.sum as f64 - mean * f64::from(hand.choices)).powi(2);
    [mean, (hands.iter().map(off).sum::<f64>() / choices.max(1.0)).sqrt()]
}

/// Makes the grades fall with strength: neighbours in the wrong order both get their mean.
fn falling(rows: &mut [(i32, [[f64; 2]; 2])]) {
    for role in 0..2 {
        while let Some(at) = (1..rows.len()).find(|&at| rows[at].1[role][0] > rows[at - 1].1[role][0] + 1e-9) {
            let mean = f64::midpoint(rows[at].1[role][0], rows[at - 1].1[role][0]);
            (rows[at - 1].1[role][0], rows[at].1[role][0]) = (mean, mean);
        }
    }
}
