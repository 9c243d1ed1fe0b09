//! `lab eval-deals`: the public evaluation set as text, so that any engine can be compared with ours card by card.
//!
//! The deals are those that `lab match` and `lab bridge referee` play with `--seed 2026`: the first N lines are its first N deals.

use std::io::Write;

use rules::{Chair, Deal, Seat, Seed};

use crate::match_runner::game::deal;

/// The seed of the public evaluation set.
pub(crate) const SEED: u64 = 2026;

/// Write deals as text, one a line.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of deals
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    deals: u64,
    /// The seed, as for `lab match`
    #[arg(long, default_value_t = SEED)]
    seed: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "# deal, landlord (20 cards), down, up, bottom (3 of the landlord's); seed {}", args.seed)?;
    for number in 0..args.deals {
        writeln!(out, "{}", line(number, &deal(Seed(args.seed), number)))?;
    }
    Ok(())
}

fn line(number: u64, deal: &Deal) -> String {
    let hands = Seat::ALL.map(|seat| deal.hand(seat.chair(Chair::First)));
    let [landlord, down, up] = hands;
    let twenty = landlord.plus(deal.bottom()).expect("one deck");
    format!("{number} {twenty} {down} {up} {}", deal.bottom())
}
