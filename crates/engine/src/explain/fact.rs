//! A fact: a concept, with the cards and numbers of this hand.

use std::fmt;

use rules::{Combo, Hand, Ranks, Ruleset};

use super::concept::{CONCEPTS, Concept, Group};
use super::part::{PARTS_MAX, Part, Parts};
use super::say;
use crate::words::Lang;

/// The most facts of a reason: the leading one and one more.
pub const FACTS_MAX: usize = 2;

/// A true statement about a choice or its hand. Its parts fill the texts of its concept.
#[derive(Clone, Copy)]
pub struct Fact {
    concept: &'static Concept,
    code: &'static str,
    parts: Parts,
}

impl Fact {
    pub(super) const fn merit(concept: &'static Concept, parts: Parts) -> Fact {
        Fact { concept, code: concept.name, parts }
    }

    /// Makes a fact of the concept of that name.
    pub(super) fn named(name: &str, parts: Parts) -> Fact {
        let concept = CONCEPTS.iter().find(|concept| concept.name == name);
        Fact::merit(concept.expect("a row of the table of concepts"), parts)
    }

    /// Makes the same difference a fact against the other play; `None` if the concept has no fault.
    pub(super) fn fault(concept: &'static Concept, parts: Parts) -> Option<Fact> {
        concept.fault.map(|code| Fact { concept, code, parts })
    }

    /// Returns the concept.
    pub const fn concept(&self) -> &'static Concept {
        self.concept
    }

    /// Returns the concept's name, or that of its fault.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the parts.
    pub fn parts(&self) -> impl Iterator<Item = Part> + use<> {
        self.parts.into_iter().take_while(|part| *part != Part::None)
    }

    /// Returns the parts as they are on the wire.
    pub fn tokens(&self) -> Vec<String> {
        self.parts().map(|part| part.to_string()).collect()
    }

    /// Writes the text without a full stop, mostly as a predicate.
    pub fn clause(&self, lang: Lang) -> String {
        say::clause(lang, self.code(), &self.tokens()).expect("every concept has a text")
    }

    /// Writes a sentence.
    pub fn text(&self, lang: Lang) -> String {
        say::sentence(lang, self.code(), &self.tokens()).expect("every concept has a text")
    }
}

impl PartialEq for Fact {
    fn eq(&self, other: &Fact) -> bool {
        self.code() == other.code() && self.parts == other.parts
    }
}

impl fmt::Debug for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code())?;
        self.parts().try_for_each(|part| write!(f, " {part}"))
    }
}

/// The facts about a choice: the leading one, and at most one more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    facts: [Option<Fact>; FACTS_MAX],
}

const NO_FACT_CODE: &str = "none";

impl Reason {
    /// No fact.
    pub const NONE: Reason = Reason { facts: [None; FACTS_MAX] };

    pub(super) const fn of(leading: Option<Fact>, second: Option<Fact>) -> Reason {
        Reason { facts: [leading, second] }
    }

    /// Makes a reason of one fact that is known without a look at the hand, for example that a backend's list has decided.
    ///
    /// # Panics
    /// For a code that is not the name of a concept.
    pub fn from_code(code: &str) -> Reason {
        Reason::of(Some(Fact::named(code, [Part::None; PARTS_MAX])), None)
    }

    /// Returns the facts, the leading one first.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + use<> {
        self.facts.into_iter().flatten()
    }

    /// Returns the leading fact.
    pub fn leading_fact(&self) -> Option<Fact> {
        self.facts[0]
    }

    /// Returns the code of the leading fact; `none` if no fact was found.
    pub fn code(&self) -> &'static str {
        self.leading_fact().map_or(NO_FACT_CODE, |fact| fact.code())
    }

    /// Writes the facts as sentences; without a fact, the sentence that there is none.
    pub fn text(&self, lang: Lang) -> String {
        let facts: Vec<(&str, Vec<String>)> = self.facts().map(|fact| (fact.code(), fact.tokens())).collect();
        say::text(lang, facts.iter().map(|(code, parts)| (*code, parts.as_slice())))
    }

    /// Writes the leading fact after its subject, such as a play: "QQ does not split the pair JJ." A fact about the hand before the play
    /// follows a colon: "A pass: needs 8 turns to go out." `None` without a fact.
    pub fn text_after(&self, lang: Lang, subject: &str) -> Option<String> {
        let fact = self.leading_fact()?;
        let clause = fact.clause(lang);
        let is_of_hand = fact.concept().group == Group::Before;
        let join = if is_of_hand { lang.pick(": ", "：") } else { lang.pick(" ", "：") };
        let clause = if is_of_hand { clause.strip_prefix("is ").unwrap_or(&clause) } else { &clause };
        Some(format!("{subject}{join}{clause}{}", say::full_stop(lang)))
    }
}

/// Returns the fact that names what the wild cards in a play's body stand for; `None` if each stands for itself, or if all cards are wild.
///
/// ```
/// use engine::explain::wild_card_fact;
/// use engine::words::Lang;
/// use rules::{Rank, Ruleset, Trick};
/// let rules = Ruleset::LAIZI.with_wild(Rank::from_letter('7').expect("a rank"))?;
/// let play = rules.read_play("4475~444+5", Trick::Lead)?.expect("no pass");
/// let fact = wild_card_fact(&rules, play).expect("a wild card stands for another");
/// assert_eq!([Lang::En, Lang::Zh].map(|lang| fact.text(lang)), ["7 plays as 4.", "7 当 4 用。"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wild_card_fact(rules: &Ruleset, play: Combo) -> Option<Fact> {
    if play.wild_cards() == 0 || play.is_all_wild() {
        return None;
    }
    let wilds = rules.wilds().ranks();
    let (natural, mut free) = (play.body().without(wilds), play.body().only(wilds));
    let copies = if play.is_bomb() { play.len() as u8 } else { play.kind().shape().body };
    let body = if play.is_bomb() { Ranks::one(play.key()) } else { play.body_ranks() };
    let (mut used, mut meant) = (Hand::EMPTY, Ranks::NONE);
    for rank in body {
        for _ in natural.count(rank)..copies {
            // A wild card of the rank itself stands for itself.
            let card = if free.count(rank) > 0 { rank } else { free.lowest()? };
            free = free.minus(Hand::one(card))?;
            if card != rank {
                (used, meant) = (used.plus(Hand::one(card))?, meant.or(Ranks::one(rank)));
            }
        }
    }
    (!used.is_empty()).then(|| Fact::named("plays-as", [Part::Cards(used), Part::Ranks(meant), Part::None]))
}
