//! Faults that are no merit the other way round: a play that gives something away, beside one that does not.

use rules::{Combo, Hand, Kind, Rank, Ranks, Seat};

use super::beating;
use super::concept::Found;
use super::enemy::last_lead;
use super::fact::Part;
use super::scene::{Hold, Look, Scene};

/// The cards of equal ranks that beat a single, pair or triple and may lie with an enemy, where some enemy has enough cards.
fn above(scene: &Scene, play: Combo) -> Ranks {
    let is_plain = matches!(play.kind(), Kind::Single | Kind::Pair | Kind::Triple) && scene.is_answered_in_kind(play);
    if !is_plain || scene.enemies().all(|seat| scene.left(seat) < play.len()) {
        return Ranks::NONE;
    }
    scene.groups_against(play.kind().shape().body).and(scene.rules().above(play))
}

/// An enemy has as many cards as the play, and may hold a higher one of its kind.
pub(super) fn may_go_out(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|_| !look.rest.is_empty())?;
    // A pass would leave the partner's lower combo to the same enemy.
    let is_passed = rival.is_some_and(|rival| rival.play.is_none());
    if is_passed && scene.partners().is_some() && scene.course().passes() == 0 {
        return None;
    }
    let copies = play.kind().shape().body;
    let groups = above(scene, play).and(scene.against.at_least(copies));
    let may_hold = |seat: Seat| {
        let known = scene.view.known(seat);
        let fits = |rank: Rank| Hand::of(rank, copies).is_some_and(|group| group.contains(known));
        scene.left(seat) == play.len() && groups.into_iter().any(fits)
    };
    let enemy = scene.enemies().find(|&seat| may_hold(seat))?;
    Some(Found::two(Part::Who(scene.who(enemy)), Part::Number(play.len())))
}

/// Ranks above a play, more than above its rival, from which it is clearly easier to beat.
const CLEARLY_MORE: u32 = 2;

/// A player with so few cards is near.
const NEAR: u32 = 6;

/// Few unseen combos beat the rival, clearly more the play.
pub(super) fn easily_beaten(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival) = (look.play.filter(|_| scene.hold_of(look) == Hold::Open)?, rival?);
    let few = beating::few_above(scene, rival, None)?;
    let Part::Combos(tops) = few.parts[0] else { return None };
    let is_clear = above(scene, play).len() >= tops.iter().count() as u32 + CLEARLY_MORE;
    let is_free = scene.turns_after(rival) <= scene.turns_after(look);
    // A high card is worth its place in the hand unless an enemy is near.
    let is_alike = rival.play.is_some_and(|rival| rival.kind() == play.kind());
    let is_due = !is_alike || scene.enemies().any(|seat| scene.left(seat) <= NEAR);
    (is_clear && is_free && is_due).then(|| Found::two(Part::play(rival.play), few.parts[0]))
}

/// Ranks between what stands and its answer from which the answer is dear.
pub(super) const DEAR: usize = 4;

/// More turns than a hand that begins with its winners has.
pub(super) const EARLY: u32 = 3;

/// A partner with so few cards wants its own kind.
const SOME_CARDS: u32 = 8;

/// The rival leads what the partner, who has few cards, led last, and the play may lose the lead.
pub(super) fn not_partners_kind(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival, partner) = (look.play?, rival?.play?, scene.me.partner()?);
    let (led, left) = (last_lead(scene, partner)?.kind(), scene.left(partner));
    let is_open = scene.hold_of(look) == Hold::Open && left <= SOME_CARDS;
    (is_open && rival.kind() == led && play.kind() != led).then(|| Found::two(Part::Kind(led), Part::Number(left)))
}

/// The partner's combo can be beaten, and the landlord plays next. A high one is left alone, unless the landlord is near.
pub(super) fn leaves_partner(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.partners()?;
    let is_low = scene.is_below(standing.key(), Rank::KING) || scene.left(Seat::Landlord) <= NEAR;
    let is_open = is_low && scene.me.next() == Seat::Landlord && scene.course().passes() == 0;
    scene.answers.first()?;
    (is_open && scene.certain_hold(standing) == Hold::Open).then(|| Found::one(Part::Cards(standing.cards())))
}
