//! The differences between two plays that a reason says: the weightiest one leads, and one of another group may follow.

use rules::{Combo, Hand, Kind, Ranks};

use super::concept::{CONCEPTS, Concept, Group};
use super::ends;
use super::fact::{Fact, Reason};
use super::part::{Part, Parts};
use super::scene::{PlayFacts, Scene};

/// The fault of an action, and the merits of a better one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contrast {
    /// The fact against the action that was made, if there is one.
    pub made: Reason,
    /// The facts for the better action. Of two plays: only facts that do not hold for the other one.
    pub better: Reason,
}

impl Contrast {
    /// No fact for either action.
    pub const NONE: Contrast = Contrast { made: Reason::NONE, better: Reason::NONE };
}

/// Finds the facts for a play: one that needs no rival, or those that do not hold for a rival.
pub(super) fn reason(scene: &Scene, play: Option<Combo>, rivals: [Option<Option<Combo>>; 2]) -> Reason {
    let alone = |name: &str, part: Part| Reason::of(Some(Fact::named(name, [part, Part::None, Part::None])), None);
    let facts = scene.facts_of(play);
    if facts.rest.is_empty() {
        return alone("goes-out", Part::play(play));
    }
    if let Some((_, standing)) = scene.course().standing().filter(|_| scene.answers.is_empty()) {
        return alone("cannot-answer", Part::Cards(standing.cards()));
    }
    let [first, second] = rivals;
    let rivals = [first.or_else(|| natural_rival(scene, play)), second];
    let mut found = rivals.into_iter().flatten().map(|rival| merits(scene, &facts, &scene.facts_of(rival), None));
    found.find(|reason| reason.leading_fact().is_some()).unwrap_or(Reason::NONE)
}

/// Returns the choice that a player would compare `play` with first. If `play` is an answer: a pass. If it is a pass: the lowest answer, a
/// bomb only if there is no other. If it is a lead: the lowest other single or pair, of another kind if possible.
fn natural_rival(scene: &Scene, play: Option<Combo>) -> Option<Option<Combo>> {
    let Some(play) = play else {
        let lowest = scene.answers_except_bombs().min_by_key(|answer| scene.rules().height(*answer));
        return lowest.or_else(|| scene.answers.first().copied()).map(Some);
    };
    if !scene.is_lead() {
        return Some(None);
    }
    let order = scene.rules().order();
    let singles = scene.hand.ranks().filter(|&rank| Combo::single(rank) != play);
    let single = order.weakest(singles.fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)))).map(Combo::single);
    let pair = order.weakest(scene.hand.at_least(2)).and_then(|rank| Combo::wingless(Kind::Pair, 1, rank));
    let kinds = if play.kind() == Kind::Single { [pair, single] } else { [single, pair] };
    kinds.into_iter().flatten().find(|&other| other != play).map(Some)
}

pub(super) fn contrast(scene: &Scene, made: Option<Combo>, better: Option<Combo>) -> Contrast {
    let [made, better] = [made, better].map(|play| scene.facts_of(play));
    // A pass is neither high nor low.
    let has_height = |found: &Difference| made.play.is_some() || found.concept.group != Group::Beating;
    let mut found = differences(scene, &better, &made).filter(|found| found.price == 0 && has_height(found));
    // A play that wins has no fault.
    let fault = if ends::win_certainty(scene, &made).is_some() { None } else { found.find_map(|found| found.fault()) };
    Contrast { made: Reason::of(fault, None), better: merits(scene, &better, &made, fault) }
}

struct Difference {
    concept: &'static Concept,
    parts: Parts,
    /// The further turns that the better play costs, if they count.
    price: u32,
}

impl Difference {
    fn fault(&self) -> Option<Fact> {
        Fact::fault(self.concept, self.parts)
    }
}

/// The most turns that a merit may cost: one that costs more does not count.
const PRICE_MAX: u32 = 1;

/// Lists the differences in favour of a play, the weightiest first.
fn differences<'s>(
    scene: &'s Scene,
    better: &'s PlayFacts,
    other: &'s PlayFacts,
) -> impl Iterator<Item = Difference> + 's {
    // An enemy who is nearly out is stopped at any cost: then a pass saves nothing.
    let is_pressed = better.play.is_none() && other.play.is_some() && scene.is_urgent();
    let asked = CONCEPTS.iter().filter(move |concept| {
        let is_moot = is_pressed && matches!(concept.group, Group::Own | Group::Beating);
        !is_moot && (concept.without_turns || scene.counts_turns)
    });
    asked.filter_map(move |concept| {
        let parts = (concept.find)(scene, better, other)?;
        let price = if concept.at_no_cost { scene.more_turns(better, other) } else { 0 };
        (price <= PRICE_MAX).then_some(Difference { concept, parts, price })
    })
}

/// Chooses the facts for a play that do not hold for the other one and add something to `fault`, which the reader already knows. A merit
/// with a price is named only if there is no merit without one, and then together with its price.
fn merits(scene: &Scene, better: &PlayFacts, other: &PlayFacts, fault: Option<Fact>) -> Reason {
    let mut leading: Option<Fact> = None;
    let mut priced: Option<Fact> = None;
    for Difference { concept, parts, price } in differences(scene, better, other) {
        let fact = Fact::merit(concept, parts);
        let adds = fault.is_none_or(|fault| adds_to(&fact, &fault));
        match leading {
            _ if !adds => {}
            None if price > 0 => priced = priced.or(Some(fact)),
            None => leading = Some(fact),
            Some(first) if price == 0 && first.concept().group != concept.group && adds_to(&fact, &first) => {
                return Reason::of(leading, Some(fact));
            }
            Some(_) => {}
        }
        if leading.is_some_and(|fact| SUFFICIENT_CONCEPTS.contains(&fact.concept().name)) {
            break;
        }
    }
    match priced.filter(|_| leading.is_none() && fault.is_none()) {
        Some(_) => Reason::of(priced, Some(price_fact(scene, better, other))),
        None => Reason::of(leading, None),
    }
}

fn price_fact(scene: &Scene, better: &PlayFacts, other: &PlayFacts) -> Fact {
    let turns = [better, other].map(|facts| Part::Number(scene.turns_after(facts)));
    Fact::named("worth-a-turn", [turns[0], turns[1], Part::None])
}

/// Concepts that need no second one.
const SUFFICIENT_CONCEPTS: &[&str] = &["goes-out", "wins-for-sure"];

/// Sets of concepts that say nearly the same about one pair of plays.
const ALIKE_SETS: &[&[&str]] = &[
    &["fewer-turns", "leaves-one-combo", "leaves-winners", "cheap-answer", "keeps-straight"],
    &["partner-nearly-out", "partner-holds-trick"],
    &["saves-higher", "smallest-first", "loose-single", "keeps-big", "highest-to-one"],
    &["saves-higher", "answer-gains-nothing"],
    &[
        "cannot-be-beaten",
        "top-of-its-kind",
        "likely-holds",
        "few-above",
        "holds-more",
        "highest-to-one",
        "not-topped-by",
    ],
    &["keeps-return", "keeps-big", "saves-higher"],
];

/// True if a fact adds something to another one: they do not say the same, and neither fact names all cards of the other.
fn adds_to(one: &Fact, other: &Fact) -> bool {
    let names = [one.concept().name, other.concept().name];
    let is_alike = names[0] == names[1] || ALIKE_SETS.iter().any(|alike| names.iter().all(|name| alike.contains(name)));
    let [one, other] = [one, other].map(named_cards);
    let is_named = [(one, other), (other, one)].into_iter().any(|(cards, by)| !cards.is_empty() && by.contains(cards));
    !is_alike && !is_named
}

fn named_cards(fact: &Fact) -> Hand {
    let cards = |part: Part| match part {
        Part::Cards(cards) => cards,
        Part::Combos(combos) => combos.iter().fold(Hand::EMPTY, |all, combo| all.plus(combo.cards()).unwrap_or(all)),
        _ => Hand::EMPTY,
    };
    // Two parts may name the same card: of each rank the larger count is taken.
    fact.parts()
        .map(cards)
        .fold(Hand::EMPTY, |all, cards| all.plus(cards.minus(all.overlap(cards)).unwrap_or(Hand::EMPTY)).unwrap_or(all))
}

pub(super) fn facts(scene: &Scene, play: Option<Combo>, rival: Option<Combo>) -> Vec<Fact> {
    let [facts, rival] = [play, rival].map(|play| scene.facts_of(play));
    let merits = differences(scene, &facts, &rival).map(|found| Fact::merit(found.concept, found.parts));
    let faults = differences(scene, &rival, &facts).filter_map(|found| found.fault());
    merits.chain(faults).collect()
}
