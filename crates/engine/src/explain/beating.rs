//! Beating: the odds that a play is covered, and its answers.

use rules::{Combo, Kind, Ranks, Seat};

use super::concept::Found;
use super::fact::{Combos, Part};
use super::scene::{Hold, Look, Scene};

fn side(scene: &Scene) -> Part {
    Part::Who(scene.enemy_side())
}

/// No enemy has as many cards as the play.
pub(super) fn too_long(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let cards = look.play?.len();
    let most = scene.enemies().map(|seat| scene.left(seat)).max()?;
    let holds = most < cards && scene.hold_of(look) == Hold::Sure;
    holds.then(|| Found::three([Part::Number(cards), side(scene), Part::Number(most)]))
}

pub(super) fn cannot_be_beaten(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    (scene.hold_of(look) == Hold::Sure).then(|| Found::one(side(scene)))
}

pub(super) fn top_of_kind(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let is_plain = !look.play?.is_bomb();
    (is_plain && scene.hold_of(look) == Hold::ButBombs).then(|| Found::one(side(scene)))
}

pub(super) fn likely_holds(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let holds_less = |held: u32| rival.and_then(|rival| rival.play).is_some_and(|rival| scene.held(rival) > held);
    match scene.hold_of(look) {
        // A few deals more or less are no difference.
        Hold::Odds(held) if !holds_less(held) => Some(Found::one(Part::Number(held)).sized(held as i32 / 8)),
        _ => None,
    }
}

/// Groups beyond this are too many to name.
const ABOVE_MAX: u32 = 2;

/// The cards that may top a play, where they are few and no enemy is known to hold them; bombs aside.
pub(super) fn few_above(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|play| play.run() == 1 && !play.is_bomb() && scene.is_answered_in_kind(*play))?;
    let copies = play.kind().shape().body;
    let above = scene.groups_against(copies).and(scene.rules().above(play));
    let above =
        above.filter(|&rank| scene.may_carry(play, rank)).fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)));
    let is_known = scene.enemies().any(|seat| !scene.view.known(seat).at_least(copies).and(above).is_empty());
    if is_known || !(1..=ABOVE_MAX).contains(&above.len()) || scene.hold_of(look) == Hold::Sure {
        return None;
    }
    let kind = [Kind::Single, Kind::Pair, Kind::Triple].get(usize::from(copies).checked_sub(1)?)?;
    let groups = above.into_iter().filter_map(|rank| Combo::bare(*kind, 1, rank));
    Some(Found::one(Part::Combos(Combos::of(groups)?)).sized(-(above.len() as i32)))
}

/// Turns and cards with which the lead decides much: few turns of the own hand, few cards of an enemy, many cards of the play.
const TURNS_FEW: u32 = 4;
const CARDS_FEW: u32 = 5;
const CARDS_MANY: u32 = 4;

/// Deals of 100 in which a play has to hold to keep the lead as well as a sure one.
const AS_GOOD_AS_SURE: u32 = 90;

/// The rival would keep the lead, or take it, for sure, bombs aside, and costs no turn; the play does not, and the lead matters.
pub(super) fn gives_up_lead(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| rival.play.is_some_and(|play| !play.is_bomb()))?;
    // The partner's trick is not lost by a pass.
    if look.play.is_none() && scene.partners().is_some() {
        return None;
    }
    let is_sure = |hold: Hold| matches!(hold, Hold::Sure | Hold::ButBombs);
    let holds = |hold: Hold| is_sure(hold) || matches!(hold, Hold::Odds(held) if held >= AS_GOOD_AS_SURE);
    let turns = scene.turns_after(rival);
    let is_long = rival.play.is_some_and(|play| play.len() >= CARDS_MANY);
    let is_near = scene.enemies().any(|seat| scene.left(seat) <= CARDS_FEW);
    let lets_go = look.play.is_none() && scene.me == Seat::Landlord;
    let matters = is_near || is_long || lets_go || turns <= TURNS_FEW;
    let is_cheap = is_near || turns <= scene.turns_after(look);
    let is_lost = is_sure(scene.hold_of(rival)) && !holds(scene.hold_of(look));
    (matters && is_cheap && is_lost).then(|| Found::one(Part::play(rival.play)))
}

/// The play and its rival, where that is a lower combo of the same kind and costs no more turns.
fn with_lower(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<[Combo; 2]> {
    let rival_look = rival?;
    let (play, rival) = (look.play?, rival_look.play?);
    let height = |combo: Combo| scene.rules().height(combo);
    let is_lower = play.kind() == rival.kind()
        && play.run() == rival.run()
        && height(play) > height(rival)
        && scene.turns_after(rival_look) <= scene.turns_after(look);
    is_lower.then_some([play, rival])
}

/// A lower answer would do.
pub(super) fn higher_than_needed(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    // Over the partner's combo neither is needed, and before the landlord a peasant goes high on purpose.
    scene.enemys().filter(|_| !scene.is_kept_out(look))?;
    let [_, lower] = with_lower(scene, look, rival)?;
    Some(Found::one(Part::Cards(lower.cards())))
}

/// A bomb, and nothing else in the hand answers.
pub(super) fn only_bomb(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.enemys()?;
    let is_only = look.play?.is_bomb() && scene.plain_answers().next().is_none();
    is_only.then(|| Found::one(Part::Cards(standing.cards())))
}

/// So few turns are left that the lead is worth a bomb.
const TURNS_AFTER_BOMB_MAX: u32 = 2;

pub(super) fn bombs_to_lead(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    if !look.play?.is_bomb() || look.rest.is_empty() {
        return None;
    }
    let turns = scene.turns_after(look);
    (turns <= TURNS_AFTER_BOMB_MAX).then(|| Found::one(Part::Number(turns)))
}

pub(super) fn only_bombs_would(scene: &Scene, _: &Look, rival: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.enemys()?;
    let bomb = rival.and_then(|rival| rival.play).or(scene.answers.first().copied())?;
    let is_only = scene.plain_answers().next().is_none();
    is_only.then(|| Found::two(Part::Cards(bomb.cards()), Part::Cards(standing.cards())))
}

/// Each answer takes a 2 or a joker; bombs aside.
pub(super) fn only_big_would(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.enemys()?;
    let answers = scene.plain_answers();
    let lowest = answers.clone().min_by_key(|answer| scene.rules().height(*answer))?;
    let all_big = answers.clone().all(|answer| !scene.big(answer.cards()).is_empty());
    all_big.then(|| Found::two(Part::Cards(lowest.cards()), Part::Cards(standing.cards())))
}

/// The answers in kind, bombs aside.
fn in_kind(scene: &Scene, play: Combo) -> impl Iterator<Item = Combo> + Clone {
    scene.plain_answers().filter(move |other| other.kind() == play.kind() && other.run() == play.run())
}

pub(super) fn lowest(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, (_, standing)) = (look.play?, scene.course().standing()?);
    let height = |combo: Combo| scene.rules().height(combo);
    let is_lowest = !play.is_bomb() && in_kind(scene, play).all(|other| height(other) >= height(play));
    // Where there is one height alone, nothing was chosen.
    let is_choice = in_kind(scene, play).any(|other| height(other) > height(play));
    (is_lowest && is_choice).then(|| Found::one(Part::Cards(standing.cards())))
}

/// The lowest single, pair or triple that is no part of more equal cards; lower answers are.
pub(super) fn lowest_whole(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let play = look.play?;
    if !matches!(play.kind(), Kind::Single | Kind::Pair | Kind::Triple) {
        return None;
    }
    let is_whole = |combo: Combo| u32::from(scene.hand.count(combo.key())) == combo.len();
    let lower = |other: &Combo| scene.rules().height(*other) < scene.rules().height(play);
    let mut lowers = in_kind(scene, play).filter(lower).peekable();
    let holds = is_whole(play) && lowers.peek().is_some() && lowers.all(|other| !is_whole(other));
    holds.then_some(Found::NOTHING_TO_NAME)
}

/// Fewer unseen groups top the play than the rival, which is of its kind.
pub(super) fn harder(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival) = (look.play.filter(|play| play.run() == 1 && !play.is_bomb())?, rival?.play?);
    let above = |play: Combo| scene.groups_against(play.kind().shape().body).and(scene.rules().above(play)).len();
    let is_harder = rival.kind() == play.kind() && above(play) < above(rival);
    is_harder.then(|| Found::one(Part::Cards(rival.cards())))
}

pub(super) fn takes_trick(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (owner, standing) = scene.course().standing()?;
    Some(Found::two(Part::Who(scene.who(owner)), Part::Cards(standing.cards())))
}
