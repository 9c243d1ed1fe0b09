//! The own hand: the cards that a play keeps together, splits or gets rid of, the turns that it leaves, and the order in which its cards
//! go: low ones first, high ones later, low ones as kickers.

use rules::{Combo, Hand, Kind, Rank, Ranks};

use super::part::{Part, Parts};
use super::partner::is_before_landlord;
use super::scene::{Hold, PlayFacts, Scene};

fn group_parts(scene: &Scene, rank: Rank) -> Parts {
    [Part::Cards(scene.hand.only(Ranks::one(rank))), Part::None, Part::None]
}

/// Returns the ranks of which a play takes a part of the `copies` that the hand has, as single cards, equal cards or wings. The body of a
/// run does not count: a run is worth a split.
fn split_ranks(scene: &Scene, facts: &PlayFacts, copies: u8) -> Ranks {
    let Some(play) = facts.play else { return Ranks::NONE };
    let taken = if play.run() > 1 && !play.is_bomb() { play.wings() } else { play.cards() };
    let held = scene.hand.at_least(copies).except(scene.hand.at_least(copies + 1)).except(scene.wilds());
    let apart = |rank: &Rank| {
        let all = play.cards().count(*rank);
        taken.count(*rank) > 0 && all > 0 && all < copies
    };
    held.and(taken.ranks()).filter(apart).fold(Ranks::NONE, |set, rank| set.or(Ranks::one(rank)))
}

fn gains_no_turn(scene: &Scene, facts: &PlayFacts) -> bool {
    scene.turns_after(facts) >= scene.turns()
}

fn splits_any(scene: &Scene, facts: &PlayFacts) -> bool {
    gains_no_turn(scene, facts) && [2, 3].into_iter().any(|copies| !split_ranks(scene, facts, copies).is_empty())
}

/// Returns the ranks by which the other straight is longer, if the better one is a part of it and leaves no more turns.
fn extra_ranks(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Ranks> {
    let is_straight = |play: &Combo| play.kind() == Kind::Straight;
    let (play, longer) = (better.play.filter(is_straight)?, other.play.filter(is_straight)?);
    // The cards count, not the ranks: a wild card may stand for one.
    let more = longer.cards().minus(play.cards())?;
    (scene.turns_after(better) <= scene.turns_after(other)).then(|| more.ranks())
}

fn is_unsplit(scene: &Scene, facts: &PlayFacts, rank: Rank) -> bool {
    [0, scene.hand.count(rank)].contains(&facts.rest.count(rank))
}

/// Names a rank that the other play splits without a gain, if the better one takes all of it or none.
fn keeps_together(scene: &Scene, better: &PlayFacts, other: &PlayFacts, copies: u8) -> Option<Parts> {
    let mut apart = match extra_ranks(scene, better, other) {
        Some(ranks) => ranks.and(scene.hand.at_least(copies).except(scene.hand.at_least(copies + 1))),
        None if gains_no_turn(scene, other) && !splits_any(scene, better) => split_ranks(scene, other, copies),
        None => return None,
    };
    let apart = apart.rfind(|&rank| is_unsplit(scene, better, rank) && !is_unsplit(scene, other, rank))?;
    Some(group_parts(scene, apart))
}

pub(super) fn keeps_pair(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    keeps_together(scene, better, other, 2)
}

pub(super) fn keeps_triple(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    keeps_together(scene, better, other, 3)
}

pub(super) fn keeps_bomb(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let play = other.play.filter(|play| !play.is_bomb())?;
    let apart = |rank: &Rank| !is_unsplit(scene, other, *rank) && is_unsplit(scene, better, *rank);
    scene.hand.at_least(4).and(play.cards().ranks()).rfind(apart).map(|rank| group_parts(scene, rank))
}

pub(super) fn keeps_rocket(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let is_kept = scene.hand.contains(Hand::ROCKET) && better.rest.contains(Hand::ROCKET);
    (is_kept && other.rest.only(Ranks::JOKERS).len() == 1).then_some([Part::None; 3])
}

const STRAIGHT_MIN: u32 = 5;

fn longest_run(hand: Hand) -> Option<Ranks> {
    let held = hand.ranks().and(Ranks::RUN);
    let (mut best, mut run) = (Ranks::NONE, Ranks::NONE);
    for rank in Rank::all().filter(|rank| rank.is_run_rank()) {
        run = if held.has(rank) { run.or(Ranks::one(rank)) } else { Ranks::NONE };
        best = if run.len() > best.len() { run } else { best };
    }
    (best.len() >= STRAIGHT_MIN).then_some(best)
}

/// Finds the longest straight of the hand if a play that is no straight breaks it, leaves none and saves no turn.
fn lost_straight(scene: &Scene, facts: &PlayFacts) -> Option<Ranks> {
    let play = facts.play.filter(|play| play.kind() != Kind::Straight && !facts.rest.is_empty())?;
    let whole = longest_run(scene.hand)?;
    let is_lost = !whole.and(play.cards().ranks()).is_empty() && longest_run(facts.rest).is_none();
    (is_lost && scene.turns_after(facts) >= scene.turns()).then_some(whole)
}

pub(super) fn keeps_straight(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let lost = lost_straight(scene, other)?;
    let is_played = better.play.is_some_and(|play| play.kind() == Kind::Straight);
    let is_kept = is_played || lost.except(better.rest.ranks()).is_empty();
    is_kept.then_some([Part::Ranks(lost), Part::None, Part::None])
}

/// Names the wild cards of the other play if the better one spends none and no turn is seen to be saved. Wild cards are worth keeping only
/// beside natural ones.
pub(super) fn keeps_wild(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let wild = |facts: &PlayFacts| facts.play.map_or(Hand::EMPTY, |play| play.cards().only(scene.wilds()));
    let helps = !better.rest.without(scene.wilds()).is_empty();
    let is_kept = helps && wild(better).is_empty() && !wild(other).is_empty() && !other.rest.is_empty();
    (is_kept && scene.more_turns(better, other) == 0).then(|| [Part::Cards(wild(other)), Part::None, Part::None])
}

/// The fewest turns still to come with which a high card or a bomb is worth keeping.
const TURNS_TO_COME_MIN: u32 = 2;

/// Names the 2s and jokers that only the other play spends, unless an enemy could go out on a play of its length.
pub(super) fn keeps_big(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let spent = scene.big_cards(other.play.filter(|play| !play.is_bomb())?.cards());
    let mine = better.play.map_or(Hand::EMPTY, |play| scene.big_cards(play.cards()));
    let kept = spent.minus(mine.overlap(spent)).filter(|kept| !kept.is_empty())?;
    let is_spared = mine.is_empty() && better.play.is_none_or(|play| !play.is_bomb());
    let is_early = !scene.counts_turns || scene.turns_after(other) >= TURNS_TO_COME_MIN;
    (is_spared && is_early && !scene.lets_enemy_out(other) && !other.rest.is_empty())
        .then(|| [Part::Cards(kept), Part::play(better.play), Part::None])
}

pub(super) fn saves_bomb(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let bomb = other.play.filter(|play| play.is_bomb() && better.play.is_none_or(|play| !play.is_bomb()))?;
    let turns = scene.turns_after(other);
    (turns >= TURNS_TO_COME_MIN && better.rest.contains(bomb.cards()))
        .then(|| [Part::Cards(bomb.cards()), Part::Number(turns), Part::None])
}

pub(super) fn answer_gains_nothing(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let play = other.play.filter(|play| better.play.is_none() && !play.is_bomb() && !other.rest.is_empty())?;
    let turns = scene.turns_after(other);
    (turns >= scene.turns()).then(|| [Part::Cards(play.cards()), Part::Number(turns), Part::None])
}

pub(super) fn answers_cheaply(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    scene.enemy_standing().filter(|_| other.play.is_none())?;
    let play = better.play.filter(|play| !play.is_bomb() && scene.big_cards(play.cards()).is_empty())?;
    let is_whole = play.cards().ranks().all(|rank| better.rest.count(rank) == 0);
    (is_whole && scene.turns_after(better) < scene.turns()).then(|| [Part::Cards(play.cards()), Part::None, Part::None])
}

pub(super) fn leaves_fewer_turns(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    better
        .play
        .filter(|play| if other.play.is_some() { !play.is_bomb() } else { scene.partner_standing().is_none() })?;
    let (fewer, more) = (scene.turns_after(better), scene.turns_after(other));
    (0 < fewer && fewer < more).then(|| [Part::Number(fewer), Part::play(other.play), Part::Number(more)])
}

pub(super) fn is_small(scene: &Scene, rank: Rank) -> bool {
    scene.is_below(rank, Rank::QUEEN)
}

/// Returns the ranks with one small card each that are part of no straight.
fn lone_ranks(scene: &Scene, hand: Hand) -> Ranks {
    let held = hand.ranks().and(Ranks::RUN);
    let starts = (1..STRAIGHT_MIN).fold(held, |starts, step| starts.and(held.down(step)));
    let in_runs = (0..STRAIGHT_MIN).fold(Ranks::NONE, |all, step| all.or(starts.up(step)));
    let single = hand.ranks().except(hand.at_least(2)).except(in_runs).except(scene.wilds());
    single.filter(|&rank| is_small(scene, rank)).fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)))
}

pub(super) fn plays_loose_single(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let loose = lone_ranks(scene, scene.hand);
    let is_loose = |play: &Combo| play.kind() == Kind::Single && loose.has(play.key());
    let play = better.play.filter(|play| is_loose(play) && !other.play.as_ref().is_some_and(is_loose))?;
    let is_gone = !better.rest.is_empty() && scene.turns_after(better) < scene.turns();
    (is_gone && other.rest.contains(play.cards())).then(|| [Part::Cards(play.cards()), Part::None, Part::None])
}

/// True for kickers that are all cards of their ranks in the hand, all small. A single kicker must also belong to no straight.
pub(super) fn are_loose(scene: &Scene, wings: Hand) -> bool {
    let singles = lone_ranks(scene, scene.hand);
    let is_whole = |rank: Rank| scene.hand.count(rank) == wings.count(rank) && is_small(scene, rank);
    wings.ranks().all(|rank| is_whole(rank) && (wings.count(rank) > 1 || singles.has(rank)))
}

/// The fewest further cards with which a lead of another kind counts as longer. Within one kind one card is enough.
const LONGER_CARDS: u32 = 2;

pub(super) fn lays_down(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (play, few) = two_leads(scene, better, other)?;
    let more = if play.kind() == few.kind() { 1 } else { LONGER_CARDS };
    (play.len() >= few.len() + more && !scene.is_one_combo(other.rest))
        .then(|| [Part::Number(play.len()), Part::Cards(few.cards()), Part::Number(few.len())])
}

/// The fewest cards of a long combo.
const LONG_CARDS: u32 = 4;

pub(super) fn keeps_long(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (play, long) = two_leads(scene, better, other)?;
    let is_kept = long.len() >= LONG_CARDS && play.len() < long.len() && better.rest.contains(long.cards());
    is_kept.then(|| [Part::Cards(long.cards()), Part::Cards(play.cards()), Part::None])
}

fn two_leads(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<(Combo, Combo)> {
    let is_plain = |plays: &(Combo, Combo)| scene.is_lead() && !plays.0.is_bomb() && !plays.1.is_bomb();
    better.play.zip(other.play).filter(is_plain)
}

/// Returns the groups that stay and are higher than a single, pair or triple that is led: whole ones, no bomb, no part of the rocket.
fn higher_groups(scene: &Scene, facts: &PlayFacts) -> Option<(u8, Ranks)> {
    let play = facts.play.filter(|play| play.run() == 1 && !play.is_bomb())?;
    let copies = play.kind().shape().body;
    if copies > 3 {
        return None;
    }
    let whole = facts.rest.at_least(copies).except(facts.rest.at_least(copies + 1));
    let rocket = if facts.rest.contains(Hand::ROCKET) { Ranks::JOKERS } else { Ranks::NONE };
    Some((copies, whole.and(scene.rules().above(play)).except(rocket)))
}

/// Names the lowest group that surely wins the lead back, bombs aside, after a lead that may lose it, if the other play breaks or spends
/// that group.
pub(super) fn keeps_return(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    if !scene.is_lead() || !matches!(scene.hold_of(better), Hold::Open | Hold::Odds(_)) {
        return None;
    }
    let (copies, groups) = higher_groups(scene, better)?;
    let kind = [Kind::Single, Kind::Pair, Kind::Triple][usize::from(copies - 1)];
    let returns = |rank: &Rank| {
        let combo = Combo::wingless(kind, 1, *rank);
        combo.is_some_and(|combo| matches!(scene.certain_hold(combo), Hold::Sure | Hold::ButBombs))
    };
    let mut ranks = scene.rules().order().ranks();
    let top = Hand::of(ranks.find(|rank| groups.has(*rank) && returns(rank))?, copies)?;
    (!other.rest.is_empty() && !other.rest.contains(top)).then_some([Part::Cards(top), Part::None, Part::None])
}

pub(super) fn plays_smallest_first(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let weakest = scene.rules().order().weakest(scene.hand.ranks()).filter(|rank| !scene.wilds().has(*rank))?;
    let cards = scene.hand.only(Ranks::one(weakest));
    let is_gone = cards.len() <= 2 && better.play?.cards().contains(cards) && !better.rest.is_empty();
    // A hand of only small cards, or one combo that stays, gains nothing by the order.
    let is_ordered = scene.hand.ranks().any(|rank| !is_small(scene, rank)) && !scene.is_one_combo(other.rest);
    (is_gone && is_ordered && other.rest.contains(cards)).then_some([Part::Cards(cards), Part::None, Part::None])
}

/// The least distance in ranks of a clearly higher combo: between different kinds, and among leads of one or two cards if the higher one is
/// no small single.
const CLEARLY_HIGHER: usize = 2;

/// Names the cards of the other play's body that the better choice saves, if they are higher or, for a pass, worth saving. It does not
/// apply if an enemy could go out on a combo of that length: only a high one stops that.
pub(super) fn saves_higher(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let dear =
        other.play.filter(|play| !play.is_bomb() && !scene.lets_enemy_out(other) && !scene.is_one_combo(other.rest))?;
    let spared = match better.play {
        None => Some(dear.body()).filter(|cards| is_worth_saving(scene, *cards)),
        Some(play) => spared_cards(scene, play, dear),
    };
    spared.map(|cards| [Part::Cards(cards), Part::play(better.play), Part::None])
}

/// Returns the cards of the costly play that the cheap one saves, if all are higher. A peasant before the landlord may play high on
/// purpose.
fn spared_cards(scene: &Scene, cheap: Combo, dear: Combo) -> Option<Hand> {
    let spared = dear.body().minus(dear.body().overlap(cheap.cards())).filter(|_| !cheap.is_bomb())?;
    let order = scene.rules().order();
    let is_alike = cheap.kind() == dear.kind();
    let more = if is_alike { 1 } else { CLEARLY_HIGHER };
    let top = order.place(order.strongest(cheap.body().ranks())?);
    let is_higher = order.place(order.weakest(spared.ranks())?) >= top + more;
    let is_on_purpose = cheap.len() <= 2 && is_before_landlord(scene) && !is_worth_saving(scene, spared);
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
    let more = if is_slight { LOW_GAP } else { CLEARLY_HIGHER };
    let order = scene.rules().order();
    (is_open && order.place(high.key()) >= order.place(low.key()) + more)
        .then(|| [Part::Cards(low.cards()), Part::Cards(high.cards()), Part::None])
}

fn is_worth_saving(scene: &Scene, cards: Hand) -> bool {
    cards.len() > 2 || cards.ranks().any(|rank| !is_small(scene, rank))
}

/// The least distance in ranks at which the higher of two small cards is worth more.
const LOW_GAP: usize = 4;

pub(super) fn carries_low(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (play, dear) = (better.play?, other.play?);
    let shared = play.wings().overlap(dear.wings());
    let is_same = play.run() == dear.run() && play.body() == dear.body();
    let (wings, dear_wings) = (play.wings().minus(shared).filter(|_| is_same)?, dear.wings().minus(shared)?);
    let order = scene.rules().order();
    let (low, high) = (order.strongest(wings.ranks())?, order.weakest(dear_wings.ranks())?);
    let is_clear = !is_small(scene, high) || order.place(high) >= order.place(low) + LOW_GAP || are_loose(scene, wings);
    (order.is_above(high, low) && is_clear).then_some([Part::Cards(wings), Part::Cards(dear_wings), Part::None])
}
