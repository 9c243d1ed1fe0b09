//! Players that decide inside this thread: personas, `random`, `greedy` and the searches.

use engine::{Limits, Scratch, decide_within};
use rules::{Action, Plays, Stage};

use super::MatchRunner;
use super::budget::halt_after;
use super::game::{Game, Team};
use super::greedy;
use super::minimax::RulePlayer;
use super::player::{PlayerKind, random_action};

/// The buffers of a thread's local players.
pub(super) struct LocalPlayers {
    /// One for each player, who may have weights of its own.
    scratch: [Scratch; 2],
    rules: RulePlayer,
    minimax: engine::search::minimax::Scratch,
    plays: Plays,
}

impl LocalPlayers {
    pub(super) fn new(runner: &MatchRunner) -> LocalPlayers {
        LocalPlayers {
            scratch: Team::ALL.map(|team| runner.player(team).scratch()),
            rules: RulePlayer::new(),
            minimax: engine::search::minimax::Scratch::new(),
            plays: Plays::new(),
        }
    }

    /// What the player whose turn it is does; `None` for a program, which decides outside this thread.
    pub(super) fn action(&mut self, kind: &PlayerKind, game: &Game) -> Option<Action> {
        let chair = game.turn().expect("the hand is not over");
        let view = game.view(chair);
        Some(match kind {
            PlayerKind::Ours(ours) => {
                let seed = game.hand_seed(chair);
                let mut halt = halt_after(ours.budget_ms);
                let limits = Limits::until(&mut halt);
                let scratch = &mut self.scratch[game.team(chair) as usize];
                decide_within(view, &ours.persona, seed, limits, scratch).expect("the chair has the turn").action
            }
            PlayerKind::Greedy if view.board().stage() == Stage::Play => {
                Action::Play(greedy::play(view, &mut game.turn_seed().rng()))
            }
            PlayerKind::Search(search) if view.board().stage() == Stage::Play => {
                Action::Play(search.play(view, game.turn_seed(), &mut self.rules, &mut self.minimax))
            }
            // The searches and `greedy` only play cards.
            PlayerKind::Random | PlayerKind::Greedy | PlayerKind::Search(_) => self.random(game),
            PlayerKind::Command(_) | PlayerKind::Ccga(_) => return None,
        })
    }

    /// A legal action at random, for the seat whose turn it is.
    pub(super) fn random(&mut self, game: &Game) -> Action {
        let chair = game.turn().expect("the hand is not over");
        random_action(game.view(chair), &mut game.turn_seed().rng(), &mut self.plays)
    }
}
