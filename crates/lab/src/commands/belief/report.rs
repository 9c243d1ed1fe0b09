//! The measured figures, by phase of the hand and by the seat that looks, and how it is printed.

use std::io::Write;

use rules::Seat;
use serde_json::{Map, Value, json};

use super::field::Position;
use super::loss::{self, Mix, PHASES, Sums, WorldCounts};

/// Where all evidence stands among the mixes.
const ALL: usize = 0;

/// Everything measured.
pub(super) struct Report {
    mixes: Vec<Mix>,
    all: Sums,
    phases: Vec<Sums>,
    seats: Vec<Sums>,
    /// Hand by hand, for the interval: hands are independent, their cards are not.
    hands: Vec<(u64, Sums)>,
    positions: u64,
}

impl Report {
    pub(super) fn new(nets: bool) -> Report {
        let mixes = loss::mixes(nets);
        let empty = Sums::new(mixes.len());
        Report {
            all: empty.clone(),
            phases: vec![empty.clone(); PHASES.len()],
            seats: vec![empty; Seat::ALL.len()],
            hands: Vec::new(),
            positions: 0,
            mixes,
        }
    }

    /// Begins a hand: the positions added from now on belong to it.
    pub(super) fn begin(&mut self, hand: u64) {
        self.hands.push((hand, Sums::new(self.mixes.len())));
    }

    pub(super) fn add(&mut self, position: &Position<'_>, counts: WorldCounts) {
        let Some(sums) = loss::measure(position, &self.mixes, counts) else { return };
        let course = position.view.course();
        let cards: u32 = Seat::ALL.map(|seat| course.left(seat)).iter().sum();
        let phase = PHASES.iter().position(|&(least, _)| cards >= least).expect("the last phase is open");
        let seat = position.view.seat().expect("positions come from the play").index();
        self.all.add(&sums);
        self.phases[phase].add(&sums);
        self.seats[seat].add(&sums);
        self.hands.last_mut().expect("a hand is under way").1.add(&sums);
        self.positions += 1;
    }

    pub(super) fn join(&mut self, other: Report) {
        self.all.add(&other.all);
        self.phases.iter_mut().zip(&other.phases).for_each(|(sum, more)| sum.add(more));
        self.seats.iter_mut().zip(&other.seats).for_each(|(sum, more)| sum.add(more));
        self.hands.extend(other.hands);
        self.positions += other.positions;
        // Squares are added up in the order of the hands, whichever thread played them.
        self.hands.sort_unstable_by_key(|hand| hand.0);
    }

    /// Number of hands that were played.
    pub(super) fn hands(&self) -> u64 {
        self.hands.len() as u64
    }

    /// For the progress line: the change by all evidence.
    pub(super) fn so_far(&self) -> String {
        format!("{:+.1}", change(&self.all, ALL))
    }

    /// The change of a card's loss under a mix, in thousandths of a nat, and the half width of a 95% interval. For
    /// a mix that lacks one kind of evidence, the interval is that of its distance from all evidence: it is narrower.
    fn change(&self, mix: usize) -> (f64, f64) {
        let base = |sums: &Sums| if self.mixes[mix].is_lacking { milli(sums.gains[ALL]) } else { 0.0 };
        let off = |sums: &Sums| base(sums) - milli(sums.gains[mix]);
        let cards = self.all.cards as f64;
        let mean = off(&self.all) / cards;
        let spread: f64 = self.hands.iter().map(|(_, hand)| (off(hand) - mean * hand.cards as f64).powi(2)).sum();
        (change(&self.all, mix), 1.96 * spread.sqrt() / cards)
    }

    pub(super) fn write(&self, title: &str, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{title}")?;
        writeln!(
            out,
            "{} positions; log-loss of the true holder of an unseen card, in thousandths of a nat\n\
             ± is the 95% interval: of the change, and for `without` of how far it lies from `all`\n",
            self.positions
        )?;
        let parts = self.phases.iter().chain(&self.seats);
        let names = PHASES.iter().map(|&(_, name)| name).chain(Seat::ALL.iter().map(|seat| seat.name()));
        write!(out, "{:<18}{:>8}{:>7}", "", "all", "±")?;
        names.for_each(|name| _ = write!(out, "{name:>10}"));
        write!(out, "\n{:<18}{:>8.1}{:>7}", "uniform", uniform(&self.all), "")?;
        parts.clone().for_each(|part| _ = write!(out, "{:>10.1}", uniform(part)));
        for (index, mix) in self.mixes.iter().enumerate() {
            let (mean, reach) = self.change(index);
            write!(out, "\n{:<18}{mean:>+8.2}{reach:>7.2}", mix.name)?;
            parts.clone().for_each(|part| _ = write!(out, "{:>+10.2}", change(part, index)));
        }
        Ok(writeln!(out)?)
    }

    pub(super) fn write_json(&self, title: &str, partial: bool, out: &mut impl Write) -> anyhow::Result<()> {
        let by = |names: &[&str], parts: &[Sums], index: usize| -> Map<String, Value> {
            let of = |(name, part): (&&str, &Sums)| (String::from(*name), change(part, index).into());
            names.iter().zip(parts).map(of).collect()
        };
        let [phases, seats] = [PHASES.map(|phase| phase.1).to_vec(), Seat::ALL.map(Seat::name).to_vec()];
        let mix = |(index, mix): (usize, &Mix)| {
            let (mean, reach) = self.change(index);
            json!({
                "evidence": mix.name,
                "change": mean,
                "reach": reach,
                "phases": by(&phases, &self.phases, index),
                "seats": by(&seats, &self.seats, index),
            })
        };
        let mixes: Vec<Value> = self.mixes.iter().enumerate().map(mix).collect();
        let report = json!({
            "command": title,
            "hands": self.hands(),
            "partial": partial,
            "positions": self.positions,
            "unit": "thousandths of a nat a card",
            "uniform": uniform(&self.all),
            "mixes": mixes,
        });
        Ok(writeln!(out, "{report}")?)
    }
}

/// Billionths as thousandths.
fn milli(nano: i64) -> f64 {
    nano as f64 / 1e6
}

/// The change of a card's loss under a mix.
fn change(sums: &Sums, mix: usize) -> f64 {
    milli(-sums.gains[mix]) / sums.cards as f64
}

/// The loss of a card by the uniform guess.
fn uniform(sums: &Sums) -> f64 {
    milli(sums.uniform) / sums.cards as f64
}
