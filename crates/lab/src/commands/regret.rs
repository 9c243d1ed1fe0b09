//! `lab regret`: what players give away a decision. Hard positions of self-play are judged once, each choice played out by
//! the nets in many likely worlds; then every player only has to choose. Two ways of thinking are told apart by some hundred
//! positions for which a match would need tens of thousands of deals, as far as the nets play like those at the table.

use std::io::Write;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context;
use engine::game_state::GameState;
use engine::net::{Accumulator, NetInput, Objective, Past, UNIT_LOGIT, Weights, best_play};
use engine::opponents::belief::Belief;
use engine::{Persona, Scratch, decide};
use rules::{Combo, Deal, Plays, Ruleset, Seed, Table, Trick, View};
use serde_json::json;

use crate::match_runner::cores;
use crate::match_runner::player::{Ours, PersonaArgs};
use crate::report::progress::Progress;
use crate::report::stats::{Estimate, Mean};
use crate::stop::{Interrupted, stop_on_ctrl_c};
use crate::work;

/// Compare choices in hard positions.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Personas; each is also compared with the first
    #[arg(required = true, value_name = "PERSONA")]
    players: Vec<String>,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// Number of positions, one of a hand
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    positions: u64,
    /// In how many worlds each choice is played out
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    worlds: u32,
    /// Play out only the choices of the players, and nothing where all chose the same: many more positions in the same time, but
    /// the loss against the best choice stays unknown
    #[arg(long)]
    apart: bool,
    /// Fixes everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; as many as there are cores by default
    #[arg(long)]
    threads: Option<NonZero<usize>>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Choices that the net thinks this much worse than its best, in units of its logarithm of odds, are not asked about.
const FAR_WORSE: i32 = 3 * UNIT_LOGIT;
/// A position is hard when its second choice is no more than this behind.
const CLOSE: i32 = UNIT_LOGIT / 2;
/// The most choices that are asked about, those of the players aside.
const CHOICES_MAX: usize = 8;

/// The outcome of one position: how often the best choice won of 1,000 worlds, where all were asked about, and the choice of each player.
struct Judged {
    best: Option<f64>,
    players: Vec<f64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let roster = args.persona_file.read()?;
    let players = args.players.iter().map(|text| roster.ours(text).with_context(|| text.clone()));
    let players: Vec<Ours> = players.collect::<anyhow::Result<_>>()?;
    let stop = stop_on_ctrl_c()?;
    let judged = judge_all(args, &players, &stop);
    report(args, &judged, out)?;
    out.flush()?;
    if is_partial(args, &judged) { Err(Interrupted.into()) } else { Ok(()) }
}

/// All positions in the order of their numbers, or as many as there was time for.
fn judge_all(args: &Args, players: &[Ours], stop: &AtomicBool) -> Vec<Judged> {
    let mut progress = Progress::new(args.positions, "positions", Instant::now());
    let worker = || {
        let mut judge = Judge::new(players);
        move |number| judge.judge(Seed(args.seed).stream(number), args, players)
    };
    let threads = args.threads.map_or_else(cores, NonZero::get);
    let judged = work::jobs(args.positions, threads, stop, worker, |done| progress.show(done, String::new));
    progress.clear();
    judged
}

fn is_partial(args: &Args, judged: &[Judged]) -> bool {
    (judged.len() as u64) < args.positions
}

fn report(args: &Args, judged: &[Judged], out: &mut impl Write) -> anyhow::Result<()> {
    let rows = args.players.iter().enumerate().map(|(place, name)| {
        let (mut lost, mut behind) = (Mean::default(), Mean::default());
        for Judged { best, players } in judged {
            best.iter().for_each(|best| lost.add(best - players[place]));
            behind.add(players[place] - players[0]);
        }
        (name, lost.estimate(), behind.estimate())
    });
    if args.json {
        let rows = rows.map(
            |(name, lost, behind)| json!({ "player": name, "lost_per_mille": lost, "against_first_per_mille": behind }),
        );
        let all = json!({ "partial": is_partial(args, judged), "positions": judged.len(), "worlds": args.worlds, "seed": args.seed,
                          "players": rows.collect::<Vec<_>>() });
        return Ok(writeln!(out, "{all}")?);
    }
    if is_partial(args, judged) {
        writeln!(out, "INTERRUPTED")?;
    }
    let which = if args.apart { "what players chose otherwise than each other" } else { "each choice" };
    writeln!(out, "{} positions, {which} in {} worlds; wins of 1,000, 95% intervals", judged.len(), args.worlds)?;
    writeln!(out, "{:>22}  {:>24}  player", "lost against the best", "more than the first")?;
    for (name, lost, behind) in rows {
        let told = |estimate: Option<Estimate>| {
            estimate.map_or(String::from("-"), |found| {
                format!("{:.2} ({:.2} to {:.2})", found.value, found.low, found.high)
            })
        };
        writeln!(out, "{:>22}  {:>24}  {name}", told(lost), told(behind))?;
    }
    Ok(())
}

/// A thread's buffers.
struct Judge {
    net: Persona,
    weights: Weights,
    plays: Plays,
    own: Scratch,
    scratches: Vec<Scratch>,
}

impl Judge {
    fn new(players: &[Ours]) -> Judge {
        Judge {
            net: Persona::named("net").expect("a built-in row"),
            weights: Weights::shipped(),
            plays: Plays::new(),
            own: Scratch::new(),
            scratches: players.iter().map(Ours::scratch).collect(),
        }
    }

    fn judge(&mut self, seed: Seed, args: &Args, players: &[Ours]) -> Judged {
        let (view, asked) = self.position(seed);
        let choose = |(ours, scratch): (&Ours, &mut Scratch)| {
            ours.decide(&view, seed.stream(1), scratch).expect("it is its turn").play()
        };
        let chosen: Vec<Option<Combo>> = players.iter().zip(&mut self.scratches).map(choose).collect();
        let mut choices = if args.apart { Vec::new() } else { asked };
        for play in &chosen {
            if !choices.contains(play) {
                choices.push(*play);
            }
        }
        // Where all agree no player is ahead.
        if args.apart && choices.len() == 1 {
            return Judged { best: None, players: vec![0.0; players.len()] };
        }
        let wins = self.play_out(&view, &choices, seed.stream(2), args.worlds);
        let share = |wins: u32| f64::from(wins) * 1000.0 / f64::from(args.worlds);
        let of = |play: &Option<Combo>| choices.iter().position(|choice| choice == play).expect("it is among them");
        Judged {
            best: (!args.apart).then(|| share(wins.iter().copied().max().expect("there are choices"))),
            players: chosen.iter().map(|play| share(wins[of(play)])).collect(),
        }
    }

    /// A hard position of a hand between bare nets, and the choices worth asking about, the net's first.
    fn position(&mut self, seed: Seed) -> (View, Vec<Option<Combo>>) {
        let mut rng = seed.rng();
        loop {
            let mut table = Table::seated(Ruleset::CLASSIC, Deal::shuffled(&mut rng));
            let mut hard = Vec::new();
            work::play_out(&mut table, |_, view| {
                let choices = self.choices(view);
                if choices.len() > 1 {
                    hard.push((view.clone(), choices));
                }
                decide(view, &self.net, seed, &mut self.own).expect("it is its turn").action
            });
            if !hard.is_empty() {
                return hard.swap_remove(rng.below(hard.len() as u32) as usize);
            }
        }
    }

    /// The deals that the net thinks possible, best first; nothing where the position is not hard.
    fn choices(&mut self, view: &View) -> Vec<Option<Combo>> {
        let me = view.seat().expect("there is a landlord");
        let past = Past::of(view);
        let accumulator = Accumulator::new(&self.weights, NetInput::of(view, me, &past));
        let plays = self.plays.fill(view.rules(), view.hand(), view.trick());
        if plays.iter().any(|play| play.len() == view.hand().len()) {
            return Vec::new();
        }
        let pass = (view.trick() != Trick::Lead).then_some(None);
        let mut choices: Vec<(i32, Option<Combo>)> =
            plays.iter().copied().map(Some).chain(pass).map(|play| (accumulator.value(play).0, play)).collect();
        choices.sort_by_key(|choice| -choice.0);
        if choices.len() < 2 || choices[0].0 - choices[1].0 > CLOSE {
            return Vec::new();
        }
        let best = choices[0].0;
        choices.retain(|choice| best - choice.0 <= FAR_WORSE);
        choices.into_iter().take(CHOICES_MAX).map(|choice| choice.1).collect()
    }

    /// In how many worlds each choice wins for the seat's side, when all go on as the bare nets would.
    fn play_out(&mut self, view: &View, choices: &[Option<Combo>], seed: Seed, worlds: u32) -> Vec<u32> {
        let me = view.seat().expect("there is a landlord");
        let belief = Belief::new(view, seed).expect("the player to act has a seat");
        let start_past = Past::of(view);
        let mut wins = vec![0; choices.len()];
        for number in 0..worlds {
            let start = GameState::new(belief.world(number).hands(), me, view.course().standing());
            for (&choice, wins) in choices.iter().zip(&mut wins) {
                let (mut playing, mut past, mut play) = (start, start_past, choice);
                let winner = loop {
                    past.see(playing.turn(), playing.standing(), play);
                    if let Some(side) = playing.act(play) {
                        break side;
                    }
                    play = best_play(view.rules(), &self.weights, Objective::Wins, &playing, &past, &mut self.plays);
                };
                *wins += u32::from(winner == me.side());
            }
        }
        wins
    }
}
