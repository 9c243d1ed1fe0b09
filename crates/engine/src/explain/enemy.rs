//! The other side: its number of cards, its passes and its leads.

use rules::{Combo, Hand, Kind, LogPlay, Rank, Ranks, Seat};

use super::part::{Part, Parts};
use super::scene::{Hold, PlayFacts, Scene};

/// The number of cards up to which an enemy is near going out.
pub(super) const NEAR_OUT_CARDS: u32 = 6;

fn who_part(scene: &Scene, seat: Seat) -> Part {
    Part::Who(scene.who(seat))
}

/// Returns the ranks of which the enemies may hold equal cards that beat a single, pair or triple.
pub(super) fn ranks_above(scene: &Scene, play: Combo) -> Ranks {
    let is_plain = matches!(play.kind(), Kind::Single | Kind::Pair | Kind::Triple) && scene.has_only_kind_answers(play);
    if !is_plain || scene.enemies().all(|seat| scene.left(seat) < play.len()) {
        return Ranks::NONE;
    }
    scene.groups_against(play.kind().shape().body).and(scene.rules().above(play))
}

/// Finds an enemy who has as many cards as the play, and may hold a higher one of its kind.
fn enemy_going_out(scene: &Scene, facts: &PlayFacts) -> Option<Seat> {
    let play = facts.play.filter(|_| !facts.rest.is_empty())?;
    let copies = play.kind().shape().body;
    let groups = ranks_above(scene, play).and(scene.against.at_least(copies));
    let may_hold = |seat: Seat| {
        let known = scene.view.known_cards(seat);
        let fits = |rank: Rank| Hand::of(rank, copies).is_some_and(|group| group.contains(known));
        scene.left(seat) == play.len() && groups.into_iter().any(fits)
    };
    scene.enemies().find(|&seat| may_hold(seat))
}

/// Applies if an enemy may go out on the other play, and not on the better one, which is of another kind. Only a single, pair or triple counts
/// as a play on which an enemy may go out.
pub(super) fn lets_no_enemy_out(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (enemy, kind) = (enemy_going_out(scene, other)?, other.play?.kind());
    let is_other_kind = better.play.is_some_and(|play| play.kind() != kind) && enemy_going_out(scene, better).is_none();
    is_other_kind.then(|| [who_part(scene, enemy), Part::Number(scene.left(enemy)), Part::Kind(kind)])
}

pub(super) fn plays_highest_single(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let enemy = scene.enemies().find(|&seat| scene.left(seat) == 1)?;
    let single = |facts: &PlayFacts| facts.play.filter(|play| play.kind() == Kind::Single).map(Combo::key);
    let highest = scene.rules().order().strongest(scene.hand.ranks());
    let differ = single(better) == highest && single(other).is_some_and(|key| Some(key) != highest);
    differ.then(|| [who_part(scene, enemy), Part::None, Part::None])
}

/// The number of cards up to which an enemy is stopped even at a high cost.
const STOP_AT_CARDS: u32 = 5;

/// Returns the enemy's standing combo, if the better choice answers it, the other choice is a pass, and no partner may still answer.
fn standing_to_beat(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<(Seat, Combo)> {
    let is_left = better.play.is_some() && other.play.is_none() && !scene.partner_may_answer();
    scene.enemy_standing().filter(|_| is_left)
}

pub(super) fn stops_enemy(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (owner, _) = standing_to_beat(scene, better, other)?;
    let left = scene.left(owner);
    (left <= STOP_AT_CARDS).then(|| [who_part(scene, owner), Part::Number(left), Part::None])
}

/// Applies if after a pass an enemy with many cards leads again. For the landlord this may also be the other peasant.
pub(super) fn last_to_answer(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (owner, standing) = standing_to_beat(scene, better, other)?;
    let is_last = scene.course().passes() == 1;
    let leader = if is_last { scene.who(owner) } else { scene.enemy_side() };
    ((is_last || scene.me == Seat::Landlord) && scene.left(owner) > STOP_AT_CARDS)
        .then(|| [Part::Who(leader), Part::Cards(standing.cards()), Part::None])
}

pub(super) fn beats_passed_combo(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let play = better.play.filter(|_| scene.certain_hold(better.play.expect("a play")) != Hold::Sure)?;
    // Plays of two kinds are not compared: a single may be beaten sooner than a triple on which no enemy has passed yet.
    let is_worse =
        |other: Combo| (other.kind(), other.run()) == (play.kind(), play.run()) && lowest_pass(scene, other).is_none();
    let lowest = lowest_pass(scene, play).filter(|_| other.play.is_none_or(is_worse))?;
    // A pass leaves the combo of the partner, which may already be higher than the passed one.
    let height = |combo: Combo| scene.rules().height(combo);
    let is_lower = |(_, standing): (Seat, Combo)| standing.kind() == lowest.kind() && height(standing) > height(lowest);
    let is_left = other.play.is_none() && scene.partner_standing().is_some_and(is_lower);
    (!is_left).then(|| [Part::Who(scene.enemy_side()), Part::Cards(lowest.cards()), Part::play(better.play)])
}

/// Returns the lowest of the enemies' combos by [`highest_pass`]; `None` if an enemy has none, or for a bomb.
fn lowest_pass(scene: &Scene, play: Combo) -> Option<Combo> {
    let passed = scene.enemies().map(|enemy| highest_pass(scene, enemy, play).filter(|_| !play.is_bomb()));
    passed.collect::<Option<Vec<Combo>>>()?.into_iter().min_by_key(|combo| scene.rules().height(*combo))
}

/// Returns the highest combo of our side on which `enemy` passed, of the play's kind and length and lower than the play.
fn highest_pass(scene: &Scene, enemy: Seat, play: Combo) -> Option<Combo> {
    let height = |combo: Combo| scene.rules().height(combo);
    let passed = scene.view.plays().filter(|row| row.seat == enemy && row.play.is_none());
    let standing = passed.filter_map(|row| row.standing).filter(|(owner, _)| owner.side() != enemy.side());
    let alike = standing
        .map(|(_, combo)| combo)
        .filter(|combo| combo.kind() == play.kind() && combo.run() == play.run() && height(*combo) < height(play));
    alike.reduce(|known, combo| if height(combo) > height(known) { combo } else { known })
}

fn leads(scene: &Scene) -> impl Iterator<Item = (Seat, Combo)> {
    scene.view.plays().filter(LogPlay::is_lead).filter_map(|row| Some((row.seat, row.play?)))
}

pub(super) fn last_lead(scene: &Scene, seat: Seat) -> Option<Combo> {
    leads(scene).filter(|(who, _)| *who == seat).last().map(|(_, combo)| combo)
}

pub(super) fn not_enemys_kind(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Option<Parts> {
    let (enemy, led) = leads(scene).filter(|(seat, _)| scene.is_enemy(*seat)).last().filter(|_| scene.is_lead())?;
    let differ = other.play?.kind() == led.kind() && better.play?.kind() != led.kind();
    (differ && scene.hold_of(other) == Hold::Open && !scene.is_one_combo(other.rest))
        .then(|| [Part::Kind(led.kind()), who_part(scene, enemy), Part::None])
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use rules::{Event, Plays, Ruleset, View};

    use super::*;
    use crate::hand::split::TurnsMemo;
    use crate::turn_facts::TurnFacts;

    /// The standing combo at the start of the known history may have been an answer, so no lead is known.
    #[test]
    fn an_unknown_beginning_has_no_lead() {
        let led = |view: &View| {
            let (mut plays, memo) = (Plays::new(), RefCell::new(TurnsMemo::new(&Ruleset::CLASSIC)));
            let scene = Scene::new(TurnFacts::of(view).unwrap(), &mut plays, &memo);
            leads(&scene).map(|(seat, combo)| format!("{seat} {combo}")).collect::<Vec<_>>()
        };
        let mut view: View = "me=down hand=34TTQKA left=9,7,9 standing=landlord:99".parse().unwrap();
        let mut play_on = |plays: &[&str]| {
            for play in plays {
                let combo = Ruleset::CLASSIC.read(play.parse().unwrap());
                view.apply(Event::Play(view.course().turn(), combo)).unwrap();
            }
            led(&view)
        };
        assert!(play_on(&[]).is_empty() && play_on(&["TT", "", ""]).is_empty());
        assert_eq!(play_on(&["3", "5", ""]), ["down 3"]);
    }
}
