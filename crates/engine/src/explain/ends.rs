//! Going out, and what is left to go out with.

use rules::Combo;

use super::concept::Found;
use super::fact::{COMBOS_MAX, Combos, Part};
use super::scene::{Hold, Look, Scene};
use crate::hand::split::Partition;

pub(super) fn goes_out(_: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    look.rest.is_empty().then_some(Found::NOTHING_TO_NAME)
}

pub(super) fn cannot_answer(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.course().standing()?;
    scene.answers.is_empty().then_some(Found::one(Part::Cards(standing.cards())))
}

/// More turns than a person counts out.
const WIN_TURNS_MAX: u32 = COMBOS_MAX as u32;

pub(super) fn wins_for_sure(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    wins_but_for(scene, look, &[Hold::Sure]).map(|turns| Found::one(Part::Number(turns)))
}

/// The turns in which a play and the combos that it leaves go out, whatever the enemies hold: combos that stand as in `tops` win the
/// lead, one combo may go last, and each other one has a top of its kind that wins the lead back.
pub(super) fn wins_but_for(scene: &Scene, look: &Look, tops: &[Hold]) -> Option<u32> {
    let play = look.play.filter(|_| !look.rest.is_empty() && scene.turns_after(look) < WIN_TURNS_MAX)?;
    let is_top = |combo: Combo| tops.contains(&scene.certain_hold(combo));
    let parts = scene.parts_after(look);
    let mut open = parts.iter().copied().filter(|&part| !is_top(part));
    let waiting = if is_top(play) { open.next() } else { Some(play) };
    let wins = match (waiting, open.next(), open.next()) {
        // The only one goes last.
        (None, ..) => true,
        (Some(_), None, _) if is_top(play) => true,
        // One of two goes last, and the other one needs a return.
        (Some(one), last, None) => {
            let needs = [Some(one), last.filter(|_| is_top(play))];
            needs.into_iter().flatten().any(|combo| returns(scene, combo, parts, &is_top))
        }
        _ => false,
    };
    wins.then(|| parts.turns() + 1)
}

/// True if one of the combos wins the lead back from any answer to `open`, and no enemy goes out with that answer.
fn returns(scene: &Scene, open: Combo, parts: &Partition, is_top: &dyn Fn(Combo) -> bool) -> bool {
    let is_answered_in_kind = scene.profile.answers_in_kind() && !scene.may_be_bombed(open);
    let is_far = scene.enemies().all(|seat| scene.left(seat) > open.len());
    // An answer of the same height would stand.
    let is_alone = |top: Combo| scene.unseen.count(top.key()) < top.kind().shape().body;
    let is_return = |top: Combo| {
        let is_bare = top.run() == 1 && top.wings().is_empty() && !top.is_bomb();
        is_bare && top.kind() == open.kind() && is_alone(top) && is_top(top)
    };
    is_answered_in_kind && is_far && parts.iter().any(|&top| is_return(top))
}

pub(super) fn leaves_one(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    (!look.rest.is_empty() && scene.turns_after(look) == 1).then(|| Found::one(Part::Cards(look.rest)))
}

/// Hands beyond this have too many ways to be laid down for one of them to be the plan.
const WINNERS_CARDS_MAX: u32 = 10;

/// The combos that stay and are the highest of their kind, and the one of them that an enemy may top, if there is at most one.
fn winners(scene: &Scene, look: &Look) -> Option<(Part, Option<Combo>)> {
    if look.rest.len() > WINNERS_CARDS_MAX || !(2..=WIN_TURNS_MAX).contains(&scene.turns_after(look)) {
        return None;
    }
    let parts = scene.parts_after(look);
    let is_open = |part: &Combo| scene.certain_hold(*part) == Hold::Open;
    let mut open = parts.iter().copied().filter(is_open);
    let first = open.next();
    let tops = Combos::of(parts.iter().copied().filter(|part| !is_open(part)))?;
    (parts.turns() == scene.turns_after(look) && open.next().is_none()).then_some((Part::Combos(tops), first))
}

pub(super) fn leaves_winners(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (tops, open) = winners(scene, look)?;
    open.is_none().then(|| Found::one(tops))
}

pub(super) fn leaves_winners_and_one(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (tops, open) = winners(scene, look)?;
    Some(Found::two(tops, Part::Cards(open?.cards())))
}

/// The rival wins for sure; the play does not.
pub(super) fn misses_win(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    // With a pass the trick is the partner's, and the win may stay.
    let rival = rival.filter(|_| look.play.is_some() || scene.partners().is_none())?;
    wins_for_sure(scene, rival, None).filter(|_| wins_for_sure(scene, look, None).is_none())?;
    Some(Found::one(Part::play(rival.play)))
}

/// The rival leaves one combo; the play leaves more.
pub(super) fn misses_one(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| !rival.rest.is_empty() && scene.turns_after(rival) == 1)?;
    (scene.turns_after(look) > 1).then(|| Found::one(Part::play(rival.play)))
}
