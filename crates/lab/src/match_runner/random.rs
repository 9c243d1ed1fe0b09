//! `random`: a player that draws any legal action.

use rules::{Action, PassOn, Plays, Raise, Rng, Stage, Trick, View};

/// Draws any legal action of the seat whose turn it is, each as likely as any other.
pub(crate) fn random_action(view: &View, rng: &mut Rng, plays: &mut Plays) -> Action {
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
                // The place after the last play is the pass.
                Trick::Follow(_) => Action::Play(plays.get(rng.below(plays.len() as u32 + 1) as usize).copied()),
            }
        }
    }
}
