//! Which of the facts that hold leads: one that the closest rivals lack, then one that matters more.

use rules::{Combo, Hand, Kind};

use super::concept::{CONCEPTS, Concept, Found};
use super::fact::{Fact, Part, Reason};
use super::scene::{Look, Scene};

/// The gain of a fact that the closest rival lacks, and of one that the next rival lacks. The first is more than any fact that the rival
/// shares weighs, so that such a fact leads only where nothing sets the play apart.
const SEPARATES: [i32; 2] = [100, 12];

/// The rivals of a play: those that were given, or the choice that a player would see first.
pub(super) fn rivals(scene: &Scene, play: Option<Combo>, given: [Option<Option<Combo>>; 2]) -> [Option<Look>; 2] {
    let [first, second] = given;
    let first = first.or_else(|| natural_rival(scene, play));
    [first, second].map(|rival| rival.map(|rival| scene.look(rival)))
}

/// A pass for an answer, the lowest answer for a pass, and the lowest other single or pair for a lead.
fn natural_rival(scene: &Scene, play: Option<Combo>) -> Option<Option<Combo>> {
    let Some(play) = play else {
        let lowest = scene.plain_answers().min_by_key(|answer| scene.rules().height(*answer));
        return lowest.or_else(|| scene.answers.first().copied()).map(Some);
    };
    if !scene.is_lead() {
        return Some(None);
    }
    let order = scene.rules().order();
    let single = order.weakest(scene.hand.ranks()).map(Combo::single);
    let pair = order.weakest(scene.hand.at_least(2)).and_then(|rank| Combo::bare(Kind::Pair, 1, rank));
    [single, pair].into_iter().flatten().find(|&other| other != play).map(Some)
}

/// The leading fact of a play, and one of another group.
pub(super) fn reason(scene: &Scene, play: Option<Combo>, given: [Option<Option<Combo>>; 2]) -> Reason {
    strongest(scene, play, &rivals(scene, play, given), |_, _| true)
}

/// The facts of a play that are not so of the other, which has this fault. What the fault says already is not said again.
pub(super) fn beside(
    scene: &Scene,
    play: Option<Combo>,
    other: Option<Combo>,
    fault: Option<&Fact>,
    said: &[&str],
) -> Reason {
    let counts = |concept: &Concept, weight| {
        let adds = fault.is_none() || concept.importance > MINOR && !said.contains(&concept.name);
        adds && weight >= concept.importance + SEPARATES[0]
    };
    strongest(scene, play, &[Some(scene.look(other)), None], counts)
}

fn strongest(
    scene: &Scene,
    play: Option<Combo>,
    rivals: &[Option<Look>; 2],
    counts: impl Fn(&Concept, i32) -> bool,
) -> Reason {
    let look = scene.look(play);
    // The most important first, as the merits are sorted.
    let mut found: Vec<Fact> = Vec::new();
    let mut leading: Option<(i32, Fact)> = None;
    for concept in scene.merits {
        let is_beaten = leading.is_some_and(|(most, _)| most >= concept.importance + most_gains(concept));
        let has_second = leading.is_some_and(|(_, leading)| found.iter().any(|fact| follows(fact, &leading)));
        if is_beaten && (has_second || concept.importance <= MINOR) {
            break;
        }
        let Some((weight, fact)) = weighed(scene, concept, &look, rivals) else { continue };
        if !counts(concept, weight) {
            continue;
        }
        found.push(fact);
        if leading.is_none_or(|(most, _)| weight > most) {
            leading = Some((weight, fact));
        }
        // A fact that says all needs no other.
        if concept.importance >= ENOUGH {
            break;
        }
    }
    let leading = leading.map(|(_, fact)| fact);
    let second = found.into_iter().find(|fact| leading.is_some_and(|leading| follows(fact, &leading)));
    Reason::of(leading, second)
}

/// Concepts of two groups that say the same.
const ALIKE: &[[&str; 2]] = &[
    ["only-bombs-would-beat", "keeps-rocket"],
    ["relieves-partner", "fewer-turns"],
    ["relieves-partner", "leaves-one-combo"],
    ["bombs-to-lead", "fewer-turns"],
    ["bombs-to-lead", "leaves-one-combo"],
    ["leaves-winners", "relieves-partner"],
];

/// True if a fact may stand behind a leading one: it is of another group and does not say the same, as neither names only cards that the
/// other names.
fn follows(one: &Fact, other: &Fact) -> bool {
    let names = [one.code(), other.code()];
    let is_alike = ALIKE.iter().any(|pair| pair.iter().all(|name| names.contains(name)));
    let [one_named, other_named] = [one, other].map(named);
    let is_named = [(one_named, other_named), (other_named, one_named)]
        .into_iter()
        .any(|(cards, by)| !cards.is_empty() && by.contains(cards));
    one.concept().importance > MINOR && one.concept().group != other.concept().group && !is_alike && !is_named
}

/// The cards that a fact names.
fn named(fact: &Fact) -> Hand {
    let cards = |part: Part| match part {
        Part::Cards(cards) => cards,
        Part::Combos(combos) => combos.iter().fold(Hand::EMPTY, |all, combo| all.plus(combo.cards()).unwrap_or(all)),
        _ => Hand::EMPTY,
    };
    // Two parts may name the same card, as the play and what stays: of each rank the most counts.
    fact.parts()
        .map(cards)
        .fold(Hand::EMPTY, |all, cards| all.plus(cards.minus(all.overlap(cards)).unwrap_or(Hand::EMPTY)).unwrap_or(all))
}

/// The most that a fact gains by what rivals lack.
fn most_gains(concept: &Concept) -> i32 {
    if concept.importance <= LITTLE { 0 } else { SEPARATES.iter().sum() }
}

/// From this importance on a fact stands alone.
const ENOUGH: i32 = 300;

/// Up to this importance a fact is a fallback: that a rival lacks it says nothing.
const LITTLE: i32 = 8;

/// Up to this importance a fact is no second one, and none beside a fault.
const MINOR: i32 = 12;

fn weighed(scene: &Scene, concept: &'static Concept, look: &Look, rivals: &[Option<Look>; 2]) -> Option<(i32, Fact)> {
    let rival = rivals[0].as_ref();
    if concept.at_no_cost && rival.is_some_and(|rival| scene.takes_more_turns(look, rival)) {
        return None;
    }
    let found = find(scene, concept, look, rival)?;
    let gain = |rival: &Option<Look>| rival.as_ref().is_some_and(|rival| lacks(scene, concept, look, rival, found));
    // The fallbacks stay what they are.
    let rivals = rivals.iter().zip(SEPARATES).filter(|_| most_gains(concept) > 0);
    let gains: i32 = rivals.filter(|(rival, _)| gain(rival)).map(|(_, points)| points).sum();
    Some((concept.importance + gains, Fact::new(concept, found.parts)))
}

pub(super) fn find(scene: &Scene, concept: &Concept, look: &Look, rival: Option<&Look>) -> Option<Found> {
    if !concept.asks(scene, look.play) {
        return None;
    }
    (concept.find)(scene, look, rival)
}

/// True if a fact of `look` is false for the rival, or holds less.
pub(super) fn lacks(scene: &Scene, concept: &Concept, look: &Look, rival: &Look, found: Found) -> bool {
    concept.compares || find(scene, concept, rival, Some(look)).is_none_or(|its| its.size < found.size)
}

/// Every fact that holds, for and against.
pub(super) fn facts(scene: &Scene, play: Option<Combo>, rival: Option<Option<Combo>>) -> Vec<Fact> {
    let look = scene.look(play);
    let rival = rival.map(|rival| scene.look(rival));
    let found =
        |concept: &'static Concept| Some(Fact::new(concept, find(scene, concept, &look, rival.as_ref())?.parts));
    CONCEPTS.iter().filter_map(found).collect()
}

/// True if a concept that holds for the play sets it apart from the rival.
pub(super) fn separates(scene: &Scene, concept: &Concept, play: Option<Combo>, rival: Option<Combo>) -> bool {
    let [look, rival] = [play, rival].map(|play| scene.look(play));
    find(scene, concept, &look, Some(&rival)).is_some_and(|found| lacks(scene, concept, &look, &rival, found))
}
