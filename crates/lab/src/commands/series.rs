//! `lab series`: three players at one table, hand after hand, and the table of ranks 游戏榜 that orders them by their points.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::bail;
use engine::{Limits, Scratch, decide_within};
use rules::{Action, Chair, Deal, Plays, Ruleset, Seed, Stage, Table, View};

use crate::match_runner::budget::halt_after;
use crate::match_runner::greedy;
use crate::match_runner::player::{PersonaArgs, Player, PlayerKind, random_action, random_action_with};
use crate::report::progress::Progress;
use crate::stop::{Interrupted, stop_on_ctrl_c};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Three players: personas, NAME:key=value,… to change their numbers, random or greedy
    #[arg(num_args = 3, required = true, value_names = ["A", "B", "C"])]
    players: Vec<String>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// How many hands; who speaks first moves on with each
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    hands: u64,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "journey")]
    ruleset: Ruleset,
    /// How long players may think about a decision, in CPU time of the thread
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
}

/// What a player has to show.
#[derive(Clone, Copy, Default)]
struct Row {
    points: i64,
    won: u64,
    landlord: u64,
}

/// Buffers, and who sits there.
struct Series {
    rules: Ruleset,
    players: Vec<Player>,
    scratch: Scratch,
    plays: Plays,
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
    let mut series = Series { rules: args.ruleset, players, scratch: Scratch::new(), plays: Plays::new() };
    let (mut rows, mut played, mut redeals) = ([Row::default(); 3], 0, 0);
    let mut progress = Progress::new(args.hands, "hands", Instant::now());
    while played < args.hands && !stop.load(Ordering::Relaxed) {
        progress.show(played, String::new);
        redeals += u64::from(!series.hand(Seed(args.seed).stream(played), played, &mut rows)?);
        played += 1;
    }
    progress.clear();
    series.write(&rows, played, redeals, args, out)?;
    if stop.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
}

impl Series {
    /// Plays one hand and adds what came of it; `false` when all passed.
    fn hand(&mut self, seed: Seed, number: u64, rows: &mut [Row; 3]) -> anyhow::Result<bool> {
        let mut rng = seed.stream(0).rng();
        let deal = Deal::shuffled(&mut rng);
        let mut table = Table::new(self.rules, deal, Chair::ALL[rng.below(3) as usize]);
        // The first chair speaks first: it is another player's with every hand.
        let who = |chair: Chair| (chair as usize + number as usize) % 3;
        let mut views = Chair::ALL.map(|chair| table.view(chair));
        while let Some(chair) = table.board().turn() {
            let turn = seed.stream(4 + table.log().len() as u64);
            let action = self.action(who(chair), &views[chair.index()], seed.stream(1 + chair as u64), turn)?;
            for &event in table.act(action)? {
                for view in &mut views {
                    view.apply(event).expect("a table's events are legal in every view of it");
                }
            }
        }
        let board = table.board();
        let Some((settlement, landlord)) = board.settlement(1).zip(board.landlord()) else { return Ok(false) };
        for chair in Chair::ALL {
            let (seat, row) = (chair.seat(landlord), &mut rows[who(chair)]);
            row.points += settlement.points[seat.index()];
            row.won += u64::from(seat.side() == settlement.winner);
            row.landlord += u64::from(chair == landlord);
        }
        Ok(true)
    }

    fn action(&mut self, who: usize, view: &View, hand_seed: Seed, turn: Seed) -> anyhow::Result<Action> {
        Ok(match &self.players[who].kind {
            PlayerKind::Ours(ours) => {
                let mut halt = halt_after(ours.budget_ms);
                let limits = Limits::until(&mut halt);
                decide_within(view, &ours.persona, hand_seed, limits, &mut self.scratch)?.action
            }
            PlayerKind::Greedy if view.board().stage() == Stage::Play => {
                Action::Play(greedy::play(view, &mut turn.rng()))
            }
            PlayerKind::Random(passes) => random_action_with(view, *passes, &mut turn.rng(), &mut self.plays),
            _ => random_action(view, &mut turn.rng(), &mut self.plays),
        })
    }

    /// The table of ranks: the most points first, equals as they were named.
    fn write(
        &self,
        rows: &[Row; 3],
        played: u64,
        redeals: u64,
        args: &Args,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let Args { seed, ruleset, .. } = args;
        writeln!(out, "# 游戏榜 after {played} hands, ruleset {ruleset}, seed {seed}; {redeals} dealt again")?;
        writeln!(
            out,
            "{:>4}  {:<24} {:>9} {:>9} {:>8} {:>9}",
            "rank", "player", "points", "a hand", "won", "landlord"
        )?;
        let mut order = [0, 1, 2];
        order.sort_by_key(|&who| std::cmp::Reverse(rows[who].points));
        for (place, who) in order.into_iter().enumerate() {
            let Row { points, won, landlord } = rows[who];
            let mean = points as f64 / (played - redeals).max(1) as f64;
            let name = self.players[who].to_string();
            writeln!(out, "{:>4}  {name:<24} {points:>9} {mean:>9.2} {won:>8} {landlord:>9}", place + 1)?;
        }
        Ok(())
    }
}
