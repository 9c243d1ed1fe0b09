//! `lab bids`: measures how strong hands are and how often they win as landlord, by self-play, and writes the table
//! that bidding reads.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::bail;
use engine::bid::{Percentile, learned_strength, strength, strength_by_matrix, wild_strength_by_nets};
use engine::net::Weights;
use engine::{Persona, Scratch, Strength, decide};
use rules::{Chair, Deal, Hand, Plays, Ruleset, Seat, Seed, Table};
use serde_json::{Value, json};

use crate::match_runner::{cores, dealing};
use crate::report::{page, progress::Progress};
use crate::stop::{Interrupted, stop_on_ctrl_c};
use crate::work;
use engine::Profile;

/// Measure the bidding table by self-play.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of deals.
    #[arg(long, default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(1_000..=100_000_000))]
    deals: u64,
    /// Fixes the deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset; where ranks are wild or have an order of their own only the strategies play
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// Measure the table of the weight matrix alone: nothing is played, a row wins what the table of points promises its hands
    #[arg(long, conflicts_with = "check")]
    matrix: bool,
    /// Write the table to this file, as the engine reads it, instead of printing it.
    #[arg(long)]
    write: Option<PathBuf>,
    /// Print the table as JSON
    #[arg(long, conflicts_with = "write")]
    json: bool,
    /// Instead of measuring a table, compare the shipped one with what is won: by tenths of the hands
    #[arg(long, conflicts_with_all = ["write", "json"])]
    check: bool,
}

/// Measure of a hand, and whose play decides whether it wins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// The 17 cards as the caller knows them.
    Seventeen,
    /// The landlord's 20 cards.
    Landlord,
    /// The 17 cards by the landlord's net; where ranks are wild as without nets. The nets play.
    SeventeenNet,
    /// Where ranks are wild: the 20 cards, when the nets play.
    LandlordNet,
    /// The 17 cards with wild ranks that a caller does not see yet.
    Shown,
    /// The same, when the nets play.
    ShownNet,
    /// The 17 cards by the mean weight of the matrix.
    Matrix,
}

impl Column {
    const ALL: [Column; 7] = [
        Column::Seventeen,
        Column::Landlord,
        Column::SeventeenNet,
        Column::LandlordNet,
        Column::Shown,
        Column::ShownNet,
        Column::Matrix,
    ];

    const fn name(self) -> &'static str {
        match self {
            Column::Seventeen => "17 cards",
            Column::Landlord => "20 cards",
            Column::SeventeenNet => "17 cards by the nets",
            Column::LandlordNet => "20 cards by the nets",
            Column::Shown => "17 cards, all wild ranks shown",
            Column::ShownNet => "17 cards by the nets, all wild ranks shown",
            Column::Matrix => "17 cards by the weight matrix",
        }
    }

    /// The name of its rows in the table, and what they say.
    const fn heading(self, is_wild: bool) -> (&'static str, &'static str) {
        match self {
            Column::Seventeen => ("seventeen", "The 17 cards of a caller with the expected bottom."),
            Column::Landlord => ("landlord", "The landlord's 20 cards."),
            Column::SeventeenNet if is_wild => ("seventeen-net", "The 17 cards of a caller; won by the nets."),
            Column::SeventeenNet => (
                "learned",
                "The 17 cards of a caller, by how many wins in 1,000 the landlord's net expects; won by the nets.",
            ),
            Column::LandlordNet => ("landlord-net", "The landlord's 20 cards; won by the nets."),
            Column::Shown => ("shown", "17 cards once every wild rank is shown."),
            Column::ShownNet => ("shown-net", "17 cards once every wild rank is shown; won by the nets."),
            Column::Matrix => (
                "matrix",
                "The 17 cards of a caller, by the mean weight of a turn in tenths; wins as points promise them.",
            ),
        }
    }

    const fn is_by_nets(self) -> bool {
        matches!(self, Column::SeventeenNet | Column::LandlordNet | Column::ShownNet)
    }
}

/// A landlord's hand by every column that the ruleset has, and what it won.
#[derive(Clone, Copy)]
struct Sample {
    strengths: [Option<Strength>; Column::ALL.len()],
    /// The landlord's points of a stake of one, when the strategies play and when the nets do.
    points: [i64; 2],
}

impl Sample {
    /// The hand's strength by a column, and the landlord's points.
    fn at(&self, column: Column) -> Option<(Strength, i64)> {
        let points = self.points[usize::from(column.is_by_nets())];
        self.strengths[column as usize].map(|strength| (strength, points))
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let stop = stop_on_ctrl_c()?;
    if args.matrix {
        let hands = by_matrix(args, &stop);
        if hands.is_empty() {
            bail!("--matrix: there is no table for {}", args.ruleset);
        }
        let played = hands.len();
        return WinTable { args, played, columns: vec![(Column::Matrix, twentieths(hands))] }.put(out);
    }
    let samples = play_all(args, &stop);
    if args.check {
        write_check(&samples, out)?;
        out.flush()?;
        return if (samples.len() as u64) < args.deals { Err(Interrupted.into()) } else { Ok(()) };
    }
    let columns = Column::ALL.into_iter().filter_map(|column| {
        let hands = samples.iter().filter_map(|sample| sample.at(column));
        let hands: Vec<(i32, i32)> =
            hands.map(|(strength, points)| (strength.points, if points > 0 { 1000 } else { 0 })).collect();
        (!hands.is_empty()).then(|| (column, twentieths(hands)))
    });
    WinTable { args, played: samples.len(), columns: columns.collect() }.put(out)
}

/// Hands of 17 cards by the mean weight of the matrix, each with in how many of 1,000 deals the table of points promises a win.
fn by_matrix(args: &Args, stop: &AtomicBool) -> Vec<(i32, i32)> {
    let numbers = (0..args.deals).take_while(|_| !stop.load(Ordering::Relaxed));
    let hands = numbers.filter_map(|number| {
        let deal = dealing::deal(&args.ruleset, &mut Seed(args.seed).stream(number).rng());
        let hand = deal.hand(Chair::First);
        Some((strength_by_matrix(hand, &args.ruleset)?.points, strength(hand, &args.ruleset).wins))
    });
    hands.collect()
}

/// All deals, or as many as there was time for.
fn play_all(args: &Args, stop: &AtomicBool) -> Vec<Sample> {
    let named = args.ruleset;
    let [by_tables, by_nets] = ["rules", "net"].map(|name| Persona::named(name).expect("a built-in row"));
    let by_nets = Profile::of(&named).bids_by_who_plays().then_some(&by_nets);
    let weights = Weights::shipped();
    let worker = || {
        let (mut scratch, mut plays) = (Scratch::new(), Plays::new());
        let (by_tables, weights) = (&by_tables, &weights);
        move |number| {
            let seed = Seed(args.seed).stream(number);
            let deal = dealing::deal(&named, &mut seed.rng());
            let points = landlord_points(named, by_tables, deal, seed, &mut scratch);
            let of_nets = by_nets.map_or(0, |by_nets| landlord_points(named, by_nets, deal, seed, &mut scratch));
            let strengths = strengths(named, deal, |hand, rules| learned_strength(hand, rules, weights, &mut plays));
            Sample { strengths, points: [points, of_nets] }
        }
    };
    let mut progress = Progress::new(args.deals, "deals", Instant::now());
    let samples = work::jobs(args.deals, cores(), stop, worker, |done| progress.show(done, String::new));
    progress.clear();
    samples
}

/// The first chair's hand by every column.
fn strengths(
    named: Ruleset,
    deal: Deal,
    learned: impl FnOnce(Hand, &Ruleset) -> Strength,
) -> [Option<Strength>; Column::ALL.len()] {
    let seventeen = deal.hand(Chair::First);
    let twenty = seventeen.plus(deal.bottom()).expect("one deck");
    // A caller may have to wait for a wild rank; the landlord has seen them all.
    let rules = *Table::new(named, deal, Chair::First).board().rules();
    let in_play = *Table::seated(named, deal).board().rules();
    let profile = Profile::of(&named);
    let is_wild = profile.has_stand_ins();
    let (of_nets, waits) = (profile.bids_by_who_plays(), rules.awaits_wild());
    let by_net = |hand: Hand, rules: &Ruleset| match is_wild {
        true => wild_strength_by_nets(hand, rules),
        false => learned(hand, rules),
    };
    [
        Some(strength(seventeen, &rules)),
        Some(strength(twenty, &in_play)),
        of_nets.then(|| by_net(seventeen, &rules)),
        is_wild.then(|| wild_strength_by_nets(twenty, &in_play)),
        waits.then(|| strength(seventeen, &in_play)),
        waits.then(|| wild_strength_by_nets(seventeen, &in_play)),
        None,
    ]
}

/// Tenths of the hands by what the shipped table promises: what it promises and what came of it, of 1,000; then the landlord's mean points.
fn write_check(samples: &[Sample], out: &mut impl Write) -> anyhow::Result<()> {
    for column in Column::ALL {
        let mut hands: Vec<(Strength, i64)> = samples.iter().filter_map(|sample| sample.at(column)).collect();
        if hands.is_empty() {
            continue;
        }
        // Hands of one promise stay in the order of the deals.
        hands.sort_by_key(|hand| (hand.0.wins, hand.0.rank));
        write!(out, "{}: promised/won (points)", column.name())?;
        for tenth in hands.chunks(hands.len().div_ceil(10).max(1)) {
            let promised = tenth.iter().map(|hand| i64::from(hand.0.wins)).sum::<i64>() / tenth.len() as i64;
            let won = 1000 * tenth.iter().filter(|hand| hand.1 > 0).count() / tenth.len();
            let points = tenth.iter().map(|hand| hand.1).sum::<i64>() as f64 / tenth.len() as f64;
            write!(out, "  {promised}/{won} ({points:+.1})")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The gain of the first chair as landlord of a stake of one when all three play alike: above 0 if it wins.
fn landlord_points(rules: Ruleset, persona: &Persona, deal: Deal, seed: Seed, scratch: &mut Scratch) -> i64 {
    let mut table = Table::seated(rules, deal);
    work::play_out(&mut table, |_, view| decide(view, persona, seed, scratch).expect("it is its turn").action);
    table.settlement(1).expect("the hand is over").points[Seat::Landlord.index()]
}

/// Twenty rows of equally many hands. Where a win rate falls below a weaker hand's, both get their mean: rates never fall as hands
/// get stronger, and promise on the whole what was won.
fn twentieths(mut samples: Vec<(i32, i32)>) -> Vec<Percentile> {
    samples.sort_unstable();
    let share = samples.len().div_ceil(20).max(1);
    let mut rows: Vec<Percentile> = samples
        .chunks(share)
        .map(|chunk| {
            let wins = chunk.iter().map(|sample| i64::from(sample.1)).sum::<i64>() / chunk.len() as i64;
            Percentile { points: chunk.last().map_or(0, |sample| sample.0), wins: wins as i32 }
        })
        .collect();
    // Isotonic regression by pooling: runs of rows with one mean.
    let mut runs: Vec<(i32, usize)> = Vec::new();
    for row in &rows {
        let mut run = (row.wins, 1);
        while let Some(&(sum, count)) = runs.last()
            && sum * run.1 as i32 > run.0 * count as i32
        {
            run = (run.0 + sum, run.1 + count);
            runs.pop();
        }
        runs.push(run);
    }
    let means = runs.into_iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / count as i32, count));
    let means: Vec<i32> = means.collect();
    for (index, row) in rows.iter_mut().enumerate() {
        // A reader interpolates up to a row's strongest hand: that one wins as often as halfway to the next row's mean.
        let half_step = match (means.get(index + 1), index.checked_sub(1)) {
            (Some(next), _) => (next - means[index]) / 2,
            (None, Some(before)) => (means[index] - means[before]) / 2,
            (None, None) => 0,
        };
        row.wins = (means[index] + half_step).min(1000);
    }
    rows
}

/// The measured figures.
struct WinTable<'a> {
    args: &'a Args,
    played: usize,
    columns: Vec<(Column, Vec<Percentile>)>,
}

impl WinTable<'_> {
    fn put(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match (self.args.json, &self.args.write) {
            (true, _) => writeln!(out, "{}", self.json())?,
            // Half a measurement is shown, but it takes no whole one's place.
            (false, Some(path)) if !self.is_partial() => fs::write(path, self.text())?,
            (false, _) => out.write_all(self.text().as_bytes())?,
        }
        out.flush()?;
        if self.is_partial() { Err(Interrupted.into()) } else { Ok(()) }
    }

    fn is_partial(&self) -> bool {
        (self.played as u64) < self.args.deals
    }

    fn text(&self) -> String {
        let list = |rows: &[Percentile], of: fn(&Percentile) -> i32| {
            let numbers: Vec<String> = rows.iter().map(|row| of(row).to_string()).collect();
            numbers.join(" ")
        };
        let is_wild = Profile::of(&self.args.ruleset).has_stand_ins();
        let table = |(column, rows): &(Column, Vec<Percentile>)| {
            let (name, about) = column.heading(is_wild);
            format!("\n# {about}\n[{name}]\n{}\n{}\n", list(rows, |row| row.points), list(rows, |row| row.wins))
        };
        let partial = match self.is_partial() {
            true => format!("# INTERRUPTED after {} deals.\n", self.played),
            false => String::new(),
        };
        format!(
            "# A row is a twentieth of all hands: up to how many {}, and in how many of 1,000 deals such a landlord won.\n# {}\n{partial}{}",
            if self.args.matrix { "tenths of a weight" } else { "quarter points" },
            page::command(),
            self.columns.iter().map(table).collect::<String>(),
        )
    }

    fn json(&self) -> Value {
        let rows = |column: Column| {
            // The expectation of the landlord's net is no measure of points.
            let is_learned = column == Column::SeventeenNet && !Profile::of(&self.args.ruleset).has_stand_ins();
            let measure = match (is_learned, column) {
                (true, _) => "expected_of_1000",
                (false, Column::Matrix) => "tenths_of_a_weight",
                (false, _) => "quarter_points",
            };
            let rows = self.columns.iter().filter(|each| each.0 == column).flat_map(|each| &each.1);
            rows.map(|row| json!({ measure: row.points, "wins_of_1000": row.wins })).collect::<Value>()
        };
        json!({ "version": env!("CARGO_PKG_VERSION"), "deals": self.played, "seed": self.args.seed,
                "partial": self.is_partial(), "seventeen": rows(Column::Seventeen), "landlord": rows(Column::Landlord),
                "learned": rows(Column::SeventeenNet), "landlord_net": rows(Column::LandlordNet),
                "shown": rows(Column::Shown), "shown_net": rows(Column::ShownNet), "matrix": rows(Column::Matrix) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_that_fall_share_their_mean() {
        // Twenty hands, one a row: won are all but the 3rd, the 4th and the 7th.
        let samples = (0..20).map(|points| (points, if [2, 3, 6].contains(&points) { 0 } else { 1000 })).collect();
        let wins: Vec<i32> = twentieths(samples).into_iter().map(|row| row.wins).collect();
        // 2 of 4 won, then 2 of 3, then all: halfway to the next where it changes.
        assert_eq!(wins, [vec![500; 3], vec![583], vec![666; 2], vec![833], vec![1000; 13]].concat());
    }
}
