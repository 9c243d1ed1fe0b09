//! Which of the facts that hold leads: one that the closest rivals lack, then one that matters more.

use rules::{Combo, Kind};

use super::concept::{CONCEPTS, Concept, Found};
use super::fact::{Fact, Reason};
use super::scene::{Look, Scene};

/// The gain of a fact that the closest rival lacks, and of one that the next rival lacks.
const SEPARATES: [i32; 2] = [60, 12];

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

/// The facts of a play that are not so of the other, some concepts aside.
pub(super) fn beside(scene: &Scene, play: Option<Combo>, other: Option<Combo>, without: &[&str]) -> Reason {
    let counts =
        |concept: &Concept, weight| weight >= concept.importance + SEPARATES[0] && !without.contains(&concept.name);
    strongest(scene, play, &[Some(scene.look(other)), None], counts)
}

fn strongest(
    scene: &Scene,
    play: Option<Combo>,
    rivals: &[Option<Look>; 2],
    counts: impl Fn(&Concept, i32) -> bool,
) -> Reason {
    let look = scene.look(play);
    let mut best = Best::default();
    for concept in scene.merits {
        // Sorted by importance, so that the rest weighs less than what was found.
        if best.is_beyond(concept.importance + most_gains(concept)) {
            break;
        }
        let Some((weight, fact)) = weighed(scene, concept, &look, rivals) else { continue };
        if !counts(concept, weight) {
            continue;
        }
        best.offer(weight, fact);
        if matches!(concept.name, "goes-out" | "cannot-answer") {
            break;
        }
    }
    let best = best.0;
    let [leading, second] = best.map(|found| found.map(|(_, fact)| fact));
    // A leading fact that says all needs no other, and one that says little is none.
    let is_enough = leading.is_some_and(|fact| fact.concept().importance >= ENOUGH);
    Reason::of(leading, second.filter(|fact| !is_enough && fact.concept().importance > LITTLE))
}

/// The weightiest fact, and the weightiest of the other groups.
#[derive(Default)]
struct Best([Option<(i32, Fact)>; 2]);

impl Best {
    /// True if no fact of at most this weight would change it.
    fn is_beyond(&self, weight: i32) -> bool {
        self.0.iter().all(|found| found.as_ref().is_some_and(|(known, _)| *known > weight))
    }

    fn offer(&mut self, weight: i32, fact: Fact) {
        let [leading, second] = &mut self.0;
        let is_more = |found: &Option<(i32, Fact)>| found.as_ref().is_none_or(|(known, _)| weight > *known);
        let is_other = |(_, found): &(i32, Fact)| adds_to(found, &fact);
        if is_more(leading) {
            let before = leading.replace((weight, fact));
            // The fact that led may still stand beside one of another group.
            *second = before.filter(is_other).or(second.take().filter(is_other));
        } else if leading.as_ref().is_some_and(is_other) && is_more(second) {
            *second = Some((weight, fact));
        }
    }
}

/// Concepts of two groups that say the same.
const ALIKE: &[[&str; 2]] = &[
    ["only-big-would-beat", "keeps-big"],
    ["only-bombs-would-beat", "keeps-bomb"],
    ["only-bombs-would-beat", "keeps-rocket"],
    ["relieves-partner", "fewer-turns"],
    ["relieves-partner", "leaves-one-combo"],
    ["bombs-to-lead", "fewer-turns"],
    ["bombs-to-lead", "leaves-one-combo"],
    ["leaves-winners", "relieves-partner"],
];

/// True if two facts are of different groups and do not say the same.
fn adds_to(one: &Fact, other: &Fact) -> bool {
    let names = [one.code(), other.code()];
    let is_alike = ALIKE.iter().any(|pair| pair.iter().all(|name| names.contains(name)));
    one.concept().group != other.concept().group && !is_alike
}

/// The most that a fact gains by what rivals lack.
fn most_gains(concept: &Concept) -> i32 {
    if concept.importance <= LITTLE { 0 } else { SEPARATES.iter().sum() }
}

/// From this importance on a fact stands alone.
const ENOUGH: i32 = 100;

/// Up to this importance a fact is no second one.
const LITTLE: i32 = 10;

fn weighed(scene: &Scene, concept: &'static Concept, look: &Look, rivals: &[Option<Look>; 2]) -> Option<(i32, Fact)> {
    let found = find(scene, concept, look, rivals[0].as_ref())?;
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
