//! `lab levels`: the mean grades of each strength by role, from which the engine estimates a player's level; and the estimated levels of
//! other players.

mod estimate;
mod rows;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use engine::level::Grades;
use engine::{Persona, Scratch, decide, grade};
use rules::{Action, Chair, Ruleset, Seed, Table, View};

use crate::match_runner::dealing;
use crate::match_runner::local_player::LocalPlayer;
use crate::match_runner::player::{PersonaArgs, Player, PlayerKind};
use crate::protocols::program_process::ProgramProcess;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Players to estimate, each as NAME or NAME@STRENGTH with the strength that plays even with it
    players: Vec<String>,
    /// The number of hands that each strength or player plays
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(20..=1_000_000))]
    hands: u32,
    /// The number of hands that are known of a player when its level is estimated
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(3..=80))]
    known: u32,
    /// Fixes the deals and every random choice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
    #[command(flatten)]
    personas: PersonaArgs,
    /// Write the rows of the ruleset's family into this file, and estimate nothing
    #[arg(long, value_name = "FILE", conflicts_with = "players", required_unless_present = "players")]
    rows: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    match &args.rows {
        Some(file) => rows::write(args, file),
        None => estimate::run(args, out),
    }
}

/// The strengths of the other players at the table: none searches.
const BESIDE: [i32; 5] = [10, 30, 50, 65, 80];

/// Returns a persona of a strength.
fn at_strength(strength: i32) -> Persona {
    Persona::named("casual").expect("a built-in row").with("strength", strength).expect("within its range")
}

/// The longest that a program may think about a play.
const REPLY_LIMIT: Duration = Duration::from_secs(10);

/// Returns the grades of a player's choices, hand by hand, among players of drawn strengths.
fn graded(args: &Args, player: &Player, hands: u32, stream: u64) -> anyhow::Result<Vec<Grades>> {
    let program = match &player.kind {
        PlayerKind::Command(command) => Some(ProgramProcess::start(command, REPLY_LIMIT)?),
        _ => None,
    };
    let mut table = Beside {
        others: BESIDE.map(at_strength),
        theirs: Scratch::new(),
        mine: LocalPlayer::of(player),
        program,
        plays: rules::Plays::new(),
    };
    let seed = Seed(args.seed).stream(stream);
    (0..hands).map(|hand| table.hand(args, player, seed.stream(u64::from(hand)))).collect()
}

struct Beside {
    others: [Persona; BESIDE.len()],
    theirs: Scratch,
    mine: LocalPlayer,
    program: Option<ProgramProcess>,
    /// The buffer of plays for networks.
    plays: rules::Plays,
}

impl Beside {
    fn hand(&mut self, args: &Args, player: &Player, seed: Seed) -> anyhow::Result<Grades> {
        let mut rng = seed.rng();
        let me = Chair::ALL[rng.below(3) as usize];
        let sitting = Chair::ALL.map(|_| rng.below(BESIDE.len() as u32) as usize);
        let mut table = Table::seated(args.ruleset, dealing::deal(&args.ruleset, &mut rng));
        let mut choices = Vec::new();
        let mut asked = 0;
        while let Some(chair) = table.board().turn() {
            let view = table.view(chair);
            let action = if chair == me {
                asked += 1;
                let action = self.action(player, &view, seed.stream(choices.len() as u64), asked)?;
                if let Action::Play(play) = action {
                    choices.extend(grade(&view, play, &mut self.theirs));
                }
                action
            } else {
                let other = &self.others[sitting[chair.index()]];
                decide(&view, other, seed.stream(100 + chair.index() as u64), &mut self.theirs)?.action
            };
            table.act(action)?;
        }
        Ok(Grades::of_hand(me == Chair::First, choices.into_iter()))
    }

    fn action(&mut self, player: &Player, view: &View, seed: Seed, asked: u64) -> anyhow::Result<Action> {
        Ok(match (&player.kind, &mut self.program) {
            (PlayerKind::Douzero(networks), _) => Action::Play(networks.play(view, &mut self.plays)),
            (_, Some(program)) => Action::Play(program.ask(asked, view.seat().expect("there is a landlord"), view)?),
            (kind, None) => self.mine.action(kind, view, seed, seed).expect("it decides here"),
        })
    }
}
