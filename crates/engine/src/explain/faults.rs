//! Faults that are no merit the other way round: a play that gives something away, beside one that does not.

use rules::{Combo, Event, Hand, Kind, Rank, Ranks, Seat};

use super::beating;
use super::concept::Found;
use super::ends;
use super::enemy::last_lead;
use super::fact::Part;
use super::own::{SOME_TURNS, is_small};
use super::scene::{Hold, Look, Scene};

/// The cards of equal ranks that beat a single, pair or triple and are unseen, where some enemy has enough cards.
fn above(scene: &Scene, play: Combo) -> Ranks {
    let is_plain = matches!(play.kind(), Kind::Single | Kind::Pair | Kind::Triple) && scene.profile.answers_in_kind();
    if !is_plain || scene.enemies().all(|seat| scene.left(seat) < play.len()) {
        return Ranks::NONE;
    }
    scene.unseen.at_least(play.kind().shape().body).and(scene.rules().above(play))
}

/// An enemy has as many cards as the play, and may hold a higher one of its kind.
pub(super) fn may_go_out(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|_| !look.rest.is_empty())?;
    let groups = above(scene, play);
    let copies = play.kind().shape().body;
    let may_hold = |seat: Seat| {
        let known = scene.view.known(seat);
        let fits = |rank: Rank| Hand::of(rank, copies).is_some_and(|group| group.contains(known));
        scene.left(seat) == play.len() && groups.into_iter().any(fits)
    };
    let enemy = scene.enemies().find(|&seat| may_hold(seat))?;
    Some(Found::two(Part::Who(scene.who(enemy)), Part::Number(play.len())))
}

/// The rival is a higher one of the kind that little beats, and some unseen cards beat the play alone.
pub(super) fn easily_beaten(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival_look = rival?;
    let (play, rival) = (look.play?, rival_look.play?);
    let is_firm = scene.hold_of(rival_look) != Hold::Open || beating::few_above(scene, rival_look, None).is_some();
    if play.kind() != rival.kind() || !is_firm {
        return None;
    }
    let between = above(scene, play).except(scene.rules().above(rival));
    // A card of the rival's own rank is named where there is no lower one.
    let lower = between.except(Ranks::one(rival.key()));
    let highest = scene.rules().order().strongest(if lower.is_empty() { between } else { lower })?;
    let cards = Hand::of(highest, play.kind().shape().body)?;
    Some(Found::two(Part::Cards(cards), Part::Cards(rival.cards())))
}

/// The gain in deals of 100 from which one of two plays is clearly harder to beat.
const CLEARLY: u32 = 10;

/// The rival is beaten in clearly fewer deals, and seldom.
pub(super) fn less_sure(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival) = (look.play.filter(|play| !play.is_bomb())?, rival?);
    let Hold::Odds(held) = scene.hold_of(rival) else { return None };
    let is_open = matches!(scene.hold_of(look), Hold::Open | Hold::Odds(_));
    let is_less = is_open && scene.held(play) + CLEARLY <= held;
    is_less.then(|| Found::two(Part::play(rival.play), Part::Number(held)))
}

/// A card that gets rid of nothing: the hand has as many turns left as before, or more.
pub(super) fn gains_no_turn(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    scene.enemys()?;
    let is_plain = look.play.is_some_and(|play| !play.is_bomb()) && !look.rest.is_empty();
    let turns = if is_plain { scene.turns_after(look) } else { 0 };
    (is_plain && turns >= scene.turns()).then(|| Found::one(Part::Number(turns)))
}

/// Ranks between what stands and its answer from which the answer is dear.
const DEAR: usize = 4;

/// A high single or pair on a low one.
pub(super) fn much_for_little(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (play, (_, standing)) = (look.play.filter(|_| !look.rest.is_empty())?, scene.enemys()?);
    let is_answer = matches!(play.kind(), Kind::Single | Kind::Pair) && play.kind() == standing.kind();
    let is_dear = scene.rules().height(play) >= scene.rules().height(standing) + DEAR;
    (is_answer && is_dear).then(|| Found::two(Part::Cards(play.cards()), Part::Cards(standing.cards())))
}

/// The rival is a bomb.
pub(super) fn holds_back(_: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let bomb = rival?.play.filter(|rival| rival.is_bomb())?;
    let is_kept = look.play.is_none_or(|play| !play.is_bomb());
    is_kept.then(|| Found::one(Part::Cards(bomb.cards())))
}

/// The same combo with lower wings would do.
pub(super) fn high_rides(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival) = (look.play?, rival?.play?);
    let is_same = play.kind() == rival.kind() && play.run() == rival.run() && play.body() == rival.body();
    let (mine, its) = (play.wings(), rival.wings());
    let both = mine.overlap(its);
    let (mine, its) = (mine.minus(both)?, its.minus(both)?);
    let order = scene.rules().order();
    let (high, low) = (order.strongest(mine.ranks())?, order.strongest(its.ranks())?);
    (is_same && order.is_above(high, low)).then(|| Found::two(Part::Cards(mine), Part::Cards(its)))
}

/// A high single or pair is led, and a lower whole one stays with more; the rival lays that down.
pub(super) fn high_first(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let play = look.play.filter(|play| matches!(play.kind(), Kind::Single | Kind::Pair))?;
    if scene.turns_after(look) < SOME_TURNS {
        return None;
    }
    let copies = play.kind().shape().body;
    let whole = look.rest.at_least(copies).except(look.rest.at_least(copies + 1));
    let lowest = scene.rules().order().weakest(whole)?;
    let cards = Hand::of(lowest, copies)?;
    let is_laid = rival?.play.is_some_and(|rival| rival.cards().contains(cards));
    let is_high = is_laid && !is_small(scene, play.key()) && is_small(scene, lowest);
    is_high.then_some(Found::two(Part::Cards(play.cards()), Part::Cards(cards)))
}

/// More turns than a hand that begins with its winners has.
const EARLY: u32 = 3;

/// A lead that only bombs beat, while much is still to come, beside one that leaves it whole.
pub(super) fn winner_early(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let is_top = |look: &Look| {
        look.play.is_some_and(|play| !play.is_bomb() && matches!(scene.certain_hold(play), Hold::Sure | Hold::ButBombs))
    };
    // A long combo answers nothing later: it may as well go now.
    let (play, rival) = (look.play.filter(|play| play.run() == 1)?, rival?);
    let is_whole = rival.rest.contains(play.cards());
    let is_early = is_whole && is_top(look) && !is_top(rival) && scene.turns_after(look) >= EARLY;
    is_early.then(|| Found::two(Part::Cards(play.cards()), Part::Number(scene.turns_after(look))))
}

/// The rival leads what the partner led last, and the play may lose the lead.
pub(super) fn not_partners_kind(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let (play, rival, partner) = (look.play?, rival?.play?, scene.me.partner()?);
    let led = last_lead(scene, partner)?.kind();
    let is_open = scene.hold_of(look) == Hold::Open;
    (is_open && rival.kind() == led && play.kind() != led).then(|| Found::one(Part::Kind(led)))
}

/// The last lead of this kind by the own side was answered in kind by an enemy.
pub(super) fn answered_before(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let kind = look.play.filter(|play| !play.is_bomb() && !look.rest.is_empty())?.kind();
    let (mut passes, mut is_ours, mut answered) = (2, false, None);
    for event in scene.view.log() {
        match *event {
            Event::Play(seat, Some(combo)) => {
                if passes == 2 {
                    is_ours = combo.kind() == kind && !scene.is_enemy(seat);
                    answered = if is_ours { None } else { answered };
                } else if is_ours && scene.is_enemy(seat) && combo.kind() == kind {
                    answered = answered.or(Some(seat));
                }
                passes = 0;
            }
            Event::Play(_, None) => passes += 1,
            _ => {}
        }
    }
    Some(Found::two(Part::Who(scene.who(answered?)), Part::Kind(kind)))
}

/// The partner's combo can be beaten, and the landlord plays next.
pub(super) fn leaves_partner(scene: &Scene, _: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.partners()?;
    let is_open = scene.me.next() == Seat::Landlord && scene.course().passes() == 0;
    scene.answers.first()?;
    (is_open && scene.certain_hold(standing) == Hold::Open).then(|| Found::one(Part::Cards(standing.cards())))
}

/// The partner keeps the lead for sure, though this hand would be nearly out with it.
pub(super) fn leaves_lead(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    scene.partners().filter(|_| scene.course().passes() == 1)?;
    let rival = rival.filter(|rival| rival.play.is_some() && !rival.rest.is_empty())?;
    let turns = scene.turns_after(rival);
    (turns < EARLY && turns < scene.turns_after(look)).then(|| Found::two(Part::play(rival.play), Part::Number(turns)))
}

/// The partner would have answered.
pub(super) fn before_partner(scene: &Scene, look: &Look, _: Option<&Look>) -> Option<Found> {
    let (_, standing) = scene.enemys().filter(|_| !look.rest.is_empty())?;
    scene.partner_answers().then(|| Found::one(Part::Cards(standing.cards())))
}

/// The rival leaves winners and at most one other combo.
pub(super) fn misses_winners(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Found> {
    let rival = rival.filter(|rival| rival.play.is_some())?;
    let leaves = |look: &Look| {
        ends::leaves_winners(scene, look, None).or_else(|| ends::leaves_winners_and_one(scene, look, None)).is_some()
    };
    (leaves(rival) && !leaves(look)).then(|| Found::one(Part::play(rival.play)))
}
