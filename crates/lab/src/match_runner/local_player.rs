//! A player that decides inside this thread: a persona, `random` or `greedy`.

use engine::Scratch;
use engine::opponents::naive;
use rules::{Action, Combo, PassOn, Plays, Raise, Rng, Seed, Stage, Trick, View};

use super::player::{Player, PlayerKind};

#[derive(Default)]
pub(crate) struct LocalPlayer {
    scratch: Scratch,
    plays: Plays,
}

impl LocalPlayer {
    pub(crate) fn of(player: &Player) -> LocalPlayer {
        LocalPlayer { scratch: player.scratch(), plays: Plays::new() }
    }

    /// Returns the action of the player on turn. Personas use the seed of the hand, random choices that of the turn. `None` for
    /// programs and networks, which decide elsewhere.
    pub(crate) fn action(&mut self, kind: &PlayerKind, view: &View, hand: Seed, turn: Seed) -> Option<Action> {
        Some(match kind {
            PlayerKind::Persona(player) => {
                player.decide(view, hand, &mut self.scratch).expect("the chair has the turn").action
            }
            PlayerKind::Greedy if view.board().stage() == Stage::Play => {
                Action::Play(greedy_play(view, &mut turn.rng()))
            }
            // The other actions of `greedy` are random.
            PlayerKind::Greedy | PlayerKind::Random => random_action(view, &mut turn.rng(), &mut self.plays),
            PlayerKind::Command(_) | PlayerKind::Douzero(_) => return None,
        })
    }
}

/// Returns the play of `greedy`; `None` is a pass. It plays as the naive type does, and bombs freely in about half of its turns.
pub(crate) fn greedy_play(view: &View, rng: &mut Rng) -> Option<Combo> {
    naive::play(view.rules(), view.seat()?, view.hand(), view.course().standing(), rng.below(2) == 0)
}

/// Draws a legal action of the chair that has the turn.
pub(crate) fn random_action(view: &View, rng: &mut Rng, plays: &mut Plays) -> Action {
    match view.board().stage() {
        Stage::PassOn => Action::PassOn(rng.draw(view.hand(), PassOn::CARDS)),
        Stage::Auction => {
            let bidding = view.board().bidding();
            let choice = rng.below(bidding.options().count() as u32) as usize;
            Action::Call(bidding.options().nth(choice).expect("the choice lies among the options"))
        }
        Stage::Doubling => {
            let known = Raise::ALL.iter().filter(|raise| raise.is_allowed_by(view.rules().doubling())).count();
            Action::Raise(Raise::ALL[rng.below(known as u32) as usize])
        }
        Stage::Showing => Action::Show(rng.below(2) == 1),
        _ => {
            let plays = plays.fill(view.rules(), view.hand(), view.trick());
            match view.trick() {
                Trick::Lead => Action::Play(rng.pick(plays).copied()),
                // The place after the last play is the pass.
                Trick::Follow(_) => Action::Play(plays.get(rng.below(plays.len() as u32 + 1) as usize).copied()),
            }
        }
    }
}
