//! Going out, and the combos that are left for it.

use rules::Combo;

use super::part::{COMBOS_MAX, Combos, Part, Parts};
use super::scene::{Hold, PlayFacts, Scene};
use crate::hand::split::Partition;

pub(super) fn goes_out(_: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    (better.rest.is_empty() && !other.rest.is_empty()).then(|| [Part::play(better.play), Part::None, Part::None])
}

const WIN_TURNS_MAX: u32 = COMBOS_MAX as u32;

pub(super) fn wins_for_sure(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let turns = count_winning_turns(scene, better, &[Hold::Sure])?;
    let is_lost = !other.rest.is_empty() && count_winning_turns(scene, other, &[Hold::Sure]).is_none();
    is_lost.then(|| [Part::Number(turns), Part::play(better.play), Part::None])
}

/// Counts the turns in which a play and the combos that it leaves go out, against every hand that the enemies may hold; `None` if that is not
/// certain, or if the play leaves no cards, or [`WIN_TURNS_MAX`] turns or more. Combos whose hold is in `tops` win the lead, one combo may go
/// last, and one other may need a top of its kind that wins the lead back.
pub(super) fn count_winning_turns(scene: &Scene, facts: &PlayFacts, tops: &[Hold]) -> Option<u32> {
    let play = facts.play.filter(|_| !facts.rest.is_empty() && scene.turns_after(facts) < WIN_TURNS_MAX)?;
    let is_top = |combo: Combo| tops.contains(&scene.certain_hold(combo));
    let parts = scene.parts_after(facts);
    let mut open = parts.iter().copied().filter(|&part| !is_top(part));
    let waiting = if is_top(play) { open.next() } else { Some(play) };
    let wins = match (waiting, open.next(), open.next()) {
        // At most one combo is open, and it goes last.
        (None, ..) => true,
        (Some(_), None, _) if is_top(play) => true,
        // One may go last, and another one needs a return.
        (Some(one), last, None) => {
            let needs = [Some(one), last.filter(|_| is_top(play))];
            needs.into_iter().flatten().any(|combo| wins_lead_back(scene, combo, parts, &is_top))
        }
        _ => false,
    };
    wins.then(|| parts.turns() + 1)
}

/// True if one of the combos wins the lead back from any answer to `open`, and no enemy can go out with that answer.
fn wins_lead_back(scene: &Scene, open: Combo, parts: &Partition, is_top: &dyn Fn(Combo) -> bool) -> bool {
    let is_answered_in_kind = scene.rules().is_plain() && !scene.may_be_bombed(open);
    let is_far = scene.enemies().all(|seat| scene.left(seat) > open.len());
    let is_return = |top: Combo| {
        let is_bare = top.run() == 1 && top.wings().is_empty() && !top.is_bomb();
        is_bare && top.kind() == open.kind() && has_no_tie(scene, top) && is_top(top)
    };
    is_answered_in_kind && is_far && parts.iter().any(|&top| is_return(top))
}

/// True if the enemies have too few cards of the key for a combo of the same height: `top` would not beat that.
fn has_no_tie(scene: &Scene, top: Combo) -> bool {
    scene.against.count(top.key()) < top.kind().shape().body
}

/// The certainty with which a play wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Win {
    /// A win against each hand and each defence.
    Sure,
    /// A win unless an enemy has a bomb.
    ButForBombs,
}

pub(super) fn win_certainty(scene: &Scene, facts: &PlayFacts) -> Option<Win> {
    if count_winning_turns(scene, facts, &[Hold::Sure]).is_some() {
        return Some(Win::Sure);
    }
    can_play_out(scene, facts).then_some(Win::ButForBombs)
}

/// The most combos that a search for a way to go out tries.
const WAY_NODES_MAX: u32 = 2_000;

/// True if a search finds a way to lay down the cards that a play leaves with the returns that the hand has, without the enemies' bombs. Unlike
/// [`count_winning_turns`], the search tries many ways, and bombs of the hand win the lead back too.
fn can_play_out(scene: &Scene, facts: &PlayFacts) -> bool {
    let Some(play) = facts.play.filter(|_| scene.rules().is_plain()) else { return false };
    let turns = scene.turns_after(facts);
    if facts.rest.is_empty() || turns > WIN_TURNS_MAX {
        return false;
    }
    let is_top = |combo: &Combo| matches!(scene.certain_hold(*combo), Hold::Sure | Hold::ButBombs);
    // A way of one turn more may keep the better returns.
    scene.finds_partition(facts.rest, turns + 1, WAY_NODES_MAX, |parts| {
        let (tops, open): (Vec<Combo>, Vec<Combo>) = parts.iter().partition(|part| is_top(part));
        let covered = |last: Option<usize>| {
            let led = open.iter().enumerate().filter(|(place, _)| Some(*place) != last).map(|(_, combo)| *combo);
            let led: Vec<Combo> = led.chain(Some(play).filter(|play| !is_top(play))).collect();
            no_enemy_goes_out(scene, &led) && have_returns(scene, &led, &tops)
        };
        // The last combo needs no return: any of the open ones may go last.
        if open.is_empty() { covered(None) } else { (0..open.len()).any(|last| covered(Some(last))) }
    })
}

/// True if no enemy can go out on combos that it may answer.
fn no_enemy_goes_out(scene: &Scene, led: &[Combo]) -> bool {
    let all: u32 = led.iter().map(|combo| combo.len()).sum();
    let shortest = led.iter().map(|combo| combo.len()).min().unwrap_or(0);
    scene.enemies().all(|seat| scene.left(seat) > all || scene.left(seat) < shortest)
}

/// True if each combo that is led has a return of its own: a top of its kind, or a bomb.
fn have_returns(scene: &Scene, led: &[Combo], tops: &[Combo]) -> bool {
    let mut tops = tops.to_vec();
    let mut without = 0;
    for combo in led {
        let is_return = |top: &Combo| top.kind() == combo.kind() && top.run() == combo.run() && has_no_tie(scene, *top);
        match tops.iter().position(is_return) {
            Some(place) => drop(tops.swap_remove(place)),
            None => without += 1,
        }
    }
    without <= tops.iter().filter(|top| top.is_bomb()).count()
}

pub(super) fn leaves_one_combo(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let play = better.play.filter(|_| scene.is_one_combo(better.rest))?;
    let is_more = !other.rest.is_empty() && !scene.is_one_combo(other.rest);
    is_more.then(|| [Part::Cards(better.rest), Part::Cards(play.cards()), Part::None])
}

/// The most cards left for which winners are named. More cards have too many orders of play to name one as the plan.
const WINNERS_CARDS_MAX: u32 = 10;

/// Names the combos that stay and are the highest of their kind; only if an enemy may top at most one other.
fn winners(scene: &Scene, facts: &PlayFacts) -> Option<Part> {
    if facts.rest.len() > WINNERS_CARDS_MAX || !(2..=WIN_TURNS_MAX).contains(&scene.turns_after(facts)) {
        return None;
    }
    let parts = scene.parts_after(facts);
    let is_open = |part: &Combo| scene.certain_hold(*part) == Hold::Open;
    let open = parts.iter().filter(|part| is_open(part)).count();
    let mut tops = parts.iter().copied().filter(|part| !is_open(part));
    let named = Combos::of(tops.clone())?;
    // The winning combos do not help if the play may lose the lead and none of them beats a combo of its kind.
    let answers = |play: Combo, top: Combo| top.is_bomb() || (top.kind() == play.kind() && top.run() == play.run());
    if facts.play.is_some_and(|play| is_open(&play) && !tops.any(|top| answers(play, top))) {
        return None;
    }
    (parts.turns() == scene.turns_after(facts) && open <= 1).then_some(Part::Combos(named))
}

pub(super) fn leaves_winners(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let is_longer = better.play.is_some() && scene.turns_after(better) < scene.turns_after(other);
    let tops = winners(scene, better).filter(|_| is_longer && winners(scene, other).is_none())?;
    Some([tops, Part::play(better.play), Part::None])
}
