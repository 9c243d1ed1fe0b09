//! Random actions, and the length of a run.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use rules::{Action, Call, Plays, Raise, Rng, Stage, Table, Trick};

pub(crate) fn is_full() -> bool {
    std::env::var_os("THIRDSEAT_FULL").is_some()
}

pub(crate) fn rounds(quick: u64) -> u64 {
    if is_full() { 10 * quick } else { quick }
}

/// Draws an action that the chair on turn may do. With wild ranks it draws from the frugal list of plays.
pub(crate) fn random_action(table: &Table, plays: &mut Plays, rng: &mut Rng) -> Action {
    let board = table.board();
    match board.stage() {
        Stage::PassOn => Action::PassOn(rng.draw(table.hand(board.turn().unwrap()), 3)),
        Stage::Auction if board.may_open(board.turn().unwrap()) && rng.below(4) == 0 => Action::Show(true),
        Stage::Auction => {
            let options: Vec<Call> = board.bidding().options().collect();
            Action::Call(*rng.pick(&options).unwrap())
        }
        Stage::Doubling => {
            let known: Vec<Raise> =
                Raise::ALL.into_iter().filter(|raise| raise.is_allowed_by(board.rules().doubling())).collect();
            Action::Raise(*rng.pick(&known).unwrap())
        }
        Stage::Showing => Action::Show(rng.below(2) == 0),
        Stage::Play => {
            let course = board.course();
            let plays = plays.fill_frugal(board.rules(), table.hand_of(course.turn()).unwrap(), course.trick());
            let passes = u32::from(course.trick() != Trick::Lead);
            let choice = rng.below(plays.len() as u32 + passes) as usize;
            Action::Play(plays.get(choice).copied())
        }
        stage => panic!("no chair acts at the stage {stage}"),
    }
}
