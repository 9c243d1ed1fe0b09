//! The own hand: what a play keeps together, what it splits, what it gets rid of, how many turns it leaves.

use rules::{Combo, Hand, Kind, Rank, Ranks};

use super::concept::Found;
use super::fact::Part;
use super::scene::{Hold, Look, Scene};

/// All cards of a rank that the hand has.
fn group(scene: &Scene, rank: Rank) -> Part {
    Part::Cards(scene.hand.only(Ranks::one(rank)))
}

/// The ranks of which a play takes a part of the `copies` that the hand has, as single cards, equal cards or wings. What a run takes is
/// no split: a run is worth it.
fn split(scene: &Scene, look: &Look, copies: u8) -> Ranks {
    let Some(play) = look.play else { return Ranks::NONE };
    let taken = if play.run() > 1 && !play.is_bomb() { play.wings() } else { play.cards() };
    let held = scene.hand.at_least(copies).except(scene.hand.at_least(copies + 1)).except(scene.wilds());
    let apart = |rank: &Rank| {
        let all = play.cards().count(*rank);
        taken.count(*rank) > 0 && all > 0 && all < copies
    };
    held.and(taken.ranks()).filter(apart).fold(Ranks::NONE, |set, rank| set.or(Ranks::one(rank)))
}

/// True if a play takes a rank apart for nothing: the hand has as many turns as before.
fn is_loss(scene: &Scene, look: &Look) -> bool {
    scene.turns_after(look) >= scene.turns()
}

/// True if a play takes a pair or a triple apart for nothing.
fn splits_any(scene: &Scene, look: &Look) -> bool {
    is_loss(scene, look) && [2, 3].into_iter().any(|copies| !split(scene, look, copies).is_empty())
}

/// The ranks by which the rival's straight is longer, where that of the play is a part of it and leaves no more turns.
fn longer_by(scene: &Scene, look: &Look, rival: &Look) -> Option<Ranks> {
    let is_straight = |play: &Combo| play.kind() == Kind::Straight;
    let (play, other) = (look.play.filter(is_straight)?, rival.play.filter(is_straight)?);
    // The cards count, not the ranks: a wild card may stand for one.
    let more = other.cards().minus(play.cards())?;
    (scene.turns_after(look) <= scene.turns_after(rival)).then(|| more.ranks())
}

/// A rank that the rival splits for nothing, where the play splits none.
fn kept(scene: &Scene, look: &Look, rival: Option<&Look>, copies: u8) -> Option<Found> {
    let rival = rival?;
    let mut apart = match longer_by(scene, look, rival) {
        Some(ranks) => ranks,
        None if is_loss(scene, rival) && !splits_any(scene, look) => {
            split(scene, rival, copies).except(split(scene, look, copies))
        }
        None => return None,
    };
    // A group that the play takes whole, or in a run, is not kept.
    let stays = apart.rfind(|&rank| look.rest.count(rank) == copies && scene.hand.count(rank) == copies)?;
    Some(Found::one(group(scene, stays)))
}

pub(super) fn keeps_pair(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    kept(scene, look, rival, 2)
}

pub(super) fn keeps_triple(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    kept(scene, look, rival, 3)
}

/// True if the rival leaves a rank whole or takes all of it.
fn leaves_whole(scene: &Scene, rival: Option<&Look>, rank: Rank) -> bool {
    rival.is_none_or(|rival| [0, scene.hand.count(rank)].contains(&rival.rest.count(rank)))
}

/// A rank that the play splits for nothing, where the rival splits none.
fn splits(scene: &Scene, look: &Look, rival: Option<&Look>, copies: u8) -> Option<Found> {
    let both_split =
        rival.is_some_and(|rival| [2, 3].into_iter().any(|copies| !split(scene, rival, copies).is_empty()));
    let mut apart = split(scene, look, copies);
    let apart =
        apart.rfind(|&rank| leaves_whole(scene, rival, rank)).filter(|_| !both_split && is_loss(scene, look))?;
    Some(Found::one(group(scene, apart)))
}

pub(super) fn splits_pair(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    splits(scene, look, rival, 2)
}

pub(super) fn splits_triple(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    splits(scene, look, rival, 3)
}

pub(super) fn keeps_bomb(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let kept = look.rest.at_least(4).except(rival?.rest.at_least(4)).highest()?;
    Some(Found::one(group(scene, kept)))
}

pub(super) fn splits_bomb(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|play| !play.is_bomb())?;
    let apart = |rank: &Rank| play.cards().count(*rank) < 4 && leaves_whole(scene, rival, *rank);
    let gone = scene.hand.at_least(4).and(play.cards().ranks()).rfind(apart)?;
    Some(Found::one(group(scene, gone)))
}

pub(super) fn keeps_rocket(_: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let is_kept = look.rest.contains(Hand::ROCKET) && !rival?.rest.contains(Hand::ROCKET);
    is_kept.then_some(Found::NOTHING_TO_NAME)
}

pub(super) fn splits_rocket(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let taken = look.play?.cards().only(Ranks::JOKERS).len();
    let is_kept = rival.is_none_or(|rival| rival.rest.contains(Hand::ROCKET));
    let is_split = is_kept && scene.hand.contains(Hand::ROCKET) && taken == 1 && !look.rest.is_empty();
    is_split.then_some(Found::NOTHING_TO_NAME)
}

/// Single cards in a row that make a straight.
const STRAIGHT_MIN: u32 = 5;

/// The longest straight of a hand.
fn straight(hand: Hand) -> Option<Ranks> {
    let held = hand.ranks().and(Ranks::RUN);
    let (mut best, mut run) = (Ranks::NONE, Ranks::NONE);
    for rank in Rank::all().filter(|rank| rank.is_run_rank()) {
        run = if held.has(rank) { run.or(Ranks::one(rank)) } else { Ranks::NONE };
        best = if run.len() > best.len() { run } else { best };
    }
    (best.len() >= STRAIGHT_MIN).then_some(best)
}

/// A straight of the hand that a play, itself none, leaves no straight of, without saving a turn.
fn lost_straight(scene: &Scene, look: &Look) -> Option<Ranks> {
    let play = look.play.filter(|play| play.kind() != Kind::Straight && !look.rest.is_empty())?;
    let whole = straight(scene.hand)?;
    let is_lost = !whole.and(play.cards().ranks()).is_empty() && straight(look.rest).is_none();
    (is_lost && scene.turns_after(look) >= scene.turns()).then_some(whole)
}

pub(super) fn keeps_straight(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let lost = lost_straight(scene, rival?)?;
    let stays = lost.except(look.rest.ranks()).is_empty();
    stays.then(|| Found::one(Part::Ranks(lost)))
}

/// The straight stays whole with the rival, or is what the rival plays.
pub(super) fn splits_straight(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let lost = lost_straight(scene, look)?;
    let stays = |rival: &Look| {
        rival.play.is_some_and(|play| play.kind() == Kind::Straight) || lost.except(rival.rest.ranks()).is_empty()
    };
    rival.is_none_or(stays).then(|| Found::one(Part::Ranks(lost)))
}

/// The wild cards of a play.
fn wild(scene: &Scene, look: &Look) -> Hand {
    look.play.map_or(Hand::EMPTY, |play| play.cards().only(scene.wilds()))
}

/// Wild cards that the rival spends and the play does not.
pub(super) fn keeps_wild(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let spent = wild(scene, rival?);
    // A wild card is worth keeping beside another card, which it helps.
    let helps = !look.rest.without(scene.wilds()).is_empty();
    (helps && !spent.is_empty() && wild(scene, look).is_empty()).then(|| Found::one(Part::Cards(spent)))
}

/// Wild cards that the play spends and the rival does not, for no turn less.
pub(super) fn spends_wild(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (spent, rival) = (wild(scene, look), rival?);
    let is_kept = !spent.is_empty() && wild(scene, rival).is_empty() && !look.rest.is_empty();
    let saves = scene.counts_turns && scene.turns_after(look) < scene.turns_after(rival);
    (is_kept && !saves).then(|| Found::one(Part::Cards(spent)))
}

/// 2s and jokers that the rival spends, without those that the play spends as well.
pub(super) fn keeps_big(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let spent = scene.big(rival?.play.filter(|play| !play.is_bomb())?.cards());
    let mine = look.play.map_or(Hand::EMPTY, |play| scene.big(play.cards()));
    let kept = spent.minus(mine).filter(|kept| !kept.is_empty())?;
    Some(Found::one(Part::Cards(kept)))
}

/// Turns still to come from which a high card or a way back to the lead is worth keeping.
pub(super) const SOME_TURNS: u32 = 2;

/// 2s and jokers that the play spends and the rival does not.
pub(super) fn big_goes(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let spent = scene.big(look.play.filter(|play| !play.is_bomb())?.cards());
    if scene.turns_after(look) < SOME_TURNS || scene.is_kept_out(look) {
        return None;
    }
    let is_spared = rival?.play.is_none_or(|rival| scene.big(rival.cards()).is_empty() && !rival.is_bomb());
    let turns = Part::Number(scene.turns_after(look));
    (is_spared && !spent.is_empty()).then(|| Found::two(Part::Cards(spent), turns))
}

/// A bomb where the rival is none, with some turns still to come.
pub(super) fn spends_bomb(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let bomb = look.play.filter(|play| play.is_bomb())?;
    let turns = scene.turns_after(look);
    let is_other = rival?.play.is_none_or(|rival| !rival.is_bomb());
    // A bomb that is led takes no trick.
    let is_early = turns > SOME_TURNS || (scene.is_lead() && turns == SOME_TURNS);
    (is_other && is_early).then(|| Found::two(Part::Cards(bomb.cards()), Part::Number(turns)))
}

/// The rival leaves as many turns as there are now, or more.
pub(super) fn answer_gains_nothing(scene: &Scene, _: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| rival.play.is_some_and(|play| !play.is_bomb()))?;
    let turns = scene.turns_after(rival);
    let play = Part::play(rival.play);
    (turns >= scene.turns() && !rival.rest.is_empty()).then(|| Found::two(play, Part::Number(turns)))
}

/// Turns after an answer from which a pass gives away no end that is near.
const TURNS_NEAR: u32 = 3;

/// An answer to an enemy that leaves few turns, and fewer than there are now.
pub(super) fn passes_near_end(scene: &Scene, _: &Look, rival: Option<&Look>) -> Option<Found> {
    scene.enemys()?;
    let rival = rival.filter(|rival| rival.play.is_some())?;
    let (now, then) = (scene.turns(), scene.turns_after(rival));
    let play = Part::play(rival.play);
    (then < now && then <= TURNS_NEAR).then(|| Found::two(play, Part::Number(then)))
}

/// An answer to an enemy that takes nothing apart and saves a turn, without a 2, a joker or a bomb.
pub(super) fn passes_cheap(scene: &Scene, _: &Look, rival: Option<&Look>) -> Option<Found> {
    scene.enemys()?;
    let rival = rival?;
    let play = rival.play.filter(|play| !play.is_bomb() && scene.big(play.cards()).is_empty())?;
    let is_whole = play.cards().ranks().all(|rank| rival.rest.count(rank) == 0);
    (is_whole && scene.turns_after(rival) < scene.turns()).then(|| Found::one(Part::Cards(play.cards())))
}

/// Fewer turns than the rival leaves.
pub(super) fn fewer_turns(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival?;
    let (mine, its) = (scene.turns_after(look), scene.turns_after(rival));
    let parts = [Part::Number(mine), Part::play(rival.play), Part::Number(its)];
    (mine < its && mine > 0).then(|| Found::three(parts))
}

/// More turns than the rival leaves; what a bomb would cost is told apart.
pub(super) fn more_turns(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| rival.play.is_some_and(|play| !play.is_bomb()))?;
    let (mine, its) = (scene.turns_after(look), scene.turns_after(rival));
    (mine > its && its > 0).then(|| Found::two(Part::Number(mine), Part::Number(its)))
}

/// One turn more than the rival leaves: the price of a merit.
pub(super) fn worth_a_turn(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| scene.more_turns(look, rival) == 1)?;
    Some(Found::two(Part::Number(scene.turns_after(look)), Part::Number(scene.turns_after(rival))))
}

pub(super) fn turns_left(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let turns = scene.turns_after(look);
    (turns > 0).then(|| Found::one(Part::Number(turns)).sized(-(turns as i32)))
}

/// True if a card is lower than a queen: such a card hardly ever wins a trick.
pub(super) fn is_small(scene: &Scene, rank: Rank) -> bool {
    scene.is_below(rank, Rank::QUEEN)
}

/// A single card that belongs to nothing: it costs a turn of its own.
pub(super) fn loose_single(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|play| play.kind() == Kind::Single)?;
    // A rival that takes the card along gets rid of it as well.
    let stays = rival.is_none_or(|rival| rival.rest.contains(play.cards()));
    let is_loose = stays && alone(scene, scene.hand).has(play.key());
    (is_loose && !look.rest.is_empty() && scene.turns_after(look) < scene.turns())
        .then(|| Found::one(Part::Cards(play.cards())))
}

/// Ranks with one small card each that are part of no straight.
fn alone(scene: &Scene, hand: Hand) -> Ranks {
    let held = hand.ranks().and(Ranks::RUN);
    let starts = (1..STRAIGHT_MIN).fold(held, |starts, step| starts.and(held.down(step)));
    let in_runs = (0..STRAIGHT_MIN).fold(Ranks::NONE, |all, step| all.or(starts.up(step)));
    let single = hand.ranks().except(hand.at_least(2)).except(in_runs).except(scene.wilds());
    single.filter(|&rank| is_small(scene, rank)).fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)))
}

/// The rival leads a loose single, with a top single, a 2 or a joker to win the lead back; the play keeps it.
pub(super) fn loose_stays_behind(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| scene.turns_after(look) >= scene.turns_after(rival))?;
    loose_single(scene, rival, None)?;
    let is_big = |found: &Found| matches!(found.parts[0], Part::Cards(cards) if !scene.big(cards).is_empty());
    let top = keeps_return(scene, rival, None).or_else(|| keeps_higher(scene, rival, None).filter(is_big))?.parts[0];
    let loose = rival.play?.cards();
    let is_kept =
        look.rest.contains(loose) && look.play.is_some_and(|play| play.kind() != Kind::Single && play.run() == 1);
    is_kept.then(|| Found::two(Part::Cards(loose), top))
}

/// Wings that are whole groups of small cards.
pub(super) fn carries_loose(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let play = look.play?;
    let wings = play.wings();
    let singles = alone(scene, scene.hand);
    let is_whole = |rank: Rank| scene.hand.count(rank) == wings.count(rank) && is_small(scene, rank);
    let is_loose = |rank: Rank| is_whole(rank) && (wings.count(rank) > 1 || singles.has(rank));
    let holds = !wings.is_empty()
        && wings.ranks().all(is_loose)
        && !look.rest.is_empty()
        && scene.turns_after(look) < scene.turns();
    holds.then(|| Found::one(Part::Cards(wings)))
}

/// The number of cards from which a play gets rid of many.
const MANY: u32 = 5;

pub(super) fn lays_down(_: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|play| !play.is_bomb() && play.len() >= MANY)?;
    // A card more or less is no difference.
    Some(Found::one(Part::Number(play.len())).sized(play.len() as i32 / 2))
}

/// True if a combo lays down many cards, none of them a bomb.
fn is_long(combo: Combo) -> bool {
    combo.len() >= MANY && !combo.is_bomb() && (combo.run() > 1 || combo.kind() == Kind::TriplePair)
}

/// A card or two are led, where the rival lays down many and costs no turn.
pub(super) fn lays_down_less(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival_look) = (look.play.filter(|play| play.len() <= 2 && !play.is_bomb())?, rival?);
    let rival = rival_look.play.filter(|rival| is_long(*rival))?;
    let parts = [Part::Number(play.len()), Part::Cards(rival.cards()), Part::Number(rival.len())];
    (scene.turns_after(rival_look) <= scene.turns_after(look)).then(|| Found::three(parts))
}

/// The groups that stay and are higher than a single, pair or triple that is led: whole ones, no bomb, no part of the rocket.
fn higher_groups(scene: &Scene, look: &Look) -> Option<(u8, Ranks)> {
    let play = look.play.filter(|play| play.run() == 1 && !play.is_bomb())?;
    let copies = play.kind().shape().body;
    if copies > 3 {
        return None;
    }
    let whole = look.rest.at_least(copies).except(look.rest.at_least(copies + 1));
    let rocket = if look.rest.contains(Hand::ROCKET) { Ranks::JOKERS } else { Ranks::NONE };
    Some((copies, whole.and(scene.rules().above(play)).except(rocket)))
}

/// The lowest group that takes the lead back for sure, bombs aside.
pub(super) fn keeps_return(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    if !matches!(scene.hold_of(look), Hold::Open | Hold::Odds(_)) {
        return None;
    }
    let (copies, groups) = higher_groups(scene, look)?;
    let returns = |rank: &Rank| {
        let kind = [Kind::Single, Kind::Pair, Kind::Triple][usize::from(copies - 1)];
        let combo = Combo::bare(kind, 1, *rank);
        combo.is_some_and(|combo| matches!(scene.certain_hold(combo), Hold::Sure | Hold::ButBombs))
    };
    let found = scene.rules().order().ranks().filter(|&rank| groups.has(rank)).find(returns)?;
    Some(Found::one(Part::Cards(Hand::of(found, copies)?)))
}

pub(super) fn keeps_higher(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    // Beside a run it says nothing: that has no card above it in the same sense.
    if rival.and_then(|rival| rival.play).is_some_and(|rival| rival.run() > 1) {
        return None;
    }
    let (copies, groups) = higher_groups(scene, look)?;
    let highest = scene.rules().order().strongest(groups)?;
    Some(Found::one(Part::Cards(Hand::of(highest, copies)?)))
}
