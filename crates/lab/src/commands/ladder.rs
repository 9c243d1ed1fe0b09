//! `lab ladder`: a round robin on paired deals, and ratings with error bars.

mod elo;

use std::io::Write;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{bail, ensure};
use engine::Persona;
use rules::{Ruleset, Seed};
use serde_json::{Value, json};

use crate::match_runner::game::Setup;
use crate::match_runner::player::{PersonaArgs, Player};
use crate::match_runner::{MatchRunner, REPLY_LIMIT, cores};
use crate::report::stats::{Mean, Z};
use crate::report::{self, Progress};
use crate::work::{FNV_START, Interrupted, fnv, stop_on_ctrl_c};

use elo::{PairResult, Ratings};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The players, as for `lab match`; all built-in personas by default
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// Rate these strengths, 0 to 100, instead of named players
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', conflicts_with = "players")]
    strength: Vec<u8>,
    /// Number of deals that each pair plays, each twice with the sides swapped
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    deals: u64,
    /// Fewer deals in the matches of a slow player, as in expert=100; may be given several times
    #[arg(long, value_name = "PLAYER=N", value_parser = parse_deals_of)]
    deals_of: Vec<(String, u64)>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Fixes the deals and every random choice of our own players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The time that our players may think about a decision, in CPU time of the thread
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

fn parse_deals_of(text: &str) -> Result<(String, u64), String> {
    // The last `=` counts: a player's text may have others.
    let (player, deals) = text.rsplit_once('=').ok_or("write PLAYER=N")?;
    match deals.parse() {
        Ok(deals) if deals >= 2 => Ok((player.to_owned(), deals)),
        _ => Err(format!("{deals:?} is no number of deals, at least 2")),
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let round_robin = RoundRobin::read(args)?;
    let stop = stop_on_ctrl_c()?;
    let played = round_robin.play(args, &stop)?;
    let ladder = Ladder::new(round_robin, played, stop.load(Ordering::Relaxed));
    match args.json {
        true => writeln!(out, "{}", ladder.json(args))?,
        false => out.write_all(ladder.text(args).as_bytes())?,
    }
    out.flush()?;
    if ladder.partial {
        return Err(Interrupted.into());
    }
    Ok(())
}

/// The players, and the anchor, whose rating is zero.
struct RoundRobin {
    players: Vec<Player>,
    /// The name of each player in the table.
    names: Vec<String>,
    anchor: usize,
}

impl RoundRobin {
    fn read(args: &Args) -> anyhow::Result<RoundRobin> {
        let roster = args.persona_file.read()?;
        let texts: Vec<String> = match (&args.strength[..], &args.players[..]) {
            ([], []) => Persona::all().iter().map(|persona| persona.name().to_owned()).collect(),
            ([], players) => players.to_vec(),
            (strengths, _) => strengths.iter().map(|strength| format!("rules:strength={strength}")).collect(),
        };
        ensure!(texts.len() >= 2, "a ladder needs two players, not {}", texts.len());
        let twice = texts.iter().enumerate().find(|(index, text)| texts[..*index].contains(text));
        if let Some((_, text)) = twice {
            bail!("{text} stands twice");
        }
        let player = |text: &String| Ok(roster.player(text)?.with_budget(args.budget_ms));
        let players = texts.iter().map(player).collect::<anyhow::Result<Vec<_>>>()?;
        let names: Vec<String> = match args.strength.is_empty() {
            true => texts,
            false => args.strength.iter().map(u8::to_string).collect(),
        };
        let anchor = names.iter().position(|name| name == "rules").unwrap_or(0);
        for (name, _) in &args.deals_of {
            ensure!(names.contains(name), "--deals-of: {name} does not play");
        }
        Ok(RoundRobin { players, names, anchor })
    }

    /// Returns the number of deals that a pair plays: the fewest that either is allowed.
    fn deals(&self, args: &Args, pair: [usize; 2]) -> u64 {
        let of = |player: usize| args.deals_of.iter().find(|(name, _)| *name == self.names[player]);
        pair.into_iter().filter_map(of).map(|(_, deals)| *deals).chain([args.deals]).min().unwrap_or(args.deals)
    }

    fn play(&self, args: &Args, stop: &AtomicBool) -> anyhow::Result<Vec<PairResult>> {
        let count = self.players.len();
        let pairs: Vec<[usize; 2]> = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect();
        let total = pairs.iter().map(|&pair| self.deals(args, pair)).sum();
        let mut progress = Progress::new(total, "deals", Instant::now());
        let threads = args.threads.map_or_else(cores, NonZero::get);
        let mut gone = 0;
        let mut played = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let players = pair.map(|player| self.players[player].clone());
            let title = format!("{} against {}", self.names[pair[0]], self.names[pair[1]]);
            let seed = pair_seed(Seed(args.seed), &players);
            let setup = Setup { rules: args.ruleset, auction: false, seed };
            let deals = self.deals(args, pair);
            let runner = MatchRunner { players, setup, deals, record: false, reply_limit: REPLY_LIMIT };
            let mut mean = Mean::default();
            runner.run(threads, stop, |deal| {
                mean.add(deal.share());
                gone += 1;
                progress.show(gone, || title.clone());
                ControlFlow::Continue(())
            })?;
            played.push(PairResult { players: pair, deals: mean.count(), share: mean.mean(), spread: mean.spread() });
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        progress.clear();
        Ok(played)
    }
}

/// Returns the seed of a pair's deals: each pair has its own, so that results are independent and stay the same when other players join.
fn pair_seed(seed: Seed, players: &[Player; 2]) -> Seed {
    let mut names = players.each_ref().map(|player| player.to_string());
    names.sort_unstable();
    let bytes = names.iter().flat_map(|name| name.bytes().chain([0]));
    seed.stream(fnv(FNV_START, bytes))
}

struct Ladder {
    round_robin: RoundRobin,
    played: Vec<PairResult>,
    ratings: Ratings,
    /// The players, from the strongest down.
    order: Vec<usize>,
    partial: bool,
}

impl Ladder {
    fn new(round_robin: RoundRobin, played: Vec<PairResult>, partial: bool) -> Ladder {
        let ratings = elo::fit(round_robin.players.len(), round_robin.anchor, &played);
        let mut order: Vec<usize> = (0..round_robin.players.len()).collect();
        let height = |player: usize| ratings.elo(player).unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|&one, &other| height(other).total_cmp(&height(one)));
        Ladder { round_robin, played, ratings, order, partial }
    }

    fn share(&self, player: usize) -> (f64, f64) {
        let mut sum = (0.0, 0.0);
        for pair in &self.played {
            let share = match pair.players {
                [first, _] if first == player => pair.share,
                [_, second] if second == player => 1.0 - pair.share,
                _ => continue,
            };
            sum = (sum.0 + share * pair.deals, sum.1 + pair.deals);
        }
        (if sum.1 > 0.0 { sum.0 / sum.1 } else { f64::NAN }, sum.1)
    }

    fn text(&self, args: &Args) -> String {
        let who = if args.strength.is_empty() { "player" } else { "strength" };
        let head = ["", who, "Elo", "95%", "above the next", "wins", "deals"].map(str::to_owned);
        let mut rows = vec![head];
        for (place, &player) in self.order.iter().enumerate() {
            let below = self.order.get(place + 1);
            let above = below.and_then(|&below| self.ratings.difference(player, below));
            let (share, deals) = self.share(player);
            let bars = |error: Option<f64>| error.map_or(String::from("-"), |error| format!("± {:.0}", Z * error));
            rows.push([
                format!("{}", place + 1),
                format!("`{}`", self.round_robin.names[player]),
                self.ratings.elo(player).map_or(String::from("-"), |elo| format!("{elo:.0}")),
                if player == self.round_robin.anchor { String::new() } else { bars(self.ratings.error(player)) },
                above.map_or(String::new(), |(above, error)| format!("{above:+.0} {}", bars(Some(error)))),
                format!("{:.1}%", 100.0 * share),
                format!("{deals}"),
            ]);
        }
        let mut text = table(&rows);
        let anchor = &self.round_robin.names[self.round_robin.anchor];
        let partial = if self.partial { " Interrupted: not all pairs have played." } else { "" };
        text += &format!(
            "\nElo: `{anchor}` is 0; 100 points are 64% of the wins, 400 are 91%. Ruleset {}, seed {}, {}.{partial}\n",
            args.ruleset,
            args.seed,
            report::version_text(),
        );
        text
    }

    fn json(&self, args: &Args) -> Value {
        let rows = self.order.iter().map(|&player| {
            let (share, deals) = self.share(player);
            json!({ "player": self.round_robin.names[player], "elo": self.ratings.elo(player),
                    "error": self.ratings.error(player), "share": share, "deals": deals })
        });
        let pairs = self.played.iter().map(|pair| {
            let [a, b] = pair.players.map(|player| &self.round_robin.names[player]);
            json!({ "a": a, "b": b, "deals": pair.deals, "share": pair.share })
        });
        json!({ "version": report::version_text(), "command": report::command_text(), "seed": args.seed,
                "ruleset": args.ruleset.to_string(), "partial": self.partial,
                "anchor": self.round_robin.names[self.round_robin.anchor],
                "rows": rows.collect::<Vec<_>>(), "pairs": pairs.collect::<Vec<_>>() })
    }
}

/// Returns a table that reads well in a terminal and on a page; the first row is the head, and numbers are aligned to
/// the right.
fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate() {
            let gap = " ".repeat(width(column) - cell.chars().count());
            text += &if column == 1 { format!("| {cell}{gap} ") } else { format!("| {gap}{cell} ") };
        }
        text += "|\n";
        if index == 0 {
            for column in 0..COLUMNS {
                let dashes = "-".repeat(width(column) - 1);
                text += &if column == 1 { format!("| {dashes}- ") } else { format!("| {dashes}: ") };
            }
            text += "|\n";
        }
    }
    text
}
