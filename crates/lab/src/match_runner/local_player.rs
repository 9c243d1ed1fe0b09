//! A player that decides inside this thread: a persona, `random` or `greedy`.

use engine::Scratch;
use rules::{Action, Plays, Seed, Stage, View};

use super::greedy;
use super::player::{Player, PlayerKind};
use super::random::random_action;

/// A player that decides inside this thread: its buffers and its own weights.
#[derive(Default)]
pub(crate) struct LocalPlayer {
    scratch: Scratch,
    plays: Plays,
}

impl LocalPlayer {
    /// Makes buffers that hold the player's own weights, if it has some.
    pub(crate) fn of(player: &Player) -> LocalPlayer {
        LocalPlayer { scratch: player.scratch(), plays: Plays::new() }
    }

    /// Returns the action of the player on turn. Personas use the seed of the hand, random choices that of the turn. `None` for a
    /// program, which decides outside this thread, and for networks, which decide many hands together.
    pub(crate) fn action(&mut self, kind: &PlayerKind, view: &View, hand: Seed, turn: Seed) -> Option<Action> {
        Some(match kind {
            PlayerKind::Ours(ours) => {
                ours.decide(view, hand, &mut self.scratch).expect("the chair has the turn").action
            }
            PlayerKind::Greedy if view.board().stage() == Stage::Play => {
                Action::Play(greedy::play(view, &mut turn.rng()))
            }
            // `greedy` only plays cards.
            PlayerKind::Greedy | PlayerKind::Random => random_action(view, &mut turn.rng(), &mut self.plays),
            PlayerKind::Command(_) | PlayerKind::Douzero(_) => return None,
        })
    }
}
