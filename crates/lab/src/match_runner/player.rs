//! A player of a match: a persona, `random`, `greedy`, networks or a program. [`Roster`] finds it by text.

mod roster;

use std::fmt;

use anyhow::ensure;
use engine::cases::Cases;
use engine::net::Weights;
use engine::{Decision, Limits, NotMyTurn, Persona, Scratch, decide_within};
use rules::{Seed, View};

pub(crate) use roster::{PersonaArgs, Roster};

use crate::match_runner::douzero::Douzero;
use crate::work::{BudgetMs, halt_after};

/// The key of the time limit for a decision, in a player's text.
const BUDGET_KEY: &str = "budget-ms";

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Player {
    text: String,
    pub(crate) kind: PlayerKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum PlayerKind {
    Persona(Box<PersonaPlayer>),
    /// A player that draws legal actions.
    Random,
    /// See [`crate::match_runner::local_player`].
    Greedy,
    /// A program that speaks the lines of `lab bot`.
    Command(String),
    Douzero(Douzero),
}

/// A persona, its time limit for a decision, and its own data.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PersonaPlayer {
    pub(crate) persona: Persona,
    pub(crate) budget_ms: BudgetMs,
    /// Weights of a file, in place of those of this build.
    pub(crate) weights: Option<Weights>,
    /// Cases of a file, in place of those of this build.
    pub(crate) cases: Option<Cases>,
}

impl From<Persona> for PersonaPlayer {
    fn from(persona: Persona) -> PersonaPlayer {
        PersonaPlayer { persona, budget_ms: None, weights: None, cases: None }
    }
}

impl PersonaPlayer {
    pub(crate) fn decide(&self, view: &View, hand_seed: Seed, scratch: &mut Scratch) -> Result<Decision, NotMyTurn> {
        let mut halt = halt_after(self.budget_ms);
        decide_within(view, &self.persona, hand_seed, Limits::of(&mut halt), scratch)
    }

    pub(crate) fn scratch(&self) -> Scratch {
        let scratch = self.weights.clone().map_or_else(Scratch::new, Scratch::with_weights);
        match &self.cases {
            Some(cases) => scratch.with_cases(cases.clone()),
            None => scratch,
        }
    }
}

impl Player {
    /// Returns a persona that plays under this name.
    pub(crate) fn named(name: impl Into<String>, persona: Persona) -> Player {
        Player { text: name.into(), kind: PlayerKind::Persona(Box::new(persona.into())) }
    }

    /// Returns the player with this budget for a decision, unless it has its own budget. Only personas change.
    pub(crate) fn with_budget(mut self, budget_ms: BudgetMs) -> Player {
        if let (PlayerKind::Persona(player), Some(ms)) = (&mut self.kind, budget_ms)
            && player.budget_ms.is_none()
        {
            player.budget_ms = budget_ms;
            let joint = if self.text.contains(':') { ',' } else { ':' };
            self.text = format!("{}{joint}{BUDGET_KEY}={ms}", self.text);
        }
        self
    }

    pub(crate) fn scratch(&self) -> Scratch {
        match &self.kind {
            PlayerKind::Persona(player) => player.scratch(),
            _ => Scratch::new(),
        }
    }

    fn program(command: &str) -> anyhow::Result<Player> {
        let bare = command.trim();
        let bare = bare.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(bare);
        ensure!(!bare.is_empty(), "cmd: needs a command, as in cmd:\"python3 bot.py\"");
        Ok(Player { text: format!("cmd:\"{bare}\""), kind: PlayerKind::Command(bare.to_owned()) })
    }
}

impl From<Persona> for Player {
    fn from(persona: Persona) -> Player {
        Player::named(persona.name().to_owned(), persona)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
