//! The other side: how many cards it has, what it passed on and what it led.

use rules::{Combo, Kind, Played, Seat};

use super::concept::Found;
use super::fact::Part;
use super::scene::{Hold, Look, Scene};

fn who(scene: &Scene, seat: Seat) -> Part {
    Part::Who(scene.who(seat))
}

/// An enemy who has one card, and a lead that it cannot answer with that.
pub(super) fn no_single_to_one(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, enemy) = (look.play?, scene.enemy_with(1)?);
    (play.len() > 1).then(|| Found::one(who(scene, enemy)))
}

/// An enemy who has two cards, and a lead of another kind where a pair was the choice.
pub(super) fn no_pair_to_two(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival, enemy) = (look.play?, rival?.play?, scene.enemy_with(2)?);
    (rival.kind() == Kind::Pair && play.kind() != Kind::Pair).then(|| Found::one(who(scene, enemy)))
}

/// The highest card against an enemy who has one.
pub(super) fn highest_to_one(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, enemy) = (look.play?, scene.enemy_with(1)?);
    let is_highest = play.kind() == Kind::Single
        && scene.rules().order().strongest(scene.hand.ranks()) == Some(play.key())
        && scene.hand.ranks().len() > 1;
    is_highest.then(|| Found::one(who(scene, enemy)))
}

/// An enemy with so few cards is near.
const NEAR: u32 = 5;

/// The standing combo belongs to an enemy who is near.
pub(super) fn stops(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (owner, _) = scene.enemys()?;
    let left = scene.left(owner);
    (left <= NEAR).then(|| Found::two(who(scene, owner), Part::Number(left)))
}

/// The partner has passed on the landlord's combo: after this seat the landlord leads again.
pub(super) fn last_to_answer(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.enemys()?;
    let is_last = scene.me != Seat::Landlord && scene.course().passes() == 1;
    is_last.then(|| Found::one(Part::Cards(standing.cards())))
}

/// Each enemy passed on a lower combo of the kind that was not its own side's.
pub(super) fn passed_before(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|play| !play.is_bomb())?;
    if scene.certain_hold(play) == Hold::Sure {
        return None;
    }
    let mut lowest: Option<Combo> = None;
    for enemy in scene.enemies() {
        let passed = passed_on(scene, enemy, play)?;
        let is_lower = lowest.is_none_or(|known| scene.rules().height(passed) > scene.rules().height(known));
        lowest = if is_lower { Some(passed) } else { lowest };
    }
    // A pass leaves the combo of the partner, which may already be higher than the passed one.
    let is_a_pass = rival.is_some_and(|rival| rival.play.is_none());
    let standing = scene.partners().map(|(_, standing)| standing).filter(|_| is_a_pass);
    let is_lower = |passed: &Combo| {
        let height = |combo: Combo| scene.rules().height(combo);
        standing.is_some_and(|standing| standing.kind() == passed.kind() && height(standing) > height(*passed))
    };
    let lowest = lowest.filter(|passed| !is_lower(passed))?;
    Some(Found::two(Part::Who(scene.enemy_side()), Part::Cards(lowest.cards())))
}

/// The highest combo of the play's kind, lower than it, on which `enemy` passed.
fn passed_on(scene: &Scene, enemy: Seat, play: Combo) -> Option<Combo> {
    let height = |combo: Combo| scene.rules().height(combo);
    let passed = scene.view.plays().filter(|row| row.seat == enemy && row.play.is_none());
    let standing = passed.filter_map(|row| row.standing).filter(|(owner, _)| owner.side() != enemy.side());
    let alike = standing
        .map(|(_, combo)| combo)
        .filter(|combo| combo.kind() == play.kind() && combo.run() == play.run() && height(*combo) < height(play));
    // Of equals the first.
    alike.reduce(|known, combo| if height(combo) > height(known) { combo } else { known })
}

/// The leads so far, and whose they were.
fn leads(scene: &Scene) -> impl Iterator<Item = (Seat, Combo)> {
    scene.view.plays().filter(Played::is_lead).filter_map(|row| Some((row.seat, row.play?)))
}

/// The last lead of `seat`.
pub(super) fn last_lead(scene: &Scene, seat: Seat) -> Option<Combo> {
    leads(scene).filter(|(who, _)| *who == seat).last().map(|(_, combo)| combo)
}

/// The last lead of the other side.
fn enemys_lead(scene: &Scene) -> Option<(Seat, Combo)> {
    leads(scene).filter(|(seat, _)| scene.is_enemy(*seat)).last()
}

/// The rival leads the kind that an enemy led last; the play does not.
pub(super) fn other_kind(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival, (enemy, led)) = (look.play?, rival?.play?, enemys_lead(scene)?);
    let holds = rival.kind() == led.kind() && play.kind() != led.kind();
    holds.then(|| Found::two(Part::Kind(led.kind()), who(scene, enemy)))
}

/// A single to an enemy who has one card, where the hand has equal cards to lead instead.
pub(super) fn feeds_single(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, enemy) = (look.play?, scene.enemy_with(1)?);
    let is_fed = play.kind() == Kind::Single && !scene.hand.at_least(2).is_empty() && !look.rest.is_empty();
    (is_fed && scene.certain_hold(play) == Hold::Open).then(|| Found::one(who(scene, enemy)))
}

pub(super) fn feeds_pair(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, enemy) = (look.play?, scene.enemy_with(2)?);
    let is_fed = play.kind() == Kind::Pair && !look.rest.is_empty() && scene.certain_hold(play) == Hold::Open;
    is_fed.then(|| Found::one(who(scene, enemy)))
}

/// The number of cards at which a pass lets an enemy nearly out.
const NEARLY_OUT: u32 = 4;

/// An enemy who wins the trick by a pass, though the hand has an answer.
fn lets(scene: &Scene, rival: Option<&Look>) -> Option<(Seat, u32)> {
    let (owner, _) = scene.enemys().filter(|_| !scene.partner_answers())?;
    let bombs = rival.is_some_and(|rival| rival.play.is_some_and(Combo::is_bomb));
    scene.answers.iter().find(|answer| bombs || !answer.is_bomb())?;
    Some((owner, scene.left(owner)))
}

pub(super) fn lets_near(scene: &Scene, _: &Look, rival: Option<&Look>) -> Option<Found> {
    let (owner, left) = lets(scene, rival)?;
    (left <= NEARLY_OUT).then(|| Found::two(who(scene, owner), Part::Number(left)))
}

/// No seat is left to answer the enemy, and this seat could have.
pub(super) fn lets_lead(scene: &Scene, _: &Look, rival: Option<&Look>) -> Option<Found> {
    let (owner, left) = lets(scene, rival)?;
    let is_last = scene.course().passes() == 1 && left > NEARLY_OUT;
    is_last.then(|| Found::one(who(scene, owner)))
}
