//! The other peasant: its tricks, its turns, and the cards that it has left.

use rules::{Combo, Kind, Rank, Seat};

use super::enemy::{self, last_lead};
use super::part::{Part, Parts};
use super::scene::{Hold, PlayFacts, Scene};

/// The most cards of a partner who is nearly out.
const NEARLY_OUT_CARDS: u32 = 3;

/// Applies to a single or pair on which the partner, who plays next, can go out with any higher one, if the other play is no such lead.
pub(super) fn feeds_partner(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let partner = scene.me.partner().filter(|partner| scene.is_lead() && scene.me.next() == *partner)?;
    let left = scene.left(partner);
    let feeds = |facts: &PlayFacts| {
        facts.play.is_some_and(|play| matches!((play.kind(), left), (Kind::Single, 1) | (Kind::Pair, 2)))
    };
    (feeds(better) && !feeds(other)).then_some([Part::Number(left), Part::None, Part::None])
}

/// Returns the partner's combo, if the better choice is a pass and the other one goes over it without going out. `None` for a
/// peasant before the landlord who is left with one combo: then a higher play is right.
fn partner_combo_left(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<(Seat, Combo)> {
    let goes_soon = is_before_landlord(scene) && scene.is_one_combo(other.rest);
    let is_taken = better.play.is_none() && !other.rest.is_empty() && !goes_soon;
    scene.partner_standing().filter(|_| is_taken)
}

pub(super) fn partner_nearly_out(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let left = scene.left(partner_combo_left(scene, better, other)?.0);
    (left <= NEARLY_OUT_CARDS).then_some([Part::Number(left), Part::None, Part::None])
}

/// True if the landlord plays next and may beat the partner's combo: a low one, or any one while he is near going out.
fn is_beatable(scene: &Scene, standing: Combo) -> bool {
    let is_low = scene.is_below(standing.key(), Rank::KING) || scene.left(Seat::Landlord) <= enemy::NEAR_OUT_CARDS;
    is_low && is_before_landlord(scene) && scene.certain_hold(standing) == Hold::Open
}

/// Applies to a combo of the partner that holds well enough, or that the other play beats with a bomb or with low cards, which stop no
/// landlord.
pub(super) fn partner_holds_trick(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (_, standing) = partner_combo_left(scene, better, other)?;
    let is_in_vain = other.play.is_some_and(|play| play.is_bomb() || scene.is_below(play.key(), Rank::TEN));
    (is_in_vain || !is_beatable(scene, standing)).then(|| [Part::Cards(standing.cards()), Part::None, Part::None])
}

pub(super) fn raises_partner(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let is_raised = other.play.is_none() && better.play.is_some_and(|play| !play.is_bomb());
    let (_, standing) = scene.partner_standing().filter(|(_, standing)| is_raised && is_beatable(scene, *standing))?;
    Some([Part::Cards(standing.cards()), Part::None, Part::None])
}

fn combo_left_for_partner(scene: &Scene) -> Option<Combo> {
    scene.enemy_standing().filter(|_| scene.partner_may_answer()).map(|(_, standing)| standing)
}

pub(super) fn leaves_to_partner(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let standing = combo_left_for_partner(scene).filter(|_| better.play.is_none() && other.play.is_some())?;
    Some([Part::Cards(standing.cards()), Part::None, Part::None])
}

pub(super) fn spares_partner(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    leaves_to_partner(scene, other, better)
}

/// The most cards of a partner whose own kind counts.
const OWN_KIND_CARDS_MAX: u32 = 8;

pub(super) fn partners_kind(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let partner = scene.me.partner().filter(|_| scene.is_lead())?;
    let (kind, left) = (last_lead(scene, partner)?.kind(), scene.left(partner));
    let is_of_kind = |facts: &PlayFacts| facts.play.is_some_and(|play| play.kind() == kind);
    let differ = is_of_kind(better) && !is_of_kind(other) && scene.hold_of(other) == Hold::Open;
    (differ && left <= OWN_KIND_CARDS_MAX).then_some([Part::Kind(kind), Part::Number(left), Part::None])
}

/// True if the landlord plays next and has not passed, and the standing combo is not his.
pub(super) fn is_before_landlord(scene: &Scene) -> bool {
    scene.me.next() == Seat::Landlord && scene.course().passes() == 0 && scene.enemy_standing().is_none()
}
