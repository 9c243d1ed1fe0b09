//! The order in which the cards of a hand go: low ones first, high ones later, low ones along with others.

use rules::{Combo, Hand, Ranks};

use super::concept::Found;
use super::fact::Part;
use super::faults::{DEAR, EARLY};
use super::own::{SOME_TURNS, is_small};
use super::partner::is_before_landlord;
use super::scene::{Look, Scene};

/// All cards of the weakest rank of the hand go, one or two of them.
fn has_smallest(scene: &Scene, look: &Look) -> Option<Hand> {
    let weakest = scene.rules().order().weakest(scene.hand.ranks()).filter(|rank| !scene.wilds().has(*rank))?;
    let cards = scene.hand.only(Ranks::one(weakest));
    let is_there = cards.len() <= 2 && look.play?.cards().contains(cards) && !look.rest.is_empty();
    is_there.then_some(cards)
}

pub(super) fn smallest(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    Some(Found::one(Part::Cards(has_smallest(scene, look)?)))
}

/// The rival gets rid of the smallest cards and costs no turn; the play leaves them.
pub(super) fn smallest_stays(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let turns = scene.turns_after(rival?);
    let rival = rival.filter(|_| (SOME_TURNS..=scene.turns_after(look)).contains(&turns))?;
    let cards = has_smallest(scene, rival)?;
    let stays = look.play.is_some() && look.rest.contains(cards);
    // A hand of small cards alone gains nothing by their order.
    let is_mixed = scene.hand.ranks().any(|rank| !is_small(scene, rank));
    (stays && is_mixed).then(|| Found::one(Part::Cards(cards)))
}

/// The highest rank of a combo's body.
fn top(scene: &Scene, combo: Combo) -> Option<usize> {
    let order = scene.rules().order();
    order.strongest(combo.body().ranks()).map(|rank| order.place(rank))
}

/// Ranks between two combos of different kinds from which one is the higher one.
const CLEARLY_HIGHER: usize = 2;

/// The cards of a rival that the play spares, where they are higher than the play, or where it is a pass.
fn spared(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Hand> {
    let rival = rival?.play?;
    let Some(play) = look.play else { return Some(rival.body()).filter(|_| !rival.is_bomb() && !scene.is_pressed()) };
    let spared = rival.body().minus(rival.body().overlap(play.cards()))?;
    let more = if play.kind() == rival.kind() { 1 } else { CLEARLY_HIGHER };
    let order = scene.rules().order();
    let is_higher = order.place(order.weakest(spared.ranks())?) >= top(scene, play)? + more;
    (play.is_bomb() == rival.is_bomb() && is_higher).then_some(spared)
}

/// True if cards are worth sparing: high ones, or three and more.
fn is_dear(scene: &Scene, cards: Hand) -> bool {
    cards.len() > 2 || cards.ranks().any(|rank| !is_small(scene, rank))
}

pub(super) fn saves_higher(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    spared(scene, look, rival).filter(|cards| is_dear(scene, *cards)).map(|cards| Found::one(Part::Cards(cards)))
}

/// Of two low plays the lower one goes, unless the landlord would follow with a low card too.
pub(super) fn low_first(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    look.play.filter(|play| play.len() > 2 || !is_before_landlord(scene))?;
    let cards = spared(scene, look, rival).filter(|cards| !is_dear(scene, *cards))?;
    Some(Found::one(Part::Cards(cards)))
}

/// High equal cards go with much still to come, and the rival is lower and spares them.
pub(super) fn high_first(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|play| play.run() == 1 && !play.is_bomb() && !is_small(scene, play.key()))?;
    let (spared, turns) = (saves_higher(scene, rival?, Some(look))?.parts[0], scene.turns_after(look));
    let is_early = turns >= EARLY && !scene.is_kept_out(look) && rival?.rest.contains(play.body());
    is_early.then(|| Found::two(spared, Part::Number(turns)))
}

/// A lower combo of the kind could lead, or a lower triple with other wings, and costs no turn.
pub(super) fn begins_high(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival_look = rival?;
    let (play, rival) = (look.play?, rival_look.play?);
    let bodies = [play, rival].map(|combo| combo.kind().shape().body);
    let is_alike = play.run() == 1 && rival.run() == 1 && bodies[0] == bodies[1] && bodies[0] <= 3;
    let is_lower = is_alike && scene.is_below(rival.key(), play.key());
    let is_free = scene.turns_after(rival_look) <= scene.turns_after(look) && !scene.is_kept_out(look);
    (is_lower && is_free).then(|| Found::two(Part::Cards(play.cards()), Part::Cards(rival.cards())))
}

/// The rival lays down fewer cards and saves no turn.
pub(super) fn lays_down_more(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| scene.more_turns(look, rival) == 0)?;
    let (play, rival) = (look.play?, rival.play?);
    let is_more = play.len() > rival.len() && !play.is_bomb() && !rival.is_bomb();
    let parts = [Part::Number(play.len()), Part::Cards(rival.cards()), Part::Number(rival.len())];
    is_more.then(|| Found::three(parts))
}

/// The wings of two plays with the same body, without those that they share.
fn wings(look: &Look, rival: Option<&Look>) -> Option<[Hand; 2]> {
    let (play, rival) = (look.play?, rival?.play?);
    let is_same = play.kind() == rival.kind() && play.run() == rival.run() && play.body() == rival.body();
    let both = play.wings().overlap(rival.wings());
    let mine = play.wings().minus(both).filter(|_| is_same)?;
    Some([mine, rival.wings().minus(both)?])
}

/// The rival is the same combo with higher wings.
pub(super) fn low_rides(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let [mine, its] = wings(look, rival)?;
    let order = scene.rules().order();
    let is_lower = order.is_above(order.weakest(its.ranks())?, order.strongest(mine.ranks())?);
    is_lower.then(|| Found::two(Part::Cards(mine), Part::Cards(its)))
}

/// The same combo with lower wings would do. The lower ones may be worth more in the hand.
pub(super) fn high_rides(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let [mine, its] = wings(look, rival)?;
    let order = scene.rules().order();
    let (high, low) = (order.strongest(mine.ranks())?, order.strongest(its.ranks())?);
    let is_dear = order.is_above(high, low) && (!is_small(scene, high) || order.place(high) >= order.place(low) + DEAR);
    let is_free = scene.turns_after(rival?) <= scene.turns_after(look);
    (is_dear && is_free).then(|| Found::two(Part::Cards(mine), Part::Cards(its)))
}
