//! `lab experience`: what a persona wins by knowing its opponents' habits. It sits with two scripted players for a series of hands, twice on
//! the same deals: once it is told what the hands before showed of them, once it is not.

mod belief_loss;
pub(in crate::commands) mod habit;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::opponents::habits::{guesses_of_hand, of_hand};
use engine::{Habits, Limits, Persona, Scratch, decide_within};
use rules::{Action, Chair, Ruleset, Seed, Table, View};

use super::belief::loss::Sums;
use crate::match_runner::budget::halt_after;
use crate::match_runner::dealing;
use crate::match_runner::player::{Ours, PersonaArgs};
use crate::report::progress::Progress;
use crate::report::stats::{Estimate, Mean};
use crate::stop::{Interrupted, stop_on_ctrl_c};
use crate::work;
use habit::{Habit, Script};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The persona that learns; NAME:key=value,… changes its numbers
    persona: String,
    #[command(flatten)]
    persona_file: PersonaArgs,
    /// The habits of the two others, one table each
    #[arg(long = "habit", value_enum, default_values_t = Habit::ALL)]
    habits: Vec<Habit>,
    /// Series of 40 hands for each habit
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    series: u64,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    /// The time that the persona may think about a decision, in CPU time of the thread
    #[arg(long, value_name = "MS")]
    budget_ms: Option<u64>,
    /// Threads that play
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Instead of wins, print what experience is worth to belief: how much better it knows where the hidden cards are
    #[arg(long)]
    belief: bool,
}

/// The persona behind the scripted players, where their habit says nothing.
const OTHERS: &str = "rules";
/// The hands of a series, and where its second half begins.
const HANDS: usize = 40;
const HALF: usize = HANDS / 2;
/// With `--belief`, one turn of this many is measured.
const BELIEF_EVERY: u32 = 3;

/// Wins in one half of a series, without experience and with it. A hand that all passed is half a win.
#[derive(Clone, Copy, Default)]
struct Half {
    without: f64,
    with: f64,
}

/// One series: its halves, what it showed of the two others together, and the losses of belief in its last half.
#[derive(Clone, Default)]
struct Series {
    halves: [Half; 2],
    seen: Habits,
    losses: Option<Sums>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let mut ours = args.persona_file.read()?.ours(&args.persona)?;
    ours.budget_ms = ours.budget_ms.or(args.budget_ms);
    let others = Persona::named(OTHERS).expect("a built-in row");
    let stop = stop_on_ctrl_c()?;
    writeln!(
        out,
        "# {} with two players of one habit each ({} else), {} series of {HANDS} hands, ruleset {}, seed {}",
        args.persona, OTHERS, args.series, args.ruleset, args.seed
    )?;
    if args.belief { belief_loss::write_head(out) } else { write_head(out) }?;
    let mut progress = Progress::new(args.series * args.habits.len() as u64, "series", Instant::now());
    let mut counts = Vec::new();
    for (row, &habit) in args.habits.iter().enumerate() {
        let script = Script { habit, persona: others.clone() };
        let game = Game { args, ours: &ours, script: &script };
        let done = |count: u64| progress.show(row as u64 * args.series + count, String::new);
        let series = game.play_all(&stop, done);
        if stop.load(Ordering::Relaxed) {
            progress.clear();
            return Err(Interrupted.into());
        }
        progress.clear();
        match args.belief {
            true => {
                let losses: Vec<&Sums> = series.iter().filter_map(|one| one.losses.as_ref()).collect();
                belief_loss::write_row(habit, &losses, out)
            }
            false => write_row(habit, &series, out),
        }?;
        counts.push((habit, series.iter().fold(Habits::default(), |sum, one| sum.plus(one.seen))));
    }
    writeln!(
        out,
        "# what the table saw of the others, in 100 times: calls for the seat, answers, bombs kept, highest answers, single leads, guesses right, fourths right"
    )?;
    for (habit, seen) in counts {
        write_counts(habit, &seen, out)?;
    }
    Ok(())
}

fn write_counts(habit: Habit, seen: &Habits, out: &mut impl Write) -> anyhow::Result<()> {
    let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
    let shares = [
        share(seen.wanted, seen.auctions),
        share(seen.answered, seen.answerable),
        share(seen.bombs_kept, seen.bombs),
        share(seen.highest, seen.choices),
        share(seen.leads_single, seen.leads),
        share(seen.guesses_right, seen.guesses),
        share(seen.fourths_right, seen.fourths),
    ];
    write!(out, "{:<16}", habit.name())?;
    shares.iter().try_for_each(|share| write!(out, " {share:>6.1}"))?;
    writeln!(out)?;
    Ok(())
}

fn write_head(out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "# wins in 100 hands; a gain is that of experience on the same deals, with its 95% interval")?;
    writeln!(
        out,
        "{:<16} {:>16} {:>16} {:>22} {:>22} {:>20}",
        "habit",
        "first 20 without",
        "last 20 without",
        "gain in the first 20",
        "gain in the last 20",
        "last 20 less first"
    )?;
    Ok(())
}

fn write_row(habit: Habit, series: &[Series], out: &mut impl Write) -> anyhow::Result<()> {
    let share = |half: usize| {
        let won: f64 = series.iter().map(|one| one.halves[half].without).sum();
        100.0 * won / (HALF * series.len()) as f64
    };
    let mean = |of: &dyn Fn(&[Half; 2]) -> f64| {
        let mut mean = Mean::default();
        series.iter().for_each(|one| mean.add(of(&one.halves)));
        mean.estimate()
    };
    let gain = |half: &Half| 100.0 * (half.with - half.without) / HALF as f64;
    let first = mean(&|one| gain(&one[0]));
    let last = mean(&|one| gain(&one[1]));
    let more = mean(&|one| gain(&one[1]) - gain(&one[0]));
    writeln!(
        out,
        "{:<16} {:>16.2} {:>16.2} {:>22} {:>22} {:>20}",
        habit.name(),
        share(0),
        share(1),
        shown(first),
        shown(last),
        shown(more)
    )?;
    Ok(())
}

fn shown(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |one| format!("{:+.2} ± {:.2}", one.value, (one.high - one.low) / 2.0))
}

/// One persona and one habit.
struct Game<'a> {
    args: &'a Args,
    ours: &'a Ours,
    script: &'a Script,
}

impl Game<'_> {
    /// Plays all series; what they came to, in their order.
    fn play_all(&self, stop: &AtomicBool, done: impl FnMut(u64)) -> Vec<Series> {
        let worker = || {
            let mut scratch = self.ours.scratch();
            move |number| self.series(number, &mut scratch)
        };
        work::jobs(self.args.series, self.args.threads.into(), stop, worker, done)
    }

    fn series(&self, number: u64, scratch: &mut Scratch) -> Series {
        let seed = Seed(self.args.seed).stream(number);
        let mut halves = [Half::default(); 2];
        // Our own guesses, and what the players after us showed.
        let mut known = [Habits::default(); 3];
        let mut losses = None;
        for hand in 0..HANDS {
            let seed = seed.stream(hand as u64);
            if !self.args.belief {
                halves[hand / HALF].without += self.hand(seed, hand, &[Habits::default(); 3], None, scratch).1;
            }
            let measured = (self.args.belief && hand >= HALF).then_some(&mut losses);
            let (seen, with) = self.hand(seed, hand, &known, measured, scratch);
            halves[hand / HALF].with += with;
            for (known, seen) in known.iter_mut().zip(seen) {
                *known = known.plus(seen);
            }
        }
        Series { halves, seen: known[1].plus(known[2]), losses }
    }

    /// Plays a hand: our own guesses in it, what it showed of the two others, and 1 if ours won; one half where all passed. The losses of
    /// some of its positions are added to `losses`.
    fn hand(
        &self,
        seed: Seed,
        number: usize,
        known: &[Habits; 3],
        mut losses: Option<&mut Option<Sums>>,
        scratch: &mut Scratch,
    ) -> ([Habits; 3], f64) {
        let mut rng = seed.stream(0).rng();
        let deal = dealing::deal(&self.args.ruleset, &mut rng);
        let mut table = Table::new(self.args.ruleset, deal, Chair::ALL[rng.below(3) as usize]);
        // Ours speaks first, second and third by turns.
        let me = Chair::ALL[number % 3];
        let chairs = [me, me.next(), me.next().next()];
        work::play_out(&mut table, |table, view| {
            let chair = view.chair();
            let hand_seed = seed.stream(1 + chair as u64);
            if chair != me {
                return self.script.act(view, hand_seed, scratch);
            }
            let mut habits = [Habits::default(); 3];
            for (chair, known) in chairs.into_iter().zip(known) {
                let seat = table.board().landlord().map(|landlord| chair.seat(landlord).index());
                habits[seat.unwrap_or(chair.index())] = *known;
            }
            if let Some(losses) = losses.as_deref_mut()
                && rng.below(BELIEF_EVERY) == 0
                && let Some(more) = belief_loss::of(view, table, &habits, hand_seed)
            {
                losses.get_or_insert_with(|| Sums::new(more.gains.len())).add(&more);
            }
            self.act(view, hand_seed, habits, scratch)
        });
        let shown = Chair::ALL.map(|chair| table.hand(chair));
        let landlord = (!table.is_auctioned()).then_some(Chair::First);
        let (rules, log) = (&self.args.ruleset, table.log().iter().copied());
        let mut seen = of_hand(rules, landlord, log.clone(), shown);
        seen[me.index()] = guesses_of_hand(rules, landlord, log, shown)[me.index()];
        let seen = chairs.map(|chair| seen[chair.index()]);
        let board = table.board();
        let won = match board.settlement(1).zip(board.landlord()) {
            Some((settled, landlord)) => f64::from(u8::from(me.seat(landlord).side() == settled.winner)),
            None => 0.5,
        };
        (seen, won)
    }

    fn act(&self, view: &View, hand_seed: Seed, habits: [Habits; 3], scratch: &mut Scratch) -> Action {
        let mut halt = halt_after(self.ours.budget_ms);
        let limits = Limits { habits, ..Limits::until(&mut halt) };
        decide_within(view, &self.ours.persona, hand_seed, limits, scratch).expect("it is its turn").action
    }
}
