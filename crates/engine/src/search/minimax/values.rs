//! What a tree makes of one world, play by play: for tests and measurements.

use rules::{Combo, Hand, Ranks, Seat, Side, Trick, View};

use super::leaf::Leaf;
use super::tree::{Optimizations, Tree};
use super::{NODES_PER_ASKING, Scratch};
use crate::endgame::{Choice, Limits, Meter};
use crate::game_state::GameState;

/// What each play is worth to the landlord in one world, searched to a depth with the fitted leaf, and how many nodes that
/// took.
///
/// # Panics
/// When it is not the turn of the one who looks.
pub fn values(
    view: &View,
    hands: [Hand; 3],
    depth: u32,
    optimizations: Optimizations,
    scratch: &mut Scratch,
) -> (Vec<(Option<Combo>, i32)>, u64) {
    assert!(view.is_my_turn(), "it is not this seat's turn");
    let me = view.seat().expect("who plays has a seat");
    scratch.list(view);
    scratch.turn_to(view.rules());
    let choice = optimizations.merge.then(|| choice(view));
    let root = GameState::new(hands, me, view.course().standing());
    let Scratch { candidates, tree: stack, table, hand_values, .. } = scratch;
    stack.clear();
    let leaf = Leaf { rules: view.rules(), hand_values, recognises: optimizations.recognise };
    let halt = &mut || false;
    let meter = Meter::asking_every(NODES_PER_ASKING, Limits::NONE, halt);
    let mut tree = Tree { optimizations, leaf, table, stack, meter };
    let keeps = |play: &Option<Combo>| match (&choice, play) {
        (Some(choice), Some(combo)) => choice.keeps(*combo),
        _ => true,
    };
    let kept = candidates.iter().copied().filter(keeps);
    let value = |play| (play, tree.after(&root, play, depth - 1).expect("nothing stops it"));
    let values = kept.map(value).collect();
    (values, tree.meter.nodes())
}

/// What differs in an irrelevant kicker only, in whatever world: all that is unseen may lie with an enemy or a partner.
fn choice(view: &View) -> Choice {
    let unseen = view.unseen();
    let is_alone = view.seat().map(Seat::side) == Some(Side::Landlord);
    let partner = if is_alone { Hand::EMPTY } else { unseen };
    let answers = match view.trick() {
        Trick::Lead => Ranks::ALL,
        Trick::Follow(combo) => Ranks::printed_above(combo.key()),
    };
    Choice::new(view.rules(), view.hand(), &[unseen], partner, answers)
}
