//! The worth of experience to belief: the log-loss of the holder of a hidden card, with habits and the corrected guesses and without.

use std::io::Write;

use engine::Habits;
use engine::opponents::belief::{BeliefConfig, GUESSES, World};
use rules::{Seat, Seed, Table, View};

use super::{Habit, shown};
use crate::commands::belief::field::Position;
use crate::commands::belief::loss::{Mix, Sums, WorldCounts, measure};
use crate::report::stats::Mean;

const EFFORT: WorldCounts = WorldCounts { worlds: 128, guesses: GUESSES };
/// The knowledge of the others, by place among the mixes.
const NOTHING: usize = 0;
const ALL: usize = 1;
const HABITS: usize = 2;
const GUESSES_ALONE: usize = 3;

/// Of a player's counts those of guesses.
fn guesses(habits: &Habits) -> Habits {
    let Habits { guesses, guesses_right, fourths, fourths_right, .. } = *habits;
    Habits { guesses, guesses_right, fourths, fourths_right, ..Habits::default() }
}

/// All others.
fn without_guesses(habits: &Habits) -> Habits {
    Habits { guesses: 0, guesses_right: 0, fourths: 0, fourths_right: 0, ..*habits }
}

/// The losses of one position, with these habits and without.
pub(super) fn of(view: &View, table: &Table, habits: &[Habits; 3], seed: Seed) -> Option<Sums> {
    let me = view.seat()?;
    let hands = Seat::ALL.map(|seat| table.hand_of(seat).expect("the landlord is known"));
    let truth = World::new(view, hands).expect("the truth agrees with what is seen of it");
    let known =
        [[Habits::default(); 3], *habits, habits.map(|one| without_guesses(&one)), habits.map(|one| guesses(&one))];
    let mixes = known.map(|habits| Mix {
        name: String::new(),
        config: BeliefConfig::FITTED.with_experience(&habits, view.rules(), me),
        is_lacking: false,
        net_trust: 0,
    });
    measure(&Position { view, truth, seed }, &mixes, EFFORT)
}

pub(super) fn write_head(out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "# log-loss of the holder of a hidden card in the last 20 hands, in thousandths of a nat; gains with 95% intervals"
    )?;
    writeln!(
        out,
        "{:<16} {:>8} {:>13} {:>22} {:>22} {:>22}",
        "habit", "even", "no experience", "gain by all", "gain by the habits", "gain by the guesses"
    )?;
    Ok(())
}

/// One row: what the losses of each series came to.
pub(super) fn write_row(habit: Habit, series: &[&Sums], out: &mut impl Write) -> anyhow::Result<()> {
    let cards: i64 = series.iter().map(|one| one.cards).sum();
    let milli = |nano: i64| nano as f64 / 1e6;
    let even = milli(series.iter().map(|one| one.uniform).sum()) / cards as f64;
    let gain = |one: &Sums, kind: usize| milli(one.gains[kind] - one.gains[NOTHING]) / one.cards.max(1) as f64;
    let loss = even - milli(series.iter().map(|one| one.gains[NOTHING]).sum()) / cards as f64;
    let [all, habits, corrected] = [ALL, HABITS, GUESSES_ALONE].map(|kind| {
        let mut mean = Mean::default();
        series.iter().for_each(|one| mean.add(gain(one, kind)));
        shown(mean.estimate())
    });
    writeln!(out, "{:<16} {even:>8.1} {loss:>13.1} {all:>22} {habits:>22} {corrected:>22}", habit.name())?;
    Ok(())
}
