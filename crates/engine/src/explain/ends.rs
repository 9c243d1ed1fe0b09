//! Going out, and what is left to go out with.

use rules::Combo;

use super::concept::Found;
use super::fact::Part;
use super::scene::{Hold, Look, Scene};

pub(super) fn goes_out(_: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    look.rest.is_empty().then_some(Found::NOTHING_TO_NAME)
}

pub(super) fn cannot_answer(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.course().standing()?;
    scene.answers.is_empty().then_some(Found::one(Part::Cards(standing.cards())))
}

/// More turns than a person counts out.
const WIN_TURNS_MAX: u32 = 5;

/// The play cannot be beaten, and neither can all but one of the combos that stay.
pub(super) fn wins_for_sure(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let near = scene.hold_of(look) == Hold::Sure && !look.rest.is_empty() && scene.turns_after(look) < WIN_TURNS_MAX;
    if !near {
        return None;
    }
    let parts = scene.parts_after(look);
    let beatable = parts.iter().filter(|&&part| scene.certain_hold(part) != Hold::Sure).count();
    (beatable <= 1).then(|| Found::one(Part::Number(parts.turns() + 1)))
}

pub(super) fn leaves_one(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    (!look.rest.is_empty() && scene.turns_after(look) == 1).then(|| Found::one(Part::Cards(look.rest)))
}

/// Hands beyond this have too many ways to be laid down for one of them to be the plan.
const WINNERS_CARDS_MAX: u32 = 10;

/// The combos that stay, and the one of them that an enemy may top, if there is at most one.
fn winners(scene: &Scene, look: &Look) -> Option<Option<Combo>> {
    if look.rest.len() > WINNERS_CARDS_MAX || !(2..=WIN_TURNS_MAX).contains(&scene.turns_after(look)) {
        return None;
    }
    let parts = scene.parts_after(look);
    let is_winner = |part: &&Combo| !matches!(scene.certain_hold(**part), Hold::Sure | Hold::ButBombs);
    let mut beatable = parts.iter().filter(is_winner);
    let first = beatable.next().copied();
    (parts.turns() == scene.turns_after(look) && beatable.next().is_none()).then_some(first)
}

pub(super) fn leaves_winners(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    winners(scene, look)?.is_none().then(|| Found::one(Part::Cards(look.rest)))
}

pub(super) fn leaves_winners_and_one(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let small = winners(scene, look)??;
    let others = look.rest.minus(small.cards()).expect("a part of what stays");
    Some(Found::two(Part::Cards(others), Part::Cards(small.cards())))
}

/// The rival wins for sure; the play does not.
pub(super) fn misses_win(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival?;
    wins_for_sure(scene, rival, None).filter(|_| wins_for_sure(scene, look, None).is_none())?;
    Some(Found::one(Part::play(rival.play)))
}

/// The rival leaves one combo; the play leaves more.
pub(super) fn misses_one(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| !rival.rest.is_empty() && scene.turns_after(rival) == 1)?;
    (scene.turns_after(look) > 1).then(|| Found::one(Part::play(rival.play)))
}
