//! The facts that a tree may ask about: small whole numbers.

use rules::{Combo, Hand, Rank, Ranks};

use super::context::{CaseContext, sort_of};
use crate::hand::face_value;

/// A fact of a turn, as a whole number.
pub struct CaseFact {
    /// The name in files.
    pub name: &'static str,
    /// The meaning of the number.
    pub about: &'static str,
    /// The lowest and the highest answer. A value beyond them becomes the nearer one.
    pub range: (i16, i16),
    of: fn(&CaseContext) -> i32,
}

impl CaseFact {
    #[inline]
    pub(super) fn ask(&self, context: &CaseContext) -> i16 {
        let (least, most) = self.range;
        (self.of)(context).clamp(i32::from(least), i32::from(most)) as i16
    }
}

const fn fact(name: &'static str, range: (i16, i16), about: &'static str, of: fn(&CaseContext) -> i32) -> CaseFact {
    CaseFact { name, about, range, of }
}

/// Every fact. Files use their names, so the order is free. Files that ask a removed fact cannot be read.
#[rustfmt::skip]
pub const FACTS: &[CaseFact] = &[
    fact("seat", (0, 2), "0 landlord, 1 down, 2 up.", |s| s.now.me.index() as i32),
    fact("facing", (0, 2), "0 nothing: it leads; 1 the combo of the seat before, 2 of the seat after.", standing_owner),
    fact("usual", (0, 6), "What the strategies would do: 0 pass, 1 single, 2 pair, 3 triple, 4 run, 5 four with two, 6 bomb.", |s| sort_of(s.usual)),
    fact("usual-key", (0, 17), "Its key, 3 to 17; 0 for a pass.", |s| s.key(s.usual)),
    fact("usual-cards", (0, 20), "How many cards it has.", |s| s.usual.map_or(0, Combo::len) as i32),
    fact("usual-covered", (0, 20), "In how many of 20 deals an enemy can cover it.", |s| s.usual.map_or(20, |play| s.now.odds_covered(play) / 50)),
    fact("usual-lead", (0, 40), "By how many half points the strategies prefer it to their second choice.", margin_of_usual),
    fact("second", (0, 6), "Their second choice, as `usual`.", |s| s.second_choice().map_or(0, |second| sort_of(second.play))),
    fact("second-key", (0, 17), "Its key; 0 for a pass.", |s| s.second_choice().map_or(0, |second| s.key(second.play))),
    fact("my-cards", (0, 20), "Cards in my hand.", |s| s.now.hand.len() as i32),
    fact("next-cards", (0, 20), "Cards in the next seat's hand.", |s| s.now.left(s.now.me.next()) as i32),
    fact("previous-cards", (0, 20), "Cards in the previous seat's hand.", |s| s.now.left(s.now.me.previous()) as i32),
    fact("combos", (0, 12), "Combos left in my hand.", |s| s.persona_split().turns() as i32),
    fact("big-combos", (0, 8), "Of them, those above everything of their sort that is unseen.", big_combos),
    fact("loose", (0, 8), "Of them, singles and pairs below ten.", loose_combos),
    fact("lone-cards", (0, 8), "Of them, single cards below the ace.", lone_cards),
    fact("worth", (-20, 40), "What the hand is worth now, in points.", |s| s.now.judge.worth(s.now.hand) / 4),
    fact("usual-loss", (-20, 20), "What it loses by what the strategies would do, in points.", worth_lost),
    fact("my-top", (0, 6), "Cards of the three highest ranks in my hand.", |s| top_cards(s, s.now.hand)),
    fact("unseen-top", (0, 6), "Cards of the three highest ranks that I have not seen.", |s| top_cards(s, s.now.unseen)),
    fact("my-bombs", (0, 4), "Bombs in my hand, the rocket among them.", |s| count_bombs(s.now.hand)),
    fact("unseen-bombs", (0, 8), "Bombs that the unseen cards could make, the rocket among them.", |s| count_bombs(s.now.unseen)),
    fact("standing", (0, 6), "What stands, as `usual`; 0 when I lead.", |s| sort_of(s.standing().map(|(_, combo)| combo))),
    fact("standing-key", (0, 17), "Its key.", |s| s.key(s.standing().map(|(_, combo)| combo))),
    fact("standing-cards", (0, 20), "How many cards it has.", |s| s.standing().map_or(0, |(_, combo)| combo.len()) as i32),
    fact("passed", (0, 1), "1 when the seat before me has passed on it.", |s| i32::from(s.now.course().passes())),
    fact("singles-above", (0, 20), "Unseen cards above my lowest single card.", unseen_above_lone),
    fact("answers", (0, 20), "How many plays I have.", |s| s.now.plays.len() as i32),
    fact("partner-cards", (0, 20), "Cards in my partner's hand; 0 for the landlord.", |s| s.now.me.partner().map_or(0, |seat| s.now.left(seat)) as i32),
    fact("enemy-cards", (0, 20), "The fewest cards that an enemy holds.", |s| s.now.enemy_cards_min() as i32),
];

fn standing_owner(context: &CaseContext) -> i32 {
    match context.standing() {
        None => 0,
        Some((owner, _)) if owner == context.now.me.previous() => 1,
        Some(_) => 2,
    }
}

/// Returns how far the strategies' choice is ahead of their second choice, in half points; 40, the highest answer, if one is unknown.
fn margin_of_usual(context: &CaseContext) -> i32 {
    let values = context.value(context.usual).zip(context.second_choice());
    values.map_or(40, |(usual, second)| (usual - second.value) / 2)
}

fn big_combos(context: &CaseContext) -> i32 {
    context.persona_split().iter().filter(|&&part| context.now.judge.costs_no_turn(part)).count() as i32
}

fn loose_combos(context: &CaseContext) -> i32 {
    context.persona_split().iter().filter(|part| part.len() <= 2 && context.key(Some(**part)) < 10).count() as i32
}

fn lone_cards(context: &CaseContext) -> i32 {
    context.persona_split().iter().filter(|part| part.len() == 1 && context.key(Some(**part)) < 14).count() as i32
}

fn worth_lost(context: &CaseContext) -> i32 {
    match context.usual {
        None => 0,
        Some(_) => (context.now.judge.worth(context.now.hand) - context.now.judge.worth(context.usual_rest())) / 4,
    }
}

fn top_cards(context: &CaseContext, hand: Hand) -> i32 {
    let ranks = Rank::all().filter(|&rank| face_value(rank, context.now.rules()) >= 15);
    ranks.map(|rank| i32::from(hand.count(rank))).sum()
}

fn count_bombs(hand: Hand) -> i32 {
    (hand.at_least(4).len() + u32::from(hand.contains(Hand::ROCKET))) as i32
}

fn unseen_above_lone(context: &CaseContext) -> i32 {
    let lone = context.persona_split().iter().filter(|part| part.len() == 1).map(|part| context.key(Some(*part))).min();
    let Some(lone) = lone else { return 0 };
    let above = Rank::all().filter(|&rank| face_value(rank, context.now.rules()) > lone);
    context.now.unseen.only(above.fold(Ranks::NONE, |all, rank| all.or(Ranks::one(rank)))).len() as i32
}
