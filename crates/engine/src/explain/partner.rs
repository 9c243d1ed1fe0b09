//! The other peasant: whose trick it is, who is nearly out.

use rules::{Combo, Kind, Seat};

use super::concept::Found;
use super::enemy::last_lead;
use super::fact::Part;
use super::scene::{Hold, Look, Scene};

/// A partner with so few cards is nearly out.
const NEAR: u32 = 3;

/// The next to play is the partner, and goes out on any card or pair that is higher.
pub(super) fn feeds(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, partner) = (look.play?, scene.me.partner()?);
    let left = scene.left(partner);
    let fits = matches!((play.kind(), left), (Kind::Single, 1) | (Kind::Pair, 2));
    (fits && scene.me.next() == partner).then(|| Found::one(Part::Number(left)))
}

/// The landlord has passed on the partner's combo.
pub(super) fn keeps_lead(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.partners()?;
    (scene.course().passes() == 1).then(|| Found::one(Part::Cards(standing.cards())))
}

/// The landlord plays after this seat and cannot beat the partner's combo.
pub(super) fn cannot_be_beaten(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.partners().filter(|_| scene.course().passes() == 0)?;
    (scene.certain_hold(standing) == Hold::Sure).then(|| Found::one(Part::Cards(standing.cards())))
}

pub(super) fn nearly_out(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (owner, _) = scene.partners()?;
    let left = scene.left(owner);
    (left <= NEAR).then(|| Found::one(Part::Number(left)))
}

/// Deals of 100 in which the landlord lets a partner's combo stand that is worth leaving alone: a low one is given away.
const FAIRLY_HELD: u32 = 25;

/// The landlord has passed on the partner's combo or hardly beats it: a pass leaves the trick to the partner.
fn has_trick(scene: &Scene, standing: Combo) -> bool {
    scene.course().passes() == 1 || scene.hold(standing) != Hold::Open
}

pub(super) fn holds_trick(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.partners()?;
    let stands = has_trick(scene, standing) || scene.held(standing) >= FAIRLY_HELD;
    stands.then(|| Found::one(Part::Cards(standing.cards())))
}

/// The landlord plays next, and would have an easy answer.
pub(super) fn raises(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, (_, standing)) = (look.play?, scene.partners()?);
    let is_before = scene.me.next() == Seat::Landlord && scene.course().passes() == 0;
    (is_before && !play.is_bomb()).then(|| Found::one(Part::Cards(standing.cards())))
}

/// So few turns are left that the lead is better here than with the partner.
const TURNS_TO_RELIEVE_MAX: u32 = 2;

pub(super) fn relieves(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    scene.partners()?;
    let turns = scene.turns_after(look);
    (!look.rest.is_empty() && turns <= TURNS_TO_RELIEVE_MAX).then(|| Found::one(Part::Number(turns)))
}

/// The partner led this kind last.
pub(super) fn same_kind(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (partner, kind) = (scene.me.partner()?, look.play?.kind());
    (last_lead(scene, partner)?.kind() == kind).then(|| Found::one(Part::Kind(kind)))
}

fn over_partner(scene: &Scene, look: &Look) -> Option<Combo> {
    let (_, standing) = scene.partners().filter(|_| !look.rest.is_empty())?;
    Some(standing)
}

/// The partner had the trick: the landlord has passed on it or hardly beats it, and a pass would leave it there.
pub(super) fn covers(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let standing = over_partner(scene, look).filter(|_| look.play.is_some_and(|play| !play.is_bomb()))?;
    let had_it = has_trick(scene, standing);
    let is_left = rival.is_none_or(|rival| rival.play.is_none());
    // The last combo goes out with the lead.
    let goes_on = !scene.reads_as_one(look.rest);
    (had_it && is_left && goes_on).then(|| Found::one(Part::Cards(standing.cards())))
}

pub(super) fn bombs(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let standing = over_partner(scene, look).filter(|_| look.play.is_some_and(Combo::is_bomb))?;
    Some(Found::one(Part::Cards(standing.cards())))
}

/// True if the landlord plays next, and what stands is no combo of his.
pub(super) fn is_before_landlord(scene: &Scene) -> bool {
    scene.me.next() == Seat::Landlord && scene.course().passes() == 0 && scene.enemys().is_none()
}
