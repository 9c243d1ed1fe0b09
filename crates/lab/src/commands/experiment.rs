//! `lab experiment`: published experiments, run again with our players beside the published figures.

mod picture;

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context;
use clap::Subcommand;
use rules::Seed;
use serde_json::{Value, json};

use crate::commands::options::Matches;
use crate::match_runner::game::Setup;
use crate::match_runner::player::Player;
use crate::match_runner::{MatchRunner, ProgramOptions};
use crate::report::page;
use crate::report::progress::Progress;
use crate::report::stats::{Estimate, Share};
use crate::stop::{Interrupted, stop_on_ctrl_c};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Many games as landlord against two random players: the thesis on Monte Carlo minimax, at depth 3 and 4
    SeedMinimax(SeedMinimax),
}

#[derive(clap::Args)]
struct SeedMinimax {
    /// Who sits in the landlord's seat, as for `lab match`
    #[arg(value_name = "PLAYER", default_values = PLAYERS)]
    players: Vec<String>,
    /// How many games each plays; all play the same deals
    #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    #[command(flatten)]
    matches: Matches,
}

/// The default players.
const PLAYERS: [&str; 3] = ["minimax-published:depth=3", "minimax-published:depth=4", "rules"];

/// What the thesis reports after 6,000 games: the depth, and the share of games won.
const PUBLISHED: [(u32, f64); 2] = [(3, 0.7285), (4, 0.7338)];

/// How many points a curve is drawn with.
const CURVE_POINTS: u64 = 200;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.experiment {
        Experiment::SeedMinimax(args) => args.run(out),
    }
}

/// One player's games.
struct Series {
    name: String,
    share: Share,
    /// After how many games it had won what share of them.
    curve: Vec<(u64, f64)>,
}

impl SeedMinimax {
    fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let roster = self.matches.roster()?;
        let players =
            self.players.iter().map(|text| self.matches.player(&roster, text)).collect::<Result<Vec<_>, _>>()?;
        let stop = stop_on_ctrl_c()?;
        let mut progress = Progress::new(self.games * players.len() as u64, "games", Instant::now());
        let mut all = Vec::new();
        for player in players {
            let random = roster.player("random")?;
            let played = self.play([player, random], &stop, all.len() as u64, &mut progress)?;
            all.push(played);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        progress.clear();
        let partial = stop.load(Ordering::Relaxed);
        match self.matches.json {
            true => writeln!(out, "{}", self.json(&all, partial))?,
            false => out.write_all(self.text(&all, partial).as_bytes())?,
        }
        out.flush()?;
        if partial {
            return Err(Interrupted.into());
        }
        self.matches.write.as_ref().map_or(Ok(()), |page| self.write_page(page, &all))
    }

    fn play(
        &self,
        players: [Player; 2],
        stop: &AtomicBool,
        before: u64,
        progress: &mut Progress,
    ) -> anyhow::Result<Series> {
        let name = players[0].to_string();
        let setup = Setup { rules: self.matches.ruleset, auction: false, seed: Seed(self.matches.seed) };
        let programs = ProgramOptions::default();
        let runner = MatchRunner { players, setup, deals: self.games, record: false, swapped: false, programs };
        let (mut games, mut won) = (0, 0);
        let mut series = Series { name, share: Share::default(), curve: Vec::new() };
        let every = self.games.div_ceil(CURVE_POINTS);
        runner.run(self.matches.threads(), stop, |pair| {
            let wins = u64::from(pair.hands[0].landlord.won);
            (games, won) = (games + 1, won + wins);
            series.share.add(wins as f64, 1.0);
            let share = won as f64 / games as f64;
            if games % every == 0 || games == self.games {
                series.curve.push((games, share));
            }
            progress.show(before * self.games + games, || format!("{} wins {:.1}%", series.name, 100.0 * share));
            ControlFlow::Continue(())
        })?;
        Ok(series)
    }

    fn text(&self, all: &[Series], partial: bool) -> String {
        let mut text = String::from("| landlord against two random players | games | wins | 95% interval |\n");
        text += "| --- | ---: | ---: | ---: |\n";
        for (depth, share) in PUBLISHED {
            text += &format!("| published, depth {depth} | 6000 | {:.2}% | |\n", 100.0 * share);
        }
        for series in all {
            let Some(Estimate { value, low, high }) = series.share.estimate() else { continue };
            let [value, low, high] = [value, low, high].map(|share| format!("{:.2}%", 100.0 * share));
            text += &format!("| `{}` | {} | {value} | {low} to {high} |\n", series.name, series.share.units());
        }
        let partial = if partial { " Interrupted: not all games were played." } else { "" };
        text + &format!(
            "\nRuleset {}, seed {}, {}.{partial}\n",
            self.matches.ruleset,
            self.matches.seed,
            page::version()
        )
    }

    fn json(&self, all: &[Series], partial: bool) -> Value {
        let series = all.iter().map(|series| {
            let share = series.share.estimate();
            let share = share.map(|share| json!({ "value": share.value, "low": share.low, "high": share.high }));
            json!({ "player": series.name, "games": series.share.units(), "share": share, "curve": series.curve })
        });
        let published = PUBLISHED.map(|(depth, share)| json!({ "depth": depth, "share": share }));
        json!({ "version": page::version(), "command": page::command(), "seed": self.matches.seed, "partial": partial,
                "ruleset": self.matches.ruleset.to_string(), "published": published, "series": series.collect::<Vec<_>>() })
    }

    fn write_page(&self, page: &Path, all: &[Series]) -> anyhow::Result<()> {
        let place = page.with_file_name("experiment.svg");
        let curves: Vec<(&str, &[(u64, f64)])> =
            all.iter().map(|series| (series.name.as_str(), &series.curve[..])).collect();
        let picture = picture::curves(&curves, self.games, &PUBLISHED);
        fs::write(&place, picture).with_context(|| place.display().to_string())?;
        let picture = "![Share of games won as landlord against two random players](experiment.svg)";
        let text = format!("{}\n{picture}\n\n```sh\n{}\n```\n", self.text(all, false), page::command());
        page::write_section(page, "experiment", &text)
    }
}
