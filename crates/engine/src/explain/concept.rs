//! The vocabulary: one row per concept. Most concepts are a difference between two plays of a turn: the merit holds only for the better
//! play, and the fault only for the other one. The texts of each language are in [`super::say`].

use super::part::Parts;
use super::scene::{PlayFacts, Scene};
use super::{beating, ends, enemy, own, partner};

/// The subject of a concept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Going out, and the combos that are left.
    End,
    /// The hand of the seat that acts.
    Own,
    /// Combos that beat each other.
    Beating,
    /// The other side.
    Enemy,
    /// The other peasant.
    Partner,
    /// Facts before the first card.
    Before,
    /// Calls, doublings, gifts.
    Call,
    /// Other facts, for example that a backend's list decided.
    Service,
}

/// A function that looks for a difference in favour of the first play.
pub(super) type FindDifference = fn(&Scene, &PlayFacts, &PlayFacts) -> Option<Parts>;

/// A row of the vocabulary.
pub struct Concept {
    /// The name, which is also the code of the fact.
    pub name: &'static str,
    /// The code of the fact against the other play, if there is one.
    pub fault: Option<&'static str>,
    /// The subject.
    pub group: Group,
    /// True if `find` also runs for hands whose turns are not counted.
    pub(super) without_turns: bool,
    /// True if further turns of the better play count as a price.
    pub(super) at_no_cost: bool,
    pub(super) find: FindDifference,
}

impl Concept {
    const fn without_turns(self) -> Concept {
        Concept { without_turns: true, ..self }
    }

    const fn at_no_cost(self) -> Concept {
        Concept { at_no_cost: true, ..self }
    }
}

const fn two_sided(name: &'static str, fault: &'static str, group: Group, find: FindDifference) -> Concept {
    Concept { name, fault: Some(fault), group, without_turns: false, at_no_cost: false, find }
}

const fn merit(name: &'static str, group: Group, find: FindDifference) -> Concept {
    Concept { name, fault: None, group, without_turns: true, at_no_cost: false, find }
}

const fn made_elsewhere(name: &'static str, group: Group) -> Concept {
    merit(name, group, |_, _, _| None)
}

use Group::{Beating, Before, Call, End, Enemy, Own, Partner, Service};

/// The vocabulary. Of several facts that hold, the earlier row usually leads.
pub static CONCEPTS: &[Concept] = &[
    two_sided("goes-out", "misses-out", End, ends::goes_out).without_turns(),
    made_elsewhere("cannot-answer", End),
    two_sided("wins-for-sure", "misses-win", End, ends::wins_for_sure),
    two_sided("partner-nearly-out", "stops-partner", Partner, partner::partner_nearly_out).without_turns(),
    two_sided("feeds-partner", "starves-partner", Partner, partner::feeds_partner).without_turns(),
    two_sided("keeps-rocket", "splits-rocket", Own, own::keeps_rocket).without_turns(),
    two_sided("no-way-out", "may-let-enemy-out", Enemy, enemy::lets_no_enemy_out).without_turns(),
    two_sided("stops-enemy", "lets-enemy-near", Enemy, enemy::stops_enemy).without_turns(),
    two_sided("keeps-bomb", "splits-bomb", Own, own::keeps_bomb).without_turns(),
    two_sided("partner-holds-trick", "covers-partner", Partner, partner::partner_holds_trick).without_turns(),
    two_sided("highest-to-one", "low-to-one", Enemy, enemy::plays_highest_single).without_turns(),
    two_sided("saves-bomb", "spends-bomb", Own, own::saves_bomb),
    two_sided("leaves-one-combo", "misses-one-combo", End, ends::leaves_one_combo).without_turns(),
    two_sided("leaves-winners", "misses-winners", End, ends::leaves_winners),
    two_sided("keeps-straight", "splits-straight", Own, own::keeps_straight),
    two_sided("cannot-be-beaten", "gives-up-lead", Beating, beating::cannot_be_beaten).without_turns().at_no_cost(),
    two_sided("low-rides", "high-rides", Own, own::carries_low).without_turns().at_no_cost(),
    two_sided("cheap-answer", "passes-cheap-answer", Own, own::answers_cheaply),
    two_sided("keeps-triple", "splits-triple", Own, own::keeps_triple),
    two_sided("raises-partner", "leaves-partner-alone", Partner, partner::raises_partner).without_turns(),
    two_sided("keeps-wild", "spends-wild", Own, own::keeps_wild).without_turns(),
    two_sided("keeps-pair", "splits-pair", Own, own::keeps_pair),
    two_sided("passed-before", "higher-before", Beating, enemy::beats_passed_combo).without_turns().at_no_cost(),
    two_sided("top-of-its-kind", "may-be-topped", Beating, beating::is_top_of_kind).without_turns().at_no_cost(),
    two_sided("keeps-big", "big-goes", Own, own::keeps_big).without_turns().at_no_cost(),
    two_sided("last-to-answer", "lets-enemy-lead", Enemy, enemy::last_to_answer).without_turns(),
    two_sided("fewer-turns", "more-turns", Own, own::leaves_fewer_turns),
    two_sided("likely-holds", "hardly-holds", Beating, beating::likely_holds).without_turns().at_no_cost(),
    two_sided("answer-gains-nothing", "gains-nothing", Own, own::answer_gains_nothing),
    two_sided("keeps-return", "spends-return", Own, own::keeps_return).without_turns().at_no_cost(),
    two_sided("lays-down", "lays-down-less", Own, own::lays_down).without_turns().at_no_cost(),
    two_sided("few-above", "easily-beaten", Beating, beating::has_few_above).without_turns().at_no_cost(),
    two_sided("loose-single", "loose-stays-behind", Own, own::plays_loose_single).at_no_cost(),
    two_sided("partners-kind", "not-partners-kind", Partner, partner::partners_kind).without_turns().at_no_cost(),
    two_sided("not-the-enemys-kind", "enemys-kind", Enemy, enemy::not_enemys_kind).without_turns().at_no_cost(),
    two_sided("smallest-first", "smallest-stays", Own, own::plays_smallest_first).without_turns().at_no_cost(),
    two_sided("keeps-long", "long-goes", Own, own::keeps_long).without_turns().at_no_cost(),
    merit("leaves-to-partner", Partner, partner::leaves_to_partner),
    merit("spares-partner", Partner, partner::spares_partner),
    two_sided("saves-higher", "higher-than-needed", Own, own::saves_higher).without_turns().at_no_cost(),
    two_sided("leads-high", "leads-low", Enemy, own::leads_high).without_turns().at_no_cost(),
    two_sided("holds-more", "holds-less", Beating, beating::holds_more).without_turns().at_no_cost(),
    merit("not-topped-by", Beating, beating::not_topped_by).at_no_cost(),
    made_elsewhere("worth-a-turn", Own),
    // Before the first card.
    made_elsewhere("hand-rank", Before),
    made_elsewhere("landlord-wins", Before),
    made_elsewhere("turns-to-go", Before),
    made_elsewhere("holds-big", Before),
    made_elsewhere("lacks-big", Before),
    made_elsewhere("called-already", Before),
    made_elsewhere("bottom-helps", Before),
    made_elsewhere("bottom-to-landlord", Before),
    made_elsewhere("too-eager", Call),
    made_elsewhere("too-shy", Call),
    made_elsewhere("doubles-weak", Call),
    made_elsewhere("spares-doubling", Call),
    made_elsewhere("gives-away", Call),
    made_elsewhere("turns-after-gift", Call),
    // Other facts.
    made_elsewhere("plays-as", Service),
    made_elsewhere("listed", Service),
    made_elsewhere("listed-unknown", Service),
    made_elsewhere("odd-standing", Service),
];
