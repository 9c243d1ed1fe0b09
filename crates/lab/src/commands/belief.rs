//! `lab belief`: how much better than a uniform guess a seat knows where the unseen cards lie, by kind of evidence; and
//! the fit of the weights behind it.

mod dealers;
pub(super) mod field;
mod fit;
pub(super) mod loss;
mod report;

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use rules::{Ruleset, Seed};

use crate::match_runner::cores;
use crate::match_runner::local_player::LocalPlayer;
use crate::match_runner::player::{PersonaArgs, Player, PlayerKind};
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};
use engine::Profile;
use field::Field;
use loss::WorldCounts;
use report::Report;

/// Compare the beliefs about hidden cards with the truth, or fit the weights of the evidence.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Players: each chair of each hand is one of these, drawn at random; personas, greedy, random
    #[arg(long, value_delimiter = ' ', default_value = "rules")]
    players: Vec<String>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Number of hands
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    hands: u64,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rulesets, taken in turn, each hand in two with its auction
    #[arg(long, default_value = "classic")]
    ruleset: Vec<Ruleset>,
    /// One play of this many of a hand becomes a position
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Worlds that each position is judged by
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    worlds: u32,
    /// Guesses that each world is chosen among
    #[arg(long, default_value_t = engine::opponents::belief::GUESSES, value_parser = clap::value_parser!(u32).range(1..=1000))]
    guesses: u32,
    /// Also measure what the nets add, as `expert` asks them; takes several times as long
    #[arg(long, conflicts_with = "fit")]
    nets: bool,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "fit")]
    json: bool,
    /// Instead of measuring, fit the weights and write them to this file, as the engine reads them
    #[arg(long, value_name = "FILE")]
    fit: Option<PathBuf>,
    /// Instead of measuring beliefs, deal this many hands as each dealer that shuffles little does, and write to this file how the cards of a
    /// rank lie
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fit", "json"])]
    dealers: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(path) = &args.dealers {
        return dealers::write(path, args.hands, Seed(args.seed), out);
    }
    let roster = args.persona_file.read()?;
    let players = args.players.iter().map(|text| Ok(roster.player(text)?)).collect::<anyhow::Result<Vec<Player>>>()?;
    if let Some(program) = players
        .iter()
        .find(|player| matches!(player.kind, PlayerKind::Command(_) | PlayerKind::Ccga(_) | PlayerKind::Douzero(_)))
    {
        bail!("--players {program}: hands are played by our own players, programs are not asked");
    }
    let field = Field { players, rulesets: args.ruleset.clone(), seed: Seed(args.seed), every: args.every };
    let stop = stop_on_ctrl_c()?;
    let threads = args.threads.map_or_else(cores, NonZero::get) as u64;
    match &args.fit {
        Some(path) => fit(args, &field, threads, path, &stop),
        None => {
            let report = measure(args, &field, threads, &stop);
            let partial = report.hands() < args.hands;
            let of = if partial { format!(", interrupted after {} hands", report.hands()) } else { String::new() };
            let nets = if args.nets { " --nets" } else { "" };
            let title = format!("{}{nets} --worlds {} --guesses {}{of}", command(args), args.worlds, args.guesses);
            if args.json { report.write_json(&title, partial, out) } else { report.write(&title, out) }?;
            out.flush()?;
            if partial { Err(Interrupted.into()) } else { Ok(()) }
        }
    }
}

fn command(args: &Args) -> String {
    let rulesets: Vec<String> =
        args.ruleset.iter().map(|rules| format!(" --ruleset {:?}", rules.to_string())).collect();
    format!(
        "lab belief --players {:?} --hands {} --seed {} --every {}{}",
        args.players.join(" "),
        args.hands,
        args.seed,
        args.every,
        rulesets.concat()
    )
}

/// Weights of half the hands take no whole ones' place: when it is stopped, nothing is written.
fn fit(args: &Args, field: &Field, threads: u64, path: &PathBuf, stop: &AtomicBool) -> anyhow::Result<()> {
    let family = |rules: &Ruleset| Profile::of(rules).belief().family;
    if let Some(other) = args.ruleset.iter().find(|rules| family(rules) != family(&args.ruleset[0])) {
        bail!("--ruleset {other}: its weights are others than those of {}; fit them apart", args.ruleset[0]);
    }
    let mut fit = fit::Fit::new(&args.ruleset[0]);
    let mut progress = Progress::new(args.hands, "hands", Instant::now());
    let mut gone = 0;
    fit.run(field, args.hands, threads as usize, |done, loss| {
        gone = done;
        progress.show(done, || format!("loss {loss:.4} of 2.7726"));
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.clear();
    if gone < args.hands {
        eprintln!("lab: --fit {}: not written, only {gone} of {} hands were gone through", path.display(), args.hands);
        return Err(Interrupted.into());
    }
    let table = fit.table(&format!("{} --fit {}", command(args), path.display()));
    fs::write(path, table).with_context(|| format!("--fit {}", path.display()))
}

fn measure(args: &Args, field: &Field, threads: u64, stop: &AtomicBool) -> Report {
    let counts = WorldCounts { worlds: args.worlds, guesses: args.guesses };
    let shown = std::sync::Mutex::new((Progress::new(args.hands, "hands", Instant::now()), 0));
    let report = std::thread::scope(|scope| {
        let work = |thread: u64| {
            let shown = &shown;
            scope.spawn(move || {
                let (mut report, mut local) = (Report::new(args.nets), LocalPlayer::default());
                for number in (thread..args.hands).step_by(threads as usize) {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    report.begin(number);
                    field.play(number, &mut local, |position| report.add(position, counts));
                    let mut shown = shown.lock().expect("no thread panics while it shows");
                    shown.1 += 1;
                    let done = shown.1;
                    shown.0.show(done, || report.so_far());
                }
                report
            })
        };
        let shares: Vec<_> = (0..threads).map(work).collect();
        let mut report = Report::new(args.nets);
        shares.into_iter().for_each(|share| report.join(share.join().expect("a share of the hands is played")));
        report
    });
    shown.into_inner().expect("all threads are done").0.clear();
    report
}
