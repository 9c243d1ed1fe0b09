//! Which of the facts that hold leads: one that the closest rivals lack, then one that matters more.

use rules::{Combo, Hand, Kind};

use super::concept::{self, CONCEPTS, Concept, Found};
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
    let counts = |concept: &Concept, weighed: &Weighed| {
        // Beside a fault a merit that has a price, or a slight one, adds nothing.
        let is_slight = weighed.has_price || concept.importance <= MINOR || said.contains(&concept.name);
        weighed.separates && (fault.is_none() || !is_slight)
    };
    strongest(scene, play, &[Some(scene.look(other)), None], counts)
}

fn strongest(
    scene: &Scene,
    play: Option<Combo>,
    rivals: &[Option<Look>; 2],
    counts: impl Fn(&Concept, &Weighed) -> bool,
) -> Reason {
    let look = scene.look(play);
    // The most important first, as the merits are sorted.
    let mut found: Vec<Fact> = Vec::new();
    let mut leading: Option<Weighed> = None;
    for concept in scene.merits {
        let is_beaten = leading.is_some_and(|leading| leading.weight >= concept.importance + most_gains(concept));
        let has_second = || leading.is_some_and(|leading| found.iter().any(|fact| follows(fact, &leading.fact)));
        if is_beaten && (concept.importance <= MINOR || has_second()) {
            break;
        }
        let most = leading.map_or(0, |leading| leading.weight);
        let weighed = weighed(scene, concept, &look, rivals, most).filter(|weighed| counts(concept, weighed));
        let Some(weighed) = weighed else { continue };
        if !weighed.has_price {
            found.push(weighed.fact);
        }
        if leading.is_none_or(|leading| weighed.weight > leading.weight) {
            leading = Some(weighed);
        }
        // A fact that says all needs no other.
        if concept.importance >= ENOUGH {
            break;
        }
    }
    let Some(Weighed { fact: leading, has_price, .. }) = leading else { return Reason::NONE };
    let second = match has_price {
        true => price(scene, &look, rivals[0].as_ref()),
        false => found.into_iter().find(|fact| follows(fact, &leading)),
    };
    Reason::of(Some(leading), second)
}

/// The turns that a play costs beside its rival.
fn price(scene: &Scene, look: &Look, rival: Option<&Look>) -> Option<Fact> {
    let concept = concept::named("worth-a-turn")?;
    Some(Fact::new(concept, find(scene, concept, look, rival)?.parts))
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
    let is_alike = || ALIKE.iter().any(|pair| pair.iter().all(|name| names.contains(name)));
    let is_named = || {
        let [one, other] = [one, other].map(named);
        [(one, other), (other, one)].into_iter().any(|(cards, by)| !cards.is_empty() && by.contains(cards))
    };
    one.concept().importance > MINOR && one.concept().group != other.concept().group && !is_alike() && !is_named()
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

/// Turns that a merit may cost: one that costs more is none.
const PRICE_MAX: u32 = 1;

/// A fact that holds, and what it counts for.
#[derive(Clone, Copy)]
struct Weighed {
    weight: i32,
    fact: Fact,
    /// True if the closest rival lacks it, and it is no fallback.
    separates: bool,
    /// True if the play takes more turns than the closest rival, which has to be said with the fact.
    has_price: bool,
}

/// The weight of a concept's fact. A fact with a price that weighs no more than `most` is left out, as it cannot be the second one.
fn weighed(
    scene: &Scene,
    concept: &'static Concept,
    look: &Look,
    rivals: &[Option<Look>; 2],
    most: i32,
) -> Option<Weighed> {
    // Turns take longest to count: only for a concept that is looked for at all.
    if !concept.asks(scene, look.play) {
        return None;
    }
    let rival = rivals[0].as_ref();
    let price = rival.filter(|_| concept.at_no_cost).map_or(0, |rival| scene.more_turns(look, rival));
    let (has_price, priced) = (price > 0, MINOR + concept.importance / 10);
    if price > PRICE_MAX || (has_price && priced <= most) {
        return None;
    }
    let found = find(scene, concept, look, rival)?;
    let fact = Fact::new(concept, found.parts);
    let gain = |rival: &Option<Look>| rival.as_ref().is_some_and(|rival| lacks(scene, concept, look, rival, found));
    // The fallbacks stay what they are.
    let counts = most_gains(concept) > 0;
    let separates = counts && gain(&rivals[0]);
    if has_price {
        // The low weight lets almost every other fact lead.
        return separates.then_some(Weighed { weight: priced, fact, separates, has_price });
    }
    let gains = [separates, counts && gain(&rivals[1])].into_iter().zip(SEPARATES);
    let gains: i32 = gains.filter(|(gains, _)| *gains).map(|(_, points)| points).sum();
    Some(Weighed { weight: concept.importance + gains, fact, separates, has_price })
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
