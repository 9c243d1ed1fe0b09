//! The rows of a family: the losses of every tenth strength, and of the two between which the net begins to choose.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context;
use engine::level::{Grades, Losses};

use super::{Args, at_strength, graded};
use crate::match_runner::player::Player;
use crate::report::page;

/// A bot of 77 chooses by the net that grades, one of 76 does not: it loses three times as much.
const STRENGTHS: [i32; 13] = [0, 10, 20, 30, 40, 50, 60, 70, 76, 77, 80, 90, 100];
/// Stronger ones search, which takes hundreds of times as long: they play fewer hands.
const SEARCHES_ABOVE: i32 = 80;
const SEARCHES_SHARE: u32 = 10;

pub(super) fn write(args: &Args, file: &Path) -> anyhow::Result<()> {
    let mut means = Vec::new();
    for strength in STRENGTHS {
        let hands = if strength > SEARCHES_ABOVE { args.hands / SEARCHES_SHARE } else { args.hands };
        let player = Player::from(at_strength(strength));
        let grades = graded(args, &player, hands, strength as u64);
        means.push((strength, [of(&grades, |grades| grades.landlord), of(&grades, |grades| grades.peasant)]));
    }
    falling(&mut means);
    let mut text = format!(
        "# The losses of each strength by choice, in tenths of a thousandth of a win: the mean and the spread as landlord, then as peasant.\n# {}\n",
        page::command()
    );
    for (strength, [[landlord, of_landlord], [peasant, of_peasant]]) in means {
        let tenths = [landlord, of_landlord, peasant, of_peasant].map(|number| format!(" {:.0}", number * 10.0));
        writeln!(text, "{strength}{}", tenths.concat())?;
    }
    fs::write(file, text).with_context(|| file.display().to_string())
}

/// The mean loss of a choice, and the spread of hands around it for each choice of theirs: choices of one hand are not independent.
fn of(grades: &[Grades], role: fn(&Grades) -> Losses) -> [f64; 2] {
    let hands: Vec<Losses> = grades.iter().map(role).filter(|losses| losses.choices > 0).collect();
    let choices: f64 = hands.iter().map(|hand| f64::from(hand.choices)).sum();
    let mean = hands.iter().map(|hand| hand.sum as f64).sum::<f64>() / choices.max(1.0);
    let off = |hand: &Losses| (hand.sum as f64 - mean * f64::from(hand.choices)).powi(2);
    [mean, (hands.iter().map(off).sum::<f64>() / choices.max(1.0)).sqrt()]
}

/// A stronger player loses no more: neighbours that say otherwise share their mean.
fn falling(rows: &mut [(i32, [[f64; 2]; 2])]) {
    for role in 0..2 {
        while let Some(at) = (1..rows.len()).find(|&at| rows[at].1[role][0] > rows[at - 1].1[role][0] + 1e-9) {
            let mean = f64::midpoint(rows[at].1[role][0], rows[at - 1].1[role][0]);
            (rows[at - 1].1[role][0], rows[at].1[role][0]) = (mean, mean);
        }
    }
}
