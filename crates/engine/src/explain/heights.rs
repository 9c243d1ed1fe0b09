//! The order in which the cards of a hand go: low ones first, high ones later, low ones as kickers.

use rules::{Combo, Hand, Kind, Ranks};

use super::own::{are_loose, is_small};
use super::part::{Part, Parts};
use super::partner::is_before_landlord;
use super::scene::{PlayFacts, Scene};

/// Applies if the better play gets rid of the weakest rank of the hand, one or two cards, and the other one leaves it.
pub(super) fn smallest_first(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let weakest = scene.rules().order().weakest(scene.hand.ranks()).filter(|rank| !scene.wilds().has(*rank))?;
    let cards = scene.hand.only(Ranks::one(weakest));
    let is_gone = cards.len() <= 2 && better.play?.cards().contains(cards) && !better.rest.is_empty();
    // A hand of only small cards, or one combo that stays, gains nothing by the order.
    let is_ordered = scene.hand.ranks().any(|rank| !is_small(scene, rank)) && !scene.reads_as_one(other.rest);
    (is_gone && is_ordered && other.rest.contains(cards)).then_some([Part::Cards(cards), Part::None, Part::None])
}

/// The number of ranks between two combos of different kinds from which one counts as higher.
const CLEARLY_HIGHER: usize = 2;

/// Names the cards of the other play's body that the better choice saves, if they are higher or the better choice is a pass. It does not
/// apply if an enemy could go out on a combo of that length: only a high one stops that.
pub(super) fn saves_higher(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let dear =
        other.play.filter(|play| !play.is_bomb() && !scene.is_kept_out(other) && !scene.reads_as_one(other.rest))?;
    let spared = match better.play {
        None => Some(dear.body()).filter(|cards| is_dear(scene, *cards)),
        Some(play) => lower(scene, play, dear),
    };
    spared.map(|cards| [Part::Cards(cards), Part::play(better.play), Part::None])
}

/// Returns the cards of the costly play that the cheap one saves, if all are higher. A peasant who plays before the landlord plays high on
/// purpose.
fn lower(scene: &Scene, cheap: Combo, dear: Combo) -> Option<Hand> {
    let spared = dear.body().minus(dear.body().overlap(cheap.cards())).filter(|_| !cheap.is_bomb())?;
    let order = scene.rules().order();
    let is_alike = cheap.kind() == dear.kind();
    let more = if is_alike { 1 } else { CLEARLY_HIGHER };
    let top = order.place(order.strongest(cheap.body().ranks())?);
    let is_higher = order.place(order.weakest(spared.ranks())?) >= top + more;
    let is_on_purpose = cheap.len() <= 2 && is_before_landlord(scene) && !is_dear(scene, spared);
    // The height of a run cannot be compared with that of other kinds.
    (is_higher && !is_on_purpose && (is_alike || dear.run() == 1)).then_some(spared)
}

/// Applies to a lead of one or two cards that is higher than the other one, by a peasant before the landlord: a low one lets him get rid of
/// low cards.
pub(super) fn leads_high(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (high, low) = better.play.zip(other.play).filter(|(high, low)| high.len().max(low.len()) <= 2)?;
    let is_open = scene.is_lead() && is_before_landlord(scene) && !high.is_bomb() && !low.is_bomb();
    // A small single that is a little higher hardly stops more cards.
    let is_slight = high.kind() == Kind::Single && is_small(scene, high.key());
    let more = if is_slight { DEAR } else { CLEARLY_HIGHER };
    let order = scene.rules().order();
    (is_open && order.place(high.key()) >= order.place(low.key()) + more)
        .then(|| [Part::Cards(low.cards()), Part::Cards(high.cards()), Part::None])
}

/// True if cards are worth saving: high ones, or three and more.
fn is_dear(scene: &Scene, cards: Hand) -> bool {
    cards.len() > 2 || cards.ranks().any(|rank| !is_small(scene, rank))
}

/// Ranks between two small cards from which the higher one is worth more than the lower one.
const DEAR: usize = 4;

/// Applies to the same body with lower kickers, if they are clearly lower, belong to no combo, or the other kickers are high.
pub(super) fn low_rides(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (play, dear) = (better.play?, other.play?);
    let shared = play.wings().overlap(dear.wings());
    let is_same = play.run() == dear.run() && play.body() == dear.body();
    let (mine, its) = (play.wings().minus(shared).filter(|_| is_same)?, dear.wings().minus(shared)?);
    let order = scene.rules().order();
    let (low, high) = (order.strongest(mine.ranks())?, order.weakest(its.ranks())?);
    let is_clear = !is_small(scene, high) || order.place(high) >= order.place(low) + DEAR || are_loose(scene, mine);
    (order.is_above(high, low) && is_clear).then_some([Part::Cards(mine), Part::Cards(its), Part::None])
}
