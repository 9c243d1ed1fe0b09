//! The vocabulary: one row a concept. A row tests a position for its fact; the texts of each language stand in [`super::say`].

use rules::Combo;

use super::fact::{PARTS_MAX, Part};
use super::scene::{Look, Scene};
use super::{beating, ends, enemy, faults, heights, own, partner};

/// The party that a concept concerns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Going out, and what is left to go out with.
    End,
    /// The hand of the seat that acts.
    Own,
    /// Combos that beat each other.
    Beating,
    /// The other side.
    Enemy,
    /// The other peasant.
    Partner,
    /// Calls, doublings, gifts: what is done before the first card.
    Before,
    /// Decisions of the service without a hand: a backend's list, a standing play that is no combo.
    Service,
}

/// For or against what a fact speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// For the play.
    For,
    /// Against it: only reviews say it.
    Against,
    /// Neither: it adds what a reader has to know.
    Aside,
}

/// At which actions a concept is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum When {
    Lead,
    Answer,
    Pass,
    /// A lead or an answer.
    Play,
    /// A play or a pass.
    Turn,
    /// Elsewhere than in the table's driver.
    Never,
}

/// The result of a test: the parts, and an amount where two plays can be compared by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub(super) parts: [Part; PARTS_MAX],
    pub(super) size: i32,
}

impl Found {
    pub(super) const NOTHING_TO_NAME: Found = Found::three([Part::None; PARTS_MAX]);

    pub(super) const fn one(part: Part) -> Found {
        Found::three([part, Part::None, Part::None])
    }

    pub(super) const fn two(one: Part, other: Part) -> Found {
        Found::three([one, other, Part::None])
    }

    pub(super) const fn three(parts: [Part; PARTS_MAX]) -> Found {
        Found { parts, size: 0 }
    }

    pub(super) const fn sized(self, size: i32) -> Found {
        Found { size, ..self }
    }
}

/// Looks for a fact of a play in a position. The rival is the play that was not made; concepts that compare find nothing without one.
pub(super) type Find = fn(&Scene, &Look, Option<&Look>) -> Option<Found>;

/// A row of the vocabulary.
pub struct Concept {
    /// The name, which is also the code of reasons.
    pub name: &'static str,
    /// The party that it concerns.
    pub group: Group,
    /// For or against what it speaks.
    pub tone: Tone,
    /// True if it tells nothing of the hand of the seat that acts: then it may be said while the hand goes on.
    pub is_public: bool,
    /// The importance: of two facts that separate equally well the more important one leads.
    pub(super) importance: i32,
    pub(super) when: When,
    /// True if it compares the play with its rival: what it names is not so of the rival.
    pub(super) compares: bool,
    /// True if it counts no turns: then it is looked for where a hand has several wild cards too.
    pub(super) without_turns: bool,
    /// True if it is said with its price where the play takes a turn more than its rival, and not at all where it takes several.
    pub(super) at_no_cost: bool,
    pub(super) find: Find,
}

impl Concept {
    /// True if the concept is looked for at this action.
    pub(super) fn asks(&self, scene: &Scene, play: Option<Combo>) -> bool {
        let is_time = match self.when {
            When::Lead => play.is_some() && scene.is_lead(),
            When::Answer => play.is_some() && !scene.is_lead(),
            When::Pass => play.is_none(),
            When::Play => play.is_some(),
            When::Turn => true,
            When::Never => false,
        };
        is_time && (self.without_turns || scene.counts_turns)
    }

    const fn compares(self) -> Concept {
        Concept { compares: true, ..self }
    }

    const fn without_turns(self) -> Concept {
        Concept { without_turns: true, ..self }
    }

    const fn at_no_cost(self) -> Concept {
        Concept { at_no_cost: true, ..self }
    }

    const fn public(self) -> Concept {
        Concept { is_public: true, ..self }
    }
}

const fn row(name: &'static str, group: Group, tone: Tone, importance: i32, when: When, find: Find) -> Concept {
    let (is_public, compares, without_turns, at_no_cost) = (false, false, false, false);
    Concept { name, group, tone, is_public, importance, when, compares, without_turns, at_no_cost, find }
}

const fn good(name: &'static str, group: Group, importance: i32, when: When, find: Find) -> Concept {
    row(name, group, Tone::For, importance, when, find)
}

const fn bad(name: &'static str, group: Group, importance: i32, when: When, find: Find) -> Concept {
    row(name, group, Tone::Against, importance, when, find)
}

/// A row that another driver than the table's fills in.
const fn told(name: &'static str, group: Group) -> Concept {
    row(name, group, Tone::For, 0, When::Never, |_, _, _| None).without_turns()
}

use Group::{Beating, Before, End, Enemy, Own, Partner, Service};
use When::{Answer, Lead, Pass, Play, Turn};

/// The vocabulary. Of facts of equal weight the more important one leads, then the earlier row.
pub static CONCEPTS: &[Concept] = &[
    good("goes-out", End, 400, Play, ends::goes_out).without_turns().public(),
    good("cannot-answer", End, 400, Pass, ends::cannot_answer).without_turns(),
    good("wins-for-sure", End, 300, Play, ends::wins_for_sure),
    good("leaves-one-combo", End, 62, Play, ends::leaves_one).without_turns(),
    good("leaves-winners", End, 58, Play, ends::leaves_winners),
    good("leaves-winners-and-one", End, 56, Play, ends::leaves_winners_and_one),
    // The partner.
    good("feeds-partner", Partner, 80, Lead, partner::feeds).without_turns().public(),
    good("partner-keeps-lead", Partner, 46, Pass, partner::keeps_lead).without_turns().public(),
    good("partner-cannot-be-beaten", Partner, 50, Pass, partner::cannot_be_beaten).without_turns(),
    good("partner-nearly-out", Partner, 54, Pass, partner::nearly_out).without_turns().public(),
    good("partner-holds-trick", Partner, 40, Pass, partner::holds_trick).without_turns().public(),
    good("raises-partner", Partner, 44, Answer, partner::raises).without_turns().public(),
    good("relieves-partner", Partner, 44, Answer, partner::relieves),
    good("partners-kind", Partner, 26, Lead, partner::same_kind).without_turns().public().at_no_cost(),
    // The enemy.
    good("no-single-to-one", Enemy, 70, Lead, enemy::no_single_to_one).without_turns().public(),
    good("no-pair-to-two", Enemy, 60, Lead, enemy::no_pair_to_two).compares().without_turns(),
    good("highest-to-one", Enemy, 66, Play, enemy::highest_to_one).without_turns(),
    good("stops-enemy", Enemy, 38, Answer, enemy::stops).without_turns().public(),
    good("last-to-answer", Enemy, 34, Answer, enemy::last_to_answer).without_turns().public(),
    good("passed-before", Enemy, 42, Play, enemy::passed_before).without_turns().public().at_no_cost(),
    good("not-the-enemys-kind", Enemy, 24, Lead, enemy::other_kind).compares().without_turns(),
    // Combos that beat each other.
    good("too-long", Beating, 52, Play, beating::too_long).without_turns(),
    good("cannot-be-beaten", Beating, 48, Play, beating::cannot_be_beaten).without_turns(),
    good("top-of-its-kind", Beating, 43, Play, beating::top_of_kind).without_turns(),
    good("likely-holds", Beating, 30, Play, beating::likely_holds).without_turns(),
    good("few-above", Beating, 27, Play, beating::few_above).without_turns(),
    good("only-a-bomb-beats", Beating, 45, Answer, beating::only_bomb).without_turns(),
    good("bombs-to-lead", Beating, 55, Answer, beating::bombs_to_lead),
    good("only-bombs-would-beat", Beating, 50, Pass, beating::only_bombs_would).without_turns(),
    good("only-big-would-beat", Beating, 36, Pass, beating::only_big_would).without_turns(),
    good("lowest-whole-answer", Beating, 25, Answer, beating::lowest_whole).without_turns(),
    good("lowest-answer", Beating, 20, Answer, beating::lowest),
    good("harder-to-beat", Beating, 9, Play, beating::harder).compares().without_turns().at_no_cost(),
    good("takes-trick", Beating, 2, Answer, beating::takes_trick).without_turns().public(),
    // The own hand.
    good("keeps-rocket", Own, 44, Turn, own::keeps_rocket).compares().without_turns(),
    good("keeps-wild", Own, 43, Turn, own::keeps_wild).compares().without_turns(),
    good("keeps-bomb", Own, 42, Turn, own::keeps_bomb).compares().without_turns(),
    good("keeps-straight", Own, 37, Turn, own::keeps_straight).compares(),
    good("keeps-triple", Own, 33, Turn, own::keeps_triple).compares(),
    good("keeps-pair", Own, 32, Turn, own::keeps_pair).compares(),
    good("keeps-big", Own, 31, Turn, own::keeps_big).compares().without_turns().at_no_cost(),
    good("answer-gains-nothing", Own, 35, Pass, own::answer_gains_nothing).compares(),
    good("keeps-return", Own, 34, Lead, own::keeps_return).without_turns().at_no_cost(),
    good("carries-loose", Own, 30, Play, own::carries_loose),
    good("loose-single", Own, 27, Play, own::loose_single).at_no_cost(),
    good("lays-down", Own, 29, Lead, own::lays_down).without_turns().public().at_no_cost(),
    good("smallest-first", Own, 21, Play, heights::smallest).without_turns().at_no_cost(),
    good("fewer-turns", Own, 23, Play, own::fewer_turns).compares(),
    good("keeps-higher", Own, 12, Lead, own::keeps_higher).without_turns().at_no_cost(),
    good("saves-higher", Own, 19, Turn, heights::saves_higher).compares().without_turns().at_no_cost(),
    good("low-first", Own, 10, Play, heights::low_first).compares().without_turns().at_no_cost(),
    good("low-rides", Own, 22, Play, heights::low_rides).compares().without_turns(),
    good("lays-down-more", Own, 9, Play, heights::lays_down_more).compares().without_turns(),
    good("turns-left", Own, 1, Turn, own::turns_left),
    row("worth-a-turn", Own, Tone::Aside, 0, Play, own::worth_a_turn).compares(),
    // Faults, which reviews name.
    bad("misses-win", End, 100, Turn, ends::misses_win).compares(),
    bad("misses-one-combo", End, 56, Turn, ends::misses_one).compares().without_turns(),
    bad("covers-partner", Partner, 70, Answer, partner::covers).without_turns(),
    bad("bombs-partner", Partner, 90, Answer, partner::bombs).without_turns().public(),
    bad("feeds-single", Enemy, 80, Lead, enemy::feeds_single).without_turns(),
    bad("feeds-pair", Enemy, 64, Lead, enemy::feeds_pair).without_turns(),
    bad("lets-enemy-lead", Enemy, 60, Pass, enemy::lets_lead).without_turns(),
    bad("lets-enemy-near", Enemy, 76, Pass, enemy::lets_near).without_turns(),
    bad("splits-rocket", Own, 78, Play, own::splits_rocket).compares().without_turns(),
    bad("spends-wild", Own, 40, Play, own::spends_wild).compares().without_turns(),
    bad("splits-bomb", Own, 74, Play, own::splits_bomb).compares().without_turns(),
    bad("splits-straight", Own, 50, Play, own::splits_straight).compares(),
    bad("splits-triple", Own, 44, Play, own::splits_triple).compares(),
    bad("splits-pair", Own, 42, Play, own::splits_pair).compares(),
    bad("spends-bomb", Own, 66, Play, own::spends_bomb).compares(),
    bad("passes-near-the-end", Own, 48, Pass, own::passes_near_end),
    bad("passes-cheap-answer", Own, 43, Pass, own::passes_cheap),
    bad("gives-up-lead", Beating, 41, Turn, beating::gives_up_lead).compares(),
    bad("more-turns", Own, 38, Play, own::more_turns).compares(),
    bad("big-goes", Own, 35, Play, own::big_goes).compares(),
    bad("higher-than-needed", Beating, 34, Answer, beating::higher_than_needed).compares(),
    bad("loose-stays-behind", Own, 26, Lead, own::loose_stays_behind).compares(),
    bad("lays-down-less", Own, 30, Lead, own::lays_down_less).compares(),
    bad("begins-high", Own, 22, Lead, heights::begins_high).compares(),
    bad("leaves-partner-alone", Partner, 39, Pass, faults::leaves_partner).without_turns(),
    bad("not-partners-kind", Partner, 27, Lead, faults::not_partners_kind).compares().without_turns(),
    bad("may-let-enemy-out", Enemy, 72, Play, faults::may_go_out).without_turns(),
    bad("easily-beaten", Beating, 36, Play, faults::easily_beaten).compares(),
    bad("high-rides", Own, 47, Play, heights::high_rides).compares(),
    bad("smallest-stays", Own, 18, Play, heights::smallest_stays).compares(),
    bad("high-first", Own, 21, Lead, heights::high_first).compares(),
    // Before the first card.
    told("strong-hand", Before),
    told("weak-hand", Before),
    told("not-strong-enough", Before),
    told("landlord-wins", Before),
    told("landlord-loses", Before),
    told("few-turns", Before),
    told("many-turns", Before),
    told("holds-bomb", Before),
    told("holds-big", Before),
    told("lacks-big", Before),
    told("called-already", Before).public(),
    told("bottom-helps", Before),
    told("bottom-to-landlord", Before).public(),
    row("too-eager", Before, Tone::Against, 0, When::Never, |_, _, _| None).without_turns(),
    row("too-shy", Before, Tone::Against, 0, When::Never, |_, _, _| None).without_turns(),
    row("doubles-weak", Before, Tone::Against, 0, When::Never, |_, _, _| None).without_turns(),
    row("spares-doubling", Before, Tone::Against, 0, When::Never, |_, _, _| None).without_turns(),
    row("gives-big", Before, Tone::Against, 0, When::Never, |_, _, _| None).without_turns(),
    told("gives-away", Before),
    told("turns-after-gift", Before),
    // Decisions of the service by itself.
    row("plays-as", Service, Tone::Aside, 0, When::Never, |_, _, _| None).without_turns().public(),
    told("listed", Service),
    told("listed-unknown", Service).public(),
    told("odd-standing", Service).public(),
];

/// The row of that name.
pub(super) fn named(name: &str) -> Option<&'static Concept> {
    CONCEPTS.iter().find(|concept| concept.name == name)
}
