//! The searches that can be named as players of a match before they are personas: they play cards, and call at
//! random.

use engine::endgame::Limits;
use engine::search::minimax::{DEPTH_MAX, Params, Published, Scratch, Stops, WORLDS_MAX, published, think, uniform};
use engine::{Persona, decide};
use rules::{Combo, Seed, View};

use crate::match_runner::player::{PlayerError, changed};

/// A search with its parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Search {
    /// As published.
    Published(Published),
    /// Ours.
    Minimax(Params),
}

/// The searches by name.
pub(crate) const NAMES: &str = "minimax, minimax-published";

impl Search {
    /// `NAME` or `NAME:key=value,key=value`; `None` when no search has the name.
    pub(crate) fn read(text: &str) -> Option<Result<Search, PlayerError>> {
        let (name, changes) = text.split_once(':').unwrap_or((text, ""));
        let search = match name {
            "minimax-published" => Search::Published(Published::DEFAULT),
            "minimax" => Search::Minimax(Params::DEFAULT),
            _ => return None,
        };
        Some(changed::<u32>(changes).try_fold(search, |search, pair| {
            let (key, value) = pair?;
            search.with(key, value)
        }))
    }

    fn with(mut self, key: &str, value: u32) -> Result<Search, PlayerError> {
        let refused = |name, known: String| PlayerError::SearchNumber { name, key: key.to_owned(), value, known };
        match &mut self {
            Search::Published(params) => match (key, value) {
                ("samples", 1..=1000) => params.samples = value,
                ("depth", 1..=8) => params.depth = value,
                _ => {
                    let known = "samples from 1 to 1000 and depth from 1 to 8";
                    return Err(refused("minimax-published", known.to_owned()));
                }
            },
            Search::Minimax(params) => match (key, value) {
                ("worlds", 1..=WORLDS_MAX) => params.worlds_max = value,
                ("depth", 1..=DEPTH_MAX) => params.depth_max = value,
                ("nodes", 1..) => params.nodes_per_world_max = value.into(),
                ("recognise", 0..=1) => params.optimizations.recognise = value == 1,
                ("bonus", 0..=1_000_000) => params.bonus = value as i32,
                ("merge", 0..=1) => params.optimizations.merge = value == 1,
                _ => {
                    let known = format!(
                        "worlds from 1 to {WORLDS_MAX}, depth from 1 to {DEPTH_MAX}, nodes from 1, \
                         bonus from 0 to 1000000, recognise and merge 0 or 1"
                    );
                    return Err(refused("minimax", known));
                }
            },
        }
        Ok(self)
    }

    /// What it lays, `None` being a pass. Ours prefers what the rule player would do.
    pub(crate) fn play(&self, view: &View, seed: Seed, rules: &mut RulePlayer, scratch: &mut Scratch) -> Option<Combo> {
        let vote = match self {
            Search::Published(params) => published(view, seed, params, Limits::NONE, &mut || false, scratch),
            Search::Minimax(params) => {
                let preferred = rules.play(view, seed);
                let worlds = |index| uniform(view, seed, index);
                let stops = Stops { soft: &mut || false, hard: &mut || false };
                match think(view, &worlds, params, &[preferred], stops, scratch) {
                    // Not one world was finished within its nodes.
                    Err(_) => return preferred,
                    vote => vote,
                }
            }
        };
        vote.expect("only nodes bound it").play()
    }
}

/// Whom a search asks first.
pub(crate) struct RulePlayer {
    persona: Persona,
    scratch: engine::Scratch,
}

impl RulePlayer {
    pub(crate) fn new() -> RulePlayer {
        let persona = Persona::named("rules").expect("the rule player is built in");
        RulePlayer { persona, scratch: engine::Scratch::new() }
    }

    fn play(&mut self, view: &View, seed: Seed) -> Option<Combo> {
        decide(view, &self.persona, seed, &mut self.scratch).expect("it is its turn").play()
    }
}
