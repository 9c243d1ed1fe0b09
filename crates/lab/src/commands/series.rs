//! `lab series`: three players at one table, hand after hand, and the table of ranks 游戏榜 that orders them by their points.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::bail;
use rules::series::Row;
use rules::{Chair, Ruleset, Seat, Seed, Series, Table};

use crate::match_runner::dealing;
use crate::match_runner::local_player::LocalPlayer;
use crate::match_runner::player::{PersonaArgs, Player, PlayerKind};
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};
use crate::work;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Three players: personas, NAME:key=value,… to change their numbers, random or greedy
    #[arg(num_args = 3, required = true, value_names = ["A", "B", "C"])]
    players: Vec<String>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Number of hands; who speaks first moves on with each
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    hands: u64,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "journey")]
    ruleset: Ruleset,
    /// The time that players may think about a decision, in CPU time of the thread
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
}

/// Three players and their buffers.
struct Game {
    rules: Ruleset,
    players: Vec<Player>,
    local: Vec<LocalPlayer>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let players: Result<Vec<Player>, _> = args.players.iter().map(|text| roster.player(text)).collect();
    let players: Vec<Player> = players?.into_iter().map(|player| player.within(args.budget_ms)).collect();
    if let Some(other) = players
        .iter()
        .find(|player| !matches!(player.kind, PlayerKind::Ours(_) | PlayerKind::Random(_) | PlayerKind::Greedy))
    {
        bail!("{other}: a series is for personas, random and greedy");
    }
    let stop = stop_on_ctrl_c()?;
    let local = players.iter().map(LocalPlayer::of).collect();
    let mut game = Game { rules: args.ruleset, players, local };
    let (mut series, mut played) = (Series::default(), 0);
    let mut progress = Progress::new(args.hands, "hands", Instant::now());
    while played < args.hands && !stop.load(Ordering::Relaxed) {
        progress.show(played, String::new);
        game.hand(Seed(args.seed).stream(played), played, &mut series);
        played += 1;
    }
    progress.clear();
    game.write(&series, played, args, out)?;
    if stop.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
}

impl Game {
    /// Plays one hand and adds what came of it: nothing when all passed.
    fn hand(&mut self, seed: Seed, number: u64, series: &mut Series) {
        let mut rng = seed.stream(0).rng();
        let deal = dealing::deal(&self.rules, &mut rng);
        let mut table = Table::new(self.rules, deal, Chair::ALL[rng.below(3) as usize]);
        // The first chair speaks first: it is another player's with every hand.
        let who = |chair: Chair| (chair as usize + number as usize) % 3;
        work::play_out(&mut table, |table, view| {
            let (chair, turn) = (view.chair(), seed.stream(4 + table.log().len() as u64));
            let (player, local) = (&self.players[who(chair)], &mut self.local[who(chair)]);
            let action = local.action(&player.kind, view, seed.stream(1 + chair as u64), turn);
            action.expect("programs and networks are refused before")
        });
        let board = table.board();
        if let Some((settlement, landlord)) = board.settlement(1).zip(board.landlord()) {
            let mut seats = [Seat::Landlord; 3];
            for chair in Chair::ALL {
                seats[who(chair)] = chair.seat(landlord);
            }
            series.add(&settlement, seats);
        }
    }

    /// The table of ranks: the most points first, equals as they were named.
    fn write(&self, series: &Series, played: u64, args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
        let Args { seed, ruleset, .. } = args;
        let redeals = played - u64::from(series.hands);
        writeln!(out, "# 游戏榜 after {played} hands, ruleset {ruleset}, seed {seed}; {redeals} dealt again")?;
        writeln!(
            out,
            "{:>4}  {:<24} {:>9} {:>9} {:>8} {:>9}",
            "rank", "player", "points", "a hand", "won", "landlord"
        )?;
        for (place, (who, Row { points, won, landlord })) in series.ranked().into_iter().enumerate() {
            let mean = points as f64 / f64::from(series.hands.max(1));
            let name = self.players[who].to_string();
            writeln!(out, "{:>4}  {name:<24} {points:>9} {mean:>9.2} {won:>8} {landlord:>9}", place + 1)?;
        }
        Ok(())
    }
}
