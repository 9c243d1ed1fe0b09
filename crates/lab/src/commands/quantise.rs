//! `lab quantise`: converts trained deep nets to integers. The scales are fitted to positions of self-play; the loss is measured
//! on other positions.

mod loss;
mod scales;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use engine::net::Weights;
use engine::net::deep::DeepLayers;
use rules::{Seat, Seed};

use crate::float_net::FloatNet;
use crate::options;
use loss::Loss;
use scales::Ranges;

/// Turn trained deep nets into the integers that a weights file keeps, and measure what that loses.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of deep.0.f32 (landlord), deep.1.f32 (down) and deep.2.f32 (up)
    #[arg(long, value_name = "FOLDER")]
    deep: PathBuf,
    /// A weights file whose small nets the new file has, or "shipped"
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    small: PathBuf,
    /// The weights file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Hands of self-play to fit the scales to; as many others measure the loss
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    hands: u64,
    /// The seed of these hands
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let small = options::weights("--small", &args.small)?;
    let nets = Seat::ALL.map(|seat| read_net(&args.deep, seat));
    let [landlord, down, up] = nets;
    let nets = [landlord?, down?, up?];
    let mut ranges = Seat::ALL.map(|_| Ranges::default());
    loss::each_turn(Seed(args.seed).stream(0), args.hands, &small, |turn| {
        let seat = turn.seat().index();
        turn.rows().for_each(|rows| ranges[seat].see(&nets[seat].trace(&rows)));
    });
    let mut layers: Vec<DeepLayers> = Vec::new();
    for (net, ranges) in nets.iter().zip(&ranges) {
        layers.push(scales::integers(net, ranges)?);
    }
    let layers: [DeepLayers; 3] = layers.try_into().expect("a net for each seat");
    let bytes = small.write_with(&layers);
    let weights = Weights::read(&bytes).context("the integers are out of range")?;
    fs::write(&args.out, &bytes).with_context(|| format!("--out {}", args.out.display()))?;
    writeln!(out, "{}: {} bytes, digest {}", args.out.display(), bytes.len(), weights.digest())?;
    let mut losses = Seat::ALL.map(|_| Loss::default());
    loss::each_turn(Seed(args.seed).stream(1), args.hands, &weights, |turn| {
        let seat = turn.seat().index();
        losses[seat].add(turn, &nets[seat], &weights);
    });
    writeln!(out, "{}", loss::HEAD)?;
    Seat::ALL.iter().zip(&losses).try_for_each(|(seat, loss)| writeln!(out, "{:<10}{loss}", seat.name()))?;
    Ok(())
}

fn read_net(folder: &Path, seat: Seat) -> anyhow::Result<FloatNet> {
    let path = folder.join(format!("deep.{}.f32", seat.index()));
    let bytes = fs::read(&path).with_context(|| format!("--deep {}", path.display()))?;
    FloatNet::read(&bytes).with_context(|| format!("--deep {}", path.display()))
}
