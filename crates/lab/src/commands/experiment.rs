//! `lab experiment`: published experiments, run again with our players beside the published figures.

mod picture;

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Subcommand;
use engine::persona::Skill;
use engine::search::minimax::{Leaf, Ties};
use rules::Seed;
use serde_json::{Value, json};

use crate::commands::options::Matches;
use crate::match_runner::game::Setup;
use crate::match_runner::player::{Passes, Player, PlayerKind};
use crate::match_runner::{MatchRunner, ProgramOptions};
use crate::report::page::{self, Picture};
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
    /// Players for the landlord's seat, as for `lab match`
    #[arg(value_name = "PLAYER", default_values = PLAYERS)]
    players: Vec<String>,
    /// Passing of the random players where they could play; the thesis does not say
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Passes::AsAPlay])]
    passes: Vec<Passes>,
    /// Votes of the published player among equal plays (first, last, chance, every); the thesis does not say
    #[arg(long, value_parser = ties, value_delimiter = ',', default_value = "first")]
    ties: Vec<Ties>,
    /// The cards that a leaf of the published player counts (own, both); the thesis says one in its text, the other in its code
    #[arg(long, value_parser = leaf, value_delimiter = ',', default_value = "both")]
    leaf: Vec<Leaf>,
    /// Number of games that each plays; all play the same deals
    #[arg(long, default_value_t = 6000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    #[command(flatten)]
    matches: Matches,
}

/// The default players.
const PLAYERS: [&str; 3] = ["minimax-published:search-plies=3", "minimax-published:search-plies=4", "rules"];

/// The report of the thesis after 6,000 games: the depth, and the share of games won.
const PUBLISHED: [(u32, f64); 2] = [(3, 0.7285), (4, 0.7338)];

/// Number of points that a curve is drawn with.
const CURVE_POINTS: u64 = 200;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.experiment {
        Experiment::SeedMinimax(args) => args.run(out),
    }
}

fn ties(text: &str) -> Result<Ties, String> {
    named(&Ties::ALL, Ties::name, text)
}

fn leaf(text: &str) -> Result<Leaf, String> {
    named(&Leaf::ALL, Leaf::name, text)
}

fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T, String> {
    let known = || all.iter().map(|&each| name(each)).collect::<Vec<_>>().join(", ");
    all.iter().copied().find(|&each| name(each) == text).ok_or_else(|| format!("there are {}", known()))
}

/// The points that the thesis leaves open of its player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reading {
    leaf: Leaf,
    ties: Ties,
}

impl Reading {
    /// The player under this reading. Only the published player has any.
    fn of(self, player: &Player) -> anyhow::Result<Option<Player>> {
        let PlayerKind::Ours(ours) = &player.kind else { return Ok(None) };
        if ours.persona.skill() != Skill::MinimaxPublished {
            return Ok(None);
        }
        let mut ours = ours.clone();
        ours.persona = ours.persona.with("minimax-leaf", self.leaf as i32)?.with("minimax-ties", self.ties as i32)?;
        Ok(Some(Player::of(&player.to_string(), PlayerKind::Ours(ours))))
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "leaf {}, ties {}", self.leaf.name(), self.ties.name())
    }
}

/// One player's games.
struct Series {
    name: String,
    /// The reading of the thesis under which they were played; players other than the published one have none.
    reading: Option<Reading>,
    passes: Passes,
    /// The depth, of a published player.
    depth: Option<u32>,
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
        let readings = self.leaf.iter().flat_map(|&leaf| self.ties.iter().map(move |&ties| Reading { leaf, ties }));
        let readings: Vec<Reading> = readings.collect();
        let mut matches = Vec::new();
        for &passes in &self.passes {
            for player in &players {
                let random = || roster.player(passes.player());
                for &reading in &readings {
                    match reading.of(player)? {
                        Some(published) => matches.push(([published, random()?], Some(reading), passes)),
                        None => {
                            matches.push(([player.clone(), random()?], None, passes));
                            break;
                        }
                    }
                }
            }
        }
        let mut progress = Progress::new(self.games * matches.len() as u64, "games", Instant::now());
        let mut all = Vec::new();
        for (players, reading, passes) in matches {
            let played = self.play(players, (reading, passes), &stop, all.len() as u64, &mut progress)?;
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
        (reading, passes): (Option<Reading>, Passes),
        stop: &AtomicBool,
        before: u64,
        progress: &mut Progress,
    ) -> anyhow::Result<Series> {
        let name = self.name(&players[0], reading, passes);
        let depth = match &players[0].kind {
            PlayerKind::Ours(ours) => reading.map(|_| ours.persona.params().search_plies as u32),
            _ => None,
        };
        let setup =
            Setup { rules: self.matches.ruleset, auction: false, b_assumes: None, seed: Seed(self.matches.seed) };
        let programs = ProgramOptions::default();
        let runner = MatchRunner { players, setup, deals: self.games, record: false, swapped: false, programs };
        let (mut games, mut won) = (0, 0);
        let mut series = Series { name, reading, passes, depth, share: Share::default(), curve: Vec::new() };
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

    /// The player, and the reading where more than one is played.
    fn name(&self, player: &Player, reading: Option<Reading>, passes: Passes) -> String {
        let mut name = player.to_string();
        if let Some(reading) = reading.filter(|_| self.leaf.len() * self.ties.len() > 1) {
            name += &format!(", {reading}");
        }
        if self.passes.len() > 1 {
            name += &format!(", passes {}", passes.name());
        }
        name
    }

    /// Which reading comes nearest to the published shares, by the sum of squared distances, and under which depth helps.
    fn nearest(all: &[Series]) -> Option<String> {
        let share = |reading, passes, depth| {
            let wanted = (Some(reading), passes, Some(depth));
            let of = |series: &&Series| (series.reading, series.passes, series.depth) == wanted;
            all.iter().find(of).and_then(|series| series.share.estimate()).map(|share| share.value)
        };
        let readings: Vec<_> = all
            .iter()
            .filter(|series| series.depth == Some(PUBLISHED[0].0))
            .filter_map(|series| {
                let (reading, passes) = (series.reading?, series.passes);
                let [Some(shallow), Some(deep)] = PUBLISHED.map(|(depth, _)| share(reading, passes, depth)) else {
                    return None;
                };
                let found = [shallow, deep].into_iter().zip(PUBLISHED);
                let far = found.map(|(found, (_, published))| (found - published).powi(2)).sum::<f64>();
                Some((far, reading, passes, [shallow, deep]))
            })
            .collect();
        if readings.len() < 2 {
            return None;
        }
        let told = |reading: Reading, passes: Passes, shares: [f64; 2]| {
            let [shallow, deep] = shares.map(|share| 100.0 * share);
            format!("{reading}, passes {passes} ({shallow:.2}% and {deep:.2}%)")
        };
        let &(_, reading, passes, shares) = readings.iter().min_by(|one, other| one.0.total_cmp(&other.0))?;
        let deeper = readings.iter().filter(|(_, _, _, [shallow, deep])| deep > shallow);
        let deeper: Vec<_> = deeper.map(|&(_, reading, passes, shares)| told(reading, passes, shares)).collect();
        let deeper = if deeper.is_empty() { String::from("no reading") } else { deeper.join("; ") };
        Some(format!("Nearest to the thesis: {}. Deeper is better under {deeper}.", told(reading, passes, shares)))
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
        let nearest = SeedMinimax::nearest(all).map_or_else(String::new, |nearest| format!("\n{nearest}\n"));
        text + &format!(
            "{nearest}\nRuleset {}, seed {}, {}.{partial}\n",
            self.matches.ruleset,
            self.matches.seed,
            page::version()
        )
    }

    fn json(&self, all: &[Series], partial: bool) -> Value {
        let series = all.iter().map(|series| {
            let (leaf, ties) = series.reading.map(|reading| (reading.leaf.name(), reading.ties.name())).unzip();
            json!({ "player": series.name, "leaf": leaf, "ties": ties, "passes": series.passes.name(), "games": series.share.units(), "share": series.share.estimate(), "curve": series.curve })
        });
        let published = PUBLISHED.map(|(depth, share)| json!({ "depth": depth, "share": share }));
        json!({ "version": page::version(), "command": page::command(), "seed": self.matches.seed, "partial": partial,
                "ruleset": self.matches.ruleset.to_string(), "nearest": SeedMinimax::nearest(all), "published": published, "series": series.collect::<Vec<_>>() })
    }

    fn write_page(&self, page: &Path, all: &[Series]) -> anyhow::Result<()> {
        let curves: Vec<(&str, &[(u64, f64)])> =
            all.iter().map(|series| (series.name.as_str(), &series.curve[..])).collect();
        let picture = Picture {
            alt: "Share of games won as landlord against two random players",
            svg: picture::curves(&curves, self.games, &PUBLISHED),
            below: page::command_block(),
        };
        page::write_with_picture(page, "experiment", &self.text(all, false), &picture)
    }
}
