//! A player that decides inside this thread: a persona, `random` or `greedy`.

use engine::Scratch;
use engine::opponents::naive;
use rules::{Action, Combo, Plays, Rng, Seed, Stage, View};

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
            PlayerKind::Greedy if view.board().stage() == Stage::Play => Action::Play(greedy(view, &mut turn.rng())),
            // `greedy` only plays cards.
            PlayerKind::Greedy | PlayerKind::Random => random_action(view, &mut turn.rng(), &mut self.plays),
            PlayerKind::Command(_) | PlayerKind::Douzero(_) => return None,
        })
    }
}

/// Returns the play of `greedy`; `None` is a pass. It is a simple player to spar with, which plays as the naive type does and bombs every
/// other time it can. Many public rule players are of this kind, so tuning against it carries over.
pub(crate) fn greedy(view: &View, rng: &mut Rng) -> Option<Combo> {
    naive::play(view.rules(), view.seat()?, view.hand(), view.course().standing(), rng.below(2) == 0)
}
