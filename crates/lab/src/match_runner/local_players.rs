//! Players that decide inside this thread: personas, `random` and `greedy`.

use engine::{Limits, Scratch, decide_within};
use rules::{Action, Plays, Stage};

use super::MatchRunner;
use super::budget::halt_after;
use super::game::{Game, Team};
use super::greedy;
use super::player::{Passes, PlayerKind, random_action_with};

/// The buffers of a thread's local players.
pub(super) struct LocalPlayers {
    /// One for each player, who may have weights of its own.
    scratch: [Scratch; 2],
    plays: Plays,
}

impl LocalPlayers {
    pub(super) fn new(runner: &MatchRunner) -> LocalPlayers {
        LocalPlayers { scratch: Team::ALL.map(|team| runner.player(team).scratch()), plays: Plays::new() }
    }

    /// The action of the player on turn; `None` for a program, which decides outside this thread, and for networks, which decide
    /// about many hands together.
    pub(super) fn action(&mut self, kind: &PlayerKind, game: &Game) -> Option<Action> {
        let chair = game.turn().expect("the hand is not over");
        let view = game.view(chair);
        Some(match kind {
            PlayerKind::Ours(ours) => {
                if let Some(gift) = ours.gift(view, game.turn_seed()) {
                    return Some(gift);
                }
                let seed = game.hand_seed(chair);
                let mut halt = halt_after(ours.budget_ms);
                let limits = Limits::until(&mut halt);
                let scratch = &mut self.scratch[game.team(chair) as usize];
                decide_within(view, &ours.persona, seed, limits, scratch).expect("the chair has the turn").action
            }
            PlayerKind::Greedy if view.board().stage() == Stage::Play => {
                Action::Play(greedy::play(view, &mut game.turn_seed().rng()))
            }
            // `greedy` only plays cards.
            PlayerKind::Greedy => self.random(game),
            PlayerKind::Random(passes) => self.random_with(*passes, game),
            PlayerKind::Command(_) | PlayerKind::Ccga(_) | PlayerKind::Douzero(_) => return None,
        })
    }

    /// A legal action at random, for the seat whose turn it is.
    pub(super) fn random(&mut self, game: &Game) -> Action {
        self.random_with(Passes::AsAPlay, game)
    }

    fn random_with(&mut self, passes: Passes, game: &Game) -> Action {
        let chair = game.turn().expect("the hand is not over");
        random_action_with(game.view(chair), passes, &mut game.turn_seed().rng(), &mut self.plays)
    }
}
