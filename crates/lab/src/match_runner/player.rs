//! A player of a match: a persona, `random`, `greedy`, networks or a program. [`Roster`] finds it by text.

mod roster;

use std::fmt;
use std::iter::repeat_n;

use engine::cases::Cases;
use engine::net::Weights;
use engine::{Decision, Limits, NotMyTurn, Persona, Scratch, decide_within};
use rules::{Action, PassOn, Rank, Seed, Stage, View};

pub(crate) use roster::{PersonaArgs, PlayerError, Roster};

use crate::match_runner::budget::{BudgetMs, halt_after};
use crate::match_runner::douzero::Douzero;

/// The key that bounds a player's thinking, among the numbers of its persona.
const BUDGET: &str = "budget-ms";

/// A player of a match: what it was called, and what it is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Player {
    text: String,
    pub(crate) kind: PlayerKind,
}

/// The sorts of players.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PlayerKind {
    /// One of ours.
    Ours(Box<Ours>),
    /// Every legal play is as likely as any other.
    Random(Passes),
    /// See [`crate::match_runner::greedy`].
    Greedy,
    /// A program that speaks the lines of `lab bridge bot`.
    Command(String),
    /// A program that speaks the CCGA line protocol.
    Ccga(String),
    /// DouZero's networks, inside this process.
    Douzero(Douzero),
}

/// Rate at which a random player passes where it could play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Passes {
    /// As often as it makes any other play
    AsAPlay,
    /// Every second time
    Half,
    /// Never
    Never,
}

impl Passes {
    const ALL: [Passes; 3] = [Passes::AsAPlay, Passes::Half, Passes::Never];

    /// The name in options.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Passes::AsAPlay => "as-a-play",
            Passes::Half => "half",
            Passes::Never => "never",
        }
    }

    /// The name of the player.
    pub(crate) const fn player(self) -> &'static str {
        match self {
            Passes::AsAPlay => "random",
            Passes::Half => "random:passes=half",
            Passes::Never => "random:passes=never",
        }
    }
}

impl fmt::Display for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cards that a persona passes on where cards are passed on before the auction. All but the first are there to be measured against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Gives {
    /// The engine's choice.
    #[default]
    Best,
    /// The three lowest cards.
    Lowest,
    /// Any three.
    Random,
}

impl Gives {
    const NAMES: [(&'static str, Gives); 3] =
        [("best", Gives::Best), ("lowest", Gives::Lowest), ("random", Gives::Random)];
}

/// A persona, and how long it may think about a decision.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ours {
    pub(crate) persona: Persona,
    pub(crate) budget_ms: BudgetMs,
    /// A file of other weights than those that came with this build.
    pub(crate) weights: Option<Weights>,
    /// A file of another tree of cases than that which came with this build.
    pub(crate) cases: Option<Cases>,
    pub(crate) gives: Gives,
}

impl Ours {
    /// The cards that it passes on, where that is not the engine's choice.
    pub(crate) fn gift(&self, view: &View, turn: Seed) -> Option<Action> {
        if view.board().stage() != Stage::PassOn {
            return None;
        }
        match self.gives {
            Gives::Best => None,
            Gives::Lowest => {
                let cards = Rank::all().flat_map(|rank| repeat_n(rank, usize::from(view.hand().count(rank))));
                Some(Action::PassOn(cards.take(PassOn::CARDS as usize).collect()))
            }
            Gives::Random => Some(Action::PassOn(turn.rng().draw(view.hand(), PassOn::CARDS))),
        }
    }

    /// Its decision within its budget.
    pub(crate) fn decide(&self, view: &View, hand_seed: Seed, scratch: &mut Scratch) -> Result<Decision, NotMyTurn> {
        let mut halt = halt_after(self.budget_ms);
        decide_within(view, &self.persona, hand_seed, Limits::until(&mut halt), scratch)
    }

    /// Buffers to think with.
    pub(crate) fn scratch(&self) -> Scratch {
        let scratch = self.weights.clone().map_or_else(Scratch::new, Scratch::with);
        match &self.cases {
            Some(cases) => scratch.with_cases(cases.clone()),
            None => scratch,
        }
    }
}

impl Player {
    /// A persona that plays under another name.
    pub(crate) fn named(name: impl Into<String>, persona: Persona) -> Player {
        Player {
            text: name.into(),
            kind: PlayerKind::Ours(Box::new(Ours {
                persona,
                budget_ms: None,
                weights: None,
                cases: None,
                gives: Gives::Best,
            })),
        }
    }

    /// The same player, which may think so long about a decision unless it has a budget of its own. Players that do
    /// not think, and programs, are what they were.
    pub(crate) fn within(mut self, budget_ms: BudgetMs) -> Player {
        if let (PlayerKind::Ours(ours), Some(ms)) = (&mut self.kind, budget_ms)
            && ours.budget_ms.is_none()
        {
            ours.budget_ms = budget_ms;
            let joint = if self.text.contains(':') { ',' } else { ':' };
            self.text = format!("{}{joint}{BUDGET}={ms}", self.text);
        }
        self
    }

    /// Buffers to think with, by its own weights if it has some.
    pub(crate) fn scratch(&self) -> Scratch {
        match &self.kind {
            PlayerKind::Ours(ours) => ours.scratch(),
            _ => Scratch::new(),
        }
    }

    /// A program.
    pub(crate) fn program(command: &str) -> Result<Player, PlayerError> {
        Player::started("cmd", command, PlayerKind::Command)
    }

    /// A player of a sort.
    pub(crate) fn of(text: &str, kind: PlayerKind) -> Player {
        Player { text: text.to_owned(), kind }
    }

    fn started(prefix: &'static str, command: &str, kind: fn(String) -> PlayerKind) -> Result<Player, PlayerError> {
        let bare = command.trim();
        let bare = bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(bare);
        if bare.is_empty() {
            return Err(PlayerError::NoCommand { prefix });
        }
        Ok(Player { text: format!("{prefix}:\"{bare}\""), kind: kind(bare.to_owned()) })
    }
}

impl From<Persona> for Player {
    /// A persona that plays under its own name.
    fn from(persona: Persona) -> Player {
        Player::named(persona.name().to_owned(), persona)
    }
}

/// As it was called.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
