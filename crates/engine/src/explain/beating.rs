//! Beating: the odds that a play is covered.

use rules::{Combo, Kind, Ranks};

use super::enemy::ranks_above;
use super::part::{Combos, Part, Parts};
use super::scene::{Hold, PlayFacts, Scene};

/// The fewest deals, of 100, in which a nearly sure play holds.
const DEALS_NEARLY_SURE: u32 = 90;

/// Returns the better play; `None` if it is a pass, or if the other choice is a pass on the partner's combo.
fn better_play(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Combo> {
    better.play.filter(|_| other.play.is_some() || scene.partner_standing().is_none())
}

/// Returns a play as [`better_play`] does, but no bomb.
fn better_play_no_bomb(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Combo> {
    better_play(scene, better, other).filter(|play| !play.is_bomb())
}

fn has_hold(scene: &Scene, better: &PlayFacts, other: &PlayFacts, hold: Hold) -> Option<Parts> {
    better_play(scene, better, other)
        .filter(|play| scene.hold_of(better) == hold && (hold == Hold::Sure || !play.is_bomb()))?;
    let is_open = match scene.hold_of(other) {
        Hold::Open => true,
        Hold::Odds(held) => held < DEALS_NEARLY_SURE,
        Hold::Sure | Hold::ButBombs => false,
    };
    is_open.then(|| [Part::Who(scene.enemy_side()), Part::play(better.play), Part::None])
}

pub(super) fn cannot_be_beaten(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    has_hold(scene, better, other, Hold::Sure)
}

pub(super) fn is_top_of_kind(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    has_hold(scene, better, other, Hold::ButBombs)
}

/// The smallest difference that counts, in deals of 100.
const DEALS_CLEARLY_MORE: u32 = 10;

/// Counts the deals of 100 in which a play holds; `None` for a pass, if odds are not counted, or if only a bomb or nothing can beat it.
fn deals_held(scene: &Scene, facts: &PlayFacts) -> Option<u32> {
    let play = facts.play.filter(|play| scene.has_odds(*play))?;
    (!matches!(scene.hold_of(facts), Hold::Sure | Hold::ButBombs)).then(|| scene.deals_held(play))
}

pub(super) fn likely_holds(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    better_play_no_bomb(scene, better, other)?;
    let Hold::Odds(most) = scene.hold_of(better) else { return None };
    let is_less = other.play.is_none() || deals_held(scene, other)? + DEALS_CLEARLY_MORE <= most;
    is_less.then(|| [Part::Number(most), Part::play(better.play), Part::None])
}

/// The fewest deals, of 100, in which the better play must hold, so that their number is a reason.
const DEALS_HELD_MIN: u32 = 20;

pub(super) fn holds_more(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (more, less) = (deals_held(scene, better)?, deals_held(scene, other)?);
    (more >= DEALS_HELD_MIN && less + DEALS_CLEARLY_MORE <= more)
        .then(|| [Part::Number(more), Part::play(other.play), Part::Number(less)])
}

/// The most groups above a play that count as few.
const TOPS_FEW_MAX: u32 = 2;

/// Lists the cards that may top a play, without bombs; only if they are few and no enemy is known to hold one of them.
fn few_tops(scene: &Scene, facts: &PlayFacts) -> Option<Combos> {
    let play = facts.play.filter(|play| play.run() == 1 && !play.is_bomb() && scene.has_only_kind_answers(*play))?;
    let copies = play.kind().shape().body;
    let above = scene.groups_against(copies).and(scene.rules().above(play));
    let above =
        above.filter(|&rank| scene.may_carry(play, rank)).fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)));
    let is_known = scene.enemies().any(|seat| !scene.view.known_cards(seat).at_least(copies).and(above).is_empty());
    if is_known || !(1..=TOPS_FEW_MAX).contains(&above.len()) || scene.hold_of(facts) == Hold::Sure {
        return None;
    }
    let kind = [Kind::Single, Kind::Pair, Kind::Triple].get(usize::from(copies).checked_sub(1)?)?;
    Combos::of(above.into_iter().filter_map(|rank| Combo::wingless(*kind, 1, rank)))
}

pub(super) fn has_few_above(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    better_play_no_bomb(scene, better, other)?;
    let few = few_tops(scene, better)?;
    let is_more = match other.play {
        None => true,
        Some(play) => ranks_above(scene, play).len() > few.iter().count() as u32 && few_tops(scene, other).is_none(),
    };
    is_more.then(|| [Part::Combos(few), Part::play(better.play), Part::None])
}

/// The most combos that are named if several top a play.
const TOPS_NAMED_MAX: usize = 3;

pub(super) fn not_topped_by(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (play, lower) = better.play.zip(other.play).filter(|(play, lower)| play.kind() == lower.kind())?;
    let between = ranks_above(scene, lower).except(ranks_above(scene, play));
    let named = between.into_iter().take(TOPS_NAMED_MAX).filter_map(|rank| Combo::wingless(play.kind(), 1, rank));
    Some([Part::Combos(Combos::of(named)?), Part::play(other.play), Part::None])
}
