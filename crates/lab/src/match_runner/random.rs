//! `random`: a player that plays anything legal.

use rules::{Action, PassOn, Plays, Raise, Rng, Stage, Trick, View};

use crate::match_runner::player::Passes;

/// Any legal action of the seat whose turn it is, each as likely as any other.
pub(crate) fn random_action(view: &View, rng: &mut Rng, plays: &mut Plays) -> Action {
    random_action_with(view, Passes::AsAPlay, rng, plays)
}

/// The same for a player that passes so often.
pub(crate) fn random_action_with(view: &View, passes: Passes, rng: &mut Rng, plays: &mut Plays) -> Action {
    match view.board().stage() {
        Stage::PassOn => Action::PassOn(rng.draw(view.hand(), PassOn::CARDS)),
        Stage::Auction => {
            let bidding = view.board().bidding();
            let choice = rng.below(bidding.options().count() as u32) as usize;
            Action::Call(bidding.options().nth(choice).expect("the choice lies among the options"))
        }
        Stage::Doubling => {
            let known = Raise::ALL.iter().filter(|raise| raise.is_known(view.rules().doubling())).count();
            Action::Raise(Raise::ALL[rng.below(known as u32) as usize])
        }
        Stage::Showing => Action::Show(rng.below(2) == 1),
        _ => {
            let plays = plays.fill(view.rules(), view.hand(), view.trick());
            match view.trick() {
                Trick::Lead => Action::Play(rng.pick(plays).copied()),
                Trick::Follow(_) => Action::Play(match passes {
                    // One place more than there are plays: the pass.
                    Passes::AsAPlay => plays.get(rng.below(plays.len() as u32 + 1) as usize).copied(),
                    Passes::Half if rng.below(2) == 0 => None,
                    Passes::Half | Passes::Never => rng.pick(plays).copied(),
                }),
            }
        }
    }
}
